import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { workerReady } from '#tests/support/browser/service-worker.ts';
import { openDraws, ticketFor, waitFor } from '#tests/support/players/outsider.ts';
import { addTicket, basketOf, eventually, journey, type Visit } from './support.ts';

// The app on the device: what it stores there, and what works without a network.

const allowed = { serviceWorkers: 'allow' } as const;

journey('a second visit works without a network', async ({ visit, client, drawAfter }) => {
  const player = await client(5_000);
  const [draw] = await openDraws(player.api, 20_000);
  const ticket = ticketFor(draw!, 'IziTwo', '49', 300);
  expect((await player.api.call('/bets', { body: { tickets: [ticket] } })).status).toBe(201);

  const visitor = await visit('phone', { ...player.remembered, ...allowed });
  const { page, context } = visitor;
  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  await workerReady(page);
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 200 }, await drawAfter(20_000));
  const basket = await basketOf(page);
  await visitor.open('/my-bets');
  await visitor.arrive('/my-bets', 'My bets');
  await page.getByRole('article').first().waitFor();

  await context.setOffline(true);
  await page.reload();
  await visitor.arrive('/my-bets', 'My bets');
  await page.getByText('You are offline').first().waitFor();
  await page.getByText(/^Your tickets as of \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
  await page.getByRole('article').getByText('IziTwo').waitFor();
  await expectNoBalance(page);

  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  await page.getByRole('main').getByText('You are offline').waitFor();
  expect(await basketOf(page)).toEqual(basket);
  await page.getByRole('button', { name: 'Basket', exact: true }).click();
  await page.getByRole('dialog', { name: 'Basket' }).getByText('IziOne').waitFor();
  await expectNoBalance(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Basket' }).waitFor({ state: 'hidden' });

  // The stream would fetch the draws as soon as it is back, before the tap.
  await page.route('**/api/stream?*', (route) => route.abort('internetdisconnected'));
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' }).first();
  await retry.scrollIntoViewIfNeeded();
  await context.setOffline(false);
  await retry.tap();
  await page.getByRole('main').getByText('You are offline').waitFor({ state: 'detached' });
  withoutNetwork(visitor);
});

/** The pages and the files of code that the device stores. */
async function keptOn(page: Page): Promise<{ pages: string[]; assets: string[]; others: string[] }> {
  return page.evaluate(async () => {
    const [name, ...others] = await caches.keys();
    const keys = await (await caches.open(name!)).keys();
    const paths = keys.map(({ url }) => new URL(url).pathname).toSorted();
    const isAsset = (path: string) => path.startsWith('/assets/');
    return { others, pages: paths.filter((path) => !isAsset(path)), assets: paths.filter(isAsset) };
  });
}

/** In ten minutes, in bytes: see web/layout/keep-screens.ts. */
const mostToKeep = 100_000;

