import type { ConnectionConfig } from '#database/connect.ts';
import { findEmbedded, startEmbedded } from '#database/embedded.ts';
import { readSecret } from '#server/config.ts';

export interface Found {
  readonly config: ConnectionConfig;
  readonly release: () => Promise<void>;
}

/**
 * The database that the settings name, as the owner of its tables: `DATABASE_OWNER_URL`, else `DATABASE_URL`, else the embedded
 * one in `DATA_DIR`, whether its server is running or not. Call `release` when it is no longer needed.
 */
export async function findDatabase(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<Found> {
  const url = readSecret('DATABASE_OWNER_URL', env) || readSecret('DATABASE_URL', env);
  if (url) return { config: { connectionString: url }, release: async () => {} };
  const dataDir = env['DATA_DIR']?.trim() || './data';
  const running = await findEmbedded(dataDir);
  if (running) return { config: running, release: async () => {} };
  const embedded = await startEmbedded({ dataDir, log: (message) => print(`· ${message}`) });
  return { config: embedded.config, release: embedded.stop };
}
