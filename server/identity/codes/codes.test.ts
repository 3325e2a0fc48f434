import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

const password = 'correct horse battery';
let lastNumber = 10_000_000;
let phone: string;
let email: string;
let token: string;
let userId: number;

beforeEach(async () => {
  const number = ++lastNumber;
  phone = `+22507${number}`;
  email = `client${number}@example.com`;
  const response = await app.call('POST', '/clients/auth/local/register', registrationOf(phone, { email, password }));
  token = response.json().jwt;
  userId = response.json().user.id;
});

const confirm = (body: object, bearer = token) => app.call('POST', '/clients/otp/firebase/callback', body, bearer);
const resend = () => app.call('POST', '/clients/otp/send', undefined, token);
const getMe = (bearer = token) => app.call('GET', '/users/me', undefined, bearer);
const forgot = (body: object) => app.call('POST', '/clients/auth/forgot-password', body);
/** Confirms the phone, and then the e-mail address. */
async function confirmBoth() {
  await confirm({ code: await app.readCode(phone) });
  await app.call('POST', '/clients/email/code', undefined, token);
  const response = await app.call('POST', '/clients/email/confirm', { code: await app.readCode(email) }, token);
  expect(response.json().user).toMatchObject({ email, emailVerified: true, emailAsked: null });
}
const reset = (body: object) => app.call('POST', '/clients/otp/reset-password', body);
const newPassword = { password: 'another good one', passwordConfirmation: 'another good one' };
/** Moves the codes of this client into the past by this much. */
const age = async (interval: string) => {
  await app.database.owner.query(
    'update code set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval where client_id = $1',
    [userId, interval],
  );
  await app.database.owner.query('update sent set since = since - $1::interval, last_at = last_at - $1::interval', [
    interval,
  ]);
};
/** Some code that is not the right one. */
const not = (code: string, offset = 1) => ((Number(code) + offset) % 1_000_000).toString().padStart(6, '0');
const countStatuses = (responses: readonly { statusCode: number }[]) =>
  Object.groupBy(responses, ({ statusCode }) => String(statusCode));

/** The same digits in two countries: an account nobody has confirmed in Mali, and a confirmed one in Burkina Faso. */
async function twoCountries() {
  const digits = `70${String(++lastNumber).slice(-6)}`;
  const join = async (dialCode: string, country: string) => {
    const account = registrationOf(`${dialCode}${digits}`, { country });
    const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', account)).json();
    return { jwt: jwt as string, id: user.id as number, phone: account.phone };
  };
  const owner = await join('+226', 'BF');
  await confirm({ code: await app.readCode(owner.phone) }, owner.jwt);
  return [await join('+223', 'ML'), owner, digits] as const;
}

