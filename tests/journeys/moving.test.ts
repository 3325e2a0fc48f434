import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { choose, eventually, inMotion, journey } from './support.ts';

// Navigation within the app behaves like the browser's own, when each page is loaded separately.

journey('a page starts at its top; back, forward and a reload restore the scroll position', async ({ visit }) => {
  const { page, open, arrive } = await visit('phone', inMotion);
  await open('/');
  await page.getByText(/^Next draw \d/).waitFor();
  await scrollDown(page, 400);
  await footerLink(page, 'About').click();
  await arrive('/about', 'How it works');
  expect(await scrolled(page)).toBe(0);

  await scrollDown(page, 700);
  await page.getByRole('main').getByRole('link', { name: 'See the results' }).press('Enter');
  await arrive('/results', 'Results');
  expect(await scrolled(page)).toBe(0);
  await scrollDown(page, 250);

  const whereLinkWas = await back(page);
  await arrive('/about', 'How it works');
  expect(whereLinkWas).toBeGreaterThan(700);
  await page.goForward();
  await arrive('/results', 'Results');
  await eventually(() => scrolled(page), 250);
  await page.reload();
  await arrive('/results', 'Results');
  await eventually(() => scrolled(page), 250);
});

journey('a link to a place on a page shows that place, also if the page must be loaded first', async ({ visit }) => {
  const { page, open, arrive } = await visit('phone', inMotion);
  await open('/verify');
  await page.getByRole('main').getByRole('link', { name: 'How draws are made' }).click();
  await arrive('/about', 'How it works');
  const place = page.locator('#draws');
  await eventually(() => place.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 100), true);
});

journey('what is left of a scroll bar beside a dialog is as dark as the page', async ({ visit }) => {
  const { page, open } = await visit('desktop', { viewport: { width: 800, height: 600 } });
  await open('/results');
  const dark = page.getByRole('contentinfo').getByRole('switch', { name: 'Dark mode' });
  for (const isDark of [false, true]) {
    if (isDark) await choose(dark);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    const edge = await page.evaluate(() => document.body.clientWidth);
    expect(edge).toBeLessThan(800);
    const [beside, onPage] = [await colourAt(page, edge + 2), await colourAt(page, edge - 2)];
    for (const [channel, value] of beside.entries())
      expect(Math.abs(value - onPage[channel]!), `${beside.join()} beside ${onPage.join()}`).toBeLessThan(4);
    await page.keyboard.press('Escape');
  }
});

journey('Back closes an open basket', async ({ visit }) => {
  const { page, open, arrive } = await visit('desktop', inMotion);
  await open('/');
  await page.getByText(/^Next draw \d/).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click();
  await arrive('/results', 'Results');
  await page.getByRole('button', { name: 'Basket', exact: true }).click();
  const basket = page.getByRole('dialog', { name: 'Basket' });
  await basket.getByRole('heading', { name: 'Your basket' }).waitFor();
  await page.goBack();
  await page.getByText(/^Next draw \d/).waitFor();
  await basket.waitFor({ state: 'hidden' });
});

journey('a followed link keeps the focus if it is on every page', async ({ visit }) => {
  const { page, open, arrive } = await visit('desktop', inMotion);
  await open('/');
  await page.getByText(/^Next draw \d/).waitFor();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' });
  await link.press('Enter');
  await arrive('/results', 'Results');
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await link.getAttribute('aria-current')).toBe('page');
});

journey('a link to the current page adds no history entry', async ({ visit }) => {
  const { page, open, arrive } = await visit('desktop', inMotion);
  await open('/');
  await page.getByText(/^Next draw \d/).waitFor();
  await footerLink(page, 'Results').click();
  await arrive('/results', 'Results');
  const entries = await page.evaluate(() => history.length);
  await footerLink(page, 'Results').click();
  await footerLink(page, 'Results').click();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await arrive('/', 'Play');
});

journey('a page that was opened before comes back without a spinner', async ({ visit }) => {
  const { page, open, arrive } = await visit('desktop', inMotion);
  await open('/about');
  await page.evaluate(countSpinners);
  await footerLink(page, 'Results').click();
  await arrive('/results', 'Results');
  const whileLoading = await page.evaluate(() => (window as Counting).spinners);
  expect(whileLoading, 'the first time its code has to be loaded').toBeGreaterThan(0);
  await footerLink(page, 'About').click();
  await arrive('/about', 'How it works');
  await page.goBack();
  await arrive('/results', 'Results');
  expect(await page.evaluate(() => (window as Counting).spinners)).toBe(whileLoading);
});

journey('a prerendered page uses the query of its address', async ({ visit }) => {
  const { page, open, arrive } = await visit('desktop', inMotion);
  await open('/results?date=2026-01-02');
  // Content that the HTML cannot have appears after it, without a hydration error in the console.
  await eventually(() => page.getByLabel('Day', { exact: true }).inputValue(), '02/01/2026');
  // The heading of the list is for screen readers only.
  await page.getByRole('heading', { name: 'Draws of 02/01/2026', exact: true }).waitFor({ state: 'attached' });
  await page.getByText('No draws on this day').waitFor();
  await arrive('/results?date=2026-01-02', 'Results');
});

function footerLink(page: Page, name: string) {
  return page.getByRole('contentinfo').getByRole('link', { name, exact: true });
}

/** Waits until the page is long enough. */
async function scrollDown(page: Page, distance: number): Promise<void> {
  await eventually(() => page.evaluate((top) => (scrollTo(0, top), scrollY), distance), distance);
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => scrollY);
}

/** @returns the scroll position after going back, once it no longer changes */
async function back(page: Page): Promise<number> {
  await page.goBack();
  let last = -1;
  await eventually(async () => {
    const now = await scrolled(page);
    const rests = now === last && now > 0;
    last = now;
    return rests;
  }, true);
  return last;
}

/** The red, green and blue of what the page shows at half its height. */
async function colourAt(page: Page, x: number): Promise<readonly number[]> {
  const { height } = page.viewportSize()!;
  const picture = sharp(await page.screenshot({ clip: { x, y: height / 2, width: 1, height: 1 } }));
  return [...(await picture.removeAlpha().raw().toBuffer())];
}

interface Counting extends Window {
  spinners?: number;
}

/** Runs in the page. */
function countSpinners() {
  const counting = window as Counting;
  counting.spinners = 0;
  new MutationObserver(() => {
    if (document.querySelector('main > [role=status][aria-label=Loading]')) counting.spinners! += 1;
  }).observe(document.querySelector('main')!, { childList: true, subtree: true });
}
