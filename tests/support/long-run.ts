import { randomInt } from 'node:crypto';

/** Whether this is the long run, which does whole what the gate does in part. */
export const isLongRun = process.env['LONG_RUN'] === 'on';

/**
 * Whether the tests that are marked as long run: in the long run, and where a run names its files. The gate as a whole leaves them out.
 */
export const runsLong = isLongRun || process.env['LONG_TESTS'] === 'on';

/**
 * How much of something a long test does: as `npm run test:long -- books --runs 20000` says, or its usual amount. The gate's short
 * case of the same test names its own.
 */
export function amountOf(option: 'requests' | 'runs' | 'seconds', usual: number): number {
  return Number(process.env[`LONG_${option.toUpperCase()}`] ?? usual);
}

/** Chance, or `--seed 7`, which repeats it. */
export function chooseSeed(): number {
  return Number(process.env['LONG_SEED'] ?? randomInt(2 ** 31));
}

/**
 * Takes turns: in the long run each call is true, in the gate one of so many, beginning with another one each time.
 *
 * @param takesAll whether each call is true; `runsLong` where a run that names the file does it whole, too
 * @returns a function that says whether it is the caller's turn
 */
export function takeTurns(share: number, takesAll = isLongRun): () => boolean {
  let turn = randomInt(share);
  return () => takesAll || turn++ % share === 0;
}
