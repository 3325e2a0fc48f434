import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from './patience.ts';

const day = 86_400_000;
/** In milliseconds: the longest that a test takes which speaks of today. */
const testOfToday = 300_000;

/** Waits for the next day where this one ends soon, for what is the same all day and starts anew at midnight. */
export async function untilDayLasts(): Promise<void> {
  // The operator's time zone, Abidjan's, is UTC.
  const left = day - (Date.now() % day);
  if (left < patience(testOfToday)) await sleep(left);
}
