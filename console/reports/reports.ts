import type { getReport } from '#contract/calls/operator/reports.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { amount, difference, none, percent } from '#console/values/amounts.ts';
import { formatDay, formatFull, isDay } from '#console/values/time.ts';
import { codeName } from '#console/values/names.ts';

export type Report = OperatorAnswer<typeof getReport>['data'];
export type ReportColumn = Report['columns'][number];
export type Cell = Report['rows'][number][string];

export const periods = ['day', 'month', 'year', 'all'] as const;
export type PeriodName = (typeof periods)[number];

export function isPeriod(text: string | undefined): text is PeriodName {
  return (periods as readonly (string | undefined)[]).includes(text);
}

/** The day, month or year before or after, as a day of it. Text that is not a day is returned unchanged. */
export function moveBy(day: string, period: PeriodName, by: 1 | -1): string {
  if (!isDay(day)) return day;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const moved = {
    day: [year, month - 1, date + by],
    // The first, because not every month has a 31st.
    month: [year, month - 1 + by, 1],
    year: [year + by, 0, 1],
    all: [year, month - 1, date],
  }[period] as [number, number, number];
  return new Date(Date.UTC(...moved)).toISOString().slice(0, 10);
}

/** A cell as text for people; figures are on the right. @param name of the column, which has words for some codes */
export function writeCell(type: ReportColumn['type'], value: Cell | undefined, name = ''): string {
  if (value === null || value === undefined) return none;
  // A column without a total, whatever its rows are.
  if (value === '') return '';
  if (typeof value === 'string') {
    if (type === 'instant') return formatFull(value);
    if (type === 'json' && value === 'null') return none;
    return type === 'day' ? formatDay(value) : codeName(name, value);
  }
  if (type === 'signed') return difference(value);
  if (type === 'share') return percent(value, 2);
  return type === 'francs' || type === 'count' ? amount(value) : String(value);
}

export function isFigure(type: ReportColumn['type']): boolean {
  return type === 'francs' || type === 'signed' || type === 'count' || type === 'share';
}

/** Where a cell leads, if anywhere. */
export function linkOf(type: ReportColumn['type'], value: Cell | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (type === 'account') return `/players/${value}`;
  if (type === 'draw') return `/draws/${value}`;
  return type === 'payment' ? `/payments/${value}` : null;
}

/** Columns of the API's own names, such as acts of the audit. */
const ofCodes = ['act', 'what', 'subject', 'check'];

/** Whether a column holds code, which is the same in every language. */
export function isCode({ name, type }: ReportColumn): boolean {
  return type === 'json' || (type === 'text' && ofCodes.includes(name));
}
