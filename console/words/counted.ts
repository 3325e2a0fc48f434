/**
 * Makes the function by which a language counts, such as `1 ticket` and `2 655 tickets`. Its `written` is the count as amounts are written.
 *
 * @param isOne whether a count takes the singular
 */
export function countsWith(isOne: (count: number) => boolean) {
  return (count: number, one: string, many: string, written = String(count)): string =>
    `${written} ${isOne(count) ? one : many}`;
}
