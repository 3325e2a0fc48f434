import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Chip.module.css';
import { classNames } from './classNames.ts';

/** A choice that is on or off. */
export function Chip({ pressed, className, ...rest }: ComponentPropsWithRef<'button'> & { pressed: boolean }) {
  return <button type="button" {...rest} aria-pressed={pressed} className={classNames(styles.chip, className)} />;
}

export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}
