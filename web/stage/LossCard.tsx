import type { ReactNode } from 'react';
import { betTypes } from '#domain/bet-types.ts';
import { useBalance } from '#web/api/signed-in.ts';
import { losingOddsOf } from './losers.ts';
import { formatDateTime } from '#web/values/format.ts';
import { Money } from '#web/values/Money.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { BareDialog } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words as game } from '#web/words/en/game.ts';
import { words } from '#web/words/en/loss.ts';
import { words as stageWords } from '#web/words/en/stage.ts';
import styles from './LossCard.module.css';
import { sumOf, type Standing } from './standing.ts';
import type { DrawDetails } from './useDraw.ts';

interface LossCardProps {
  draw: DrawDetails;
  result: readonly string[];
  /** All the client's tickets on this draw, settled. */
  standings: readonly Standing[];
  onClose: () => void;
}

/** A draw that paid nothing: what came out, why, and the true odds. It has no sound, no red, and no way to another bet. */
export default function LossCard({ draw, result, standings, onClose }: LossCardProps): ReactNode {
  const { data: balance } = useBalance();
  const title = words.title(standings.length);
  const [only, ...others] = standings;
  const names = [...new Set(standings.map(({ ticket }) => ticket.name))];
  return (
    <BareDialog open onClose={onClose} label={title}>
      <div className={styles.card}>
        <IconButton className={styles.close} icon={icons.close} label={words.close} onClick={onClose} />
        <p className={styles.draw}>{stageWords.draw(formatDateTime(draw.fullDate))}</p>
        <h2 className={styles.title}>{title}</h2>
        <Nine result={result} mine={others.length === 0 ? mineOf(only!) : []} />
        {others.length === 0 ? (
          <p>{whyOf(only!, result)}</p>
        ) : (
          <ul className={styles.tickets}>
            {standings.map((standing) => (
              <li key={standing.ticket.id}>
                <b>{standing.ticket.name}</b> {whyOf(standing, result)}
              </li>
            ))}
          </ul>
        )}
        <p className={styles.odds}>{names.map(losingOddsOf).join(' ')}</p>
        <dl className={styles.sums}>
          <Sum name={words.staked} amount={sumOf(standings).staked} />
          <Sum name={words.paid} amount={0} />
          {balance && <Sum name={words.balance} amount={Number(balance.total)} />}
        </dl>
        <div className={styles.actions}>
          <ButtonLink size="l" variant="secondary" icon={moreIcons.seal} to={`/results/${draw.id}`} onClick={onClose}>
            {words.check}
          </ButtonLink>
          <Button size="l" variant="strong" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </BareDialog>
  );
}

/** The nine in their order. The numbers of a single ticket have a ring of ink, and their place under them. */
function Nine({ result, mine }: { result: readonly string[]; mine: readonly string[] }) {
  return (
    <ol className={styles.nine} aria-label={stageWords.result}>
      {result.map((number, place) => (
        <li key={number} className={styles.ball} data-mine={mine.includes(number)}>
          <span>{number}</span>
          {mine.includes(number) && <small>{words.place(place)}</small>}
        </li>
      ))}
    </ol>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}

const isInOrder = ({ ticket }: Standing) => betTypes[ticket.name].hit.kind === 'exact';

/** With all nine numbers on a ticket, those in their place. */
function mineOf(standing: Standing): readonly string[] {
  const { ticket, hits } = standing;
  return isInOrder(standing) ? ticket.selectedNumbers.filter((_, slot) => hits[slot]) : ticket.selectedNumbers;
}

function whyOf(standing: Standing, result: readonly string[]): string {
  const { ticket, hits } = standing;
  if (isInOrder(standing)) return game.why.inPlace(hits.flatMap((hit, place) => (hit ? [place] : [])));
  return words.because(ticket.selectedNumbers.map((number) => words.came(number, result.indexOf(number))));
}
