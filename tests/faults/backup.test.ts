import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { runBackup } from '#scripts/backup/run-backup.ts';
import { runRestore } from '#scripts/backup/run-restore.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { createPlayer } from '#tests/support/players/play.ts';
import { makeFolder } from '#tests/support/temporary.ts';

// The short case of backup.long.test.ts: there players bet meanwhile, and backups are damaged, killed, rehearsed and kept.

let folder: string;
let dataDir: string;
let backups: string;
let restored: string;
let embedded: EmbeddedDatabase;
let owner: Database;

beforeAll(async () => {
  folder = await makeFolder('izi-backup-');
  [dataDir, backups, restored] = [join(folder, 'data'), join(folder, 'backups'), join(folder, 'restored')];
  embedded = await startEmbedded({ dataDir, log: () => {} });
  await migrate(embedded.config);
  await mkdir(join(dataDir, 'secrets'), { recursive: true });
  await writeFile(join(dataDir, 'secrets', 'seed-key'), 'of this site\n');
  owner = connect({ config: embedded.config, applicationName: 'izi test owner', max: 2, statementTimeoutMs: 60_000 });
});
afterAll(async () => {
  await owner.end();
  await embedded.stop();
  await rm(folder, { recursive: true });
});

test('a restored database has the data of the moment of the backup, and its books agree', async () => {
  const there = await createPlayer(owner, { dep: 700 });
  expect(await told((print) => runBackup([backups], { DATA_DIR: dataDir }, print, print))).toMatch(/✓ .*izi-/);
  await createPlayer(owner, { dep: 900 });

  expect(await told((print) => runRestore([backups], { DATA_DIR: restored }, print, print))).toMatch(/✓/);
  expect(await readFile(join(restored, 'secrets', 'seed-key'), 'utf8')).toBe('of this site\n');
  const again = await startEmbedded({ dataDir: restored, log: () => {} });
  const db = connect({ config: again.config, applicationName: 'izi test', max: 2, statementTimeoutMs: 60_000 });
  try {
    expect(await db.query('select client_id, dep from wallet')).toEqual([{ client_id: there.clientId, dep: 700 }]);
    expect((await reconcile(db, 'full')).mismatches).toEqual([]);
  } finally {
    await db.end();
    await again.stop();
  }
});

test('nothing is restored where a server runs, or where a database exists', async () => {
  const refuse = (into: string) => told((print) => runRestore([backups], { DATA_DIR: into }, print, print));
  expect(await refuse(dataDir)).toContain('a server is running on the database');
  expect(await refuse(restored)).toContain('which is not replaced');
});

async function told(command: (print: (line: string) => void) => Promise<number>): Promise<string> {
  const lines: string[] = [];
  await command((line) => void lines.push(line));
  return lines.join('\n');
}
