import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { NewTicket } from '#contract/bets.ts';
import type { Draw } from '#contract/draws.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import { balanceOf, betsOf, latestResult, openDraws } from '#tests/support/players/outsider.ts';
import { shiftOf } from './shift.ts';
import { basketOf, betOf, choose, eventually, journey, type Visit } from './support.ts';

// Tickets that were made for the next draw, when its sales close before they are paid.

const funds = 5_000;
const stake = 300;

journey(
  'a ticket for the next draw follows it and says so in the basket; one for a chosen hour waits to be moved',
  async ({ visit, client }) => {
    const { api, remembered } = await client(funds);
    const visitor = await visit('phone', remembered);
    const { page } = visitor;
    await visitor.open('/');
    await choose(page.getByRole('radio', { name: betOf('IziOne') }));
    await page
      .getByRole('group', { name: 'Numbers', exact: true })
      .getByRole('button', { name: '7', exact: true })
      .tap();
    await page.getByLabel('Amount', { exact: true }).fill(String(stake));
    await page.getByRole('button', { name: 'Add to basket' }).tap();
    await eventually(async () => (await basketOf(page)).length, 1);
    const [next] = await basketOf(page);
    const { fullDate, drawId } = next!;
    const chosen = { ...next, id: randomUUID(), name: 'IziABC', follows: false };
    await page.evaluate((stored) => localStorage.setItem('draws', stored), JSON.stringify([next, chosen]));
    await page.reload();

    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    const basket = page.getByRole('dialog', { name: 'Basket' });
    await basket.getByText(/^moved to \d\d:\d\d$/).waitFor();
    await basket.getByText('Sales have closed').waitFor();
    await auditPage(page, 'a basket with a ticket that has moved');
    const [moved, stayed] = await basketOf(page);
    expect(Date.parse(moved!.fullDate)).toBeGreaterThan(Date.parse(fullDate));
    expect(stayed!.drawId).toBe(drawId);

    await basket.getByRole('link', { name: 'Checkout' }).tap();
    await expectMoved(page, fullDate, 1);
    await auditPage(page, 'a checkout with a ticket that has moved');
    await page.getByText('Sales for this draw have closed.').waitFor();
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(1);
    await page.getByRole('button', { name: 'Remove IziABC' }).tap();
    const [last] = await basketOf(page);
    await pay(page).tap();
    await visitor.arrive('/checkout', '1 ticket is placed');
    expect(await betsOf(api)).toMatchObject([{ name: 'IziOne', drawId: last!.drawId }]);
  },
);

journey('tickets that move while the checkout is open are said, and not paid by the same tap', async (walk) => {
  const { api, remembered } = await walk.client(funds);
  const [draw] = await openDraws(api, 30_000);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await openCheckout(visitor, draw!, ['7', '8']);
  await pay(page).waitFor();
  await page.evaluate(watchPay);
  await expectMoved(page, draw!.fullDate, 2);
  await eventually(() => page.evaluate(() => (window as Watching).isOffAtMove), true);
  const { sum, moved } = await shiftOf(page);
  expect(sum, moved.join(', ')).toBeLessThan(0.01);
  const after = await basketOf(page);
  await pay(page).tap();
  await visitor.arrive('/checkout', '2 tickets are placed');
  expect((await betsOf(api)).map(({ drawId }) => drawId)).toEqual(after.map(({ drawId }) => drawId));
});

