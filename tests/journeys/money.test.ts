import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Draw } from '#contract/draws.ts';
import { formatFrancs } from '#domain/money.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import {
  balanceOf,
  betsOf,
  openDraws,
  paymentBody,
  untilSalesLast,
  waitFor,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { basketOf, eventually, journey, rememberedAs, type Journey, type StoredItem } from './support.ts';

journey('a series that is too late moves to consecutive draws, and is placed there', async ({ visit, client }) => {
  const { api } = await client(5_000);
  const minutes = [10, 9, 8, 7, 6];
  const late = minutes.map((ago) => ({
    id: randomUUID(),
    fullDate: new Date(Date.now() - ago * 60_000).toISOString(),
  }));
  const { page } = await openCheckout(
    visit,
    api,
    late.map((draw) => item(draw)),
  );
  expect(await page.getByRole('button', { name: 'Pay', exact: true }).isDisabled()).toBe(true);
  await untilSalesLast(api, 40_000);
  await page.getByRole('button', { name: /^Move all 5, from \d\d:\d\d on$/ }).click();
  await page.getByText('have closed').waitFor({ state: 'detached' });

  const times = (await basketOf(page)).map(({ fullDate }) => Date.parse(fullDate));
  expect(times).toEqual(times.map((_, index) => times[0]! + index * 60_000));
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '5 tickets are placed' }).waitFor();
  expect(new Set((await betsOf(api)).map(({ drawId }) => drawId)).size).toBe(5);
});

