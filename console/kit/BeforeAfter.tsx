import type { ReactNode } from 'react';
import { words } from '#console/words/en/sheet.ts';
import styles from './BeforeAfter.module.css';

interface BeforeAfterProps {
  readonly before: ReactNode;
  readonly after: ReactNode;
}

/** What is, and what would be: the ink edge is on what would be. */
export function BeforeAfter({ before, after }: BeforeAfterProps) {
  return (
    <div className={styles.both}>
      <div className={styles.side}>
        <div className="tiny quiet">{words.before}</div>
        {before}
      </div>
      <span className={styles.arrow} aria-hidden>
        →
      </span>
      <div className={styles.side} data-after>
        <div className="tiny quiet">{words.after}</div>
        {after}
      </div>
    </div>
  );
}
