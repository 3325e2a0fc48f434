import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { appCode } from '#tests/support/players/authenticator.ts';
import { waitFor } from '#tests/support/players/outsider.ts';
import { journey, setPasswordByCode, signIn } from './support.ts';

journey('an authenticator app is added, asked for on a new phone, and removed after a proof', async (walk) => {
  const { account, api, remembered } = await walk.client(0);
  const first = await walk.visit('phone', remembered);
  const { page } = first;
  await first.open('/profile#security');
  const security = page.getByRole('region', { name: 'Password, passkeys' });

  // The client has signed in a moment ago, so nothing more is asked.
  await security.getByRole('button', { name: 'Add an authenticator app' }).tap();
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await adding.getByRole('img', { name: 'QR code for your authenticator app' }).locator('path').waitFor();
  await auditPage(page, 'adding an authenticator app');
  const key = (await adding.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '');
  const link = adding.getByRole('link', { name: 'Open in an app on this phone' });
  expect(new URL((await link.getAttribute('href'))!).searchParams.get('secret')).toBe(key);
  const codeField = adding.getByLabel('Code of your authenticator app', { exact: true });
  await codeField.fill(appCode(key, 40));
  await adding.getByRole('button', { name: 'Confirm' }).tap();
  await adding.getByText('This code is wrong or was used already.').waitFor();
  first.expectTrouble(/status of 422/);
  let used = appCode(key);
  await codeField.fill(used);
  await adding.getByRole('button', { name: 'Confirm' }).tap();

  const kept = page.getByRole('dialog', { name: 'Recovery codes' });
  await kept.getByRole('button', { name: 'I have kept them' }).waitFor();
  await auditPage(page, 'new recovery codes');
  const recoveryCodes = await kept.getByRole('listitem').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await kept.getByRole('button', { name: 'I have kept them' }).tap();
  await security.getByText('10 codes left').waitFor();
  await auditPage(page, 'the section Security');

  // A phone that is not known: the password is not enough any more.
  const second = await walk.visit('phone');
  const other = second.page;
  await second.open('/auth/login');
  await signIn(other, account);
  await second.arrive('/auth/login', 'Confirm it is you');
  await auditPage(other, 'the second step of a sign-in');
  await other.getByRole('button', { name: 'Confirm' }).tap();
  await other.getByText('Enter the six digits of the code.').waitFor();
  await enterCode(other, used);
  await other.getByText('This code is wrong or was used already.').waitFor();
  second.expectTrouble(/status of 422/);
  await other.getByRole('button', { name: 'Use a recovery code' }).tap();
  await other.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[4]!.toLowerCase());
  await other.getByRole('button', { name: 'Confirm' }).tap();
  await second.arrive('/', 'Play');
  await second.open('/profile#security');
  await other.getByText('9 codes left').waitFor();
  await other.getByText('This browser, last used').first().waitFor();

  // On the first phone the sign-in showed the password alone, and factors change after two kinds of them.
  await security.getByRole('button', { name: 'Remove the authenticator app' }).tap();
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByLabel('Password', { exact: true }).waitFor();
  first.expectTrouble(/status of 403/);
  await auditPage(page, 'the dialog of a proof');
  await proof.getByRole('button', { name: 'Cancel' }).tap();
  await security.getByText('Enter your password and a code of your authenticator app to continue.').waitFor();
  await security.getByRole('button', { name: 'Remove the authenticator app' }).tap();
  await waitFor(async () => appCode(key) !== used, 'the next code of the app');
  used = appCode(key);
  await proof.getByLabel('Password', { exact: true }).fill('not this one');
  await enterCode(page, used);
  await proof.getByText('The current password is incorrect.').waitFor();
  first.expectTrouble(/status of (403|422)/);
  await proof.getByLabel('Password', { exact: true }).fill(account.password);
  await proof.getByRole('button', { name: 'Confirm' }).tap();
  await proof.waitFor({ state: 'detached' });
  await security.getByRole('button', { name: 'Add an authenticator app' }).waitFor();
  // The proof has given the session a new token, which the page continues with.
  expect((await api.call('/users/me')).status).toBe(401);

  const third = await walk.visit('phone');
  await third.open('/auth/login');
  await signIn(third.page, account);
  await third.arrive('/', 'Play');
});

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code of your authenticator app', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).tap();
}

journey('a new password waits for the second factor', async (walk) => {
  const { account, api } = await walk.client(0);
  const { secret } = (await api.call('/clients/totp', { method: 'POST' })).json.data;
  const confirmed = await api.call('/clients/totp/confirm', { body: { code: appCode(secret) } });
  const [recoveryCode] = confirmed.json.data.recoveryCodes;
  const visitor = await walk.visit('phone');
  const { page } = visitor;
  await visitor.open('/auth/login');
  await page.getByRole('link', { name: 'Forgot password?' }).tap();
  await visitor.arrive('/auth/forgot', 'Reset your password');
  await setPasswordByCode(visitor, { ...account, password: 'quite another one' });
  expect((await api.call('/users/me')).status).toBe(200);
  await page.getByRole('button', { name: 'Use a recovery code' }).tap();
  await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
  // The message goes away by itself.
  await Promise.all([
    page.getByText('Your password has been reset.').waitFor(),
    page.getByRole('button', { name: 'Confirm' }).tap(),
  ]);
  await visitor.arrive('/', 'Play');
  expect((await api.call('/users/me')).status).toBe(401);
});