journey('a payment that is too late takes nothing: its tickets move on, and are paid by another tap', async (walk) => {
  const { api, remembered } = await walk.client(funds);
  // By the clock they would stay where they are until long after this journey.
  const [draw] = await openDraws(api, 200_000);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  const sent = await answerFirstPayment(page, async (route, tickets) => {
    // The server's answer about a draw that has closed, though the page's clock does not know.
    const drawId = await latestResult(api);
    const late = tickets.map((ticket) => ({ ...ticket, drawId }));
    await route.fulfill({ response: await route.fetch({ postData: { tickets: late } }) });
  });
  await openCheckout(visitor, draw!, ['7', '8']);
  await pay(page).waitFor();
  await page.evaluate(watchPay);
  await pay(page).tap();
  await expectMoved(page, draw!.fullDate, 2);
  expect(Date.now()).toBeLessThan(Date.parse(draw!.closesAt));
  visitor.expectTrouble(/status of 422/);
  await page.getByText('Not placed: no money was taken.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await eventually(() => page.evaluate(() => (window as Watching).isOffAtMove), true);
  expect(await betsOf(api)).toEqual([]);
  expect(await balanceOf(api)).toEqual({ dep: funds, win: 0 });

  await pay(page).tap();
  await visitor.arrive('/checkout', '2 tickets are placed');
  expect(sent).toHaveLength(2);
  expect(sent[0]!.map(({ drawId }) => drawId)).toEqual([draw!.id, draw!.id]);
  const ids = sent.map((tickets) => tickets.map(({ id }) => id));
  expect(new Set(ids.flat()).size).toBe(4);
  expect((await betsOf(api)).map(({ id }) => id).toSorted()).toEqual(ids[1]!.toSorted());
});

journey.long(
  'a slow network is said before the close; a payment on its way has no ticket that is too late',
  async (walk) => {
    const { api, remembered } = await walk.client(funds);
    const [draw] = await openDraws(api, 40_000);
    const visitor = await walk.visit('phone', remembered);
    const { page } = visitor;
    const answer = Promise.withResolvers<void>();
    await answerFirstPayment(page, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await openCheckout(visitor, draw!, ['7', '8']);
    const left = page.getByRole('timer');
    await pay(page).waitFor();
    const devTools = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 12_000, downloadThroughput: -1, uploadThroughput: -1 };
    await devTools.send('Network.emulateNetworkConditions', slow);
    // In the last six seconds. A page waits for no answer for a whole minute.
    await page.getByText(/^Slow network: likely too late for /).waitFor();
    await devTools.send('Network.emulateNetworkConditions', { ...slow, latency: 0 });
    await pay(page).tap();
    await left.waitFor({ state: 'detached' });
    expect(await page.getByText(/have closed|Too late|too late/).count()).toBe(0);
    answer.resolve();
    await expectMoved(page, draw!.fullDate, 2);
    visitor.expectTrouble(/status of 422/);
    expect(await betsOf(api)).toEqual([]);
  },
);

journey('a payment whose answer was lost is asked again by its ids, and its tickets never move', async (walk) => {
  const { api, remembered } = await walk.client(funds);
  const [draw] = await openDraws(api, 30_000);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  const sent = await answerFirstPayment(page, async (route) => {
    // The server has placed them when the connection breaks.
    await route.fetch();
    await route.abort('connectionreset');
  });
  const before = await openCheckout(visitor, draw!, ['7', '8']);
  await pay(page).tap();
  const unknown = page.getByText('We do not know yet whether these tickets were placed');
  await unknown.waitFor();
  visitor.expectTrouble(/ERR_CONNECTION_RESET/);

  await page.getByRole('button', { name: 'Basket', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Basket' }).getByText('Sales have closed').first().waitFor();
  expect(await basketOf(page)).toEqual(before);
  await page.reload();
  await unknown.waitFor();
  await page.getByRole('button', { name: 'Try again' }).tap();
  await visitor.arrive('/checkout', '2 tickets are placed');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  const bets = await betsOf(api);
  expect(bets.map(({ id }) => id).toSorted()).toEqual(sent[0]!.map(({ id }) => id).toSorted());
  expect(bets.map(({ drawId }) => drawId)).toEqual([draw!.id, draw!.id]);
});

journey('nothing moves while a checkout loads whose tickets have moved, or move as it loads', async (walk) => {
  const { api, remembered } = await walk.client(funds);
  const last = (await api.call(`/draws/${await latestResult(api)}`)).json.data as Draw;
  // The draw is so far away that the page is sure of it before the server has answered.
  const [later] = await openDraws(api, 150_000);
  for (const [draw, more] of [
    [later!, { movedFrom: last.fullDate }],
    [last, {}],
  ] as const) {
    const visitor = await walk.visit('phone', remembered);
    const { page } = visitor;
    await page.route(/\/api\/draws\?/, async (route) => {
      await sleep(1_000);
      await route.continue().catch(() => {});
    });
    await openCheckout(visitor, draw, ['7', '8', '9'], more);
    await expectMoved(page, last.fullDate, 3);
    await page.getByText(/^Draw \d\d:\d\d · pay\swithin\s\d\d:\d\d$/).waitFor();
    const { sum, moved } = await shiftOf(page);
    expect(sum, moved.join(', ')).toBeLessThan(0.005);
    expect([
      await mostLinesOf(page.getByText(/^Draw \d\d:\d\d · pay/), 'pay within'),
      await mostLinesOf(page.getByRole('main').getByRole('status').first(), 'moved to'),
    ]).toEqual([1, 1]);
  }
});

/** On how many lines these words are with the time after them, however narrow their paragraph is. */
function mostLinesOf(paragraph: Locator, words: string): Promise<number> {
  return paragraph.evaluate((element, words) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    range.selectNodeContents(element);
    // The words for screen readers come after it.
    range.setEndAfter(element.querySelector('[role="timer"], b')!);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const start = text.data.replaceAll('\u00A0', ' ').indexOf(words);
      if (start >= 0) range.setStart(text, start);
    }
    element.style.flex = 'none';
    let most = 0;
    for (let width = 160; width <= 320; width += 8) {
      element.style.width = `${width}px`;
      const bottoms = Array.from(range.getClientRects(), ({ bottom }) => bottom).toSorted((one, other) => one - other);
      const lines = bottoms.filter((bottom, index) => index === 0 || bottom - bottoms[index - 1]! > 8).length;
      most = Math.max(most, lines);
    }
    element.style.width = '';
    element.style.flex = '';
    return most;
  }, words);
}

function pay(page: Page) {
  return page.getByRole('button', { name: 'Pay', exact: true });
}

/** Answers the first payment in this way and lets the others through. Returns the tickets of each payment, which grow as they are sent. */
async function answerFirstPayment(
  page: Page,
  answer: (route: Route, tickets: readonly NewTicket[]) => Promise<void>,
): Promise<NewTicket[][]> {
  const sent: NewTicket[][] = [];
  await page.route('**/api/bets', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const { tickets } = route.request().postDataJSON() as { tickets: NewTicket[] };
    sent.push(tickets);
    return sent.length > 1 ? route.continue() : answer(route, tickets);
  });
  return sent;
}

