import { addDays } from '#console/values/time.ts';

export const spans = ['days', 'months'] as const;
export type Span = (typeof spans)[number];

interface Part {
  /** A day of it, as an address has it. */
  readonly key: string;
  /** Both days are included. */
  readonly from: string;
  readonly to: string;
}

/** The 30 days, or the 12 months, that end with this day; the last month is no longer than up to it. */
export function partsOf(span: Span, day: string): readonly Part[] {
  if (span === 'days') {
    return Array.from({ length: 30 }, (_, index) => addDays(day, index - 29)).map((one) => ({
      key: one,
      from: one,
      to: one,
    }));
  }
  const [year, month] = day.split('-').map(Number) as [number, number];
  const firstOf = (months: number) => new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  return Array.from({ length: 12 }, (_, index) => {
    const from = firstOf(index - 11);
    return { key: from, from, to: index === 11 ? day : addDays(firstOf(index - 10), -1) };
  });
}
