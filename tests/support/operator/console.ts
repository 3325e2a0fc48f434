import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import type { Operators } from '#server/operator/access/operators.ts';
import type { About } from '#server/operator-work/about.ts';
import { createOperatorHttp } from '#server/operator/serve-operators.ts';
import type { Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { claimDatabase } from '#server/start-checks.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { testConsoleUrl } from './operators.ts';

/**
 * The operators' API of a demonstration on a test database, without a listener and without the players' site. `given` has what
 * the calls under test need besides: `identity`, `documents`, or another `mode`.
 */
export async function startConsole(
  database: TestDatabase,
  {
    log = createLog('silent'),
    allow = null,
    ...given
  }: Partial<Operators> & { readonly log?: Logger; readonly allow?: BlockList | null } = {},
): Promise<Http> {
  const { mode = 'demo' } = given;
  await claimDatabase(database.owner, mode);
  const operators = {
    db: database.console,
    readDb: database.reads.console,
    reportDb: database.reads.console,
    consoleUrl: () => testConsoleUrl,
    timeZone: 'Africa/Abidjan',
    beaconChains: [],
    about: async () => ({ version: '0.0.0', code: { atStart: '0'.repeat(64) } }) as About,
    ...given,
    mode,
  } as Operators;
  return createOperatorHttp(operators, { log, checkAnswers: true, quietBeforeCutMs: 0, rateLimitScale: 1_000, allow });
}
