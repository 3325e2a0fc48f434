import { Fragment, type ReactNode } from 'react';
import styles from './Facts.module.css';

export type Fact = readonly [name: ReactNode, value: ReactNode];

interface FactsProps {
  /** Pairs; null and false stand for a pair that is left out. */
  readonly of: readonly (Fact | null | false)[];
  /** Values are on the right, for sums. */
  readonly right?: boolean;
}

/** An id, a key or a hash, as a value. */
export const mono = (text: ReactNode): ReactNode => <span className="mono">{text}</span>;

/** Names and values in two columns. A long value wraps. */
export function Facts({ of: facts, right = false }: FactsProps) {
  return (
    <dl className={styles.facts} data-right={right || undefined}>
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
