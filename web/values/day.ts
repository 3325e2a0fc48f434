import { useAtServerTime } from '#web/clock/clock.ts';
import { formatDay, useTimeZone, zoned } from './format.ts';

/**
 * Reads a day as people write it: `01/02/1990`, `1.2.1990`, `01021990` from a keypad without a slash, or `1990-02-01`.
 *
 * @returns `YYYY-MM-DD`, or null if the text has another format; `existingDay` says whether there is such a day
 */
export function readDay(text: string): string | null {
  const trimmed = text.trim();
  const dayFirst =
    /^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4})$/.exec(trimmed) ?? /^(\d{2})(\d{2})((?:19|20)\d{2})$/.exec(trimmed);
  if (dayFirst) return isoDate(dayFirst[3]!, dayFirst[2]!, dayFirst[1]!);
  const yearFirst = /^(\d{4})[\s/.-]?(\d{2})[\s/.-]?(\d{2})$/.exec(trimmed);
  if (yearFirst) return isoDate(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!);
  return null;
}

function isoDate(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Formats a day as the app shows days, `DD/MM/YYYY`; text that cannot be read stays unchanged. */
export function tidyDay(text: string): string {
  const date = readDay(text);
  return date === null ? text : formatDay(date);
}

/** The day of a `YYYY-MM-DD`; null for any other text, and for a day that does not exist. */
export function existingDay(text: string | null): string | null {
  const isDate = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return isDate && daysAfter(text, 0) === text ? text : null;
}

/** Adds days to a date, as `YYYY-MM-DD`; a negative count subtracts. */
export function daysAfter(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The text of a field for a day, parsed: the day, or its fault. An empty field is null. */
type TypedDay = { readonly day: string } | { readonly wrong: 'unreadable' | 'too_late' } | null;

/** @param max the last day that can be meant, `YYYY-MM-DD` */
export function typedDay(text: string, max?: string): TypedDay {
  if (text.trim() === '') return null;
  const day = existingDay(readDay(text));
  if (day === null) return { wrong: 'unreadable' };
  return max !== undefined && day > max ? { wrong: 'too_late' } : { day };
}

/** The date on the operator's wall clock, `YYYY-MM-DD`; null on the prerendered first render. */
export function useToday(): string | null {
  const timeZone = useTimeZone();
  return useAtServerTime((now) => (now === null ? null : zoned(now, timeZone).date));
}

/** `2026-11-20` → `20/11` */
export function formatDayOfMonth(date: string): string {
  return formatDay(date).slice(0, 5);
}
