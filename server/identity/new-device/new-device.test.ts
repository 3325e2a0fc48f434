import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addApp, freshCode } from '#tests/support/players/authenticator.ts';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp({ newDeviceCode: true });
});
afterAll(() => app.stop());

const password = 'correct horse battery';
const newPassword = { password: 'another good one', passwordConfirmation: 'another good one' };
let lastNumber = 71_000_000;

interface Client {
  readonly id: number;
  readonly phone: string;
  readonly email: string;
  readonly token: string;
  /** The browser in which the phone was confirmed. */
  readonly home: Browser;
}

async function signUp(): Promise<Client> {
  const number = ++lastNumber;
  const phone = `+22507${number}`;
  const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
  return { id: user.id, phone, email: `client${number}@example.com`, token: jwt, home: {} };
}

async function createClient(): Promise<Client> {
  const made = await signUp();
  const body = { code: await app.readCode(made.phone) };
  await app.call('POST', '/clients/otp/firebase/callback', body, made.token, made.home);
  return made;
}

async function proveEmail({ id, email, token }: Client): Promise<void> {
  await app.call('PUT', `/users/${id}`, { email, currentPassword: password }, token);
  const body = { code: await app.readCode(email) };
  expect((await app.call('POST', '/clients/email/confirm', body, token)).statusCode).toBe(200);
}

let client: Client;
beforeEach(async () => {
  client = await createClient();
});

const signIn = (from: Browser = {}, { phone } = client) =>
  app.call('POST', '/clients/auth/local', { identifier: phone, password }, undefined, from);
const challengeOf = async (from?: Browser, whose = client): Promise<string> =>
  (await signIn(from, whose)).json().challenge.id;
const send = (challengeId: string, more: object = {}, from: Browser = {}) =>
  app.call('POST', '/clients/auth/second-factor/send', { challengeId, ...more }, undefined, from);
const pass = (challengeId: string, code: string, from: Browser = {}) =>
  app.call('POST', '/clients/auth/second-factor', { challengeId, code }, undefined, from);
/** Lowest first. */
const statusesOf = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
const not = (code: string, offset = 1) => ((Number(code) + offset) % 1_000_000).toString().padStart(6, '0');
const kindsOf = async ({ id } = client) => {
  await app.identity.security.drain();
  const rows = await app.database.db.query<{ kind: string; factor: string }>(
    'select kind, factor from security_event where client_id = $1 order by at, id',
    [id],
  );
  return rows.map(({ kind, factor }) => `${kind} ${factor}`);
};
const signInNotices = async (to: string) =>
  (await app.readTexts(to)).filter((text) => text.includes('signed in to your Izi account on a new device'));
/** Moves everything that was sent into the past by this much. */
const age = async (interval: string) => {
  await app.database.owner.query('update code set sent_at = sent_at - $1::interval', [interval]);
  await app.database.owner.query('update sent set since = since - $1::interval, last_at = last_at - $1::interval', [
    interval,
  ]);
};

