import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Queryable } from '#database/connect.ts';
import { readSchemaFiles, type SchemaFiles } from '#database/schema-files.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { checkDatabase, serveHealth, type ReadinessCheck } from './health.ts';
import { createHttp } from './http.ts';

const files = await readSchemaFiles();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function ask(path: string, checks: readonly ReadinessCheck[]) {
  const http = createHttp({
    authenticate: () => Promise.resolve(null),
    log: pino({ level: 'silent' }),
    rateLimitScale: 1,
  });
  serveHealth(http, checks);
  const response = await http.inject(path);
  await http.close();
  return response;
}

test('ready with a migrated database', async () => {
  const response = await ask('/readyz', [checkDatabase(database.db, files)]);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ status: 'ok', checks: { database: 'ok' } });
});

test('the database is checked once for all requests at once, and an address that asks too often is told to wait', async () => {
  let asked = 0;
  const counting: Queryable = {
    query: (sql, params) => {
      asked += 1;
      return database.db.query(sql, params);
    },
  };
  const http = createHttp({
    authenticate: () => Promise.resolve(null),
    log: pino({ level: 'silent' }),
    rateLimitScale: 0.05,
    trustProxy: true,
  });
  const note = { name: 'books', read: async () => String((asked += 1)) };
  serveHealth(http, [checkDatabase(counting, files)], [note]);
  const askOften = (address: string) =>
    Promise.all(
      Array.from({ length: 40 }, () => http.inject({ url: '/readyz', headers: { 'x-forwarded-for': address } })),
    );
  const answers = await askOften('203.0.113.1');
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0]!.headers['retry-after']).toMatch(/^\d+$/);
  expect(asked).toBe(2);
  expect((await askOften('203.0.113.2'))[0]!.statusCode).toBe(200);
  await http.close();
});

test('ready with a database that a newer version has changed since', async () => {
  await database.owner.query(`insert into migration values (9999, '9999-newer.sql', '')`);
  await database.owner.query(`insert into function_set (checksum) values ('newer')`);
  expect((await ask('/readyz', [checkDatabase(database.db, files)])).statusCode).toBe(200);
});

test.each([
  ['tables', (mine: SchemaFiles) => ({ ...mine, migrations: [{ ...mine.migrations[0]!, name: '9998-newest.sql' }] })],
  ['functions', (mine: SchemaFiles) => ({ ...mine, functionsChecksum: 'newest' })],
])('not ready while the %s of the database are older than the application', async (_, newer) => {
  expect((await ask('/readyz', [checkDatabase(database.db, newer(files))])).statusCode).toBe(503);
});

test('not ready with an empty database, or without one', async () => {
  const empty = await createEmptyDatabase();
  const nowhere = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' };
  for (const config of [empty.config, nowhere]) {
    const db = connect({ config, applicationName: 'izi test', max: 1 });
    const response = await ask('/readyz', [checkDatabase(db, files)]);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('2');
    expect(response.json()).toEqual({ status: 'unavailable', checks: { database: 'failed' } });
    await db.end();
  }
  await empty.drop();
});

test('not ready when a check takes too long, but alive', async () => {
  const never: ReadinessCheck = { name: 'never', check: () => new Promise(() => {}) };
  const fine: ReadinessCheck = { name: 'fine', check: () => Promise.resolve() };
  const ready = await ask('/readyz', [never, fine]);
  expect([ready.statusCode, ready.json().checks]).toEqual([503, { never: 'failed', fine: 'ok' }]);
  for (const path of ['/healthz', '/livez']) expect((await ask(path, [never])).statusCode).toBe(200);
});
