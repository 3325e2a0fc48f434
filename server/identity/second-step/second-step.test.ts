import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addApp, appCode, freshCode } from '#tests/support/players/authenticator.ts';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { removeExpired } from '#server/identity/clean-up.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

const password = 'correct horse battery';
let lastNumber = 64_000_000;

interface Client {
  readonly id: number;
  readonly phone: string;
  readonly token: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The browser in which the phone was confirmed. */
  readonly known: Browser;
}

/** A client with an authenticator app. */
async function createClient(): Promise<Client> {
  const phone = `+22507${++lastNumber}`;
  const known: Browser = {};
  const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt, known);
  return { id: user.id, phone, token: jwt, known, ...(await addApp(app, jwt)) };
}

let client: Client;
beforeEach(async () => {
  client = await createClient();
});

const signIn = (from: Browser = {}, { phone } = client, more = {}) =>
  app.call('POST', '/clients/auth/local', { identifier: phone, password, ...more }, undefined, from);
const challengeOf = async (from?: Browser, whose = client): Promise<string> =>
  (await signIn(from, whose)).json().challenge.id;
const pass = (body: object, from: Browser = {}) =>
  app.call('POST', '/clients/auth/second-factor', body, undefined, from);
const code = ({ id, secret } = client) => freshCode(app, id, secret);
const countSessions = async ({ id } = client) =>
  (await app.database.owner.query('select from session where client_id = $1', [id])).length;

describe('a sign-in in an unknown browser', () => {
  test('gives no token before the second factor', async () => {
    const before = await countSessions();
    const answer = await signIn();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      jwt: null,
      user: null,
      challenge: { id: expect.any(String), methods: ['totp', 'recovery_code'], expiresAt: expect.any(String) },
    });
    expect(await countSessions()).toBe(before);
  });

  test('is completed by a code of the app, and the browser is known from then on', async () => {
    const browser: Browser = {};
    const challengeId = (await signIn(browser, client, { remember: true })).json().challenge.id;
    const passed = await pass({ challengeId, code: await code() }, browser);
    expect(passed.statusCode).toBe(200);
    expect(passed.json().user.id).toBe(client.id);
    const me = await app.call('GET', '/users/me', undefined, passed.json().jwt);
    expect(me.statusCode).toBe(200);
    const [session] = await app.database.owner.query(
      'select remember, proven_by, device_id is not null as on_device from session where client_id = $1 order by created_at desc limit 1',
      [client.id],
    );
    expect(session).toEqual({ remember: true, proven_by: ['password', 'totp'], on_device: true });
    expect((await signIn(browser)).json()).toMatchObject({ jwt: expect.any(String), user: { id: client.id } });
    expect((await signIn({})).json().jwt).toBeNull();
  });

  test('is completed by a recovery code, once, and is reported to the owner', async () => {
    const [, second] = client.recoveryCodes;
    const typed = second!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    expect((await pass({ challengeId: await challengeOf(), recoveryCode: typed })).statusCode).toBe(200);
    expect((await app.readTexts(client.phone))[0]).toContain('A recovery code of your Izi account was used');
    const again = await pass({ challengeId: await challengeOf(), recoveryCode: second });
    expect(again.json()).toMatchObject({ code: 'invalid_code', errors: [{ path: 'recoveryCode' }] });
  });

  test('a wrong password gets the same answer as without a second factor', async () => {
    const answer = await app.call('POST', '/clients/auth/local', { identifier: client.phone, password: 'wrong one' });
    expect(answer.json()).toMatchObject({ status: 401, code: 'wrong_credentials' });
  });
});

describe('a known device', () => {
  test('signs in with the password alone', async () => {
    expect((await signIn(client.known)).json()).toMatchObject({ jwt: expect.any(String) });
  });

  test('asks for the second factor once the browser was forgotten', async () => {
    const factors = await app.call('GET', '/clients/factors', undefined, client.token);
    const [device] = factors.json().data.devices;
    const other = await createClient();
    const forget = (token: string) => app.call('DELETE', `/clients/devices/${device.id}`, undefined, token);
    expect((await forget(other.token)).statusCode).toBe(404);
    expect((await forget(client.token)).statusCode).toBe(204);
    expect((await signIn(client.known)).json().jwt).toBeNull();
  });
});

