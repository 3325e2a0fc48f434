import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Facts.module.css';

interface FactsProps {
  /** A line between them, for reading down a list; without it they stand close together. */
  ruled?: boolean;
  className?: string | undefined;
  /** Of `Fact`. */
  children: ReactNode;
}

/** Names at the start of their lines, values at the end. */
export function Facts({ ruled = false, className, children }: FactsProps) {
  return <dl className={classNames(styles.facts, ruled && styles.ruled, className)}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
