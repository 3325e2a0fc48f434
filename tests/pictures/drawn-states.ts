import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { betOf } from '#tests/journeys/support.ts';
import type { Draw } from '#contract/draws.ts';
import type { State } from './states.ts';

// The other states that are drawn one by one: basket and checkout, signing up and in, what is around the game, and a ticket that is shared.

const main = (page: Page) => page.getByRole('main');
const tap = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).first().click();

interface Wish {
  readonly name: string;
  readonly numbers: string;
  readonly amount: number;
  /** Whether it was made for the draw before. */
  readonly hasMoved?: boolean;
  /** On how many draws in a row; one without it. */
  readonly draws?: number;
}

const one: readonly Wish[] = [{ name: 'IziOne', numbers: '2', amount: 300 }];
const nineMoved: readonly Wish[] = (
  [
    ['IziOne', '2', 300],
    ['IziABC', '6', 100],
    ['IziTwo', '91', 300],
    ['Izi2x', '148', 500],
    ['Izi3x', '257', 100],
    ['IziOrder', '135629847', 300],
    ['IziOne', '7', 300],
    ['IziABC', '3', 1_000],
    ['IziTwo', '48', 200],
  ] as const
).map(([name, numbers, amount]) => ({ name, numbers, amount, hasMoved: true }));
const twelve: readonly Wish[] = [
  ...nineMoved,
  { name: 'Izi2x', numbers: '369', amount: 300 },
  { name: 'IziOne', numbers: '5', amount: 500 },
  { name: 'Izi3x', numbers: '123', amount: 300 },
];
const withSeries: readonly Wish[] = [
  { name: 'IziTwo', numbers: '91', amount: 300 },
  { name: 'IziOne', numbers: '7', amount: 300, draws: 20 },
  { name: 'Izi2x', numbers: '148', amount: 500 },
];

/** In milliseconds: a picture is taken within it. */
const leftToLook = 15_000;
const minute = 60_000;

/** The draws on sale, the next first, when its sales have time left. */
async function drawsOnSale(page: Page): Promise<readonly Draw[]> {
  for (;;) {
    const answer = await page.request.get('/api/draws?status=open&limit=30');
    const { data, meta } = (await answer.json()) as { data: readonly Draw[]; meta: { now: string } };
    const left = Date.parse(data[0]!.closesAt) - Date.parse(meta.now);
    if (left > leftToLook) return data;
    await sleep(Math.max(500, left));
  }
}

/** Puts tickets for the next draw into the basket, and opens a page with it. */
async function open(page: Page, path: string, wishes: readonly Wish[]): Promise<void> {
  const onSale = await drawsOnSale(page);
  const items = wishes.flatMap(({ name, numbers, amount, hasMoved, draws = 1 }, wish) =>
    onSale.slice(0, draws).map(({ id, fullDate }, index) => ({
      id: `0192f0a0-0000-7000-8000-0000000${10 + wish}${100 + index}`,
      name,
      fullDate,
      betAmount: amount,
      selectedNumbers: Array.from(numbers),
      drawId: id,
      ...(draws === 1 && { follows: true }),
      ...(hasMoved && { movedFrom: new Date(Date.parse(fullDate) - minute).toISOString() }),
    })),
  );
  await page.evaluate((stored) => localStorage.setItem('draws', stored), JSON.stringify(items));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
}

const openBasket = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Basket', exact: true }).click();

export const basketStates: readonly State[] = [
  {
    name: 'basket-1-popover',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/', twelve);
      await openBasket(page);
      await page.getByText('and 10 more').waitFor();
    },
  },
  {
    name: 'basket-2-one',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/', one);
      await openBasket(page);
      await page.getByRole('link', { name: 'Checkout' }).waitFor();
    },
  },
  {
    name: 'basket-3-empty',
    path: '/',
    wholePage: false,
    async act(page) {
      await openBasket(page);
      await page.getByText('Nothing in it yet').waitFor();
    },
  },
  { name: 'basket-4-checkout', path: '/about', wholePage: false, act: (page) => open(page, '/checkout', twelve) },
  {
    name: 'basket-5-series',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/checkout', withSeries);
      await main(page)
        .getByRole('button', { name: /^Change IziOne/ })
        .click();
      await main(page).getByRole('group', { name: 'Draws of this bet' }).getByRole('button').nth(6).click();
    },
  },
];

/** A phone that nobody has signed up with. */
const newPhone = () =>
  `07 ${String(Math.random())
    .slice(2, 10)
    .replaceAll(/(..)(?=.)/g, '$1 ')}`;

