import type { Point } from '#console/kit/LineChart.tsx';

const minute = 60_000;

/** Every minute from one time up to another, also those without sales. */
export function minutesOf(
  sold: readonly { readonly at: string; readonly stakes: number }[],
  from: number,
  to: number,
): Point[] {
  const stakes = new Map(sold.map(({ at, stakes: value }) => [Date.parse(at), value]));
  const first = Math.ceil(from / minute) * minute;
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / minute)) }, (_, index) => {
    const at = first + index * minute;
    return { at, value: stakes.get(at) ?? 0 };
  });
}

/** The mean of each minute and the four before it; of fewer at the beginning. */
export function meanOfFive(minutes: readonly Point[]): Point[] {
  return minutes.map(({ at }, index) => {
    const five = minutes.slice(Math.max(0, index - 4), index + 1);
    return { at, value: five.reduce((sum, { value }) => sum + value, 0) / five.length };
  });
}

/** The sales of the minutes from one time up to another. */
export function soldBetween(sold: Parameters<typeof minutesOf>[0], from: number, to: number): number {
  return minutesOf(sold, from, to).reduce((sum, { value }) => sum + value, 0);
}
