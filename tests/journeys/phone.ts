import { expect } from 'vitest';
import type { Ticket } from '#contract/bets.ts';
import { betTypes } from '#domain/bet-types.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { payoutOf } from '#domain/outcome.ts';
import { balanceOf, betsOf, createOutsider, waitFor, type Outsider } from '#tests/support/players/outsider.ts';
import {
  addTicket,
  basketOf,
  eventually,
  fillSignUp,
  inMotion,
  journey,
  tokensOf,
  type TicketWish,
  type Visit,
} from './support.ts';

/** With all nine numbers on IziOne, exactly one of those tickets wins. */
const wishes: readonly TicketWish[] = [
  { name: 'IziOrder', numbers: '491728536' },
  { name: 'IziTwo', numbers: '49', amount: 100 },
  { name: 'IziABC', numbers: '4', amount: 200 },
  { name: 'Izi2x', numbers: '123', amount: 300 },
  { name: 'Izi3x', amount: 400 },
  ...Array.from('123456789', (numbers): TicketWish => ({ name: 'IziOne', numbers, amount: 500 })),
];
const staked = 300 + 100 + 200 + 300 + 400 + 9 * 500;
const funds = 20_000;
const withdrawal = 1_000;

const phone = `+22505${String(Date.now() % 1e6).padStart(6, '0')}22`;
const password = 'correct horse 9';

