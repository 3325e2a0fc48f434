import { Fragment, type ReactNode } from 'react';
import styles from './Facts.module.css';

export type Fact = readonly [name: ReactNode, value: ReactNode];

interface FactsProps {
  /** Pairs; what is null is left out. */
  readonly of: readonly (Fact | null)[];
  /** Values stand right, for sums. */
  readonly right?: boolean;
  /** A long value wraps in place of being cut. */
  readonly wraps?: boolean;
}

/** Names and values in two columns. */
export function Facts({ of: facts, right = false, wraps = false }: FactsProps) {
  return (
    <dl className={styles.facts} data-right={right || undefined} data-wraps={wraps || undefined}>
      {facts.map(
        (fact, index) =>
          fact && (
            <Fragment key={typeof fact[0] === 'string' ? fact[0] : index}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
