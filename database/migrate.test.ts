import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from '#tests/support/database.ts';
import { connect, type Database } from './connect.ts';
import { migrate } from './migrate.ts';

let server: Awaited<ReturnType<typeof createEmptyDatabase>>;
let db: Database;
let folder: string;

beforeEach(async () => {
  server = await createEmptyDatabase();
  db = connect({ config: server.config, applicationName: 'migrate test', max: 2 });
  folder = await mkdtemp(join(tmpdir(), 'izi-migrations-'));
  await write('0001-first.sql', 'create table first (id integer);');
});

afterEach(async () => {
  await db.end();
  await server.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate(server.config, folder);
const tables = async () => {
  const rows = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1`,
  );
  return rows.map((row) => row.name);
};

test('applies each migration once, in order, and notes it', async () => {
  await write('0002-second.sql', 'create table second (id integer); insert into first values (1);');

  expect(await run()).toEqual(['0001-first.sql', '0002-second.sql']);
  expect(await run()).toEqual([]);
  expect(await db.query('select number, name, length(checksum) as length from migration order by 1')).toEqual([
    { number: 1, name: '0001-first.sql', length: 64 },
    { number: 2, name: '0002-second.sql', length: 64 },
  ]);
  expect(await db.query('select id from first')).toEqual([{ id: 1 }]);
});

test('processes that start together apply each migration once', async () => {
  await write('0002-slow.sql', 'select pg_sleep(0.2); create table second (id integer);');

  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001-first.sql', '0002-slow.sql']);
});

test('a migration that fails leaves nothing of itself, and the ones before it stay', async () => {
  await write('0002-broken.sql', 'create table second (id integer); insert into nowhere values (1);');

  await expect(run()).rejects.toThrow('migration 0002-broken.sql failed: relation "nowhere" does not exist');
  expect(await tables()).toEqual(['first']);

  await write('0002-broken.sql', 'create table second (id integer);');
  expect(await run()).toEqual(['0002-broken.sql']);
});

test('refuses a migration that was changed after it was applied', async () => {
  await run();
  await write('0001-first.sql', 'create table first (id bigint);');
  await expect(run()).rejects.toThrow('0001-first.sql was changed after it was applied');
});

test('takes other line ends for the same migration', async () => {
  await write('0001-first.sql', 'create table first (\n  id integer\n);\n');
  await run();
  await write('0001-first.sql', 'create table first (\r\n  id integer\r\n);\r\n');
  expect(await run()).toEqual([]);
});

test('refuses a migration that was renamed or removed after it was applied', async () => {
  await run();
  await rename(join(folder, '0001-first.sql'), join(folder, '0001-other.sql'));
  await expect(run()).rejects.toThrow('0001-first.sql was changed');
  await rm(join(folder, '0001-other.sql'));
  await expect(run()).rejects.toThrow('0001-first.sql is in the database but not in this version');
});

test('refuses a new migration that comes before an applied one', async () => {
  await write('0003-third.sql', 'select 1;');
  await run();
  await write('0002-late.sql', 'select 1;');
  await expect(run()).rejects.toThrow('0002-late.sql comes before 0003-third.sql');
});

test.each(['1-short.sql', '0002_underscore.sql', '0002-UPPER.sql'])('refuses the name %s', async (name) => {
  await write(name, 'select 1;');
  await expect(run()).rejects.toThrow(`migration ${name} is not named like`);
});

test('refuses two migrations of one number', async () => {
  await write('0001-other.sql', 'select 1;');
  await expect(run()).rejects.toThrow('two migrations have the number');
});

test('makes the role that the application takes on', async () => {
  await run();
  const app = connect({ config: server.config, applicationName: 'app', max: 1, role: 'izi_app' });
  expect(await app.query('select current_user::text as name')).toEqual([{ name: 'izi_app' }]);
  await expect(app.query('select * from first')).rejects.toThrow('permission denied');
  await app.end();
});
