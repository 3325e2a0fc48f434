import { betNames, betTypes, type BetName } from '#domain/bet-types.ts';
import { riskOf } from '#domain/chance.ts';
import styles from './RiskGauge.module.css';

/** The bet types, the one with the lowest risk first. */
export const byRisk: readonly BetName[] = betNames.toSorted(
  (one, other) => riskOf(betTypes[one]) - riskOf(betTypes[other]),
);

/** The risk of a bet type: an arc of six parts, of which its rank by risk is filled. */
export function RiskGauge({ rank }: { rank: number }) {
  return (
    <svg className={styles.gauge} viewBox="0 0 40 22" aria-hidden="true">
      <path d={arc} />
      <path d={arc} pathLength="6" strokeDasharray={`${rank} 9`} />
    </svg>
  );
}

const arc = 'M4 19A16 16 0 0 1 36 19';
