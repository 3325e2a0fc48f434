import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import * as passwords from '#server/identity/passwords/password.ts';

vi.mock('#server/identity/passwords/password.ts', async (importOriginal) => {
  const original = await importOriginal<typeof passwords>();
  return { ...original, verifyPassword: vi.fn(original.verifyPassword) };
});
const verifyPassword = vi.mocked(passwords.verifyPassword);

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());
beforeEach(() => void verifyPassword.mockClear());

const join = async (phone: string, changes: object = {}) =>
  (await app.call('POST', '/clients/auth/local/register', registrationOf(phone, changes))).json().jwt as string;
const prove = async (phone: string, token: string) =>
  app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, token);

async function countHashes(identifier: string, password: string) {
  verifyPassword.mockClear();
  const { statusCode } = await app.call('POST', '/clients/auth/local', { identifier, password });
  return { statusCode, hashes: verifyPassword.mock.calls.length };
}

test('a wrong password costs the same work, whoever has the phone or the address, or nobody', async () => {
  const [nobodys, claimed, proven, both] = [1, 2, 3, 4].map((number) => `+225070000001${number}`);
  await join(claimed!, { email: 'claimed@example.com' });
  await prove(proven!, await join(proven!));
  await prove(both!, await join(both!));
  for (let count = 0; count < 3; count++) await join(both!, { email: 'claimed@example.com', password: 'of a claim' });

  const identifiers = [nobodys!, claimed!, proven!, both!, 'claimed@example.com', 'nobody@example.com', 'not a phone'];
  for (const identifier of identifiers) {
    expect([identifier, await countHashes(identifier, 'of nobody')]).toEqual([
      identifier,
      { statusCode: 401, hashes: 3 },
    ]);
  }
  // An account of one's own on a phone: signing in to it does not tell whether the phone has an owner.
  await join(nobodys!, { password: 'of a claim' });
  const [onNobodys, onOwners] = [await countHashes(nobodys!, 'of a claim'), await countHashes(both!, 'of a claim')];
  expect(onOwners).toEqual(onNobodys);
  expect(onOwners.statusCode).toBe(200);
});
