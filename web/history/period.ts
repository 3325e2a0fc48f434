import { startOfDate } from '#domain/timetable.ts';
import { daysAfter } from '#web/values/day.ts';

export const periodChoices = ['today', 'week', 'month', 'all', 'custom'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/** Two days, both included, `YYYY-MM-DD`; null for no bound. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

/** The days of a choice. A month is the one that runs. */
export function periodOf(choice: Exclude<PeriodChoice, 'custom'>, today: string): Period {
  switch (choice) {
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: daysAfter(today, -6), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'all':
      return { from: null, to: null };
  }
}

/** The period with another first day. A last day that would be before it moves along. */
export function startingOn(from: string | null, { to }: Period): Period {
  return { from, to: from !== null && to !== null && to < from ? from : to };
}

/** The period with another last day. A first day that would be after it moves along. */
export function endingOn(to: string | null, { from }: Period): Period {
  return { from: from !== null && to !== null && from > to ? to : from, to };
}

/**
 * The period as instants for the calls, by the operator's wall clock: from the start of the first day (inclusive) to the
 * start of the day after the last (exclusive).
 */
export function instantsOf({ from, to }: Period, timeZone: string): { from?: string; to?: string } {
  return {
    ...(from !== null && { from: new Date(startOfDate(from, timeZone)).toISOString() }),
    ...(to !== null && { to: new Date(startOfDate(daysAfter(to, 1), timeZone)).toISOString() }),
  };
}
