import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each(['wallet', 'posting', 'ticket', 'due'])(
  'only the ledger’s own functions write %s: the application may only read it',
  async (table) => {
    expect(
      await database.owner.query(
        `select privilege
         from unnest(array['select', 'insert', 'update']) as privilege
         where has_any_column_privilege('izi_app', $1, privilege)
         union all
         select privilege
         from unnest(array['delete', 'truncate', 'trigger']) as privilege
         where has_table_privilege('izi_app', $1, privilege)`,
        [table],
      ),
    ).toEqual([{ privilege: 'select' }]);
    await expect(database.db.query(`delete from ${table}`)).rejects.toThrow('permission denied');
  },
);

test('the application owns nothing and cannot change the tables', async () => {
  expect(await database.owner.query(`select relname from pg_class where relowner = 'izi_app'::regrole`)).toEqual([]);
  await expect(database.db.query('alter table posting disable trigger all')).rejects.toThrow('must be owner');
  await expect(database.db.query('create table mine (id integer)')).rejects.toThrow('permission denied');
});

test('not even the owner changes history', async () => {
  const { owner } = database;
  await owner.query('select open_wallet(1)');
  await owner.query(`select post_adjustment(1, gen_random_uuid(), 'adjustment', 'client_dep', 500)`);
  await expect(owner.query('update posting set amount = 5')).rejects.toThrow('history never changes');
  await expect(owner.query('delete from posting')).rejects.toThrow('history never changes');
  await expect(owner.query('truncate posting')).rejects.toThrow('history never changes');
});
