import { pino } from 'pino';
import { createApp, type App } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testSecret } from './keys.ts';

export interface TestApp {
  readonly app: App;
  readonly database: TestDatabase;
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The whole server inside the test, listening on a port of its own, on a database of its own, with every answer held
 * against the contract. Demo settings, except for those given.
 */
export async function startApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...settings }, testSecret);
  const log = pino({ level: config.logLevel });
  const app = await createApp({ config, db: database.db, workerDb: database.db, log, checkAnswers: true });
  const url = await app.listen();
  return {
    app,
    database,
    url,
    async close() {
      await app.stop();
      await database.drop();
    },
  };
}
