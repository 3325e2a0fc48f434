import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

const phone = '+2250755500001';
const twice = (password: string) => ({ password, passwordConfirmation: password });
const refusal = {
  status: 422,
  code: 'weak_password',
  errors: [{ path: 'password', message: expect.stringContaining('Choose a longer one') }],
};

/** In order: signs up, changes the password, and sets a new one with a code. */
test('no call accepts a password that is easy to guess', async () => {
  const signUp = (password: string) =>
    app.call('POST', '/clients/auth/local/register', registrationOf(phone, { password, birthDate: '1990-04-12' }));
  expect((await signUp('motdepasse')).json()).toMatchObject(refusal);
  expect((await signUp('Awa Koné 1990')).json()).toMatchObject(refusal);
  expect(await app.readTexts(phone), 'nothing was sent').toEqual([]);
  const { jwt } = (await signUp('correct horse battery')).json();

  const change = (password: string) =>
    app.call(
      'POST',
      '/clients/auth/change-password',
      { currentPassword: 'correct horse battery', ...twice(password) },
      jwt,
    );
  expect((await change('bonjour123')).json()).toMatchObject(refusal);
  expect((await change('0755500001')).json()).toMatchObject(refusal);

  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt);
  await app.call('POST', '/clients/auth/forgot-password', { phone });
  const code = await app.readCode(phone);
  const reset = (password: string) =>
    app.call('POST', '/clients/otp/reset-password', { phone, code, ...twice(password) });
  expect((await reset('bonjour123')).json()).toMatchObject(refusal);
  expect((await reset('koné1990-04')).json()).toMatchObject(refusal);
  // The code is still good: only the password was refused.
  expect((await reset('four words of mine')).statusCode).toBe(200);
});

test('with a wrong code the answer does not reveal whose names are in the password', async () => {
  const wrong = { phone, code: '000000', ...twice('koné1990-04') };
  expect((await app.call('POST', '/clients/otp/reset-password', wrong)).json().code).toBe('invalid_code');
});
