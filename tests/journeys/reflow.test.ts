import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cutAtRest } from '#tests/support/browser/reflow.ts';
import { betsOf, openDraws, ticketFor, type Outsider } from '#tests/support/players/outsider.ts';
import { basketOf, eventually, journey, visitorPages } from './support.ts';

const pagesOfVisitors = [...visitorPages, '/nowhere'];
const clientPages = [
  '/checkout',
  '/my-bets',
  '/my-wallet',
  '/my-wallet?add=1',
  '/my-wallet?withdraw=1',
  '/history',
  '/profile',
];

const ways = {
  'at 320 px': { size: { width: 320, height: 640 }, text: '100%' },
  'with text of 200 % on a phone': { size: { width: 390, height: 800 }, text: '200%' },
  'with text of 200 % on a desktop': { size: { width: 1280, height: 900 }, text: '200%' },
};

for (const [way, { size, text }] of Object.entries(ways)) {
  journey(`${way} nothing is cut and no page scrolls sideways`, async ({ visit, client }) => {
    const { api, remembered } = await client(3_000);
    const { drawId, ticketId } = await playOnce(api);
    const cut: string[] = [];
    const visitor = await visit('phone', { viewport: size });
    const known = await visit('phone', { ...remembered, viewport: size });
    for (const { context } of [visitor, known]) await context.addInitScript(setTextSize, text);
    for (const [{ page, open }, paths] of [
      [visitor, [...pagesOfVisitors, `/results/${drawId}`]],
      [known, ['/', ...clientPages, `/my-bets/${ticketId}`]],
    ] as const) {
      for (const path of paths) {
        await open(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
        cut.push(...(await cutAtRest(page)).map((what) => `${path}: ${what}`));
      }
    }
    visitor.expectTrouble(/status of 404/);
    expect(cut).toEqual([]);
  });
}

/** Runs in the page: sets the size before anything is laid out, as the browser's own setting does. */
function setTextSize(size: string) {
  document.addEventListener('readystatechange', () => (document.documentElement.style.fontSize = size));
}

async function playOnce(api: Outsider): Promise<{ drawId: string; ticketId: string }> {
  const [draw] = await openDraws(api, 20_000);
  const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOrder', '491278635', 600)] } });
  expect(placed.status).toBe(201);
  return { drawId: draw!.id, ticketId: (await betsOf(api))[0]!.id };
}

journey('by keyboard alone and without motion: from the first page to a receipt', async ({ visit, client }) => {
  const { api, remembered } = await client(2_000);
  const visitor = await visit('desktop', remembered);
  const { page } = visitor;
  await page.addInitScript(noteMotion);
  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  await page.keyboard.press('Tab');
  await expectFocus(page, 'Skip to the content');
  await page.keyboard.press('Enter');

  await tabTo(page, 'IziOne');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await expectFocus(page, 'Izi2x');
  for (const number of '358') {
    await tabTo(page, number);
    await page.keyboard.press('Space');
  }
  await tabTo(page, 'Amount');
  await page.keyboard.type('500');
  // A later draw than the next one, whose sales may close meanwhile.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Minute');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Add to basket');
  await page.keyboard.press('Enter');
  await eventually(
    async () => (await basketOf(page)).map(({ name, betAmount }) => [name, betAmount]),
    [['Izi2x', 500]],
  );

  await tabTo(page, 'Basket', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Basket' }).getByRole('link', { name: 'Checkout' }).waitFor();
  await tabTo(page, 'Checkout');
  await page.keyboard.press('Enter');
  await visitor.arrive('/checkout', 'Checkout');
  await eventually(() => page.getByRole('button', { name: 'Pay', exact: true }).isEnabled(), true);
  await tabTo(page, 'Pay');
  await page.keyboard.press('Enter');
  await visitor.arrive('/checkout', 'Your ticket is placed');
  expect(await betsOf(api)).toHaveLength(1);
  expect(await page.evaluate(() => (window as unknown as { motions: string[] }).motions)).toEqual([]);
});

/** Runs in the page, which is loaded once: records every animation, from the first page on. */
function noteMotion() {
  const motions: string[] = [];
  Object.assign(window, { motions });
  for (const type of ['animationstart', 'transitionrun']) {
    addEventListener(type, ({ target }) => motions.push(`${type} of ${(target as Element).className}`), true);
  }
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 120; step++) {
    const focused = await focusedName(page);
    if (focused === name) return;
    passed.push(focused);
    await page.keyboard.press(key);
  }
  throw new Error(`no way by ${key} to “${name}”, only to ${[...new Set(passed)].join(', ')}`);
}

async function expectFocus(page: Page, name: string): Promise<void> {
  await eventually(() => focusedName(page), name);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }) | null;
    const name = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent;
    return name?.trim() ?? '';
  });
}
