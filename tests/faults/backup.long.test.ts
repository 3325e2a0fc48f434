import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded } from '#database/embedded.ts';
import { connect } from '#database/connect.ts';
import { readBackup, writeManifest } from '#scripts/backup/manifest.ts';
import { runBackup } from '#scripts/backup/run-backup.ts';
import { runRestore } from '#scripts/backup/run-restore.ts';
import { runRehearsal } from '#scripts/rehearse/run-rehearsal.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { gatherCrowd } from '#tests/support/players/crowd.ts';
import { createOutsider, waitFor } from '#tests/support/players/outsider.ts';
import { createDataFolder, nodeEnv, startServer, withOwner, type ServerProcess } from '#tests/support/site/server.ts';

const run = promisify(execFile);

let data: Awaited<ReturnType<typeof createDataFolder>>;
let other: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;
let backups: string;

beforeAll(async () => {
  [data, other] = await Promise.all([createDataFolder(), createDataFolder()]);
  backups = join(other.folder, 'backups');
  server = await startServer(data.folder, { RATE_LIMIT_SCALE: '10000' });
});
afterAll(async () => {
  await server.end('SIGINT');
  await Promise.all([data.remove(), other.remove()]);
});

type Command = (print: (line: string) => void) => Promise<number>;

async function told(command: Command): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await command((line) => void lines.push(line));
  return { code, output: lines.join('\n') };
}

const backup = (...args: string[]) => told((print) => runBackup(args, { DATA_DIR: data.folder }, print, print));
const restore = (from: string, dataDir: string) =>
  told((print) => runRestore([from], { DATA_DIR: dataDir }, print, print));
const rehearse = (...args: string[]) => told((print) => runRehearsal(args, print, print));

const newFolder = (name: string) => join(other.folder, name);
const backupsIn = async (folder: string) => (await readdir(folder)).toSorted();

