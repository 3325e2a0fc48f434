import type { ReactNode } from 'react';
import styles from './States.module.css';

interface EmptyProps {
  /** A sentence that names what is not there: *No payment is mismatched today*. */
  readonly says: string;
  /** The filters as chips, the last match, one way out. */
  readonly children?: ReactNode;
}

/** No rows: which filter it is, and the way out. */
export function Empty({ says, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <b>{says}</b>
      {children}
    </div>
  );
}
