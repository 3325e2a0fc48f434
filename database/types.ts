import pg from 'pg';

/** How PostgreSQL values are converted to JavaScript, for one client rather than for all users of the library. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, format);
  },
};

const { builtins } = pg.types;
const textArray = 1009;
const bigintArray = 1016;
const dateArray = 1182;

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray as number);

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toSafeInteger],
  [bigintArray, (text) => parseTextArray(text).map((item) => (item === null ? null : toSafeInteger(item)))],
  // A day has no time zone, so it stays text: a Date would be midnight in the time zone of the server.
  [builtins.DATE, (text) => text],
  [dateArray, parseTextArray],
]);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number exactly`);
  return value;
}
