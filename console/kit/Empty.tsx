import type { ReactNode } from 'react';
import styles from './States.module.css';

interface EmptyProps {
  /** A sentence that names what is not there: *No payment is mismatched today*. */
  readonly says: string;
  /** The filters as chips, the last match, and one way to remove the filters. */
  readonly children?: ReactNode;
}

/** No rows: names the filter, and the way to remove it. */
export function Empty({ says, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <b>{says}</b>
      {children}
    </div>
  );
}
