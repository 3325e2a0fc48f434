import { betTypes } from '#domain/bet-types.ts';
import { words } from '#web/words/en/stage.ts';
import { Coin } from './Coin.tsx';
import { coinOf } from './coins.ts';
import styles from './Seats.module.css';
import { seatsOf, type Standing } from './standing.ts';

/** The client's tickets as coins, each under the sockets where it can win. */
export function Seats({ standings }: { standings: readonly Standing[] }) {
  const { under, order, others } = seatsOf(standings);
  const coins = under.reduce((sum, { ticket }) => sum + ticket.selectedNumbers.length, 0);
  return (
    <>
      <ul className={styles.seats} data-many={coins > manyCoins} aria-label={words.seats}>
        {under.map((standing) => (
          <li
            key={standing.ticket.id}
            data-first={standing.ticket.name === 'IziOne'}
            data-longer={words.paying([standing.ticket.name])}
          >
            <Coins standing={standing} />
            {labelOf(standing)}
          </li>
        ))}
        {others > 0 && <li className={styles.others}>{words.others(others)}</li>}
      </ul>
      {order && (
        <div className={styles.order} role="group" aria-label={order.ticket.name}>
          <Coins standing={order} />
        </div>
      )}
    </>
  );
}

/** More are smaller, or the narrowest phone had no room for them. */
const manyCoins = 6;

function Coins({ standing: { ticket, state, hits } }: { standing: Standing }) {
  return (
    <span className={styles.coins} data-gone={state !== 'open'}>
      {ticket.selectedNumbers.map((number, slot) => (
        <Coin key={number} id={coinOf(ticket, number)} number={number} isHit={state === 'open' && hits[slot]!} />
      ))}
    </span>
  );
}

/** `Izi2x, 1 of 2`; a ticket that cannot win any more says nothing. */
function labelOf({ ticket: { name }, state, hits }: Standing): string {
  if (state === 'pays') return words.paying([name]);
  const count = hits.filter(Boolean).length;
  return state === 'open' && count > 0 ? words.ofNeeded(name, count, betTypes[name].tiers[0]!.hits) : name;
}
