/**
 * The longest time without an accepted bet after `struckAt`, in milliseconds; only the part after `from` counts.
 *
 * @param moments at which a bet was accepted, in order, and the end
 */
export function longestGap(moments: readonly number[], struckAt: number, from: number): number {
  let longest = 0;
  for (const [index, moment] of moments.entries()) {
    const before = moments[index - 1] ?? moment;
    if (moment > struckAt) longest = Math.max(longest, moment - Math.max(before, from === struckAt ? before : from));
  }
  return longest;
}
