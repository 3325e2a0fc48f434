import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/reports.ts';
import { localTimeIn, startOfDate } from '#domain/timetable.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';

type Asked = Pick<RequestOf<typeof contract.getReport>['query'], 'period' | 'day'>;

/** Milliseconds since 1970. `to` is the first moment that is not in the period. */
interface Period {
  readonly from: number;
  readonly to: number;
  readonly isUnfinished: boolean;
}

/**
 * The period that a call asks for, on the wall clock of the zone: whole days, whatever length they have there.
 *
 * @param now milliseconds since 1970, of the database's clock
 * @throws Refusal invalid_request for a period that has not begun
 */
export function periodOf({ period, day }: Asked, timeZone: string, now: number): Period {
  const today = localTimeIn(timeZone)(now).date;
  const [year, month, date] = (day ?? today).split('-').map(Number) as [number, number, number];
  // There are no figures of the years before, and a year of two digits is one of the last century.
  if (year < 1970 || year > 9998) throw refuse((says) => says.years);
  const { first, after } = edges[period](year, month, date);
  const from = startAt(first, timeZone);
  const to = startAt(after ?? nextDay(today), timeZone);
  if (from > now) throw refuse((says) => says.notBegun);
  return { from, to, isUnfinished: to > now };
}

type YearMonthDay = readonly [year: number, month: number, day: number];

/** The first day of a period, and the first day after it: null for the day after today. */
const edges: Readonly<
  Record<
    Asked['period'],
    (...day: YearMonthDay) => { readonly first: YearMonthDay; readonly after: YearMonthDay | null }
  >
> = {
  day: (year, month, day) => ({ first: [year, month, day], after: [year, month, day + 1] }),
  month: (year, month) => ({ first: [year, month, 1], after: [year, month + 1, 1] }),
  year: (year) => ({ first: [year, 1, 1], after: [year + 1, 1, 1] }),
  all: () => ({ first: [1970, 1, 1], after: null }),
};

function nextDay(day: string): YearMonthDay {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return [year, month, date + 1];
}

/** A month 13 or a day 32 is one of the next year or month. */
function startAt([year, month, day]: YearMonthDay, timeZone: string): number {
  return startOfDate(new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10), timeZone);
}

function refuse(why: (says: OperatorWords['report']) => string): Refusal {
  return new Refusal('invalid_request', {
    errors: [{ path: 'day', message: ({ operators: says }) => why(says.report) }],
  });
}
