import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageOf } from '#server/http/language.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentityApp();
});
afterAll(() => app.stop());

test.each([
  [undefined, 'en'],
  ['fr', 'fr'],
  ['fr-CI, fr;q=0.9, en;q=0.8', 'fr'],
  ['en-GB, fr;q=0.9', 'en'],
  ['en;q=0.2, fr;q=0.7', 'fr'],
  ['wo, fr;q=0.5', 'fr'],
  ['pt, de', 'en'],
  ['fr;q=0', 'en'],
  ['*', 'en'],
  ['fr;q=0.4, *;q=0.5', 'en'],
  ['FR', 'fr'],
  [';;,,q=', 'en'],
])('Accept-Language %s is answered in %s', (wanted, language) => {
  expect(languageOf({ headers: wanted === undefined ? {} : { 'accept-language': wanted } })).toBe(language);
});

const inFrench = { headers: { 'accept-language': 'fr' } };
let lastNumber = 20_000_000;
const signUp = async (from: { headers?: Record<string, string> }) => {
  const phone = `+22507${++lastNumber}`;
  const response = await app.call('POST', '/clients/auth/local/register', registrationOf(phone), undefined, from);
  expect(response.statusCode).toBe(201);
  return { phone, ...(response.json() as { jwt: string; user: { id: number; locale: string } }) };
};

describe('a refusal', () => {
  test('has its title and sentences in French, and the same code', async () => {
    const credentials = { identifier: '+2250700000001', password: 'not this one' };
    const french = await app.call('POST', '/clients/auth/local', credentials, undefined, inFrench);
    const english = await app.call('POST', '/clients/auth/local', credentials);
    expect(french.headers['content-language']).toBe('fr');
    expect(french.json()).toMatchObject({
      code: 'wrong_credentials',
      title: 'Connexion refusée',
      detail: 'Le téléphone, l’e-mail ou le mot de passe est incorrect.',
    });
    expect(english.headers['content-language']).toBe('en');
    expect(english.json()).toMatchObject({ code: 'wrong_credentials', title: 'Sign-in failed' });
  });

  test('names each field in French, with the values of its sentence', async () => {
    const body = registrationOf('12', { password: '1234567', birthDate: '2020-01-01' });
    const response = await app.call('POST', '/clients/auth/local/register', body, undefined, inFrench);
    expect(response.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'password', message: 'Au moins 8 caractères.' }],
    });
    const other = await app.call(
      'POST',
      '/clients/auth/local/register',
      { ...body, password: 'une phrase longue' },
      undefined,
      inFrench,
    );
    expect(other.json().errors).toMatchObject([
      { path: 'phone', message: expect.stringContaining('Ce numéro n’est pas valable dans ce pays') as string },
      { path: 'birthDate', message: 'Le jeu est interdit aux moins de 18 ans.' },
    ]);
  });
});

describe('the language of messages', () => {
  test('is that of the page where the client signed up, until another is chosen', async () => {
    const { phone, jwt, user } = await signUp(inFrench);
    expect(user.locale).toBe('fr');
    expect(await app.readTexts(phone)).toEqual([
      expect.stringMatching(/^Votre code Izi est \d{6}, valable 10 minutes\./),
    ]);

    const changed = await app.call('PUT', `/users/${user.id}`, { locale: 'en' }, jwt);
    expect([changed.statusCode, changed.json().locale]).toEqual([200, 'en']);
    await app.call('POST', '/clients/auth/forgot-password', { phone }, undefined, inFrench);
    expect((await app.readTexts(phone))[0]).toMatch(/^Your Izi code to set a new password is \d{6}\./);
    const unknown = await app.call('PUT', `/users/${user.id}`, { locale: 'wo' }, jwt);
    expect(unknown.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: 'locale' }] });
  });

  test('is English unless another language was asked for', async () => {
    const { phone, user } = await signUp({});
    expect(user.locale).toBe('en');
    expect(await app.readTexts(phone)).toEqual([expect.stringMatching(/^Your Izi code is/)]);
  });
});

test('a device has its name in the language of the call', async () => {
  const { jwt } = await signUp({ headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140' } });
  const nameIn = async (from: { headers?: Record<string, string> }) =>
    (await app.call('GET', '/clients/sessions', undefined, jwt, from)).json().data[0].device as string;
  expect(await nameIn({})).toBe('Chrome on Android');
  expect(await nameIn(inFrench)).toBe('Chrome sur Android');
});
