import { startOfDate } from '#domain/timetable.ts';

const day = 86_400_000;

/** Two dates as the form holds them, `YYYY-MM-DD` or empty. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * The period as instants for the calls, by the operator's wall clock: from the start of the first day (inclusive) to the
 * start of the day after the last (exclusive).
 */
export function instantsOf({ from, to }: Period, timeZone: string): { from?: string; to?: string } {
  return {
    ...(from && { from: new Date(startOfDate(from, timeZone)).toISOString() }),
    ...(to && { to: new Date(startOfDate(nextDate(to), timeZone)).toISOString() }),
  };
}

function nextDate(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10);
}
