import type { ReactNode } from 'react';
import { words } from '#console/words/en/sheet.ts';
import styles from './BeforeAfter.module.css';

interface BeforeAfterProps {
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** Shows before above after, where there is little room: the stored values of a line of the audit. */
  readonly stacked?: boolean;
}

/** The current and the requested value: the ink edge is on the requested one. */
export function BeforeAfter({ before, after, stacked = false }: BeforeAfterProps) {
  return (
    <div className={styles.both} data-stacked={stacked || undefined}>
      <div className={styles.side}>
        <div className="tiny quiet">{stacked ? words.beforeThat : words.before}</div>
        {before}
      </div>
      <span className={styles.arrow} aria-hidden>
        {stacked ? '↓' : '→'}
      </span>
      <div className={styles.side} data-after>
        <div className="tiny quiet">{words.after}</div>
        {after}
      </div>
    </div>
  );
}
