import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addApp, freshCode } from '#tests/support/players/authenticator.ts';
import { startIdentityApp, type Browser, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp({ coolingOff: true });
});
afterAll(() => app.stop());

const password = 'correct horse battery';
const newPassword = { password: 'another good one', passwordConfirmation: 'another good one' };
let lastNumber = 73_000_000;
const nextPhone = () => `+22507${++lastNumber}`;

interface Client {
  readonly id: number;
  readonly phone: string;
  readonly token: string;
}

async function createClient(): Promise<Client> {
  const phone = nextPhone();
  const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt, {});
  return { id: user.id, phone, token: jwt };
}

let client: Client;
let wanted: string;
beforeEach(async () => {
  client = await createClient();
  wanted = nextPhone();
});

const ask = (phone = wanted, { token } = client, more: object = {}) =>
  app.call('PUT', '/clients/phone', { phone, country: 'CI', ...more }, token);
const confirm = (code: string, { token } = client, more: object = {}) =>
  app.call('POST', '/clients/phone/confirm', { code, ...more }, token);
const signIn = (identifier: string, from: Browser = {}) =>
  app.call('POST', '/clients/auth/local', { identifier, password }, undefined, from);
const getMe = async ({ token } = client) => (await app.call('GET', '/users/me', undefined, token)).json();
/** Lowest first. */
const statusesOf = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
const not = (code: string, offset = 1) => ((Number(code) + offset) % 1_000_000).toString().padStart(6, '0');
const readClient = async ({ id } = client) =>
  (
    await app.database.owner.query<{ phone: string; reason: string | null; hours: number | null; changed: boolean }>(
      `select phone, cooling_off_reason as reason, phone_changed_at is not null as changed,
         round(extract(epoch from cooling_off_until - now()) / 3600)::integer as hours
       from client where id = $1`,
      [id],
    )
  )[0]!;
const kindsOf = async ({ id } = client) => {
  await app.identity.security.drain();
  const rows = await app.database.db.query<{ kind: string; detail: object }>(
    'select kind, detail from security_event where client_id = $1 order by at, id',
    [id],
  );
  return rows.map(({ kind }) => kind);
};
/** Makes the last proof of all sessions that old. */
const ageProof = ({ id } = client) =>
  app.database.owner.query(`update session set proven_at = proven_at - interval '11 minutes' where client_id = $1`, [
    id,
  ]);
const age = async (interval: string) => {
  await app.database.owner.query('update code set sent_at = sent_at - $1::interval', [interval]);
  await app.database.owner.query('update sent set since = since - $1::interval, last_at = last_at - $1::interval', [
    interval,
  ]);
};

