import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from '#tests/support/database/database.ts';
import { connect, type Database } from './connect.ts';

let server: Awaited<ReturnType<typeof createEmptyDatabase>>;
let db: Database;

beforeAll(async () => {
  server = await createEmptyDatabase();
  db = connect({ config: server.config, applicationName: 'transact test', max: 2, statementTimeoutMs: 1_000 });
  await db.query('create table note (id integer primary key)');
});

afterAll(async () => {
  await db?.end();
  await server?.drop();
});

beforeEach(() => db.query('truncate note'));

const notes = () => db.query<{ id: number }>('select id from note order by id');
const backend = (on: Pick<Database, 'query'>) => on.query<{ pid: number }>('select pg_backend_pid() as pid');

test('commits what the work did and returns what it returned', async () => {
  const answer = await db.transact(async (tx) => {
    await tx.query('insert into note values (1), (2)');
    return 'done';
  });

  expect(answer).toBe('done');
  expect(await notes()).toEqual([{ id: 1 }, { id: 2 }]);
});

test('runs the callbacks for after the commit then, and not after a rollback', async () => {
  const seen: unknown[] = [];
  await db.transact(async (tx) => {
    tx.afterCommit(() => void seen.push('committed'));
    await tx.query('insert into note values (1)');
    expect(seen).toEqual([]);
  });
  expect(seen).toEqual(['committed']);
  const undone = db.transact(async (tx) => {
    tx.afterCommit(() => void seen.push('undone'));
    await tx.query('insert into note values (1)');
  });
  await expect(undone).rejects.toThrow('duplicate key');
  expect(seen).toEqual(['committed']);
});

test('rolls back when the work throws, rethrows the same error, and keeps the connection', async () => {
  const refusal = new Error('refused');
  let pid = 0;
  const attempt = db.transact(async (tx) => {
    pid = (await backend(tx))[0]!.pid;
    await tx.query('insert into note values (1)');
    throw refusal;
  });

  await expect(attempt).rejects.toBe(refusal);
  expect(await notes()).toEqual([]);
  expect(await db.query('select 1 from pg_stat_activity where pid = $1', [pid])).toHaveLength(1);
});

test('rolls back when a statement fails, even if the work ignores that', async () => {
  const attempt = db.transact(async (tx) => {
    await tx.query('insert into note values (1)');
    await tx.query('insert into note values (1)').catch(() => {});
  });

  await expect(attempt).rejects.toThrow('rolled back');
  expect(await notes()).toEqual([]);
});

test('does not show its writes before it commits', async () => {
  await db.transact(async (tx) => {
    await tx.query('insert into note values (1)');
    expect(await notes()).toEqual([]);
  });
});

test('destroys a connection that broke inside a transaction, and continues with another', async () => {
  const attempt = db.transact(async (tx) => {
    await tx.query('insert into note values (1)');
    const [own] = await backend(tx);
    await db.query('select pg_terminate_backend($1)', [own!.pid]);
    await tx.query('insert into note values (2)');
  });

  await expect(attempt).rejects.toThrow();
  expect(await notes()).toEqual([]);
  await db.transact((tx) => tx.query('insert into note values (3)'));
  expect(await notes()).toEqual([{ id: 3 }]);
});

test('ends a transaction that leaves its connection idle too long, releasing its locks', async () => {
  const slow = connect({
    config: server.config,
    applicationName: 'slow',
    max: 1,
    idleInTransactionTimeoutMs: 100,
  });
  const attempt = slow.transact(async (tx) => {
    await tx.query('insert into note values (1)');
    await new Promise((resolve) => setTimeout(resolve, 400));
    await tx.query('insert into note values (2)');
  });

  // The error by which it ended, and not that it has: that one would pass for a fault of the program.
  await expect(attempt).rejects.toMatchObject({ code: '25P03' });
  await db.query('insert into note values (1)');
  await slow.end();
});
