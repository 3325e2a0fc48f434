import { words } from '#web/words/en/tickets.ts';
import styles from './Balls.module.css';

interface BallsProps {
  /** In the order they were drawn. */
  numbers: readonly string[];
  /** Which places to highlight. */
  hits?: readonly boolean[] | undefined;
  /** The numbers of the ticket, which have a ring wherever they came out. */
  mine?: readonly string[];
  /** How large a ball is at most, where there is room: 28, 44 or 52 px. */
  size?: 's' | 'm' | 'l';
}

/** A draw's result in nine columns; the first three places, A, B and C, are yellow, and hits green. */
export function Balls({ numbers, hits, mine, size = 'm' }: BallsProps) {
  return (
    <ol className={styles.balls} data-size={size} aria-label={words.result}>
      {numbers.map((number, place) => (
        <li
          key={number}
          className={styles.ball}
          data-top={place < 3}
          data-mine={mine?.includes(number)}
          data-hit={hits?.[place]}
        >
          {number}
        </li>
      ))}
    </ol>
  );
}
