import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { addApp } from '#tests/support/players/authenticator.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { startCoolingOff } from './cooling-off.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp({ coolingOff: true });
});
afterAll(() => app.stop());

let lastNumber = 64_000_000;
const currentPassword = 'correct horse battery';

interface Client {
  readonly id: number;
  readonly phone: string;
  readonly email: string;
  token: string;
  readonly browser: Browser;
}

/** A client whose phone is proven. */
async function createClient(on = app): Promise<Client> {
  const number = ++lastNumber;
  const phone = `+22507${number}`;
  const browser: Browser = {};
  const { jwt, user } = (await on.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
  await on.call('POST', '/clients/otp/firebase/callback', { code: await on.readCode(phone) }, jwt, browser);
  return { id: user.id, phone, email: `client${number}@example.com`, token: jwt, browser };
}

async function reset(phone: string, from: Browser, on = app) {
  const password = 'another good one';
  await on.call('POST', '/clients/auth/forgot-password', { phone }, undefined, from);
  const form = { phone, code: await on.readCode(phone), password, passwordConfirmation: password };
  return on.call('POST', '/clients/otp/reset-password', form, undefined, from);
}

async function prove({ id, token }: Client, email: string): Promise<void> {
  await app.call('PUT', `/users/${id}`, { email, currentPassword }, token);
  const confirmed = await app.call('POST', '/clients/email/confirm', { code: await app.readCode(email) }, token);
  expect(confirmed.statusCode).toBe(200);
}

/** Does as if the browser had been known for two days. */
const age = ({ id }: Client) =>
  app.database.owner.query(
    `with d as (update device set first_seen_at = now() - interval '2 days' where client_id = $1)
     update session set created_at = now() - interval '2 days' where client_id = $1`,
    [id],
  );

const changePassword = ({ token }: Client) =>
  app.call(
    'POST',
    '/clients/auth/change-password',
    { currentPassword, password: 'another good one', passwordConfirmation: 'another good one' },
    token,
  );

/** Why payouts wait, and for how many hours. */
async function waitOf({ id }: Client) {
  const [row] = await app.database.db.query<{ reason: string; hours: number }>(
    `select reason, round(extract(epoch from until - clock_timestamp()) / 3600)::integer as hours from payouts_wait($1)`,
    [id],
  );
  return row ?? null;
}

describe('payouts wait', () => {
  test('a day after a new password by code in an unknown browser, and not in a known one', async () => {
    const [swapped, own] = [await createClient(), await createClient()];
    expect((await reset(swapped.phone, {})).statusCode).toBe(200);
    expect(await waitOf(swapped)).toEqual({ reason: 'password_reset', hours: 24 });
    expect((await reset(own.phone, own.browser)).statusCode).toBe(200);
    expect(await waitOf(own)).toBeNull();
  });

  test('a day after such a password, also with a second factor', async () => {
    const client = await createClient();
    const { recoveryCodes } = await addApp(app, client.token);
    const { challenge } = (await reset(client.phone, {})).json();
    expect(await waitOf(client)).toBeNull();
    const given = { challengeId: challenge.id, recoveryCode: recoveryCodes[0] };
    expect((await app.call('POST', '/clients/auth/second-factor', given)).statusCode).toBe(200);
    expect(await waitOf(client)).toEqual({ reason: 'password_reset', hours: 24 });
  });

  test('not after a phone is proven for the first time, by anybody who has it', async () => {
    const phone = `+22507${++lastNumber}`;
    const { user } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
    expect((await reset(phone, {})).statusCode).toBe(200);
    expect(await waitOf({ id: user.id } as Client)).toBeNull();
  });

  test('a day after a factor was removed', async () => {
    const client = await createClient();
    await prove(client, client.email);
    await addApp(app, client.token);
    await age(client);
    // Adding an app gives nobody else access, so nothing waits.
    expect(await waitOf(client)).toBeNull();
    await app.database.owner.query(
      `update session set proven_at = clock_timestamp(), proven_by = '{password,totp}' where client_id = $1`,
      [client.id],
    );
    expect((await app.call('DELETE', '/clients/totp', undefined, client.token)).statusCode).toBe(204);
    expect(await waitOf(client)).toEqual({ reason: 'factor_removed', hours: 24 });

    const mailless = await createClient();
    await prove(mailless, mailless.email);
    await app.call('PUT', `/users/${mailless.id}`, { email: null, currentPassword }, mailless.token);
    expect(await waitOf(mailless)).toEqual({ reason: 'factor_removed', hours: 24 });
  });

  test('a day after a factor was changed in a browser less than a day old, and not in an older one', async () => {
    const [young, old] = [await createClient(), await createClient()];
    for (const client of [young, old]) await prove(client, client.email);
    await age(old);
    for (const client of [young, old]) {
      expect(await waitOf(client)).toBeNull();
      await prove(client, `next.${client.email}`);
    }
    expect(await waitOf(young)).toEqual({ reason: 'factor_changed', hours: 24 });
    expect(await waitOf(old)).toBeNull();

    const [youngToo, oldToo] = [await createClient(), await createClient()];
    await age(oldToo);
    for (const client of [youngToo, oldToo]) expect((await changePassword(client)).statusCode).toBe(200);
    expect(await waitOf(youngToo)).toEqual({ reason: 'factor_changed', hours: 24 });
    expect(await waitOf(oldToo)).toBeNull();
  });

  test('payouts wait for the longer of two waits, and each wait is one event', async () => {
    const client = await createClient();
    const start = (reason: Parameters<typeof startCoolingOff>[4]) =>
      app.database.db.transact((tx) =>
        startCoolingOff(app.identity, tx, { address: '127.0.0.1', userAgent: undefined }, client.id, reason),
      );
    await start('factor_removed');
    await start('phone_changed');
    expect(await waitOf(client)).toEqual({ reason: 'phone_changed', hours: 72 });
    await start('password_reset');
    expect(await waitOf(client)).toEqual({ reason: 'phone_changed', hours: 72 });
    const events = await app.database.owner.query(
      `select detail ->> 'reason' as reason from security_event where client_id = $1 and kind = 'cooling_off_begun' order by at`,
      [client.id],
    );
    expect(events).toEqual([{ reason: 'factor_removed' }, { reason: 'phone_changed' }]);
  });

  test('never without COOLING_OFF', async () => {
    const off = await startIdentityApp({ database: app.database, coolingOff: false });
    const client = await createClient(off);
    expect((await reset(client.phone, {}, off)).statusCode).toBe(200);
    expect(await waitOf(client)).toBeNull();
    await off.stop();
  });
});

describe('the owner is told', () => {
  test('the owner is told of a right password after five wrong ones, and not after four', async () => {
    for (const [wrong, told] of [
      [5, true],
      [4, false],
    ] as const) {
      const client = await createClient();
      const signIn = (password: string) =>
        app.call('POST', '/clients/auth/local', { identifier: client.phone, password });
      for (let guess = 0; guess < wrong; guess++) await signIn(`guess ${guess}`);
      // The wait that the fifth wrong one began is over.
      await app.database.owner.query('update sign_in_wait set until = now() where key = $1', [client.phone]);
      expect((await signIn(currentPassword)).statusCode).toBe(200);
      const texts = await app.readTexts(client.phone);
      expect(texts.some((text) => text.includes('after several wrong ones'))).toBe(told);
    }
  });

  test('the owner is told of a new password on every proven contact, and of a factor by e-mail alone', async () => {
    const client = await createClient();
    await prove(client, client.email);
    await addApp(app, client.token);
    const said = async (to: string, what: string) => (await app.readTexts(to)).some((text) => text.includes(what));
    expect(await said(client.email, 'authenticator app was added')).toBe(true);
    expect(await said(client.phone, 'authenticator app was added')).toBe(false);
    expect((await changePassword(client)).statusCode).toBe(200);
    for (const to of [client.email, client.phone]) expect(await said(to, 'password of your Izi account')).toBe(true);
  });
});
