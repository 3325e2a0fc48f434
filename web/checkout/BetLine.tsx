import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { betTypes, highestMult } from '#domain/bet-types.ts';
import { formatAmount } from '#domain/money.ts';
import { basket, type BasketItem } from '#web/basket/basket.ts';
import { moveTo, type OpenDraw } from '#web/basket/closing.ts';
import { Moved, timesOf } from '#web/basket/Moved.tsx';
import { removeBet } from '#web/basket/remove.tsx';
import { Button } from '#ui/Button.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { formatDate, formatTime, useTimeZone } from '#web/values/format.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { icons } from '#ui/icons.ts';
import { TicketNumbers } from '#web/tickets/TicketNumbers.tsx';
import { words as basketWords } from '#web/words/en/basket.ts';
import { words } from '#web/words/en/checkout.ts';
import { colon } from '#web/words/en/marks.ts';
import styles from './BetLine.module.css';

interface BetLineProps {
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
  /** The draw that the page's heading names: lines need not. */
  namedDraw: string | undefined;
  disabled: boolean;
  /** Opens the draws of a series, or closes them. */
  onOpen: () => void;
  /** The draws, where they are open. */
  opened?: ReactNode;
}

/** A bet that is not paid yet, in a line. Its name leads to where it is changed. */
export function BetLine({ bet, closed, moves, refusal, isTwice, namedDraw, disabled, onOpen, opened }: BetLineProps) {
  const [, navigate] = useLocation();
  const [first] = bet;
  const isSeries = bet.length > 1 || opened !== undefined;
  const name = basketWords.bet(first!.name, bet.length);
  // Several bets of a basket have the same name.
  const full = name + colon + first!.selectedNumbers.join(' ');
  return (
    <BetFace
      bet={bet}
      trouble={closed.length > 0 ? closedWords(closed, bet) : refusal}
      note={isTwice && words.twice.note}
      isNamed={first!.drawId === namedDraw}
      change={
        <button
          type="button"
          className={styles.change}
          aria-label={words.changeOf(full)}
          aria-expanded={isSeries ? opened !== undefined : undefined}
          disabled={disabled}
          onClick={() => (isSeries ? onOpen() : navigate('/', { state: { edit: first!.id } }))}
        >
          {first!.name}
          {isSeries && <Icon path={icons.chevronDown} size={16} />}
        </button>
      }
      opened={opened}
      remove={
        <IconButton
          className={styles.remove}
          icon={icons.close}
          label={words.remove(full)}
          disabled={disabled}
          onClick={() => removeBet(bet, name)}
        />
      }
      move={
        moves.size > 0 && (
          <Button
            className={styles.move}
            size="s"
            variant="secondary"
            disabled={disabled}
            onClick={() => moveItems(moves)}
          >
            {words.moveTo(timesOf(moves.values()))}
          </Button>
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
  trouble?: string | undefined;
  note?: ReactNode;
  /** Whether its draw is named above. */
  isNamed?: boolean;
  /** The name as a button, where the bet can be changed. */
  change?: ReactNode;
  remove?: ReactNode;
  move?: ReactNode;
  opened?: ReactNode;
}

/** A bet's content and possible payout, its numbers and its price; below them its draw, or its fault. */
export function BetFace({ bet, trouble, note, isNamed = false, change, remove, move, opened }: BetFaceProps) {
  const { name, fullDate, betAmount, selectedNumbers } = bet[0]!;
  const timeZone = useTimeZone();
  const isSeries = bet.length > 1;
  const lastDate = bet.at(-1)!.fullDate;
  const days = [formatDate(fullDate, timeZone), formatDate(lastDate, timeZone)] as const;
  return (
    <li className={styles.bet}>
      <div className={styles.line}>
        <div className={styles.what}>
          <h2 className={styles.name}>
            {change ?? name}
            {isNamed && <Moved bet={bet} bare />}
          </h2>
          <p className={styles.pays}>
            {basketWords.pays(formatAmount(betAmount * highestMult(betTypes[name])), name === 'IziOrder', isSeries)}
          </p>
        </div>
        <TicketNumbers ticket={{ selectedNumbers: [...selectedNumbers], places: null }} size="xs" />
        {isSeries && (
          <p className={styles.draws}>
            {words.draws(bet.length)} <small>{words.fromTo(formatTime(fullDate), formatTime(lastDate))}</small>
          </p>
        )}
        <div className={styles.end}>
          <p className={styles.amount}>
            {formatAmount(betAmount * bet.length)}
            {isSeries && <small>{words.each(bet.length, formatAmount(betAmount))}</small>}
          </p>
          {remove}
        </div>
      </div>
      <div className={styles.when}>
        {trouble ? (
          <p className={styles.trouble}>
            <Icon path={icons.warning} size={18} /> {trouble}
          </p>
        ) : isNamed && days[0] === days[1] ? null : (
          <p>
            {isSeries ? (
              days[0] === days[1] ? (
                days[0]
              ) : (
                words.fromTo(...days)
              )
            ) : (
              <>
                {words.draw} <DateTime at={fullDate} />
              </>
            )}{' '}
            <Moved bet={bet} />
          </p>
        )}
        {note && <p>{note}</p>}
        {move}
      </div>
      {opened}
    </li>
  );
}
