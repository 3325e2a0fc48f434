import type { ReactNode } from 'react';
import { classNames } from '#ui/classNames.ts';
import styles from './Paper.module.css';

interface PaperProps {
  /** `won` is washed in green from the top. */
  tone?: 'plain' | 'won';
  /** Lies on other tickets of the same series. */
  stacked?: boolean;
  /** Below the perforation. */
  stub: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** The surface of a ticket: notches where the stub is torn off, a scalloped lower edge, a soft cast. */
export function Paper({ tone = 'plain', stacked = false, stub, className, children }: PaperProps) {
  return (
    <div className={classNames(styles.place, stacked && styles.stacked)}>
      <article className={classNames(styles.paper, className)} data-tone={tone}>
        <div className={styles.cast} />
        {children}
        <div className={styles.stub}>{stub}</div>
      </article>
    </div>
  );
}
