import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { lowerPasswordCost } from '#tests/support/players/password-cost.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { setPasswordCost, usualCost } from '#server/identity/passwords/password.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

let lastNumber = 10_000_000;
const newPhone = () => `+22507${++lastNumber}`;

const form = (changes: object = {}) => registrationOf(newPhone(), { birthDate: '1990-04-12', ...changes });
const formWithEmail = () => ({ ...form(), email: `client${lastNumber}@example.com` });
const register = (body: object) => app.call('POST', '/clients/auth/local/register', body);

test('a registration signs in, opens an empty wallet and sends a code', async () => {
  const body = form({ phone: '07 12 34 56 78', email: 'Awa@Example.com' });
  const response = await register(body);
  expect(response.statusCode).toBe(201);
  const { jwt, user, verification } = response.json();
  expect(user).toMatchObject({ phone: '+2250712345678', confirmed: false, role: 'client' });
  expect(user).toMatchObject({ email: 'Awa@Example.com', emailVerified: false, emailAsked: 'Awa@Example.com' });
  expect(await app.readTexts('awa@example.com')).toEqual([]);
  expect(verification.phone).toBe('+2250712345678');
  expect(Date.parse(verification.expiresAt) - Date.parse(verification.resendAt)).toBe(540_000);
  expect(await app.readTexts('+2250712345678')).toEqual([expect.stringMatching(/^Your Izi code is \d{6}\./)]);
  const wallets = await app.database.db.query('select dep, win from wallet where client_id = $1', [user.id]);
  expect(wallets).toEqual([{ dep: 0, win: 0 }]);
  const me = await app.call('GET', '/users/me', undefined, jwt);
  expect(me.json()).toEqual(user);
});

test('a registration keeps its session when it is to be remembered, and only then', async () => {
  for (const [wish, remember] of [
    [{}, false],
    [{ remember: false }, false],
    [{ remember: true }, true],
  ] as const) {
    const { jwt } = (await register(form(wish))).json();
    const kept = await app.database.owner.query('select remember from session where token_hash = sha256($1::bytea)', [
      jwt,
    ]);
    expect(kept).toEqual([{ remember }]);
  }
});

test('neither the password nor the token is stored or logged', async () => {
  setPasswordCost(usualCost);
  onTestFinished(lowerPasswordCost);
  const body = form();
  const { jwt } = (await register(body)).json();
  const code = await app.readCode(body.phone);
  const stored = await app.database.owner.query<{ row: string }>(
    `select row_to_json(c)::text as row from client c
     union all select row_to_json(s)::text from session s union all select row_to_json(o)::text from code o`,
  );
  const text = stored.map(({ row }) => row).join('\n');
  expect(text).not.toContain(body.password);
  expect(text).not.toContain(jwt);
  expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  for (const secret of [body.password, jwt, code]) expect(app.logged.join('\n')).not.toContain(secret);
});