describe('a sign-in on a new device', () => {
  test('needs the password and a code by SMS, and the device is known from then on', async () => {
    const browser: Browser = {};
    const answer = await signIn(browser);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      jwt: null,
      user: null,
      challenge: { id: expect.any(String), methods: ['sms'], expiresAt: expect.any(String) },
    });
    const { id } = answer.json().challenge;
    const before = await app.readTexts(client.phone);
    expect(before[0]).not.toContain('sign in on a new device');
    const sent = await send(id);
    expect([sent.statusCode, sent.json()]).toEqual([202, {}]);
    const passed = await pass(id, await app.readCode(client.phone), browser);
    expect(passed.statusCode).toBe(200);
    expect(passed.json().user.id).toBe(client.id);
    const [session] = await app.database.owner.query(
      'select proven_by, device_id is not null as on_device from session where client_id = $1 order by created_at desc limit 1',
      [client.id],
    );
    expect(session).toEqual({ proven_by: ['password', 'phone'], on_device: true });
    expect((await signIn(browser)).json()).toMatchObject({ jwt: expect.any(String) });
    expect(await kindsOf()).toContain('sign_in_new_device phone');
  });

  test('needs no code where the sign-up was confirmed', async () => {
    expect((await signIn(client.home)).json()).toMatchObject({ jwt: expect.any(String) });
  });

  test('a sign-in on a new device with an unproven phone needs the password alone, and sends nothing to the phone’s owner', async () => {
    const claimant = await signUp();
    const before = await app.readTexts(claimant.phone);
    expect((await signIn({}, claimant)).json()).toMatchObject({ jwt: expect.any(String) });
    expect(await app.readTexts(claimant.phone)).toEqual(before);
  });

  test('a sign-in on a new device with an authenticator app asks for its code, and sends none', async () => {
    const { secret } = await addApp(app, client.token);
    const { challenge } = (await signIn()).json();
    expect(challenge.methods).toEqual(['totp', 'recovery_code']);
    const sent = await send(challenge.id);
    expect([sent.statusCode, sent.json().errors[0].path]).toEqual([400, 'method']);
    expect((await pass(challenge.id, await freshCode(app, client.id, secret))).statusCode).toBe(200);
  });

  test('asks for the app’s code instead, if the app is added in the meantime', async () => {
    const id = await challengeOf();
    await send(id);
    const code = await app.readCode(client.phone);
    await addApp(app, client.token);
    expect((await pass(id, code)).json().code).toBe('invalid_code');
  });

  test('can be proven by e-mail instead, also where SMS is not available', async () => {
    await proveEmail(client);
    const { challenge } = (await signIn()).json();
    expect(challenge.methods).toEqual(['sms', 'email']);
    expect((await send(challenge.id, { method: 'email' })).statusCode).toBe(202);
    const passed = await pass(challenge.id, await app.readCode(client.email));
    expect(passed.statusCode).toBe(200);
    expect(await kindsOf()).toContain('sign_in_new_device email');
  });

  test('accepts either code where both were sent', async () => {
    await proveEmail(client);
    const id = await challengeOf();
    await send(id, { method: 'email' });
    await send(id, { method: 'sms' });
    expect((await pass(id, await app.readCode(client.email))).statusCode).toBe(200);
  });

  test('an unproven e-mail address gets no code', async () => {
    await app.call('PUT', `/users/${client.id}`, { email: client.email, currentPassword: password }, client.token);
    const { challenge } = (await signIn()).json();
    expect(challenge.methods).toEqual(['sms']);
    expect((await send(challenge.id, { method: 'email' })).statusCode).toBe(400);
  });

  test('is reported to all proven contacts, with an undo link; one on a known device is not', async () => {
    await proveEmail(client);
    const id = await challengeOf();
    await send(id);
    const code = await app.readCode(client.phone);
    expect(await signInNotices(client.phone)).toEqual([]);
    await pass(id, code);
    for (const to of [client.phone, client.email]) {
      const notices = await signInNotices(to);
      expect(notices).toHaveLength(1);
      expect(notices[0]).toContain('/auth/undo#');
    }
    await signIn(client.home);
    expect(await signInNotices(client.phone)).toHaveLength(1);
  });
});

