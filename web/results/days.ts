/** The date so many days later, as `YYYY-MM-DD`; earlier for a negative count. */
export function daysAfter(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The date in an address, if it is one. */
export function readDate(text: string | null): string | null {
  const isDate = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return isDate && daysAfter(text, 0) === text ? text : null;
}
