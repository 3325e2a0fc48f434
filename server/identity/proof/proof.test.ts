import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerPlayLimitRoutes } from '#server/play-limits/routes.ts';
import { addApp, appCode, freshCode } from '#tests/support/players/authenticator.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
  registerPlayLimitRoutes(app.http, app.identity, 'Africa/Abidjan');
});
afterAll(() => app.stop());

const password = 'correct horse battery';
let lastNumber = 63_000_000;
let phone: string;
let id: number;
let token: string;
let other: { id: string };

/** A client with a confirmed phone, signed in here and in one other browser. */
beforeEach(async () => {
  phone = `+22507${++lastNumber}`;
  const registered = await app.call('POST', '/clients/auth/local/register', registrationOf(phone));
  token = registered.json().jwt;
  id = registered.json().user.id;
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, token);
  await signIn();
  other = (await sessions()).find(({ current }) => !current)!;
});

const signIn = () => app.call('POST', '/clients/auth/local', { identifier: phone, password });
const sessions = async (bearer = token): Promise<{ id: string; current: boolean }[]> =>
  (await app.call('GET', '/clients/sessions', undefined, bearer)).json().data;
const endOther = (bearer = token) => app.call('DELETE', `/clients/sessions/${other.id}`, undefined, bearer);
const prove = (body: object, bearer = token) => app.call('POST', '/clients/proofs', body, bearer);
const setLimit = (amount: number | null) =>
  app.call('PUT', '/clients/limits', { limits: [{ kind: 'deposit', period: 'day', amount }] }, token);

/** Makes the last proof ten minutes old. */
async function letProofsAge(): Promise<void> {
  await app.database.owner.query(
    `update session set proven_at = proven_at - interval '10 minutes' where client_id = $1`,
    [id],
  );
}

describe('ending another session', () => {
  test('needs only a sign-in of the last ten minutes', async () => {
    expect((await endOther()).statusCode).toBe(204);
  });

  test('needs a proof after that, and the proof gives the session a new token', async () => {
    await letProofsAge();
    const refused = await endOther();
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'proof_needed', methods: ['password'], level: 'fresh' });
    expect(await sessions()).toHaveLength(2);

    const proven = await prove({ password });
    expect(proven.statusCode).toBe(200);
    expect(proven.json()).toEqual({ jwt: expect.any(String), provenUntil: expect.any(String), strong: false });
    const { jwt } = proven.json();
    expect(jwt).not.toBe(token);
    expect((await endOther(token)).statusCode).toBe(401);
    expect((await endOther(jwt)).statusCode).toBe(204);
    expect(await sessions(jwt)).toMatchObject([{ current: true }]);
  });

  test('needs none for the current session, which is a log-out', async () => {
    await letProofsAge();
    const own = (await sessions()).find(({ current }) => current)!;
    expect((await app.call('DELETE', `/clients/sessions/${own.id}`, undefined, token)).statusCode).toBe(204);
  });

  test('is not allowed by a proof of another session', async () => {
    await letProofsAge();
    const elsewhere = (await signIn()).json().jwt;
    expect((await prove({ password }, elsewhere)).statusCode).toBe(200);
    expect((await endOther()).json().code).toBe('proof_needed');
  });
});

describe('raising a limit', () => {
  test('needs a fresh proof, lowering a limit does not', async () => {
    await letProofsAge();
    expect((await setLimit(50_000)).statusCode).toBe(200);
    expect((await setLimit(20_000)).statusCode).toBe(200);
    for (const amount of [30_000, null]) {
      const refused = await setLimit(amount);
      expect(refused.json()).toMatchObject({ status: 403, code: 'proof_needed', methods: ['password'] });
    }
    const limits = await app.call('GET', '/clients/limits', undefined, token);
    expect(limits.json().data.limits).toContainEqual(
      expect.objectContaining({ kind: 'deposit', period: 'day', amount: 20_000, next: null }),
    );
    token = (await prove({ password })).json().jwt;
    expect((await setLimit(30_000)).statusCode).toBe(200);
  });
});