describe('a challenge', () => {
  test('is used once', async () => {
    const challengeId = await challengeOf();
    expect((await pass({ challengeId, code: await code() })).statusCode).toBe(200);
    expect((await pass({ challengeId, code: await code() })).json()).toMatchObject({
      status: 422,
      code: 'challenge_over',
    });
  });

  test('starts one session, however many uses come at the same time', async () => {
    const before = await countSessions();
    const challengeId = await challengeOf();
    const right = await code();
    const answers = await Promise.all(Array.from({ length: 5 }, () => pass({ challengeId, code: right })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await countSessions()).toBe(before + 1);
  });

  test('accepts no code a second time, also with another challenge', async () => {
    const [first, second] = [await challengeOf(), await challengeOf()];
    const right = await code();
    expect((await pass({ challengeId: first, code: right })).statusCode).toBe(200);
    expect((await pass({ challengeId: second, code: right })).json().code).toBe('invalid_code');
  });

  test('one recovery code used with two challenges at the same time is accepted once', async () => {
    const challenges = [await challengeOf(), await challengeOf(), await challengeOf()];
    const [recoveryCode] = client.recoveryCodes;
    const answers = await Promise.all(challenges.map((challengeId) => pass({ challengeId, recoveryCode })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('accepts no code of another client', async () => {
    const other = await createClient();
    const challengeId = await challengeOf();
    const answers = [
      await pass({ challengeId, code: await code(other) }),
      await pass({ challengeId, recoveryCode: other.recoveryCodes[0] }),
    ];
    for (const answer of answers) expect(answer.json().code).toBe('invalid_code');
  });

  test('expires after ten minutes, and is removed', async () => {
    const challengeId = await challengeOf();
    await app.database.owner.query(
      `update challenge set expires_at = expires_at - interval '10 minutes' where id = $1`,
      [challengeId],
    );
    expect((await pass({ challengeId, code: await code() })).json().code).toBe('challenge_over');
    await removeExpired(app.database.worker);
    expect(await app.database.owner.query('select from challenge where id = $1', [challengeId])).toHaveLength(0);
  });

  test('allows five guesses, however many come at the same time', async () => {
    const challengeId = await challengeOf();
    const wrong = ((Number(appCode(client.secret)) + 1) % 1_000_000).toString().padStart(6, '0');
    const answers = await Promise.all(Array.from({ length: 8 }, () => pass({ challengeId, code: wrong })));
    const codes = answers.map((answer) => answer.json().code);
    expect(codes.filter((one) => one === 'invalid_code')).toHaveLength(5);
    expect(codes.filter((one) => one === 'challenge_over')).toHaveLength(3);
    expect((await pass({ challengeId, code: await code() })).json().code).toBe('challenge_over');
  });

  test('ends when the app is removed', async () => {
    const challengeId = await challengeOf();
    const proof = await app.call('POST', '/clients/proofs', { password, code: await code() }, client.token);
    expect((await app.call('DELETE', '/clients/totp', undefined, proof.json().jwt)).statusCode).toBe(204);
    expect((await pass({ challengeId, recoveryCode: client.recoveryCodes[0] })).json().code).toBe('challenge_over');
    expect((await signIn()).json().jwt).toEqual(expect.any(String));
  });

  test('ends when the password changes', async () => {
    const [first, second] = [await challengeOf(), await challengeOf()];
    const body = { currentPassword: password, password: 'another good one', passwordConfirmation: 'another good one' };
    const changed = await app.call('POST', '/clients/auth/change-password', body, client.token);
    expect(changed.statusCode).toBe(200);
    expect((await pass({ challengeId: first, code: await code() })).json().code).toBe('challenge_over');
    expect((await pass({ challengeId: second, code: await code() })).json().code).toBe('challenge_over');
  });

  test('needs exactly one of the two codes', async () => {
    const challengeId = await challengeOf();
    expect((await pass({ challengeId })).statusCode).toBe(400);
    expect((await pass({ challengeId, code: '123456', recoveryCode: client.recoveryCodes[0] })).statusCode).toBe(400);
  });
});

describe('somebody who knows the password but not the code', () => {
  test('has ten guesses an hour in all, and locks out neither a recovery code nor a known device', async () => {
    const wrong = ((Number(appCode(client.secret)) + 1) % 1_000_000).toString().padStart(6, '0');
    const codes: string[] = [];
    for (let challenge = 0; challenge < 3; challenge++) {
      const challengeId = await challengeOf();
      for (let guess = 0; guess < 5; guess++) codes.push((await pass({ challengeId, code: wrong })).json().code);
    }
    expect(codes.filter((one) => one === 'invalid_code')).toHaveLength(10);
    expect(codes.filter((one) => one === 'rate_limited')).toHaveLength(5);
    expect((await signIn(client.known)).json().jwt).toEqual(expect.any(String));
    const [recoveryCode] = client.recoveryCodes;
    expect((await pass({ challengeId: await challengeOf(), recoveryCode })).statusCode).toBe(200);
    // In a session the tries are the session's own.
    const proof = await app.call('POST', '/clients/proofs', { code: await code() }, client.token);
    expect(proof.statusCode).toBe(200);
  });
});

describe('a new password by a code of the phone', () => {
  const newPassword = { password: 'another good one', passwordConfirmation: 'another good one' };
  const reset = async () => {
    await app.call('POST', '/clients/auth/forgot-password', { phone: client.phone });
    const body = { phone: client.phone, code: await app.readCode(client.phone), ...newPassword };
    return app.call('POST', '/clients/otp/reset-password', body);
  };
  const signInWith = (one: string) =>
    app.call('POST', '/clients/auth/local', { identifier: client.phone, password: one }, undefined, client.known);

  test('changes nothing before the second factor: a swapped SIM gains nothing', async () => {
    const answer = await reset();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ jwt: null, user: null, challenge: { methods: ['totp', 'recovery_code'] } });
    expect((await signInWith(newPassword.password)).statusCode).toBe(401);
    expect((await signInWith(password)).statusCode).toBe(200);
    expect((await app.call('GET', '/users/me', undefined, client.token)).statusCode).toBe(200);
  });

  test('is set with the second factor, and ends every other session', async () => {
    const challengeId = (await reset()).json().challenge.id;
    const passed = await pass({ challengeId, code: await code() });
    expect(passed.statusCode).toBe(200);
    expect((await app.call('GET', '/users/me', undefined, client.token)).statusCode).toBe(401);
    expect((await app.call('GET', '/users/me', undefined, passed.json().jwt)).statusCode).toBe(200);
    expect((await signInWith(newPassword.password)).statusCode).toBe(200);
    expect((await signInWith(password)).statusCode).toBe(401);
    expect((await app.readTexts(client.phone))[0]).toContain('password of your Izi account was changed');
  });
});
