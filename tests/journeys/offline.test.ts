import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import { overAtRest } from '#tests/support/browser/reflow.ts';
import { workerReady } from '#tests/support/browser/service-worker.ts';
import { openDraws, ticketFor, waitFor } from '#tests/support/players/outsider.ts';
import { addTicket, basketOf, betOf, choose, chooseAnotherDraw, eventually, journey, type Visit } from './support.ts';

// The app on the device: what it stores there, and what works without a network.

const allowed = { serviceWorkers: 'allow' } as const;

journey('a second visit works without a network', async ({ visit, client, farDraw }) => {
  const player = await client(5_000);
  const [draw] = await openDraws(player.api, 20_000);
  const ticket = ticketFor(draw!, 'IziTwo', '49', 300);
  expect((await player.api.call('/bets', { body: { tickets: [ticket] } })).status).toBe(201);

  const visitor = await visit('phone', { ...player.remembered, ...allowed });
  const { page, context } = visitor;
  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  await workerReady(page);
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 200 }, await farDraw());
  const basket = await basketOf(page);
  await visitor.open('/my-bets');
  await visitor.arrive('/my-bets', 'My bets');
  await page.getByRole('article').first().waitFor();

  await context.setOffline(true);
  await page.reload();
  await visitor.arrive('/my-bets', 'My bets');
  await page.getByText('No connection').first().waitFor();
  await page.getByText(/^Your tickets as of \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
  await page.getByRole('article').getByText('IziTwo').waitFor();
  await expectNoBalance(page);

  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  await page.getByRole('main').getByText('No connection').waitFor();
  expect(await basketOf(page)).toEqual(basket);
  await page.getByRole('button', { name: 'Basket', exact: true }).click();
  await page.getByRole('dialog', { name: 'Basket' }).getByText('IziOne').waitFor();
  await expectNoBalance(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Basket' }).waitFor({ state: 'hidden' });

  // The network is back with the tap: before it, the stream or a poll would fetch what the tap asks for.
  let isBack = false;
  await page.route('**/api/**', (route) => (isBack ? route.fallback() : route.abort('internetdisconnected')));
  await page.exposeFunction('noteTap', () => (isBack = true));
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' }).first();
  await retry.evaluate((button) => button.addEventListener('pointerdown', () => void noteTap()));
  await context.setOffline(false);
  await retry.tap();
  await page.getByRole('main').getByText('No connection').waitFor({ state: 'detached' });
  withoutNetwork(visitor);
});

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Offline. Your basket is safe.' });
const backStrip = (page: Page) => page.getByRole('status').filter({ hasText: 'Online again' });

/**
 * Does what brings the network back, and waits until the strip says so. The strip shows it for three seconds, so the page
 * itself looks at each change: on a busy machine, looks from outside can be further apart. A page that is loaded anew
 * meanwhile is an error.
 */
async function seeBack(page: Page, bringBack: () => Promise<void>): Promise<void> {
  const watch = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      const lines = [...document.querySelectorAll('[role="status"]')];
      if (lines.some((line) => line.textContent.includes('Online again') && line.checkVisibility())) resolve();
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    return { promise };
  });
  await Promise.all([watch.evaluate(({ promise }) => promise), bringBack()]);
}

