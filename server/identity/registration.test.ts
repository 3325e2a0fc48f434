import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/identity-app.ts';
import { registrationOf } from '#tests/support/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

let lastNumber = 10_000_000;
const newPhone = () => `+22507${++lastNumber}`;

const form = (changes: object = {}) => registrationOf(newPhone(), changes);
const register = (body: object) => app.call('POST', '/clients/auth/local/register', body);

test('a registration signs in, opens an empty wallet and sends a code', async () => {
  const body = form({ phone: '07 12 34 56 78', email: 'Awa@Example.com' });
  const response = await register(body);
  expect(response.statusCode).toBe(201);
  const { jwt, user, verification } = response.json();
  expect(user).toMatchObject({ phone: '+2250712345678', email: 'Awa@Example.com', confirmed: false, role: 'client' });
  expect(verification.phone).toBe('+2250712345678');
  expect(Date.parse(verification.expiresAt) - Date.parse(verification.resendAt)).toBe(540_000);
  expect(await app.readTexts('+2250712345678')).toEqual([expect.stringMatching(/^Your Izi code is \d{6}\./)]);
  const wallets = await app.database.db.query('select dep, win from wallet where client_id = $1', [user.id]);
  expect(wallets).toEqual([{ dep: 0, win: 0 }]);
  const me = await app.call('GET', '/users/me', undefined, jwt);
  expect(me.json()).toEqual(user);
});

test('neither the password nor the token is stored or logged', async () => {
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

describe('a known phone or e-mail gets the same answer without a session, and its owner a message', () => {
  test.each([
    ['phone', {}],
    ['e-mail', { email: 'KNOWN@example.com' }],
  ])('%s', async (what, changes) => {
    const known = form(what === 'phone' ? {} : { email: 'known@example.com' });
    await register(known);
    const again = form({ ...changes, ...(what === 'phone' && { phone: known.phone }) });
    const response = await register(again);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      jwt: null,
      user: null,
      verification: { phone: again.phone, expiresAt: expect.any(String), resendAt: expect.any(String) },
    });
    const owner = what === 'phone' ? known.phone : 'known@example.com';
    expect((await app.readTexts(owner))[0]).toContain('already has an account');
    const sessions = await app.database.db.query(
      'select s.id from session s join client c on c.id = client_id where phone = $1',
      [known.phone],
    );
    expect(sessions).toHaveLength(1);
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

test('of five registrations of one phone at once, one makes an account', async () => {
  const body = form({ email: 'five@example.com' });
  const responses = await Promise.all(Array.from({ length: 5 }, () => register(body)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
  expect(responses.filter((response) => response.json().jwt !== null)).toHaveLength(1);
  const texts = await app.readTexts(body.phone);
  expect(texts.filter((text) => text.startsWith('Your Izi code'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('already has an account'))).toHaveLength(4);
});

test('registrations that collide on the phone and on the e-mail never wait for each other in a circle', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b, x, y] = [newPhone(), newPhone(), `x${round}@example.com`, `y${round}@example.com`];
    const pairs = [
      [a, x],
      [a, y],
      [b, x],
      [b, y],
    ];
    const responses = await Promise.all(pairs.map(([phone, email]) => register(form({ phone, email }))));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    const accounts = await app.database.db.query(
      'select 1 from client join wallet on client_id = id where phone in ($1, $2)',
      [a, b],
    );
    expect(accounts.length).toBeGreaterThanOrEqual(1);
    expect(responses.filter((response) => response.json().jwt !== null)).toHaveLength(accounts.length);
  }
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
    ['an eighteenth birthday tomorrow', { birthDate: day(18, 1) }, 422, undefined],
    ['a country that has no XOF', { country: 'FR' }, 400, ['country']],
    ['a phone with letters', { phone: 'call me' }, 400, ['phone']],
    ['a phone that does not exist', { phone: '+225 99 99 99 99 99' }, 400, ['phone']],
    ['a French phone', { phone: '+33 6 12 34 56 78' }, 400, ['phone']],
    ['an Ivorian phone of 8 digits', { phone: '07 12 34 56' }, 400, ['phone']],
    ['a name with NUL', { firstName: 'A\u0000wa' }, 400, ['firstName']],
    ['an empty name', { lastName: '   ' }, 400, ['lastName']],
    ['an e-mail that is none', { email: 'awa@' }, 400, ['email']],
    ['numbers for text', { phone: 225_0712_345_678, firstName: 1 }, 400, ['phone', 'firstName']],
  ])('%s', async (_name, changes, status, paths) => {
    const response = await register(changes === undefined ? {} : form(changes));
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.json().code).toBe(status === 422 ? 'underage' : 'invalid_request');
    expect(response.json().errors?.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test('an eighteenth birthday today is old enough', async () => {
    expect((await register(form({ birthDate: day(18, 0) }))).statusCode).toBe(201);
  });

  test('an old number is offered its new form', async () => {
    const response = await register(form({ phone: '47 12 34 56' }));
    expect(response.json().errors[0].message).toBe(
      'This is an old number of 8 digits. Today it is +225 07 47 12 34 56.',
    );
    const benin = await register(form({ phone: '97 12 34 56', country: 'BJ' }));
    expect(benin.json().errors[0].message).toBe('This is an old number of 8 digits. Today it is +229 01 97 12 34 56.');
  });
});
