/** What a file of an operator holds at most. */
export const mostCsvLines = 1_000_000;

type Field = string | number | boolean | null;

/**
 * A line of CSV (RFC 4180). Programs that open such a file take a text that begins with one of = + - @, a tab or a line break for
 * a formula, so it gets an apostrophe before it. Numbers stay as they are.
 */
export function csvLine(fields: readonly Field[]): string {
  return `${fields.map(writeField).join(',')}\r\n`;
}

function writeField(field: Field): string {
  if (field === null) return '';
  if (typeof field !== 'string') return String(field);
  const text = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
