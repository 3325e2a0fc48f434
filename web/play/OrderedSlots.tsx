import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words as game } from '#web/words/en/game.ts';
import { words } from '#web/words/en/play-parts.ts';
import { moved, swapped } from './reorder.ts';
import styles from './OrderedSlots.module.css';
import { SlotList, takesOut } from './SlotList.tsx';

interface OrderedSlotsProps {
  numbers: readonly string[];
  next: number;
  onOrder: (numbers: readonly string[]) => void;
  onTakeOut: (number: string) => void;
}

/** In pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  readonly start: Point;
  readonly offset: Point;
}

/** Slots whose numbers can be moved by dragging or with the arrow keys, and exchanged by tapping two of them. */
export default function OrderedSlots({ numbers, next, onOrder, onTakeOut }: OrderedSlotsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const hasDragged = useRef(false);
  const [picked, setPicked] = useState<number | null>(null);
  const [said, setSaid] = useState('');

  function move(from: number, to: number) {
    const order = moved(numbers, from, to);
    if (order === numbers) return;
    setPicked(null);
    onOrder(order);
    setSaid(words.moved(numbers[from]!, game.ordinal(to)));
  }

  function tap(place: number) {
    // A drag ends with a click too.
    if (hasDragged.current) {
      hasDragged.current = false;
      return;
    }
    if (picked === null) return setPicked(place);
    setPicked(null);
    if (picked === place || !numbers[picked]) return;
    onOrder(swapped(numbers, picked, place));
    setSaid(words.moved(numbers[picked], game.ordinal(place)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, place: number) {
    const to = targetOf(event.key, place, numbers.length, columnsOf(list.current!));
    if (to === null && !takesOut(event.key)) return;
    event.preventDefault();
    if (to === null) return onTakeOut(numbers[place]!);
    move(place, to);
    // The focus follows the number, so that it can be moved further.
    list.current?.querySelectorAll('button')[Math.min(Math.max(to, 0), numbers.length - 1)]?.focus();
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>, place: number) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: place, to: place, start: pointOf(event), offset: { x: 0, y: 0 } });
  }

  function onPointerMove(event: PointerEvent) {
    if (!drag || !list.current) return;
    const at = pointOf(event);
    const offset = { x: at.x - drag.start.x, y: at.y - drag.start.y };
    setDrag({ ...drag, to: placeAt(list.current, at), offset });
  }

  function onPointerUp() {
    hasDragged.current = drag !== null && drag.from !== drag.to;
    if (drag) move(drag.from, drag.to);
    setDrag(null);
  }

  const propsOf = (place: number) => ({
    'aria-pressed': place === picked,
    'data-picked': place === picked || undefined,
    onClick: () => tap(place),
    'aria-label': words.placed(numbers[place]!, game.ordinal(place)),
    'data-movable': true,
    'data-dragged': place === drag?.from || undefined,
    'data-target': (drag && drag.to !== drag.from && place === drag.to) || undefined,
    ...(place === drag?.from && { style: { transform: `translate(${drag.offset.x}px, ${drag.offset.y}px)` } }),
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => onKeyDown(event, place),
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => onPointerDown(event, place),
    onPointerMove,
    onPointerUp,
    onPointerCancel: () => setDrag(null),
  });
  return (
    <div className={styles.ordered}>
      <SlotList ref={list} numbers={numbers} next={next} propsOf={propsOf} />
      <p className={styles.hint}>{words.reorder}</p>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </div>
  );
}

/** The place a key moves a number to; null for a key that moves nothing. */
function targetOf(key: string, place: number, count: number, columns: number): number | null {
  const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backward = document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  const above = place - columns >= 0 ? place - columns : null;
  const below = place + columns < count ? place + columns : null;
  const targets = {
    [forward]: place + 1,
    [backward]: place - 1,
    Home: 0,
    End: count - 1,
    ArrowUp: above,
    ArrowDown: below,
  };
  return targets[key] ?? null;
}

function columnsOf(list: HTMLElement): number {
  return getComputedStyle(list).gridTemplateColumns.split(' ').length;
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

/** The place whose middle is nearest to a point of the screen. */
function placeAt(list: HTMLElement, { x, y }: Point): number {
  const distances = Array.from(list.children, (slot) => {
    const { left, top, width, height } = slot.getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  });
  return distances.indexOf(Math.min(...distances));
}
