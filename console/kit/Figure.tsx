import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './Figure.module.css';

interface OpensProps {
  /** The address of the rows that add up to it. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A figure, or a name, that opens its rows: a dotted underline. */
export function Opens({ to, children }: OpensProps) {
  return (
    <Link to={to} className={styles.opens}>
      {children}
    </Link>
  );
}

interface FigureProps {
  readonly label: ReactNode;
  /** Written by `amount`, `difference` or `percent`. */
  readonly value: ReactNode;
  /** The address of its rows. */
  readonly to?: string;
  /** One quiet line below. */
  readonly note?: ReactNode;
  /** Smaller, beside a more important figure. */
  readonly quiet?: boolean;
}

/** A key figure of 20 px with its label, and with the link to its rows. */
export function Figure({ label, value, to, note, quiet = false }: FigureProps) {
  return (
    <div className={styles.figure}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value} data-quiet={quiet || undefined}>
        {to === undefined ? value : <Opens to={to}>{value}</Opens>}
      </div>
      {note !== undefined && <div className={styles.label}>{note}</div>}
    </div>
  );
}

/** Key figures side by side, with a line between them. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>;
}

/** The one countdown of a screen: 28 px. */
export function Countdown({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.countdown} role="timer">
      {children}
    </div>
  );
}
