import { memo } from 'react';
import { betTypes, highestMult, type BetName } from '#domain/bet-types.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { possiblePayout } from '#domain/ticket.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { formatOneIn, formatPercent } from '#web/tickets/odds.ts';
import { words } from '#web/words/en/play.ts';
import { rules } from '#web/words/en/rules.ts';
import styles from './Rule.module.css';

// Only one bet type has several.
const Tiers = lazyPart(() => import('./Tiers.tsx'));

/** How a bet type wins, its odds, and its expected return: one line each. */
export const Rule = memo(function Rule({ name }: { name: BetName }) {
  const { probability, rtp } = betTypes[name];
  return (
    <div className={styles.rule}>
      <h2 className={styles.title}>{rules[name].rule}</h2>
      <p className={styles.odds}>{words.odds(formatOneIn(probability), formatPercent(rtp))}</p>
    </div>
  );
});

interface ExampleProps {
  name: BetName;
  /** The ticket's numbers, joined; empty until all are chosen. */
  numbers: string;
  amount: Francs;
}

/** What the player's numbers have to do; until they are chosen, a ticket explained in one line. */
export const Example = memo(function Example({ name, numbers, amount }: ExampleProps) {
  const betType = betTypes[name];
  const stake = possiblePayout({ name, betAmount: amount }) === null ? exampleStake : amount;
  const tier = betType.tiers[exampleTier[name]]!;
  const pays = (mult: number) => formatFrancs(stake * mult);
  return (
    <div className={styles.example}>
      <p>
        {numbers === ''
          ? rules[name].example(formatFrancs(stake), pays(tier.mult))
          : `${words.wins[name](Array.from(numbers))} ${name === 'IziOrder' ? '' : words.thenPays(formatFrancs(stake), pays(highestMult(betType)))}`}
      </p>
      {name === 'IziOrder' && (
        <div className={styles.tiers}>
          <Tiers betType={betType} stake={stake} />
        </div>
      )}
    </div>
  );
});

const exampleStake = 300;

/** The tier of the worked example; IziOrder's has four numbers in place. */
const exampleTier: Readonly<Record<BetName, number>> = {
  IziOrder: 1,
  IziOne: 0,
  IziTwo: 0,
  IziABC: 0,
  Izi2x: 0,
  Izi3x: 0,
};
