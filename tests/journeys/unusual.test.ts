import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { NewTicket } from '#contract/bets.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { balanceOf, betsOf, openDraws, ticketFor, type Outsider } from '#tests/support/players/outsider.ts';
import { addTicket, basketOf, eventually, journey, signIn } from './support.ts';

journey('a double tap on Pay, however quick, places once', async ({ visit, client, farDraw }) => {
  const { api, remembered } = await client(5_000);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  let calls = 0;
  page.on('request', (request) => void (isPay(request) && calls++));

  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 1_000 }, await farDraw());
  await visitor.open('/checkout');
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await pay.waitFor();
  await eventually(() => pay.isEnabled(), true);
  // Faster than any thumb: both within one task of the event loop.
  await pay.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await visitor.arrive('/checkout', '1 ticket is placed');
  expect(calls).toBe(1);
  expect(await betsOf(api)).toHaveLength(1);
  expect(await balanceOf(api)).toEqual({ dep: 4_000, win: 0 });
});

journey('two tabs that pay for one basket at once place it once', async ({ visit, client, farDraw }) => {
  const { api, remembered } = await client(5_000);
  const { page, context, open } = await visit('phone', remembered);
  await open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 1_000 }, await farDraw());
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) {
    await tab.goto('/checkout');
    await eventually(() => tab.getByRole('button', { name: 'Pay', exact: true }).isEnabled(), true);
  }
  await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(() =>
        Array.from(document.querySelectorAll('button'), (one) => one.innerText === 'Pay' && one.click()),
      ),
    ),
  );
  const placed = (tab: Page) => tab.getByRole('heading', { level: 1, name: '1 ticket is placed' });
  const empty = (tab: Page) => tab.getByText('Your basket is empty');
  for (const tab of tabs) await placed(tab).or(empty(tab)).waitFor();
  expect(await betsOf(api)).toHaveLength(1);
  expect(await balanceOf(api)).toEqual({ dep: 4_000, win: 0 });
});

journey(
  'after a lost answer to Pay the same tickets are sent again, and placed once',
  async ({ visit, client, farDraw }) => {
    const { api, remembered } = await client(5_000);
    const visitor = await visit('phone', remembered);
    const { page } = visitor;
    const pay = page.getByRole('button', { name: 'Pay', exact: true });
    const sent: string[][] = [];
    const waits: (string | null)[] = [];
    await page.route('**/api/bets', async (route) => {
      if (!isPay(route.request())) return route.continue();
      const { tickets } = route.request().postDataJSON() as { tickets: NewTicket[] };
      sent.push(tickets.map(({ id }) => id));
      if (sent.length > 1) return route.continue();
      // The server receives it, and has placed the tickets when the connection breaks.
      await route.fetch();
      // A screen reader still finds the button by its name.
      waits.push(await pay.getAttribute('aria-busy'));
      await route.abort('connectionreset');
    });

    await visitor.open('/');
    const draw = await farDraw();
    await addTicket(page, { name: 'IziTwo', numbers: '49', amount: 1_000 }, draw);
    await addTicket(page, { name: 'Izi3x', amount: 500 }, draw);
    await visitor.open('/checkout');
    await pay.tap();
    const unknown = page.getByText('We do not know yet whether these tickets were placed');
    await unknown.waitFor();
    visitor.expectTrouble(/ERR_CONNECTION_RESET/);
    expect(waits).toEqual(['true']);
    expect(await basketOf(page)).toHaveLength(2);

    // The phone is put away meanwhile, and the page is reloaded.
    await page.reload();
    await visitor.arrive('/checkout', 'Checkout');
    await unknown.waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    // At the foot of the screen, as the way to pay was.
    const { y, height } = (await again.boundingBox())!;
    expect(page.viewportSize()!.height - y - height).toBeLessThan(60);
    await again.tap();
    await visitor.arrive('/checkout', '2 tickets are placed');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect((await betsOf(api)).map(({ id }) => id).toSorted()).toEqual(sent[0]!.toSorted());
    expect(await balanceOf(api)).toEqual({ dep: 3_500, win: 0 });
    expect(await basketOf(page)).toEqual([]);
  },
);