async function passFirstStep(page: Page): Promise<void> {
  await page.getByLabel('Phone', { exact: true }).fill(newPhone());
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await tap(page, 'Next');
  await page.getByLabel('First name', { exact: true }).fill('Awa');
  await page.getByLabel('Last name', { exact: true }).fill('Koné');
}

export const signUpStates: readonly State[] = [
  {
    name: 'sign-up-1-phone',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/auth/signup', one);
      await page.getByLabel('Phone', { exact: true }).fill('07 01 15 05 66');
    },
  },
  {
    name: 'sign-up-2-who',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/auth/signup', one);
      await passFirstStep(page);
      await page.getByLabel('I am 18 or over').check();
      await page.getByLabel('Date of birth', { exact: true }).pressSequentially('240819');
    },
  },
  {
    name: 'sign-up-3-too-young',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/auth/signup', one);
      await passFirstStep(page);
      await page.getByLabel('Date of birth', { exact: true }).fill('12/03/2011');
      await tap(page, 'Create account');
      await page.getByText('You must be 18 or over to play. That is').waitFor();
    },
  },
  {
    name: 'sign-up-4-code',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/auth/signup', one);
      await passFirstStep(page);
      await page.getByLabel('Date of birth', { exact: true }).fill('24/08/1990');
      await page.getByLabel('I am 18 or over').check();
      await tap(page, 'Create account');
      await page.getByLabel('Code', { exact: true }).pressSequentially('659');
    },
  },
  {
    name: 'sign-up-5-sign-in',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/checkout', one);
      await page.getByLabel('Phone or e-mail', { exact: true }).fill('07 01 15 05 66');
      await page.getByLabel('Password', { exact: true }).fill('a good password');
      await page.getByLabel('Keep me signed in').check();
    },
  },
];

/** Tries a bet on About. */
const tryBet = (name: string, button: string) => async (page: Page) => {
  await main(page).getByRole('radio', { name, exact: true }).check();
  await tap(page, button);
};

export const visitorsAround: readonly State[] = [
  {
    name: 'around-1-language',
    path: '/',
    wholePage: false,
    readsOther: true,
    act: (page) => page.locator('[data-strip=language]').waitFor(),
  },
  { name: 'around-4-about-once', path: '/about', wholePage: false, act: tryBet('IziTwo', 'Draw once') },
  { name: 'around-5-about-hundred', path: '/about', wholePage: false, act: tryBet('IziOne', 'Draw 100 times') },
];

export const clientsAround: readonly State[] = [
  {
    name: 'around-2-offline',
    path: '/about',
    wholePage: false,
    async act(page) {
      await open(page, '/', one);
      await page
        .getByRole('group', { name: 'Numbers', exact: true })
        .getByRole('button', { name: '7', exact: true })
        .click();
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/News-/.test(name)),
      );
      await page.context().setOffline(true);
      await page.getByText('Offline. Your basket is safe.').waitFor();
    },
  },
  { name: 'around-3-profile', path: '/profile' },
];

/** The address of a ticket that somebody passes on. */
const linkTo = (fullDate: string) => `/#play=IziTwo.72.300.${fullDate.slice(0, 16)}Z`;

export const visitorsTogether: readonly State[] = [
  {
    name: 'together-2-open',
    path: ({ onSale }) => linkTo(onSale.at(-1)!.fullDate),
    wholePage: false,
    act: (page) => page.getByText('is filled in below').waitFor(),
  },
  {
    name: 'together-3-closed',
    path: linkTo('2026-01-01T10:00'),
    wholePage: false,
    act: (page) => page.getByText('is filled in below').waitFor(),
  },
  {
    name: 'together-4-begun',
    path: '/',
    wholePage: false,
    async act(page) {
      await page
        .getByRole('group', { name: 'Numbers', exact: true })
        .getByRole('button', { name: '7', exact: true })
        .click();
      await page.evaluate((hash) => location.assign(hash), linkTo('2026-01-01T10:00').slice(1));
      await page.getByRole('button', { name: 'Keep mine' }).waitFor();
    },
  },
];

export const clientsTogether: readonly State[] = [
  {
    name: 'together-1-link',
    path: '/',
    wholePage: false,
    async act(page) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('radio', { name: betOf('IziTwo') }).check();
      const pad = page.getByRole('group', { name: 'Numbers', exact: true });
      for (const number of '72') await pad.getByRole('button', { name: number, exact: true }).click();
      await tap(page, '300');
      await page.getByRole('button', { name: 'Play with me' }).click();
    },
  },
  {
    name: 'together-5-ticket',
    path: ({ pending }) => `/my-bets/${pending}`,
    wholePage: false,
    async act(page) {
      await main(page)
        .getByRole('button', { name: /^Share/ })
        .click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
];
