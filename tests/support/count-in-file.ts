const counts = new Set<() => void>();

/** Lets all counts begin again, before a file of tests whose process has run others. */
export function beginFile(): void {
  for (const begin of counts) begin();
}

/**
 * Counts up, in each file of tests from the start again: files share processes, and none changes the numbers of another one.
 *
 * @param start the number before the first one
 */
export function countInFile(start = 0): () => number {
  let last = start;
  counts.add(() => (last = start));
  return () => ++last;
}
