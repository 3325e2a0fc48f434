import type { ReactNode } from 'react';
import styles from './Split.module.css';

interface SplitProps {
  readonly list: ReactNode;
  /** The item that is open beside; null without one, and the list then has the whole width. */
  readonly beside: ReactNode | null;
  /** `even`: the list keeps half · `wide`: a subject with tables and charts of its own · `narrow`: 392 px, the facts of a line. */
  readonly size?: 'wide' | 'even' | 'narrow';
  /** Both are parts of the screen: on a narrow window they are below each other, and neither covers the other. */
  readonly keepsBoth?: boolean;
}

/** A list, and the open item beside it. Under 1180 px the open item covers the list. */
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
