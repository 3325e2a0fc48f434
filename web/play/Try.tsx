import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { comeFrom, useStill } from '#web/stage/motion.ts';
import { shuffle } from '#web/tickets/shuffle.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#web/words/en/try.ts';
import hero from './Hero.module.css';
import { heap } from './Hero.tsx';
import styles from './Try.module.css';

interface TryProps {
  /** The ball that was tapped. */
  ball: string;
  onAgain: () => void;
  onPlay: (number: string) => void;
}

/** The times of the try in milliseconds: the heap stirs, then a ball leaves it, then one each step; the words change at the end. */
const firstAt = 900;
const step = 780;
const endsAt = 8_000;

/** A draw on this device alone: it is never asked for, kept or counted, and no server hears of it. */
export default function Try({ ball, onAgain, onPlay }: TryProps) {
  const [order] = useState(shuffle);
  const isStill = useStill();
  const [out, setOut] = useState(isStill ? 9 : 0);
  // The words count a ball once it lies in its socket.
  const [landed, setLanded] = useState(out);
  const [isOver, setOver] = useState(isStill);
  const box = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const sockets = useRef<HTMLOListElement>(null);

  // The pressed element is gone, a ball or the button that shows the end, and the focus with it.
  useEffect(() => {
    if (!isOver || document.activeElement === document.body) said.current!.focus({ preventScroll: true });
  }, [isOver]);
  useEffect(() => {
    if (isOver) return;
    const timers = order.map((_, place) => setTimeout(() => setOut(place + 1), firstAt + place * step));
    timers.push(setTimeout(() => setOver(true), endsAt));
    return () => timers.forEach(clearTimeout);
  }, [order, isOver]);
  useLayoutEffect(() => {
    const landing = sockets.current!.children[out - 1] as HTMLElement | undefined;
    if (landing && !isOver) comeFrom(landing, box.current!.querySelector(`[data-ball="${order[out - 1]}"]`));
  }, [order, out, isOver]);
  // A tap anywhere in the hero ends it, and so does the button, which is what a keyboard has.
  useEffect(() => {
    const hero = box.current!.parentElement!;
    const end = () => {
      setOut(9);
      setOver(true);
    };
    hero.addEventListener('click', end);
    return () => hero.removeEventListener('click', end);
  }, []);
  const place = order.indexOf(ball);
  function again() {
    const hero = box.current!.parentElement!;
    onAgain();
    requestAnimationFrame(() => hero.querySelectorAll('button')[heap.indexOf(ball)]?.focus({ preventScroll: true }));
  }
  return (
    <div ref={box} className={styles.box}>
      <p ref={said} tabIndex={-1} role="status" className={hero.promise} data-line={!isOver}>
        {isOver ? words.came(place) : words.yours(ball)}
      </p>
      {!isOver && <p className={hero.label}>{words.coming(landed)}</p>}
      <ol
        ref={sockets}
        className={styles.sockets}
        aria-label={words.order}
        onAnimationEnd={() => setLanded((landed) => landed + 1)}
      >
        {order.map((number, index) => (
          <li
            key={number}
            data-out={index < out}
            data-top={index < 3}
            data-next={index === out || undefined}
            data-mine={(index < out && number === ball) || undefined}
          >
            {index < out && number}
          </li>
        ))}
      </ol>
      {isOver ? (
        <>
          <div className={styles.actions}>
            <Button size="l" onClick={() => onPlay(ball)}>
              {words.play(ball)}
            </Button>
            <Button size="l" variant="secondary" onClick={again}>
              {words.again}
            </Button>
          </div>
          <p className={hero.label}>{words.even}</p>
        </>
      ) : (
        <>
          <div className={hero.heap} data-stirs={out === 0} aria-hidden="true">
            {heap.map((number) => (
              <span
                key={number}
                data-ball={number}
                data-mine={number === ball || undefined}
                data-gone={order.indexOf(number) < out || undefined}
              >
                {number}
              </span>
            ))}
          </div>
          <button type="button" className={styles.skip}>
            {words.skip}
          </button>
        </>
      )}
    </div>
  );
}
