import { startOfDate } from '#domain/timetable.ts';

const day = 24 * 60 * 60 * 1_000;

/** When a day of the operator's time zone begins and ends. It may have 23 or 25 hours. */
export function boundsOf(date: string, timeZone: string): [Date, Date] {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10);
  return [new Date(startOfDate(date, timeZone)), new Date(startOfDate(next, timeZone))];
}
