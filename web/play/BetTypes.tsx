import { memo, startTransition, useId, useOptimistic } from 'react';
import type { Draw } from '#contract/draws.ts';
import { betTypes, highestMult, type BetName } from '#domain/bet-types.ts';
import { stopOf } from '#web/api/upcoming.ts';
import { formatMult } from '#web/tickets/odds.ts';
import { byRisk, RiskGauge } from '#web/tickets/RiskGauge.tsx';
import { words } from '#web/words/en/play.ts';
import { risk } from '#web/words/en/rules.ts';
import type { ChangeBet } from './active-bet.ts';
import styles from './BetTypes.module.css';

interface BetTypesProps {
  chosen: BetName;
  /** The draw that the ticket is for: bet types that it does not sell are greyed, and say why when they are chosen. */
  draw: Draw | null;
  change: ChangeBet;
}

/**
 * The six bet types in one row, by their risk, each with the most that it pays. Native radio buttons lie over the cards.
 * Memoized: a tap on a number does not render them again.
 */
export const BetTypes = memo(function BetTypes({ chosen, draw, change }: BetTypesProps) {
  const id = useId();
  // The card is marked at once. The rest of the ticket takes a slow phone longer, and follows.
  const [marked, mark] = useOptimistic(chosen);
  return (
    <div className={styles.place}>
      <div className={styles.row} role="radiogroup" aria-label={words.betType}>
        {byRisk.map((name, index) => {
          const mult = formatMult(highestMult(betTypes[name]));
          return (
            <div key={name} className={styles.card} data-chosen={name === marked || undefined}>
              <input
                type="radio"
                name={id}
                value={name}
                checked={name === marked}
                aria-disabled={!!stopOf(draw, name) || undefined}
                aria-label={risk.name(name, mult, index + 1)}
                onChange={() =>
                  startTransition(() => {
                    mark(name);
                    change({ type: 'chooseBetType', name });
                  })
                }
              />
              <RiskGauge rank={index + 1} />
              <b aria-hidden="true" lang="en">
                <i>{name.slice(0, 3)}</i>
                {name.slice(3)}
              </b>
              <small aria-hidden="true">{mult}</small>
            </div>
          );
        })}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{risk.lower}</span>
        <span>{risk.higher}</span>
      </p>
    </div>
  );
});
