import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Table.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface TableProps {
  /** For screen readers only. */
  caption: string;
  head: readonly { label: ReactNode; end?: boolean }[];
  /**
   * For tables too wide for a phone: there each row becomes a grid of two columns, in which the cells choose their places.
   * The head is then only for screen readers, so a cell that needs its label has it as `data-label`.
   */
  blocks?: boolean;
  /** `tr` elements; a cell with amounts has `data-end`. */
  children: ReactNode;
}

/** A table that scrolls horizontally, also by keyboard, where it is too wide. */
export function Table({ caption, head, blocks = false, children }: TableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={classNames(styles.table, blocks && styles.blocks)}>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
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