describe('a proof', () => {
  test('a proof with a wrong password fails, names its field, and may be tried ten times', async () => {
    await letProofsAge();
    const answers = await Promise.all(Array.from({ length: 12 }, () => prove({ password: 'a guess' })));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    const wrong = answers.find(({ statusCode }) => statusCode === 422)!;
    expect(wrong.json()).toMatchObject({ code: 'wrong_password', errors: [{ path: 'password' }] });
    expect((await endOther()).json().code).toBe('proof_needed');
  });

  test('is tried separately in each session: a thief in one uses up no tries of another', async () => {
    const elsewhere = (await signIn()).json().jwt;
    await Promise.all(Array.from({ length: 12 }, () => prove({ password: 'a guess' }, elsewhere)));
    expect((await prove({ password }, elsewhere)).statusCode).toBe(429);
    expect((await prove({ password })).statusCode).toBe(200);
  });

  test('needs something to check', async () => {
    expect((await prove({})).statusCode).toBe(400);
    expect((await prove({ code: '123456', recoveryCode: '3-7K2M-9QXA-V0TR' })).statusCode).toBe(400);
    expect((await prove({ code: '123456' })).json().code).toBe('invalid_code');
    expect((await prove({ recoveryCode: '3-7K2M-9QXA-V0TR' })).json().code).toBe('invalid_code');
  });

  test('says what the client can prove with, and until when the last proof is valid', async () => {
    const options = () => app.call('POST', '/clients/proofs/options', undefined, token);
    expect((await options()).json().data).toEqual({
      methods: ['password'],
      provenUntil: expect.any(String),
      strong: false,
    });
    await addApp(app, token);
    await letProofsAge();
    expect((await options()).json().data).toEqual({
      methods: ['password', 'totp', 'recovery_code'],
      provenUntil: null,
      strong: false,
    });
  });
});

describe('with a second factor', () => {
  let secret: string;
  let recoveryCodes: string[];
  beforeEach(async () => {
    ({ secret, recoveryCodes } = await addApp(app, token));
  });

  const removeApp = (bearer = token) => app.call('DELETE', '/clients/totp', undefined, bearer);

  test('factors change only after two kinds of proof', async () => {
    // Signing in with the password alone was enough until now.
    const refused = await removeApp();
    expect(refused.json()).toMatchObject({
      status: 403,
      code: 'proof_needed',
      level: 'strong',
      methods: ['password', 'totp', 'recovery_code'],
    });
    for (const one of [{ password }, { code: await freshCode(app, id, secret) }, { recoveryCode: recoveryCodes[3]! }]) {
      const proven = await prove(one);
      expect(proven.json()).toMatchObject({ strong: false });
      token = proven.json().jwt;
      expect((await removeApp()).json().code).toBe('proof_needed');
    }
    const proven = await prove({ password, code: await freshCode(app, id, secret) });
    expect(proven.json()).toMatchObject({ strong: true });
    token = proven.json().jwt;
    expect((await removeApp()).statusCode).toBe(204);
    expect((await removeApp()).statusCode).toBe(404);
    const factors = await app.call('GET', '/clients/factors', undefined, token);
    expect(factors.json().data).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    expect((await app.readTexts(phone))[0]).toContain('authenticator app of your Izi account was removed');
  });

  test('one kind is enough where a fresh proof is', async () => {
    await letProofsAge();
    expect((await endOther()).json()).toMatchObject({ code: 'proof_needed', level: 'fresh' });
    token = (await prove({ code: await freshCode(app, id, secret) })).json().jwt;
    expect((await endOther()).statusCode).toBe(204);
  });

  test('a strong proof expires after ten minutes', async () => {
    token = (await prove({ password, code: await freshCode(app, id, secret) })).json().jwt;
    await letProofsAge();
    expect((await removeApp()).json().code).toBe('proof_needed');
  });

  test('a right password with a wrong code is not a proof, and the code may be guessed ten times', async () => {
    const wrong = ((Number(appCode(secret)) + 1) % 1_000_000).toString().padStart(6, '0');
    const answers = await Promise.all(Array.from({ length: 12 }, () => prove({ password, code: wrong })));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    expect(answers.find(({ statusCode }) => statusCode === 422)!.json()).toMatchObject({
      code: 'invalid_code',
      errors: [{ path: 'code' }],
    });
    expect((await removeApp()).json().code).toBe('proof_needed');
  });

  test('a new e-mail address needs both kinds too', async () => {
    const change = () =>
      app.call('PUT', `/users/${id}`, { email: `new${id}@example.com`, currentPassword: password }, token);
    expect((await change()).json()).toMatchObject({ code: 'proof_needed', level: 'strong' });
    token = (await prove({ password, recoveryCode: recoveryCodes[0]!.toLowerCase() })).json().jwt;
    expect((await change()).statusCode).toBe(200);
  });

  test('new recovery codes make the old ones invalid', async () => {
    const renew = () => app.call('POST', '/clients/recovery-codes', undefined, token);
    expect((await renew()).json().code).toBe('proof_needed');
    token = (await prove({ password, recoveryCode: recoveryCodes[0]! })).json().jwt;
    expect((await app.readTexts(phone))[0]).toContain('A recovery code of your Izi account was used');
    const renewed = await renew();
    expect(renewed.json().data.recoveryCodes).toHaveLength(10);
    expect((await prove({ recoveryCode: recoveryCodes[1]! })).json().code).toBe('invalid_code');
    expect((await prove({ recoveryCode: renewed.json().data.recoveryCodes[1] })).statusCode).toBe(200);
    expect(await app.readTexts(phone)).toContainEqual(expect.stringContaining('New recovery codes were made'));
  });

  test('the app cannot be replaced while there is one', async () => {
    token = (await prove({ password, code: await freshCode(app, id, secret) })).json().jwt;
    const again = await app.call('POST', '/clients/totp', undefined, token);
    expect(again.json()).toMatchObject({ status: 409, code: 'conflict' });
  });
});

