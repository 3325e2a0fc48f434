import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words as game } from '#web/words/en/game.ts';
import { words } from '#web/words/en/play.ts';
import styles from './Slots.module.css';

interface SlotsProps {
  /** One string per slot, empty for an empty slot. */
  numbers: readonly string[];
  /** The slot the next number goes to; −1 when all are taken. */
  next: number;
  onMove: (from: number, to: number) => void;
  onTakeOut: (number: string) => void;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  readonly startX: number;
  readonly offset: number;
}

/** The nine places of an ordered ticket. Numbers can be moved by dragging or with the arrow keys. */
export function Slots({ numbers, next, onMove, onTakeOut }: SlotsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState('');

  function move(from: number, to: number) {
    if (to < 0 || to >= numbers.length || from === to) return;
    onMove(from, to);
    setSaid(words.moved(numbers[from]!, game.ordinal(to)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, place: number) {
    const number = numbers[place];
    const to = targetOf(event.key, place, numbers.length);
    if (!number || (to === null && !takesOut(event.key))) return;
    event.preventDefault();
    if (to === null) return onTakeOut(number);
    move(place, to);
    // The focus follows the number, so that it can be moved further.
    list.current?.querySelectorAll('button')[Math.min(Math.max(to, 0), numbers.length - 1)]?.focus();
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>, place: number) {
    if (!numbers[place] || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: place, to: place, startX: event.clientX, offset: 0 });
  }

  function onPointerMove(event: PointerEvent) {
    if (!drag || !list.current) return;
    setDrag({ ...drag, to: placeAt(list.current, event.clientX), offset: event.clientX - drag.startX });
  }

  function onPointerUp() {
    if (drag) move(drag.from, drag.to);
    setDrag(null);
  }

  return (
    <>
      <ol ref={list} className={styles.slots} aria-label={words.slots}>
        {numbers.map((number, place) => (
          // The key is the place: a slot stays the same while its number changes.
          <li key={place}>
            <button
              type="button"
              className={styles.slot}
              aria-label={number ? words.placed(number, game.ordinal(place)) : words.emptySlot(place + 1)}
              aria-disabled={!number}
              tabIndex={number ? 0 : -1}
              data-filled={Boolean(number)}
              data-next={place === next || undefined}
              data-dragged={place === drag?.from || undefined}
              data-target={(drag && drag.to !== drag.from && place === drag.to) || undefined}
              style={place === drag?.from ? { transform: `translateX(${drag.offset}px)` } : undefined}
              onKeyDown={(event) => onKeyDown(event, place)}
              onPointerDown={(event) => onPointerDown(event, place)}
              onPointerMove={onPointerMove}
              onPointerUp={onPointerUp}
              onPointerCancel={() => setDrag(null)}
            >
              {number || <span className={styles.place}>{place + 1}</span>}
            </button>
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}

/** The place a key moves a number to; null for a key that moves nothing. */
function targetOf(key: string, place: number, count: number): number | null {
  const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backward = document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  return { [forward]: place + 1, [backward]: place - 1, Home: 0, End: count - 1 }[key] ?? null;
}

function takesOut(key: string): boolean {
  return key === 'Delete' || key === 'Backspace';
}

/** The place whose middle is nearest to a point of the screen. */
function placeAt(list: HTMLElement, x: number): number {
  const distances = Array.from(list.children, (slot) => {
    const { left, width } = slot.getBoundingClientRect();
    return Math.abs(left + width / 2 - x);
  });
  return distances.indexOf(Math.min(...distances));
}
