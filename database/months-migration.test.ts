import { randomBytes, randomUUID } from 'node:crypto';
import { cp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '#domain/uuid.ts';
import { createEmptyDatabase } from '#tests/support/database/database.ts';
import { makeFolder } from '#tests/support/temporary.ts';
import { connect, type Database } from './connect.ts';
import { migrate } from './migrate.ts';

const ours = '0035-months.sql';

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let owner: Database;
let folder: string;

/** The tables as they were before, with the functions of their triggers. */
beforeAll(async () => {
  folder = await makeFolder('izi-before-months-');
  const names = await readdir(import.meta.dirname, { recursive: true });
  const isBefore = (name: string) => name.startsWith('migrations/') && basename(name) < ours;
  const kept = names.filter((name) => isBefore(name) || name.endsWith('.triggers.sql'));
  for (const name of kept) await cp(join(import.meta.dirname, name), join(folder, name), { recursive: true });
  empty = await createEmptyDatabase();
  await migrate(empty.config, { folder });
  owner = connect({ config: empty.config, applicationName: 'izi test', max: 3 });
});
afterAll(async () => {
  await owner?.end();
  await empty?.drop();
  await rm(folder, { recursive: true });
});

const post = (kind: string) =>
  owner.query(
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
     values (1, 'draw_stakes', 'client_dep', 100, $1::posting_kind, $2, $2, clock_timestamp(), 0, 0)`,
    [kind, randomUUID()],
  );
const sell = (id: string) =>
  owner.query(`insert into ticket values (1, $1, gen_random_uuid(), 2, 5, 100, 0, clock_timestamp())`, [id]);
const rowsOf = (table: string) => owner.query(`select * from ${table} order by 1, 2`);

test('all rows become the first month, ids go on, and everything is kept as it was', async () => {
  const ids = Array.from({ length: 20 }, () => uuidv7(Date.now(), randomBytes(10)));
  for (const id of ids) await sell(id);
  for (const kind of ['bet', 'refund', 'payout', 'refund']) await post(kind);
  const before = [await rowsOf('ticket'), await rowsOf('posting'), await rowsOf('posted_once')];

  expect(await migrate(empty.config)).toContain(ours);

  expect([await rowsOf('ticket'), await rowsOf('posting'), await rowsOf('posted_once')]).toEqual(before);
  expect(await rowsOf('ticket_before')).toEqual(before[0]);
  await post('refund');
  await post('bet');
  expect((await owner.query<{ id: number }>('select id from posting order by id')).map(({ id }) => id)).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
  expect(await rowsOf('posted_once')).toHaveLength(3);
  await expect(sell(ids[0]!)).rejects.toThrow('duplicate key');
  // The former index of the table is now that of its first month: nothing was built.
  const [index] = await owner.query(
    `select inhparent::regclass::text as of from pg_inherits where inhrelid = 'ticket_before_id_once'::regclass`,
  );
  expect(index).toEqual({ of: 'ticket_id_once' });
  for (const table of ['ticket', 'ticket_before', 'posting', 'posting_before']) {
    await expect(owner.query(`delete from ${table}`), table).rejects.toThrow('history never changes');
    await expect(owner.query(`truncate ${table}`), table).rejects.toThrow('history never changes');
  }
  // The first border is more than three days away, so that processes of the version before have ended.
  const [month] = await owner.query(
    `select min(begins_on) > now() + interval '3 days' as far, min(begins_on) <= now() + interval '35 days' as near, count(*) as months
     from month where begins_on > '-infinity'`,
  );
  expect(month).toEqual({ far: true, near: true, months: 4 });
});
