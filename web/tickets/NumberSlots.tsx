import { words } from '#web/words/en/tickets.ts';
import styles from './NumberSlots.module.css';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';

interface NumberSlotsProps {
  /** The filled slots in order; an empty string is an empty slot. */
  numbers: readonly string[];
  /** How many slots there are, filled or not. */
  count?: number;
  /** Which numbers were hits; the other slots are dimmed. */
  hits?: readonly boolean[] | null;
  /** The slot that the next number goes to. */
  next?: number;
  /** Hides the place numbers in empty slots, where nothing can be filled in. */
  bare?: boolean;
}

/** A ticket's numbers in a row of nine places. */
export function NumberSlots({ numbers, count = numbers.length, hits, next, bare = false }: NumberSlotsProps) {
  return (
    <ol className={styles.slots} aria-label={words.numbers}>
      {Array.from({ length: count }, (_, place) => {
        const number = numbers[place];
        const hit = hits?.[place];
        return (
          <li
            // The key is the place: a slot stays the same while its number changes.
            key={place}
            className={styles.slot}
            data-filled={Boolean(number)}
            data-hit={hit}
            data-next={place === next || undefined}
          >
            {number || (!bare && <span className={styles.place}>{place + 1}</span>)}
            {hit && <VisuallyHidden>{words.hit}</VisuallyHidden>}
          </li>
        );
      })}
    </ol>
  );
}
