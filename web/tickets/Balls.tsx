import { words } from '#web/words/en/tickets.ts';
import styles from './Balls.module.css';

interface BallsProps {
  /** In the order they were drawn. */
  numbers: readonly string[];
  /** Which places to highlight. */
  hits?: readonly boolean[];
  size?: 's' | 'm' | 'l';
}

/** A draw's result as balls; the first three places, A, B and C, are in ink and yellow. */
export function Balls({ numbers, hits, size = 'm' }: BallsProps) {
  return (
    <ol className={styles.balls} data-size={size} aria-label={words.result}>
      {numbers.map((number, place) => (
        <li key={number} className={styles.ball} data-top={place < 3} data-hit={hits?.[place]}>
          {number}
        </li>
      ))}
    </ol>
  );
}
