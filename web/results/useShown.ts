import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Which of a live list of draws (newest first) to show. Nothing may move under a thumb: once the visitor has touched the
 * page, draws that are new wait until they are asked for. Before, they show by themselves.
 */
export function useShown<D extends Listed>(draws: readonly D[]): { shown: D[]; waiting: number; show: () => void } {
  const [kept, setKept] = useState<readonly D[]>([]);
  const keep = useEffectEvent(() => {
    if (kept.length === 0) setKept(draws);
  });
  useEffect(() => {
    for (const name of touches) addEventListener(name, keep, { passive: true });
    return () => {
      for (const name of touches) removeEventListener(name, keep);
    };
  }, []);
  return { ...holdBack(kept, draws), show: () => setKept(draws) };
}

/** A tap, a key, a scroll. */
const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

interface Listed {
  readonly id: string;
  /** ISO 8601. */
  readonly fullDate: string;
}

/**
 * The draws that are kept, as they are now, and those older than all of them, of a page that was loaded since. The others
 * wait.
 *
 * @param kept what was shown when the visitor touched the page; if nothing, all draws are shown
 */
export function holdBack<D extends Listed>(kept: readonly D[], draws: readonly D[]): { shown: D[]; waiting: number } {
  const last = kept.at(-1);
  if (!last) return { shown: [...draws], waiting: 0 };
  const fresh = new Map(draws.map((draw) => [draw.id, draw]));
  const older = draws.filter(({ fullDate }) => fullDate < last.fullDate);
  const keptIds = new Set(kept.map(({ id }) => id));
  return {
    shown: [...kept.map((draw) => fresh.get(draw.id) ?? draw), ...older],
    waiting: draws.filter(({ id, fullDate }) => fullDate > last.fullDate && !keptIds.has(id)).length,
  };
}