describe('adding an app', () => {
  test('needs a confirmed phone', async () => {
    const registered = await app.call('POST', '/clients/auth/local/register', registrationOf(`+22507${++lastNumber}`));
    const added = await app.call('POST', '/clients/totp', undefined, registered.json().jwt);
    expect(added.json()).toMatchObject({ status: 422, code: 'phone_unconfirmed' });
  });

  test('needs a fresh proof: a token stolen later cannot add one', async () => {
    await letProofsAge();
    expect((await app.call('POST', '/clients/totp', undefined, token)).json().code).toBe('proof_needed');
  });

  test('takes effect with its first code, and is reported to the owner', async () => {
    const added = await app.call('POST', '/clients/totp', undefined, token);
    expect(added.statusCode).toBe(201);
    const { uri, secret } = added.json().data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Izi:${phone}?`);
    expect((await signIn()).json().jwt).toEqual(expect.any(String));
    const confirm = (code: string) => app.call('POST', '/clients/totp/confirm', { code }, token);
    expect((await confirm(appCode(secret, 100))).json().code).toBe('invalid_code');
    expect((await confirm(appCode(secret))).json().data.recoveryCodes).toHaveLength(10);
    expect((await confirm(appCode(secret))).json().code).toBe('conflict');
    expect((await app.readTexts(phone))[0]).toContain('authenticator app was added');
    const factors = await app.call('GET', '/clients/factors', undefined, token);
    expect(factors.json().data).toMatchObject({
      password: { changedAt: expect.any(String) },
      phone: { number: phone, verified: true },
      email: { address: null, verified: false },
      totp: { addedAt: expect.any(String) },
      recoveryCodesLeft: 10,
      devices: [{ current: true }],
    });
  });

  test('twice before the first code makes the later secret count', async () => {
    const add = async () => (await app.call('POST', '/clients/totp', undefined, token)).json().data.secret;
    const [first, second] = [await add(), await add()];
    const confirm = (secret: string) => app.call('POST', '/clients/totp/confirm', { code: appCode(secret) }, token);
    expect((await confirm(first)).json().code).toBe('invalid_code');
    expect((await confirm(second)).statusCode).toBe(200);
  });
});
