import type { BetType, Fraction } from '#domain/bet-types.ts';
import { chanceOf } from '#domain/chance.ts';
import { formatAmount, formatFrancs, type Francs } from '#domain/money.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { losersOf } from '#web/tickets/losers.ts';
import { formatOneIn, formatPercent } from '#web/tickets/odds.ts';
import { words } from '#web/words/en/play-parts.ts';
import styles from './Tiers.module.css';

interface TiersProps {
  betType: BetType;
  /** Null where it cannot be staked: the lowest stake stands for it then. */
  stake: Francs | null;
  /** Closes the sheet in which the table is. Without it there is no sheet. */
  onClose?: (() => void) | undefined;
}

/** The payout and probability of each count of numbers in place, the highest first, with lines to scale. */
export default function Tiers({ betType, stake, onClose }: TiersProps) {
  const { name, minStake, tiers, probability, rtp } = betType;
  const staked = stake ?? minStake;
  const likeliest = shareOf(chanceOf(betType, tiers[0]!.hits));
  const oneIn = (chance: Fraction) => words.oneIn(formatOneIn(chance));
  const table = (
    <div className={styles.tiers}>
      <p>{words.highestOnly}</p>
      <table aria-label={words.tiers(name)}>
        <thead>
          <tr>
            <th scope="col">{words.inPlace}</th>
            <th scope="col">{words.payoutFor(formatFrancs(staked))}</th>
            <th scope="col">{words.chance}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.toReversed().map(({ hits, mult }) => {
            const chance = chanceOf(betType, hits);
            return (
              <tr key={hits}>
                <th scope="row">{hits}</th>
                <td>{formatAmount(staked * mult)}</td>
                <td>
                  {oneIn(chance)}
                  <i style={{ width: (longest * shareOf(chance)) / likeliest }} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.anyPrize}</th>
            <td>{words.andUp(formatAmount(staked * tiers[0]!.mult))}</td>
            <td>{oneIn(probability)}</td>
          </tr>
          <tr>
            <th scope="row">{words.noPrize}</th>
            <td>{formatAmount(0)}</td>
            <td>{words.losers(...losersOf(probability))}</td>
          </tr>
        </tfoot>
      </table>
      <p>{words.toScale(formatPercent(rtp))}</p>
    </div>
  );
  return onClose ? (
    <Dialog open title={words.tiers(name)} onClose={onClose}>
      {table}
    </Dialog>
  ) : (
    table
  );
}

/** A line, in pixels. */
const longest = 40;

const shareOf = ([wins, all]: Fraction) => wins / all;