/** The checkout with these numbers on IziOne, made for a draw while it was the next. */
async function openCheckout(
  { page, open }: Visit,
  { id: drawId, fullDate }: Draw,
  numbers: readonly string[],
  more: { readonly movedFrom?: string } = {},
) {
  const items = numbers.map((number) => ({
    id: randomUUID(),
    name: 'IziOne',
    fullDate,
    betAmount: stake,
    selectedNumbers: [number],
    drawId,
    follows: true,
    ...more,
  }));
  await open('/about');
  await page.evaluate((stored) => localStorage.setItem('draws', stored), JSON.stringify(items));
  await open('/checkout');
  return items;
}

/** The line that tells of a move, which screen readers announce. */
async function expectMoved(page: Page, from: string, count: number): Promise<void> {
  const said = `${from.slice(11, 16)} has closed. ${count === 1 ? '1 ticket' : `${count} tickets`} moved to `;
  await page.getByRole('main').getByRole('status').filter({ hasText: said }).waitFor();
}

interface Watching extends Window {
  /** Whether Pay was off when the line of a move was there first. */
  isOffAtMove?: boolean;
}

/** Runs in the page. */
function watchPay() {
  const watching = window as Watching;
  new MutationObserver(() => {
    const main = document.querySelector('main')!;
    if (watching.isOffAtMove !== undefined || !/ has closed\. .* moved to /.test(main.innerText)) return;
    const button = Array.from(main.querySelectorAll('button')).find(({ innerText }) => innerText === 'Pay');
    watching.isOffAtMove = button?.disabled ?? false;
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}
