import { expect } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { addTicket, basketOf, eventually, journey, signIn, type Visit } from './support.ts';

journey('only the message tells a visitor that the phone of the sign-up already has an account', async (walk) => {
  const { account } = await walk.client(0);
  const visitor = await walk.visit('phone');
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, await walk.drawAfter(60_000));
  const basket = await basketOf(page);
  await visitor.open('/checkout');
  await visitor.arrive('/auth/login', 'Sign in');
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).tap();
  await visitor.arrive('/auth/signup', 'Sign up');
  await page.getByLabel('First name', { exact: true }).fill('Ama');
  await page.getByLabel('Last name', { exact: true }).fill('Koné');
  await page.getByLabel('Phone', { exact: true }).fill(account.phone);
  await page.getByLabel('Date of birth', { exact: true }).fill('17/05/1990');
  await page.getByLabel('Password', { exact: true }).fill('forgotten long ago');
  await page.getByLabel('I am 18 or over').check();
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).tap();

  await visitor.arrive('/auth/confirm', 'Confirm your phone');
  await page.getByText(`We sent a message with a code to ${account.phone}.`).waitFor();
  const inbox = page.getByRole('region', { name: 'Demo inbox' });
  await inbox.getByText('which already has an account').waitFor();
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Confirm', exact: true }).tap();
  await page.getByText('This code is wrong or no longer valid.').waitFor();
  visitor.expectTrouble(/status of 422/);

  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).tap();
  await visitor.arrive('/auth/login', 'Sign in');
  expect(await basketOf(page)).toEqual(basket);
  await signIn(page, account);
  await visitor.arrive('/checkout', 'Checkout');
});

journey('an e-mail address is asked for with the password, and used once its code is entered', async (walk) => {
  const { account, api, remembered } = await walk.client(0);
  const email = `awa${account.phone}@example.com`.replace('+', '');
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/profile');
  await page.getByRole('button', { name: 'Add an e-mail address' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Add an e-mail address' });
  await sheet.getByLabel('New e-mail address', { exact: true }).fill(email);
  await sheet.getByLabel('Current password', { exact: true }).fill('not this one');
  await auditPage(page, 'the sheet of an e-mail address');
  await sheet.getByRole('button', { name: 'Send a code' }).tap();
  await sheet.getByText('The current password is not right.').waitFor();
  visitor.expectTrouble(/status of 422/);
  await sheet.getByLabel('Current password', { exact: true }).fill(account.password);
  await sheet.getByRole('button', { name: 'Send a code' }).tap();
  await sheet.waitFor({ state: 'detached' });

  const card = page.getByRole('region', { name: 'E-mail', exact: true });
  await card.getByText('Not confirmed').waitFor();
  await enterCode(visitor);
  await card.getByText('Confirmed', { exact: true }).waitFor();
  await auditPage(page, 'a confirmed e-mail address');

  // The way of the second address, with its code sent again after a look elsewhere.
  await card.getByRole('button', { name: 'Change the e-mail address' }).tap();
  const other = page.getByRole('dialog', { name: 'Change the e-mail address' });
  await other.getByLabel('New e-mail address', { exact: true }).fill(`new.${email}`);
  await other.getByLabel('Current password', { exact: true }).fill(account.password);
  await other.getByRole('button', { name: 'Send a code' }).tap();
  await card.getByText(`We sent a message with a code to new.${email}.`).waitFor();
  await page.reload();
  await card.getByText(`Confirm new.${email} with a code`).waitFor();
  await card.getByText(email, { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Send a code' }).tap();
  // A code was sent a moment ago, and is still valid.
  await enterCode(visitor);
  visitor.expectTrouble(/status of 429/);
  await card.getByText(`new.${email}`, { exact: true }).waitFor();

  await card.getByRole('button', { name: 'Change the e-mail address' }).tap();
  await other.getByLabel('Current password', { exact: true }).fill(account.password);
  await other.getByRole('button', { name: 'Have no e-mail address' }).tap();
  await card.getByRole('button', { name: 'Add an e-mail address' }).waitFor();
  await eventually(async () => (await api.call('/users/me')).json.email, null);
});

async function enterCode({ page }: Visit): Promise<void> {
  const card = page.getByRole('region', { name: 'E-mail', exact: true });
  await card
    .getByRole('button', { name: /^Use \d{6}$/ })
    .first()
    .tap();
  await card.getByRole('button', { name: 'Confirm', exact: true }).tap();
}
