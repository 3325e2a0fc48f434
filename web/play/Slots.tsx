import { memo } from 'react';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { words } from '#web/words/en/play.ts';
import { winningPlaces } from './BetTypes.tsx';
import { SlotList, takesOut } from './SlotList.tsx';
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
