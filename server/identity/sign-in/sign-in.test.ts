import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
let elsewhere: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
  elsewhere = await startIdentityApp({ database: app.database });
});
afterAll(async () => {
  await elsewhere.stop();
  await app.stop();
});

const password = 'correct horse battery';
let lastNumber = 47_000_000;
let phone: string;
let email: string;
let token: string;
let userId: number;

beforeEach(async () => {
  const number = ++lastNumber;
  phone = `+22507${number}`;
  email = `Client${number}@Example.com`;
  const response = await app.call('POST', '/clients/auth/local/register', registrationOf(phone, { email, password }));
  token = response.json().jwt;
  userId = response.json().user.id;
});

async function proveContacts(): Promise<void> {
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, token);
  await app.call('POST', '/clients/email/code', undefined, token);
  await app.call('POST', '/clients/email/confirm', { code: await app.readCode(email) }, token);
}

const signIn = (body: object) => app.call('POST', '/clients/auth/local', body);
const getMe = (bearer: string, on = app) => on.call('GET', '/users/me', undefined, bearer);

describe('signing in', () => {
  test.each([
    ['E.164', () => phone],
    ['as it is dialled', () => phone.slice(4)],
    ['with 00', () => `00${phone.slice(1)}`],
    ['without the plus', () => phone.slice(1)],
    ['in pairs', () => phone.slice(4).replaceAll(/(..)/g, '$1 ')],
    ['as it was before 2021', () => phone.slice(6)],
    ['the e-mail', () => email],
    ['the e-mail in other case', () => email.toUpperCase()],
  ])('%s', async (_name, identifier) => {
    const response = await signIn({ identifier: identifier(), password });
    expect(response.statusCode).toBe(200);
    expect(response.json().user).toMatchObject({ id: userId, lastSignInAt: expect.any(String) });
    expect((await getMe(response.json().jwt)).statusCode).toBe(200);
  });

  test('a wrong phone, e-mail or password gets the same answer', async () => {
    const wrong = [
      { identifier: phone, password: 'another password' },
      { identifier: email, password: 'another password' },
      { identifier: '+2250799999999', password },
      { identifier: 'nobody@example.com', password },
      { identifier: 'not a phone at all', password },
      { identifier: "' or 1=1 --", password },
    ];
    const answers = await Promise.all(wrong.map(signIn));
    const bodies = answers.map((answer) => ({ ...answer.json(), requestId: undefined, status: answer.statusCode }));
    expect(bodies[0]).toMatchObject({ status: 401, code: 'wrong_credentials' });
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  });

  test('a national number that exists in two countries signs in the client whose password it is', async () => {
    const join = async (dialled: string, country: string, own: string) => {
      const account = registrationOf(dialled, { country, password: own });
      return (await app.call('POST', '/clients/auth/local/register', account)).json();
    };
    const digits = `70${String(lastNumber).slice(-6)}`;
    const owner = await join(`+226${digits}`, 'BF', 'a password in BF');
    const code = await app.readCode(`+226${digits}`);
    await app.call('POST', '/clients/otp/firebase/callback', { code }, owner.jwt);
    const squatter = await join(`+223${digits}`, 'ML', 'a password in ML');
    const other = await join(`+227${digits}`, 'NE', 'a password in NE');
    for (const { user, own } of [
      { user: owner.user, own: 'a password in BF' },
      { user: squatter.user, own: 'a password in ML' },
      { user: other.user, own: 'a password in NE' },
    ]) {
      const response = await signIn({ identifier: digits, password: own });
      expect([response.statusCode, response.json().user?.id]).toEqual([200, user.id]);
    }
    expect((await signIn({ identifier: digits, password: 'of nobody' })).statusCode).toBe(401);
  });

  test('for accounts that only claim a phone, the number of checked passwords is limited', async () => {
    for (let count = 0; count < 3; count++) {
      const account = registrationOf(phone, { password: `password number ${count}` });
      await app.call('POST', '/clients/auth/local/register', account);
    }
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) {
      statuses.push((await signIn({ identifier: phone, password: `password number ${count}` })).statusCode);
    }
    expect(statuses).toEqual([401, 200, 200]);
  });

  test('an account that only claims a phone does not reset the wrong tries of its owner’s account', async () => {
    await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, token);
    const claim = registrationOf(phone, { password: 'of the claimant' });
    await app.call('POST', '/clients/auth/local/register', claim);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await signIn({ identifier: phone, password: 'of the claimant' })).statusCode);
      statuses.push((await signIn({ identifier: phone, password: `guess ${count}` })).statusCode);
    }
    expect(statuses.slice(0, 2)).toEqual([200, 401]);
    // Every try that was looked at counts. How many of the later ones have to wait depends on how long each takes.
    const looked = statuses.filter((status) => status !== 429).length;
    expect(looked).toBeGreaterThanOrEqual(5);
    expect(await app.database.owner.query('select wrong from sign_in_wait where key = $1', [phone])).toEqual([
      { wrong: looked },
    ]);
  });

  test.each([
    ['nothing', {}, ['identifier', 'password']],
    ['an unknown field', { identifier: 'x', password: 'y', admin: true }, ['admin']],
    ['a password that is too long', { identifier: 'x', password: 'y'.repeat(129) }, ['password']],
    ['objects', { identifier: { $gt: '' }, password: ['y'] }, ['identifier', 'password']],
  ])('%s is refused', async (_name, body, paths) => {
    const response = await signIn(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test('a right password resets the wrong tries before it', async () => {
    await proveContacts();
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 4; guess++) await signIn({ identifier: phone, password: 'wrong' });
      expect((await signIn({ identifier: phone, password })).statusCode).toBe(200);
    }
  });
});

