import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilQuiet } from '#tests/support/browser/quiet.ts';
import { takeTurns } from '#tests/support/long-run.ts';
import { betsOf, openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { betOf, choose, chooseAnotherDraw, eventually, journey, type Visit } from './support.ts';

// A part of the app's code that does not arrive: the part says so and can be loaded again, and all else stays.

const complaints = /Failed to load resource|ERR_|preload/;

/** All of the files take minutes, so the gate loses some. */
const isLost = takeTurns(12);

journey(
  'whichever file of code is lost, header, page and footer stay, and a retry brings the part back',
  async ({ visit, client }) => {
    const { api, remembered } = await client(2_000);
    const [draw] = await openDraws(api, 20_000);
    const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOne', '7', 100)] } });
    expect(placed.status, placed.text).toBe(201);
    const [ticket] = await betsOf(api);
    const paths = [
      '/',
      '/about',
      `/results/${draw!.id}`,
      '/my-bets',
      `/my-bets/${ticket!.id}`,
      '/my-wallet?add=1',
      '/history',
      '/profile',
      '/results',
      '/verify',
      '/checkout',
    ];
    const visitor = await visit('phone', remembered);
    const { page } = visitor;
    const chunks = await chunksOf(visitor, paths);
    expect(chunks.size, 'files of code loaded on demand').toBeGreaterThan(12);
    for (const [chunk, path] of [...chunks].filter(isLost)) {
      await page.route(`**${chunk}`, (route) => route.abort('connectionfailed'));
      await visitor.open(path);
      await tapThrough(page);
      await expectFrame(page, `${chunk} of ${path}`);
      await page.unroute(`**${chunk}`);
      await repair(page, `${chunk} of ${path}`);
    }
    forgive(visitor);
  },
);

journey(
  'a menu that was not loaded is retried, with a new page only where the browser keeps a failed import',
  async ({ visit }) => {
    const visitor = await visit('phone');
    const { page } = visitor;
    await visitor.open('/about');
    await visitor.arrive('/about', 'How it works');
    const isMenu = /\/assets\/MenuDrawer-.*js/;
    let menu = '';
    await page.route(isMenu, (route) => {
      menu = route.request().url();
      return route.abort('connectionfailed');
    });
    await page.evaluate(() => void ((window as { sameLoad?: true }).sameLoad = true));
    await page.getByRole('button', { name: 'Menu' }).tap();
    const alert = page.getByRole('alert').filter({ hasText: 'The menu could not be loaded.' });
    await alert.waitFor();
    await page.getByRole('heading', { level: 1, name: 'How it works' }).waitFor();
    await page.unroute(isMenu);
    // The code is passed as text, because an import would be a second copy.
    const keepsFailures = await page.evaluate<boolean>(`import(${JSON.stringify(menu)}).then(() => false, () => true)`);
    await alert.getByRole('button', { name: 'Try again' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About' });
    if (keepsFailures) {
      await alert.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Menu' }).tap();
    }
    await drawer.waitFor();
    expect(await page.evaluate(() => (window as { sameLoad?: true }).sameLoad)).toBe(keepsFailures ? undefined : true);
    forgive(visitor);
  },
);

journey('without the app’s own script, the page says that and offers a retry', async ({ visit }) => {
  const visitor = await visit('phone');
  const { page } = visitor;
  const isApp = /\/assets\/vendor-.*js/;
  await page.route(isApp, (route) => route.abort('connectionfailed'));
  for (const path of ['/about', '/my-bets']) {
    await visitor.open(path);
    await page.getByRole('alert').getByText('The app could not be loaded.').waitFor();
  }
  await page.unroute(isApp);
  await visitor.open('/about');
  await visitor.arrive('/about', 'How it works');
  expect(await page.getByRole('alert').count()).toBe(0);
  forgive(visitor);
});

/** The files of code that are loaded on demand, each with the page on which it was first asked for. */
async function chunksOf({ page, open }: Visit, paths: readonly string[]): Promise<Map<string, string>> {
  const chunks = new Map<string, string>();
  let path = '';
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isEntry = /\/assets\/(app|vendor|rolldown-runtime)-/.test(pathname);
    if (/^\/assets\/.*\.(js|css)$/.test(pathname) && !isEntry && !chunks.has(pathname)) chunks.set(pathname, path);
  });
  for (path of paths) {
    await open(path);
    await tapThrough(page);
    await untilQuiet(page);
  }
  page.removeAllListeners('request');
  return chunks;
}

/** Opens the parts of Play; opens and closes the sheet that the address may ask for, the menu, and the basket. */
async function tapThrough(page: Page): Promise<void> {
  const settled = page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first();
  await settled.waitFor();
  await page.keyboard.press('Escape');
  const ordered = page.getByRole('radio', { name: betOf('IziOrder') });
  if ((await ordered.count()) > 0) {
    await choose(ordered);
    await chooseAnotherDraw(page);
  }
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const lostMenu = page.getByRole('alert').filter({ hasText: 'menu' });
  const isOpen = () => menu.or(lostMenu).first().isVisible();
  const sheet = page.getByRole('dialog', { name: 'Add funds' });
  async function openMenu() {
    // The sheet that the address asks for opens when its code is there, maybe just now.
    if (await sheet.isVisible()) await page.keyboard.press('Escape');
    // The menu opens by itself after a retry, maybe just now.
    if (!(await isOpen()))
      await page
        .getByRole('button', { name: 'Menu' })
        .tap({ timeout: 2_000 })
        .catch(() => {});
    return isOpen();
  }
  await eventually(openMenu, true);
  async function closeMenu() {
    if (await menu.isVisible()) await page.keyboard.press('Escape');
    return menu.isVisible();
  }
  await eventually(closeMenu, false);
  await page.getByRole('button', { name: 'Basket', exact: true }).tap();
  const basket = page.getByRole('dialog', { name: 'Basket' });
  await basket.getByText('Nothing in it yet').or(basket.getByRole('alert')).first().waitFor();
  await page.keyboard.press('Escape');
}

async function expectFrame(page: Page, what: string): Promise<void> {
  // The menu, which may be open still, has one too.
  const home = page.getByRole('banner').getByRole('link', { name: 'Izi, home' }).first();
  expect(await home.isVisible(), what).toBe(true);
  expect(
    await page
      .getByRole('contentinfo')
      .getByText(/^For adults/)
      .isVisible(),
    what,
  ).toBe(true);
  expect((await page.getByRole('main').innerText()).trim(), what).not.toBe('');
}

/** Taps every retry there is. The page is then as if nothing had been lost. */
async function repair(page: Page, what: string): Promise<void> {
  const retries = page.getByRole('button', { name: /Try again$/ });
  const left = async () => {
    // A tap from before the code was there is repeated once it is, and may open the menu only now.
    if (await page.getByRole('dialog').first().isVisible()) await page.keyboard.press('Escape');
    const button = retries.filter({ visible: true }).first();
    if (await button.isVisible()) await button.tap({ timeout: 2_000 }).catch(() => {});
    return (await retries.filter({ visible: true }).count()) + (await page.locator('[aria-busy=true]').count());
  };
  await eventually(left, 0);
  await tapThrough(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(
    await page
      .getByText(/could not be (loaded|shown)/)
      .filter({ visible: true })
      .count(),
    what,
  ).toBe(0);
}

/** The browser itself logs in the console what it could not fetch. */
function forgive({ troubles }: Visit): void {
  troubles.splice(0, Infinity, ...troubles.filter((trouble) => !complaints.test(trouble)));
}
