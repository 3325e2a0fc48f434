import { afterEach, describe, expect, test } from 'vitest';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
afterEach(() => app.stop());

const password = 'correct horse battery';
const addressOf = (index: number) => `203.0.${Math.floor(index / 250)}.${(index % 250) + 1}`;
const from = (index: number): Browser => ({ address: addressOf(index) });

const register = (phone: string, browser: Browser = {}, more: object = {}) =>
  app.call('POST', '/clients/auth/local/register', registrationOf(phone, { password, ...more }), undefined, browser);
const forgot = (contact: object, browser: Browser = {}) =>
  app.call('POST', '/clients/auth/forgot-password', contact, undefined, browser);
async function signUp(phone: string, browser: Browser = {}, more: object = {}): Promise<string> {
  const { jwt } = (await register(phone, browser, more)).json();
  const body = { code: await app.readCode(phone) };
  await app.call('POST', '/clients/otp/firebase/callback', body, jwt, browser);
  return jwt;
}

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, place) => first + place);

/** Calls so many times, a hundred at once, and returns the statuses. */
async function repeat(times: number, call: (index: number) => Promise<{ statusCode: number }>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    const batch = Array.from({ length: Math.min(100, times - statuses.length) }, (_, place) => statuses.length + place);
    statuses.push(...(await Promise.all(batch.map(call))).map(({ statusCode }) => statusCode));
  }
  return statuses;
}

const readSpent = async () =>
  (
    await app.database.owner.query<{ cost: number }>(
      `select coalesce(sum(cost), 0)::bigint as cost from sent where scope = 'site' and "window" = interval '1 hour'`,
    )
  )[0]!.cost;
const countMessages = async () =>
  (await app.database.owner.query<{ count: number }>('select count(*) as count from message'))[0]!.count;
/** Moves everything that was sent into the past by this much. */
async function pass(interval: string): Promise<void> {
  await app.database.owner.query('update sent set since = since - $1::interval, last_at = last_at - $1::interval', [
    interval,
  ]);
  await app.database.owner.query('update code set sent_at = sent_at - $1::interval', [interval]);
}
const alarms = () => app.logged.filter((line) => line.includes('messages are stopped'));

