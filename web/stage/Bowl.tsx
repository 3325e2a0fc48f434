import { useEffect, useState, type CSSProperties, type ReactNode, type Ref } from 'react';
import { words } from '#web/words/en/stage.ts';
import styles from './Bowl.module.css';
import { isWeak, lookFor } from './weak.ts';

interface BowlProps {
  /** Where balls leave it. */
  mouth?: Ref<HTMLSpanElement>;
  /** The numbers that have left it. Until the result is known the places of the balls are decoration. */
  gone: readonly string[];
  tumbles: boolean;
}

/** The bowl with the balls that are not out yet. */
export function Bowl({ mouth, gone, tumbles }: BowlProps) {
  const heap = heapWithout(gone);
  const moves = useStrong(tumbles);
  return (
    <div className={styles.bowl} role="img" aria-label={words.inBowl(heap.length)} data-tumbles={moves}>
      <Glass>
        <ellipse cx="105" cy="17" rx="98" ry="12" className={styles.mouth} />
      </Glass>
      <span ref={mouth} className={styles.exit} />
      {heap.map((number, place) => {
        const [x, y, turn] = places[place]!;
        return (
          <span
            key={number}
            className={styles.place}
            style={{ '--x': `${x}px`, '--y': `${y}px`, '--turn': `${turn}deg` } as CSSProperties}
          >
            <span className={styles.ball} data-kind={Number(number) % 3}>
              {number}
            </span>
          </span>
        );
      })}
      <Glass>
        <path d="M7 17C7 94 46 138 105 138S203 94 203 17C203 24 159 29 105 29S7 24 7 17Z" className={styles.glass} />
        <path d="M22 46C29 86 50 113 79 124" className={styles.shine} />
        <path d="m188 44c-2 14-6 25-11 35" className={styles.shine} />
      </Glass>
    </div>
  );
}

function Glass({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.layer} viewBox="0 0 210 142" aria-hidden="true">
      {children}
    </svg>
  );
}

/** From the bottom of the heap to its top: left, top, and how far the ball is turned. */
const places = [
  [84, 92, -20],
  [46, 78, 35],
  [122, 80, 160],
  [82, 52, 12],
  [30, 44, -65],
  [136, 38, 80],
  [66, 14, -28],
  [104, 10, 40],
  [84, -20, 25],
] as const;
const first = Array.from('528741936');

/** The topmost ball takes the place of one that has left. */
function heapWithout(gone: readonly string[]): readonly string[] {
  const heap = [...first];
  for (const number of gone) {
    const top = heap.pop()!;
    if (top !== number) heap[heap.indexOf(number)] = top;
  }
  return heap;
}

/** Whether the balls tumble. On a device that is too slow for it they stand still. */
function useStrong(tumbles: boolean): boolean {
  const [isStill, setStill] = useState(false);
  useEffect(() => {
    if (!tumbles || isStill) return;
    const began = performance.now();
    let frames = 0;
    let next = requestAnimationFrame(function count(now) {
      frames += 1;
      if (now - began < lookFor) next = requestAnimationFrame(count);
      else if (isWeak(frames, now - began)) setStill(true);
    });
    return () => cancelAnimationFrame(next);
  }, [tumbles, isStill]);
  return tumbles && !isStill;
}