describe('a sign-up does not reveal who has an account', () => {
  const post = (path: string, body: object | undefined, token?: string) => app.call('POST', path, body, token);
  const enterCode = (code: string, token: string) => post('/clients/otp/firebase/callback', { code }, token);
  const wait = (token: string) =>
    app.database.owner.query(
      `update code set sent_at = sent_at - interval '1 minute'
       where client_id = (select client_id from session where token_hash = sha256($1::bytea))`,
      [token],
    );

  /** A client who has proven a phone and an e-mail address. */
  async function createOwner() {
    const account = formWithEmail();
    const { jwt, user } = (await register(account)).json();
    await enterCode(await app.readCode(account.phone), jwt);
    await post('/clients/email/code', undefined, jwt);
    await post('/clients/email/confirm', { code: await app.readCode(account.email) }, jwt);
    return { ...account, jwt, id: user.id };
  }

  /** Everything that the person who signs up sees of the account, without random values. */
  async function tryOut(account: ReturnType<typeof formWithEmail>) {
    const answers = [await register(account)];
    const { jwt, user } = answers[0]!.json();
    const add = async (answer: ReturnType<typeof post>) => answers.push(await answer);
    await add(app.call('GET', '/users/me', undefined, jwt));
    await add(post('/clients/otp/send', undefined, jwt));
    await wait(jwt);
    await add(post('/clients/otp/send', undefined, jwt));
    await add(enterCode('000000', jwt));
    for (const identifier of [account.phone, account.phone.slice(4), account.email]) {
      // Tries wait after the fifth, and how long that takes here is chance.
      await app.database.owner.query('delete from sign_in_wait');
      await add(post('/clients/auth/local', { identifier, password: account.password }));
      await add(post('/clients/auth/local', { identifier, password: 'not this one' }));
    }
    await add(post('/clients/email/code', undefined, jwt));
    await add(post('/clients/email/confirm', { code: '000000' }, jwt));
    await add(app.call('PUT', `/users/${user.id}`, { email: null }, jwt));
    await add(app.call('PUT', `/users/${user.id}`, { email: null, currentPassword: account.password }, jwt));
    return answers.map((answer) => [answer.statusCode, shapeOf(answer.json())]);
  }

  function shapeOf(body: unknown, key = ''): unknown {
    if (Array.isArray(body)) return body.map((item) => shapeOf(item));
    if (typeof body === 'object' && body !== null) {
      return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shapeOf(value, name)]));
    }
    const mayDiffer = ['id', 'jwt', 'phone', 'email', 'emailAsked', 'requestId', 'createdAt', 'lastSignInAt'];
    return mayDiffer.includes(key) || key.endsWith('At') ? typeof body : body;
  }

  test('a known phone and e-mail get the same answers as unknown ones, here and in all later calls', async () => {
    const owner = await createOwner();
    const password = 'the password of somebody else';
    const unknown = await tryOut({ ...formWithEmail(), password });
    const known = await tryOut({ ...form(), password, phone: owner.phone, email: owner.email.toUpperCase() });
    expect(known).toEqual(unknown);
    expect(unknown.map(([status]) => status)).toEqual([
      201, 200, 429, 202, 422, 200, 401, 200, 401, 200, 401, 202, 422, 403, 200,
    ]);
  });

  test('a known e-mail does not block the sign-up: the code comes to the phone, and the address can be changed', async () => {
    const owner = await createOwner();
    const account = form({ email: owner.email });
    const { jwt, user } = (await register(account)).json();
    const confirmed = await enterCode(await app.readCode(account.phone), jwt);
    expect(confirmed.json().user).toMatchObject({ confirmed: true, emailVerified: false });
    await post('/clients/email/code', undefined, jwt);
    const refused = await post('/clients/email/confirm', { code: await app.readCode(owner.email) }, jwt);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'email_taken']);
    const body = { email: `other.${owner.email}`, currentPassword: account.password };
    const changed = await app.call('PUT', `/users/${user.id}`, body, jwt);
    expect(changed.json()).toMatchObject({ emailAsked: `other.${owner.email}` });
  });

  test('the message informs the phone’s owner, and no code is right', async () => {
    const owner = await createOwner();
    const { jwt } = (await register(form({ phone: owner.phone }))).json();
    await wait(jwt);
    expect((await post('/clients/otp/send', undefined, jwt)).statusCode).toBe(202);
    const [last, first] = await app.readTexts(owner.phone);
    for (const text of [last, first]) {
      expect(text).toContain('already has an account');
      expect(text).not.toMatch(/\d{6}/);
    }
    // Should somebody hit upon the code anyway, the phone stays its owner's.
    await app.database.owner.query(
      `update code set nonce = (select nonce from code where client_id = $1 and purpose = 'confirm_phone') where client_id = (
         select client_id from session where token_hash = sha256($2::bytea))`,
      [owner.id, jwt],
    );
    const known = /\b\d{6}\b/.exec((await app.readTexts(owner.phone)).find((text) => text.startsWith('Your Izi'))!)![0];
    const response = await enterCode(known, jwt);
    expect([response.statusCode, response.json().code]).toEqual([409, 'phone_taken']);
    expect((await app.call('GET', '/users/me', undefined, jwt)).json().confirmed).toBe(false);
  });

  test('an account with an unproven phone does not prevent the phone’s owner from signing up', async () => {
    const squatter = form();
    const before = (await register(squatter)).json();
    const theirs = await app.readCode(squatter.phone);
    const owner = (await register(form({ phone: squatter.phone, password: 'of the owner' }))).json();
    const mine = await app.readCode(squatter.phone);
    expect(owner.user.id).not.toBe(before.user.id);
    expect((await enterCode(mine, owner.jwt)).json().user).toMatchObject({ id: owner.user.id, confirmed: true });

    // Only somebody with the phone can enter the other code, and learns that it has an account.
    if (theirs !== mine) expect((await enterCode(mine, before.jwt)).json().code).toBe('invalid_code');
    const late = await enterCode(theirs, before.jwt);
    expect([late.statusCode, late.json().code]).toEqual([409, 'phone_taken']);
    await wait(before.jwt);
    await post('/clients/otp/send', undefined, before.jwt);
    expect((await app.readTexts(squatter.phone))[0]).toContain('already has an account');

    const signIn = (password: string) => post('/clients/auth/local', { identifier: squatter.phone, password });
    expect((await signIn('of the owner')).json().user.id).toBe(owner.user.id);
    expect((await signIn(squatter.password)).json().user).toMatchObject({ id: before.user.id, confirmed: false });
    // A forgotten password is the owner's to set again, and no one else's.
    await post('/clients/auth/forgot-password', { phone: squatter.phone });
    const [row] = await app.database.db.query<{ clients: number[] }>(
      `select array_agg(client_id) as clients from code where purpose = 'reset_password' and destination = $1`,
      [squatter.phone],
    );
    expect(row?.clients.map(Number)).toEqual([owner.user.id]);
  });

  test('two clients enter their codes for one phone at the same moment: one gets it', async () => {
    const account = form();
    const [a, b] = [(await register(account)).json(), (await register(account)).json()];
    const [second, first] = (await app.readTexts(account.phone)).map((text) => /\b\d{6}\b/.exec(text)![0]);
    const responses = await Promise.all([enterCode(first!, a.jwt), enterCode(second!, b.jwt)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((x, y) => x - y)).toEqual([200, 409]);
  });
});

