import type { Page } from 'playwright-core';
import { betOf, inMotion } from '#tests/journeys/support.ts';
import type { State } from './states.ts';

// The states of Play that are drawn one by one: a first visit, and the ticket as it comes about.

const main = (page: Page) => page.getByRole('main');
const ball = (page: Page, number: string) => main(page).getByRole('button', { name: `Ball ${number}` });

/** Fills in a ticket. The amount is a chip where there is one. */
function build(name: string, numbers: string, amount?: number) {
  return async (page: Page) => {
    await page.getByRole('radio', { name: betOf(name) }).check();
    const pad = page.getByRole('group', { name: 'Numbers', exact: true });
    for (const number of numbers) await pad.getByRole('button', { name: number, exact: true }).click();
    if (amount)
      await main(page)
        .getByRole('button', { name: String(amount), exact: true })
        .click();
  };
}

export const firstVisitStates: readonly State[] = [
  { name: 'first-visit-1-idle', path: '/', wholePage: false },
  {
    name: 'first-visit-2-drawing',
    path: '/',
    wholePage: false,
    async act(page) {
      await page.emulateMedia(inMotion);
      await ball(page, '7').click();
      await page.locator('ol > li[data-out=true]').nth(2).waitFor();
    },
  },
  {
    name: 'first-visit-3-end',
    path: '/',
    wholePage: false,
    act: (page) => ball(page, '7').click(),
  },
  {
    name: 'first-visit-4-after',
    path: '/',
    wholePage: false,
    async act(page) {
      await ball(page, '7').click();
      await main(page).getByRole('button', { name: 'Play 7 for real' }).click();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
];

export const ticketStates: readonly State[] = [
  { name: 'ticket-1-building', path: '/', wholePage: false, act: build('IziTwo', '7') },
  { name: 'ticket-2-two', path: '/', wholePage: false, act: build('IziTwo', '72', 300) },
  { name: 'ticket-3-two-of-three', path: '/', wholePage: false, act: build('Izi2x', '148', 500) },
  { name: 'ticket-4-order', path: '/', wholePage: false, act: build('IziOrder', '135629847') },
  {
    name: 'ticket-5-tiers',
    path: '/',
    wholePage: false,
    async act(page) {
      await build('IziOrder', '135629847')(page);
      await main(page).getByRole('button', { name: 'Any prize, three or more' }).click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
];
