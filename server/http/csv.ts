import { withoutDirectionControls } from '#domain/direction-controls.ts';

/** The most lines of an operator's file. */
export const mostCsvLines = 1_000_000;

export type Field = string | number | boolean | null;

/**
 * A line of CSV (RFC 4180), for every file of ours. Every text is quoted; numbers and null are not.
 *
 * Programs that open such a file take a cell that begins with one of = + - @ for a formula. Some split at semicolons or tabs whatever is quoted, so a
 * cell may begin inside of a text as well. Where one could begin with a formula it gets an apostrophe. The database writes one
 * file by the same rule: `console.csv_field`.
 */
export function csvLine(fields: readonly Field[]): string {
  return `${fields.map(writeField).join(',')}\r\n`;
}

/** With every character that NFKC turns into one of them, such as the full-width forms; and the minus of mathematics. */
const formulas =
  '=+\\-@\\u207a-\\u207c\\u208a-\\u208c\\u2212\\u2a75\\u2a76\\ufb29\\ufe62\\ufe63\\ufe66\\ufe6b\\uff0b\\uff0d\\uff1d\\uff20';
const separators = ';\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029\\u037e\\ufe14\\ufe54\\uff1b';
/** Characters that programs skip at the beginning of a cell. */
const invisible = ' \\u00a0\\u00ad\\u1680\\u180e\\u2000-\\u200d\\u202f\\u205f-\\u2064\\u3000\\ufeff';
const formulaAhead = new RegExp(`(^|[${separators}])([${invisible}]*)(?=[${formulas}])`, 'g');

function writeField(field: Field): string {
  if (field === null) return '';
  if (typeof field !== 'string') return String(field);
  return `"${withoutDirectionControls(field).replace(formulaAhead, "$1$2'").replaceAll('"', '""')}"`;
}
