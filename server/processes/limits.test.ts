import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitInTurns, type SharedLimiter } from '#server/http/rate-limit.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

// Two machines of one site, each with three web processes, of which one runs here.
let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  const settings = { ROLES: 'web', WEB_PROCESSES: '3', RATE_LIMIT_SCALE: '1' };
  one = await startApp(settings);
  other = await startApp(settings, { database: one.database });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** How many of these calls from one address are not refused as too many. */
async function countUndos({ app }: TestApp, calls: number, remoteAddress: string): Promise<number> {
  const call = { method: 'POST', url: '/api/clients/auth/undo', payload: { token: 'none' }, remoteAddress } as const;
  const answers = await Promise.all(Array.from({ length: calls }, () => app.web!.http.inject(call)));
  return answers.filter(({ statusCode }) => statusCode !== 429).length;
}

test('tries of an address are counted once for all processes of all machines', async () => {
  // 30 in 15 minutes.
  const allowed = await Promise.all([countUndos(one, 20, '192.0.2.1'), countUndos(other, 20, '192.0.2.1')]);
  expect(allowed[0]! + allowed[1]!).toBe(30);
});

test('an address that a balancer always sends to one process has the whole limit there', async () => {
  expect(await countUndos(one, 31, '192.0.2.2')).toBe(30);
});

test('calls of an address are counted for all processes together', async () => {
  const { db } = one.database;
  const limit = { name: 'calls', points: 100, seconds: 3_600 };
  const [here, there] = [limitInTurns(db, limit, 1), limitInTurns(db, limit, 1)];
  const countTaken = async (limiter: SharedLimiter, calls: number, key = 'address') =>
    (await Promise.allSettled(Array.from({ length: calls }, () => limiter.take(key)))).filter(
      ({ status }) => status === 'fulfilled',
    ).length;
  // An address that a balancer sends to one process has the whole limit there, less its calls elsewhere.
  expect(await countTaken(here, 60)).toBe(60);
  await here.share();
  expect(await countTaken(there, 25)).toBe(25);
  await there.share();
  expect(await countTaken(there, 40)).toBe(15);
  // Refused calls count too, as in one process.
  await there.share();
  expect(await countTaken(here, 40)).toBe(40);
  await here.share();
  expect(await countTaken(here, 1)).toBe(0);
  expect(await countTaken(there, 1, 'another address')).toBe(1);
});

test('an address with few calls costs the database nothing, and a busy one a statement per turn', async () => {
  const statements: unknown[] = [];
  const db = {
    query: async <Row extends object>(sql: Parameters<TestApp['database']['db']['query']>[0]) => {
      statements.push(sql);
      return one.database.db.query<Row>(sql);
    },
  };
  const limiter = limitInTurns(db, { name: 'counted', points: 100, seconds: 3_600 }, 1);
  await limiter.take('quiet');
  for (let call = 0; call < 50; call += 1) await limiter.take('busy');
  expect(statements).toHaveLength(0);
  await limiter.share();
  await limiter.share();
  expect(statements).toHaveLength(1);
});

test('the server shares its counts every second', async () => {
  const call = { url: '/api/nothing', remoteAddress: '192.0.2.3' };
  await Promise.all(Array.from({ length: 30 }, () => one.app.web!.http.inject(call)));
  await expect
    .poll(() => one.database.owner.query(`select points from rate_limit where key = 'address:192.0.2.3'`))
    .toEqual([{ points: 30 }]);
});
