import type { Browser } from 'playwright-core';

/** How fast a core of this machine is just now. */
export interface MachineSpeed {
  /** Rounds of a fixed piece of JavaScript in a millisecond, undisturbed. */
  readonly roundsPerMs: number;
  /** How many times slower it goes on the average, because other processes want the core: 1 on a quiet machine. */
  readonly disturbance: number;
}

/** Of the machine that the budgets were made on: a phone at ÷4 is a quarter of it, whatever the bench runs on. */
export const referenceRoundsPerMs = 20_000;

const pieces = 100;
const roundsOfPiece = 60_000;

/** Asks the browser itself, without any slowing down. */
export async function measureSpeed(browser: Browser): Promise<MachineSpeed> {
  const page = await browser.newPage();
  const times = await page.evaluate(runPieces, { pieces, roundsOfPiece });
  await page.close();
  const fastest = Math.min(...times);
  const average = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { roundsPerMs: roundsOfPiece / fastest, disturbance: average / fastest };
}

/** By how much the browser has to slow down to be so many times slower than the reference; at least 1, which is not at all. */
export function throttlingRate(slowdown: number, { roundsPerMs, disturbance }: MachineSpeed): number {
  return Math.max(1, (slowdown * roundsPerMs) / disturbance / referenceRoundsPerMs);
}

/** Runs in the page. A piece takes some milliseconds, so that now and then one is not disturbed, however busy the machine. */
function runPieces({ pieces: count, roundsOfPiece: rounds }: { pieces: number; roundsOfPiece: number }): number[] {
  const times: number[] = [];
  for (let piece = 0; piece < count; piece++) {
    const startedAt = performance.now();
    let text = '';
    for (let round = 0; round < rounds; round++) text = (text + round.toString(36)).slice(-32);
    if (text.length !== 32) throw new Error('the piece was not run');
    times.push(performance.now() - startedAt);
  }
  // The first ones run before the code is compiled.
  return times.slice(count / 5);
}
