import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createPlayer } from '#tests/support/players/play.ts';
import type { Queryable } from './connect.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Writes a posting as the owner of the tables, who is asked for nothing. */
async function post(owner: Queryable, kind: string, reference: string, client = 1): Promise<void> {
  await owner.query(
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
     values ($1, 'draw_stakes', 'client_dep', 100, $2, $3, $3, clock_timestamp(), 100, 0)`,
    [client, kind, reference],
  );
}

const noted = () =>
  database.owner.query<{ reference: string; posting_id: number }>(
    'select reference, posting_id from posted_once order by posting_id',
  );

const posted = () =>
  database.owner.query<{ reference: string; posting_id: number }>(
    `select reference, id as posting_id from posting where kind not in ('bet', 'payout') order by id`,
  );

test('a posting that happens once is refused a second time, for another client too, and leaves nothing', async () => {
  const reference = randomUUID();
  await post(database.owner, 'refund', reference);
  for (const client of [1, 2]) {
    await expect(post(database.owner, 'refund', reference, client)).rejects.toThrow('posted_once_pkey');
  }
  expect(await noted()).toEqual(await posted());
  expect(await posted()).toHaveLength(1);
});

test('a bet and a payout are not noted: their keys are those of ticket and due', async () => {
  for (const kind of ['bet', 'payout']) await post(database.owner, kind, randomUUID());
  expect(await noted()).toEqual([]);
});

test('it is noted where triggers are off, as for the past of a demonstration', async () => {
  await database.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await post(tx, 'refund', randomUUID());
  });
  expect(await noted()).toEqual(await posted());
  expect(await noted()).toHaveLength(1);
});

test('the migration notes what was posted before, and what a transaction posts that is under way', async () => {
  const { owner } = database;
  await owner.query('drop table posted_once');
  await owner.query('drop trigger posting_is_noted_once on posting');
  await post(owner, 'refund', randomUUID());
  await post(owner, 'bet', randomUUID());
  const sql = (await readFile(join(import.meta.dirname, 'migrations/0030-posted-once.sql'), 'utf8')).replace(
    // The index does not exist any more: postings by month cannot have it.
    'drop index posting_once;',
    '',
  );
  let migrating: Promise<unknown> | undefined;
  await owner.transact(async (tx) => {
    await post(tx, 'refund', randomUUID());
    migrating = owner.transact((other) => other.query(sql));
    await expect
      .poll(() => owner.query(`select from pg_locks where mode = 'AccessExclusiveLock' and not granted`))
      .toHaveLength(1);
  });
  await migrating;
  await post(owner, 'refund', randomUUID());
  expect(await noted()).toEqual(await posted());
  expect(await noted()).toHaveLength(3);
});

test('posted() finds a posting only for the client whom it belongs to', async () => {
  const { clientId } = await createPlayer(database.owner, { dep: 500 });
  const [{ reference }] = (await noted()) as [{ reference: string; posting_id: number }];
  const [row] = await database.owner.query(
    `select posted($1, 'adjustment', $2, 'adjustment', 'client_dep') as mine, posted($1 + 1, 'adjustment', $2, 'adjustment', 'client_dep') as others`,
    [clientId, reference],
  );
  expect(row).toEqual({ mine: 500, others: 0 });
});