journey('duplicate tickets are named, and confirmed before they are paid', async ({ visit, client }) => {
  const { api } = await client(5_000);
  const draw = (await openDraws(api)).at(-3);
  const twice = () => [item(draw!), item(draw!), item(draw!, { selectedNumbers: ['5'] })];
  const { page } = await openCheckout(visit, api, twice());
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  const dialog = page.getByRole('dialog', { name: 'The same ticket, more than once' });

  // A double tap opens the question, and does not answer it.
  await pay.dblclick();
  await dialog.getByText('IziOne 7').waitFor();
  await dialog.getByText(`2 × ${formatFrancs(300)}`).waitFor();
  expect(await dialog.getByText('IziOne 5').count()).toBe(0);
  // On a slow phone its second half lands on an answer.
  for (const name of ['Keep one of each', `Pay for all 3: ${formatFrancs(900)}`]) {
    await dialog.getByRole('button', { name }).hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  }
  await dialog.getByText('IziOne 7').waitFor();
  expect(await basketOf(page)).toHaveLength(3);
  expect(await betsOf(api)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep one of each' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => (await basketOf(page)).map(({ selectedNumbers }) => selectedNumbers), [['7'], ['5']]);
  expect(await betsOf(api)).toEqual([]);
  await pay.click();
  await page.getByRole('heading', { level: 1, name: '2 tickets are placed' }).waitFor();

  // A client who confirms pays for both.
  const { page: again } = await openCheckout(visit, api, twice().slice(0, 2));
  await again.getByRole('button', { name: 'Pay', exact: true }).click();
  await again.getByRole('button', { name: `Pay for all 2: ${formatFrancs(600)}` }).click();
  await again.getByRole('heading', { level: 1, name: '2 tickets are placed' }).waitFor();
  expect(await balanceOf(api)).toEqual({ dep: 3_800, win: 0 });
});

journey('sixty tickets on a phone: Pay stays visible, fifty are paid and then ten', async ({ visit, client }) => {
  const { api } = await client(6_500);
  const pairs = Array.from('123456789', (first) =>
    Array.from('123456789'.slice(Number(first)), (second) => [first, second]),
  );
  const [one, other] = (await openDraws(api)).slice(-4);
  const sixty = [one!, other!]
    .flatMap((draw) =>
      pairs.flat().map((selectedNumbers) => item(draw, { name: 'IziTwo', betAmount: 100, selectedNumbers })),
    )
    .slice(0, 60);
  const { page } = await openCheckout(visit, api, sixty);
  const bar = page.getByRole('region', { name: 'Your payment' });
  await bar.getByText('Total of 50 of 60 tickets').waitFor();
  await bar.getByText(formatFrancs(5_000)).waitFor();
  const before = await bar.boundingBox();
  expect(before).toMatchObject({ height: 96, y: 740 - 96 });
  await page.mouse.wheel(0, 600);
  expect(await bar.boundingBox()).toEqual(before);
  await bar.getByRole('button', { name: 'Pay', exact: true }).tap();
  await page.getByRole('heading', { level: 1, name: '50 tickets are placed' }).waitFor();

  await page.getByRole('button', { name: 'Pay for the other 10 tickets' }).tap();
  await bar.getByText('Total, 10 tickets').waitFor();
  await bar.getByRole('button', { name: 'Pay', exact: true }).tap();
  await page.getByRole('heading', { level: 1, name: '10 tickets are placed' }).waitFor();
  const bets = await betsOf(api);
  expect(new Set(bets.map(({ drawId, selectedNumbers }) => `${drawId} ${selectedNumbers.join()}`)).size).toBe(60);
  expect(bets).toHaveLength(60);
  expect(await balanceOf(api)).toEqual({ dep: 500, win: 0 });
});

journey('twelve tickets for one draw are lines of 44 px, with what each can pay', async ({ visit, client }) => {
  const { api } = await client(6_000);
  const [draw] = await openDraws(api, 150_000);
  const bets = [
    { name: 'IziOne', selectedNumbers: ['2'] },
    { name: 'IziABC', selectedNumbers: ['6'] },
    { name: 'IziTwo', selectedNumbers: ['9', '1'] },
    { name: 'Izi2x', selectedNumbers: ['1', '4', '8'] },
    { name: 'Izi3x', selectedNumbers: ['2', '5', '7'] },
    { name: 'IziOrder', selectedNumbers: Array.from('135629847') },
  ];
  const twelve = [300, 600].flatMap((betAmount) => bets.map((bet) => item(draw!, { ...bet, betAmount })));
  const { page } = await openCheckout(visit, api, twelve);
  await page.getByText(/^Draw \d\d:\d\d · pay\swithin\s\d\d:\d\d$/).waitFor();
  const lines = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  const heights = () => lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
  // One more is the line between them.
  await eventually(heights, Array(12).fill(45));
  await lines.filter({ hasText: 'IziTwo' }).first().getByText('pays 7 200').waitFor();
  await lines.filter({ hasText: 'IziOrder' }).last().getByText('up to 12 000 000').waitFor();
  await auditPage(page, 'a checkout of twelve tickets');
});

journey.long('a draw of a series is taken out by a tap, and put back where it was', async ({ visit, client }) => {
  const { api } = await client(5_000);
  const draws = (await openDraws(api, 150_000)).slice(0, 4);
  const { page } = await openCheckout(
    visit,
    api,
    draws.map((draw) => item(draw)),
  );
  const before = await basketOf(page);
  const line = page.getByRole('button', { name: /^Change .+, 4 draws: / });
  await line.click();
  const times = page.getByRole('group', { name: 'Draws of this bet' }).getByRole('button');
  await eventually(() => times.count(), 4);
  const second = times.nth(1);
  const time = await second.innerText();
  await second.click();
  await eventually(async () => (await basketOf(page)).length, 3);
  expect(await second.getAttribute('aria-pressed')).toBe('false');
  await page.getByText(`${time} left out.`).waitFor();
  await auditPage(page, 'the draws of a series');
  await second.click();
  await eventually(() => basketOf(page), before);
  // The last one stays: the line is what is removed.
  for (const index of [0, 1, 2]) await times.nth(index).click();
  await eventually(async () => (await basketOf(page)).length, 1);
  expect(await times.nth(3).isDisabled()).toBe(true);
});

journey('the wallet lists only money that came in with a plus', async ({ visit, client }) => {
  const { api, account } = await client(2_000);
  const started = await api.call('/clients/deposit', {
    body: paymentBody(account, 1_000),
    headers: { 'idempotency-key': randomUUID() },
  });
  await fetch(started.json.data.redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'decline' }),
    redirect: 'manual',
  });
  const status = async () => (await api.call(`/clients/payments/${started.json.data.id}`)).json.data.status as string;
  await waitFor(async () => (await status()) === 'failed', 'the decline');

  const visitor = await visit('phone', rememberedAs(api));
  const { page } = visitor;
  await visitor.open('/my-wallet');
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
  await eventually(
    async () => (await payments.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').replace(/ \d\d\/.*$/, '')),
    ['Deposit 1 000 XOF Mobile money Declined', 'Deposit +2 000 XOF Mobile money Added'],
  );
  // All that is there came from the deposit.
  await page.getByRole('button', { name: 'Where does this money come from?' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Where this money comes from' });
  await sheet
    .getByRole('listitem')
    .filter({ hasText: /^Deposit/ })
    .getByText(formatFrancs(2_000))
    .waitFor();
  await sheet.getByRole('listitem').filter({ hasText: 'All together' }).getByText(formatFrancs(2_000)).waitFor();
  await sheet.getByRole('button', { name: 'Winnings' }).tap();
  await sheet.getByText('No winnings are here').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await payments.first().getByRole('link').tap();
  await page.getByText('Nothing was added to your wallet.').waitFor();
});

journey('a link to add funds opens at the amount, and shows at once what is wrong with it', async (walk) => {
  const { api } = await walk.client(0);
  const visitor = await walk.visit('phone', rememberedAs(api));
  const { page } = visitor;
  await visitor.open('/my-wallet?add=1');
  const sheet = page.getByRole('dialog', { name: 'Add funds' });
  const amount = sheet.getByLabel('Amount', { exact: true });
  await eventually(() => amount.evaluate((element) => element === document.activeElement), true);
  await page.keyboard.type('1000005');
  const wrong = sheet.getByText(/^Enter 100\sXOF to 1\s000\s000\sXOF\.$/);
  await wrong.waitFor();
  await amount.fill('95');
  await wrong.waitFor({ state: 'detached' });
  await amount.blur();
  await wrong.waitFor();
  await amount.fill('1 000');
  await wrong.waitFor({ state: 'detached' });

  await visitor.open('/my-wallet?withdraw=1');
  const empty = page.getByRole('dialog', { name: 'Withdraw' });
  await empty.getByText('There are no winnings to withdraw yet.').waitFor();
  await empty.getByRole('link', { name: 'Play' }).tap();
  await page.waitForURL((url) => url.pathname === '/');
});

journey('the bar shows the missing amount, and never a balance below zero', async ({ visit, client }) => {
  const { api } = await client(500);
  const draw = (await openDraws(api)).at(-3);
  const { page } = await openCheckout(visit, api, [item(draw!, { betAmount: 1_800 })]);
  const bar = page.getByRole('region', { name: 'Your payment' });
  await bar.getByText(`You need ${formatFrancs(1_300)} more.`).waitFor();
  expect(await page.getByText('Balance after').count()).toBe(0);
  await bar.getByRole('link', { name: 'Add funds' }).tap();
  await page.waitForURL(/\/my-wallet\?add=1300$/);
});

function item(draw: Pick<Draw, 'id' | 'fullDate'>, more: Partial<StoredItem> = {}): StoredItem {
  const { id: drawId, fullDate } = draw;
  return { id: randomUUID(), name: 'IziOne', fullDate, betAmount: 300, selectedNumbers: ['7'], drawId, ...more };
}

/** The checkout on a phone, with these tickets in the basket. */
async function openCheckout(
  visit: Journey['visit'],
  api: Outsider,
  items: readonly StoredItem[],
): Promise<{ page: Page }> {
  const visitor = await visit('phone', rememberedAs(api));
  await visitor.context.addInitScript((stored) => {
    // Once, and not again at a reload.
    if (sessionStorage.getItem('filled')) return;
    sessionStorage.setItem('filled', 'yes');
    localStorage.setItem('draws', stored);
  }, JSON.stringify(items));
  await visitor.open('/checkout');
  return visitor;
}
