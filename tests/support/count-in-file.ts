const counts = new Set<() => void>();

/** Lets all counts begin again, before a file of tests whose process has run others. */
export function beginFile(): void {
  for (const begin of counts) begin();
}

/**
 * Counts up, in each file of tests from the start again: files share processes, and none changes the numbers of another one.
 *
 * @param start the number before the first one; a function is called as each file begins
 */
export function countInFile(start: number | (() => number) = 0): () => number {
  const before = typeof start === 'number' ? () => start : start;
  let last = before();
  counts.add(() => (last = before()));
  return () => ++last;
}
