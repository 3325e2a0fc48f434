import { startOfDate } from '#domain/timetable.ts';

const day = 24 * 60 * 60 * 1_000;

/** When days of the operator's time zone begin and end. One may have 23 or 25 hours. */
export function boundsOf(first: string, timeZone: string, last = first): [Date, Date] {
  const next = new Date(Date.parse(`${last}T00:00:00Z`) + day).toISOString().slice(0, 10);
  return [new Date(startOfDate(first, timeZone)), new Date(startOfDate(next, timeZone))];
}
