import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

let lastNumber = 61_000_000;
const currentPassword = 'correct horse battery';
const newPassword = { password: 'another good one', passwordConfirmation: 'another good one' };

interface Client {
  readonly id: number;
  readonly phone: string;
  readonly token: string;
  /** An address nobody has used before. */
  readonly address: string;
}

let client: Client;
beforeEach(async () => {
  client = await createClient();
});

/** A client whose phone is proven. */
async function createClient(): Promise<Client> {
  const number = ++lastNumber;
  const phone = `+22507${number}`;
  const response = await app.call('POST', '/clients/auth/local/register', registrationOf(phone));
  const { jwt, user } = response.json();
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt);
  return { id: user.id, phone, token: jwt, address: `Client${number}@Example.com` };
}

const update = (body: object, { id, token } = client) => app.call('PUT', `/users/${id}`, body, token);
const ask = (email: string | null, whose = client) => update({ email, currentPassword }, whose);
const sendCode = ({ token } = client) => app.call('POST', '/clients/email/code', undefined, token);
const confirm = (code: string, { token } = client) => app.call('POST', '/clients/email/confirm', { code }, token);
const forgot = (email: string) => app.call('POST', '/clients/auth/forgot-password', { email });
const signIn = (identifier: string, password = currentPassword) =>
  app.call('POST', '/clients/auth/local', { identifier, password });
const countSent = async (to: string) => (await app.readTexts(to)).length;

async function prove(email: string, whose = client): Promise<void> {
  await ask(email, whose);
  const response = await confirm(await app.readCode(email.toLowerCase()), whose);
  expect(response.json().user).toMatchObject({ email, emailVerified: true, emailAsked: null });
}

describe('with a stolen token', () => {
  test('no address can be asked for, nothing is sent, and no password can be set', async () => {
    const { address } = client;
    const bare = await update({ email: address });
    expect(bare.statusCode).toBe(403);
    expect(bare.json()).toMatchObject({ code: 'proof_needed', methods: ['password'], level: 'fresh' });
    const guessed = await update({ email: address, currentPassword: 'a guess', city: 'Bouaké' });
    expect(guessed.statusCode).toBe(422);
    expect(guessed.json()).toMatchObject({ code: 'wrong_password', errors: [{ path: 'currentPassword' }] });
    await forgot(address);
    expect(await countSent(address)).toBe(0);
    const me = await app.call('GET', '/users/me', undefined, client.token);
    expect(me.json()).toMatchObject({ email: null, emailAsked: null, city: null });
  });

  test('the address cannot be taken away', async () => {
    await prove(client.address);
    expect((await update({ email: null })).json().code).toBe('proof_needed');
    expect((await forgot(client.address)).statusCode).toBe(202);
    expect((await app.readTexts(client.address))[0]).toContain('new password');
  });

  test('guesses of the password are limited', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => update({ email: client.address, currentPassword: `guess ${index}` })),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
  });
});

