import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { untilQuiet } from '#tests/support/browser/quiet.ts';
import { appCode } from '#tests/support/players/authenticator.ts';
import { balanceOf, createOutsider, paymentBody, readCode, type Outsider } from '#tests/support/players/outsider.ts';
import { journey, type Client, type Visit } from './support.ts';

journey('a swapped SIM card gets no money, and the owner takes the account back by e-mail', async (walk) => {
  const owning = await walk.client(5_000);
  const { account, api } = owning;
  const email = await proveEmail(owning);
  await allowDeposits(owning);

  // The thief reads the text messages of the number, and has a phone that nobody knows.
  const thief = await walk.visit('phone');
  await resetPassword(thief, account.phone, 'what the thief chose');
  await thief.open('/my-wallet');
  const notice = 'The password was set with a code, on a device that was new here.';
  await thief.page.getByText(notice).waitFor();
  await auditPage(thief.page, 'a wallet whose withdrawals wait');
  await thief.page.getByRole('button', { name: 'Withdraw', exact: true }).tap();
  const sheet = thief.page.getByRole('dialog', { name: 'Withdraw' });
  await sheet.getByText(notice).waitFor();
  await auditPage(thief.page, 'a sheet whose withdrawals wait');
  const stolen = await tokenOf(thief.page, api.url);
  const theft = () =>
    stolen.call('/clients/withdraw', {
      body: paymentBody(account, 1_000),
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  expect((await theft()).json).toMatchObject({ code: 'cooling_off', until: expect.any(String) });

  // The owner opens the link of the notice. Looking at it changes nothing: a preview of the link does as much.
  const owner = await walk.visit('phone');
  const { page } = owner;
  await owner.open(await readLink(api, email));
  await owner.arrive('/auth/undo', 'Protect your account');
  await auditPage(page, 'the page that undoes a change');
  expect((await stolen.call('/users/me')).status).toBe(200);
  await page.getByRole('button', { name: 'Protect my account' }).tap();
  await owner.arrive('/auth/undo', 'Your account is protected');
  await auditPage(page, 'an undone change');
  expect(new URL(page.url()).hash).toBe('');
  expect((await stolen.call('/users/me')).status).toBe(401);
  await thief.open('/my-wallet');
  await thief.page.waitForURL(/\/auth\/login/);
  // Waits until the calls that the page began before are answered.
  await untilQuiet(thief.page);
  thief.expectTrouble(/status of 401/);

  await page.getByRole('link', { name: 'Set a new password' }).tap();
  await owner.arrive('/auth/forgot', 'Reset your password');
  await setPassword(page, email, 'a new one of my own');
  await owner.arrive('/', 'Play');
  await owner.open('/my-wallet');
  await page.getByText('The link in our message was used to protect this account.').waitFor();
  await auditPage(page, 'a wallet whose withdrawals are stopped');
  const own = await tokenOf(page, api.url);
  const mine = await own.call('/clients/withdraw', {
    body: paymentBody(account, 1_000),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(mine.json).toMatchObject({ code: 'cooling_off', until: null });
  expect(await balanceOf(own)).toEqual({ dep: 5_000, win: 0 });
  expect((await own.call('/clients/payments')).json.data).toHaveLength(1);

  // The link was good once, and without a whole one there is nothing to press.
  await owner.open('/auth/undo#cut');
  await page.getByText('This link is not whole').waitFor();
  await auditPage(page, 'a link that is not whole');
});

journey('a large withdrawal waits in its sheet until the client has proven who they are', async (walk) => {
  const client = await walk.client(80_000);
  const { api, account, remembered } = client;
  await allowDeposits(client);
  const { secret } = (await api.call('/clients/totp', { method: 'POST' })).json.data;
  const added = await api.call('/clients/totp/confirm', { body: { code: appCode(secret) } });
  const [recoveryCode] = added.json.data.recoveryCodes;
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/my-wallet?withdraw=1');
  const sheet = page.getByRole('dialog', { name: 'Withdraw' });
  await sheet.getByLabel('Amount', { exact: true }).fill('60000');
  await sheet.getByRole('button', { name: 'Withdraw', exact: true }).tap();
  await sheet.getByRole('button', { name: /^Withdraw 60.000/ }).tap();
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByLabel('Password', { exact: true }).waitFor();
  visitor.expectTrouble(/status of 403/);
  await auditPage(page, 'the proof of a large withdrawal');
  await proof.getByRole('button', { name: 'Cancel' }).tap();
  await sheet.getByText('Enter your password and a code of your authenticator app to continue.').waitFor();
  await sheet.getByRole('button', { name: 'Withdraw', exact: true }).tap();
  await sheet.getByRole('button', { name: /^Withdraw 60.000/ }).tap();
  await proof.getByLabel('Password', { exact: true }).fill(account.password);
  await proof.getByRole('button', { name: 'Use a recovery code' }).tap();
  await proof.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
  await proof.getByRole('button', { name: 'Confirm' }).tap();
  visitor.expectTrouble(/status of 403/);
  await page.getByText('Withdrawal of 60').waitFor();
  const own = await tokenOf(page, api.url);
  expect(await balanceOf(own)).toEqual({ dep: 20_000, win: 0 });
});

/** While a break runs, deposits may be withdrawn as well. */
async function allowDeposits({ api, account }: Client): Promise<void> {
  const body = { kind: 'day', currentPassword: account.password };
  expect((await api.call('/clients/breaks', { body })).status).toBeLessThan(300);
}

async function proveEmail({ api, account }: Client): Promise<string> {
  const { id } = (await api.call('/users/me')).json;
  const email = `owner${id}@example.com`;
  await api.call(`/users/${id}`, { method: 'PUT', body: { email, currentPassword: account.password } });
  const confirmed = await api.call('/clients/email/confirm', { body: { code: await readCode(api, email) } });
  expect(confirmed.status).toBe(200);
  return email;
}

async function resetPassword({ open, arrive, page }: Visit, contact: string, password: string): Promise<void> {
  await open('/auth/forgot');
  await setPassword(page, contact, password);
  await arrive('/', 'Play');
}

async function setPassword(page: Page, contact: string, password: string): Promise<void> {
  await page.getByLabel('Phone or e-mail', { exact: true }).fill(contact);
  await page.getByRole('button', { name: 'Send a code' }).tap();
  await page.getByRole('button', { name: /^Use \d{6}$/ }).tap();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save and sign in' }).tap();
}

/** The path of the link in the newest message, as its reader opens it. */
async function readLink(api: Outsider, to: string): Promise<string> {
  const inbox = await api.call(`/outbox?to=${encodeURIComponent(to)}`);
  const link = new URL(/https?:\S+/.exec(inbox.json.data[0].text)![0]);
  return link.pathname + link.hash;
}

/** The client who is signed in on this page, as a caller. */
async function tokenOf(page: Page, url: string): Promise<Outsider> {
  const caller = createOutsider(url);
  const stored = await page.evaluate(
    () => sessionStorage.getItem('access_token') ?? localStorage.getItem('access_token'),
  );
  caller.token = stored!.replace('Bearer ', '');
  return caller;
}
