import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/identity-app.ts';
import { removeExpired } from './clean-up.ts';
import { ensureConfirmedClient } from './register.ts';

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

test('a demonstration’s client can sign in, is confirmed and has a wallet, however often it is made', async () => {
  const ensure = () => app.database.db.transact((tx) => ensureConfirmedClient(tx, demo));
  const [id, ...others] = [...(await Promise.all([ensure(), ensure(), ensure()])), await ensure()];
  expect(others).toEqual([id, id, id]);
  const response = await app.call('POST', '/clients/auth/local', { identifier: demo.phone, password: demo.password });
  expect(response.json().user).toMatchObject({ id, confirmed: true });
  expect(await app.database.db.query('select client_id from wallet')).toEqual([{ client_id: id }]);
});

test('what is long over is removed, and nothing else', async () => {
  const signIn = () => app.call('POST', '/clients/auth/local', { identifier: demo.phone, password: demo.password });
  await signIn();
  await app.call('POST', '/clients/auth/forgot-password', { phone: demo.phone });
  const count = async () => {
    const [row] = await app.database.db.query<{ sessions: number; codes: number }>(
      'select (select count(*) from session) as sessions, (select count(*) from code) as codes',
    );
    return row;
  };
  const before = await count();
  expect(before).toEqual({ sessions: 2, codes: 1 });
  await removeExpired(app.database.db);
  expect(await count()).toEqual(before);
  await app.database.owner.query(`update session set expires_at = now() - interval '1 second'`);
  await app.database.owner.query(`update code set expires_at = now() - interval '25 hours'`);
  await removeExpired(app.database.db);
  expect(await count()).toEqual({ sessions: 0, codes: 0 });
});
