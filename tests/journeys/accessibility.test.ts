import { expect } from 'vitest';
import { auditPage, sizes } from '#tests/support/browser/audit.ts';
import {
  betsOf,
  createOutsider,
  latestResult,
  openDraws,
  register,
  ticketFor,
  waitFor,
} from '#tests/support/players/outsider.ts';
import { addTicket, choose, journey, rememberedAs, signIn } from './support.ts';

journey('axe finds nothing serious on the pages of visitors', async ({ visit, drawAfter, site }) => {
  const visitor = await visit('desktop');
  const { page } = visitor;
  const main = page.getByRole('main');
  const audit = (state: string) => auditPage(page, state);

  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  // One that is ordered and one that is not; the others differ from it in their words.
  for (const name of ['IziOrder', 'Izi3x']) {
    await choose(main.getByRole('radio', { name, exact: true }));
    await main.getByRole('button', { name: 'Quick pick' }).click();
    if (name === 'IziOrder') await main.getByText('What each count pays').click();
    await audit(`play, ${name}`);
  }
  await main.getByRole('button', { name: 'Clear' }).click();
  await main.getByRole('button', { name: 'Add to basket' }).click();
  await main.getByRole('alert').waitFor();
  await audit('play, with what is missing');

  await page.getByRole('button', { name: 'Basket', exact: true }).click();
  await page.getByText('Your basket is empty').waitFor();
  await audit('the empty basket');
  await page.keyboard.press('Escape');
  const draw = await drawAfter(30_000);
  for (const numbers of '123') await addTicket(page, { name: 'IziOne', numbers, amount: 300 }, draw);
  await page.getByRole('button', { name: 'Basket', exact: true }).click();
  await page.getByText('and 1 more').waitFor();
  await audit('the basket, with toasts');

  await page.setViewportSize(sizes.phone);
  await visitor.open('/results');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await audit('the menu of a visitor');

  await visitor.open(`/results/${draw.id}`);
  await visitor.arrive(`/results/${draw.id}`, /^Draw of /);
  await audit('a draw on sale');
  await visitor.open('/about');
  await visitor.arrive('/about', 'About');
  await audit('about');
  // A site of some minutes: its first figures may not be there yet.
  await page.getByRole('main').getByRole('link', { name: 'Figures, day by day' }).click();
  await visitor.arrive('/figures', 'Figures');
  await page.getByRole('heading', { name: 'The books' }).waitFor();
  await audit('figures');
  await visitor.open('/nowhere');
  await visitor.arrive('/nowhere', 'There is no such page');
  visitor.expectTrouble(/status of 404/);
  await audit('no such page');

  await visitor.open('/auth/login');
  await main.getByRole('button', { name: 'Sign in' }).click();
  await audit('sign in, with what is missing');
  await signIn(page, { phone: '+2250700000098', password: 'not the password' });
  await main.getByRole('alert').waitFor();
  visitor.expectTrouble(/status of 401/);
  await audit('sign in, refused');
  await visitor.open('/auth/signup');
  await main.getByRole('button', { name: 'Sign up' }).click();
  await main.getByLabel('First name', { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
  await audit('sign up, with what is missing');
  await visitor.open('/auth/forgot');
  await page.getByLabel('Phone or e-mail', { exact: true }).fill('+2250700000098');
  await audit('forgotten password');
  await main.getByRole('button', { name: 'Send a code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  await audit('forgotten password, with a code');

  const drawn = await latestResult(createOutsider(site.url));
  await visitor.open('/results');
  await main.getByRole('table').waitFor();
  await audit('results');
  await visitor.open(`/results/${drawn}`);
  await main.getByText('Sales closed').waitFor();
  await audit('a drawn draw');
  await main.getByRole('button', { name: 'Verify this draw' }).click();
  await main.getByText('Checks passed; operator-trusted').waitFor();
  await audit('a verified draw');
});

journey('axe finds nothing serious on the pages of clients', async ({ visit, client, drawAfter }) => {
  const { api, remembered } = await client(20_000);
  const [soonest] = await openDraws(api, 20_000);
  const tickets = Array.from('123456789', (number) => ticketFor(soonest!, 'IziOne', number, 500));
  expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);

  const visitor = await visit('desktop', remembered);
  const { page } = visitor;
  const main = page.getByRole('main');
  const audit = (state: string) => auditPage(page, state);

  await visitor.open('/checkout');
  await visitor.arrive('/checkout', 'Checkout');
  await audit('an empty checkout');
  await visitor.open('/');
  const draw = await drawAfter(60_000);
  await addTicket(page, { name: 'IziOrder', numbers: '491728536', amount: 1_500 }, draw);
  await addTicket(page, { name: 'IziTwo', numbers: '49', amount: 10_000 }, draw);
  await addTicket(page, { name: 'IziOne', numbers: '4', amount: 10_000 }, draw);
  await visitor.open('/checkout');
  await main.getByText('You need').waitFor();
  await audit('checkout, short of money');
  await main.getByRole('button', { name: 'Remove IziTwo' }).click();
  await main.getByRole('button', { name: 'Pay', exact: true }).click();
  await visitor.arrive('/checkout', 'Your 2 tickets are placed');
  await audit('the receipts');

  await visitor.open('/my-wallet?add=1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add funds' }).click();
  await page.getByRole('dialog').getByLabel('Amount', { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
  await audit('adding funds, with what is missing');
  await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('1000');
  await page.getByRole('dialog').getByRole('button', { name: 'Add funds' }).click();
  await page.getByRole('button', { name: 'Never answer' }).waitFor();
  await audit('the sandbox’s page');
  await page.getByRole('button', { name: 'Never answer' }).click();
  await visitor.arrive(/^\/my-wallet\?payment=/, 'My wallet');
  await page.getByText('Waiting for you to approve the payment').waitFor();
  await audit('the wallet, with a payment on its way');

  await visitor.open('/profile?open=personal-data,email,password,security,play-limits,breaks,sessions,activity');
  await main.getByText('This device').waitFor();
  await audit('profile');
  await page.setViewportSize(sizes.phone);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await audit('the menu of a client');

  await waitFor(
    async () => (await betsOf(api)).filter(({ status }) => status === 'pending').length <= 2,
    'the settled tickets',
    90_000,
  );
  await visitor.open('/my-bets');
  await main.getByText('Win', { exact: true }).last().waitFor();
  await audit('my bets, some waiting and some settled');
  const won = (await betsOf(api)).find(({ status }) => status === 'win')!;
  await visitor.open(`/my-bets/${won.id}`);
  await visitor.arrive(`/my-bets/${won.id}`, 'Ticket');
  await main.getByText('Payout').waitFor();
  await audit('a ticket that won');
  await visitor.open(`/results/${soonest!.id}`);
  await main.getByRole('region', { name: 'My tickets on this draw' }).getByText('Win').first().waitFor();
  await audit('a draw with my tickets');
  await visitor.open('/my-wallet?withdraw=1');
  await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('500');
  await audit('withdrawing');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: /^Withdraw 500/ }).waitFor();
  await audit('confirming a withdrawal');
  await visitor.open('/history');
  await main.getByText('As a table').click();
  await audit('history');
});

journey('axe finds nothing serious where the API cannot be reached', async ({ visit, client, drawAfter }) => {
  const { remembered } = await client(0);
  const visitor = await visit('desktop', remembered);
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 300 }, await drawAfter(30_000));
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
    await page.getByText('You are offline', { exact: true }).first().waitFor();
    await auditPage(page, `${path} without an answer`);
  }
  visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
});

journey('axe finds nothing serious where a phone is not confirmed yet', async ({ visit, site }) => {
  const unconfirmed = createOutsider(site.url);
  await register(unconfirmed);
  const visitor = await visit('phone', rememberedAs(unconfirmed));
  await visitor.open('/auth/confirm');
  await visitor.arrive('/auth/confirm', 'Confirm your phone');
  await visitor.page.getByRole('region', { name: 'Demo inbox' }).waitFor();
  await auditPage(visitor.page, 'confirming a phone');
  await visitor.open('/my-wallet');
  await visitor.page.getByText('Confirm your phone first').waitFor();
  await auditPage(visitor.page, 'the wallet before the phone is confirmed');
});
