import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import { connect, type ConnectionConfig, type Database } from './connect.ts';
import { makeFolder } from '#tests/support/temporary.ts';
import { findEmbedded, reasonIn, startEmbedded, type EmbeddedDatabase } from './embedded.ts';
import { describeProcess, isGone } from './embedded/process.ts';

/** Holds the data folder. Only its owner may enter it, as in a clone in /root. */
let root: string;
let dataDir: string;
let embedded: EmbeddedDatabase | undefined;
let holder: ChildProcess | undefined;

beforeAll(async () => {
  root = await makeFolder('izi-embedded-test-');
  await chmod(root, 0o700);
  dataDir = join(root, 'data');
  await (await start()).stop();
});

afterEach(async () => {
  await embedded?.stop();
  embedded = undefined;
  holder?.kill('SIGKILL');
  holder = undefined;
});

afterAll(() => rm(root, { recursive: true }));

async function start(parameters = {}): Promise<EmbeddedDatabase> {
  return (embedded = await startEmbedded({ dataDir, log: () => {}, parameters }));
}

/** Starts the database from another process, which can then be killed. */
async function hold(): Promise<ConnectionConfig> {
  const script = join(import.meta.dirname, '../tests/support/database/hold-database.ts');
  holder = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(holder.stdout!), 'line')) as [string];
  return JSON.parse(line) as ConnectionConfig;
}