describe('attacks on the budget', () => {
  test('400 sign-ups of one range from 100 addresses cost less than 40 messages; others sign up, notices are sent', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const known = '+2250511110000';
    const jwt = await signUp(known);
    const before = await readSpent();

    const honest: number[] = [];
    await repeat(400, async (index) => {
      // Every twentieth call is followed by somebody else's, from a range and an address of their own.
      if (index % 20 === 0) {
        const other = index / 20;
        honest.push((await register(`+22505${10 + other}220001`, from(600 + other))).statusCode);
      }
      return register(`+225070000${String(index).padStart(4, '0')}`, from(index % 100));
    });
    expect(honest).toHaveLength(20);
    expect(honest.filter((status) => status === 201).length).toBeGreaterThanOrEqual(18);
    expect((await readSpent()) - before - honest.length * 25).toBeLessThan(1_000);
    expect(alarms().length).toBeGreaterThanOrEqual(1);

    const change = {
      currentPassword: password,
      password: 'another good one',
      passwordConfirmation: 'another good one',
    };
    await app.call('POST', '/clients/auth/change-password', change, jwt);
    expect((await app.readTexts(known))[0]).toContain('password of your Izi account was changed');
  });

  test('250 forgotten passwords of phones without an account send nothing and block nobody', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const known = '+2250511110000';
    await signUp(known);
    const before = await countMessages();
    const statuses = await repeat(250, (index) =>
      forgot({ phone: `+22507${String(10_000_000 + index)}` }, from(index % 10)),
    );
    expect(new Set(statuses)).toEqual(new Set([202]));
    expect(await countMessages()).toBe(before);

    await forgot({ phone: known }, from(1));
    expect((await app.readTexts(known))[0]).toContain('set a new password');
    const newcomers = await repeat(10, (index) => register(`+22507${String(10_000_000 + index * 10_000)}`, from(1)));
    expect(newcomers).toEqual(Array.from({ length: 10 }, () => 201));
  });

  test('a third of the budget is for sign-ups, one for new passwords, one for notices and known devices', async () => {
    // Three messages an hour in each third.
    app = await startIdentityApp({ rateLimitScale: 1, budget: { hour: 225, day: 1_000_000, smsPrice: 25 } });
    const phones = ['+2250511110000', '+2250522220000', '+2250533330000', '+2250544440000'];
    const home: Browser = {};
    for (const phone of phones.slice(0, 3)) await signUp(phone, home);
    const refused = await register(phones[3]!);
    expect(refused.statusCode).toBe(503);
    expect(refused.json().code).toBe('messages_stopped');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(alarms()).toHaveLength(1);

    await pass('10 minutes');
    for (const phone of phones.slice(0, 3)) await forgot({ phone });
    await pass('10 minutes');
    await forgot({ phone: phones[0]! });
    expect(await app.readTexts(phones[0]!)).toHaveLength(2);
    await forgot({ phone: phones[0]! }, home);
    expect(await app.readTexts(phones[0]!)).toHaveLength(3);
    await pass('50 minutes');
    expect((await register(phones[3]!)).statusCode).toBe(201);
  });

  test('an address asks for messages to twenty destinations a day, not counting those whose code is entered', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const carrier = from(1);
    const phoneOf = (index: number) => `+22507${String(10_000_000 + index * 10_000)}`;
    await Promise.all(range(0, 5).map((index) => signUp(phoneOf(index), { ...carrier })));
    const statuses = await Promise.all(
      range(10, 30).map(async (index) => (await register(phoneOf(index), carrier)).statusCode),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
    const refused = await register(phoneOf(30), carrier);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect((await register(phoneOf(30), from(2))).statusCode).toBe(201);
    await pass('1 day');
    expect((await register(phoneOf(31), carrier)).statusCode).toBe(201);
  });

  test('a range of numbers with few entered codes is stopped for sign-ups, not for phones with an account', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const phoneOf = (index: number) => `+2250700000${String(index).padStart(3, '0')}`;
    await Promise.all(range(0, 5).map((index) => signUp(phoneOf(index), from(index))));
    await Promise.all(range(5, 20).map((index) => register(phoneOf(index), from(index))));
    expect(await countMessages()).toBe(20);
    const stopped = await register(phoneOf(20), from(20));
    expect([stopped.statusCode, stopped.json().code]).toEqual([503, 'messages_stopped']);
    expect(alarms()).toHaveLength(1);
    expect(alarms()[0]).not.toContain(phoneOf(20));
    await pass('2 minutes');
    await forgot({ phone: phoneOf(0) }, from(30));
    expect(await app.readTexts(phoneOf(0))).toHaveLength(2);
    expect((await register('+2250711110000', from(20))).statusCode).toBe(201);
  });

  test('a range of numbers whose codes are entered continues, thirty an hour', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const phoneOf = (index: number) => `+2250700000${String(index).padStart(3, '0')}`;
    for (const first of [0, 10, 20]) {
      await Promise.all(range(first, first + 10).map((index) => signUp(phoneOf(index), from(index))));
    }
    expect((await register(phoneOf(30), from(30))).statusCode).toBe(503);
    await pass('1 hour');
    expect((await register(phoneOf(30), from(30))).statusCode).toBe(201);
  });

  test('only mobile numbers get messages', async () => {
    app = await startIdentityApp();
    const refused = await register('+229 01 21 12 34 56', {}, { country: 'BJ' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([{ path: 'phone', message: expect.stringContaining('mobile') }]);
    expect((await register('+229 01 97 12 34 56', {}, { country: 'BJ' })).statusCode).toBe(201);
  });
});

