import { betTypes, type Fraction } from '#domain/bet-types.ts';
import { chanceOf } from '#domain/chance.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { possiblePayout } from '#domain/ticket.ts';
import { formatOneIn, formatPercent } from '#web/tickets/odds.ts';
import { words as play } from '#web/words/en/play.ts';
import { words } from '#web/words/en/play-parts.ts';
import type { ActiveBet } from './active-bet.ts';
import styles from './Tiers.module.css';

/** What each count of numbers in place pays and how likely it is, the highest first. */
export default function Tiers({ bet }: { bet: ActiveBet }) {
  const betType = betTypes[bet.name];
  const stake = possiblePayout(bet) === null ? betType.minStake : bet.betAmount;
  const { tiers, probability } = betType;
  const [wins, all] = probability;
  const oneIn = (chance: Fraction) => play.oneIn(formatOneIn(chance));
  return (
    <details className={styles.details}>
      <summary>{words.tiers}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.inPlace}</th>
            <th scope="col">{words.payoutFor(formatFrancs(stake))}</th>
            <th scope="col">{words.chance}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.toReversed().map(({ hits, mult }) => (
            <tr key={hits}>
              <th scope="row">{hits}</th>
              <td>{formatAmount(stake * mult)}</td>
              <td>{oneIn(chanceOf(betType, hits))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.anyPrize}</th>
            <td>{words.andUp(formatAmount(stake * tiers[0]!.mult))}</td>
            <td>{oneIn(probability)}</td>
          </tr>
          <tr>
            <th scope="row">{words.noPrize}</th>
            <td>{formatAmount(0)}</td>
            <td>{formatPercent([all - wins, all])}</td>
          </tr>
        </tfoot>
      </table>
      <p>{words.highestOnly}</p>
    </details>
  );
}
