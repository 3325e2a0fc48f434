import type { Browser } from 'playwright-core';

/** How fast a core is, and how much of it others take. */
export interface MachineSpeed {
  /** Rounds of a fixed piece of JavaScript in a millisecond, undisturbed. */
  readonly roundsPerMs: number;
  /** How many times slower it goes on the average, because other processes want the core: 1 on a quiet machine. */
  readonly disturbance: number;
}

/** Asks the browser itself, without any slowing down. */
export async function measureSpeed(browser: Browser): Promise<MachineSpeed> {
  const page = await browser.newPage();
  const times = await page.evaluate(runPieces);
  await page.close();
  const fastest = Math.min(...times);
  const average = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { roundsPerMs: roundsOfPiece / fastest, disturbance: average / fastest };
}

const roundsOfPiece = 20_000;

/** Runs in the page. Each piece is short enough to be undisturbed now and then, on however busy a machine. */
function runPieces(): number[] {
  const times: number[] = [];
  for (let piece = 0; piece < 300; piece++) {
    const startedAt = performance.now();
    let text = '';
    for (let round = 0; round < 20_000; round++) text = (text + round.toString(36)).slice(-32);
    if (text.length !== 32) throw new Error('the piece was not run');
    times.push(performance.now() - startedAt);
  }
  // The first ones run before the code is compiled.
  return times.slice(50);
}
