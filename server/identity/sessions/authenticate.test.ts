import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createAuthenticator } from './authenticate.ts';
import { createToken, hashToken } from './sessions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a client who confirms the phone at another process is confirmed here before the notification arrives', async () => {
  const token = createToken();
  const [client] = await database.owner.query<{ id: number }>(
    `with client as (
       insert into client (phone, password_hash, first_name, last_name, birth_date, country)
       values ('+2250700000001', '', 'Awa', 'Koné', '1990-01-01', 'CI') returning id
     ), session as (
       insert into session (client_id, token_hash, remember, device, expires_at)
       select id, $1, true, 'x', now() + interval '1 day' from client
     )
     select id from client`,
    [hashToken(token)],
  );
  // The database's notifications never arrive.
  const { authenticate } = await createAuthenticator({ ...database.db, listen: async () => async () => {} });
  expect(await authenticate(token)).toMatchObject({ clientId: client!.id, confirmed: false });
  await database.owner.query('update client set confirmed_at = now() where id = $1', [client!.id]);
  expect(await authenticate(token)).toMatchObject({ clientId: client!.id, confirmed: true });
});

test('a token is cached only while notifications about sessions arrive', async () => {
  const token = createToken();
  const [client] = await database.owner.query<{ id: number }>(
    `with client as (
       insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
       values ('+2250700000002', '', 'Awa', 'Koné', '1990-01-01', 'CI', now()) returning id
     ), session as (
       insert into session (client_id, token_hash, remember, device, expires_at)
       select id, $1, true, 'x', now() + interval '1 day' from client
     )
     select id from client`,
    [hashToken(token)],
  );
  let hear: (payload: string | null) => void = () => {};
  let miss: () => void = () => {};
  let lookedUp = 0;
  const { authenticate } = await createAuthenticator({
    ...database.db,
    query: (...asked) => {
      lookedUp += 1;
      return database.db.query(...asked);
    },
    listen: async (_channel, handler, onBreak) => {
      hear = handler;
      miss = onBreak!;
      return async () => {};
    },
  });
  const lookUps = async () => {
    const before = lookedUp;
    expect(await authenticate(token)).toMatchObject({ clientId: client!.id });
    return lookedUp - before;
  };
  expect(await lookUps()).toBeGreaterThan(0);
  expect(await lookUps()).toBe(0);
  miss();
  expect(await lookUps()).toBeGreaterThan(0);
  expect(await lookUps()).toBeGreaterThan(0);
  hear(null);
  expect(await lookUps()).toBeGreaterThan(0);
  expect(await lookUps()).toBe(0);
  hear(String(client!.id));
  expect(await lookUps()).toBeGreaterThan(0);
});
