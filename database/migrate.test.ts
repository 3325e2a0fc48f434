import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import { createEmptyDatabase } from '#tests/support/database/database.ts';
import { connect, type Database } from './connect.ts';
import { migrate } from './migrate.ts';

const rooms = ['site', 'people', 'money', 'play', 'console'];

let server: Awaited<ReturnType<typeof createEmptyDatabase>>;
let db: Database;
let folder: string;

beforeEach(async () => {
  server = await createEmptyDatabase();
  db = connect({ config: server.config, applicationName: 'migrate test', max: 2 });
  folder = await mkdtemp(join(tmpdir(), 'izi-migrations-'));
  await Promise.all([
    mkdir(join(folder, 'migrations')),
    ...rooms.map((room) => mkdir(join(folder, 'functions', room), { recursive: true })),
  ]);
  await write('0001-first.sql', 'create table first (id integer);');
});

afterEach(async () => {
  await db.end();
  await server.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, 'migrations', name), sql);
const writeFunctions = (name: string, sql: string) => writeFile(join(folder, 'functions', name), sql);
const run = (alone = false) => migrate(server.config, { folder, alone });
const tables = async () => {
  const rows = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migration', 'function_set') order by 1`,
  );
  return rows.map((row) => row.name);
};

test('applies each migration once, in order, and records it', async () => {
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

test('a failed migration leaves no change', async () => {
  await write('0002-broken.sql', 'create table second (id integer); insert into nowhere values (1);');

  await expect(run()).rejects.toThrow('migration 0002-broken.sql failed: relation "nowhere" does not exist');
  expect(await tables()).toEqual([]);

  await write('0002-broken.sql', 'create table second (id integer);');
  expect(await run()).toEqual(['0001-first.sql', '0002-broken.sql']);
});

test('refuses a migration that was changed after it was applied', async () => {
  await run();
  await write('0001-first.sql', 'create table first (id bigint);');
  await expect(run()).rejects.toThrow('0001-first.sql was changed after it was applied');
});

test('accepts other line endings as the same migration', async () => {
  await write('0001-first.sql', 'create table first (\n  id integer\n);\n');
  await run();
  await write('0001-first.sql', 'create table first (\r\n  id integer\r\n);\r\n');
  expect(await run()).toEqual([]);
});

test('refuses a migration that was renamed or removed after it was applied', async () => {
  await run();
  await rename(join(folder, 'migrations', '0001-first.sql'), join(folder, 'migrations', '0001-other.sql'));
  await expect(run()).rejects.toThrow('0001-first.sql was changed');
  await rm(join(folder, 'migrations', '0001-other.sql'));
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

test('creates the role of the application', async () => {
  await run();
  const app = connect({ config: server.config, applicationName: 'app', max: 1, role: 'izi_app' });
  expect(await app.query('select current_user::text as name')).toEqual([{ name: 'izi_app' }]);
  await expect(app.query('select * from first')).rejects.toThrow('permission denied');
  await app.end();
});

describe('functions', () => {
  const answer = (value: number) =>
    `create or replace function answer() returns integer language sql as 'select ${value}';`;
  const asked = async () => (await db.query<{ answer: number }>('select answer()'))[0]!.answer;
  const sets = () => db.query('select id from function_set');

  test('are all applied again only when one of them or a table changed', async () => {
    await writeFunctions('money/ledger.sql', answer(1));
    await writeFunctions('grants.sql', 'grant select on first to izi_app;');
    expect(await run()).toEqual(['0001-first.sql', 'money/ledger.sql', 'grants.sql']);
    expect(await run()).toEqual([]);

    await writeFunctions('money/ledger.sql', answer(2));
    expect(await run()).toEqual(['money/ledger.sql', 'grants.sql']);
    expect(await asked()).toBe(2);
    expect(await sets()).toHaveLength(2);

    // After a migration has changed them, the functions are as in the files again.
    await write('0002-second.sql', 'drop function answer();');
    expect(await run()).toEqual(['0002-second.sql', 'money/ledger.sql', 'grants.sql']);
    expect(await asked()).toBe(2);
    expect(await sets()).toHaveLength(2);
  });

  test('functions that triggers use are applied before the tables that use them, the others after the tables, the grants last', async () => {
    await writeFunctions(
      'play/first.triggers.sql',
      `create or replace function keep() returns trigger language plpgsql as
       $$ declare f first; begin raise exception 'kept'; end $$;`,
    );
    await writeFunctions(
      'money/zeros.sql',
      `create or replace function zero() returns setof first language sql as 'table first';`,
    );
    await writeFunctions('grants.sql', 'grant execute on function zero to izi_app;');
    await write(
      '0001-first.sql',
      'create table first (id integer); create trigger kept before insert on first for each row execute function keep();',
    );

    expect(await run()).toEqual(['play/first.triggers.sql', '0001-first.sql', 'money/zeros.sql', 'grants.sql']);
    await expect(db.query('insert into first values (1)')).rejects.toThrow('kept');
  });

  test('functions that operators call may return another type than before', async () => {
    const look = (type: string, value: string) =>
      `create or replace function console.look(p_session text) returns ${type} language sql security definer as 'select ${value}';`;
    await write('0002-console.sql', 'create schema console;');
    await writeFunctions('console/look.sql', look('integer', '1'));
    await run();
    await writeFunctions('console/look.sql', look('jsonb', `jsonb_build_object(''seen'', 2)`));
    expect(await run()).toEqual(['console/look.sql']);
    expect(await db.query(`select console.look('')`)).toEqual([{ look: { seen: 2 } }]);
  });

  test('are applied room by room, and in a room by name, so that a view may use an earlier room', async () => {
    const view = (name: string, of: string) => `create or replace view ${name} as table ${of};`;
    await writeFunctions('console/all.sql', view('of_console', 'of_play'));
    await writeFunctions('play/draws.sql', view('of_play', 'of_money_too'));
    await writeFunctions('money/b.sql', view('of_money_too', 'of_money'));
    await writeFunctions('money/a.sql', view('of_money', 'of_people'));
    await writeFunctions('people/all.sql', view('of_people', 'of_site'));
    await writeFunctions('site/all.sql', view('of_site', 'first'));
    expect((await run()).slice(1)).toEqual([
      'site/all.sql',
      'people/all.sql',
      'money/a.sql',
      'money/b.sql',
      'play/draws.sql',
      'console/all.sql',
    ]);
  });

  test.each(['ledger.sql', 'games/ledger.sql', 'money/old/ledger.sql'])(
    'are refused outside of the rooms: %s',
    async (name) => {
      await mkdir(join(folder, 'functions', dirname(name)), { recursive: true });
      await writeFunctions(name, answer(1));
      await expect(run()).rejects.toThrow(`functions/${name} is in none of the rooms`);
    },
  );

  test('functions that fail leave the earlier tables and functions unchanged', async () => {
    await writeFunctions('money/ledger.sql', answer(1));
    await run();
    await write('0002-second.sql', 'create table second (id integer);');
    await writeFunctions('money/ledger.sql', answer(2));
    await writeFunctions('money/views.sql', 'create or replace view everything as table nowhere;');

    await expect(run()).rejects.toThrow('functions/money/views.sql failed: relation "nowhere" does not exist');
    expect(await tables()).toEqual(['first']);
    expect(await asked()).toBe(1);
  });

  test('are applied completely by the next start when a process dies in between', async () => {
    await writeFunctions('money/ledger.sql', answer(1));
    await writeFunctions('money/slow.sql', 'select pg_sleep(60);');
    const broken = expect(run()).rejects.toThrow();
    await untilPasses(async () => {
      const ended = await db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'izi migrate' and query like '%pg_sleep%'`,
      );
      expect(ended).toHaveLength(1);
    });
    await broken;
    expect(await tables()).toEqual([]);

    await rm(join(folder, 'functions', 'money/slow.sql'));
    expect(await run()).toEqual(['0001-first.sql', 'money/ledger.sql']);
    expect(await asked()).toBe(1);
  });

  test('are applied once by processes that start together, and not again by those that waited', async () => {
    await writeFunctions('money/ledger.sql', answer(1));
    await run();
    await writeFunctions('money/ledger.sql', answer(2));
    expect((await Promise.all([run(), run(), run()])).flat()).toEqual(['money/ledger.sql']);
    expect(await sets()).toHaveLength(2);
  });

  test('functions of an older version are not restored while a newer version may be running', async () => {
    await writeFunctions('money/ledger.sql', answer(1));
    await run();
    await writeFunctions('money/ledger.sql', answer(2));
    await run();

    await writeFunctions('money/ledger.sql', answer(1));
    const refusal = await run().catch((error: Error) => error.message);
    expect(refusal).toContain('a newer version of the application uses this database');
    expect(await asked()).toBe(2);

    // The message of the refusal tells the owner to do this.
    await db.query(/"(delete .*?)"/.exec(String(refusal))![1]!);
    expect(await run()).toEqual(['money/ledger.sql']);
    expect(await asked()).toBe(1);
    // The newer version is written again.
    await writeFunctions('money/ledger.sql', answer(2));
    expect(await run()).toEqual(['money/ledger.sql']);
  });

  test('functions of an older version are restored where nobody else uses the database', async () => {
    for (const value of [1, 2, 1]) {
      await writeFunctions('money/ledger.sql', answer(value));
      expect(await run(true)).toContain('money/ledger.sql');
      expect(await asked()).toBe(value);
    }
    expect(await run(true)).toEqual([]);
  });
});