describe('a new phone', () => {
  test('gets the code, and replaces the old phone when the code is entered', async () => {
    const asked = await ask(wanted.slice(4));
    expect(asked.statusCode).toBe(202);
    expect(asked.json().verification).toEqual({
      phone: wanted,
      expiresAt: expect.any(String),
      resendAt: expect.any(String),
    });
    expect((await app.readTexts(wanted))[0]).toMatch(
      /^Your Izi code to use this phone number for your account is \d{6}\./,
    );
    expect(await getMe()).toMatchObject({ phone: client.phone, confirmed: true });
    const confirmed = await confirm(await app.readCode(wanted));
    expect(confirmed.statusCode).toBe(200);
    expect(confirmed.json().user).toMatchObject({ id: client.id, phone: wanted, confirmed: true });
    expect(await getMe()).toMatchObject({ phone: wanted });
    expect((await signIn(wanted)).statusCode).toBe(200);
    expect((await signIn(client.phone)).statusCode).toBe(401);
    expect(await kindsOf()).toEqual(expect.arrayContaining(['phone_asked', 'phone_changed', 'cooling_off_begun']));
  });

  test('stops payouts for 72 hours; the old and new phone and the e-mail address are told, with an undo link', async () => {
    const email = `client${lastNumber}@example.com`;
    await app.call('PUT', `/users/${client.id}`, { email, currentPassword: password }, client.token);
    await app.call('POST', '/clients/email/confirm', { code: await app.readCode(email) }, client.token);
    await ask();
    await confirm(await app.readCode(wanted));
    for (const to of [client.phone, wanted, email]) {
      expect((await app.readTexts(to))[0]).toMatch(/^The phone of your Izi account was changed\..*\/auth\/undo#/);
    }
    expect(await readClient()).toEqual({ phone: wanted, reason: 'phone_changed', hours: 72, changed: true });
    const [link] = await app.database.owner.query(
      `select contact, former from undo_link where client_id = $1 and act = 'phone_changed'`,
      [client.id],
    );
    expect(link).toEqual({ contact: 'phone', former: client.phone });
  });

  test('gets the same answer with and without another account; only its proven owner learns of that account', async () => {
    const other = await createClient();
    const [free, taken] = [await ask(wanted), await ask(other.phone, await createClient())];
    const shapeOf = (answer: typeof free) => [answer.statusCode, Object.keys(answer.json().verification).toSorted()];
    expect(shapeOf(taken)).toEqual(shapeOf(free));

    await age('1 hour');
    await ask(other.phone);
    const code = await app.readCode(other.phone);
    expect((await confirm(not(code))).json().code).toBe('invalid_code');
    const refused = await confirm(code);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'phone_taken']);
    expect(await readClient()).toMatchObject({ phone: client.phone, reason: null });
    expect((await getMe(other)).phone).toBe(other.phone);
  });

  test.each([
    ['a fixed line', '+2252721212121', 'CI'],
    ['another country than its own', '+22507', 'SN'],
    ['a country of nobody', '+33612345678', 'FR'],
    ['no number', 'x', 'CI'],
  ])('%s is refused', async (_name, phone, country) => {
    const answer = await ask(phone, client, { country });
    expect(answer.statusCode).toBe(400);
    expect(['phone', 'country']).toContain(answer.json().errors[0].path);
  });

  test('a new phone that is already the account’s own is refused', async () => {
    const answer = await ask(client.phone);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
  });

  test('needs an account whose own phone is proven', async () => {
    const { jwt: token } = (await app.call('POST', '/clients/auth/local/register', registrationOf(nextPhone()))).json();
    const answer = await ask(wanted, { ...client, token });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'phone_unconfirmed']);
    expect(await app.readTexts(wanted)).toEqual([]);
  });

  test('is shown among the factors while its code can be entered', async () => {
    const phoneOf = async () => (await app.call('GET', '/clients/factors', undefined, client.token)).json().data.phone;
    expect(await phoneOf()).toEqual({ number: client.phone, verified: true, asked: null });
    await ask();
    expect(await phoneOf()).toEqual({ number: client.phone, verified: true, asked: wanted });
    await app.database.owner.query('update code set expires_at = clock_timestamp() where client_id = $1', [client.id]);
    expect(await phoneOf()).toEqual({ number: client.phone, verified: true, asked: null });
  });
});

describe('with a stolen token', () => {
  test('the phone cannot be changed once the sign-in is ten minutes old', async () => {
    await ageProof();
    const answer = await ask();
    expect(answer.json()).toMatchObject({ status: 403, code: 'proof_needed', methods: ['password'], level: 'fresh' });
    expect(await app.readTexts(wanted)).toEqual([]);
    const proof = await app.call('POST', '/clients/proofs', { password }, client.token);
    expect((await ask(wanted, { ...client, token: proof.json().jwt })).statusCode).toBe(202);
  });

  test('the password is not enough to change it where there is an authenticator app', async () => {
    const { secret } = await addApp(app, client.token);
    const { jwt } = (await app.call('POST', '/clients/proofs', { password }, client.token)).json();
    const refused = await ask(wanted, { ...client, token: jwt });
    expect(refused.json()).toMatchObject({ status: 403, code: 'proof_needed', level: 'strong' });
    const both = { password, code: await freshCode(app, client.id, secret) };
    const proof = await app.call('POST', '/clients/proofs', both, jwt);
    expect((await ask(wanted, { ...client, token: proof.json().jwt })).statusCode).toBe(202);
  });

  test('only a phone that the owner asked for can be confirmed', async () => {
    const other = await createClient();
    await ask(wanted, other);
    const code = await app.readCode(wanted);
    expect((await confirm(code)).json()).toMatchObject({ status: 422, code: 'invalid_code' });
    expect((await confirm(code, other)).statusCode).toBe(200);
  });
});

