import { memo, type ComponentPropsWithRef, type Ref } from 'react';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { words } from '#web/words/en/play.ts';
import { winningPlaces } from './BetTypes.tsx';
import styles from './Slots.module.css';

// Only where the exact place counts can numbers be moved.
const OrderedSlots = lazyPart(() => import('./OrderedSlots.tsx'));

interface SlotsProps {
  name: BetName;
  /** One string per slot, empty for an empty slot. */
  numbers: readonly string[];
  /** The slot the next number goes to; −1 when all are taken. */
  next: number;
  onMove: (from: number, to: number) => void;
  onTakeOut: (number: string) => void;
}

/** The nine places of a draw, with the ticket's numbers in them. The places that can win are marked. */
export function Slots({ name, numbers, next, onMove, onTakeOut }: SlotsProps) {
  const betType = betTypes[name];
  const isOrdered = betType.hit.kind === 'exact';
  return (
    <div className={styles.places} role="group" aria-label={words.places[name]}>
      {isOrdered ? (
        <OrderedSlots
          waiting={<SlotList numbers={numbers} next={next} />}
          numbers={numbers}
          next={next}
          onMove={onMove}
          onTakeOut={onTakeOut}
        />
      ) : (
        <SlotList
          numbers={numbers}
          next={next}
          propsOf={(place) => ({ onKeyDown: ({ key }) => takesOut(key) && onTakeOut(numbers[place]!) })}
        />
      )}
      <OtherPlaces from={numbers.length} winning={winningPlaces(betType)} number={numbers[0] ?? ''} />
    </div>
  );
}

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
            data-wins
            data-place={words.place(place)}
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

interface OtherPlacesProps {
  /** The first place without a slot. */
  from: number;
  winning: number;
  /** The ticket's one number, which wins in each of the winning places. */
  number: string;
}

/** The places without a slot of their own: a picture only. */
const OtherPlaces = memo(function OtherPlaces({ from, winning, number }: OtherPlacesProps) {
  return Array.from({ length: placeCount - from }, (_, index) => {
    const place = from + index;
    const wins = place < winning;
    return (
      <span
        key={place}
        className={styles.place}
        aria-hidden="true"
        data-wins={wins || undefined}
        data-place={wins ? words.orPlace(words.place(place)) : place + 1}
        data-filled={(wins && number !== '') || undefined}
      >
        <i>{wins && number}</i>
      </span>
    );
  });
});

const placeCount = 9;