test('a backup while players bet has every bet acknowledged before its moment, and its restored books agree', async () => {
  await withOwner(data.folder, async (owner) => {
    const crowd = await gatherCrowd(server.url, owner, 6);
    // Nobody bets while the first draw is waited for: a minute of that would keep all cores busy.
    const hasSeal = async () => (await owner.query('select from seal limit 1')).length > 0;
    await waitFor(hasSeal, 'a sealed draw');
    await crowd.start();
    await crowd.nextPlaced();

    const startedAt = Date.now();
    const { code, output } = await backup(backups);
    await crowd.nextPlaced();
    await crowd.stop();
    expect(output).toMatch(/✓ .*izi-\d{8}T\d{6}Z \(/);
    expect(code).toBe(0);
    const [name] = await backupsIn(backups);
    const moment = Date.parse((await readBackup(join(backups, name!))).manifest.moment);

    const before = crowd.acknowledged().filter(({ at }) => at < moment);
    expect(before.filter(({ at }) => at > startedAt).length, 'bets during the backup').toBeGreaterThan(0);
    expect(before.length, 'bets after the backup').toBeLessThan(crowd.acknowledged().length);

    const restored = newFolder('restored');
    expect(await restore(backups, restored)).toMatchObject({ code: 0 });
    const embedded = await startEmbedded({ dataDir: restored, log: () => {} });
    const db = connect({ config: embedded.config, applicationName: 'izi test', max: 2, statementTimeoutMs: 60_000 });
    const kept = await db.query<{ id: string }>('select id from ticket');
    const ids = new Set(kept.map(({ id }) => id));
    expect(before.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect((await reconcile(db, 'full')).mismatches).toEqual([]);
    await db.end();
    await embedded.stop();
  });

  const rehearsed = await rehearse(backups, '--in', other.folder);
  expect(rehearsed.output).toMatch(/✓ The books agree/);
  expect(rehearsed.output).toMatch(/✓ All [1-9]\d* sealed draws verify/);
  expect(rehearsed.output).toMatch(/newest movement of money was .* ago: .*RPO[^]*RTO/);
  expect(rehearsed.code).toBe(0);
  expect((await readdir(other.folder)).filter((name) => name.includes('rehearsal'))).toEqual([]);
});

test('a server starts on a restored database: its keys are there, and its players sign in', async () => {
  const continued = await startServer(newFolder('restored'), { DRAW_EVERY_MINUTES: '60' });
  const player = createOutsider(continued.url);
  const body = { identifier: '+2250700000099', password: 'izi-demo-2026' };
  expect((await player.call('/clients/auth/local', { body })).status).toBe(200);
  await continued.end('SIGINT');
});

test('a rehearsal reports what is wrong with the restored database', async () => {
  const wrong = newFolder('wrong');
  expect((await restore(backups, wrong)).code).toBe(0);
  const embedded = await startEmbedded({ dataDir: wrong, log: () => {} });
  const db = connect({ config: embedded.config, applicationName: 'izi test', max: 1 });
  await db.query('update wallet set dep = dep + 1 where client_id = (select min(client_id) from wallet)');
  await db.query(
    `set session_replication_role = replica; update seal set signature = sha256(signature) || sha256(signature)`,
  );
  await db.end();
  const { code, output } = await rehearse(
    '--database',
    `postgres://izi@${encodeURIComponent(embedded.config.host!)}/izi`,
  );
  await embedded.stop();
  expect(output).toMatch(/✗ The books do not agree, mismatches found: 3/);
  expect(output).toMatch(/✗ LIE: draw/);
  expect(code).toBe(1);
});

describe('a restore is refused', () => {
  const named = async () => join(backups, (await backupsIn(backups)).at(-1)!);

  test('a restore is refused where a server runs, and where a database exists', async () => {
    expect(await restore(backups, data.folder)).toEqual({
      code: 1,
      output: expect.stringContaining(`a server is running on the database in ${data.folder}: stop it first`) as string,
    });
    const there = await restore(backups, newFolder('restored'));
    expect(there.output).toContain('which is not replaced: move');
    expect(there.code).toBe(1);
  });

  test('a restore is refused from a folder without a backup', async () => {
    await mkdir(newFolder('empty'));
    expect((await restore(newFolder('empty'), newFolder('nothing'))).output).toContain('there is no backup in');
    expect((await restore(data.folder, newFolder('nothing'))).output).toContain('there is no backup in');
    expect((await restore(newFolder('missing'), newFolder('nothing'))).output).toContain('cannot be read');
  });

  const damages: [string, (folder: string) => Promise<unknown>, RegExp][] = [
    ['a changed byte', (folder) => flip(join(folder, 'postgres', 'PG_VERSION')), /PG_VERSION was changed/],
    ['a shorter file', (folder) => truncate(join(folder, 'postgres', 'PG_VERSION'), 1), /PG_VERSION was changed/],
    ['a missing file', (folder) => rm(join(folder, 'postgres', 'postgresql.conf')), /postgresql.conf is missing/],
    ['a missing secret', (folder) => rm(join(folder, 'secrets', 'seed-key')), /seed-key is missing/],
    ['a changed secret', (folder) => flip(join(folder, 'secrets', 'seed-key')), /seed-key was changed/],
    ['a further file', (folder) => writeFile(join(folder, 'postgres', 'base', 'x'), ''), /does not belong to it/],
    ['a changed manifest', (folder) => appendFile(join(folder, 'manifest.json'), ' '), /its manifest was changed/],
    ['no manifest', (folder) => rm(join(folder, 'manifest.json')), /is not a backup/],
  ];
  test.each(damages)('a restore is refused from %s, and leaves no files', async (_what, damage, message) => {
    const damaged = newFolder('damaged');
    const folder = join(damaged, basename(await named()));
    // Folders that an earlier test left when it failed are removed first.
    await Promise.all([damaged, newFolder('target')].map((left) => rm(left, { recursive: true, force: true })));
    await run('cp', ['-r', backups, damaged]);
    await damage(folder);
    const { code, output } = await restore(damaged, newFolder('target'));
    expect(output).toMatch(message);
    expect(code).toBe(1);
    expect(await readdir(join(newFolder('target'), 'postgres')).catch(() => 'not there')).toBe('not there');
    expect(await readFile(join(newFolder('target'), 'secrets', 'seed-key')).catch(() => 'not there')).toBe('not there');
  });

  test('beside other secrets, which the next start would use', async () => {
    await mkdir(join(newFolder('secrets-differ'), 'secrets'), { recursive: true });
    await writeFile(join(newFolder('secrets-differ'), 'secrets', 'seed-key'), 'another\n');
    expect((await restore(backups, newFolder('secrets-differ'))).output).toContain('seed-key differs from the backup');
  });
});

describe('a backup', () => {
  test('is refused while another one runs, and works after that one was killed', async () => {
    const script = join(import.meta.dirname, '../../scripts/backup.ts');
    const first = spawn(process.execPath, [script, newFolder('killed')], {
      env: { ...nodeEnv, DATA_DIR: data.folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // It has begun to copy: from then on it holds the lock.
    await once(first.stdout!, 'data');
    const second = await backup(newFolder('killed'));
    expect(second.output).toContain('✗ another backup of this database is under way');
    expect(second.code).toBe(1);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const left = await backupsIn(newFolder('killed'));
    expect(left).toEqual([expect.stringMatching(/^\.unfinished-/)]);
    await waitFor(async () => (await backup(newFolder('killed'))).code === 0, 'the end of the killed one’s session');
    expect(await backupsIn(newFolder('killed'))).toEqual([expect.stringMatching(/^izi-/)]);
    // The process that kept the log for it has ended.
    await withOwner(data.folder, async (owner) => {
      expect(await owner.query('select slot_name from pg_replication_slots')).toEqual([]);
    });
  });

  test('keeps the number of backups it was told', async () => {
    const [newest] = (await backupsIn(backups)).slice(-1);
    for (const older of ['izi-20250101T000000Z', 'izi-20250102T000000Z']) {
      await run('cp', ['-r', join(backups, newest!), join(backups, older)]);
    }
    expect((await backup(backups, '--keep', '2')).code).toBe(0);
    const left = await backupsIn(backups);
    expect(left).toEqual([newest, expect.stringMatching(/^izi-/)]);
    expect(left[1]! > newest!).toBe(true);
  });

  test('is stored neither in the database’s folder nor beside backups of another database', async () => {
    expect((await backup(join(data.folder, 'postgres', 'backups'))).output).toContain(
      'among the files of the database',
    );
    const foreign = newFolder('foreign');
    await run('cp', ['-r', backups, foreign]);
    await makeForeign(join(foreign, (await backupsIn(foreign)).at(-1)!));
    expect((await backup(foreign)).output).toContain('holds backups of another database');
  });

  test('is made beside a damaged one, and reports it', async () => {
    const [newest] = (await backupsIn(backups)).slice(-1);
    await rm(join(backups, newest!, 'manifest.json'));
    const { code, output } = await backup(backups);
    expect(output).toMatch(/! .*is not a backup/);
    expect(code).toBe(0);
    expect((await backupsIn(backups)).at(-1)! > newest!).toBe(true);
  });

  test('a backup of a database whose server is not running is made too', async () => {
    const env = { DATA_DIR: newFolder('restored') };
    const quiet = await told((print) => runBackup([newFolder('quiet')], env, print, print));
    expect(quiet.output).toMatch(/✓ .*izi-/);
    expect(quiet.code).toBe(0);
  });

  test('is refused for a database on another machine, and prints how to use the command', async () => {
    const env = { DATABASE_URL: 'postgres://izi@db/izi' };
    expect((await told((print) => runBackup(['there'], env, print, print))).output).toContain('pgBackRest');
    for (const args of [[], ['a', 'b'], ['a', '--keep', '0'], ['a', '--keep', 'x'], ['a', '--further']]) {
      expect(await backup(...args)).toMatchObject({
        code: 1,
        output: expect.stringContaining('npm run backup') as string,
      });
    }
  });

  test('a backup on a full disk reports it, and leaves no files', async (context) => {
    const small = newFolder('small');
    await mkdir(small);
    if (!(await mountDisk(small, 'size=80m'))) {
      console.warn('✗ SKIPPED: a backup on a full disk is only tested where the tests may mount one, that is as root');
      return context.skip();
    }
    try {
      expect((await backup(small)).output).toMatch(/✗ the disk of .* has .* MB free, and .* MB are needed/);
      expect(await readdir(small)).toEqual([]);
      // There is room for the bytes, and not for so many files: that is found out while they are copied.
      await run('mount', ['-o', 'remount,size=2g,nr_inodes=200', small]);
      expect((await backup(small)).output).toMatch(/✗ the disk of .* is full: free some space and try again/);
      expect(await readdir(small)).toEqual([]);
    } finally {
      await run('umount', [small]);
    }
  });
});

async function mountDisk(folder: string, options: string): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
}

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[0]! ^= 1;
  await writeFile(file, bytes);
}

/** Makes the database in this backup look as if another `initdb` had created it. */
async function makeForeign(folder: string): Promise<void> {
  const { manifest } = await readBackup(folder);
  await rm(join(folder, 'manifest.json'));
  await rm(join(folder, 'manifest.sha256'));
  await writeManifest(folder, { ...manifest, systemIdentifier: '1' });
}
