import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Facts.module.css';

interface FactsProps {
  /** A line between the rows; without it they are packed closely. */
  ruled?: boolean;
  className?: string | undefined;
  /** `Fact` elements. */
  children: ReactNode;
}

/** A list of names and values: names aligned to the start, values to the end. */
export function Facts({ ruled = false, className, children }: FactsProps) {
  return <dl className={classNames(styles.facts, ruled && styles.ruled, className)}>{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
