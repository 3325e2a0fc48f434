import { mostFigureDays } from '#contract/calls/figures.ts';
import { readClock } from '#database/clock.ts';
import type { Queryable } from '#database/connect.ts';
import { localTimeIn, startOfDate } from '#domain/timetable.ts';
import { Refusal } from '#server/http/refusal.ts';

/** Days of the site's zone, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayMs = 24 * 3_600_000;

/**
 * The days that figures are wanted of: until today, and so many, where they are left out.
 *
 * @throws Refusal invalid_request for too many days, and where they end before they begin
 */
export function readDays(
  { from, to }: { readonly [Day in keyof Days]?: string | undefined },
  today: string,
  usual: number,
): Days {
  const last = to ?? today;
  const first = from ?? dayAfter(last, 1 - usual);
  const days = (Date.parse(last) - Date.parse(first)) / dayMs;
  if (days < 0 || days >= mostFigureDays) {
    throw new Refusal('invalid_request', {
      errors: [{ path: 'to', message: ({ daysAtMost }) => daysAtMost(mostFigureDays) }],
    });
  }
  return { from: first, to: last };
}

/** The moments that these days begin and end at. */
export function momentsOf({ from, to }: Days, timeZone: string): readonly [from: string, to: string] {
  return [startAt(from, timeZone), startAt(dayAfter(to), timeZone)];
}

export async function todayIn(db: Queryable, timeZone: string): Promise<string> {
  return localTimeIn(timeZone)((await readClock(db)).getTime()).date;
}

export const startAt = (day: string, timeZone: string) => new Date(startOfDate(day, timeZone)).toISOString();
export const dayAfter = (day: string, days = 1) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const usualDays = 30;

/**
 * The days that a call wants figures of, 30 of them until today where it does not say.
 *
 * @throws Refusal invalid_request as `readDays`, and for days that have not begun
 */
export async function wantedDays(
  db: Queryable,
  query: Parameters<typeof readDays>[0],
  timeZone: string,
): Promise<Days> {
  const today = await todayIn(db, timeZone);
  const days = readDays(query, today, usualDays);
  if (days.from <= today) return days;
  throw new Refusal('invalid_request', { errors: [{ path: 'from', message: ({ todayIs }) => todayIs(today) }] });
}
