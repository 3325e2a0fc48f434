import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { removeExpired } from './clean-up.ts';
import { ensureConfirmedClient } from './sign-up/register.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

const demo = {
  phone: '+2250700000001',
  password: 'demo demo demo',
  firstName: 'Awa',
  lastName: 'Koné',
  birthDate: '1990-04-12',
  country: 'CI',
} as const;

test('the client of a demonstration can sign in, is confirmed and has a wallet, however often it is created', async () => {
  const ensure = () => app.database.owner.transact((tx) => ensureConfirmedClient(tx, demo));
  const [id, ...others] = [...(await Promise.all([ensure(), ensure(), ensure()])), await ensure()];
  expect(others).toEqual([id, id, id]);
  const response = await app.call('POST', '/clients/auth/local', { identifier: demo.phone, password: demo.password });
  expect(response.json().user).toMatchObject({ id, confirmed: true });
  expect(await app.database.db.query('select client_id from wallet')).toEqual([{ client_id: id }]);
});

test('rows that have long expired are removed, and nothing else', async () => {
  const signIn = () => app.call('POST', '/clients/auth/local', { identifier: demo.phone, password: demo.password });
  await signIn();
  await app.call('POST', '/clients/auth/forgot-password', { phone: demo.phone });
  await app.call('POST', '/clients/auth/local', { identifier: 'nobody@example.com', password: 'wrong' });
  await app.database.owner.query(
    `insert into device (client_id, secret_hash, name, trusted_until) select id, 'x', 'Test', now() + interval '1 day' from client`,
  );
  const tables = ['session', 'code', 'sent', 'sign_in_wait', 'device'];
  const count = () =>
    Promise.all(tables.map(async (table) => (await app.database.db.query(`select from ${table}`)).length));
  const before = await count();
  expect(before).not.toContain(0);
  await removeExpired(app.database.worker);
  expect(await count()).toEqual(before);
  for (const change of [
    `session set expires_at = now() - interval '1 second'`,
    `code set expires_at = now() - interval '25 hours'`,
    `sent set since = now() - interval '25 hours'`,
    `sign_in_wait set since = now() - interval '25 hours'`,
    `device set trusted_until = now() - interval '1 second'`,
  ]) {
    await app.database.owner.query(`update ${change}`);
  }
  await removeExpired(app.database.worker);
  expect(await count()).toEqual([0, 0, 0, 0, 0]);
});

describe('clients who never proved their phone', () => {
  let lastNumber = 72_000_000;
  const join = async () => {
    const phone = `+22507${++lastNumber}`;
    const account = registrationOf(phone, { email: `client${lastNumber}@example.com` });
    const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', account)).json();
    return { phone, token: jwt as string, id: user.id as number };
  };
  const isHere = async (id: number) =>
    (await app.database.db.query('select from client join wallet on client_id = id where id = $1', [id])).length === 1;
  /** Does as if the client had last been here so long ago. */
  async function letPass(id: number, interval: string): Promise<void> {
    for (const change of [
      'update client set created_at = created_at - $2::interval, last_sign_in_at = last_sign_in_at - $2::interval where id = $1',
      'update session set last_seen_at = last_seen_at - $2::interval where client_id = $1',
    ]) {
      await app.database.owner.query(change, [id, interval]);
    }
  }

  test('are removed after seven days, with everything that belongs to them', async () => {
    const { id, phone, token } = await join();
    await app.database.owner.query(`select set_play_limit($1, 'stake', 'day', 100, 'UTC')`, [id]);
    await app.database.owner.query(`select take_break($1, 'day', 'UTC')`, [id]);
    await app.database.owner.query(
      `insert into favourite (client_id, id, label, bet_type, selection, stake) values ($1, gen_random_uuid(), '', 1, 1, 100)`,
      [id],
    );
    await letPass(id, '6 days 23 hours');
    await removeExpired(app.database.worker);
    expect(await isHere(id)).toBe(true);
    await letPass(id, '1 hour 1 second');
    await removeExpired(app.database.worker);
    expect(await isHere(id)).toBe(false);
    const tables = ['session', 'code', 'client_email', 'favourite', 'play_limit', 'play_break', 'wallet'];
    for (const table of tables) {
      expect(await app.database.owner.query(`select from ${table} where client_id = $1`, [id])).toEqual([]);
    }
    await expect.poll(async () => (await app.call('GET', '/users/me', undefined, token)).statusCode).toBe(401);
    const again = await app.call('POST', '/clients/auth/local/register', registrationOf(phone));
    expect(again.statusCode).toBe(201);
  });

  test('stay while they come back, once the phone is proven, or if there was ever money', async () => {
    const [back, proven, rich] = [await join(), await join(), await join()];
    await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(proven.phone) }, proven.token);
    await app.database.owner.query(`select post_adjustment($1, gen_random_uuid(), 'adjustment', 'client_dep', 100)`, [
      rich.id,
    ]);
    await app.database.owner.query(`select post_adjustment($1, gen_random_uuid(), 'client_dep', 'adjustment', 100)`, [
      rich.id,
    ]);
    for (const { id } of [back, proven, rich]) await letPass(id, '8 days');
    await app.database.owner.query('update session set last_seen_at = now() where client_id = $1', [back.id]);
    await removeExpired(app.database.worker);
    for (const { id } of [back, proven, rich]) expect(await isHere(id)).toBe(true);
  });

  test('a client who is signing in at that moment is left for the next run', async () => {
    const { id } = await join();
    await letPass(id, '8 days');
    await app.database.owner.transact(async (tx) => {
      await tx.query('select from client where id = $1 for no key update', [id]);
      await removeExpired(app.database.worker);
    });
    expect(await isHere(id)).toBe(true);
  });
});