describe('confirming the phone', () => {
  test('confirming the phone with the code of the message', async () => {
    const response = await confirm({ code: ` ${await app.readCode(phone)} ` });
    expect(response.statusCode).toBe(200);
    expect(response.json().user).toMatchObject({ id: userId, confirmed: true });
    expect((await getMe()).json().confirmed).toBe(true);
  });

  test('the same code twice at once confirms once', async () => {
    const code = await app.readCode(phone);
    const responses = await Promise.all(Array.from({ length: 4 }, () => confirm({ code })));
    const { 200: right = [], 422: wrong = [] } = countStatuses(responses);
    expect([right.length, wrong.length]).toEqual([1, 3]);
  });

  test('fifty guesses at once count as five, and then the right code is no longer valid', async () => {
    const code = await app.readCode(phone);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => confirm({ code: not(code, index + 1) })),
    );
    expect(guesses.every(({ statusCode }) => statusCode === 422)).toBe(true);
    const [row] = await app.database.db.query<{ guesses: number }>('select guesses from code where client_id = $1', [
      userId,
    ]);
    expect(row?.guesses).toBe(5);
    const response = await confirm({ code });
    expect(response.statusCode).toBe(422);
    expect(response.json().code).toBe('invalid_code');
    expect((await getMe()).json().confirmed).toBe(false);
  });

  test('each wrong guess says how many are left, and the fifth says to ask for a new code', async () => {
    const code = await app.readCode(phone);
    const details: string[] = [];
    for (let guess = 1; guess <= 5; guess++) details.push((await confirm({ code: not(code, guess) })).json().detail);
    details.push((await confirm({ code })).json().detail);
    expect(details).toEqual([
      'This code is wrong. You have 4 tries left.',
      'This code is wrong. You have 3 tries left.',
      'This code is wrong. You have 2 tries left.',
      'This code is wrong. You have one try left.',
      'This code is wrong, and that was the last try. Ask for a new code.',
      'This code is no longer valid. Ask for a new one.',
    ]);
    expect((await confirm({ code })).json().errors).toEqual([
      { path: 'code', message: 'This code is no longer valid. Ask for a new one.', code: 'invalid_code' },
    ]);
    await age('1 minute');
    await resend();
    expect((await confirm({ code: await app.readCode(phone) })).statusCode).toBe(200);
  });

  test('four wrong guesses leave a fifth', async () => {
    const code = await app.readCode(phone);
    for (let guess = 1; guess <= 4; guess++) await confirm({ code: not(code, guess) });
    expect((await confirm({ code })).statusCode).toBe(200);
  });

  test.each([
    ['9 minutes', 200],
    ['10 minutes', 422],
  ])('a code is valid for ten minutes: after %s the answer is %i', async (interval, status) => {
    const code = await app.readCode(phone);
    await age(interval);
    expect((await confirm({ code })).statusCode).toBe(status);
  });

  test('a code of another client, or for another purpose, is refused', async () => {
    const code = await app.readCode(phone);
    const other = await app.call('POST', '/clients/auth/local/register', registrationOf(`+22507${++lastNumber}`));
    const theirs = await app.readCode(`+22507${lastNumber}`);
    if (theirs !== code) expect((await confirm({ code }, other.json().jwt)).statusCode).toBe(422);
    expect((await reset({ phone, code, ...newPassword })).statusCode).toBe(422);
    await forgot({ phone });
    const resetCode = await app.readCode(phone);
    if (resetCode !== code) expect((await confirm({ code: resetCode })).statusCode).toBe(422);
  });

  test.each([
    ['nothing', {}, ['code', 'idToken']],
    ['five digits', { code: '12345' }, ['code']],
    ['a number', { code: 123456 }, ['code']],
    ['letters', { code: 'abcdef' }, ['code']],
    ['an unknown field', { code: '123456', phone: '+2250712345678' }, ['phone']],
    ['a token that is too long', { idToken: 'x'.repeat(9_000) }, ['idToken']],
  ])('%s is refused', async (_name, body, paths) => {
    const response = await confirm(body);
    expect(response.statusCode).toBe(400);
    const named = response.json().errors.map(({ path }: { path: string }) => path);
    for (const path of paths) expect(named).toContain(path);
  });

  test('without Firebase, an ID token confirms nothing', async () => {
    const response = await confirm({ idToken: 'eyJhbGciOiJub25lIn0.e30.' });
    expect(response.json().code).toBe('invalid_code');
  });
});

describe('sending the code again', () => {
  test('is possible after a minute, and makes the code before invalid', async () => {
    const first = await app.readCode(phone);
    const early = await resend();
    expect(early.statusCode).toBe(429);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(early.json().detail).toMatch(/^A code is on its way\. You can ask for a new one in \d+ seconds\.$/);

    await age('1 minute');
    const response = await resend();
    expect(response.statusCode).toBe(202);
    expect(response.json().verification.phone).toBe(phone);
    const second = await app.readCode(phone);
    if (second !== first) expect((await confirm({ code: first })).statusCode).toBe(422);
    expect((await confirm({ code: second })).statusCode).toBe(200);
  });

  test('twice at the same time sends one', async () => {
    await age('1 minute');
    const responses = await Promise.all([resend(), resend(), resend()]);
    const { 202: sent = [], 429: refused = [] } = countStatuses(responses);
    expect([sent.length, refused.length]).toEqual([1, 2]);
    expect(await app.readTexts(phone)).toHaveLength(2);
  });

  test('needs twice as long a wait each time, and stops after five an hour', async () => {
    for (const minutes of [1, 2, 4, 8]) {
      await age(`${minutes * 60 - 2} seconds`);
      const early = await resend();
      expect(early.statusCode).toBe(429);
      expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(2);
      await age('2 seconds');
      const response = await resend();
      expect(response.statusCode).toBe(202);
      const { resendAt, expiresAt } = response.json().verification;
      const wait = Date.parse(resendAt) - (Date.parse(expiresAt) - 600_000);
      if (minutes < 8) expect(wait / 1_000).toBeCloseTo(minutes * 120, -1);
    }
    await age('30 minutes');
    const response = await resend();
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(600);
    expect(response.json().detail).toMatch(
      /^Too many messages were sent\. Use the last one, or try again in \d+ minutes\.$/,
    );
    expect(await app.readTexts(phone)).toHaveLength(5);
    await age('30 minutes');
    expect((await resend()).statusCode).toBe(202);
  });

  test('is no longer needed once confirmed', async () => {
    await confirm({ code: await app.readCode(phone) });
    const response = await resend();
    expect(response.statusCode).toBe(409);
    expect(response.json().code).toBe('conflict');
  });
});

