import styles from './Balls.module.css';

/** The result of a draw: the first three count most. */
export function Balls({ of: numbers }: { readonly of: readonly number[] }) {
  return (
    <span className={styles.balls} role="img" aria-label={numbers.join(' ')}>
      {numbers.map((number) => (
        <i key={number} aria-hidden>
          {number}
        </i>
      ))}
    </span>
  );
}