describe('a stranger cannot use up the messages of a number', () => {
  test('codes for new passwords block neither sign-up nor the code of a known device', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const phone = '+2250511110000';
    const home: Browser = {};
    await signUp(phone, home);
    const codes = async () => (await app.readTexts(phone)).filter((text) => text.includes('set a new password')).length;
    for (let index = 0; index < 12; index++) {
      await pass('17 minutes');
      await forgot({ phone }, from(index));
    }
    expect(await codes()).toBeLessThanOrEqual(10);
    const before = await codes();
    await pass('1 minute');
    await forgot({ phone }, from(20));
    expect(await codes()).toBe(before);
    await forgot({ phone }, home);
    expect(await codes()).toBe(before + 1);
    expect((await register(phone, from(21))).statusCode).toBe(201);
  });

  test('a known device gets three codes an hour', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const phone = '+2250511110000';
    const home: Browser = {};
    await signUp(phone, home);
    const codes = async () => (await app.readTexts(phone)).length;
    const before = await codes();
    for (let index = 0; index < 5; index++) {
      await pass('1 minute');
      await forgot({ phone }, home);
    }
    expect((await codes()) - before).toBe(3);
  });

  test('twenty sign-ups of one number at once send five messages', async () => {
    app = await startIdentityApp();
    const phone = '+2250511110000';
    const statuses = await repeat(20, (index) => register(phone, from(index)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(await app.readTexts(phone)).toHaveLength(5);
  });
});

describe('notices are counted, and the change they report still happens', () => {
  test('five of 30 new passwords are reported in an hour, ten in a day', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const phone = '+2250511110000';
    let jwt = await signUp(phone);
    const told = async () => (await app.readTexts(phone)).filter((text) => text.includes('was changed')).length;
    const change = async (current: string, next: string) => {
      const body = { currentPassword: current, password: next, passwordConfirmation: next };
      const response = await app.call('POST', '/clients/auth/change-password', body, jwt);
      expect(response.statusCode).toBe(200);
      jwt = response.json().jwt;
    };
    let current = password;
    for (let index = 0; index < 30; index++) {
      if (index % 10 === 0) await pass('1 hour');
      await change(current, (current = `password number ${index}`));
      if (index === 9) expect(await told()).toBe(5);
    }
    expect(await told()).toBe(10);
  });

  test('the first notice of a day is sent even if the address is over its limit', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 / 20 });
    const phone = '+2250511110000';
    const thief = from(1);
    const own = await signUp('+2250522220000', thief);
    const jwt = await signUp(phone, from(2));
    const body = { currentPassword: password, password: 'another good one', passwordConfirmation: 'another good one' };
    const change = (token: string) => app.call('POST', '/clients/auth/change-password', body, token, thief);
    expect((await change(own)).statusCode).toBe(200);
    expect((await change(jwt)).statusCode).toBe(200);
    expect((await app.readTexts(phone))[0]).toContain('password of your Izi account was changed');
  });

  test('sixty new e-mail addresses in a row are five messages in an hour', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const jwt = await signUp('+2250511110000');
    const { id } = (await app.call('GET', '/users/me', undefined, jwt)).json();
    const before = await countMessages();
    const statuses = new Map<number, number>();
    for (let index = 0; index < 60; index++) {
      const body = { email: `a${index}@example.com`, currentPassword: password };
      const { statusCode } = await app.call('PUT', `/users/${id}`, body, jwt);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    // A code that cannot be sent is no change: the address would wait for nothing.
    expect(statuses).toEqual(
      new Map([
        [200, 5],
        [429, 55],
      ]),
    );
    expect((await countMessages()) - before).toBe(5);
  });

  test('removing an address and proving it again is reported five times an hour, and continues', async () => {
    app = await startIdentityApp({ rateLimitScale: 1 });
    const jwt = await signUp('+2250511110000');
    const { id } = (await app.call('GET', '/users/me', undefined, jwt)).json();
    const email = 'awa@example.com';
    for (let round = 0; round < 7; round++) {
      await app.database.owner.query(`insert into client_email values ($1, $2, now(), now()) on conflict do nothing`, [
        id,
        email,
      ]);
      const removed = await app.call('PUT', `/users/${id}`, { email: null, currentPassword: password }, jwt);
      expect([removed.statusCode, removed.json().email]).toEqual([200, null]);
    }
    expect((await app.readTexts(email)).filter((text) => text.includes('was changed'))).toHaveLength(5);
  });

  test('sign-ups with somebody’s e-mail address send them no mail', async () => {
    app = await startIdentityApp();
    const email = 'known@example.com';
    await repeat(20, (index) => register(`+22507${String(10_000_000 + index * 10_000)}`, from(index), { email }));
    expect(await app.readTexts(email)).toEqual([]);
  });
});
