/** How long a session lasts without its operator, in milliseconds. The server has the same limit. */
export const mostRest = 15 * 60_000;
/** How long before it ends the operator is warned. */
const warnedBefore = 2 * 60_000;
/** While somebody works without making calls, the browser tells the server this often that the operator is there. */
const tellEvery = 60_000;

/**
 * Decides whether a session at rest is kept, warned of or ended at a moment.
 *
 * @param now in milliseconds
 * @param usedAt when a key or the pointer was used last, in any window of the console
 * @param toldAt when the server was told last that somebody is there
 */
export function restAt(now: number, usedAt: number, toldAt: number): 'work' | 'tell' | 'warn' | 'end' {
  const rest = now - usedAt;
  if (rest >= mostRest) return 'end';
  if (rest >= mostRest - warnedBefore) return 'warn';
  return usedAt > toldAt && now - toldAt >= tellEvery ? 'tell' : 'work';
}
