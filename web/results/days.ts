/** Adds days to a date, as `YYYY-MM-DD`; a negative count subtracts. */
export function daysAfter(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The date in an address; null if it is not a valid date. */
export function readDate(text: string | null): string | null {
  const isDate = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return isDate && daysAfter(text, 0) === text ? text : null;
}
