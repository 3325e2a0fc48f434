import type { BetType } from '#domain/bet-types.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { formatMult } from '#web/tickets/odds.ts';
import { words } from '#web/words/en/play-parts.ts';
import styles from './Tiers.module.css';

/** What each count of numbers in place pays. */
export default function Tiers({ betType, stake }: { betType: BetType; stake: Francs }) {
  return (
    <details className={styles.details}>
      <summary>{words.tiers}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.inPlace}</th>
            <th scope="col">{words.payout}</th>
            <th scope="col">{words.payoutFor(formatFrancs(stake))}</th>
          </tr>
        </thead>
        <tbody>
          {betType.tiers.map(({ hits, mult }) => (
            <tr key={hits}>
              <th scope="row">{hits}</th>
              <td>{formatMult(mult)}</td>
              <td>{formatFrancs(stake * mult)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