describe('the code', () => {
  test('confirms once, however often it is sent at the same time', async () => {
    await ask();
    const code = await app.readCode(wanted);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await kindsOf()).filter((kind) => kind === 'phone_changed')).toHaveLength(1);
  });

  test('the code of two clients who prove one phone at the same time gives it to one of them', async () => {
    const other = await createClient();
    await ask(wanted);
    const own = await app.readCode(wanted);
    await ask(wanted, other);
    const theirs = await app.readCode(wanted);
    const answers = await Promise.all([confirm(own), confirm(theirs, other)]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json().code).toBe('phone_taken');
    const owners = await app.database.owner.query('select from client where phone = $1', [wanted]);
    expect(owners).toHaveLength(1);
  });

  test('is too late once somebody has signed up with the phone and proven it', async () => {
    await ask();
    const code = await app.readCode(wanted);
    const { jwt } = (await app.call('POST', '/clients/auth/local/register', registrationOf(wanted))).json();
    await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(wanted) }, jwt);
    expect((await confirm(code)).json().code).toBe('phone_taken');
    expect(await readClient()).toMatchObject({ phone: client.phone, changed: false });
  });

  test('says how many of five guesses are left, and of fifty guesses at once only five are checked', async () => {
    await ask();
    const code = await app.readCode(wanted);
    expect((await confirm(not(code))).json().detail).toBe('This code is wrong. You have 4 tries left.');
    await Promise.all(Array.from({ length: 50 }, (_, index) => confirm(not(code, index + 2))));
    expect((await confirm(code)).json().code).toBe('invalid_code');
    expect(await getMe()).toMatchObject({ phone: client.phone });
  });

  test('is void once another new phone is asked for', async () => {
    await ask();
    const code = await app.readCode(wanted);
    const another = nextPhone();
    await ask(another);
    expect((await confirm(code)).json().code).toBe('invalid_code');
    expect((await confirm(await app.readCode(another))).json().user.phone).toBe(another);
  });

  test('is sent again after a minute, once for many calls at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask()));
    expect(statusesOf(answers)).toEqual([202, 429, 429, 429]);
    await age('1 minute');
    expect((await ask()).statusCode).toBe(202);
    expect(await app.readTexts(wanted)).toHaveLength(2);
  });

  test('is sent to five phones an hour at most', async () => {
    const statuses: number[] = [];
    for (let phone = 0; phone < 6; phone++) statuses.push((await ask(nextPhone())).statusCode);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  test('is refused when no phone waits for one', async () => {
    expect((await confirm('123456')).json()).toMatchObject({
      code: 'invalid_code',
      detail: 'No phone number is waiting for a code. Enter the number again.',
    });
  });
});

describe('the old phone', () => {
  const forgot = (phone: string) => app.call('POST', '/clients/auth/forgot-password', { phone });

  test('sets no password any more, also with an earlier code', async () => {
    await forgot(client.phone);
    const code = await app.readCode(client.phone);
    await ask();
    await confirm(await app.readCode(wanted));
    const body = { phone: client.phone, code, ...newPassword };
    expect((await app.call('POST', '/clients/otp/reset-password', body)).json().code).toBe('invalid_code');
    const before = await app.readTexts(client.phone);
    await forgot(client.phone);
    expect(await app.readTexts(client.phone)).toEqual(before);
  });

  test('does not let a waiting sign-in finish by its code', async () => {
    const strict = await startIdentityApp({ database: app.database, newDeviceCode: true });
    try {
      const answer = await strict.call('POST', '/clients/auth/local', { identifier: client.phone, password });
      const challengeId = answer.json().challenge.id;
      await strict.call('POST', '/clients/auth/second-factor/send', { challengeId });
      const code = await strict.readCode(client.phone);
      await ask();
      await confirm(await app.readCode(wanted));
      const passed = await strict.call('POST', '/clients/auth/second-factor', { challengeId, code });
      expect(passed.json().code).toBe('challenge_over');
    } finally {
      await strict.stop();
    }
  });

  test('is free for somebody else', async () => {
    await ask();
    await confirm(await app.readCode(wanted));
    const { jwt } = (await app.call('POST', '/clients/auth/local/register', registrationOf(client.phone))).json();
    const body = { code: await app.readCode(client.phone) };
    expect((await app.call('POST', '/clients/otp/firebase/callback', body, jwt)).statusCode).toBe(200);
  });
});

test.each([
  ['phone', true, 401],
  ['phone', false, 200],
  ['e-mail address', true, 401],
  ['e-mail address', false, 200],
])('after a change of %s the other sessions end if the client wants it: %s', async (contact, endOthers, status) => {
  const other = (await signIn(client.phone)).json().jwt;
  if (contact === 'phone') {
    await ask();
    expect((await confirm(await app.readCode(wanted), client, { endOthers })).statusCode).toBe(200);
  } else {
    const email = `other${lastNumber}@example.com`;
    await app.call('PUT', `/users/${client.id}`, { email, currentPassword: password }, client.token);
    const body = { code: await app.readCode(email), endOthers };
    expect((await app.call('POST', '/clients/email/confirm', body, client.token)).statusCode).toBe(200);
  }
  expect((await app.call('GET', '/users/me', undefined, other)).statusCode).toBe(status);
  expect((await app.call('GET', '/users/me', undefined, client.token)).statusCode).toBe(200);
});
