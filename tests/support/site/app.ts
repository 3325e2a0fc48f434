import { waitMs } from '#tests/support/patience.ts';
import { connect } from '#database/connect.ts';
import { readConfig } from '#server/config.ts';
import { createConsole } from '#server/console.ts';
import type { Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { createMachine } from '#server/machine.ts';
import { createSiteProcess, type SiteProcess } from '#server/site-process.ts';
import { claimDatabase } from '#server/start-checks.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testSecret } from '#tests/support/draws/keys.ts';
import { lowerPasswordCost } from '#tests/support/players/password-cost.ts';
import { fewDraws } from './server.ts';

export interface TestApp {
  /** `operatorHttp` and `consoleUrl` only where the settings have a CONSOLE_PORT. */
  readonly app: SiteProcess & { readonly operatorHttp?: Http };
  readonly consoleUrl: string | null;
  /** Only where the settings have a MACHINE_PORT. */
  readonly machineUrl: string | null;
  readonly database: TestDatabase;
  readonly url: string;
  /** @throws Error when the server logged an error that was not expected */
  close(): Promise<void>;
}

export interface Expectations {
  /** Whether a line of the log is an error that the test causes. */
  readonly expectsError?: (line: string) => boolean;
  /** The database of another process of the same site, or of one that has stopped; the caller drops it. */
  readonly database?: TestDatabase;
}

/** A draw that settles in the middle of a test changes lists, counts and balances, so a test that waits for one says so. */
const rareDraws = { ...fewDraws, DRAW_EVERY_MINUTES: '60' };

/**
 * The whole server inside the test, with its own port and database. Every answer is checked against the contract, and the
 * log may hold no error but those that the test expects. Demo settings, with a draw each hour, except for those given.
 */
export async function startApp(
  settings: Record<string, string> = {},
  { expectsError = () => false, database: given }: Expectations = {},
): Promise<TestApp> {
  lowerPasswordCost();
  const database = given ?? (await createTestDatabase());
  const config = readConfig({ PORT: '0', ...rareDraws, ...settings }, testSecret);
  const errors: string[] = [];
  const log = createLog('error', { write: (line) => void errors.push(line) });
  // A separate pool, as in production: background work may take longer than anybody waits for an answer.
  const workerDb = connect({
    config: { ...database.config, user: 'izi_worker' },
    applicationName: 'izi test worker',
    max: 8,
    statementTimeoutMs: waitMs,
  });
  await claimDatabase(database.owner, config.mode);
  const app = await createSiteProcess({
    config,
    db: database.db,
    standby: { ...database.reads.db, isRead: () => true, behindMs: () => 0 },
    workerDb,
    log,
    checkAnswers: true,
    quietBeforeCutMs: 0,
  });
  const url = await app.listen();
  // Few tests need it, so only those that name its port get it.
  const operators =
    settings['CONSOLE_PORT'] === undefined
      ? null
      : await createConsole({
          config,
          db: database.console,
          readDb: database.reads.console,
          reportDb: database.reads.console,
          log,
          forget: app.forget,
          checkAnswers: true,
          quietBeforeCutMs: 0,
        });
  const consoleUrl = (await operators?.listen()) ?? null;
  const machine =
    settings['MACHINE_PORT'] === undefined
      ? null
      : await createMachine({
          config,
          db: database.machine,
          reportDb: database.machine,
          log,
          checkAnswers: true,
          quietBeforeCutMs: 0,
        });
  const machineUrl = (await machine?.listen()) ?? null;
  return {
    app: { ...app, ...(operators && { operatorHttp: operators.http }) },
    consoleUrl,
    machineUrl,
    database,
    url,
    async close() {
      await operators?.stop();
      await machine?.stop();
      await app.stop();
      await workerDb.end();
      if (!given) await database.drop();
      const unexpected = errors.filter((line) => !expectsError(line));
      if (unexpected.length > 0) throw new Error(`the server logged errors:\n${unexpected.join('')}`);
    },
  };
}