describe('the code', () => {
  test('belongs to its sign-in: it is refused in another one of the same client', async () => {
    const [first, second] = [await challengeOf(), await challengeOf()];
    await send(first);
    const code = await app.readCode(client.phone);
    expect((await pass(second, code)).json().code).toBe('invalid_code');
    expect((await pass(first, code)).statusCode).toBe(200);
  });

  test('is refused for another client, and for a new password', async () => {
    const other = await createClient();
    const [own, theirs] = [await challengeOf(), await challengeOf({}, other)];
    await send(own);
    await send(theirs);
    expect((await pass(own, await app.readCode(other.phone))).json().code).toBe('invalid_code');
    const code = await app.readCode(client.phone);
    const reset = await app.call('POST', '/clients/otp/reset-password', { phone: client.phone, code, ...newPassword });
    expect(reset.json().code).toBe('invalid_code');
  });

  test('starts one session, however many calls use it at the same time', async () => {
    const id = await challengeOf();
    await send(id);
    const code = await app.readCode(client.phone);
    const answers = await Promise.all(Array.from({ length: 5 }, () => pass(id, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('allows five guesses, however many come at the same time', async () => {
    const id = await challengeOf();
    await send(id);
    const code = await app.readCode(client.phone);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => pass(id, not(code, index + 1))));
    const codes = answers.map((answer) => answer.json().code);
    expect(codes.filter((one) => one === 'invalid_code')).toHaveLength(5);
    expect(codes.filter((one) => one === 'challenge_over')).toHaveLength(3);
    expect((await pass(id, code)).json().code).toBe('challenge_over');
    expect((await send(id)).json().code).toBe('challenge_over');
    expect((await kindsOf()).filter((kind) => kind === 'code_wrong phone')).toHaveLength(5);
  });

  test('has ten guesses an hour in all; whoever uses them up does not lock out a known device', async () => {
    const codes: string[] = [];
    for (let sign_in = 0; sign_in < 3; sign_in++) {
      const id = await challengeOf();
      for (let guess = 0; guess < 5; guess++) codes.push((await pass(id, '000000')).json().code);
    }
    expect(codes.filter((one) => one === 'invalid_code')).toHaveLength(10);
    expect(codes.filter((one) => one === 'rate_limited')).toHaveLength(5);
    expect((await signIn(client.home)).json()).toMatchObject({ jwt: expect.any(String) });
  });

  test('is void once it was used, after ten minutes, and after a change of the password', async () => {
    const used = await challengeOf();
    await send(used);
    const code = await app.readCode(client.phone);
    expect((await pass(used, code)).statusCode).toBe(200);
    expect((await pass(used, code)).json().code).toBe('challenge_over');

    await age('1 hour');
    const old = await challengeOf();
    await send(old);
    await app.database.owner.query(`update code set expires_at = clock_timestamp() where client_id = $1`, [client.id]);
    expect((await pass(old, await app.readCode(client.phone))).json().code).toBe('invalid_code');

    await age('1 hour');
    const overtaken = await challengeOf();
    await send(overtaken);
    const last = await app.readCode(client.phone);
    const change = { currentPassword: password, ...newPassword };
    await app.call('POST', '/clients/auth/change-password', change, client.token);
    expect((await pass(overtaken, last)).json().code).toBe('challenge_over');
  });

  test('is sent again after a minute, once for many calls at the same time', async () => {
    const id = await challengeOf();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(id)));
    expect(statusesOf(answers)).toEqual([202, 429, 429, 429]);
    const first = await app.readCode(client.phone);
    await age('1 minute');
    expect((await send(id)).statusCode).toBe(202);
    const second = await app.readCode(client.phone);
    if (second !== first) expect((await pass(id, first)).json().code).toBe('invalid_code');
    expect((await pass(id, second)).statusCode).toBe(200);
  });

  test('is sent to one phone five times an hour at most, in however many sign-ins', async () => {
    const statuses: number[] = [];
    for (let sign_in = 0; sign_in < 6; sign_in++) {
      statuses.push((await send(await challengeOf())).statusCode);
      await age('9 minutes');
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  test.each([
    ['no sign-in', '00000000-0000-4000-8000-000000000000', 422],
    ['no id', 'x', 400],
  ])('is not sent for %s', async (_name, id, status) => {
    expect((await send(id)).statusCode).toBe(status);
  });
});

test('once the budget for messages is used up, the answer is 503 and the client can use the e-mail address', async () => {
  const poor = await startIdentityApp({
    newDeviceCode: true,
    rateLimitScale: 1,
    budget: { hour: 225, day: 1_000_000, smsPrice: 25 },
  });
  try {
    const phone = '+2250511110000';
    const email = 'awa@example.com';
    const { jwt, user } = (await poor.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
    await poor.call('POST', '/clients/otp/firebase/callback', { code: await poor.readCode(phone) }, jwt);
    await poor.call('PUT', `/users/${user.id}`, { email, currentPassword: password }, jwt);
    await poor.call('POST', '/clients/email/confirm', { code: await poor.readCode(email) }, jwt);
    // All of the third that notices, known devices and second steps share.
    await poor.database.owner.query(`update sent set cost = 74 where scope = 'site' and key = 'own'`);
    const { challenge } = (await poor.call('POST', '/clients/auth/local', { identifier: phone, password })).json();
    const sendBy = (method: string) =>
      poor.call('POST', '/clients/auth/second-factor/send', { challengeId: challenge.id, method });
    const stopped = await sendBy('sms');
    expect([stopped.statusCode, stopped.json().code]).toEqual([503, 'messages_stopped']);
    expect((await sendBy('email')).statusCode).toBe(202);
    const body = { challengeId: challenge.id, code: await poor.readCode(email) };
    expect((await poor.call('POST', '/clients/auth/second-factor', body)).statusCode).toBe(200);
  } finally {
    await poor.stop();
  }
});

describe('a new password on a new device', () => {
  const forgot = async (contact: object): Promise<string> =>
    (await app.call('POST', '/clients/auth/forgot-password', contact)).json().flow;
  const reset = (body: object, from: Browser = {}) =>
    app.call('POST', '/clients/otp/reset-password', { ...newPassword, ...body }, undefined, from);

  test('a new password on a new device by a code to the phone waits for the e-mail address: one SIM card is not enough', async () => {
    await proveEmail(client);
    const flow = await forgot({ phone: client.phone });
    const code = await app.readCode(client.phone);
    const { challenge } = (await reset({ phone: client.phone, code, flow })).json();
    expect(challenge.methods).toEqual(['email']);
    expect((await send(challenge.id, { method: 'sms' })).statusCode).toBe(400);
    expect((await signIn(client.home)).statusCode).toBe(200);
    await send(challenge.id);
    expect((await pass(challenge.id, await app.readCode(client.email))).statusCode).toBe(200);
    expect((await signIn(client.home)).statusCode).toBe(401);
  });

  test('a new password on a new device by a code to the e-mail address waits for the phone', async () => {
    await proveEmail(client);
    const flow = await forgot({ email: client.email });
    const code = await app.readCode(client.email);
    const { challenge } = (await reset({ email: client.email, code, flow })).json();
    expect(challenge.methods).toEqual(['sms']);
    await send(challenge.id);
    expect((await pass(challenge.id, await app.readCode(client.phone))).statusCode).toBe(200);
  });

  test('is set by the phone alone if there is no other contact, and does not make the device known', async () => {
    const flow = await forgot({ phone: client.phone });
    const thief: Browser = {};
    const done = await reset({ phone: client.phone, code: await app.readCode(client.phone), flow }, thief);
    expect(done.json()).toMatchObject({ jwt: expect.any(String) });
    expect(thief.cookie).toBeUndefined();
    const [session] = await app.database.owner.query('select proven_by from session where client_id = $1', [client.id]);
    expect(session).toEqual({ proven_by: ['phone'] });
  });

  test('a new password on a known device needs one code', async () => {
    await proveEmail(client);
    const asked = await app.call(
      'POST',
      '/clients/auth/forgot-password',
      { phone: client.phone },
      undefined,
      client.home,
    );
    const { flow } = asked.json();
    const done = await reset({ phone: client.phone, code: await app.readCode(client.phone), flow }, client.home);
    expect(done.json()).toMatchObject({ jwt: expect.any(String) });
  });

  test('a new password on a new device by an unproven phone’s owner does not wait for a stranger’s e-mail address', async () => {
    const stranger = await signUp();
    await proveEmail(stranger);
    const flow = await forgot({ phone: stranger.phone });
    const done = await reset({ phone: stranger.phone, code: await app.readCode(stranger.phone), flow });
    expect(done.json()).toMatchObject({ jwt: expect.any(String), user: { email: null } });
  });
});

test('a demonstration asks for no code, and still reports the sign-in', async () => {
  const demo = await startIdentityApp({ database: app.database });
  try {
    const answer = await demo.call('POST', '/clients/auth/local', { identifier: client.phone, password });
    expect(answer.json()).toMatchObject({ jwt: expect.any(String), user: { id: client.id } });
    expect(await signInNotices(client.phone)).toHaveLength(1);
  } finally {
    await demo.stop();
  }
});

test('reports of sign-ins do not use up other notices', async () => {
  const demo = await startIdentityApp({ database: app.database });
  try {
    let jwt = '';
    for (let sign_in = 0; sign_in < 7; sign_in++) {
      jwt = (await demo.call('POST', '/clients/auth/local', { identifier: client.phone, password })).json().jwt;
    }
    expect(await signInNotices(client.phone)).toHaveLength(3);
    const change = { currentPassword: password, ...newPassword };
    await demo.call('POST', '/clients/auth/change-password', change, jwt);
    expect((await demo.readTexts(client.phone))[0]).toContain('password of your Izi account was changed');
  } finally {
    await demo.stop();
  }
});
