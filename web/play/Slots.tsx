import { betTypes, type BetName } from '#domain/bet-types.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { words } from '#web/words/en/play.ts';
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
  onOrder: (numbers: readonly string[]) => void;
  onTakeOut: (number: string) => void;
}

/** The ticket's numbers: nine places in a row where the place counts, otherwise loose ones in a capsule, with what they have to do. */
export function Slots({ name, numbers, next, onOrder, onTakeOut }: SlotsProps) {
  if (betTypes[name].hit.kind === 'exact') {
    return (
      <OrderedSlots
        waiting={<SlotList numbers={numbers} next={next} />}
        numbers={numbers}
        next={next}
        onOrder={onOrder}
        onTakeOut={onTakeOut}
      />
    );
  }
  return (
    <div className={styles.loose}>
      <SlotList
        numbers={numbers}
        next={next}
        propsOf={(place) => ({ onKeyDown: ({ key }) => takesOut(key) && onTakeOut(numbers[place]!) })}
      />
      <p>{words.slotsOf[name]}</p>
    </div>
  );
}
