import { formatDay } from '#web/values/format.ts';

/**
 * Reads a date of birth as people write it: `01/02/1990`, `1.2.1990`, `01021990` from a keypad without a slash, or
 * `1990-02-01`. The contract checks whether the day exists.
 *
 * @returns `YYYY-MM-DD`, or null if the text has another format
 */
export function readBirthDate(text: string): string | null {
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

/** Formats a date of birth as the app shows dates, `DD/MM/YYYY`; text that cannot be read stays unchanged. */
export function tidyBirthDate(text: string): string {
  const date = readBirthDate(text);
  return date === null ? text : formatDay(date);
}
