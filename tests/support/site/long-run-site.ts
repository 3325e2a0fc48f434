import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { startApp, type Expectations } from './app.ts';
import { createDataFolder, startServer, webProcesses } from './server.ts';

export interface LongRunSite {
  readonly url: string;
  readonly database: TestDatabase;
  /** @throws Error when the server logged an error that was not expected */
  close(): Promise<void>;
}

/**
 * A site for the long runs: inside the test, where every answer is checked against the contract too; with `WEB_PROCESSES` more
 * than 1 a real server of so many processes and a worker.
 */
export async function startLongRunSite(
  given: Record<string, string> = {},
  { expectsError = () => false }: Pick<Expectations, 'expectsError'> = {},
): Promise<LongRunSite> {
  const settings = { DRAW_EVERY_MINUTES: '1', ...given };
  if (webProcesses === 1) return startApp(settings, { expectsError });
  const [database, data] = await Promise.all([createTestDatabase(), createDataFolder()]);
  const server = await startServer(data.folder, {
    ...settingsFor(database.config),
    // The keys of the draws that tests create.
    ...keySettings,
    ROLES: 'web,worker',
    LOG_LEVEL: 'error',
    ...settings,
  });
  return {
    url: server.url,
    database,
    async close() {
      await server.end('SIGTERM');
      await Promise.all([database.drop(), data.remove()]);
      const errors = server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{') && !expectsError(line));
      if (errors.length > 0) throw new Error(`the server logged errors:\n${errors.join('\n')}`);
    },
  };
}
