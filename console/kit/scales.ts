/** Places on an axis, from a value to px. */
export type Scale = (value: number) => number;

export function linear([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  const span = to - from || 1;
  return (value) => start + ((value - from) / span) * (end - start);
}

/** For values above zero. */
export function logarithmic([from, to]: readonly [number, number], range: readonly [number, number]): Scale {
  const scale = linear([Math.log10(from), Math.log10(to)], range);
  return (value) => scale(Math.log10(Math.max(value, from)));
}

/** Round values from zero to at least `most`, four steps at most: `[0, 300, 600, 900]` for 850. */
export function roundTicks(most: number, steps = 3): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 3, 5, 10].map((factor) => factor * power).find((one) => one * steps >= most)!;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
}

/** The powers of ten from `from` to `to`, and for an axis of few decades 2 and 5 times them. */
export function decades(from: number, to: number, factors: readonly number[] = [1]): readonly number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power += 1) {
    for (const factor of factors) {
      const tick = factor * 10 ** power;
      if (tick >= from && tick <= to) ticks.push(tick);
    }
  }
  return ticks;
}

export interface PlacedLabel {
  /** From 0, the lowest. */
  readonly level: number;
  /** Where the label begins, in px. */
  readonly start: number;
}

/**
 * Puts labels at their marks on levels, so that no two cross, and none lies on its neighbour's line: a mark with a close
 * neighbour has its label on the other side.
 *
 * @param places each mark and the width of its label, in px, from left to right
 * @param range where labels may stand
 * @returns the place of each; the last level takes what has room nowhere
 */
export function placeLabels(
  places: readonly { readonly x: number; readonly width: number }[],
  [left, right]: readonly [number, number],
  levels = 3,
): readonly PlacedLabel[] {
  const ends = Array.from({ length: levels }, () => -Infinity);
  return places.map(({ x, width }, index) => {
    const isClose = (other: (typeof places)[number] | undefined) =>
      other !== undefined && Math.abs(other.x - x) < (other.width + width) / 2;
    const side = isClose(places[index + 1]) ? 'before' : isClose(places[index - 1]) ? 'after' : 'on';
    const wanted = { before: x - width - 4, on: x - width / 2, after: x + 4 }[side];
    const start = Math.max(left, Math.min(right - width, wanted));
    const free = ends.findIndex((end) => end <= start);
    const level = free < 0 ? levels - 1 : free;
    ends[level] = start + width + 6;
    return { level, start };
  });
}