describe('a forgotten password', () => {
  test('is set anew with a code by phone, which ends every session and proves the phone', async () => {
    expect((await forgot({ phone: phone.slice(4) })).json()).toEqual({ flow: expect.any(String) });
    const code = await app.readCode(phone);
    const response = await reset({ phone: phone.slice(1), code, ...newPassword });
    expect(response.statusCode).toBe(200);
    expect(response.json().user).toMatchObject({ id: userId, phone, confirmed: true });
    expect((await getMe(response.json().jwt)).statusCode).toBe(200);
    expect((await getMe(token)).statusCode).toBe(401);
    const signIn = (value: string) => app.call('POST', '/clients/auth/local', { identifier: phone, password: value });
    expect((await signIn(password)).statusCode).toBe(401);
    expect((await signIn('another good one')).statusCode).toBe(200);
    expect((await reset({ phone, code, ...newPassword })).statusCode).toBe(422);
  });

  test('is set anew with a code by e-mail, and the phone is told', async () => {
    await confirmBoth();
    await forgot({ email: email.toUpperCase() });
    const code = await app.readCode(email);
    const response = await reset({ email, code, ...newPassword });
    expect(response.statusCode).toBe(200);
    expect(response.json().user).toMatchObject({ id: userId, email });
    expect((await getMe(token)).statusCode).toBe(401);
    expect((await app.readTexts(phone))[0]).toContain('password of your Izi account was changed');
  });

  test('a code by e-mail does not prove the phone', async () => {
    await app.call('POST', '/clients/email/code', undefined, token);
    await app.call('POST', '/clients/email/confirm', { code: await app.readCode(email) }, token);
    await forgot({ email });
    const response = await reset({ email, code: await app.readCode(email), ...newPassword });
    expect(response.json().user).toMatchObject({ confirmed: false, email, emailVerified: true });
    // The phone may be a stranger's, who is told nothing of this account.
    expect(await app.readTexts(phone)).toEqual([expect.stringContaining('Your Izi code is')]);
  });

  test('an unproven e-mail address sets no password, and gets no code', async () => {
    await confirm({ code: await app.readCode(phone) });
    await forgot({ email });
    expect(await app.readTexts(email)).toEqual([]);
    expect((await reset({ email, code: '123456', ...newPassword })).json().code).toBe('invalid_code');
  });

  test('takes an unconfirmed account from a stranger who opened it with the owner’s phone', async () => {
    await app.call('POST', '/clients/email/code', undefined, token);
    await app.call('POST', '/clients/email/confirm', { code: await app.readCode(email) }, token);
    await forgot({ phone });
    const response = await reset({ phone, code: await app.readCode(phone), ...newPassword });
    expect(response.json().user).toMatchObject({ id: userId, confirmed: true, email: null, emailAsked: null });
    await forgot({ email });
    expect((await app.readTexts(email)).filter((text) => text.includes('new password'))).toEqual([]);
  });

  test('takes over the newest of several unconfirmed accounts, also if another one is opened afterwards', async () => {
    const join = async () =>
      (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json().user.id as number;
    const newest = await join();
    await forgot({ phone });
    const code = await app.readCode(phone);
    await join();
    const response = await reset({ phone, code, ...newPassword });
    expect(response.json().user).toMatchObject({ id: newest, confirmed: true });
  });

  test('reaches its owner by the national number, also if an unconfirmed account of another country has the same', async () => {
    const [, owner, digits] = await twoCountries();
    await forgot({ phone: digits });
    const response = await reset({ phone: digits, code: await app.readCode(owner.phone), ...newPassword });
    expect(response.json().user).toMatchObject({ id: owner.id, phone: owner.phone });
  });

  test('keeps the e-mail address of a confirmed account', async () => {
    await confirmBoth();
    await forgot({ phone });
    const response = await reset({ phone, code: await app.readCode(phone), ...newPassword });
    expect(response.json().user).toMatchObject({ email, emailVerified: true });
  });

  test('gets the same answer with and without an account, however often', async () => {
    const bodies = [
      { phone },
      { phone },
      { email },
      { phone: '+2250799999999' },
      { phone: '12' },
      { email: 'nobody@example.com' },
    ];
    for (const body of bodies) {
      const response = await forgot(body);
      expect(response.statusCode).toBe(202);
      expect(response.body).toMatch(/^\{"flow":"[\w-]{43}"\}$/);
    }
    expect(await app.readTexts('nobody@example.com')).toEqual([]);
    expect(await app.readTexts('+2250799999999')).toEqual([]);
    const codes = (await app.readTexts(phone)).filter((text) => text.includes('new password'));
    expect(codes).toHaveLength(1);
  });

  test.each([
    ['neither', {}],
    ['both', { phone: '+2250712345678', email: 'awa@example.com' }],
  ])('needs a phone or an e-mail: %s is refused, and both fields are named', async (_name, contact) => {
    const response = await forgot(contact);
    expect(response.statusCode).toBe(400);
    const message = 'Enter either a phone number or an e-mail address, not both.';
    expect(response.json().errors).toEqual([
      { path: 'email', message },
      { path: 'phone', message },
    ]);
  });

  test('a wrong code gets the same answer with and without an account, and says to ask for a new one', async () => {
    await forgot({ phone });
    const code = await app.readCode(phone);
    const guess = async (contact: string, offset: number) => {
      const { detail, errors } = (await reset({ phone: contact, code: not(code, offset), ...newPassword })).json();
      return { detail, errors };
    };
    for (let tries = 1; tries <= 6; tries++) {
      const here = await guess(phone, tries);
      expect(here).toEqual(await guess('+2250799999999', tries));
      expect(here.detail).toContain('ask for a new one');
    }
  });

  test('one code used twice at the same time sets one password', async () => {
    await forgot({ phone });
    const code = await app.readCode(phone);
    const responses = await Promise.all(Array.from({ length: 4 }, () => reset({ phone, code, ...newPassword })));
    const { 200: right = [], 422: wrong = [] } = countStatuses(responses);
    expect([right.length, wrong.length]).toEqual([1, 3]);
  });

  test('fifty guesses at once count as five', async () => {
    await forgot({ phone });
    const code = await app.readCode(phone);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => reset({ phone, code: not(code, index + 1), ...newPassword })),
    );
    const rows = await app.database.db.query(
      `select open_guesses as guesses from code where client_id = $1 and purpose = 'reset_password'`,
      [userId],
    );
    expect(rows).toEqual([{ guesses: 5 }]);
    expect((await reset({ phone, code, ...newPassword })).statusCode).toBe(422);
  });

  test.each([
    ['nothing', {}, ['code', 'password', 'passwordConfirmation', 'email', 'phone']],
    ['neither phone nor e-mail', { code: '123456', ...newPassword }, ['email', 'phone']],
    ['both', { phone: '+2250712345678', email: 'awa@example.com', code: '123456', ...newPassword }, ['email', 'phone']],
    [
      'passwords that differ',
      { phone: '+2250712345678', code: '123456', password: 'another good one', passwordConfirmation: 'another' },
      ['passwordConfirmation'],
    ],
    [
      'a short password',
      { phone: '+2250712345678', code: '123456', password: 'x', passwordConfirmation: 'x' },
      ['password'],
    ],
  ])('%s is refused', async (_name, body, paths) => {
    const response = await reset(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test.each([
    ['an unknown phone', { phone: '+2250799999999' }],
    ['an unknown e-mail', { email: 'nobody@example.com' }],
    ['a phone that is none', { phone: '12' }],
  ])('%s has no code', async (_name, contact) => {
    const response = await reset({ ...contact, code: '123456', ...newPassword });
    expect(response.statusCode).toBe(422);
    expect(response.json().code).toBe('invalid_code');
  });
});

describe('a code that was sent before CODE_KEY changed', () => {
  /** The process after the change, on the same database. */
  const startAfter = (former: string[]) =>
    startIdentityApp({ database: app.database, codeKey: openKeyRing('the next key for tests', former) });

  test('is valid for a process that holds the former key', async () => {
    const code = await app.readCode(phone);
    const after = await startAfter(['a key for tests']);
    const response = await after.call('POST', '/clients/otp/firebase/callback', { code }, token);
    await after.stop();
    expect(response.statusCode).toBe(200);
  });

  test('is invalid once the former key is gone', async () => {
    const code = await app.readCode(phone);
    const after = await startAfter([]);
    const response = await after.call('POST', '/clients/otp/firebase/callback', { code }, token);
    await after.stop();
    expect(response.json().code).toBe('invalid_code');
  });
});
