import type { Words } from '#server/words/languages.ts';

const minute = 60;
const hour = 60 * minute;

/** A waiting time for people, rounded up so that it is never too short: `45 seconds`, `2 minutes`, `3 hours`. */
export function waitInWords(seconds: number, { wait }: Pick<Words, 'wait'>): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole <= minute) return wait.seconds(whole);
  if (whole <= hour) return wait.minutes(Math.ceil(whole / minute));
  return wait.hours(Math.ceil(whole / hour));
}
