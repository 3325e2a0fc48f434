import type { ReactNode } from 'react';
import { formatAmount } from '#domain/money.ts';
import { isGain } from '#web/values/gain.ts';
import { words } from '#web/words/en/stage.ts';
import { words as valueWords } from '#web/words/en/values.ts';
import { areUnsettled, outcomeOf, sumOf, type Standing } from './standing.ts';
import styles from './SumLine.module.css';

interface SumLineProps {
  standings: readonly Standing[];
  isTold: boolean;
  /** The time of the payout, where there is room for it. */
  withWhen?: boolean;
}

/** `So far 2 400 · staked 900`, and what was paid once it was. */
export function SumLine({ standings, isTold, withWhen = false }: SumLineProps): ReactNode {
  const outcome = outcomeOf(standings, isTold);
  if (outcome) {
    return (
      <span className={styles.outcome} data-gain={isGain(outcome)}>
        {valueWords.paidAndStaked(formatAmount(outcome.paid), formatAmount(outcome.staked))}
      </span>
    );
  }
  if (areUnsettled(standings, isTold)) return words.takesLong;
  const { paid, staked } = sumOf(standings);
  const soFar = words.soFar(formatAmount(paid), formatAmount(staked));
  return withWhen ? `${soFar}. ${isTold ? words.beingPaid : words.paidInLater}` : soFar;
}
