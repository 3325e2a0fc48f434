import { connect, type ConnectionConfig, type Database } from '#database/connect.ts';

/** Long enough for statements that fill or settle millions of rows, and for a disk that writes them meanwhile. */
const timeoutMs = 60 * 60_000;

/** Connections to a database of the bench, at most `max` at once. */
export function openDatabase(config: ConnectionConfig, max: number): Database {
  return connect({
    config,
    applicationName: 'izi bench',
    max,
    statementTimeoutMs: timeoutMs,
    connectTimeoutMs: timeoutMs,
  });
}

/** Opens connections, and closes them after `work`. */
export async function withDatabase<T>(
  config: ConnectionConfig,
  max: number,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase(config, max);
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
