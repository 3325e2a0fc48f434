import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { formatFrancs } from '#domain/money.ts';
import { basket, type BasketItem } from '#web/basket/basket.ts';
import { Moved, timesOf } from '#web/basket/Moved.tsx';
import { removeBet } from '#web/basket/remove.tsx';
import { Button } from '#ui/Button.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { formatDate, useTimeZone } from '#web/values/format.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { icons } from '#ui/icons.ts';
import { Paper } from '#web/tickets/Paper.tsx';
import { TicketNumbers } from '#web/tickets/TicketNumbers.tsx';
import { words as basketWords } from '#web/words/en/basket.ts';
import { words } from '#web/words/en/checkout.ts';
import { words as gameWords } from '#web/words/en/game.ts';
import styles from './BetCard.module.css';
import { moveTo, type OpenDraw } from '#web/basket/closing.ts';

interface BetCardProps {
  /** A ticket alone, or a series on several draws, soonest first. */
  bet: readonly BasketItem[];
  /** Those of the bet whose sales have closed. */
  closed: readonly BasketItem[];
  /** Where the tickets of the bet that need another draw can go, by item. */
  moves: ReadonlyMap<string, OpenDraw>;
  /** Why a ticket of the bet is not sold, or the server refused it, in a sentence. */
  refusal: string | undefined;
  /** Whether another ticket in the basket is exactly the same. */
  isTwice: boolean;
  disabled: boolean;
  /** Shows the tickets of a series one by one, to change them. */
  onOpen: () => void;
}

/** A bet that is not paid yet. An error and its solution replace other content, so that nothing moves. */
export function BetCard({ bet, closed, moves, refusal, isTwice, disabled, onOpen }: BetCardProps) {
  const [, navigate] = useLocation();
  const [first] = bet;
  const isSeries = bet.length > 1;
  const name = basketWords.bet(first!.name, bet.length);
  const trouble = closed.length > 0 ? closedWords(closed, bet) : refusal;
  return (
    <BetFace
      bet={bet}
      closed={closed}
      trouble={trouble}
      note={isTwice && words.twice.note}
      remove={
        <IconButton
          className={styles.remove}
          icon={icons.close}
          label={words.remove(name)}
          disabled={disabled}
          onClick={() => removeBet(bet, name)}
        />
      }
      action={
        moves.size > 0 ? (
          <Button
            className={styles.move}
            size="s"
            variant="secondary"
            disabled={disabled}
            onClick={() => moveItems(moves)}
          >
            {words.moveTo(timesOf(moves.values()))}
          </Button>
        ) : (
          <button
            type="button"
            className={styles.change}
            aria-label={words.changeOf(name)}
            disabled={disabled}
            onClick={() => (isSeries ? onOpen() : navigate('/', { state: { edit: first!.id } }))}
          >
            {words.change}
          </button>
        )
      }
    />
  );
}

/** Moves each item of a plan to its draw. */
export function moveItems(moves: ReadonlyMap<string, OpenDraw>): void {
  for (const [id, draw] of moves) basket.update(id, moveTo(draw));
}

function closedWords(closed: readonly BasketItem[], bet: readonly BasketItem[]): string {
  if (closed.some(({ drawId }) => drawId === '')) return words.noDraw;
  return bet.length === 1 ? words.closed : words.closedOf(timesOf(closed));
}

interface BetFaceProps {
  bet: readonly BasketItem[];
  closed?: readonly BasketItem[];
  trouble?: string | undefined;
  note?: ReactNode;
  remove?: ReactNode;
  action?: ReactNode;
}

/**
 * The numbers of the bet, its draws and its price. The paper is as high as its container, so it has a box of its own.
 */
export function BetFace({ bet, closed = [], trouble, note, remove, action }: BetFaceProps) {
  const { name, fullDate, betAmount, selectedNumbers } = bet[0]!;
  const timeZone = useTimeZone();
  const isSeries = bet.length > 1;
  return (
    <div>
      <Paper
        stacked={isSeries}
        stub={
          <>
            {action}
            <span className={styles.amount}>{formatFrancs(betAmount * bet.length)}</span>
          </>
        }
      >
        <div className={styles.head}>
          <h2 className={styles.name}>{basketWords.bet(name, bet.length)}</h2>
          {remove}
        </div>
        <div className={styles.what}>
          <TicketNumbers ticket={{ selectedNumbers: [...selectedNumbers], places: null }} size="l" />
          <div className={styles.lines}>
            <p className={styles.note}>{words.rule(gameWords.rules[name].rule, isSeries)}</p>
            {trouble ? (
              <p className={styles.trouble}>
                <Icon path={icons.warning} size={18} /> {trouble}
              </p>
            ) : (
              <p className={styles.note}>
                {isSeries ? (
                  words.onDate(
                    words.each(bet.length, formatFrancs(betAmount)),
                    formatDate(fullDate, timeZone),
                    formatDate(bet.at(-1)!.fullDate, timeZone),
                  )
                ) : (
                  <>
                    {words.draw} <DateTime at={fullDate} />
                  </>
                )}{' '}
                <Moved bet={bet} />
              </p>
            )}
            {note && <p className={styles.note}>{note}</p>}
          </div>
        </div>
        {isSeries && (
          <ol className={styles.draws} aria-label={words.draws}>
            {bet.map((item) => (
              <li key={item.id} data-closed={closed.includes(item)}>
                <DateTime at={item.fullDate} show="time" />
              </li>
            ))}
          </ol>
        )}
      </Paper>
    </div>
  );
}
