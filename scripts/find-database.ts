import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type ConnectionConfig, type ConnectSettings, type Database } from '#database/connect.ts';
import { EmbeddedError, findEmbedded, startEmbedded } from '#database/embedded.ts';
import { readSecret } from '#server/config.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

/**
 * Connects a command to the database that the settings name: the first of these addresses that is set, else the embedded one
 * in `DATA_DIR`, whether its server is running or not.
 *
 * @throws EmbeddedError when there is none
 */
export async function withDatabase<T>(
  env: Env,
  addresses: readonly ('DATABASE_OWNER_URL' | 'DATABASE_URL')[],
  settings: Omit<ConnectSettings, 'config'>,
  print: Print,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { config, release } = await findDatabase(env, addresses, print);
  const db = connect({ ...settings, config });
  try {
    return await work(db);
  } finally {
    await db.end();
    await release();
  }
}

interface Found {
  readonly config: ConnectionConfig;
  readonly release: () => Promise<void>;
}

async function findDatabase(
  env: Env,
  addresses: readonly ('DATABASE_OWNER_URL' | 'DATABASE_URL')[],
  print: Print,
): Promise<Found> {
  const url = addresses.map((address) => readSecret(address, env)).find(Boolean);
  if (url) return { config: { connectionString: url }, release: async () => {} };
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
