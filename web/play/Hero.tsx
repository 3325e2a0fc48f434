import { useEffect, useState } from 'react';
import { useDrawing, useLastResult } from './drawing.ts';
import type { Draw } from '#contract/draws.ts';
import { useUpcomingDraws } from '#web/api/upcoming.ts';
import { useAtServerTime } from '#web/clock/clock.ts';
import { betTypes } from '#domain/bet-types.ts';
import { ClockCurve, Curve } from '#web/layout/Curve.tsx';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { offline } from '#web/layout/offline.ts';
import { Countdown } from '#web/values/Countdown.tsx';
import { formatTime } from '#web/values/format.ts';
import { Link } from '#ui/Link.tsx';
import { words } from '#web/words/en/play.ts';
import styles from './Hero.module.css';

/**
 * The yellow hero: how long the next draw is on sale, and the last result. While a draw is between its close and its numbers, that is said
 * instead. The box has the same height in all states.
 */
export function Hero({ ball, ...trying }: HeroProps) {
  const drawing = useDrawing();
  const next = drawing ? <Drawing draw={drawing} /> : <NextDraw />;
  if (ball === null) {
    return (
      <div className={styles.hero}>
        {next}
        <LastResult />
      </div>
    );
  }
  // A draw does not cut off a try that has begun.
  return <div className={styles.first}>{drawing && !ball ? next : <FirstVisit ball={ball} {...trying} />}</div>;
}

interface TryProps {
  /** The ball that is tried; empty before. */
  ball: string;
  onBall: (ball: string) => void;
  /** A visitor wants to play the number for real that they have tried. */
  onPlay: (number: string) => void;
}

interface HeroProps extends Omit<TryProps, 'ball'> {
  /** Null where nothing is offered to be tried. */
  ball: string | null;
}

// A visitor who only looks does not load it.
const Try = lazyPart(() => import('./Try.tsx'));

/** The game in one breath, and nine balls: a tap on one draws them, without an account and without money. */
function FirstVisit({ ball, onBall, onPlay }: TryProps) {
  const next = useUpcomingDraws().draws[0];
  const { minStake, tiers } = betTypes.IziOne;
  const idle = (
    <>
      <p className={styles.promise}>{words.promise(minStake, minStake * tiers[0]!.mult)}</p>
      <p className={styles.label}>{words.tryIt}</p>
      <div className={styles.heap}>
        {heap.map((number) => (
          <button key={number} type="button" aria-label={words.ball(number)} onClick={() => onBall(number)}>
            {number}
          </button>
        ))}
      </div>
    </>
  );
  return (
    <>
      {ball ? <Try waiting={idle} ball={ball} onAgain={() => onBall('')} onPlay={onPlay} /> : idle}
      <p className={styles.when}>
        <span>{next ? words.salesFor(formatTime(next.fullDate)) : words.salesClose}</span>
        <b>{next ? <Countdown to={next.closesAt} /> : '--:--'}</b>
        <Checkable />
      </p>
    </>
  );
}

/** The balls in their places: four on five. */
export const heap = Array.from('481637295');

/** The stage's code comes once sales have closed, which leaves it seconds until the first ball, and after all that a first visit needs. */
const stageNotBefore = 1_500;
// Without its code the hero keeps saying that the draw is on.
const StageOverHero = lazyPart(() => import('#web/stage/StageOverHero.tsx'), { renderBroken: () => null });

/** The stage, from the close of a draw until its outcome is read. */
export function OverHero() {
  const drawing = useDrawing();
  const [isUsed, setUsed] = useState(false);
  const isDrawing = drawing !== null;
  useEffect(() => {
    if (!isDrawing) return;
    const timer = setTimeout(() => setUsed(true), stageNotBefore - performance.now());
    return () => clearTimeout(timer);
  }, [isDrawing]);
  return isUsed && <StageOverHero drawing={drawing} />;
}

/** The edge that gets shorter with the time on sale; the plain edge while a draw is drawn. */
export function HeroCurve() {
  const drawing = useDrawing();
  const [next, second] = useUpcomingDraws().draws;
  if (drawing || !next || !second) return <Curve />;
  const closesAt = Date.parse(next.closesAt);
  return <ClockCurve from={2 * closesAt - Date.parse(second.closesAt)} to={closesAt} />;
}

function NextDraw() {
  const { draws, isPending, error } = useUpcomingDraws();
  const next = draws[0];
  const noSales = !next && !isPending && !error;
  return (
    <div className={styles.sales}>
      <p className={styles.label}>
        {next ? words.salesFor(formatTime(next.fullDate)) : noSales ? words.noSales : words.salesClose}
      </p>
      <p className={styles.clock} data-long={useIsLong(next?.closesAt)}>
        {next ? <Countdown to={next.closesAt} /> : '--:--'}
      </p>
    </div>
  );
}

/** Whether the time left has hours, so that it needs smaller figures. */
function useIsLong(closesAt: string | undefined): boolean {
  const at = closesAt === undefined ? 0 : Date.parse(closesAt);
  return useAtServerTime((now) => Number(now !== null && at - now > longest)) === 1;
}

const longest = 3_600_000 - 1_000;

/** The next sales stay in sight. */
function Drawing({ draw }: { draw: Draw }) {
  const next = useUpcomingDraws().draws[0];
  return (
    <div className={styles.sales}>
      <p className={styles.label}>
        {next && (
          <>
            <span>{words.salesFor(formatTime(next.fullDate))}</span> <Countdown to={next.closesAt} />
          </>
        )}
      </p>
      <p className={styles.clock} data-drawing role="status">
        {words.drawing(formatTime(draw.fullDate))}
      </p>
    </div>
  );
}

function LastResult() {
  const { data, error, refetch } = useLastResult();
  const clock = useAtServerTime(() => offline.clock);
  const last = data?.data[0];
  if (!last) {
    return (
      <div className={styles.last} aria-live="polite">
        <span className={styles.label}>{words.drawn}</span>
        <div className={styles.balls}>
          <span className={styles.label}>{data ? words.nothingDrawn : error ? words.drawnUnknown : null}</span>
          {error && (
            <button type="button" className={styles.retry} onClick={() => void refetch()}>
              {words.fetchAgain}
            </button>
          )}
        </div>
      </div>
    );
  }
  return (
    <div className={styles.last} aria-live="polite">
      {!clock && (
        <Link className={styles.label} to={`/results/${last.id}`}>
          {words.drawnAt(formatTime(last.fullDate))}
        </Link>
      )}
      <div className={styles.balls}>
        <ol className={styles.nine} aria-label={words.result}>
          {last.result?.map((number, place) => (
            <li key={number} data-top={place < 3}>
              {number}
            </li>
          ))}
        </ol>
      </div>
      <Checkable className={styles.checkable} />
    </div>
  );
}

/** How many draws can be checked; without a network, how old what is shown may be. */
function Checkable({ className }: { className?: string | undefined }) {
  const { data } = useLastResult();
  const clock = useAtServerTime(() => offline.clock);
  if (clock) return <small className={className}>{clock}</small>;
  return (
    <Link className={className} to="/results">
      {data?.data[0] ? words.checkable(data.meta.checkable) : words.drawn}
    </Link>
  );
}
