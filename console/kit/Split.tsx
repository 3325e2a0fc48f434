import type { ReactNode } from 'react';
import styles from './Split.module.css';

interface SplitProps {
  readonly list: ReactNode;
  /** What is open beside; null where nothing is, and the list has all the room. */
  readonly beside: ReactNode | null;
  /** `wide`: a subject with tables and charts of its own · `narrow`: 392 px, the facts of a line. */
  readonly size?: 'wide' | 'narrow';
  /** Both are parts of the screen: on a narrow window they stand below each other, and neither covers the other. */
  readonly keepsBoth?: boolean;
}

/** A list, and what is open beside it. Under 1180 px what is open covers the list. */
export function Split({ list, beside, size = 'wide', keepsBoth = false }: SplitProps) {
  return (
    <div
      className={styles.split}
      data-size={size}
      data-open={beside === null ? undefined : ''}
      data-both={keepsBoth || undefined}
    >
      <div className={styles.part}>{list}</div>
      {beside !== null && <div className={styles.part}>{beside}</div>}
    </div>
  );
}