async function withDatabase<T>(config: ConnectionConfig, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect({ config, applicationName: 'embedded test', max: 2 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

const write = (db: Database, text: string) =>
  db.transact(async (tx) => {
    await tx.query('create table if not exists kept (text text primary key)');
    await tx.query('insert into kept values ($1)', [text]);
  });

const isKept = (config: ConnectionConfig, text: string) =>
  withDatabase(config, async (db) => (await db.query('select 1 from kept where text = $1', [text])).length === 1);

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

const isAlive = async (pid: number) => (await describeProcess(pid)) !== null;

test('data survives a stop and a start, and a stop leaves no process or socket', async () => {
  const { config, stop } = await start();
  await withDatabase(config, (db) => write(db, 'stopped'));
  const pid = await serverPid();
  await stop();
  expect(await isAlive(pid)).toBe(false);
  expect(existsSync(join(config.host!, '.s.PGSQL.5432'))).toBe(false);

  expect(await isKept((await start()).config, 'stopped')).toBe(true);
});

test('the server is durable, speaks UTF-8, sorts the same everywhere and opens no port', async () => {
  const { config } = await start();
  const settings = await withDatabase(config, (db) =>
    db.query(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'listen_addresses', 'server_encoding') order by name`,
    ),
  );
  expect(settings).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
  const [locale] = await withDatabase(config, (db) =>
    db.query('select datlocprovider, datlocale from pg_database where datname = current_database()'),
  );
  expect(locale).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8' });
});

test('when the application is killed its server ends too, and the next start has all committed data', async () => {
  await withDatabase(await hold(), (db) => write(db, 'application killed'));
  const pid = await serverPid();

  holder!.kill('SIGKILL');
  expect(await isGone(pid, 5_000)).toBe(true);
  expect(await isKept((await start()).config, 'application killed')).toBe(true);
});

test('when all processes are killed at once the next start recovers what was committed', async () => {
  const config = await hold();
  const pid = await serverPid();
  const db = connect({ config, applicationName: 'embedded test', max: 2 });
  await write(db, 'all killed');
  const watchdog = (await describeProcess(pid))!.parent;

  holder!.kill('SIGKILL');
  process.kill(watchdog, 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  expect(await isKept((await start()).config, 'all killed')).toBe(true);
  await db.end();
});

test('log lines of other processes are not reported as the reason for a failed start', () => {
  const inUse = 'pre-existing shared memory block (key 1, ID 2) is still in use';
  const others = ['terminating connection due to unexpected postmaster exit', 'the database system is starting up'];
  for (const other of others) {
    expect(reasonIn(`2026-11-20 22:30:00 UTC FATAL:  ${other}\n2026-11-20 22:30:00 UTC FATAL:  ${inUse}\n`)).toBe(
      inUse,
    );
    expect(reasonIn(`2026-11-20 22:30:00 UTC FATAL:  ${other}\n`)).toBe(null);
  }
});

test('a server that outlived its application and watchdog is stopped and replaced', async () => {
  await hold();
  const pid = await serverPid();
  const watchdog = (await describeProcess(pid))!.parent;
  process.kill(pid, 'SIGSTOP');
  holder!.kill('SIGKILL');
  process.kill(watchdog, 'SIGKILL');
  setTimeout(() => process.kill(pid, 'SIGCONT'), 300);

  await start();
  expect(await isAlive(pid)).toBe(false);
  expect(await serverPid()).not.toBe(pid);
});

test('a killed server is restarted at the same address', async () => {
  const { config } = await start();
  const pid = await serverPid();
  process.kill(pid, 'SIGKILL');
  await untilPasses(async () => expect(await isKept(config, 'stopped')).toBe(true));
  expect(await serverPid()).not.toBe(pid);
});

test('its socket is in the data folder, when the path is short enough for a socket', async () => {
  const { config } = await start();
  expect(config.host).toBe(join(await realpath(dataDir), 'postgres'));
});

describe('a server whose socket was removed', () => {
  const longDataDir = () => join(root, 'a folder with a long name '.repeat(4), 'data');

  test.each([
    ['in the data folder', () => dataDir, (folder: string) => rm(join(folder, '.s.PGSQL.5432'))],
    ['among the temporary files, with its folder', longDataDir, (folder: string) => rm(folder, { recursive: true })],
  ])('%s is reachable again at the same address, with all acknowledged data', async (_where, dataDirOf, remove) => {
    embedded = await startEmbedded({ dataDir: dataDirOf(), log: () => {} });
    const { config, stop } = embedded;
    const folder = config.host!;
    await withDatabase(config, async (db) => {
      const acknowledged: string[] = [];
      const over = new AbortController();
      const writers = [0, 1].map(async (writer) => {
        for (let line = 0; !over.signal.aborted; line++) {
          const text = `${folder} ${writer} ${line}`;
          await write(db, text).then(
            () => acknowledged.push(text),
            () => sleep(20),
          );
        }
      });
      await untilPasses(() => expect(acknowledged.length).toBeGreaterThan(10));
      await remove(folder);
      expect(existsSync(join(folder, '.s.PGSQL.5432'))).toBe(false);
      await untilPasses(() => withDatabase(config, (fresh) => fresh.query('select 1')));
      const before = acknowledged.length;
      await untilPasses(() => expect(acknowledged.length).toBeGreaterThan(before + 10));
      over.abort();
      await Promise.all(writers);
      const kept = await db.query<{ text: string }>('select text from kept where starts_with(text, $1)', [folder]);
      expect(acknowledged.filter((text) => !kept.some((row) => row.text === text))).toEqual([]);
    });
    await stop();
    await expect(withDatabase(config, (db) => db.query('select 1'))).rejects.toThrow();
  });

  test('only its own user and root may connect', async () => {
    const { config } = await start();
    const { mode } = await stat(join(config.host!, '.s.PGSQL.5432'));
    expect(mode & 0o077).toBe(0);
  });
});

test('another process finds the running server, also by a relative path', async () => {
  expect(await findEmbedded(dataDir)).toBeNull();
  const config = await hold();
  await withDatabase(config, (db) => write(db, 'found'));
  for (const folder of [dataDir, relative(process.cwd(), dataDir)]) {
    const found = await findEmbedded(folder);
    expect(await isKept(found!, 'found')).toBe(true);
  }
});

test('a second application is refused in one line while the first runs', async () => {
  const config = await hold();
  await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(
    `is in use by process ${holder!.pid}: stop it, or set DATA_DIR to another folder`,
  );
  expect(await isKept(config, 'stopped')).toBe(true);
});

test('a lock file with the process id of another process does not prevent a start', async () => {
  await hold();
  const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
  const pid = await serverPid();
  const left = await readFile(lockFile, 'utf8');
  holder!.kill('SIGKILL');
  expect(await isGone(pid, 5_000)).toBe(true);

  await writeFile(lockFile, left.replace(/^\d+/, String(process.pid)));
  expect(await isKept((await start()).config, 'stopped')).toBe(true);
});

test('the reason for a failed start is given in one line', async () => {
  await expect(start({ shared_buffers: 'much' })).rejects.toThrow(
    /^PostgreSQL does not start: invalid value for parameter "shared_buffers": "much"$/,
  );
  const version = join(dataDir, 'postgres', 'PG_VERSION');
  await writeFile(version, '15\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 15, but this is 18');
  await writeFile(version, '18\n');
});
