import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { createOutsider, readCode, signUp, type Account, type Outsider } from '#tests/support/players/outsider.ts';
import { hashToken } from '#server/identity/sessions/sessions.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { formatPhone } from '#domain/phone.ts';
import { journey, rememberedAs, setPasswordByCode, signIn, type Journey, type Visit } from './support.ts';

// A site where a new device takes a code, as in production.
let strict: TestApp;
beforeAll(async () => {
  strict = await startApp({ NEW_DEVICE_CODE: 'on', COOLING_OFF: 'on' });
});
afterAll(() => strict.close());

async function createClient(): Promise<{ api: Outsider; account: Account }> {
  const api = createOutsider(strict.url);
  return { api, account: await signUp(api) };
}

async function proveEmail(api: Outsider, { password }: Account): Promise<string> {
  const { id } = (await api.call('/users/me')).json;
  const email = `client.${id}@example.com`;
  await api.call(`/users/${id}`, { method: 'PUT', body: { email, currentPassword: password } });
  const confirmed = await api.call('/clients/email/confirm', { body: { code: await readCode(api, email) } });
  expect(confirmed.status, confirmed.text).toBe(200);
  return email;
}

async function textsOf(api: Outsider, phone: string): Promise<string> {
  return (await api.call(`/outbox?to=${encodeURIComponent(phone)}`)).text;
}

const visitStrict = ({ visit }: Journey, options: object = {}): Promise<Visit> =>
  visit('phone', { ...options, baseURL: strict.url });
const wrongFor = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
}

