import { memo } from 'react';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { formatOneIn } from '#web/tickets/odds.ts';
import { words } from '#web/words/en/play.ts';
import { rules } from '#web/words/en/rules.ts';
import styles from './Rule.module.css';

/** The head of the ticket: its bet type, how likely it wins, and how. */
export const Rule = memo(function Rule({ name }: { name: BetName }) {
  return (
    <div className={styles.rule}>
      <h2>{name}</h2>
      <span>{words.oneIn(formatOneIn(betTypes[name].probability))}</span>
      <p>{rules[name]}</p>
    </div>
  );
});
