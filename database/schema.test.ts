import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { describeSchema } from './describe.ts';
import { readSchemaFiles } from './schema-files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// Another version writes views in other words.
test.skipIf(process.env['TEST_POSTGRES'])(
  'schema.sql shows the database as the migrations and functions make it',
  async () => {
    const committed = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8');
    expect(await describeSchema(database.owner), 'database/schema.sql is old: run npm run schema').toBe(
      committed.replaceAll('\r\n', '\n'),
    );
  },
);

// Bodies are not checked while they are applied, because they may use what a later file creates.
test('the body of every function is valid in the finished database', async () => {
  const { triggers, functions } = await readSchemaFiles();
  for (const { sql } of [...triggers, ...functions]) await database.owner.query(sql);
});

test('the functions are applied while every table is being written to, without waiting for a lock', async () => {
  const { triggers, functions } = await readSchemaFiles();
  const tables = await database.owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace, 'console'::regnamespace)`,
  );
  await database.owner.transact(async (writer) => {
    await writer.query(`lock table ${tables.map(({ name }) => name).join(', ')} in row exclusive mode`);
    await database.owner.transact(async (tx) => {
      await tx.query('set local lock_timeout = 1000');
      for (const { sql } of [...triggers, ...functions]) await tx.query(sql);
    });
  });
});

test('the grants revoke every right that they do not list', async () => {
  const { owner } = database;
  const before = await describeSchema(owner);
  await owner.query(
    `grant insert, update (dep), delete on wallet to izi_app, public;
     grant usage on sequence posting_id_seq to izi_app;
     grant execute on function post to izi_app, public;
     grant create on schema public, sandbox, console to izi_app;
     create function extra() returns integer language sql as 'select 1'`,
  );
  const { functions } = await readSchemaFiles();
  await owner.query(functions.at(-1)!.sql);
  await owner.query('drop function extra');
  expect(await describeSchema(owner)).toBe(before);
});

test('no function is defined twice: the later definition would silently replace the first', async () => {
  const { triggers, functions } = await readSchemaFiles();
  const heads = [...triggers, ...functions].flatMap(({ sql }) =>
    Array.from(sql.matchAll(/create or replace function ([\w.]+\([^)]*\))/g), ([, head]) =>
      head!.replaceAll(/\s+/g, ' '),
    ),
  );
  expect(heads.length).toBeGreaterThan(300);
  expect(heads.filter((head, index) => heads.indexOf(head) < index)).toEqual([]);
});
