/** How many seconds of the draw pass in one second of the replay. */
export const speeds = ['1', '10', '60'] as const;
export type Speed = (typeof speeds)[number];

/** The beginning and the end of a replay, in milliseconds since 1970. */
export type Span = readonly [from: number, to: number];

/**
 * The minutes before the close, with what followed up to the last step. What was sold before them is there at the beginning.
 *
 * @param steps the moments of the steps that were taken
 * @param now the end, where the sales are still open
 */
export function spanOf(from: number, closesAt: number, steps: readonly number[], now: number): Span {
  // A draw whose minutes have not begun is replayed from the step that it took last.
  const begins = Math.min(from, now, ...(now < from ? steps.slice(-1) : []));
  // Before its first step it did not exist, and moments are asked for in whole seconds.
  const exists = Math.ceil(Math.min(...steps, now) / 1_000) * 1_000;
  return [Math.max(begins, exists), now < closesAt ? now : Math.max(closesAt, ...steps)];
}

/** The moment a second later. The end is not passed. */
export function advance(at: number, speed: Speed, [, to]: Span): number {
  return Math.min(to, at + Number(speed) * 1_000);
}

/** The step before or after a moment, among those within the replay; its beginning and its end count as steps. */
export function stepBeside(at: number, by: -1 | 1, steps: readonly number[], [from, to]: Span): number {
  const within = [from, ...steps.filter((step) => step > from && step < to), to];
  const found = by === 1 ? within.find((step) => step > at) : within.findLast((step) => step < at);
  return found ?? (by === 1 ? to : from);
}
