import { useEffect, useMemo, useState } from 'react';
import { veilOutcomes } from '#web/api/hide-outcomes.ts';
import { holdOutcomes } from '#web/api/hold-outcomes.ts';
import { onServer, serverNow } from '#web/clock/clock.ts';
import { useStill } from './motion.ts';
import { ballsAt, holdBefore, sceneAt, type Scene } from './timeline.ts';
import type { DrawDetails } from './useDraw.ts';

export interface Staging {
  /** The scene on the stage, also while a draw is played again. */
  readonly scene: Scene;
  /** Whether the outcome is known to the viewer. Playing it again does not change that. */
  readonly isTold: boolean;
  /** Whether it was not when the draw came on stage. */
  readonly isLive: boolean;
  /** Without motion and glow. */
  readonly still: boolean;
  /** Shows all nine balls. */
  readonly skip: () => void;
  /** Plays a draw again whose outcome is told. */
  readonly again: () => void;
}

/** Puts a draw on stage. As long as it keeps the outcome to itself, the whole page does. */
export function useScene(draw: DrawDetails): Staging {
  const still = useStill();
  const [skipped, setSkipped] = useState(() => isReloadAfter(draw));
  const [playedAt, setPlayedAt] = useState<number | null>(null);
  const { closesAt, fullDate, drawnAt, status } = draw;
  const live = useMemo(() => {
    const staged = {
      closesAt: Date.parse(closesAt),
      drawsAt: Date.parse(fullDate),
      drawnAt: drawnAt === null ? null : Date.parse(drawnAt),
      isVoid: status === 'void',
    };
    return (now: number) => sceneAt(staged, now, { still, skipped });
  }, [closesAt, fullDate, drawnAt, status, still, skipped]);
  const { holds, act } = useChanging(live);
  const isTold = act === 'out' || act === 'void';
  const [isLive] = useState(!isTold);

  useEffect(() => {
    if (!holds) return;
    const release = holdOutcomes();
    const unveil = veilOutcomes(Date.parse(fullDate) - holdBefore);
    // An answer from between the draw and its payment is hidden until there is a newer one.
    return () => void release().then(unveil);
  }, [holds, fullDate]);

  const shown = useMemo(() => (playedAt === null ? live : (now: number) => ballsAt(now - playedAt)), [playedAt, live]);
  return {
    scene: useChanging(shown),
    isTold,
    isLive,
    still,
    skip: () => (playedAt === null ? setSkipped(true) : setPlayedAt(null)),
    again: () => setPlayedAt(serverNow()),
  };
}

/** The scene at the server's time, rendered again at each of its changes. */
function useChanging(sceneOf: (now: number) => Scene): Scene {
  const [now, setNow] = useState(serverNow);
  const scene = sceneOf(now);
  useEffect(() => {
    const { changesIn } = sceneOf(now);
    if (changesIn === null) return;
    // A timer may come a little early, and the clock may be set back: the time never stays as it was.
    const due = now + Math.max(1, changesIn);
    const timer = setTimeout(() => setNow(Math.max(serverNow(), due)), Math.max(0, due - serverNow()));
    return () => clearTimeout(timer);
  }, [sceneOf, now]);
  return scene;
}

/** Whether the page was reloaded after the draw: then its balance is the new one, and the stage keeps nothing back. */
function isReloadAfter({ drawnAt }: DrawDetails): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' && drawnAt !== null && Date.parse(drawnAt) < onServer(performance.timeOrigin);
}
