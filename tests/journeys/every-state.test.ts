import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { auditPage, sizes } from '#tests/support/browser/audit.ts';
import { cutAtRest, textWithoutRoom } from '#tests/support/browser/reflow.ts';
import {
  betsOf,
  createOutsider,
  latestResult,
  openDraws,
  register,
  ticketFor,
  waitFor,
} from '#tests/support/players/outsider.ts';
import { addTicket, betOf, choose, expectWords, journey, rememberedAs, signIn } from './support.ts';

// The states of the pages that somebody gets to by doing something; every-page.test.ts opens each page as it is. Each is looked at
// once: by axe, in light as it is and in dark at the other size, for its words, and for what is cut at 320 px.

journey('every state that a visitor can reach', async ({ visit, drawAfter, site }) => {
  const visitor = await visit('desktop');
  const { page } = visitor;
  const main = page.getByRole('main');
  const look = (state: string) => lookAt(page, state);

  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  // One bet type that is ordered and one that is not; the others differ from them only in their words.
  for (const name of ['IziOrder', 'Izi3x']) {
    await choose(main.getByRole('radio', { name: betOf(name) }));
    await main.getByRole('button', { name: 'Quick pick' }).click();
    if (name === 'IziOrder') await main.getByRole('table').waitFor();
    await look(`play, ${name}`);
  }
  expect(await roomInWideLetters(page), 'play, in wide letters').toEqual([]);
  await choose(main.getByRole('radio', { name: betOf('IziOrder') }));
  await main.getByRole('button', { name: '1 in 12.5' }).click();
  await page.getByRole('dialog', { name: 'What IziOrder pays' }).getByRole('table').waitFor();
  await look('what each count pays');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Clear' }).click();
  await main.getByRole('button', { name: 'Add to basket' }).click();
  await main.getByRole('alert').waitFor();
  await look('play, with what is missing');

  await page.getByRole('button', { name: 'Basket', exact: true }).click();
  await page.getByText('Nothing in it yet').waitFor();
  await look('the empty basket');
  await page.keyboard.press('Escape');
  const draw = await drawAfter(450_000);
  for (const numbers of '123') await addTicket(page, { name: 'IziOne', numbers, amount: 300 }, draw);
  await page.getByRole('button', { name: 'Basket', exact: true }).click();
  await page.getByText('and 1 more').waitFor();
  await look('the basket, with toasts');

  await page.setViewportSize(sizes.phone);
  await visitor.open('/results');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await look('the menu of a visitor');

  await visitor.open('/auth/login');
  await main.getByRole('button', { name: 'Sign in' }).click();
  await look('sign in, with what is missing');
  await signIn(page, { phone: '+2250700000098', password: 'not the password' });
  await main.getByRole('alert').waitFor();
  visitor.expectTrouble(/status of 401/);
  await look('sign in, refused');
  await visitor.open('/auth/signup');
  await main.getByRole('button', { name: 'Next' }).click();
  await main.getByLabel('Phone', { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
  await look('sign up, with what is missing');
  await main.getByLabel('Phone', { exact: true }).fill('+2250700000098');
  await main.getByLabel('Password', { exact: true }).fill('a good password');
  await main.getByRole('button', { name: 'Next' }).click();
  await main.getByRole('button', { name: 'Create account' }).click();
  await main.getByLabel('First name', { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
  await look('the second step of a sign-up, with what is missing');
  await visitor.open('/auth/forgot');
  await page.getByLabel('Phone or e-mail', { exact: true }).fill('+2250700000098');
  await look('forgotten password');
  await main.getByRole('button', { name: 'Send a code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  await look('forgotten password, with a code');

  const drawn = await latestResult(createOutsider(site.url));
  await visitor.open(`/results/${drawn}`);
  await main.getByText('Sales closed').waitFor();
  await look('a drawn draw');
  await main.getByRole('button', { name: 'Verify this draw' }).click();
  await main.getByText('Checks passed; operator-trusted').waitFor();
  await look('a verified draw');
});

journey('every state that a client can reach', async ({ visit, client, drawAfter }) => {
  const { api, remembered } = await client(20_000);
  const [soonest] = await openDraws(api, 20_000);
  const tickets = Array.from('123456789', (number) => ticketFor(soonest!, 'IziOne', number, 500));
  expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);

  const visitor = await visit('desktop', remembered);
  const { page } = visitor;
  const main = page.getByRole('main');
  const look = (state: string) => lookAt(page, state);

  await visitor.open('/checkout');
  await visitor.arrive('/checkout', 'Checkout');
  await look('an empty checkout');
  await visitor.open('/');
  const draw = await drawAfter(450_000);
  await addTicket(page, { name: 'IziOrder', numbers: '491728536', amount: 1_500 }, draw);
  await addTicket(page, { name: 'IziTwo', numbers: '49', amount: 10_000 }, draw);
  await addTicket(page, { name: 'IziOne', numbers: '4', amount: 10_000 }, draw);
  await visitor.open('/checkout');
  await main.getByText('You need').waitFor();
  await look('checkout, short of money');
  await main.getByRole('button', { name: 'Remove IziTwo: 4 9' }).click();
  await main.getByRole('button', { name: 'Pay', exact: true }).click();
  await visitor.arrive('/checkout', '2 tickets are placed');
  await look('the receipts');

  await visitor.open('/my-wallet?add=1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add funds' }).click();
  await page.getByRole('dialog').getByLabel('Amount', { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
  await look('adding funds, with what is missing');
  await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('1000');
  await page.getByRole('dialog').getByRole('button', { name: 'Add funds' }).click();
  await page.getByRole('button', { name: 'Never answer' }).waitFor();
  await look('the sandbox’s page');
  await page.getByRole('button', { name: 'Never answer' }).click();
  await visitor.arrive(/^\/my-wallet\?payment=/, 'My wallet');
  await page.getByText('Waiting for you to approve the payment').waitFor();
  await look('the wallet, with a payment on its way');

  await visitor.open('/profile?open=personal-data,email,security,play-limits,breaks,sessions,activity');
  await main.getByText('This device').waitFor();
  await look('profile');
  await page.setViewportSize(sizes.phone);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await look('the menu of a client');

  await waitFor(
    async () => (await betsOf(api)).filter(({ status }) => status === 'pending').length <= 2,
    'the settled tickets',
  );
  await visitor.open('/my-bets');
  await main.getByText('Win', { exact: true }).last().waitFor();
  await look('my bets, some waiting and some settled');
  const won = (await betsOf(api)).find(({ status }) => status === 'win')!;
  await visitor.open(`/my-bets/${won.id}`);
  await visitor.arrive(`/my-bets/${won.id}`, 'Ticket');
  await main.getByText('Payout').waitFor();
  await look('a ticket that won');
  await visitor.open(`/results/${soonest!.id}`);
  await main.getByRole('region', { name: 'My tickets on this draw' }).getByText('Win').first().waitFor();
  await look('a draw with my tickets');
  await visitor.open('/my-wallet?withdraw=1');
  await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('500');
  await look('withdrawing');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: /^Withdraw 500/ }).waitFor();
  await look('confirming a withdrawal');
  await visitor.open('/history');
  await main.getByText('As a table').click();
  await look('history');
});

journey.long('every page where the API cannot be reached', async ({ visit, client, drawAfter }) => {
  const { remembered } = await client(0);
  const visitor = await visit('desktop', remembered);
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 300 }, await drawAfter(450_000));
  await page.route(/\/api\/(?!stream)/, (route) => route.abort('connectionfailed'));
  for (const path of [
    '/',
    '/results',
    '/checkout',
    '/my-bets',
    '/my-wallet',
    '/my-wallet?add=1',
    '/history',
    '/profile',
  ]) {
    await visitor.open(path);
    await page.getByText('No connection', { exact: true }).first().waitFor();
    await lookAt(page, `${path} without an answer`);
  }
  visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
});

journey('every state while a phone is not confirmed yet', async ({ visit, site }) => {
  const unconfirmed = createOutsider(site.url);
  await register(unconfirmed);
  const visitor = await visit('phone', { ...rememberedAs(unconfirmed), viewport: sizes.phone });
  await visitor.open('/auth/confirm');
  await visitor.arrive('/auth/confirm', 'Confirm your phone');
  await visitor.page.getByRole('region', { name: 'Demo inbox' }).waitFor();
  await lookAt(visitor.page, 'confirming a phone');
  await visitor.open('/my-wallet');
  await visitor.page.getByText('Confirm your phone first').waitFor();
  await lookAt(visitor.page, 'the wallet before the phone is confirmed');
});

/** The texts that run into what is next to them where the letters of the device are wider than those of the drawings. */
async function roomInWideLetters(page: Page): Promise<string[]> {
  const letters = (spacing: string) => page.evaluate((value) => (document.body.style.letterSpacing = value), spacing);
  await letters('0.06em');
  // The line at the foot of the bar is one line: the page says the same elsewhere.
  const found = await textWithoutRoom(page, '[class*=ActionBar][class*=message]');
  await letters('');
  return found;
}

async function lookAt(page: Page, state: string): Promise<void> {
  await expectWords(page);
  const expectNoneCut = async () => expect(await cutAtRest(page), `${state}: cut at 320 px`).toEqual([]);
  if (page.viewportSize()!.width === sizes.phone.width) {
    await expectNoneCut();
    await auditPage(page, state);
  } else {
    await auditPage(page, state, expectNoneCut);
  }
}
