import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { addTicket, basketOf, eventually, journey, type Visit } from './support.ts';

// The app on the device: what it stores there, and what works without a network.

const allowed = { serviceWorkers: 'allow' } as const;

journey('a second visit without a network', async ({ visit, client, drawAfter }) => {
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

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('main').getByText('You are offline').waitFor({ state: 'detached' });
  withoutNetwork(visitor);
});

journey('the device stores no more than the first page and the shell', async ({ visit }) => {
  const visitor = await visit('phone', allowed);
  const { page } = visitor;
  await visitor.open('/');
  await workerReady(page);
  const kept = await page.evaluate(async () => {
    const [name, ...others] = await caches.keys();
    const keys = await (await caches.open(name!)).keys();
    return { others, paths: keys.map(({ url }) => new URL(url).pathname) };
  });
  expect(kept.others).toEqual([]);
  const screens = kept.paths.filter((path) => !path.startsWith('/assets/'));
  expect(screens.toSorted()).toEqual(['/', '/my-bets']);
  // The vendor's, the app's, the first screen's and the bundler's own; one style sheet; and the chunk that registered it.
  expect(kept.paths.length - screens.length).toBeLessThanOrEqual(6);
});

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

journey('a new version waits until it is asked for', async ({ visit }) => {
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

/** Waits until the service worker answers for the page. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
}

/** The header's link to the wallet does not show the balance from before. */
async function expectNoBalance(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Wallet balance', exact: true }).waitFor();
}

/** The browser itself logs in the console what it could not fetch. */
function withoutNetwork(visitor: Visit): void {
  visitor.expectTrouble(/ERR_INTERNET_DISCONNECTED/);
}
