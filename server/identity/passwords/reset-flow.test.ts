import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
let strict: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
  strict = await startIdentityApp({ database: app.database, resetFlow: 'required' });
});
afterAll(async () => {
  await strict.stop();
  await app.stop();
});

const newPassword = { password: 'another good one', passwordConfirmation: 'another good one' };
let lastNumber = 72_000_000;
let phone: string;
let home: Browser;

beforeEach(async () => {
  phone = `+22507${++lastNumber}`;
  home = {};
  const { jwt } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
  const body = { code: await app.readCode(phone) };
  await app.call('POST', '/clients/otp/firebase/callback', body, jwt, home);
});

const owner: Browser = { address: '198.51.100.1' };
const stranger: Browser = { address: '203.0.113.9' };
const ask = async (from: Browser = owner, more: object = {}): Promise<string> =>
  (await strict.call('POST', '/clients/auth/forgot-password', { phone, ...more }, undefined, from)).json().flow;
const reset = (code: string, flow?: string, from: Browser = owner, through = strict) =>
  through.call('POST', '/clients/otp/reset-password', { phone, code, flow, ...newPassword }, undefined, from);
const not = (code: string, offset = 1) => ((Number(code) + offset) % 1_000_000).toString().padStart(6, '0');
const countResetCodes = async () =>
  (await app.readTexts(phone)).filter((text) => text.includes('set a new password')).length;
/** Moves everything that was sent into the past by this much. */
const age = async (interval: string) => {
  await app.database.owner.query('update code set sent_at = sent_at - $1::interval', [interval]);
  await app.database.owner.query('update sent set since = since - $1::interval, last_at = last_at - $1::interval', [
    interval,
  ]);
};

describe('the flow of a code for a new password', () => {
  test('is started for everybody, new each time and always in the same form', async () => {
    const bodies = [{ phone }, { phone }, { phone: '+2250799999998' }, { email: 'nobody@example.com' }];
    const flows: string[] = [];
    for (const body of bodies) {
      const answer = await strict.call('POST', '/clients/auth/forgot-password', body);
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([202, ['flow']]);
      flows.push(answer.json().flow);
    }
    for (const flow of flows) expect(flow).toMatch(/^[\w-]{43}$/);
    expect(new Set(flows).size).toBe(flows.length);
  });

  test('sets a password together with its code', async () => {
    const flow = await ask();
    expect((await reset(await app.readCode(phone), flow)).json()).toMatchObject({ jwt: expect.any(String) });
  });

  test('is required where the site says so: the code alone is refused, with and without an account', async () => {
    await ask();
    const code = await app.readCode(phone);
    const refused = await reset(code);
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'flow']);
    const nobody = { phone: '+2250799999998', code, ...newPassword };
    const same = await strict.call('POST', '/clients/otp/reset-password', nobody);
    expect({ ...same.json(), requestId: '' }).toEqual({ ...refused.json(), requestId: '' });
  });

  test('is refused with the code of another flow', async () => {
    const [theirs, own] = [await ask(stranger), await ask(owner)];
    const code = await app.readCode(phone);
    const wrong = await reset(code, theirs, stranger);
    expect(wrong.json()).toMatchObject({ status: 422, code: 'invalid_code' });
    expect((await reset(code, own)).statusCode).toBe(200);
  });

  test('if invented, gets the same answer as a wrong code', async () => {
    await ask();
    const made = await reset(await app.readCode(phone), 'x'.repeat(43));
    const { requestId: _one, ...answer } = made.json();
    const nobody = { phone: '+2250799999998', code: '123456', flow: 'x'.repeat(43), ...newPassword };
    const { requestId: _two, ...same } = (await strict.call('POST', '/clients/otp/reset-password', nobody)).json();
    expect(answer).toEqual(same);
    expect(answer).toMatchObject({ status: 422, code: 'invalid_code' });
  });

  test('has its own guesses: a stranger cannot use up another’s', async () => {
    const own = await ask(owner);
    const code = await app.readCode(phone);
    const theirs = await ask(stranger);
    for (let guess = 1; guess <= 6; guess++) {
      expect((await reset(not(code, guess), theirs, stranger)).statusCode).toBe(422);
      expect((await reset(not(code, guess), 'y'.repeat(43), stranger)).statusCode).toBe(422);
    }
    expect((await reset(code, own)).statusCode).toBe(200);
  });

  test('allows five guesses, however many come at the same time', async () => {
    const flow = await ask();
    const code = await app.readCode(phone);
    await Promise.all(Array.from({ length: 20 }, (_, index) => reset(not(code, index + 1), flow)));
    expect((await reset(code, flow)).json().code).toBe('invalid_code');
  });

  test('continues with a second code: the new one is right, and the old one is not', async () => {
    const flow = await ask();
    const first = await app.readCode(phone);
    await age('1 minute');
    expect(await ask(owner, { flow })).toBe(flow);
    const second = await app.readCode(phone);
    if (second !== first) expect((await reset(first, flow)).json().code).toBe('invalid_code');
    expect((await reset(second, flow)).statusCode).toBe(200);
  });

  test('keeps its code if a second one may not be sent yet', async () => {
    const flow = await ask();
    const code = await app.readCode(phone);
    expect(await ask(owner, { flow })).toBe(flow);
    expect(await countResetCodes()).toBe(1);
    expect((await reset(code, flow)).statusCode).toBe(200);
  });

  test('is bound to the known device that asked', async () => {
    const flow = await ask(home);
    const code = await app.readCode(phone);
    expect((await reset(code, flow, {})).json().code).toBe('invalid_code');
    expect((await reset(code, flow, home)).statusCode).toBe(200);
  });

  test('is used once, and a new password voids all other flows', async () => {
    const theirs = await ask(stranger);
    const theirCode = await app.readCode(phone);
    const flow = await ask(owner);
    const code = await app.readCode(phone);
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(code, flow)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await reset(theirCode, theirs, stranger)).json().code).toBe('invalid_code');
  });

  test('leaves the owner a code even when a stranger asks first, and keeps asking', async () => {
    for (let times = 0; times < 8; times++) {
      await ask(stranger);
      await age('4 minutes');
    }
    expect(await countResetCodes()).toBe(3);
    const flow = await ask(owner);
    expect(await countResetCodes()).toBe(4);
    expect((await reset(await app.readCode(phone), flow)).statusCode).toBe(200);
  });

  test.each([['short'], ['x'.repeat(44)], [`${'x'.repeat(42)}'`], [7], [null]])('%j is refused', async (flow) => {
    const asked = await strict.call('POST', '/clients/auth/forgot-password', { phone, flow });
    expect([asked.statusCode, asked.json().errors[0].path]).toEqual([400, 'flow']);
  });
});

describe('in a demonstration', () => {
  test('the newest code is valid without a flow', async () => {
    await ask();
    expect((await reset(await app.readCode(phone), undefined, owner, app)).statusCode).toBe(200);
  });

  test('guesses without a flow use up none of those with one', async () => {
    const flow = await ask();
    const code = await app.readCode(phone);
    for (let guess = 1; guess <= 6; guess++) await reset(not(code, guess), undefined, stranger, app);
    expect((await reset(code, undefined, stranger, app)).json().code).toBe('invalid_code');
    expect((await reset(code, flow, owner, app)).statusCode).toBe(200);
  });

  test('a flow that is named has to be the right one', async () => {
    await ask();
    const code = await app.readCode(phone);
    expect((await reset(code, 'z'.repeat(43), owner, app)).json().code).toBe('invalid_code');
  });
});
