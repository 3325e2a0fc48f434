import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWK, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { createFirebaseVerifier } from './firebase.ts';

const project = 'izi-test';
const phone = '+2250710000001';
/** The database's, hours from that of this process. */
const clock = { now: () => Date.now() + 5 * 60 * 60_000 };

let keys: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };
let strangers: typeof keys;
let jwks: Server;
let app: IdentityApp;
let token: string;

beforeAll(async () => {
  keys = await generateKeyPair('RS256');
  strangers = await generateKeyPair('RS256');
  const jwk: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  jwks = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await once(jwks, 'listening');
  const jwksUrl = `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/keys`;
  app = await startIdentityApp({ verifyFirebasePhone: createFirebaseVerifier({ project, clock, jwksUrl }) });
  const response = await app.call('POST', '/clients/auth/local/register', registrationOf(phone));
  token = response.json().jwt;
});
afterAll(async () => {
  await app.stop();
  jwks.close();
});

const now = () => Math.floor(clock.now() / 1_000);
const goodClaims = (): JWTPayload => ({
  iss: `https://securetoken.google.com/${project}`,
  aud: project,
  sub: 'firebase-user',
  iat: now(),
  exp: now() + 3_600,
  auth_time: now() - 10,
  phone_number: phone,
  firebase: { sign_in_provider: 'phone' },
});
const sign = (changes: object = {}, { key = keys.privateKey, kid = 'one' } = {}) =>
  new SignJWT(JSON.parse(JSON.stringify({ ...goodClaims(), ...changes })) as JWTPayload)
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(key);
const confirm = (idToken: string) => app.call('POST', '/clients/otp/firebase/callback', { idToken }, token);

describe('an ID token is refused', () => {
  test.each([
    ['of another project', { aud: 'another' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/another' }],
    ['with an empty subject', { sub: '' }],
    ['without a subject', { sub: undefined }],
    ['that is expired', { exp: now() - 60 }],
    ['of a sign-in six minutes ago', { auth_time: now() - 360 }],
    ['of a sign-in to come', { auth_time: now() + 360 }],
    ['without the time of sign-in', { auth_time: undefined }],
    ['of a sign-in by password', { firebase: { sign_in_provider: 'password' } }],
    ['without a provider', { firebase: undefined }],
    ['of another phone', { phone_number: '+2250710000002' }],
    ['without a phone', { phone_number: undefined }],
  ])('%s', async (_name, changes) => {
    const response = await confirm(await sign(changes));
    expect(response.statusCode).toBe(422);
    expect(response.json().code).toBe('invalid_code');
  });

  test('signed by somebody else', async () => {
    expect((await confirm(await sign({}, { key: strangers.privateKey }))).statusCode).toBe(422);
  });

  test('signed with an unknown key', async () => {
    expect((await confirm(await sign({}, { kid: 'two' }))).statusCode).toBe(422);
  });

  test('signed with a shared secret, or not at all', async () => {
    const secret = new TextEncoder().encode('x'.repeat(32));
    const shared = await new SignJWT(goodClaims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret);
    expect((await confirm(shared)).statusCode).toBe(422);
    expect((await confirm(new UnsecuredJWT(goodClaims()).encode())).statusCode).toBe(422);
    expect((await confirm('no.token.atall')).statusCode).toBe(422);
    expect((await confirm('')).statusCode).toBe(422);
  });
});

test('keys that cannot be fetched do not make a token invalid', async () => {
  const verify = createFirebaseVerifier({ project, clock, jwksUrl: 'http://127.0.0.1:1/keys' });
  await expect(verify(await sign())).rejects.toMatchObject({ code: 'unavailable' });
});

test('the emulator’s tokens, which nobody signs, are good only where the setting says so, and are checked like all others', async () => {
  const verify = createFirebaseVerifier({ project, clock, unsigned: true });
  const unsigned = (changes: object = {}) => new UnsecuredJWT({ ...goodClaims(), ...changes }).encode();
  expect(await verify(unsigned())).toBe(phone);
  for (const changes of [
    { aud: 'another' },
    { iss: 'https://securetoken.google.com/another' },
    { exp: now() - 60 },
    { auth_time: now() - 360 },
    { firebase: { sign_in_provider: 'password' } },
  ]) {
    await expect(verify(unsigned(changes))).rejects.toMatchObject({ code: 'invalid_code' });
  }
  await expect(verify(await sign())).rejects.toMatchObject({ code: 'invalid_code' });
});

test('a good ID token confirms the phone', async () => {
  const response = await confirm(await sign());
  expect(response.statusCode).toBe(200);
  expect(response.json().user).toMatchObject({ phone, confirmed: true });
});
