import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type ConnectionConfig, type ConnectSettings, type Database } from '#database/connect.ts';
import { EmbeddedError, findEmbedded, startEmbedded } from '#database/embedded.ts';
import { refuseDatabaseOf01 } from '#database/schema-files.ts';
import { readSecret } from '#server/config.ts';

interface Found {
  readonly config: ConnectionConfig;
  readonly release: () => Promise<void>;
}

/**
 * The database that the settings name, as the owner of its tables: `DATABASE_OWNER_URL`, else `DATABASE_URL`, else the embedded
 * one in `DATA_DIR`, whether its server is running or not. Call `release` when it is no longer needed.
 *
 * @throws EmbeddedError when there is none, or it is one of version 0.1, which no command may touch
 */
export async function findDatabase(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<Found> {
  const url = readSecret('DATABASE_OWNER_URL', env) || readSecret('DATABASE_URL', env);
  if (url) {
    await requireNotOf01(url);
    return { config: { connectionString: url }, release: async () => {} };
  }
  const dataDir = env['DATA_DIR']?.trim() || './data';
  const running = await findEmbedded(dataDir);
  if (running) return { config: running, release: async () => {} };
  // To start a server there would make an empty database.
  if (!(await stat(join(dataDir, 'postgres')).catch(() => null))) {
    throw new EmbeddedError(`there is no database in ${dataDir}: set DATABASE_URL, or DATA_DIR to the folder of one`);
  }
  const embedded = await startEmbedded({ dataDir, log: (message) => print(`· ${message}`) });
  return { config: embedded.config, release: embedded.stop };
}

/** Where the database does not answer, the command itself says so. */
async function requireNotOf01(connectionString: string): Promise<void> {
  const db = connect({ config: { connectionString }, applicationName: 'izi command', max: 1 });
  const refusal = await refuseDatabaseOf01(db).catch(() => null);
  await db.end();
  if (refusal !== null) throw new EmbeddedError(refusal);
}

/** Does a command's work on the database that the settings name, and ends the connections to it. */
export async function withDatabase<T>(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  settings: Omit<ConnectSettings, 'config'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { config, release } = await findDatabase(env, print);
  const db = connect({ config, ...settings });
  try {
    return await work(db);
  } finally {
    await db.end();
    await release();
  }
}
