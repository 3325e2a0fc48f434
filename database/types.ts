import pg from 'pg';

/** How values of PostgreSQL become values of JavaScript, for one client rather than for all that share the library. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, format);
  },
};

const { builtins } = pg.types;
const TEXT_ARRAY = 1009;
const BIGINT_ARRAY = 1016;
const DATE_ARRAY = 1182;

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY as number);

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toSafeInteger],
  [BIGINT_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : toSafeInteger(item)))],
  // A day has no time zone, so it stays the text it is: a Date would be midnight in whatever zone the server stands.
  [builtins.DATE, (text) => text],
  [DATE_ARRAY, parseTextArray],
]);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number exactly`);
  return value;
}
