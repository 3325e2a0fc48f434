import styles from './Balls.module.css';

interface BallsProps {
  readonly of: readonly number[];
  /** Which are dark: the numbers of a ticket that came out. Of a result the first three, which count most. */
  readonly hits?: readonly boolean[];
}

/** The result of a draw, or the numbers of a ticket. */
export function Balls({ of: numbers, hits }: BallsProps) {
  return (
    <span className={styles.balls} role="img" aria-label={numbers.join(' ')}>
      {numbers.map((number, place) => (
        <i key={number} aria-hidden data-dark={(hits ? hits[place] : place < 3) || undefined}>
          {number}
        </i>
      ))}
    </span>
  );
}
