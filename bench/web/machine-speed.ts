import type { Browser } from 'playwright-core';

/** The current speed of one core of this machine. */
export interface MachineSpeed {
  /** Rounds of a fixed piece of JavaScript in a millisecond, undisturbed. */
  readonly roundsPerMs: number;
  /** How many times slower it runs on average because other processes use the core: 1 on a quiet machine. */
  readonly disturbance: number;
}

/** The machine that the budgets were made on. A phone at ÷4 is a quarter of it, on whatever machine the bench runs. */
export const referenceRoundsPerMs = 20_000;

const pieces = 100;
const roundsOfPiece = 60_000;

/** Measured in the browser itself, without throttling. */
export async function measureSpeed(browser: Browser): Promise<MachineSpeed> {
  const page = await browser.newPage();
  const times = await page.evaluate(runPieces, { pieces, roundsOfPiece });
  await page.close();
  const fastest = Math.min(...times);
  const average = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { roundsPerMs: roundsOfPiece / fastest, disturbance: average / fastest };
}

/**
 * How much to throttle the browser so that it is this many times slower than the reference; at least 1, which is no
 * throttling.
 */
export function throttlingRate(slowdown: number, { roundsPerMs, disturbance }: MachineSpeed): number {
  return Math.max(1, (slowdown * roundsPerMs) / disturbance / referenceRoundsPerMs);
}

/** Runs in the page. A piece takes some milliseconds, so that even on a busy machine some pieces run undisturbed. */
function runPieces({ pieces: count, roundsOfPiece: rounds }: { pieces: number; roundsOfPiece: number }): number[] {
  const times: number[] = [];
  for (let piece = 0; piece < count; piece++) {
    const startedAt = performance.now();
    let text = '';
    for (let round = 0; round < rounds; round++) text = (text + round.toString(36)).slice(-32);
    if (text.length !== 32) throw new Error('the work to measure was not run');
    times.push(performance.now() - startedAt);
  }
  // The first pieces run before the code is compiled.
  return times.slice(count / 5);
}