describe('tokens', () => {
  const calls = [
    ['GET', '/users/me'],
    ['PUT', '/users/1'],
    ['POST', '/auth/logout'],
    ['POST', '/clients/otp/send'],
    ['POST', '/clients/otp/firebase/callback'],
    ['POST', '/clients/auth/change-password'],
    ['POST', '/clients/email/code'],
    ['POST', '/clients/email/confirm'],
    ['GET', '/clients/sessions'],
    ['DELETE', '/clients/sessions/0190f8a0-0000-4000-8000-000000000000'],
  ] as const;

  test.each(calls)('%s %s needs one', async (method, path) => {
    const response = await app.call(method, path);
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('unauthenticated');
  });

  test.each([
    ['invented', 'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['empty', 'Bearer '],
    ['over-long', `Bearer ${'x'.repeat(10_000)}`],
    ['not ours', 'Basic YTpi'],
    ['SQL', `Bearer ' or 1=1 --`],
    ['a JWT', 'Bearer eyJhbGciOiJub25lIn0.eyJpZCI6MX0.'],
  ])('%s is refused', async (_name, authorization) => {
    const response = await app.http.inject({ url: '/api/users/me', headers: { authorization } });
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('unauthenticated');
  });

  test.each([
    ['with Bearer', (bearer: string) => `Bearer ${bearer}`],
    ['with bearer', (bearer: string) => `bearer ${bearer}`],
    ['bare', (bearer: string) => bearer],
  ])('%s is accepted', async (_name, header) => {
    const response = await app.http.inject({ url: '/api/users/me', headers: { authorization: header(token) } });
    expect(response.statusCode).toBe(200);
  });
});

describe('sessions end', () => {
  const age = (change: string) =>
    app.database.owner.query(`update session set ${change} where client_id = $1`, [userId]);
  const signInAgain = async (remember?: boolean) =>
    (await signIn({ identifier: phone, password, ...(remember !== undefined && { remember }) })).json().jwt as string;

  test('after 30 idle minutes, and not before', async () => {
    await age(`last_seen_at = now() - interval '29 minutes'`);
    expect((await getMe(token)).statusCode).toBe(200);
    const other = await signInAgain(false);
    await age(`last_seen_at = now() - interval '31 minutes'`);
    expect((await getMe(other)).statusCode).toBe(401);
  });

  test('not between two calls when the first came a moment before the limit', async () => {
    const unused = await signInAgain(false);
    await age(`last_seen_at = now() - interval '29 minutes 40 seconds'`);
    expect((await getMe(unused)).statusCode).toBe(200);
    const [session] = await app.database.db.query<{ idle: number }>(
      'select extract(epoch from now() - max(last_seen_at))::float8 as idle from session where client_id = $1',
      [userId],
    );
    expect(session!.idle).toBeLessThan(30);
  });

  test('when remembered, only after 30 days', async () => {
    const remembered = await signInAgain(true);
    await age(`last_seen_at = now() - interval '20 days'`);
    expect((await getMe(remembered, elsewhere)).statusCode).toBe(200);
    const another = await signInAgain(true);
    await age(`expires_at = now() - interval '1 second'`);
    expect((await getMe(another)).statusCode).toBe(401);
  });

  test('not while they are used, which is written at most once a minute', async () => {
    const readSeen = async () =>
      (
        await app.database.db.query<{ last_seen_at: Date }>('select last_seen_at from session where client_id = $1', [
          userId,
        ])
      )[0]?.last_seen_at;
    await age(`last_seen_at = now() - interval '50 seconds'`);
    const before = await readSeen();
    await getMe(token);
    expect(await readSeen()).toEqual(before);
    const other = await startIdentityApp({ database: app.database });
    await age(`last_seen_at = now() - interval '70 seconds'`);
    await getMe(token, other);
    await other.stop();
    expect(Date.now() - ((await readSeen())?.getTime() ?? 0)).toBeLessThan(30_000);
  });

  test('sessions end at log-out, here at once and on other processes too', async () => {
    await getMe(token);
    await getMe(token, elsewhere);
    const left = await app.call('POST', '/auth/logout', undefined, token);
    // No page of the client comes back by the Back button.
    expect([left.statusCode, left.headers['clear-site-data']]).toEqual([204, '"cache"']);
    expect((await getMe(token)).statusCode).toBe(401);
    await expect.poll(async () => (await getMe(token, elsewhere)).statusCode, { interval: 20 }).toBe(401);
    expect((await app.call('POST', '/auth/logout', undefined, token)).statusCode).toBe(401);
  });

  test('one at a time, and only the client’s own', async () => {
    const other = await signInAgain(true);
    const sessions = (await app.call('GET', '/clients/sessions', undefined, token)).json().data;
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const { id } = sessions.find(({ current }: { current: boolean }) => !current);

    const registered = await app.call('POST', '/clients/auth/local/register', registrationOf(`+22505${++lastNumber}`));
    const stranger = registered.json().jwt;
    expect((await app.call('DELETE', `/clients/sessions/${id}`, undefined, stranger)).statusCode).toBe(404);
    expect((await getMe(other)).statusCode).toBe(200);

    expect((await app.call('DELETE', `/clients/sessions/${id}`, undefined, token)).statusCode).toBe(204);
    expect((await getMe(other)).statusCode).toBe(401);
    expect((await getMe(token)).statusCode).toBe(200);
    expect((await app.call('DELETE', `/clients/sessions/${id}`, undefined, token)).statusCode).toBe(404);
    expect((await app.call('DELETE', `/clients/sessions/no-id`, undefined, token)).statusCode).toBe(400);
  });

  test('sessions end with the fifty-first, which ends the one unused for longest', async () => {
    await age(`last_seen_at = now() - interval '10 minutes'`);
    await app.database.owner.query(
      `insert into session (client_id, token_hash, remember, device, expires_at)
       select $1, sha256(n::text::bytea), true, 'Test', now() + interval '1 day' from generate_series($1 * 100, $1 * 100 + 47) n`,
      [userId],
    );
    const fiftieth = await signInAgain();
    expect((await app.call('GET', '/clients/sessions', undefined, fiftieth)).json().data).toHaveLength(50);
    const next = await signInAgain();
    expect((await getMe(token)).statusCode).toBe(401);
    expect((await getMe(fiftieth)).statusCode).toBe(200);
    expect((await app.call('GET', '/clients/sessions', undefined, next)).json().data).toHaveLength(50);
  });
});

describe('changing the password', () => {
  const change = (body: object, bearer = token) => app.call('POST', '/clients/auth/change-password', body, bearer);
  const passwords = (current: string, next: string, again = next) => ({
    currentPassword: current,
    password: next,
    passwordConfirmation: again,
  });

  test('gives this session a new token and ends all others', async () => {
    await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, token);
    const other = (await signIn({ identifier: phone, password })).json().jwt;
    const response = await change(passwords(password, 'another good one'));
    expect(response.statusCode).toBe(200);
    expect((await getMe(response.json().jwt)).statusCode).toBe(200);
    expect((await getMe(token)).statusCode).toBe(401);
    expect((await getMe(other)).statusCode).toBe(401);
    expect((await signIn({ identifier: phone, password })).statusCode).toBe(401);
    expect((await signIn({ identifier: phone, password: 'another good one' })).statusCode).toBe(200);
    expect((await app.readTexts(phone)).join()).toContain('password of your Izi account was changed');
  });

  test('sends nothing to a phone that is not proven', async () => {
    await change(passwords(password, 'another good one'));
    expect(await app.readTexts(phone)).toEqual([expect.stringContaining('Your Izi code')]);
  });

  test('twice at the same time succeeds once', async () => {
    const responses = await Promise.all(
      ['first new one', 'second new one'].map((next) => change(passwords(password, next))),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test.each([
    ['a wrong current password', passwords('wrong', 'another good one'), 422, ['currentPassword']],
    [
      'passwords that differ',
      passwords(password, 'another good one', 'another bad one'),
      400,
      ['passwordConfirmation'],
    ],
    ['a short one', passwords(password, 'short'), 400, ['password']],
    ['nothing', {}, 400, ['currentPassword', 'password', 'passwordConfirmation']],
  ])('%s is refused', async (_name, body, status, paths) => {
    const response = await change(body);
    expect(response.statusCode).toBe(status);
    expect(response.json().errors.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect((await getMe(token)).statusCode).toBe(200);
  });

  test('guessing the current password is limited', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => change(passwords(`guess ${index}`, 'another good one'))),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
  });
});

describe('the profile', () => {
  const update = (body: unknown, id: number | string = userId) => app.call('PUT', `/users/${id}`, body, token);

  test('changes the given fields and leaves the rest', async () => {
    const response = await update({ city: 'Bouaké', address: 'Rue 12', country: 'sn' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      firstName: 'Awa',
      city: 'Bouaké',
      address: 'Rue 12',
      email,
      country: 'SN',
    });
    expect((await getMe(token)).json()).toEqual(response.json());
    expect((await update({ city: null })).json()).toMatchObject({ city: null, address: 'Rue 12' });
  });

  test.each([
    ['somebody else', 1],
    ['nobody', 999_999_999],
    ['me', 'me'],
    ['zero in front', '0'],
    ['SQL', `1'--`],
  ])('the profile of %s is not found', async (_name, id) => {
    const response = await update({ city: 'Bouaké' }, id);
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('not_found');
  });

  test.each([
    ['nothing', {}, ['']],
    ['nothing but the password', { currentPassword: password }, ['']],
    ['a field that cannot change', { phone: '+2250712345678' }, ['phone']],
    ['unknown fields', { role: 'operator', confirmed: true }, ['role', 'confirmed']],
    ['a country without XOF', { country: 'FR' }, ['country']],
    ['NUL', { city: 'a\u0000b' }, ['city']],
    ['a name that is too long', { firstName: 'x'.repeat(81), lastName: '' }, ['firstName', 'lastName']],
    ['a list', [], ['']],
  ])('%s is refused', async (_name, body, paths) => {
    const response = await update(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors.map(({ path }: { path: string }) => path)).toEqual(paths);
  });
});
