import { memo } from 'react';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { formatOneIn, formatPercent } from '#web/tickets/odds.ts';
import { words } from '#web/words/en/play.ts';
import { rules } from '#web/words/en/rules.ts';
import styles from './Rule.module.css';

/** How a bet type wins, its odds, and its expected return: one line each. */
export const Rule = memo(function Rule({ name }: { name: BetName }) {
  const { probability, rtp } = betTypes[name];
  return (
    <div className={styles.rule}>
      <h2 className={styles.title}>{rules[name]}</h2>
      <p className={styles.odds}>{words.odds(formatOneIn(probability), formatPercent(rtp))}</p>
    </div>
  );
});