journey.long(
  'each screen says under its header that the network is gone, and when it is back',
  async ({ visit, client }) => {
    const { remembered } = await client(1_000);
    const visitor = await visit('phone', remembered);
    const { page, context } = visitor;
    for (const [path, heading] of [
      ['/', 'Play'],
      ['/results', 'Results'],
      ['/my-bets', 'My bets'],
      ['/my-wallet', 'My wallet'],
      ['/checkout', 'Checkout'],
    ] as const) {
      await visitor.open(path);
      await visitor.arrive(path, heading);
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      await newsLoaded(page);
      await context.setOffline(true);
      await strip(page).waitFor();
      await auditPage(page, `${path} without a network`);
      // It makes room for itself, and stays in view.
      expect(await coveredBy(page), path).toBeLessThanOrEqual(0);
      await page.evaluate(() => scrollTo(0, 400));
      expect(await strip(page).evaluate((line) => line.getBoundingClientRect().bottom)).toBeLessThan(120);
      // It goes by itself after a moment.
      await seeBack(page, () => context.setOffline(false));
      await backStrip(page).waitFor({ state: 'detached' });
    }
    // Whether anything is asked for within these seconds depends on when a stream tries again.
    visitor.allowTrouble(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  },
);

journey(
  'without a network Play says how old its clock and its last result may be, and where tickets stay',
  async ({ visit, untilSalesLast }) => {
    const visitor = await visit('phone', { viewport: { width: 360, height: 640 } });
    const { page, context } = visitor;
    const main = page.getByRole('main');
    const clock = main.getByText(/^Device clock\.\s+Last result: \d\d:\d\d$/);
    const kept = 'Kept on this device. Pay when you are online.';
    const make = async (number: string) => {
      await main
        .getByRole('group', { name: 'Numbers', exact: true })
        .getByRole('button', { name: number, exact: true })
        .tap();
      await main.getByRole('button', { name: '300', exact: true }).tap();
    };
    await untilSalesLast(20_000);
    await visitor.open('/');
    await newsLoaded(page);
    await main.getByRole('link', { name: /checkable$/ }).waitFor();
    await context.setOffline(true);
    await clock.waitFor();
    expect(await overAtRest(page), 'the first visit').toEqual([]);
    await context.setOffline(false);
    await clock.waitFor({ state: 'detached' });

    // The first ticket brings the code of the basket, and the hero of somebody who plays.
    await make('7');
    await main.getByRole('button', { name: 'Add to basket' }).tap();
    await eventually(async () => (await basketOf(page)).length, 1);
    const basketButton = page.getByRole('button', { name: 'Basket', exact: true });
    const basket = page.getByRole('dialog', { name: 'Basket' });
    await basketButton.tap();
    await basket.getByText('IziOne').waitFor();
    expect(await basket.getByText(kept).count()).toBe(0);
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await clock.waitFor();
    await make('4');
    await main.getByRole('region', { name: 'Your ticket' }).getByText(kept).waitFor();
    expect(await overAtRest(page), 'a ticket').toEqual([]);
    await auditPage(page, 'a ticket without a network');
    await main.getByRole('button', { name: 'Add to basket' }).tap();
    await basketButton.tap();
    await basket.getByText(kept).waitFor();
    expect(await basketOf(page)).toHaveLength(2);
    await context.setOffline(false);
    await page.getByText(kept).first().waitFor({ state: 'detached' });
    await main.getByRole('link', { name: /checkable$/ }).waitFor();
    visitor.allowTrouble(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  },
);

/** Waits for the code that reports the network. */
async function newsLoaded(page: Page): Promise<void> {
  // It is loaded when the page follows the draws.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/News-/.test(name)));
}

/** How far the header with its strip lies over the page that is scrolled to its top. */
function coveredBy(page: Page): Promise<number> {
  return page.evaluate(() => {
    const top = document.querySelector('header')!.parentElement!.getBoundingClientRect();
    return top.bottom - document.querySelector('main')!.getBoundingClientRect().top;
  });
}

journey(
  'the browser’s word that the network is gone is enough; where it believes otherwise, a call that fails tells',
  async ({ visit }) => {
    const visitor = await visit('phone');
    const { page } = visitor;
    await visitor.open('/about');
    await visitor.arrive('/about', 'How it works');
    // Where the browser knows it, nothing has to be asked for and lost. Its word is repeated until the code that listens is there.
    const hear = async () => {
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      return strip(page).isVisible();
    };
    await eventually(hear, true);
    await seeBack(page, () => strip(page).getByRole('button', { name: 'Try again' }).tap());
    let isGone = true;
    await page.route('**/api/**', (route) => (isGone ? route.abort('connectionfailed') : route.fallback()));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Results' }).tap();
    await page.getByRole('main').getByText('No connection').first().waitFor();
    await strip(page).waitFor();
    await strip(page).getByRole('button', { name: 'Try again' }).tap();
    await strip(page).waitFor();
    isGone = false;
    await seeBack(page, () => strip(page).getByRole('button', { name: 'Try again' }).tap());
    // The page fetches what it could not, by itself.
    await page.getByRole('main').getByText('No connection').first().waitFor({ state: 'detached' });
    await backStrip(page).waitFor({ state: 'detached' });
    visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
  },
);

journey('a sheet whose code was lost opens by itself when the network is back', async ({ visit, client }) => {
  const { remembered } = await client(1_000);
  const visitor = await visit('phone', remembered);
  const { page, context } = visitor;
  await visitor.open('/my-wallet');
  const wallet = page.getByRole('main');
  // Both sheets share their styles and most of their code. What is left is one module, of which the browser keeps the failure.
  await wallet.getByRole('button', { name: 'Add funds' }).tap();
  await page.getByRole('dialog', { name: 'Add funds' }).getByLabel('Amount', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await wallet.getByRole('button', { name: 'Withdraw' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Withdraw' });
  await sheet.getByText('This could not be loaded', { exact: true }).waitFor();
  await context.setOffline(false);
  await sheet.getByText('There are no winnings to withdraw yet.').waitFor();
  withoutNetwork(visitor);
});

journey.long('a call that is lost alone is made again by itself, and not for ever', async ({ visit, client }) => {
  const { remembered } = await client(1_000);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  let lost = 0;
  await page.route('**/api/payments/methods', (route) =>
    lost++ === 1 ? route.fallback() : route.abort('connectionreset'),
  );
  await visitor.open('/my-wallet');
  const open = page.getByRole('main').getByRole('button', { name: 'Add funds' });
  await open.tap();
  const sheet = page.getByRole('dialog', { name: 'Add funds' });
  await sheet.getByLabel('Amount', { exact: true }).waitFor();
  expect(lost).toBe(2);

  // From here on it is never answered. The page alone asks first: a sheet that opens asks once more for itself.
  await visitor.open('/my-wallet');
  await eventually(() => Promise.resolve(lost), 5);
  await page.waitForTimeout(1_000);
  expect(lost).toBe(5);
  await open.tap();
  await sheet.getByText('No connection').waitFor();
  await sheet.getByRole('button', { name: 'Try again' }).waitFor();
  await page.waitForTimeout(1_000);
  expect(lost).toBe(6);
  visitor.expectTrouble(/ERR_CONNECTION_RESET/);
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

journey.long(
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
  'offline, a screen that is not stored fails alone: the strip and the balance are there',
  async ({ visit, client }) => {
    const { remembered } = await client(1_000);
    const visitor = await visit('phone', { ...remembered, ...allowed });
    const { page, context } = visitor;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await visitor.open('/');
    await workerReady(page);
    await visitor.open('/my-wallet');
    await visitor.arrive('/my-wallet', 'My wallet');

    await context.setOffline(true);
    await visitor.open('/history');
    await page.getByRole('main').getByRole('alert').getByText('This could not be loaded', { exact: true }).waitFor();
    await page.getByText('Offline. Your basket is safe.').waitFor();
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: /^Wallet balance/ }).waitFor();
    expect(await header.getByRole('button', { name: /again/ }).count()).toBe(0);
    withoutNetwork(visitor);
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
      ['/about', 'How it works'],
    ] as const) {
      await visitor.open(path);
      await visitor.arrive(path, heading);
    }
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Basket' }).getByText('Nothing in it yet').waitFor();
    withoutNetwork(visitor);
  },
);

journey(
  'offline before anything is stored, the page says what is missing, and loads when the network is back',
  async (walk) => {
    const visitor = await walk.visit('phone');
    const { page, context } = visitor;
    await visitor.open('/about');
    await visitor.arrive('/about', 'How it works');
    await context.setOffline(true);
    // By the footer: the menu is not there either.
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('alert').getByText('The menu could not be loaded.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    await page
      .getByRole('dialog', { name: 'Basket' })
      .getByRole('alert')
      .getByText('This could not be loaded')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Results' }).tap();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('This could not be loaded', { exact: true }).waitFor();
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

journey('a new version waits until the client asks for it, and leaves a ticket as it is', async ({ visit }) => {
  // Only the app's own policy may start a worker, and here the test starts it.
  const visitor = await visit('phone', { ...allowed, bypassCSP: true });
  const { page } = visitor;
  const running = () => page.evaluate(() => new URL(navigator.serviceWorker.controller!.scriptURL).search);
  const kept = () => page.evaluate(async () => (await caches.keys()).includes('izi-of-before'));
  await visitor.open('/');
  await workerReady(page);
  const main = page.getByRole('main');
  await choose(main.getByRole('radio', { name: betOf('IziTwo') }));
  await main.getByText('First two, in any order').waitFor();
  await main.getByLabel('Amount', { exact: true }).fill('700');
  await chooseAnotherDraw(page);
  await main.getByLabel('Play it on').selectOption('3');
  await main.getByText(/^Draw \d\d:\d\d, 3 in a row$/).waitFor();
  await page.evaluate(async () => {
    await caches.open('izi-of-before');
    await navigator.serviceWorker.register('/service-worker.js?next');
  });
  const update = page.getByRole('button', { name: 'Update' });
  await update.waitFor();
  const [notice, bar] = await boxesOf(update.locator('..'), main.getByRole('region', { name: 'Your ticket' }));
  expect(notice.bottom, 'it lies above the bar').toBeLessThan(bar.y);
  await auditPage(page, 'a new version');
  expect([await running(), await kept()], 'before it is asked for').toEqual(['', true]);

  const keys = main.getByRole('group', { name: 'Numbers', exact: true });
  await keys.getByRole('button', { name: '4', exact: true }).tap();
  await update.waitFor({ state: 'hidden' });
  // Beside a ticket on a desktop there is room for it.
  await page.setViewportSize({ width: 1280, height: 900 });
  await Promise.all([page.waitForEvent('load'), update.click()]);
  await visitor.arrive('/', 'Play');
  await eventually(async () => [await running(), await kept()], ['?next', false]);
  await eventually(() => keys.locator('[aria-pressed=true]').allInnerTexts(), ['4']);
  expect(await main.getByRole('radio', { name: betOf('IziTwo') }).isChecked()).toBe(true);
  expect(await main.getByLabel('Amount', { exact: true }).inputValue()).toBe('700');
  await main.getByText(/^Draw \d\d:\d\d, 3 in a row$/).waitFor();
  // Once: what is cleared afterwards stays cleared.
  await main.getByRole('button', { name: 'Clear' }).click();
  await page.reload();
  await eventually(() => main.getByLabel('Amount', { exact: true }).inputValue(), '');
  await eventually(() => keys.locator('[aria-pressed=true]').count(), 0);
});

/** The header's link to the wallet does not show the balance from before. */
async function expectNoBalance(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Wallet balance', exact: true }).waitFor();
}

declare function noteTap(): Promise<void>;

/** The browser itself logs in the console what it could not fetch, and what its service worker could not. */
function withoutNetwork(visitor: Visit): void {
  visitor.expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  visitor.allowTrouble(/ERR_FAILED/);
}
