/** Lets this process do nothing else for so many milliseconds, as on a machine that is far too busy. */
export function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
