import type { ReactNode } from 'react';
import styles from './Split.module.css';

interface SplitProps {
  readonly list: ReactNode;
  /** What is open beside; null where nothing is, and the list has all the room. */
  readonly beside: ReactNode | null;
  /** `wide`: a subject with tables and charts of its own · `narrow`: 392 px, the facts of a line. */
  readonly size?: 'wide' | 'narrow';
}

/** A list, and what is open beside it. Under 1180 px what is open covers the list. */
export function Split({ list, beside, size = 'wide' }: SplitProps) {
  return (
    <div className={styles.split} data-size={size} data-open={beside === null ? undefined : ''}>
      <div className={styles.part}>{list}</div>
      {beside !== null && <div className={styles.part}>{beside}</div>}
    </div>
  );
}
