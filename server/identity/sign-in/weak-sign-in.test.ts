import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApp } from '#tests/support/players/authenticator.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

const weak = 'motdepasse';
const strong = 'four words of mine';
let lastNumber = 55_510_000;

/** A client of a time before passwords were compared with lists. */
async function joinLongAgo() {
  const phone = `+22507${++lastNumber}`;
  const { jwt, user } = (
    await app.call('POST', '/clients/auth/local/register', registrationOf(phone, { password: strong }))
  ).json();
  await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt);
  await app.database.owner.query('update client set password_hash = $2 where id = $1', [
    user.id,
    await hashPassword(weak),
  ]);
  return { phone, id: user.id as number, jwt: jwt as string };
}

const signIn = async (identifier: string, password: string) =>
  (await app.call('POST', '/clients/auth/local', { identifier, password })).json();
const me = async (token: string) => (await app.call('GET', '/users/me', undefined, token)).json();

test('a client with an old weak password signs in, is asked to change it, and after that not any more', async () => {
  const { phone } = await joinLongAgo();
  const first = await signIn(phone, weak);
  expect(first.user).toMatchObject({ phone, passwordIsWeak: true });
  expect((await me(first.jwt)).passwordIsWeak).toBe(true);
  const changed = await app.call(
    'POST',
    '/clients/auth/change-password',
    { currentPassword: weak, password: strong, passwordConfirmation: strong },
    first.jwt,
  );
  expect(changed.json().user.passwordIsWeak).toBe(false);
  expect((await me(changed.json().jwt)).passwordIsWeak).toBe(false);
  expect((await signIn(phone, strong)).user.passwordIsWeak).toBe(false);
});

test('a wrong password reveals nothing about the right one', async () => {
  const { phone, id } = await joinLongAgo();
  expect((await signIn(phone, 'bonjour123')).code).toBe('wrong_credentials');
  const read = () => app.database.owner.query('select password_is_weak as weak from client where id = $1', [id]);
  expect(await read()).toEqual([{ weak: false }]);
});

test('the second step of a sign-in asks too, and a new password by a code ends the asking', async () => {
  const { phone, jwt } = await joinLongAgo();
  const { recoveryCodes } = await addApp(app, jwt);
  const { challenge } = await signIn(phone, weak);
  const body = { challengeId: challenge.id, recoveryCode: recoveryCodes[0] };
  const { user } = (await app.call('POST', '/clients/auth/second-factor', body)).json();
  expect(user.passwordIsWeak).toBe(true);

  const { phone: other } = await joinLongAgo();
  expect((await signIn(other, weak)).user.passwordIsWeak).toBe(true);
  await app.call('POST', '/clients/auth/forgot-password', { phone: other });
  const code = await app.readCode(other);
  const reset = { phone: other, code, password: strong, passwordConfirmation: strong };
  expect((await app.call('POST', '/clients/otp/reset-password', reset)).json().user.passwordIsWeak).toBe(false);
});
