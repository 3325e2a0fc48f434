import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { addFunds, createOutsider, paymentBody, register, ticketFor } from '#tests/support/players/outsider.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import { formatPhone } from '#domain/phone.ts';
import {
  addTicket,
  basketOf,
  choose,
  eventually,
  fillSignUp,
  journey,
  rememberedAs,
  signIn,
  tokensOf,
  type Visit,
} from './support.ts';

journey('only the message tells a visitor that the phone of the sign-up already has an account', async (walk) => {
  const { account } = await walk.client(0);
  const visitor = await walk.visit('phone');
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, await walk.farDraw());
  const basket = await basketOf(page);
  await visitor.open('/checkout');
  await visitor.arrive('/auth/login', 'Sign in');
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).tap();
  await visitor.arrive('/auth/signup', 'Your phone');
  await fillSignUp(page, { ...account, password: 'forgotten long ago' });

  await visitor.arrive('/auth/confirm', 'Confirm your phone');
  await page.getByText(`We sent a code to ${formatPhone(account.phone)}.`).waitFor();
  const inbox = page.getByRole('region', { name: 'Demo inbox' });
  await inbox.getByText('which already has an account').waitFor();
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.getByText('This code is wrong. You have 4 tries left.').waitFor();
  visitor.expectTrouble(/status of 422/);

  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).tap();
  await visitor.arrive('/auth/login', 'Sign in');
  expect(await basketOf(page)).toEqual(basket);
  await signIn(page, account);
  await visitor.arrive('/checkout', 'Checkout');
});

journey('whoever asks for it at sign-up stays signed in, also in another tab', async ({ visit }) => {
  const visitor = await visit('phone');
  const { page, context } = visitor;
  await visitor.open('/auth/signup');
  const phone = `+22505${String(Date.now() % 1e6).padStart(6, '0')}67`;
  await fillSignUp(page, { phone, password: 'a good password' }, { remember: true });
  await visitor.arrive('/auth/confirm', 'Confirm your phone');
  expect(await tokensOf(page)).toEqual({ session: null, local: expect.stringMatching(/^Bearer \S{40,}$/) });

  const second = await context.newPage();
  await second.goto('/my-wallet');
  await second.getByRole('heading', { level: 1, name: 'My wallet' }).waitFor();
  expect(new URL(second.url()).pathname).toBe('/my-wallet');
});

journey.long('a payment that returns in another tab is shown there after the sign-in', async ({ client, visit }) => {
  const { account, api } = await client(0);
  const started = await api.call('/clients/deposit', {
    body: paymentBody(account, 500),
    headers: { 'idempotency-key': randomUUID() },
  });
  // A tab of its own: the session of this visit is in the storage of another one.
  const visitor = await visit('phone');
  const { page } = visitor;
  await page.goto(started.json.data.redirectUrl);
  await page.getByRole('button', { name: 'Approve' }).tap();
  await visitor.arrive('/auth/login', 'Sign in');
  await signIn(page, account);
  await visitor.arrive(`/my-wallet?payment=${started.json.data.id}`, 'My wallet');
  await page.getByText('The money is in your wallet.').waitFor();
});