describe('a new e-mail address', () => {
  test('replaces the old one only when its code is entered', async () => {
    await prove(client.address);
    const next = `next.${client.address}`;
    const asked = await ask(next);
    expect(asked.statusCode).toBe(200);
    expect(asked.json()).toMatchObject({ email: client.address, emailVerified: true, emailAsked: next });

    await forgot(next);
    expect(await app.readTexts(next)).toEqual([expect.stringContaining('code to confirm this e-mail address')]);
    await forgot(client.address);
    expect((await app.readTexts(client.address))[0]).toContain('set a new password');

    const confirmed = await confirm(await app.readCode(next));
    expect(confirmed.json().user).toMatchObject({ email: next, emailVerified: true, emailAsked: null });
    await forgot(next);
    expect((await app.readTexts(next))[0]).toContain('set a new password');
    expect((await signIn(next)).statusCode).toBe(200);
    expect((await signIn(client.address)).statusCode).toBe(401);
  });

  test('is reported to the old and the new address, and to the phone', async () => {
    const isTold = async (to: string) =>
      expect((await app.readTexts(to))[0]).toContain('e-mail address of your Izi account was changed');
    await prove(client.address);
    await isTold(client.phone);
    const told = await countSent(client.phone);
    await prove(`next.${client.address}`);
    await isTold(client.address);
    await isTold(`next.${client.address}`);
    expect(await countSent(client.phone)).toBe(told + 1);
    await ask(null);
    await isTold(`next.${client.address}`);
    expect(await countSent(client.phone)).toBe(told + 2);
  });

  test('makes a code that was sent for the old one invalid', async () => {
    await prove(client.address);
    await forgot(client.address);
    const code = await app.readCode(client.address);
    await prove(`next.${client.address}`);
    const body = { email: client.address, code, ...newPassword };
    expect((await app.call('POST', '/clients/otp/reset-password', body)).json().code).toBe('invalid_code');
  });

  test('is not asked for again if it is the same, and is dropped if the proven one is entered', async () => {
    await prove(client.address);
    const next = `next.${client.address}`;
    await ask(next);
    expect((await update({ email: next.toUpperCase() })).json()).toMatchObject({ emailAsked: next });
    expect(await countSent(next)).toBe(1);
    expect((await update({ email: client.address.toLowerCase() })).json()).toMatchObject({
      email: client.address,
      emailVerified: true,
      emailAsked: null,
    });
    expect((await confirm(await app.readCode(next))).json().code).toBe('invalid_code');
  });

  test('is one of several asked for at the same time, and only its code is valid', async () => {
    const addresses = [1, 2, 3].map((number) => `${number}.${client.address.toLowerCase()}`);
    const responses = await Promise.all(addresses.map((address) => ask(address)));
    expect(responses.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(1);
    const me = await app.call('GET', '/users/me', undefined, client.token);
    const left: string = me.json().emailAsked;
    expect(addresses).toContain(left);
    for (const address of addresses.filter((one) => one !== left)) {
      if ((await countSent(address)) > 0 && (await app.readCode(address)) !== (await app.readCode(left))) {
        expect((await confirm(await app.readCode(address))).json().code).toBe('invalid_code');
      }
    }
    expect((await confirm(await app.readCode(left))).json().user).toMatchObject({ email: left });
  });

  test('asked for during a change of the password needs the new password', async () => {
    const changed = app.call(
      'POST',
      '/clients/auth/change-password',
      { currentPassword, ...newPassword },
      client.token,
    );
    const asked = ask(client.address);
    expect((await changed).statusCode).toBe(200);
    // The session continues under another token, so the answer may also be that this one is over.
    const { statusCode } = await asked;
    expect([200, 401, 422]).toContain(statusCode);
    expect(await countSent(client.address)).toBe(statusCode === 200 ? 1 : 0);
  });
});

describe('the code of an e-mail address', () => {
  test('is sent again after a minute, as long as an address is not confirmed', async () => {
    expect((await sendCode()).json().code).toBe('conflict');
    await ask(client.address);
    const early = await sendCode();
    expect(early.statusCode).toBe(429);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);
    await app.database.owner.query(`update code set sent_at = sent_at - interval '1 minute' where client_id = $1`, [
      client.id,
    ]);
    const response = await sendCode();
    expect(response.statusCode).toBe(202);
    expect(response.json().verification).toEqual({
      email: client.address,
      expiresAt: expect.any(String),
      resendAt: expect.any(String),
    });
    expect(await countSent(client.address)).toBe(2);
    expect((await confirm(await app.readCode(client.address))).statusCode).toBe(200);
    expect((await sendCode()).statusCode).toBe(409);
  });

  test('allows five guesses, however many come at once, and one use', async () => {
    await ask(client.address);
    const code = await app.readCode(client.address);
    const wrong = ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
    await Promise.all(Array.from({ length: 20 }, () => confirm(wrong)));
    expect((await confirm(code)).json().code).toBe('invalid_code');

    const other = await createClient();
    await ask(other.address, other);
    const theirs = await app.readCode(other.address);
    const responses = await Promise.all(Array.from({ length: 4 }, () => confirm(theirs, other)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('is refused for another client, and for another purpose', async () => {
    await ask(client.address);
    const code = await app.readCode(client.address);
    const other = await createClient();
    await ask(other.address, other);
    if ((await app.readCode(other.address)) !== code) expect((await confirm(code, other)).statusCode).toBe(422);
    const body = { email: client.address, code, ...newPassword };
    expect((await app.call('POST', '/clients/otp/reset-password', body)).statusCode).toBe(422);
  });
});

describe('two clients who want one address', () => {
  test('may both ask; it belongs to the first to prove it, and only the second to prove it learns that', async () => {
    const other = await createClient();
    const { address } = client;
    const first = await ask(address.toUpperCase());
    const mine = await app.readCode(address);
    const second = await ask(address, other);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    const theirs = await app.readCode(address);
    expect((await confirm(mine)).statusCode).toBe(200);

    const third = await createClient();
    expect((await ask(address, third)).json()).toMatchObject({ email: address, emailVerified: false });
    expect((await confirm('000000', third)).json().code).toBe('invalid_code');
    const late = await confirm(theirs, other);
    expect([late.statusCode, late.json().code]).toEqual([409, 'email_taken']);

    await forgot(address);
    const rows = await app.database.db.query<{ client_id: number }>(
      `select client_id from code where purpose = 'reset_password' and destination = lower($1)`,
      [address],
    );
    expect(rows).toEqual([{ client_id: client.id }]);
  });

  test('prove it at the same moment: one gets it', async () => {
    const other = await createClient();
    await ask(client.address);
    const mine = await app.readCode(client.address);
    await ask(client.address, other);
    const theirs = await app.readCode(client.address);
    const responses = await Promise.all([confirm(mine), confirm(theirs, other)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('sign in with it, each with their own password, without learning of the other', async () => {
    const other = await createClient();
    await prove(client.address);
    await ask(client.address, other);
    await app.call('POST', '/clients/auth/change-password', { currentPassword, ...newPassword }, other.token);
    expect((await signIn(client.address)).json().user.id).toBe(client.id);
    expect((await signIn(client.address, newPassword.password)).json().user.id).toBe(other.id);
  });
});
