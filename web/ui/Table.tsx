import type { ReactNode } from 'react';
import styles from './Table.module.css';

interface TableProps {
  /** Said to screen readers. */
  caption: string;
  head: readonly { label: ReactNode; end?: boolean }[];
  /** `tr` elements; a cell with amounts has `data-end`. */
  children: ReactNode;
}

/** A table that scrolls sideways, by keyboard too, where it is too wide. */
export function Table({ caption, head, children }: TableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" data-end={cell.end}>
                {cell.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