test('known and unknown phones take the same time', async () => {
  const known = form();
  await register(known);
  const time = async (body: object) => {
    const start = performance.now();
    await register(body);
    return performance.now() - start;
  };
  expect(await time(form())).toBeGreaterThanOrEqual(149);
  expect(await time(form({ phone: known.phone }))).toBeGreaterThanOrEqual(149);
});

test('registrations of one phone and one e-mail at the same time cannot deadlock', async () => {
  const body = form({ email: 'five@example.com' });
  const responses = await Promise.all(Array.from({ length: 5 }, () => register(body)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(responses.map((response) => response.json().user.id)).size).toBe(5);
});

test('a confirmation waits for the counts that all clients of an address share only once all else is done', async () => {
  const account = form();
  const { jwt } = (await register(account)).json();
  const code = await app.readCode(account.phone);
  const { owner } = app.database;
  const { answer } = await owner.transact(async (tx) => {
    await tx.query(`select from sent where scope = 'address' for update`);
    const answer = app.call('POST', '/clients/otp/firebase/callback', { code }, jwt);
    const waiting = `select exists (select from pg_locks l where l.pid = a.pid and l.relation = 'security_event'::regclass
        and l.mode = 'RowExclusiveLock' and l.granted) as "hasRecorded"
      from pg_stat_activity a where datname = current_database() and usename = 'izi_app' and wait_event_type = 'Lock'`;
    await expect.poll(() => owner.query(waiting)).toEqual([{ hasRecorded: true }]);
    return { answer };
  });
  expect((await answer).statusCode).toBe(200);
});

describe('refusals', () => {
  const today = new Date();
  const day = (years: number, days: number) =>
    new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days))
      .toISOString()
      .slice(0, 10);

  test.each([
    [
      'an empty form',
      undefined,
      400,
      ['phone', 'password', 'firstName', 'lastName', 'birthDate', 'country', 'acceptTerms'],
    ],
    ['an unknown field', { admin: true, role: 'operator' }, 400, ['admin', 'role']],
    ['a short password', { password: 'short' }, 400, ['password']],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, 400, ['password']],
    ['terms not accepted', { acceptTerms: false }, 400, ['acceptTerms']],
    ['a day that does not exist', { birthDate: '1990-02-30' }, 400, ['birthDate']],
    ['a birth in the future', { birthDate: day(0, 2) }, 400, ['birthDate']],
    ['a birth 121 years ago', { birthDate: day(121, 0) }, 400, ['birthDate']],
    ['an eighteenth birthday tomorrow', { birthDate: day(18, 1) }, 422, ['birthDate']],
    ['a country that has no XOF', { country: 'FR' }, 400, ['country']],
    ['a phone with letters', { phone: 'call me' }, 400, ['phone']],
    ['a phone that does not exist', { phone: '+225 99 99 99 99 99' }, 400, ['phone']],
    ['a French phone', { phone: '+33 6 12 34 56 78' }, 400, ['phone']],
    ['an Ivorian phone of 8 digits', { phone: '07 12 34 56' }, 400, ['phone']],
    ['a name with NUL', { firstName: 'A\u0000wa' }, 400, ['firstName']],
    ['an empty name', { lastName: '   ' }, 400, ['lastName']],
    ['an e-mail that is none', { email: 'awa@' }, 400, ['email']],
    ['a bad phone in a bad country', { phone: '12', country: 'FR' }, 400, ['country', 'phone']],
    ['a good phone in a bad country', { phone: '07 12 34 56 78', country: 'FR' }, 400, ['country']],
    ['a bad phone, and too young', { phone: '12', birthDate: day(17, 0) }, 400, ['phone', 'birthDate']],
    [
      'a bad phone in a bad country, born in the future',
      { phone: '12', country: 'FR', birthDate: day(0, 2) },
      400,
      ['country', 'phone', 'birthDate'],
    ],
    ['a bad phone, and a common password', { phone: '12', password: 'password' }, 400, ['phone', 'password']],
    ['numbers for text', { phone: 225_0712_345_678, firstName: 1 }, 400, ['phone', 'firstName']],
  ])('%s', async (_name, changes, status, paths) => {
    const response = await register(changes === undefined ? {} : form(changes));
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.json().code).toBe(status === 422 ? 'underage' : 'invalid_request');
    expect(response.json().errors.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test('an eighteenth birthday today is old enough', async () => {
    expect((await register(form({ birthDate: day(18, 0) }))).statusCode).toBe(201);
  });

  test('errors of a phone use the terms of its country', async () => {
    const messageOf = async (changes: object) => (await register(form(changes))).json().errors.at(-1).message as string;
    expect(await messageOf({ phone: '12' })).toBe(
      'This is not a valid phone number in Côte d’Ivoire. Check the digits and the country.',
    );
    expect(await messageOf({ phone: '+33 6 12 34 56 78' })).toBe(
      'Only phone numbers of Benin, Burkina Faso, Côte d’Ivoire, Guinea-Bissau, Mali, Niger, Senegal, and Togo can be used.',
    );
    expect(await messageOf({ phone: '12', country: 'FR' })).toBe(
      'Enter a valid phone number, such as +225 07 12 34 56 78.',
    );
    expect(await messageOf({ phone: '+225 27 20 30 40 50' })).toBe(
      'Enter a mobile number: we send the code as a text message.',
    );
  });

  test('an old number is offered its new form', async () => {
    const response = await register(form({ phone: '47 12 34 56' }));
    expect(response.json().errors[0].message).toBe('This is an old 8-digit number. Today it is +225 07 47 12 34 56.');
    const benin = await register(form({ phone: '97 12 34 56', country: 'BJ' }));
    expect(benin.json().errors[0].message).toBe('This is an old 8-digit number. Today it is +229 01 97 12 34 56.');
  });
});