for (const [state, prepare] of [
  ['full', fillStorage],
  ['blocked', blockStorage],
] as const) {
  journey(`where the browser’s storage is ${state}, a client signs in and pays for a ticket once`, async (walk) => {
    const { account, api } = await walk.client(1_000);
    const visitor = await walk.visit('phone');
    const { page, open, arrive } = visitor;
    await page.addInitScript(prepare);
    await open('/auth/login');
    await signIn(page, account);
    await arrive('/', 'Play');
    // The ticket is for the next draw.
    await walk.untilSalesLast(30_000);
    await page
      .getByRole('group', { name: 'Numbers', exact: true })
      .getByRole('button', { name: '7', exact: true })
      .tap();
    await page.getByLabel('Amount', { exact: true }).fill('300');
    await page.getByRole('button', { name: 'Add to basket' }).tap();
    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    await page.getByRole('link', { name: 'Checkout' }).tap();
    await arrive('/checkout', 'Checkout');

    // The answer is lost: the same ticket is sent again, and it is placed once.
    let isLost = false;
    await page.route('**/api/bets', async (route) => {
      if (!isPay(route.request()) || isLost) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.fulfill({ status: 502, contentType: 'text/html', body: '' });
    });
    await page.getByRole('button', { name: 'Pay', exact: true }).tap();
    await page.getByRole('button', { name: 'Try again' }).tap();
    await arrive('/checkout', '1 ticket is placed');
    expect(await betsOf(api)).toHaveLength(1);
    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Basket' }).getByText('Nothing in it yet').waitFor();
    visitor.expectTrouble(/status of 502/);
  });
}

/** Runs in the page from its start: there is no room left, also for what has been removed. */
function fillStorage() {
  for (const storage of [localStorage, sessionStorage]) {
    for (let length = 1 << 22; length > 0;) {
      try {
        storage.setItem(`full ${length} ${Math.random()}`, 'x'.repeat(length));
      } catch {
        length >>= 1;
      }
    }
  }
}

/** Runs in the page from its start. */
function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  }
}

journey('a checkout without enough money leads to Add funds and back', async ({ visit, client, farDraw }) => {
  const { api, remembered } = await client(500);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '3', amount: 1_700 }, await farDraw());
  await visitor.open('/checkout');
  await page.getByText(`You need ${formatFrancs(1_200)} more.`).waitFor();

  await page.getByRole('main').getByRole('link', { name: 'Add funds' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Add funds' });
  await eventually(() => sheet.getByLabel('Amount', { exact: true }).inputValue(), formatAmount(1_200));
  await sheet.getByRole('button', { name: 'Add funds' }).tap();

  // The first try is declined on the payment's own page.
  await page.getByRole('button', { name: 'Decline' }).tap();
  await visitor.arrive(/^\/my-wallet\?payment=/, 'My wallet');
  await page.getByText('The payment was declined.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).tap();
  await eventually(() => sheet.getByLabel('Amount', { exact: true }).inputValue(), formatAmount(1_200));
  await sheet.getByRole('button', { name: 'Add funds' }).tap();
  await page.getByRole('button', { name: 'Approve' }).tap();

  await visitor.arrive(/^\/my-wallet\?payment=/, 'My wallet');
  await page.getByRole('link', { name: 'Continue to checkout' }).tap();
  await visitor.arrive('/checkout', 'Checkout');
  await page.getByRole('button', { name: 'Pay', exact: true }).tap();
  await visitor.arrive('/checkout', '1 ticket is placed');
  expect(await balanceOf(api)).toEqual({ dep: 0, win: 0 });
});

journey.long(
  'a draw that closes while its ticket is in the basket is marked, and the next draw is offered',
  async ({ visit, client, drawAfter }) => {
    const { api, remembered } = await client(5_000);
    const visitor = await visit('desktop', remembered);
    const { page } = visitor;
    await visitor.open('/');
    await addTicket(page, { name: 'IziABC', numbers: '5', amount: 300 }, await drawAfter(40_000));
    const [before] = await basketOf(page);
    await visitor.open('/checkout');
    await page.getByText('Sales for this draw have closed.').waitFor();
    expect(await page.getByRole('button', { name: 'Pay', exact: true }).isDisabled()).toBe(true);

    const move = page.getByRole('button', { name: /^Move to \d\d:\d\d$/ });
    await move.click();
    await page.getByText('Sales for this draw have closed.').waitFor({ state: 'detached' });
    const [after] = await basketOf(page);
    expect(Date.parse(after!.fullDate)).toBeGreaterThan(Date.parse(before!.fullDate));
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await visitor.arrive('/checkout', '1 ticket is placed');
    expect((await betsOf(api)).map(({ drawId }) => drawId)).toEqual([after!.drawId]);
  },
);

journey('with more tickets than one page of the list, each is shown at its draw', async ({ visit, client }) => {
  const { api, remembered } = await client(11_000);
  const [soon, later] = await openDraws(api, 20_000);
  await place(api, [ticketFor(soon!, 'IziTwo', '49', 100)]);
  for (const count of [50, 50, 9]) {
    await place(
      api,
      Array.from({ length: count }, () => ticketFor(later!, 'IziOne', '7', 100)),
    );
  }
  const { page, open } = await visit('phone', remembered);
  await open(`/results/${soon!.id}`);
  await page.getByRole('region', { name: 'My tickets on this draw' }).getByText('IziTwo').waitFor();
});

async function place(api: Outsider, tickets: NewTicket[]): Promise<void> {
  const placed = await api.call('/bets', { body: { tickets } });
  expect(placed.status, placed.text).toBe(201);
}

function isPay(request: { url(): string; method(): string }): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === '/api/bets';
}
