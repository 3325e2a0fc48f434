import { useLayoutEffect, useRef } from 'react';
import { classNames } from '#ui/classNames.ts';
import styles from './Coin.module.css';
import { comeFrom } from './motion.ts';

interface CoinProps {
  id: string;
  number: string;
  /** The number is out where it counts, and its ticket waits for others. */
  isHit: boolean;
}

/** One number of a ticket, with the scallops of the ticket's edge. */
export function Coin({ id, number, isHit }: CoinProps) {
  return (
    <span id={id} className={styles.coin} data-hit={isHit}>
      <Scallops />
      {number}
    </span>
  );
}

interface CoinOnBallProps {
  /** The id of the coin that hops here. One that has no seat is simply there. */
  from: string;
  number: string;
  /** The payout, on its back. */
  back: string;
  /** How many coins lie under it. */
  above: number;
  moves: boolean;
}

/** Its texts are written by the style sheet: the list of balls is read as the result and nothing else. */
export function CoinOnBall({ from, number, back, above, moves }: CoinOnBallProps) {
  const coin = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (moves) comeFrom(coin.current!, document.getElementById(from));
    // It hops once, when its ticket is sure to be paid.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <span
      ref={coin}
      className={classNames(styles.coin, styles.onBall)}
      data-hit="true"
      data-above={above}
      data-front={number}
      data-back={back}
      aria-hidden="true"
    >
      <Scallops />
    </span>
  );
}

const scallopCount = 14;
const points = Array.from({ length: scallopCount }, (_, index) => {
  const angle = (index / scallopCount) * 2 * Math.PI;
  return [Math.cos(angle), Math.sin(angle)].map((part) => (20 + 17.2 * part).toFixed(2)).join(' ');
});
const outline = `M${[...points, points[0]].join('A3.9 3.9 0 0 1 ')}Z`;

function Scallops() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <path d={outline} />
    </svg>
  );
}
