import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { auditPage, coloursOf, contrast } from '#tests/support/browser/audit.ts';
import {
  addFunds,
  balanceOf,
  createOutsider,
  paymentBody,
  register,
  signUp,
  ticketFor,
} from '#tests/support/players/outsider.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import {
  addTicket,
  betOf,
  choose,
  type DrawTime,
  eventually,
  journey,
  rememberedAs,
  signIn,
  tokensOf,
  type Visit,
} from './support.ts';

journey('a client sets a limit on stakes, and the checkout enforces it', async ({ visit, client, farDraw }) => {
  const { api, remembered } = await client(5_000);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/profile#play-limits');
  await visitor.arrive('/profile', 'Profile');
  await page.getByRole('button', { name: 'Set a limit: Daily stake limit' }).click();
  const sheet = page.getByRole('dialog', { name: 'Daily stake limit' });
  await sheet.getByRole('button', { name: 'Set this limit' }).click();
  await sheet.getByText('Choose or enter an amount.').waitFor();
  await sheet.getByLabel('Amount', { exact: true }).fill('500');
  await auditPage(page, 'the sheet of a limit');
  await sheet.getByRole('button', { name: 'Set this limit' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText(/^0\sXOF of 500\sXOF$/).waitFor();
  // A limit's bar is seen as a whole, however little of it is used.
  const [bar] = await coloursOf(page.getByRole('meter', { name: 'Daily stake limit' }));
  expect(contrast(bar!.fill, bar!.ground)).toBeGreaterThan(1.1);

  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 600 }, await farDraw());
  await visitor.open('/checkout');
  await pay(page);
  await page.getByRole('alert').getByText('Limit reached').waitFor();
  await page.getByText(/This is over your daily stake limit of 500\sXOF\./).waitFor();
  visitor.expectTrouble(/status of 422/);
  expect(await balanceOf(api)).toEqual({ dep: 5_000, win: 0 });

  // A higher limit waits, and the page says until when.
  await visitor.open('/profile#play-limits');
  await page.getByRole('button', { name: 'Change: Daily stake limit' }).click();
  await page.getByLabel('Amount', { exact: true }).last().fill('10000');
  await page.getByRole('button', { name: 'Set this limit' }).click();
  await page.getByText(/^Changes to 10\s000\sXOF on \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/).waitFor();
});

journey.long('what counts of a deposit without an answer is said', async ({ visit, client }) => {
  await untilDayLasts();
  const { account, api, remembered } = await client(4_000);
  const started = await api.call('/clients/deposit', {
    body: paymentBody(account, 2_000),
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(started.status, started.text).toBe(201);
  const { page, open } = await visit('phone', remembered);
  await open('/profile?open=play-limits');
  const today = page.getByRole('listitem').filter({ hasText: 'Today' }).filter({ hasText: 'so far' });
  await today.getByText(/^6\s000\sXOF so far$/).waitFor();
  await today.getByText(/^2\s000\sXOF of it has no answer yet, and counts until it is declined\.$/).waitFor();
});

journey('a client chooses a reality check, and reads after half an hour what play has cost', async (walk) => {
  const { api, remembered } = await walk.client(1_000);
  const draw = await walk.farDraw();
  const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw, 'IziOne', '7', 400)] } });
  expect(placed.status, placed.text).toBe(201);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/profile?open=play-limits');
  await page.getByRole('radio', { name: '30 minutes' }).click();
  await page.getByText('Your choice is saved.').waitFor();
  await page.waitForFunction(() => localStorage.getItem('reality_check') !== null);
  const checkedAt = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('reality_check')!) as { from: number }).from);
  // Makes the client's play in this browser half an hour long.
  await page.evaluate(() => {
    const played = JSON.parse(localStorage.getItem('reality_check')!) as { from: number };
    localStorage.setItem('reality_check', JSON.stringify({ ...played, from: played.from - 30 * 60_000 }));
  });
  const before = await checkedAt();
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Time for a look' });
  await dialog.getByText(/^You have been signed in since \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/).waitFor();
  await dialog
    .getByText(/you have staked 400\sXOF, and 0\sXOF came back\. That is 400\sXOF less than you had\./)
    .waitFor();
  await auditPage(page, 'the reality check');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The next one is half an hour away.
  expect(await checkedAt()).toBeGreaterThan(before + 30 * 60_000 - 1);
  expect(await page.getByRole('radio', { name: '30 minutes' }).isChecked()).toBe(true);
});

