import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { formatFrancs } from '#domain/money.ts';
import { betsOf, waitFor } from '#tests/support/players/outsider.ts';
import { eventually, journey, type DrawTime, type Visit } from './support.ts';

// The receipts of a checkout: after the payment, after the draw, and when the player comes back to them.

const funds = 10_000;
const stake = 100;
/** With all nine numbers exactly one ticket wins, six times its stake. */
const numbers = Array.from('123456789');
const placed = '9 tickets are placed';

journey.long(
  'a receipt that was open without a network shows the results and the balance of now once it is back',
  async ({ visit, client, drawAfter }) => {
    const { api, remembered } = await client(funds);
    const visitor = await visit('phone', remembered);
    const { page, context } = visitor;
    await pay(visitor, await drawAfter(45_000));
    await page.getByText('You may leave. The result comes to My bets.').waitFor();
    await factOf(page, 'Balance after')
      .getByText(formatFrancs(funds - 9 * stake))
      .waitFor();

    await context.setOffline(true);
    await waitFor(async () => (await betsOf(api)).every(({ status }) => status !== 'pending'), 'the settled tickets');
    expect(await page.getByRole('article').getByText('Pending').count()).toBe(9);
    // Answers count, as data costs: on a slow machine the page cancels a read and repeats it when its streams are back.
    const answered: string[] = [];
    page.on('requestfinished', (request) => answered.push(new URL(request.url()).pathname));
    await context.setOffline(false);
    await expectResults(page);
    expect(answered.filter((path) => path === '/api/bets').length).toBeLessThan(5);
    visitor.allowTrouble(/ERR_INTERNET_DISCONNECTED/);
  },
);

journey(
  'Back and a reload show the receipt again, with what has become of it, and to its client alone',
  async ({ visit, client, drawAfter }) => {
    const { api, remembered } = await client(funds);
    const visitor = await visit('phone', remembered);
    const { page } = visitor;
    await pay(visitor, await drawAfter(45_000));
    await page.getByRole('link', { name: 'Play again' }).tap();
    await visitor.arrive('/', 'Play');
    await page.goBack();
    await visitor.arrive('/checkout', placed);
    await eventually(() => page.getByRole('article').getByText('Pending').count(), 9);

    await page.getByRole('link', { name: 'Play again' }).tap();
    await visitor.arrive('/', 'Play');
    await waitFor(async () => (await betsOf(api)).every(({ status }) => status !== 'pending'), 'the settled tickets');
    await page.goBack();
    await visitor.arrive('/checkout', placed);
    await expectResults(page);
    await page.reload();
    await visitor.arrive('/checkout', placed);
    await expectResults(page);

    const other = await client(0);
    await page.evaluate((token) => localStorage.setItem('access_token', `Bearer ${token}`), other.api.token);
    await page.reload();
    await visitor.arrive('/checkout', 'Checkout');
    await page.getByText('Your basket is empty').waitFor();
  },
);

/** Pays for nine tickets, one with each number. */
async function pay({ page, open, arrive }: Visit, draw: DrawTime): Promise<void> {
  await open('/');
  await page.evaluate(
    (items) => localStorage.setItem('draws', JSON.stringify(items)),
    numbers.map((number, index) => ({
      id: `019b0000-0000-7000-8000-00000000000${index}`,
      name: 'IziOne',
      fullDate: draw.fullDate,
      betAmount: stake,
      selectedNumbers: [number],
      drawId: draw.id,
    })),
  );
  await open('/checkout');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await arrive('/checkout', placed);
}

/** One of the nine tickets has won, and all says so. */
async function expectResults(page: Page): Promise<void> {
  const receipts = page.getByRole('article');
  await eventually(() => receipts.getByText('Lost', { exact: true }).count(), 8);
  const won = receipts.filter({ has: page.getByText('Win', { exact: true }) });
  await won.getByText(formatFrancs(6 * stake)).waitFor();
  await page.getByText('The draw is over.').waitFor();
  await factOf(page, 'Balance now')
    .getByText(formatFrancs(funds - 3 * stake))
    .waitFor();
  expect(await page.getByText(/shows up here|Balance after/).count()).toBe(0);
}

function factOf(page: Page, name: string) {
  return page.getByRole('main').locator('dl > div').filter({ hasText: name });
}