journey('an e-mail address is asked for with the password, and used once its code is entered', async (walk) => {
  const { account, api, remembered } = await walk.client(0);
  const email = `awa${account.phone}@example.com`.replace('+', '');
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/profile#email');
  await page.getByRole('button', { name: 'Add an e-mail address' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Add an e-mail address' });
  await sheet.getByLabel('New e-mail address', { exact: true }).fill(email);
  await sheet.getByLabel('Current password', { exact: true }).fill('not this one');
  await auditPage(page, 'the sheet of an e-mail address');
  await sheet.getByRole('button', { name: 'Send a code' }).tap();
  await sheet.getByText('The current password is incorrect.').waitFor();
  visitor.expectTrouble(/status of 422/);
  await sheet.getByLabel('Current password', { exact: true }).fill(account.password);
  await sheet.getByRole('button', { name: 'Send a code' }).tap();
  await sheet.waitFor({ state: 'detached' });

  const card = page.getByRole('region', { name: 'E-mail', exact: true });
  await card.getByText('Not confirmed').waitFor();
  await useCode(visitor);
  await card.getByText('Confirmed', { exact: true }).waitFor();
  await auditPage(page, 'a confirmed e-mail address');

  // The way of the second address, with its code sent again after a look elsewhere.
  await card.getByRole('button', { name: 'Change the e-mail address' }).tap();
  const other = page.getByRole('dialog', { name: 'Change the e-mail address' });
  await other.getByLabel('New e-mail address', { exact: true }).fill(`new.${email}`);
  await other.getByLabel('Current password', { exact: true }).fill(account.password);
  await other.getByRole('button', { name: 'Send a code' }).tap();
  await card.getByText(`We sent a message to new.${email}.`).waitFor();
  await page.reload();
  await card.getByText(`Confirm new.${email} with a code`).waitFor();
  await card.getByText(email, { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Send a code' }).tap();
  // A code was sent a moment ago, and is still valid.
  await useCode(visitor);
  visitor.expectTrouble(/status of 429/);
  await card.getByText(`new.${email}`, { exact: true }).waitFor();

  await card.getByRole('button', { name: 'Change the e-mail address' }).tap();
  await other.getByLabel('Current password', { exact: true }).fill(account.password);
  await other.getByRole('button', { name: 'Remove the e-mail address' }).tap();
  await card.getByRole('button', { name: 'Add an e-mail address' }).waitFor();
  await eventually(async () => (await api.call('/users/me')).json.email, null);
});

/** Takes the code from the demo inbox, which also sends it. */
async function useCode({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: /^Use \d{6}$/ }).tap();
}

journey('a code is sent at its sixth digit, once, and the demo inbox stays visible', async ({ site, visit }) => {
  const newcomer = createOutsider(site.url);
  await register(newcomer);
  const visitor = await visit('phone', rememberedAs(newcomer));
  const { page } = visitor;
  await visitor.open('/auth/confirm');
  await visitor.arrive('/auth/confirm', 'Confirm your phone');
  const use = page.getByRole('button', { name: /^Use \d{6}$/ });
  await use.waitFor();
  const field = page.getByLabel('Code', { exact: true });
  await expectInSight(page, field, use);
  // It lies above the field, and over nothing.
  const bottomOfInbox = await bottomOf(page.getByRole('region', { name: 'Demo inbox' }));
  expect(bottomOfInbox).toBeLessThan((await page.getByText('Code', { exact: true }).boundingBox())!.y);
  // A code may be pasted as messages write it. The field shows its digits.
  await field.fill('12 34-5x');
  expect(await field.inputValue()).toBe('12345');
  await field.fill('');

  const sent = watchBodies(page, '/api/clients/otp/firebase/callback');
  const right = /\d{6}/.exec(await use.innerText())![0];
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  await field.pressSequentially(wrong);
  await page.getByText('This code is wrong. You have 4 tries left.').waitFor();
  visitor.expectTrouble(/status of 422/);
  await expectInSight(page, field, use);
  // A digit too many does not cost another try, and a code that is being corrected is not marked as wrong any more.
  await field.press('End');
  await field.press('7');
  expect(await field.inputValue()).toBe(wrong);
  await page.getByText('This code is wrong.').waitFor({ state: 'detached' });
  expect(await field.getAttribute('aria-invalid')).toBeNull();
  await auditPage(page, 'a code that is being mended');

  // The refused digits are not sent again: not by the button, not by the Enter key, and not when they are typed again.
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await eventually(() => confirm.isDisabled(), true);
  await field.press('Enter');
  await field.fill('');
  await eventually(() => confirm.isDisabled(), false);
  await field.pressSequentially(wrong);
  await eventually(() => confirm.isDisabled(), true);
  expect(sent).toEqual([{ code: wrong }]);

  // No answer is no refusal: the same digits can be sent again.
  const lost = (address: URL) => address.pathname === '/api/clients/otp/firebase/callback';
  await page.route(lost, (route) => route.abort('connectionfailed'));
  await use.tap();
  await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor();
  visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
  await page.unroute(lost);
  await confirm.tap();
  await visitor.arrive('/', 'Play');
  expect(sent).toEqual([{ code: wrong }, { code: right }, { code: right }]);
});

journey.long(
  'unsaved personal details are there again, until they are saved, discarded or the client logs out',
  async (walk) => {
    const { remembered, api } = await walk.client(0);
    const visitor = await walk.visit('phone', remembered);
    const { page } = visitor;
    const city = page.getByLabel('City', { exact: true });
    const unsaved = page.getByText('Changes not saved yet', { exact: true });
    async function leaveAndReturn() {
      await visitor.open('/about');
      await visitor.open('/profile#personal-data');
      await city.waitFor();
    }
    await visitor.open('/profile#personal-data');
    await city.fill('Bouaké');
    await unsaved.waitFor();
    await leaveAndReturn();
    expect(await city.inputValue()).toBe('Bouaké');
    await unsaved.waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).tap();
    await eventually(() => city.inputValue(), '');
    await unsaved.waitFor({ state: 'detached' });

    await city.fill('Korhogo');
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await unsaved.waitFor({ state: 'detached' });
    await eventually(async () => (await api.call('/users/me')).json.city, 'Korhogo');
    await leaveAndReturn();
    expect(await city.inputValue()).toBe('Korhogo');
    expect(await unsaved.count()).toBe(0);

    await city.fill('Man');
    await unsaved.waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).tap();
    await page.waitForURL((url) => url.pathname !== '/profile');
    expect(await page.evaluate(() => sessionStorage.getItem('profile.draft'))).toBeNull();
  },
);

journey.long(
  'a code whose answer was lost has confirmed the phone, and the page finds out',
  async ({ site, visit }) => {
    const newcomer = createOutsider(site.url);
    await register(newcomer);
    const visitor = await visit('phone', rememberedAs(newcomer));
    const { page } = visitor;
    await visitor.open('/auth/confirm');
    // The phone is confirmed when the connection breaks. Until the next tap the page cannot find out by itself either.
    let isCut = false;
    await page.route('**/api/users/me', (route) => (isCut ? route.abort('connectionreset') : route.fallback()));
    let sent = 0;
    await page.route('**/api/clients/otp/firebase/callback', async (route) => {
      sent += 1;
      isCut = sent === 1;
      if (!isCut) return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await useCode(visitor);
    await page.getByText('Check your connection, then try again.').waitFor();
    await page.getByRole('button', { name: 'Confirm', exact: true }).tap();
    await visitor.arrive('/', 'Play');
    visitor.expectTrouble(/ERR_CONNECTION_RESET|status of 422/);
  },
);

journey.long('a mistyped number at sign-up can be changed, without the session of that account', async (walk) => {
  const newcomer = createOutsider(walk.site.url);
  await register(newcomer);
  const visitor = await walk.visit('phone', rememberedAs(newcomer));
  await visitor.open('/auth/confirm');
  await visitor.page.getByRole('button', { name: 'Change it' }).tap();
  await visitor.arrive('/auth/signup', 'Your phone');
  expect(await tokensOf(visitor.page)).toEqual({ session: null, local: null });
  await eventually(async () => (await newcomer.call('/users/me')).status, 401);
});

journey('a forgotten password: the code leads to the password, and a new code may be asked for', async (walk) => {
  const { account } = await walk.client(0);
  const visitor = await walk.visit('phone');
  const { page } = visitor;
  await visitor.open('/auth/login');
  await page.getByRole('link', { name: 'Forgot password?' }).tap();
  await visitor.arrive('/auth/forgot', 'Reset your password');
  await page.getByLabel('Phone or e-mail', { exact: true }).fill(account.phone.slice(4));
  await page.getByRole('button', { name: 'Send a code' }).tap();
  const field = page.getByLabel('Code', { exact: true });
  await field.waitFor();
  // A phone may unload the tab while the message is read.
  await page.reload();
  await field.fill('12');
  await page.getByRole('button', { name: 'Save and sign in' }).tap();
  await page.getByText('Enter the six digits of the code.').waitFor();
  await page.getByText(/^Send a new code in/).waitFor();

  // The inbox understands the number as it was typed, without its country.
  const use = page.getByRole('button', { name: /^Use \d{6}$/ });
  await expectInSight(page, field, use);
  await use.tap();
  await page.getByText('Enter the six digits of the code.').waitFor({ state: 'detached' });
  const password = page.getByLabel('Password', { exact: true });
  await eventually(() => password.evaluate((input) => input === document.activeElement), true);
  await password.fill('another good one');
  await page.getByRole('button', { name: 'Save and sign in' }).tap();
  await visitor.arrive('/', 'Play');
});

journey('each invalid field of a sign-up is named, also those that only the server can check', async ({ visit }) => {
  const visitor = await visit('phone');
  const { page } = visitor;
  await visitor.open('/auth/signup');
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const hasFocus = (label: string) => field(label).evaluate((input) => input === document.activeElement);
  const next = page.getByRole('button', { name: 'Next' });
  const create = page.getByRole('button', { name: 'Create account' });
  // The button never greys out: it says what is missing, and goes there.
  await next.tap();
  await eventually(() => hasFocus('Phone'), true);
  await field('Phone').fill('12');
  await next.tap();
  await eventually(() => hasFocus('Password'), true);
  await field('Password').fill('a good password');
  await field('Password').press('Enter');
  await visitor.arrive('/auth/signup?step=2', 'Who plays');
  await eventually(() => hasFocus('First name'), true);
  await field('First name').fill('Ama');
  await field('Last name').fill('Koné');
  await field('Date of birth').fill('31/02/1990');
  await choose(page.getByLabel('I am 18 or over'));
  await create.tap();
  await page.getByText('Enter a valid date, such as 24/08/1990.').waitFor();
  const thisYear = new Date().getUTCFullYear();
  await field('Date of birth').fill(`17/05/${thisYear - 10}`);
  await page.getByText('Enter a valid date, such as 24/08/1990.').waitFor({ state: 'detached' });
  await create.tap();
  await page.getByText(`You must be 18 or over to play. That is from 17/05/${thisYear + 8}.`).waitFor();
  await auditPage(page, 'a sign-up that is too young');
  await field('Date of birth').fill('17/05/1990');
  await create.tap();
  // A refusal of the server is shown in the step that has its field.
  await visitor.arrive('/auth/signup', 'Your phone');
  await page.getByText('This is not a valid phone number in Côte d’Ivoire.').waitFor();
  visitor.expectTrouble(/status of 400/);
  await eventually(() => hasFocus('Phone'), true);
  await expectInSight(page, field('Phone'), page.getByText('This is not a valid phone number in Côte d’Ivoire.'));
  await auditPage(page, 'a sign-up that the server refused');
  await field('Phone').fill('07 12');
  await page.getByText('This is not a valid phone number in Côte d’Ivoire.').waitFor({ state: 'detached' });
});

journey.long(
  'the first step of a sign-up survives the way back and a reload, and the password does not',
  async ({ visit }) => {
    const visitor = await visit('phone');
    const { page } = visitor;
    await visitor.open('/auth/signup');
    const phone = page.getByLabel('Phone', { exact: true });
    const password = page.getByLabel('Password', { exact: true });
    const country = page.getByLabel('Country', { exact: true });
    // The red of the curve is the progress.
    const progress = () =>
      page.locator('main svg[aria-hidden] path').evaluateAll(([, line]) => line && getComputedStyle(line).clipPath);
    await eventually(progress, 'inset(-9px 50% -9px 0px)');
    await country.selectOption('SN');
    await phone.fill('70 123 45 67');
    await password.fill('a good password');
    await choose(page.getByLabel('Keep me signed in'));
    await page.getByRole('button', { name: 'Next' }).tap();
    await visitor.arrive('/auth/signup?step=2', 'Who plays');
    await eventually(progress, 'inset(-9px 0% -9px 0px)');
    await page.goBack();
    await visitor.arrive('/auth/signup', 'Your phone');
    expect([await phone.inputValue(), await password.inputValue()]).toEqual(['70 123 45 67', 'a good password']);
    await page.getByRole('button', { name: 'Next' }).tap();
    await visitor.arrive('/auth/signup?step=2', 'Who plays');
    expect(await page.evaluate(() => sessionStorage.getItem('sign-up'))).not.toContain('a good password');

    await page.reload();
    await visitor.arrive('/auth/signup?step=2', 'Your phone');
    await eventually(() => phone.inputValue(), '70 123 45 67');
    expect([await country.inputValue(), await password.inputValue()]).toEqual(['SN', '']);
    expect(await page.getByLabel('Keep me signed in').isChecked()).toBe(true);
    // It goes on from there.
    await password.fill('a good password');
    await page.getByRole('button', { name: 'Next' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Who plays' }).waitFor();
  },
);

journey('logging out asks before it deletes the tickets in the basket', async (walk) => {
  const { remembered } = await walk.client(0);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, await walk.farDraw());
  const basket = await basketOf(page);
  const question = page.getByRole('dialog', { name: 'Log out?' });

  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' }).tap();
  await question.getByText('There is a ticket in your basket that you have not paid for.').waitFor();
  await auditPage(page, 'logging out with a basket');
  await question.getByRole('link', { name: 'Go to checkout' }).tap();
  await visitor.arrive('/checkout', 'Checkout');
  expect(await basketOf(page)).toEqual(basket);

  await visitor.open('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).tap();
  await question.getByRole('button', { name: 'Cancel' }).tap();
  expect(await basketOf(page)).toEqual(basket);
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).tap();
  await question.getByRole('button', { name: 'Log out and delete it' }).tap();
  await visitor.arrive('/', 'Play');
  expect(await basketOf(page)).toEqual([]);
});

journey('the profile opens in sections, which the address remembers, and no text is lost', async (walk) => {
  const { remembered } = await walk.client(0);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/profile#play-limits');
  await visitor.arrive('/profile', 'Profile');
  // The link leads to its section.
  await page.getByRole('button', { name: 'Set a limit: Daily stake limit' }).waitFor();
  expect(await isOpen(page, 'personal-data')).toBe(false);

  const summary = page.locator('summary').filter({ hasText: 'Personal details' });
  await summary.focus();
  await page.keyboard.press('Enter');
  const city = page.getByLabel('City', { exact: true });
  await city.fill('Bouaké');
  await summary.tap();
  await eventually(() => city.isVisible(), false);
  await summary.tap();
  expect(await city.inputValue()).toBe('Bouaké');
  await visitor.arrive('/profile?open=play-limits,personal-data', 'Profile');

  await page.reload();
  await city.waitFor();
  expect(await isOpen(page, 'play-limits')).toBe(true);
  await page.locator('summary').filter({ hasText: 'Play limits' }).tap();
  await visitor.arrive('/profile?open=personal-data', 'Profile');
  expect(await isOpen(page, 'play-limits')).toBe(false);
});

journey.long('each row of the profile says its state, and the head of the page what is still open', async (walk) => {
  await untilDayLasts();
  const { account, api, remembered } = await walk.client(2_000);
  const limit = { limits: [{ kind: 'stake', period: 'day', amount: 5_000 }] };
  expect((await api.call('/clients/limits', { method: 'PUT', body: limit })).status).toBe(200);
  const draw = await walk.drawAfter(60_000);
  const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw, 'IziOne', '7', 1_200)] } });
  expect(placed.status, placed.text).toBe(201);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  const row = (title: string) => page.locator('summary').filter({ has: page.getByRole('heading', { name: title }) });
  const text = async (title: string) => (await row(title).innerText()).replaceAll(/\s+/g, ' ');
  await visitor.open('/profile');
  await row('Phone').waitFor();
  const [, first, last] = /^\+225(\d\d).*(\d\d\d\d)$/.exec(account.phone)!;
  const says = (title: string, said: string) => eventually(() => text(title), said);
  await says('Phone', `Phone +225 ${first} •• •• ${last!.slice(0, 2)} ${last!.slice(2)} Confirmed`);
  await says('E-mail', 'E-mail For when the phone is lost Not added');
  await says('My identity', 'My identity No document is needed Step 1');
  await says('Password, passkeys', 'Password, passkeys Only a password is set Fair');
  await says('Play limits', 'Play limits 1 200 of 5 000 XOF today');
  expect(await row('Play limits').getByRole('meter').getAttribute('value')).toBe('1200');
  await says('Take a break', 'Take a break No bets and no deposits for a while Off');
  await eventually(async () => /^Where you are signed in \S.* \d$/.test(await text('Where you are signed in')), true);
  await says('Language and look', 'Language and look English, light');
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'You',
    'Signing in',
    'Within limits',
    'This app',
    'My data',
  ]);
  // Green is for what protects.
  expect(await page.locator('summary [data-tone=safe]').allInnerTexts()).toEqual(
    expect.arrayContaining(['Confirmed', 'Step 1']),
  );
  await page.getByText('One thing is open: add an e-mail. All else is set.').waitFor();
  await auditPage(page, 'the rows of the profile');

  // The link opens the row that is meant, and the theme is switched in another one.
  await page.getByRole('link', { name: 'add an e-mail' }).tap();
  await page.getByRole('button', { name: 'Add an e-mail address' }).waitFor();
  await row('Language and look').tap();
  await page.getByRole('region', { name: 'Language and look' }).getByRole('switch', { name: 'Dark mode' }).tap();
  await eventually(() => text('Language and look'), 'Language and look English, dark');

  // A break protects, and its row says until when.
  await api.call('/clients/breaks', { body: { kind: 'day', currentPassword: account.password } });
  await page.reload();
  await row('Take a break').getByText('On', { exact: true }).waitFor();
  expect(await text('Take a break')).toMatch(/^Take a break Until \d\d\/\d\d\/\d{4} \d\d:\d\d On$/);
});

