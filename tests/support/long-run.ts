import { randomInt } from 'node:crypto';

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