journey.long(
  'a chosen reality check shows at once, and changes back if the server refuses it',
  async ({ visit, client }) => {
    const { api, remembered } = await client(0);
    const visitor = await visit('phone', remembered);
    const { page } = visitor;
    const isChosen = (name: string) => page.getByRole('radio', { name, exact: true }).isChecked();
    const choose = (name: string) => page.getByRole('radio', { name, exact: true }).click();
    const saving = page.getByRole('status').getByText('Saving …');
    const held: Route[] = [];
    await page.route('**/api/clients/reality-check', async (route) => {
      if (route.request().method() === 'PUT') held.push(route);
      else await route.continue();
    });
    await visitor.open('/profile?open=play-limits');
    await eventually(() => isChosen('Never'), true);
    await choose('30 minutes');
    expect(await isChosen('30 minutes')).toBe(true);
    await saving.waitFor();
    await choose('60 minutes');
    expect(await isChosen('60 minutes')).toBe(true);
    await page.waitForTimeout(500);
    expect(held, 'the second waits for the first').toHaveLength(1);
    await held[0]!.continue();
    await eventually(async () => held.length, 2);
    expect(await isChosen('60 minutes')).toBe(true);
    await held[1]!.continue();
    await saving.waitFor({ state: 'detached' });
    expect(await isChosen('60 minutes')).toBe(true);
    expect((await api.call('/clients/reality-check')).json.data.everyMinutes).toBe(60);

    await choose('Never');
    expect(await isChosen('Never')).toBe(true);
    await eventually(async () => held.length, 3);
    await held[2]!.fulfill({ status: 503, json: {} });
    const alert = page.getByRole('alert').filter({ hasText: 'Your choice was not saved' });
    await alert.getByText('It stays as it was: 60 minutes.').waitFor();
    visitor.expectTrouble(/status of 503/);
    expect(await isChosen('60 minutes')).toBe(true);
    await auditPage(page, 'a reality check that was not saved');
  },
);