journey('a new device needs a code by SMS, once', async (walk) => {
  const { api, account } = await createClient();
  const visitor = await visitStrict(walk);
  const { page } = visitor;
  await visitor.open('/auth/login');
  await signIn(page, account);
  await visitor.arrive('/auth/login', 'Confirm it is you');
  await page.getByText('This device is new to your account.').waitFor();
  await auditPage(page, 'a new device, before the code is sent');
  await page.getByRole('button', { name: 'Send a code by SMS' }).tap();
  await page.getByText('We sent a code to the phone of your account.').waitFor();
  await page.getByText('Send a new code in').waitFor();
  await auditPage(page, 'a new device, with the code sent');
  const code = await readCode(api, account.phone);
  await enterCode(page, wrongFor(code));
  await page.getByText('This code is wrong or no longer valid. Check it, or ask for a new one.').waitFor();
  visitor.expectTrouble(/status of 422/);
  // The sixth digit sends it.
  await enterCode(page, code);
  await visitor.arrive('/', 'Play');
  expect(await textsOf(api, account.phone)).toContain('signed in to your Izi account on a new device');

  // The device is known now.
  await visitor.open('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).tap();
  await visitor.arrive('/', 'Play');
  await visitor.open('/auth/login');
  await signIn(page, account);
  await visitor.arrive('/', 'Play');
});

journey(
  'if no SMS arrives the e-mail address is another way in, and five wrong codes end the sign-in',
  async (walk) => {
    const { api, account } = await createClient();
    const email = await proveEmail(api, account);
    const visitor = await visitStrict(walk);
    const { page } = visitor;
    await visitor.open('/auth/login');
    await signIn(page, account);
    await page.getByRole('button', { name: 'Use e-mail instead' }).tap();
    await page.getByRole('button', { name: 'Send a code by e-mail' }).tap();
    await page.getByText('We sent a code to the e-mail address of your account.').waitFor();
    await auditPage(page, 'a new device, with the code sent by e-mail');
    await page.getByRole('button', { name: 'Use SMS instead' }).waitFor();
    const code = await readCode(api, email);
    for (let guess = 1; guess <= 5; guess++) {
      await enterCode(page, ((Number(code) + guess) % 1_000_000).toString().padStart(6, '0'));
      await page.getByText('This code is wrong or no longer valid.').waitFor();
      await enterCode(page, '');
    }
    await enterCode(page, code);
    await page.getByText('This took too long or too many tries. Sign in again.').waitFor();
    await visitor.arrive('/auth/login', 'Sign in');
    visitor.expectTrouble(/status of 422/);
  },
);

journey.long('a new password on a new device waits for the other contact', async (walk) => {
  const { api, account } = await createClient();
  const email = await proveEmail(api, account);
  const visitor = await visitStrict(walk);
  const { page } = visitor;
  await visitor.open('/auth/forgot');
  await setPasswordByCode(visitor, { ...account, password: 'quite another one' });
  expect((await api.call('/users/me')).status).toBe(200);
  await page.getByRole('button', { name: 'Send a code by e-mail' }).tap();
  await page.getByText('We sent a code to the e-mail address of your account.').waitFor();
  await enterCode(page, await readCode(api, email));
  await page.getByText('Your password has been reset.').waitFor();
  await visitor.arrive('/', 'Play');
  expect((await api.call('/users/me')).status).toBe(401);
});

journey('the phone is changed in the profile, and the other devices are signed out', async (walk) => {
  const { api, account } = await createClient();
  // The token of the sign-up is used by another device too; this one signs in on its own.
  const elsewhere = createOutsider(strict.url);
  elsewhere.token = api.token!;
  const visitor = await visitStrict(walk);
  const { page } = visitor;
  await visitor.open('/auth/login');
  await signIn(page, account);
  await page.getByRole('button', { name: 'Send a code by SMS' }).tap();
  await page.getByRole('button', { name: /^Use \d{6}$/ }).tap();
  await visitor.arrive('/', 'Play');

  await visitor.open('/profile#phone');
  const section = page.getByRole('region', { name: 'Phone', exact: true });
  await section.getByRole('button', { name: 'Change the phone number' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Change the phone number' });
  const field = dialog.getByLabel('New phone', { exact: true });
  await field.waitFor();
  await auditPage(page, 'changing the phone');
  await field.fill('27 21 21 21 21');
  await dialog.getByRole('button', { name: 'Send a code' }).tap();
  await dialog.getByText('Enter a mobile number: we send the code as a text message.').waitFor();
  visitor.expectTrouble(/status of 400/);
  const next = account.phone.replace('+22507', '+22501');
  await field.fill(next.slice(4));
  await dialog.getByRole('button', { name: 'Send a code' }).tap();
  await section.getByText(`We sent a text message to ${formatPhone(next)}.`).waitFor();
  await auditPage(page, 'the code of a new phone');

  // After a reload the profile still knows what is awaited.
  await page.reload();
  await section.getByText(`We sent a text message to ${formatPhone(next)}.`).waitFor();
  expect(await section.getByLabel('Sign me out on my other devices').isChecked()).toBe(true);
  await page.getByRole('button', { name: /^Use \d{6}$/ }).tap();
  await page.getByText('Your phone number is changed. You are signed out everywhere else.').waitFor();
  await section.getByText(formatPhone(next), { exact: true }).waitFor();
  expect((await elsewhere.call('/users/me')).status).toBe(401);
  expect(await textsOf(api, account.phone)).toContain('The phone of your Izi account was changed.');

  // The account has another phone now, and payouts wait.
  await visitor.open('/my-wallet');
  await page
    .getByText(/withdraw/i)
    .first()
    .waitFor();
});

journey.long('a change of the phone asks for a proof if the sign-in is some time ago', async (walk) => {
  const { api, account } = await createClient();
  await strict.database.owner.query(`update session set proven_at = now() - interval '1 hour' where token_hash = $1`, [
    hashToken(api.token!),
  ]);
  const visitor = await visitStrict(walk, rememberedAs(api));
  const { page } = visitor;
  await visitor.open('/profile#phone');
  await page.getByRole('button', { name: 'Change the phone number' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Change the phone number' });
  const next = account.phone.replace('+22507', '+22505');
  await dialog.getByLabel('New phone', { exact: true }).fill(next);
  await dialog.getByRole('button', { name: 'Send a code' }).tap();
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByLabel('Password', { exact: true }).fill(account.password);
  await proof.getByRole('button', { name: 'Confirm' }).tap();
  await page.getByText(`We sent a text message to ${formatPhone(next)}.`).waitFor();
  visitor.expectTrouble(/status of 403/);
});
