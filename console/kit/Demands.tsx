import type { ReactNode } from 'react';
import { words } from '#console/words/en/sheet.ts';
import styles from './Demands.module.css';

export interface Demand {
  readonly says: ReactNode;
  readonly isMet: boolean;
  /** Quiet text on the right: until when, or since. */
  readonly note?: ReactNode;
}

/** The preconditions of an act, each with whether it is met. */
export function Demands({ of: demands }: { readonly of: readonly Demand[] }) {
  return (
    <ul className={styles.demands}>
      {demands.map(({ says, isMet, note }, index) => (
        <li key={index} className={styles.demand}>
          <span className={isMet ? styles.met : styles.unmet} role="img" aria-label={isMet ? words.met : words.unmet}>
            {isMet ? '✓' : '○'}
          </span>
          <span>{says}</span>
          {note && <span className={styles.note}>{note}</span>}
        </li>
      ))}
    </ul>
  );
}
