import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { openLine, type Line } from '#tests/support/database/line.ts';
import { connect, type Database } from './connect.ts';

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

test('a statement that is running, or waits for a lock, is not cancelled', async () => {
  const locked = database.owner.transact(async (tx) => {
    await tx.query('lock table client in exclusive mode');
    await sleep(3_500);
  });
  await sleep(100);
  const waiting = db.query('select from client for update');
  expect(await db.query('select 1 as one from pg_sleep(3.5)')).toEqual([{ one: 1 }]);
  expect(await waiting).toEqual([]);
  await locked;
});

test('a statement whose answer was lost fails soon, and all connections of that time are replaced', async () => {
  await Promise.all(Array.from({ length: connections }, () => db.query('select pg_sleep(0.1)')));
  const lost = expect(db.query('select pg_sleep(0.5)')).rejects.toThrow('Connection terminated');
  await sleep(200);
  line.cut('silent');
  await sleep(1_000);
  line.restore();
  await lost;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, () => db.query('select 1')));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
