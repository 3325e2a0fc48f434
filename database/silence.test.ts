import { setImmediate as turnOfEventLoop, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { standStill } from '#tests/support/stand-still.ts';
import { openLine, type Line } from '#tests/support/database/line.ts';
import { connect, type ConnectSettings, type Database } from './connect.ts';

const connections = 3;

let database: TestDatabase;
let line: Line;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  line = await openLine(database.config);
  const config = { connectionString: line.settings.DATABASE_URL };
  // Far longer than this test lasts.
  db = connect({ config, applicationName: 'silence test', max: connections, statementTimeoutMs: 120_000 });
});
afterAll(async () => {
  await line.close();
  await db.end();
  await database.drop();
});

test('a statement that is running, or is waiting for a lock, is not cancelled', async () => {
  const isLocked = Promise.withResolvers<void>();
  const locked = database.owner.transact(async (tx) => {
    await tx.query('lock table client in exclusive mode');
    isLocked.resolve();
    await sleep(3_500);
  });
  await isLocked.promise;
  const waiting = db.query('select from client for update');
  expect(await db.query('select 1 as one from pg_sleep(3.5)')).toEqual([{ one: 1 }]);
  expect(await waiting).toEqual([]);
  await locked;
});

test('a statement whose answer is lost fails soon, and all connections of that time are replaced', async () => {
  const ownPid = 'select pg_backend_pid() as pid from pg_sleep(0.1)';
  const pids = async () => {
    const answers = Array.from({ length: connections }, () => db.query<{ pid: number }>(ownPid));
    return (await Promise.all(answers)).map(([row]) => row!.pid);
  };
  const before = await pids();
  let lost: Promise<unknown> | undefined;
  await database.owner.transact(async (tx) => {
    await tx.query('lock table client in exclusive mode');
    lost = expect(db.query('select from client for update')).rejects.toThrow(
      'Connection terminated: the answer was lost',
    );
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => database.owner.query(waits)).toHaveLength(1);
    line.cut('silent');
  });
  // The server has answered by now, and nothing tells this side.
  const idle = `select from pg_stat_activity where datname = current_database() and state = 'idle' and query like '%for update'`;
  await expect.poll(() => database.owner.query(idle)).toHaveLength(1);
  line.restore();
  await lost;
  expect((await pids()).filter((pid) => before.includes(pid))).toEqual([]);
});

/** Keeps this process from reading anything. Its timers come first afterwards. */
async function readNothing(ms: number): Promise<void> {
  await turnOfEventLoop();
  standStill(ms);
}

function open(settings: Partial<ConnectSettings>): Database {
  const own = connect({ config: database.config, applicationName: 'stands still', max: 1, ...settings });
  onTestFinished(() => own.end());
  return own;
}

test('a process that is suspended for longer than the limit still reads its answer afterwards', async () => {
  const own = open({ statementTimeoutMs: 200 });
  const [before] = await own.query('select pg_backend_pid() as pid');
  const answer = own.query('select pg_backend_pid() as pid from pg_sleep(0.1)');
  // The statement is sent, and its answer comes while nobody reads it.
  await sleep(20);
  await readNothing(2_500);
  expect(await answer).toEqual([before]);
});

test('an answer that arrives in parts does not count as silence, however long it takes', async () => {
  const own = open({ statementTimeoutMs: 200 });
  const parts = own.transact(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    return tx.query(`do $$ begin
      for part in 1..6 loop raise notice 'part %', part; perform pg_sleep(0.4); end loop; end $$`);
  });
  expect(await parts).toEqual([]);
});

test('a process that is suspended while it waits for a connection gets one afterwards', async () => {
  const own = open({ statementTimeoutMs: 5_000, connectTimeoutMs: 1_000 });
  const first = own.query('select pg_sleep(0.2)');
  const second = own.query('select 1 as one');
  await sleep(20);
  await readNothing(1_500);
  await first;
  expect(await second).toEqual([{ one: 1 }]);
});

test('a transaction that was suspended for too long is rolled back, and reports it', async () => {
  const own = open({ idleInTransactionTimeoutMs: 200 });
  const attempt = own.transact(async (tx) => {
    await tx.query('select 1');
    await readNothing(600);
    await sleep(20);
    return tx.query('select 2');
  });
  await expect(attempt).rejects.toMatchObject({ code: '25P03' });
  expect(await own.query('select 1 as one')).toEqual([{ one: 1 }]);
});
