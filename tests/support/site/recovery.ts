import { setTimeout as sleep } from 'node:timers/promises';
import { waitMs } from '#tests/support/patience.ts';
import type { Crowd } from '#tests/support/players/crowd.ts';

/**
 * How long, in milliseconds, until the site says that it is ready and takes a bet again. Tests only print it: the figure counts
 * on a machine without other load.
 */
export async function timeRecovery(url: string, crowd: Crowd): Promise<number> {
  const startedAt = performance.now();
  await Promise.all([crowd.nextPlaced(), untilReady(url)]);
  return performance.now() - startedAt;
}

export function printRecovery(after: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  console.log(`after ${after}: ready and betting within ${seconds(median)} s, at most ${seconds(sorted.at(-1)!)} s`);
}

export async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await isReady(url))) {
    if (performance.now() > deadline) throw new Error('the site does not become ready');
    await sleep(10);
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(waitMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
