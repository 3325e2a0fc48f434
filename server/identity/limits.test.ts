import { afterEach, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/identity-app.ts';
import { registrationOf } from '#tests/support/registration.ts';

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

test.each(calls)('an address may make so many %s', async (_name, rateLimitScale, allowed, call) => {
  app = await startIdentityApp({ rateLimitScale });
  const statuses: number[] = [];
  for (let number = 0; number <= allowed; number++) {
    const [path, body] = call(number);
    statuses.push((await app.call('POST', path, body)).statusCode);
  }
  expect(statuses.slice(0, allowed)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
});

test('forgotten passwords past the limit of an address are answered like any other, and nothing is sent', async () => {
  // Two messages from one address: one for the registration, one for the first forgotten password.
  app = await startIdentityApp({ rateLimitScale: 2 / 60 });
  const { phone } = registration(1);
  const response = await app.call('POST', '/clients/auth/local/register', registration(1));
  expect(response.statusCode).toBe(201);
  for (let count = 0; count < 3; count++) {
    await app.database.owner.query(`update code set sent_at = sent_at - interval '2 minutes'`);
    expect((await app.call('POST', '/clients/auth/forgot-password', { phone })).statusCode).toBe(202);
  }
  expect(await app.readTexts(phone)).toHaveLength(2);
});

test('limits of an account are never scaled', async () => {
  app = await startIdentityApp({ rateLimitScale: 10_000 });
  const guess = () => app.call('POST', '/clients/auth/local', { identifier: 'nobody@example.com', password: 'x' });
  const responses = await Promise.all(Array.from({ length: 15 }, guess));
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
});
