import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';
import { classNames } from './classNames.ts';
import surfaces from './surfaces.module.css';

interface ActionBarProps {
  /** The accessible name of the bar. */
  name: string;
  /** The name of the sum, such as "Total". */
  label: ReactNode;
  sum: ReactNode;
  /** The one button. */
  action: ReactNode;
  /** One line with the missing input, or the next step. Its space is always reserved. */
  message?: ReactNode;
  className?: string | undefined;
}

/**
 * The total, and the one way to continue: 96 px at the lower edge of the screen. Nothing in it moves. It is sticky, so
 * it has to be the last child of its container.
 */
export function ActionBar({ name, label, sum, action, message, className }: ActionBarProps) {
  return (
    <section className={classNames(surfaces.night, styles.bar, className)} aria-label={name}>
      <div>
        <span className={styles.label}>{label}</span>
        <b className={styles.sum}>{sum}</b>
      </div>
      <div className={styles.action}>{action}</div>
      <div className={styles.message}>{message}</div>
    </section>
  );
}