journey.long('recent activity shows who signed in from where, page by page', async (walk) => {
  const { account, api } = await walk.client(0);
  for (let times = 0; times < 10; times++) {
    await api.call(`/users/${(await api.call('/users/me')).json.id}`, {
      method: 'PUT',
      body: { city: `City ${times}` },
    });
  }
  const stranger = createOutsider(walk.site.url);
  const guess = { identifier: account.phone, password: 'a guess' };
  await stranger.call('/clients/auth/local', { body: guess, headers: { 'user-agent': 'curl/8.5\tSigned in' } });

  const visitor = await walk.visit('phone');
  const { page } = visitor;
  await page.route('**/api/clients/security-events*', (route) => route.abort('connectionfailed'));
  await visitor.open('/auth/login');
  await signIn(page, account);
  await visitor.arrive('/', 'Play');
  await visitor.open('/profile#activity');
  await visitor.arrive('/profile', 'Profile');
  const section = page.getByRole('region', { name: 'Recent activity' });
  await section.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/api/clients/security-events*');
  // The page may recover by itself before the tap.
  await section
    .getByRole('button', { name: 'Try again' })
    .tap({ timeout: 5_000 })
    .catch(() => {});

  const events = section.getByRole('listitem');
  await eventually(() => events.count(), 10);
  // The page tries again by itself, so there may have been several.
  visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
  expect(await events.nth(0).innerText()).toMatch(
    /^Signed in on a new device\s+Chrome on \w+ · \d\d\/\d\d\/\d{4} \d\d:\d\d · network [\d.]+\.0\/24$/,
  );
  expect(await events.nth(1).innerText()).toMatch(/^Failed sign-in: wrong password\s+curl · \d\d\//);
  await auditPage(page, 'recent activity');
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const more = section.getByRole('button', { name: 'Show more' });
  expect((await more.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await more.tap();
  await section.getByText('Account opened').waitFor();
  await section.getByText('Phone confirmed').waitFor();
  await more.waitFor({ state: 'detached' });
});

function isOpen(page: Page, id: string): Promise<boolean> {
  return page.locator(`#${id}`).evaluate((section) => (section as HTMLDetailsElement).open);
}

/** Expects that both can be seen at once, without scrolling. */
async function bottomOf(locator: Locator): Promise<number> {
  const { y, height } = (await locator.boundingBox())!;
  return y + height;
}

async function expectInSight(page: Page, ...seen: Locator[]): Promise<void> {
  const { height } = page.viewportSize()!;
  for (const locator of seen) {
    await eventually(async () => {
      const { top, bottom } = await locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
      return top >= 0 && bottom <= height;
    }, true);
  }
}

/** The bodies that are sent to a path from now on. */
function watchBodies(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postDataJSON());
  });
  return bodies;
}

