import pg from 'pg';

/** A statement that each connection parses once and afterwards runs by its name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * An executor of SQL: the database itself, or a transaction in it.
 *
 * Rows come back with `bigint` as a number (beyond 2^53 it throws), `timestamptz` as a `Date`, `date` as `YYYY-MM-DD`, `uuid` and `numeric`
 * as strings: cast a `sum()` of bigints to `bigint`.
 */
export interface Queryable {
  query<Row extends object>(sql: string | PreparedStatement, params?: readonly unknown[]): Promise<Row[]>;
}

/** A transaction that has begun. */
export interface Transaction extends Queryable {
  /** Has `done` called once this is committed, and never after a rollback. It must not throw. */
  afterCommit(done: () => void): void;
}

export async function runQuery<Row extends object>(
  client: pg.ClientBase,
  sql: string | PreparedStatement,
  params: readonly unknown[] = [],
): Promise<Row[]> {
  const { values = [], ...statement } = typeof sql === 'string' ? { text: sql, values: params } : sql;
  const result = await client.query<Row>({ ...statement, values: values as unknown[] });
  return result.rows;
}

const readOnlyTransaction = '25006';

/** Whether the server refused to write: it is a standby, so the primary is elsewhere. A new connection is led to it. */
export function isStandby(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === readOnlyTransaction;
}

/**
 * Whether the connection can be used again after this error. It can when a server that may write refused a statement. After
 * any other error, such as a time-out, an answer may still be on its way and would be taken for the answer to the next query.
 */
export function isConnectionUsable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isStandby(error);
}

/**
 * SQLSTATEs and network error codes that mean the database cannot answer now: connection refused or lost (08, ECONN…),
 * insufficient resources (53), shutting down or starting (57P), statement timeout (57014), serialization failure (40001),
 * deadlock (40P01), lock timeout (55P03), idle transaction timeout (25P03), a standby that only reads (25006).
 */
const unavailableCodes =
  /^(08|53|57P|57014|40001|40P01|55P03|25P03|25006)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/** Messages of pg's own timeouts, lost connections and of a pool of a process that is stopping, which have no code. */
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after calling end/;

/** Whether the database could not answer, so that the same may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && unavailableCodes.test(code)) || unavailableMessages.test(error.message);
}

/** Whether PostgreSQL ended this transaction because it and another one waited for each other. Nothing of it was written. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01';
}

/** Whether a lock was not free in the time that the statement would wait for it. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '55P03';
}

/**
 * The level at which a failure is logged. A database that cannot answer is no error of this program. A deadlock is one, though a retry
 * helps: the program takes its locks in the wrong order.
 */
export function levelOfFailure(error: unknown): 'warn' | 'error' {
  return isUnavailable(error) && !isDeadlock(error) ? 'warn' : 'error';
}

/** Numbers or validated ids as the text of an array, in a tenth of the time that the driver takes to quote them. */
export function arrayLiteral(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`;
}
