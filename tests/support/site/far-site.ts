import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { openLine, type Line } from '#tests/support/database/line.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { createDataFolder, startServer, type ServerProcess } from './server.ts';

/** The real server in a separate process, with its database at the other end of a line. */
export interface FarSite {
  readonly database: TestDatabase;
  readonly line: Line;
  readonly server: ServerProcess;
  close(): Promise<void>;
}

export async function openFarSite(): Promise<FarSite> {
  const [database, data] = await Promise.all([createTestDatabase(), createDataFolder()]);
  const line = await openLine(database.config);
  const server = await startServer(data.folder, {
    ...line.settings,
    ...keySettings,
    DRAW_EVERY_MINUTES: '60',
    RATE_LIMIT_SCALE: '10000',
  });
  return {
    database,
    line,
    server,
    async close() {
      await server.end('SIGKILL');
      await line.close();
      await Promise.all([database.drop(), data.remove()]);
    },
  };
}
