import type { ComponentPropsWithRef, Ref } from 'react';
import { words } from '#web/words/en/play.ts';
import styles from './Slots.module.css';

/** Whether a key takes the number out of its slot. */
export function takesOut(key: string): boolean {
  return key === 'Delete' || key === 'Backspace';
}

interface SlotListProps {
  ref?: Ref<HTMLOListElement>;
  numbers: readonly string[];
  next: number;
  /** More props of the button in a filled slot. */
  propsOf?: (place: number) => ComponentPropsWithRef<'button'>;
}

/** The slots of a ticket in their order. */
export function SlotList({ ref, numbers, next, propsOf }: SlotListProps) {
  return (
    <ol ref={ref} className={styles.slots} data-count={numbers.length} aria-label={words.slots}>
      {numbers.map((number, place) => (
        // The key is the place: a slot stays the same while its number changes.
        <li key={place}>
          <button
            type="button"
            className={styles.place}
            aria-label={number ? words.chosen(number) : words.emptySlot(place + 1)}
            aria-disabled={!number}
            tabIndex={number ? 0 : -1}
            data-place={numbers.length > 3 ? place + 1 : undefined}
            data-filled={Boolean(number)}
            data-next={place === next || undefined}
            {...(number && propsOf?.(place))}
          >
            <i>{number}</i>
          </button>
        </li>
      ))}
    </ol>
  );
}
