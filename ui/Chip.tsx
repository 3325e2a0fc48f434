import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Chip.module.css';
import { classNames } from './classNames.ts';

/** A choice that is on or off. */
export function Chip({ pressed, className, ...rest }: ComponentPropsWithRef<'button'> & { pressed: boolean }) {
  return <button type="button" {...rest} aria-pressed={pressed} className={classNames(styles.chip, className)} />;
}

interface ChipsProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Chips({ label, className, children }: ChipsProps) {
  return (
    <div className={classNames(styles.chips, className)} role="group" aria-label={label}>
      {children}
    </div>
  );
}
