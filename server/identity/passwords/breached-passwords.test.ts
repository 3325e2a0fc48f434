import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startIdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { startApp } from '#tests/support/site/app.ts';
import { openBreachedPasswords } from './breached-passwords.ts';

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const leaked = 'glissade 41 parapluie';
const passwords = [leaked, ...Array.from({ length: 5_000 }, (_, n) => `leaked password ${n}`)];
const lines = passwords.map((password, n) => `${sha1(password)}:${n % 7 === 0 ? 1_234_567_890 : n + 1}`).toSorted();

let folder: string;
const errors: unknown[] = [];
const log = { error: (about: unknown) => void errors.push(about) };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breached-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string): Promise<string> {
  const file = join(folder, `${sha1(text).slice(0, 12)}.txt`);
  await writeFile(file, text);
  return file;
}

async function openList(text: string) {
  const list = await openBreachedPasswords(await fileOf(text), log);
  onTestFinished(() => list.close());
  return list;
}

describe('the operator’s list', () => {
  test.each([
    ['as it is downloaded', lines.join('\r\n')],
    ['with a line break at its end', `${lines.join('\n')}\n`],
    ['in small letters and without counts', lines.map((line) => line.slice(0, 40).toLowerCase()).join('\n')],
  ])('%s: each of its passwords is found, and no other', async (_, text) => {
    const list = await openList(text);
    const missing = [];
    for (const password of passwords) if (!(await list.has(password))) missing.push(password);
    expect(missing).toEqual([]);
    for (let n = 0; n < 1_000; n++) expect(await list.has(`good password ${n}`)).toBe(false);
  });

  test('the operator’s list of one line is searched too', async () => {
    const list = await openList(lines[0]!);
    expect(await Promise.all(passwords.map(list.has)).then((all) => all.filter(Boolean))).toHaveLength(1);
  });

  test.each([
    ['that is empty', '', /is empty/],
    ['of NTLM hashes', `${lines.map((line) => line.slice(8)).join('\n')}\n`, /is no list of SHA-1/],
    ['of something else', 'correct\nhorse\n'.repeat(100), /is no list of SHA-1/],
    ['ordered by frequency', lines.toReversed().join('\n'), /is not in ascending order/],
  ])('%s is refused at the start', async (_, text, why) => {
    await expect(openBreachedPasswords(await fileOf(text), log)).rejects.toThrow(why);
  });

  test('the operator’s list that is missing, or not a list, prevents the server from starting, and names the setting', async () => {
    await expect(startApp({ BREACHED_PASSWORDS_FILE: join(folder, 'missing.txt') })).rejects.toThrow(
      'BREACHED_PASSWORDS_FILE names a file that cannot be read (ENOENT)',
    );
  });

  test('the operator’s list that cannot be read any more locks nobody out, and is reported', async () => {
    const list = await openBreachedPasswords(await fileOf(lines.join('\n')), log);
    await list.close();
    expect(await list.has(leaked)).toBe(false);
    expect(errors).toHaveLength(1);
  });
});

test('no call accepts a password from the list, and a client who has one is asked to change it', async () => {
  const list = await openList(lines.join('\n'));
  const app = await startIdentityApp();
  onTestFinished(() => app.stop());
  const phone = '+2250755500002';
  const post = async (path: string, body: object, token?: string) => (await app.call('POST', path, body, token)).json();
  const twice = { password: leaked, passwordConfirmation: leaked };

  const { jwt } = await post('/clients/auth/local/register', registrationOf(phone, { password: leaked }));
  await post('/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt);
  expect((await post('/clients/auth/local', { identifier: phone, password: leaked })).user.passwordIsWeak).toBe(false);

  Object.assign(app.identity, { breachedPasswords: list });
  expect(
    (await post('/clients/auth/local/register', registrationOf('+2250755500003', { password: leaked }))).code,
  ).toBe('weak_password');
  const change = { currentPassword: leaked, ...twice };
  expect((await post('/clients/auth/change-password', change, jwt)).code).toBe('weak_password');
  await post('/clients/auth/forgot-password', { phone });
  const code = await app.readCode(phone);
  expect((await post('/clients/otp/reset-password', { phone, code, ...twice })).code).toBe('weak_password');
  expect((await post('/clients/auth/local', { identifier: phone, password: leaked })).user.passwordIsWeak).toBe(true);
});
