/** The speed of a simulated phone. */
export interface Profile {
  readonly name: string;
  /** How many times slower than the reference machine the processor is. */
  readonly slowdown: number;
  readonly budget: Budget;
}

/** The limits of a page load: milliseconds from the start of the navigation. */
interface Budget {
  readonly lcp: number;
  readonly ready: number;
  readonly blocking: number;
  /** From a tap to the paint that shows it, the 98th percentile; null where it is not measured. */
  readonly tap: number | null;
}

export const profiles: readonly Profile[] = [
  { name: 'CPU ÷4', slowdown: 4, budget: { lcp: 600, ready: 1_300, blocking: 150, tap: null } },
  { name: 'CPU ÷6', slowdown: 6, budget: { lcp: 900, ready: 1_800, blocking: 250, tap: 100 } },
  { name: 'CPU ÷12', slowdown: 12, budget: { lcp: 1_200, ready: 2_700, blocking: 500, tap: 200 } },
];

/** Slow 4G as DevTools defines it: bytes per second, milliseconds. */
export const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
} as const;

/** For every page but `/`, at the first profile, in milliseconds. */
export const lcpBudget = 1_000;
export const shiftBudget = 0.01;
/**
 * The bytes that a client's page transfers in ten minutes, polls and stream included. The other 100 kB of the 150 that a player
 * may transfer are for the code that the service worker caches (web/layout/keep-screens.ts), which the page does not see.
 */
export const sessionBudget = 50_000;

/** In bytes with the headers of answers: a first visit to Play, four minutes of it with four draws, a client's page that was there before. */
export const dataBudget = { first: 110_000, idle: 14_000, visit: 5_000 } as const;
/** The most that a demonstration may take of a core of the reference machine while nobody uses it, in percent, its database included. */
export const idleShareBudget = 2;
