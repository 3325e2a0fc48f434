import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runReconcile } from '#scripts/reconcile/run-reconcile.ts';
import { runVerify } from '#scripts/verify/run-verify.ts';
import { settingsFor } from './support/database/line.ts';
import { debian15, startOwnPostgres } from './support/database/own-postgres.ts';
import { keySettings } from './support/draws/keys.ts';
import { playStory } from './support/players/play-story.ts';
import { createDataFolder, startServer } from './support/site/server.ts';
import { makeFolder } from './support/temporary.ts';

/** All tests run on it with `TEST_POSTGRES=/usr/lib/postgresql/15/bin npm test -- server database`; this is one story. */
test('on PostgreSQL 15 a player adds funds, bets, is paid and withdraws, and all can be verified', async (context) => {
  if (!existsSync(join(debian15, 'postgres'))) {
    console.warn('✗ SKIPPED: PostgreSQL 15 is only tested where it is installed: apt-get install postgresql-15');
    return context.skip();
  }
  const folder = await makeFolder('izi-postgres-15-');
  const postgres = await startOwnPostgres(debian15, folder, { fsync: 'off' });
  const data = await createDataFolder();
  const settings = { ...settingsFor(postgres.config), ...keySettings };
  const server = await startServer(data.folder, settings);
  try {
    await playStory(server.url);
    const said: string[] = [];
    const print = (line: string) => void said.push(line);
    expect(await runReconcile([], settings, print, print), said.join('\n')).toBe(0);
    expect(await runVerify([server.url], print, print), said.join('\n')).toBe(0);
  } finally {
    await server.end('SIGINT');
    await postgres.stop();
    await Promise.all([data.remove(), rm(folder, { recursive: true })]);
  }
});