journey('a client who self-excludes is signed out, comes back to withdraw, and cannot bet', async (walk) => {
  const { account, remembered } = await walk.client(2_000);
  const visitor = await walk.visit('desktop', remembered);
  const { page } = visitor;
  await visitor.open('/profile#breaks');
  await choose(page.getByRole('radio', { name: '6 months' }));
  await page.getByRole('button', { name: 'Take a break' }).click();
  const sheet = page.getByRole('dialog', { name: 'Take a break: 6 months' });
  await auditPage(page, 'the sheet of a break');
  await sheet.getByRole('button', { name: 'Start the break' }).click();
  await sheet.getByText('Enter your current password.').waitFor();
  await sheet.getByLabel('Your password', { exact: true }).fill('not this one');
  await sheet.getByRole('button', { name: 'Start the break' }).click();
  await sheet.getByText('The current password is incorrect.').waitFor();
  visitor.expectTrouble(/status of 422/);
  await sheet.getByLabel('Your password', { exact: true }).fill(account.password);
  await sheet.getByRole('button', { name: 'Start the break' }).click();
  await visitor.arrive('/', 'Play');
  expect(await tokensOf(page)).toEqual({ session: null, local: null });
  // The stream tells of the break as soon as it has begun, maybe before its own answer arrives. The profile then asks again with the
  // session that has just ended.
  visitor.allowTrouble(/status of 401 .*\(http:[^ ]*\/api\/(clients\/(limits|factors)|users\/me)/);

  await visitor.open('/auth/login');
  await signIn(page, account, { remember: true });
  await visitor.arrive('/', 'Play');
  await visitor.open('/profile#breaks');
  await page.getByText('You can withdraw everything in your wallet, deposits included.').first().waitFor();
  await page.getByText(/^Play is paused until \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
  // A shorter break changes nothing, and is not said to have begun.
  await page.getByRole('button', { name: 'Take a break' }).click();
  const shorter = page.getByRole('dialog', { name: 'Take a break: 24 hours' });
  await shorter.getByLabel('Your password', { exact: true }).fill(account.password);
  await shorter.getByRole('button', { name: 'Start the break' }).click();
  await page.getByText(/^Your current break lasts longer, until \d\d\/\d\d\/\d{4} \d\d:\d\d\./).waitFor();

  await expectNoPlay(visitor, await walk.farDraw(), ['Play is paused', /Play is paused until/]);
  await visitor.open('/my-wallet?withdraw=1');
  await page.getByRole('dialog', { name: 'Withdraw' }).waitFor();
});

journey.long(
  'a person who excluded themselves can only withdraw under another phone',
  async ({ site, visit, farDraw }) => {
    const bornAt = Date.UTC(1950, 0, 2) + Math.floor(Math.random() * 17_000) * 86_400_000;
    const person = { lastName: 'Ouattara', birthDate: new Date(bornAt).toISOString().slice(0, 10) };
    const [first, second] = [createOutsider(site.url), createOutsider(site.url)];
    const { password } = await signUp(first, '22', { ...person, firstName: 'Zéphyrine' });
    const account = await signUp(second, '22', { ...person, firstName: 'Watara', lastName: 'Zefirine' });
    await addFunds(second, account, 2_000);
    const exclusion = { kind: 'exclusion', currentPassword: password };
    expect((await first.call('/clients/breaks', { body: exclusion })).status).toBe(201);

    const visitor = await visit('phone', rememberedAs(second));
    const { page } = visitor;
    await expectNoPlay(visitor, await farDraw(), ['Identity check needed', /Withdrawals work as always/]);

    await visitor.open('/my-wallet?withdraw=1');
    const sheet = page.getByRole('dialog', { name: 'Withdraw' });
    await sheet.getByText('While you cannot play you can withdraw your deposits too.').waitFor();
    await sheet.getByText(/^2\s000\sXOF in your wallet$/).waitFor();
    await auditPage(page, 'the sheet of a withdrawal without play');
  },
);

journey.long('limits are offered at sign-up and at the first deposit', async ({ site, visit, client }) => {
  const newcomer = createOutsider(site.url);
  await register(newcomer);
  const unconfirmed = await visit('phone', rememberedAs(newcomer));
  await unconfirmed.open('/auth/confirm');
  await unconfirmed.page.getByRole('link', { name: 'set play limits' }).click();
  await unconfirmed.arrive('/profile', 'Profile');
  await eventually(() => unconfirmed.page.getByText('Set the most you can deposit and stake.').isVisible(), true);
  await unconfirmed.page.getByText('Take a break', { exact: true }).click();
  // A break needs a confirmed phone.
  await unconfirmed.page.getByText('Only the owner of a phone can pause play on it.').waitFor();
  expect(await unconfirmed.page.getByRole('button', { name: 'Take a break' }).count()).toBe(0);

  const { remembered } = await client(0);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/my-wallet?add=1');
  await page.getByRole('dialog').getByRole('link', { name: 'set play limits' }).click();
  await visitor.arrive('/profile', 'Profile');
  await eventually(() => page.getByRole('heading', { name: 'Play limits' }).isVisible(), true);
});

journey('a favourite is stored on the server, and one tap away in another browser', async ({ visit, client }) => {
  const { remembered } = await client(0);
  const first = await visit('phone', remembered);
  await first.open('/');
  const { page } = first;
  await choose(page.getByRole('radio', { name: betOf('Izi3x') }));
  await page.getByRole('button', { name: 'Favourites' }).click();
  await page.getByText('Choose its numbers and amount first, then keep it here.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  const pad = page.getByRole('group', { name: 'Numbers', exact: true });
  for (const number of '419') await pad.getByRole('button', { name: number, exact: true }).click();
  await page.getByLabel('Amount', { exact: true }).fill('700');
  await page.getByRole('button', { name: 'Favourites' }).click();
  const sheet = page.getByRole('dialog', { name: 'Favourites' });
  await sheet.getByLabel('Name', { exact: true }).fill('Our three');
  await sheet.getByRole('button', { name: 'Keep it' }).click();
  await sheet.getByRole('list', { name: 'Kept tickets' }).getByText('Our three').waitFor();
  await auditPage(page, 'favourites');

  await page.reload();
  const kept = page.getByRole('button', { name: 'Play Our three' });
  await kept.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await kept.click();
  // Its bet type is the last one in a row that is wider than the screen.
  await eventually(async () => {
    const { x, width } = (await page.getByRole('radio', { name: betOf('Izi3x') }).boundingBox())!;
    return x >= 0 && x + width <= page.viewportSize()!.width;
  }, true);
  expect(await page.evaluate(() => scrollY), 'nowhere near the top').toBeGreaterThan(scrolled - 100);

  const second = await visit('desktop', remembered);
  await second.open('/');
  await second.page.getByRole('button', { name: 'Play Our three' }).click();
  expect(await second.page.getByRole('radio', { name: betOf('Izi3x') }).isChecked()).toBe(true);
  expect(await second.page.getByLabel('Amount', { exact: true }).inputValue()).toBe('700');
  await second.page.getByRole('button', { name: 'Play Our three', pressed: true }).waitFor();
  await second.page.getByRole('button', { name: 'Favourites' }).click();
  await second.page.getByRole('button', { name: 'Remove Our three' }).click();
  await second.page.getByText('No favourites yet').waitFor();
});

async function pay(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Pay', exact: true }).click();
}

/** A ticket cannot be paid and no funds be added; each says why. */
async function expectNoPlay(
  { page, open, expectTrouble }: Visit,
  draw: DrawTime,
  [ofTicket, ofFunds]: readonly [ofTicket: string, ofFunds: RegExp],
): Promise<void> {
  await open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, draw);
  await open('/checkout');
  await pay(page);
  await page.getByRole('alert').getByText(ofTicket, { exact: true }).waitFor();
  expectTrouble(/status of 422/);

  await open('/my-wallet?add=1');
  await page.getByLabel('Amount', { exact: true }).fill('1000');
  await page.getByRole('dialog').getByRole('button', { name: 'Add funds' }).click();
  await page.getByRole('alert').getByText(ofFunds).waitFor();
  expectTrouble(/status of 422/);
}
