import { memo } from 'react';
import { betTypes, highestMult, type BetName, type BetType } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { formatMult, formatOneIn, formatPercent } from '#web/tickets/odds.ts';
import { words as game } from '#web/words/en/game.ts';
import { words } from '#web/words/en/play.ts';
import styles from './Rule.module.css';

/** How a bet type wins, its odds, and its expected return. */
export const Rule = memo(function Rule({ name }: { name: BetName }) {
  return (
    <div className={styles.rule}>
      <h2 className={styles.title}>{game.rules[name].rule}</h2>
      <p className={styles.odds}>{oddsOf(betTypes[name])}</p>
    </div>
  );
});

/** One worked example of a win, and what the other tiers pay where there are several. */
export const Example = memo(function Example({ name }: { name: BetName }) {
  const betType = betTypes[name];
  const stake = betType.initialStake || exampleStake;
  const { mult } = betType.tiers[exampleTier[name]]!;
  return (
    <div className={styles.example}>
      <p>{game.rules[name].example(formatFrancs(stake), formatFrancs(stake * mult))}</p>
      {name === 'IziOrder' && <Tiers betType={betType} stake={stake} />}
    </div>
  );
});

const exampleStake = 100;

/** The tier of the worked example; IziOrder's has four numbers in place. */
const exampleTier: Readonly<Record<BetName, number>> = {
  IziOrder: 1,
  IziOne: 0,
  IziTwo: 0,
  IziABC: 0,
  Izi2x: 0,
  Izi3x: 0,
};

function oddsOf(betType: BetType): string {
  const mult = formatMult(highestMult(betType));
  const pays = betType.name === 'IziOrder' ? words.paysUpTo(mult) : words.pays(mult);
  return [words.odds(formatOneIn(betType.probability)), words.rtp(formatPercent(betType.rtp)), pays].join(' · ');
}

function Tiers({ betType, stake }: { betType: BetType; stake: number }) {
  return (
    <details className={styles.tiers}>
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