journey(
  'a new user on a phone: from the first visit to winnings in the wallet and out again',
  async ({ site, visit, drawAfter }) => {
    const visitor = await visit('phone', { extraHTTPHeaders: { 'save-data': 'on' } });
    const { page } = visitor;
    await saveData(visitor);

    await visitor.open('/');
    await visitor.arrive('/', 'Play');
    expect(await page.evaluate(() => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData)).toBe(
      true,
    );
    // Sign-up and adding funds come first.
    const when = await drawAfter(170_000);
    for (const wish of wishes) await addTicket(page, wish, when);
    const basket = await basketOf(page);
    expect(basket.map(({ name, betAmount, fullDate }) => ({ name, betAmount, fullDate }))).toEqual(
      wishes.map(({ name, amount = 300 }) => ({ name, betAmount: amount, fullDate: when.fullDate })),
    );

    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    const popover = page.getByRole('dialog', { name: 'Basket' });
    await popover.getByText('and 12 more').waitFor();
    await popover.getByText(formatFrancs(staked), { exact: true }).waitFor();
    await popover.getByRole('link', { name: 'Checkout' }).tap();

    await visitor.arrive('/auth/login', 'Sign in');
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).tap();
    await visitor.arrive('/auth/signup', 'Your phone');
    await fillSignUp(page, { phone, password });

    await visitor.arrive('/auth/confirm', 'Confirm your phone');
    const inbox = page.getByRole('region', { name: 'Demo inbox' });
    const message = await inbox.getByRole('listitem').first().innerText();
    // Sent with its sixth digit.
    await page.getByLabel('Code', { exact: true }).fill(/\b\d{6}\b/.exec(message)![0]);

    await visitor.arrive('/checkout', 'Checkout');
    await page.getByText(`You need ${formatFrancs(staked)} more.`).waitFor();
    expect(await basketOf(page)).toEqual(basket);
    await page.getByRole('main').getByRole('link', { name: 'Add funds' }).tap();

    const sheet = page.getByRole('dialog', { name: 'Add funds' });
    const amount = sheet.getByLabel('Amount', { exact: true });
    await eventually(() => amount.inputValue(), formatAmount(staked));
    await amount.fill(String(funds));
    await sheet.getByRole('button', { name: 'Add funds' }).tap();
    await page.waitForURL(/\/sandbox\//);
    await page.getByRole('button', { name: 'Approve' }).tap();

    await visitor.arrive(/^\/my-wallet\?payment=/, 'My wallet');
    await page.getByText('The money is in your wallet.').waitFor();
    await page.getByRole('link', { name: `Wallet balance ${formatFrancs(funds)}` }).waitFor();
    await page.getByRole('link', { name: 'Continue to checkout' }).tap();

    await visitor.arrive('/checkout', 'Checkout');
    await page.getByRole('button', { name: 'Pay', exact: true }).tap();
    await visitor.arrive('/checkout', `${wishes.length} tickets are placed`);
    expect(await page.getByRole('link', { name: /^Receipt of / }).count()).toBe(wishes.length);
    expect(await basketOf(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'My bets' }).tap();

    await visitor.arrive('/my-bets', 'My bets');
    await page.emulateMedia(inMotion);
    const tickets = page.getByRole('article');
    await eventually(() => tickets.filter({ hasText: 'Pending' }).count(), wishes.length);
    expect(await page.getByRole('main').getByRole('timer').innerText()).toMatch(/^\d\d:\d\d$/);

    // Without a reload, the page shows that the draw has happened.
    await tickets.filter({ hasText: 'Pending' }).first().waitFor({ state: 'detached' });
    const api = await signedIn(visitor, site.url);
    const settled = await settledTickets(api);
    const won = settled.reduce((sum, ticket) => sum + ticket.payout!, 0);
    expect(won).toBeGreaterThanOrEqual(3_000);
    for (const ticket of settled) {
      const card = tickets.filter({ has: page.getByRole('link', { name: `${ticket.name}, ticket ${ticket.serial}` }) });
      const outcome =
        ticket.status === 'win'
          ? ['Win', formatFrancs(ticket.payout!)]
          : ['Lost', `${formatFrancs(ticket.betAmount)} staked`];
      for (const text of outcome) await card.getByText(text, { exact: true }).waitFor();
      await card.getByText(/came|exact place/i).waitFor();
    }
    await visitor.arrive('/my-bets', 'My bets');

    await choose(visitor, 'My wallet');
    await visitor.arrive('/my-wallet', 'My wallet');
    const wallets = { dep: funds - staked, win: won };
    expect(await balanceOf(api)).toEqual(wallets);
    await page.getByRole('link', { name: `Wallet balance ${formatFrancs(wallets.dep + wallets.win)}` }).waitFor();
    for (const part of [wallets.dep, wallets.win]) {
      await page.getByRole('main').getByText(formatFrancs(part), { exact: true }).first().waitFor();
    }

    await page.getByRole('button', { name: 'Withdraw', exact: true }).tap();
    const out = page.getByRole('dialog', { name: 'Withdraw' });
    await out.getByLabel('Amount', { exact: true }).fill(String(withdrawal));
    await out.getByRole('button', { name: 'Withdraw', exact: true }).tap();
    await out.getByText(formatFrancs(won - withdrawal)).waitFor();
    await out.getByRole('button', { name: `Withdraw ${formatFrancs(withdrawal)}` }).tap();
    await visitor.arrive(/^\/my-wallet\?payment=/, 'My wallet');
    await page.getByText('The money was sent to your phone.').waitFor();
    expect(await balanceOf(api)).toEqual({ ...wallets, win: won - withdrawal });

    await choose(visitor, 'History');
    await visitor.arrive('/history', 'History');
    const lines = page.getByRole('main').getByRole('listitem');
    await lines
      .filter({ hasText: 'Withdrawal' })
      .filter({ hasText: `−${formatAmount(withdrawal)}` })
      .waitFor();
    await lines
      .filter({ hasText: 'Deposit' })
      .filter({ hasText: `+${formatAmount(funds)}` })
      .waitFor();
    expect(await lines.filter({ hasText: 'Won' }).count()).toBe(
      settled.filter(({ status }) => status === 'win').length,
    );
    await page.getByText(formatFrancs(staked), { exact: true }).first().waitFor();

    await page.evaluate(() => {
      localStorage.setItem('jwt', 'left by somebody');
      localStorage.setItem('draws', '[]');
    });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' }).tap();
    await visitor.arrive('/', 'Play');
    expect(await tokensOf(page)).toEqual({ session: null, local: null });
    expect(await page.evaluate(() => ['draws', 'jwt'].map((key) => localStorage.getItem(key)))).toEqual([null, null]);
    // The device is signed out before the server has answered.
    await eventually(async () => (await api.call('/users/me')).status, 401);
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  },
);

/** Asks the browser, and through it every site, to transfer as little data as possible (Save-Data). */
async function saveData({ context, page }: Visit): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
}

/** Goes to a page by the menu. */
async function choose({ page }: Visit, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: entry, exact: true }).tap();
}

/** An API client with the session of this browser. */
async function signedIn({ page }: Visit, url: string): Promise<Outsider> {
  const api = createOutsider(url);
  const { session } = await tokensOf(page);
  api.token = session!.replace('Bearer ', '');
  return api;
}

/** All tickets once they are settled, each with the payout that the rules give for its draw's result. */
async function settledTickets(api: Outsider): Promise<Ticket[]> {
  await waitFor(async () => (await betsOf(api)).every(({ status }) => status !== 'pending'), 'the settled tickets');
  const tickets = await betsOf(api);
  expect(tickets).toHaveLength(wishes.length);
  for (const { name, selectedNumbers, betAmount, result, payout, status } of tickets) {
    const expected = payoutOf(betTypes[name], selectedNumbers.map(Number), betAmount, result!.map(Number));
    expect({ payout, status }).toEqual({ payout: expected, status: expected > 0 ? 'win' : 'lost' });
  }
  return tickets;
}