journey('my data is downloaded once a day, and an account is closed and then kept', async (walk) => {
  const { account, api, remembered } = await walk.client(0);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/profile#my-data');
  const section = page.getByRole('region', { name: 'Download, or close the account' });
  const start = section.getByRole('button', { name: 'Download my data' });
  await start.waitFor();
  await auditPage(page, 'my data');
  const [download] = await Promise.all([page.waitForEvent('download'), start.tap()]);
  expect(download.suggestedFilename()).toMatch(/^izi-my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await buffer(await download.createReadStream()));
  expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject([{ phone: account.phone }]);
  await page.getByText('Your data is downloaded.').waitFor();
  await start.tap();
  await section.getByText('You have downloaded your data today').waitFor();
  await section.getByText('Try again in 24 hours.').waitFor();
  visitor.expectTrouble(/status of 429/);

  // With money in the wallet the account stays open.
  await addFunds(api, account, 500);
  await section.getByRole('button', { name: 'Close my account' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await auditPage(page, 'the question before an account is closed');
  await dialog.getByRole('button', { name: 'Yes, close it' }).tap();
  await dialog.getByText('There is money in your wallets. Withdraw it first.').waitFor();
  visitor.expectTrouble(/status of 422/);
  await dialog.getByRole('button', { name: 'Cancel' }).tap();

  const other = await walk.client(0);
  const leaver = await walk.visit('desktop', other.remembered);
  await leaver.open('/profile?open=my-data');
  await leaver.page.getByRole('button', { name: 'Close my account' }).click();
  await leaver.page.getByRole('button', { name: 'Yes, close it' }).click();
  await leaver.page.getByText(/^Your account will be erased on /).waitFor();
  await auditPage(leaver.page, 'an account that is being closed');
  await leaver.page.getByRole('button', { name: 'Keep my account' }).click();
  await leaver.page.getByText('Your account stays open.').waitFor();
  await leaver.page.getByRole('button', { name: 'Close my account' }).waitFor();
});

journey.long('my data asks for the password if the sign-in was long ago', async (walk) => {
  const { account, remembered } = await walk.client(0);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  // The site's clock cannot be moved here, so the first answer is what it says after ten minutes. The route stays: a page whose
  // route is removed while it loads code may wait for that code without end.
  let isFirst = true;
  await page.route('**/api/clients/export', (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Confirm it is you',
        status: 403,
        detail: 'Enter your password to continue.',
        code: 'proof_needed',
        methods: ['password'],
        level: 'fresh',
      },
    });
  });
  await visitor.open('/profile#my-data');
  await page.getByRole('button', { name: 'Download my data' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  const password = dialog.getByLabel('Password', { exact: true });
  await password.fill('not this one');
  visitor.expectTrouble(/status of 403/);
  await auditPage(page, 'the password before a download');
  await dialog.getByRole('button', { name: 'Confirm' }).tap();
  await dialog.getByText('The current password is incorrect.').waitFor();
  visitor.expectTrouble(/status of 422/);
  await password.fill(account.password);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Confirm' }).tap(),
  ]);
  expect((await buffer(await download.createReadStream())).length).toBeGreaterThan(1_000);
});
