import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { betsOf } from '#tests/support/players/outsider.ts';
import { basketOf, eventually, journey } from './support.ts';

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

  await tabTo(page, 'IziOne, ×6, risk 3 of 6');
  await page.keyboard.press('ArrowLeft');
  await expectFocus(page, 'Izi2x, ×3, risk 2 of 6');
  for (const number of '358') {
    await tabTo(page, number);
    await page.keyboard.press('Space');
  }
  await tabTo(page, 'Amount');
  await page.keyboard.type('500');
  // A draw of tomorrow: sales of the next ones may close meanwhile.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Date');
  await page.keyboard.press('End');
  await page.getByLabel('Minute', { exact: true }).getByRole('option', { name: '02' }).waitFor({ state: 'attached' });
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
  await visitor.arrive('/checkout', '1 ticket is placed');
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
