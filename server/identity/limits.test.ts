import { afterEach, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
afterEach(() => app.stop());

const registration = (number: number) => registrationOf(`+22507${10_000_000 + number}`);

const calls: readonly (readonly [
  name: string,
  scale: number,
  allowed: number,
  call: (number: number) => [string, object],
])[] = [
  ['registrations', 0.05, 3, (number) => ['/clients/auth/local/register', registration(number)]],
  [
    'sign-ins',
    0.05,
    5,
    (number) => ['/clients/auth/local', { identifier: `nobody${number}@example.com`, password: 'x' }],
  ],
  [
    'guesses of codes',
    0.05,
    3,
    (number) => [
      '/clients/otp/reset-password',
      {
        email: `nobody${number}@example.com`,
        code: '123456',
        password: 'long enough',
        passwordConfirmation: 'long enough',
      },
    ],
  ],
];

test.each(calls)('an address has a limited number of %s', async (_name, rateLimitScale, allowed, call) => {
  app = await startIdentityApp({ rateLimitScale });
  const statuses: number[] = [];
  for (let number = 0; number <= allowed; number++) {
    const [path, body] = call(number);
    statuses.push((await app.call('POST', path, body)).statusCode);
  }
  expect(statuses.slice(0, allowed)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
});

test('forgotten passwords over the limit of an address get the usual answer, and nothing is sent', async () => {
  // Messages to two destinations from one address. A range of numbers each, which are limited too.
  app = await startIdentityApp({ rateLimitScale: 2 / 20 });
  const form = (number: number) => registration(number * 10_000);
  const forgot = (number: number, address: string) =>
    app.call('POST', '/clients/auth/forgot-password', { phone: form(number).phone }, undefined, { address });
  for (const number of [1, 2, 3]) {
    const from = { address: `192.0.2.${number}` };
    await app.call('POST', '/clients/auth/local/register', form(number), undefined, from);
  }
  await app.database.owner.query(`update code set sent_at = sent_at - interval '2 minutes'`);
  for (const number of [1, 2, 3]) expect((await forgot(number, '192.0.2.9')).statusCode).toBe(202);
  const sent = await Promise.all([1, 2, 3].map((number) => app.readTexts(form(number).phone)));
  expect(sent.map((texts) => texts.length)).toEqual([2, 2, 1]);
});

test('limits of an account are never scaled', async () => {
  app = await startIdentityApp({ rateLimitScale: 10_000 });
  const guess = () => app.call('POST', '/clients/auth/local', { identifier: 'nobody@example.com', password: 'x' });
  const responses = await Promise.all(Array.from({ length: 15 }, guess));
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
});