/** The files that the service worker stores in the ten minutes after its installation, as its script lists them. */
async function keptLater(url: string): Promise<string[]> {
  const script = await (await fetch(`${url}/service-worker.js`)).text();
  const files = [...script.matchAll(/[`"'](\/assets\/[^`"']+)[`"'],(\d+)/g)];
  let total = 0;
  const kept = files.filter(([, , bytes]) => (total += Number(bytes)) <= mostToKeep);
  expect(kept.length).toBeGreaterThan(20);
  return kept.map(([, file]) => file!);
}

journey(
  'with data saving on, the device stores only the first page, the shell, the menu and the basket',
  async ({ visit }) => {
    const visitor = await visit('phone', allowed);
    const { page } = visitor;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await visitor.open('/');
    await workerReady(page);
    // The time in which another visitor's device stores its first files.
    await page.waitForTimeout(3_000);
    const kept = await keptOn(page);
    expect(kept.others).toEqual([]);
    expect(kept.pages).toEqual(['/', '/shell']);
    expect(kept.assets.filter((path) => /Checkout|History|Wallet-/.test(path))).toEqual([]);
    expect(kept.assets.filter((path) => /MenuDrawer|BasketPopover/.test(path)).length).toBeGreaterThanOrEqual(2);
  },
);

journey(
  'after a first visit, every screen opens offline and says so; so do menu and basket',
  async ({ visit, client, site }) => {
    const { remembered } = await client(1_000);
    const visitor = await visit('phone', { ...remembered, ...allowed });
    const { page, context } = visitor;
    await visitor.open('/about');
    await workerReady(page);
    const later = await keptLater(site.url);
    const isKept = async () => {
      const { assets } = await keptOn(page);
      return later.every((file) => assets.includes(file));
    };
    await waitFor(isKept, 'the code of every screen');

    await context.setOffline(true);
    for (const [path, heading] of [
      ['/my-wallet', 'My wallet'],
      ['/history', 'History'],
      ['/checkout', 'Checkout'],
      ['/profile', 'Profile'],
      ['/results', 'Results'],
      ['/verify', 'Verify a receipt'],
      ['/my-bets', 'My bets'],
      ['/about', 'About'],
    ] as const) {
      await visitor.open(path);
      await visitor.arrive(path, heading);
    }
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Basket' }).getByText('Your basket is empty').waitFor();
    withoutNetwork(visitor);
  },
);

journey(
  'offline before anything is stored, the page says what to do, and loads when the network is back',
  async (walk) => {
    const visitor = await walk.visit('phone');
    const { page, context } = visitor;
    await visitor.open('/about');
    await visitor.arrive('/about', 'About');
    await context.setOffline(true);
    // By the footer: the menu is not there either.
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('alert').getByText('You are offline. The menu could not be loaded.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Basket' }).getByRole('alert').getByText('You are offline').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Results' }).tap();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('You are offline', { exact: true }).waitFor();
    await alert.getByText(/Connect to the internet, then try again/).waitFor();
    await context.setOffline(false);
    await visitor.arrive('/results', 'Results');
    withoutNetwork(visitor);
  },
);

journey('signing out removes the last-seen tickets from the device', async ({ visit, client }) => {
  const player = await client(1_000);
  const [draw] = await openDraws(player.api, 20_000);
  await player.api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOne', '7', 200)] } });
  const visitor = await visit('desktop', player.remembered);
  const { page } = visitor;
  const isKept = () => page.evaluate(() => localStorage.getItem('last_seen') !== null);
  await visitor.open('/my-bets');
  await page.getByRole('article').first().waitFor();
  await eventually(isKept, true);
  await page.getByRole('button', { name: 'Log out' }).click();
  await visitor.arrive('/', 'Play');
  await eventually(isKept, false);
});

journey('a new version waits until the client asks for it', async ({ visit }) => {
  // Only the app's own policy may start a worker, and here the test starts it.
  const visitor = await visit('phone', { ...allowed, bypassCSP: true });
  const { page } = visitor;
  const running = () => page.evaluate(() => new URL(navigator.serviceWorker.controller!.scriptURL).search);
  const kept = () => page.evaluate(async () => (await caches.keys()).includes('izi-of-before'));
  await visitor.open('/');
  await workerReady(page);
  await page.evaluate(async () => {
    await caches.open('izi-of-before');
    await navigator.serviceWorker.register('/service-worker.js?next');
  });
  await page.getByText('A new version is ready').waitFor();
  expect([await running(), await kept()], 'before it is asked for').toEqual(['', true]);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update' }).click()]);
  await visitor.arrive('/', 'Play');
  await eventually(async () => [await running(), await kept()], ['?next', false]);
});

/** The header's link to the wallet does not show the balance from before. */
async function expectNoBalance(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Wallet balance', exact: true }).waitFor();
}

/** The browser itself logs in the console what it could not fetch. */
function withoutNetwork(visitor: Visit): void {
  visitor.expectTrouble(/ERR_INTERNET_DISCONNECTED/);
}
