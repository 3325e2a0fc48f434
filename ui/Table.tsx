import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Table.module.css';

interface TableProps {
  /** Said to screen readers. */
  caption: string;
  head: readonly { label: ReactNode; end?: boolean }[];
  /**
   * On a phone each row becomes a block of two columns, in which the cells choose their places. For tables that do not fit
   * there. The head is then only said, so a cell that needs its words has them as `data-label`.
   */
  blocks?: boolean;
  /** `tr` elements; a cell with amounts has `data-end`. */
  children: ReactNode;
}

/** A table that scrolls sideways, by keyboard too, where it is too wide. */
export function Table({ caption, head, blocks = false, children }: TableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={classNames(styles.table, blocks && styles.blocks)}>
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
