import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words } from '#web/words/en/stage.ts';
import { CoinOnBall } from './Coin.tsx';
import type { Landed } from './coins.ts';
import { comeFrom } from './motion.ts';
import styles from './Sockets.module.css';
import { ballCount } from './timeline.ts';

interface SocketsProps {
  /** The numbers that are out, first out first. */
  out: readonly string[];
  isFalling: boolean;
  /** Whether the draw is on: then the socket of the next ball is marked. */
  isOpen: boolean;
  /** The names of the client's tickets that each ball makes pay. */
  paying: readonly (readonly string[])[];
  /** The coins on each ball. Without them, the ball says which bet it makes pay. */
  coins?: readonly (readonly Landed[])[] | undefined;
  /** Where the balls come from; without a bowl they fall from above. */
  mouth?: RefObject<Element | null> | undefined;
  moves?: boolean;
  /** The elements between and under the sockets. */
  children?: ReactNode;
}

/**
 * The nine places of a draw. A ball comes blank, and shows its number where it lands. What is counted has landed, also for a viewer who
 * comes later, or whose device is too slow for the fall.
 */
export function Sockets({
  out,
  isFalling,
  isOpen,
  paying,
  coins,
  mouth,
  moves = false,
  children = null,
}: SocketsProps) {
  return (
    <div className={styles.board}>
      <ol className={styles.sockets} aria-label={words.result}>
        {Array.from({ length: ballCount }, (_, place) => {
          const isNext = place === out.length;
          const number = out[place];
          const names = paying[place] ?? [];
          return (
            <li
              key={place}
              className={styles.socket}
              data-top={place < 3}
              data-next={isOpen && isNext}
              data-hit={names.length > 0}
              // Written by the style sheet: the list's text is the result and nothing else.
              data-paying={names.length > 0 && !coins ? words.paying(names) : undefined}
            >
              {(number !== undefined || (isNext && isFalling)) && (
                <Ball number={number} isFalling={isNext} mouth={mouth} />
              )}
              {number !== undefined &&
                coins?.[place]?.map(({ from, back }, above) => (
                  <CoinOnBall key={from} from={from} number={number} back={back} above={above} moves={moves} />
                ))}
              {number === undefined && <VisuallyHidden>{words.notYet}</VisuallyHidden>}
            </li>
          );
        })}
      </ol>
      {children}
    </div>
  );
}

interface BallProps {
  number: string | undefined;
  isFalling: boolean;
  mouth: RefObject<Element | null> | undefined;
}

function Ball({ number, isFalling, mouth }: BallProps) {
  const ball = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (isFalling) comeFrom(ball.current!, mouth?.current ?? null);
  }, [isFalling, mouth]);
  return (
    <span ref={ball} className={styles.ball} data-falling={isFalling}>
      {number}
    </span>
  );
}
