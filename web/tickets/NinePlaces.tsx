import type { BetType } from '#domain/bet-types.ts';
import { classNames } from '#ui/classNames.ts';
import styles from './NinePlaces.module.css';

const places = Array.from({ length: 9 }, (_, index) => index + 1);

/**
 * The nine places of a draw; those that can win are filled.
 *
 * @param label says the same in words
 */
export function NinePlaces({ hit, label }: { hit: BetType['hit']; label: string }) {
  const winning = hit.kind === 'top' ? hit.depth : places.length;
  return (
    <div className={styles.places} role="img" aria-label={label}>
      {places.map((place) => (
        <span key={place} className={classNames(styles.place, place <= winning && styles.wins)}>
          {place}
        </span>
      ))}
    </div>
  );
}
