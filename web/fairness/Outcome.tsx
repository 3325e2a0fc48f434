import { formatFrancs } from '#domain/money.ts';
import { Balls } from '#web/tickets/Balls.tsx';
import { NumberSlots } from '#web/tickets/NumberSlots.tsx';
import { whyOf } from '#web/tickets/why.ts';
import { words } from '#web/words/en/fairness.ts';
import type { CheckedTicket } from './messages.ts';
import styles from './Outcome.module.css';

/** Why the ticket won or lost: its numbers against the draw's, place by place. */
export function Outcome({ ticket }: { ticket: CheckedTicket }) {
  const { name, selectedNumbers, result, places, payout } = ticket;
  if (!result || payout === null) return null;
  return (
    <div className={styles.outcome}>
      <dl className={styles.facts}>
        <div>
          <dt>{words.outcome.mine}</dt>
          <dd>
            <NumberSlots numbers={selectedNumbers} hits={places} />
          </dd>
        </div>
        <div>
          <dt>{words.outcome.drawn}</dt>
          <dd>
            <Balls numbers={result} />
          </dd>
        </div>
        <div>
          <dt>{words.outcome.pays}</dt>
          <dd className={styles.payout} data-won={payout > 0}>
            {formatFrancs(payout)}
          </dd>
        </div>
      </dl>
      <p>{whyOf({ name, selectedNumbers, result })}</p>
    </div>
  );
}
