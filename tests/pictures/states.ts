import type { Page } from 'playwright-core';
import { answerPermission, pretendPush, setPushDown } from '#tests/support/browser/pretend-push.ts';
import { betOf } from '#tests/journeys/support.ts';
import { workerReady } from '#tests/support/browser/service-worker.ts';
import type { Furnished } from './furnish.ts';

/** One screen in one state. */
export interface State {
  readonly name: string;
  readonly path: string | ((furnished: Furnished) => string);
  /** The steps from the screen to the state. */
  readonly act?: (page: Page, furnished: Furnished) => Promise<void>;
  /** The content of local storage besides theme and token. */
  readonly stored?: (furnished: Furnished) => Record<string, string>;
  /** False for what overlays the page. */
  readonly wholePage?: boolean;
  /** Whether the browser prefers the other language, in which the page offers itself. */
  readonly readsOther?: boolean;
}

const main = (page: Page) => page.getByRole('main');
const tap = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).first().click();
const fillPad = async (page: Page, numbers: string) => {
  const pad = page.getByRole('group', { name: 'Numbers', exact: true });
  for (const number of numbers) await pad.getByRole('button', { name: number, exact: true }).click();
};

/** A basket with this many tickets, for draws that stay on sale for long. */
const basketOf = (count: number, betAmount: number) => (furnished: Furnished) => ({
  draws: JSON.stringify(
    Array.from({ length: count }, (_, index) => {
      const draw = furnished.onSale.at(-1 - index)!;
      return {
        id: `0192f0a0-0000-7000-8000-00000000010${index}`,
        name: index === 0 ? 'IziOrder' : 'IziTwo',
        fullDate: draw.fullDate,
        betAmount,
        // Different ones, or they would be one line of the basket.
        selectedNumbers: index === 0 ? '491278635'.split('') : ['4', String(10 - index)],
        drawId: draw.id,
      };
    }),
  ),
});

const failing = (page: Page) => page.route(/\/api\/(?!stream)/, (route) => route.abort('connectionfailed'));
const basketButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Basket', exact: true });

/** The wallet while withdrawals wait, and with the sheet that the named button opens. */
function waiting(name: string, waits: object, button?: string): State {
  return {
    name,
    path: '/about',
    async act(page) {
      await page.route('**/api/clients/payouts', (route) => route.fulfill({ json: { data: { waits } } }));
      await page.getByRole('contentinfo').getByRole('link', { name: 'My wallet' }).click();
      await page.getByText('Withdrawals wait').waitFor();
      if (button !== undefined) await tap(page, button);
    },
  };
}

/** A subscription to which nothing is sent. */
const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/a-picture', keys: { p256dh: '', auth: '' } };

/** The receipt of one ticket, with the offer to tell of a win in the state that the steps lead to. */
function offer(name: string, act: (page: Page) => Promise<void>): State {
  return {
    name: `receipt-${name}`,
    path: '/about',
    stored: (furnished) => ({ draws: JSON.stringify(JSON.parse(basketOf(2, 100)(furnished).draws).slice(1)) }),
    async act(page) {
      await pretendPush(page, subscription);
      await page.route('**/api/clients/push', (route) => route.fulfill({ status: 201, json: { data: { id: '' } } }));
      await page.goto('/checkout');
      await workerReady(page);
      await page.waitForTimeout(1_000);
      await tap(page, 'Pay');
      await main(page).getByRole('button', { name: 'Tell me when I win' }).waitFor();
      await act(page);
    },
  };
}

export const visitorStates: readonly State[] = [
  { name: 'play', path: '/' },
  {
    name: 'play-before-any-draw',
    path: '/about',
    async act(page) {
      await page.route('**/api/results?*', (route) => route.fulfill({ json: { data: [], meta: { next: null } } }));
      await page.evaluate(() => localStorage.setItem('known', '1'));
      await page.getByRole('contentinfo').getByRole('link', { name: 'Home', exact: true }).click();
      await page.getByText('None drawn yet').waitFor();
    },
  },
  {
    name: 'play-filled',
    path: '/',
    async act(page) {
      await page.getByRole('radio', { name: betOf('Izi2x') }).check();
      await fillPad(page, '359');
      await page.getByLabel('Amount', { exact: true }).fill('500');
    },
  },
  { name: 'play-missing', path: '/', act: (page) => tap(page, 'Add to basket') },
  {
    name: 'menu',
    path: '/about',
    wholePage: false,
    async act(page) {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
    },
  },
  { name: 'basket-empty', path: '/results', wholePage: false, act: (page) => basketButton(page).click() },
  {
    name: 'basket',
    path: '/results',
    wholePage: false,
    stored: basketOf(4, 600),
    async act(page) {
      await basketButton(page).click();
      await page.getByText('and 2 more').waitFor();
    },
  },
  { name: 'results', path: '/results' },
  { name: 'results-of-a-day-without-draws', path: '/results?date=2026-01-02' },
  {
    name: 'results-offline',
    path: '/about',
    async act(page) {
      await failing(page);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Results' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'draw-drawn', path: ({ drawn }) => `/results/${drawn.id}` },
  { name: 'draw-on-sale', path: ({ onSale }) => `/results/${onSale.at(-1)!.id}` },
  {
    name: 'draw-verified',
    path: ({ drawn }) => `/results/${drawn.id}`,
    async act(page) {
      await tap(page, 'Verify this draw');
      await page.getByText('Checks passed; operator-trusted').waitFor();
    },
  },
  { name: 'figures', path: '/figures' },
  {
    name: 'figures-of-many-draws',
    path: '/figures',
    async act(page) {
      // More draws than a picture can wait for.
      await page.route('**/api/figures*', async (route) => {
        const answer = await route.fetch();
        const figures = (await answer.json()) as { meta: object };
        const bands = [268, 301, 276, 291, 310, 284, 262, 297, 305, 286];
        const uniformity = { draws: 2_880, bands, statistic: 8.1, pValue: 0.52, verdict: 'even' };
        await route.fulfill({ json: { ...figures, meta: { ...figures.meta, uniformity } } });
      });
      await page.reload();
      await page.getByText('As chance would').waitFor();
    },
  },
  { name: 'verify', path: '/verify' },
  { name: 'about', path: '/about' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'sign-in', path: '/auth/login' },
  { name: 'sign-in-missing', path: '/auth/login', act: (page) => tap(page, 'Sign in') },
  { name: 'sign-up', path: '/auth/signup' },
  { name: 'sign-up-missing', path: '/auth/signup', act: (page) => tap(page, 'Next') },
  { name: 'forgot', path: '/auth/forgot' },
  { name: 'undo', path: `/auth/undo#${'A'.repeat(22)}` },
  {
    name: 'undone',
    path: `/auth/undo#${'A'.repeat(22)}`,
    async act(page) {
      await tap(page, 'Protect my account');
      await page.getByRole('heading', { name: 'Your account is protected' }).waitFor();
    },
  },
  { name: 'undo-no-link', path: '/auth/undo' },
];

export const clientStates: readonly State[] = [
  {
    name: 'client-play',
    path: '/',
    act: (page) => page.getByRole('button', { name: 'Play Our three' }).click(),
  },
  {
    name: 'client-favourites',
    path: '/',
    wholePage: false,
    async act(page) {
      await page.getByRole('button', { name: 'Play Our three' }).click();
      await page.getByRole('button', { name: 'Favourites' }).click();
      await page.getByRole('list', { name: 'Kept tickets' }).waitFor();
    },
  },
  {
    name: 'client-menu',
    path: '/about',
    wholePage: false,
    async act(page) {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
    },
  },
  { name: 'checkout', path: '/checkout', stored: basketOf(2, 600) },
  { name: 'checkout-short', path: '/checkout', stored: basketOf(8, 9_900) },
  { name: 'checkout-empty', path: '/checkout' },
  offer('offer', async () => {}),
  offer('asking', (page) => tap(page, 'Tell me when I win')),
  offer('not-yet', async (page) => {
    await tap(page, 'Tell me when I win');
    await answerPermission(page, 'default');
    await page.getByText('Your browser has not allowed it yet.').waitFor();
  }),
  offer('failed', async (page) => {
    await setPushDown(page, true);
    await tap(page, 'Tell me when I win');
    await answerPermission(page, 'granted');
    await page.getByRole('alert').waitFor();
  }),
  offer('on', async (page) => {
    await tap(page, 'Tell me when I win');
    await answerPermission(page, 'granted');
    await page.getByText('We will tell you when you win').waitFor();
  }),
  offer('blocked', async (page) => {
    await tap(page, 'Tell me when I win');
    await answerPermission(page, 'denied');
    await page.getByText('Your browser blocks notices').waitFor();
  }),
  offer('refused', (page) => tap(page, 'No thanks')),
  { name: 'my-bets', path: '/my-bets' },
  { name: 'my-bets-none', path: '/my-bets', act: (page) => page.getByRole('tab').last().click() },
  { name: 'ticket-pending', path: ({ pending }) => `/my-bets/${pending}` },
  { name: 'ticket-won', path: ({ won }) => `/my-bets/${won}` },
  { name: 'ticket-lost', path: ({ lost }) => `/my-bets/${lost}` },
  { name: 'wallet', path: '/my-wallet' },
  { name: 'wallet-payment', path: ({ payment }) => `/my-wallet?payment=${payment}` },
  { name: 'add-funds', path: '/my-wallet?add=1', wholePage: false },
  { name: 'withdraw', path: '/my-wallet?withdraw=1', wholePage: false },
  { name: 'money-explained', path: '/my-wallet?explain=1', wholePage: false },
  waiting('wallet-waits', { reason: 'password_reset', until: '2026-11-24T09:30:00Z' }),
  waiting('wallet-stopped', { reason: 'undone', until: null }),
  {
    ...waiting('withdraw-waits', { reason: 'password_reset', until: '2026-11-24T09:30:00Z' }, 'Withdraw'),
    wholePage: false,
  },
  { name: 'history', path: '/history' },
  { name: 'profile', path: '/profile' },
  {
    name: 'reality-check',
    path: '/profile?open=play-limits',
    wholePage: false,
    async act(page) {
      await page.getByRole('radio', { name: '30 minutes' }).click();
      await page.waitForFunction(() => localStorage.getItem('reality_check') !== null);
      await page.evaluate(() => {
        const played = JSON.parse(localStorage.getItem('reality_check')!) as { from: number };
        localStorage.setItem('reality_check', JSON.stringify({ ...played, from: played.from - 30 * 60_000 }));
      });
      await page.reload();
      await page.getByRole('dialog', { name: 'Time for a look' }).waitFor();
    },
  },
  { name: 'profile-open', path: '/profile?open=personal-data,email,security,play-limits,breaks,sessions' },
  { name: 'profile-notices', path: '/profile?open=notices' },
  {
    name: 'reality-choice-not-saved',
    path: '/profile?open=play-limits',
    async act(page) {
      await page.route('**/api/clients/reality-check', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
      );
      await page.getByRole('radio', { name: '120 minutes' }).click();
      await page.getByText('Your choice was not saved').waitFor();
    },
  },
  {
    name: 'profile-limit',
    path: '/profile#play-limits',
    wholePage: false,
    act: (page) =>
      page
        .getByRole('button', { name: /^Set a limit/ })
        .first()
        .click(),
  },
  {
    name: 'profile-break',
    path: '/profile#breaks',
    wholePage: false,
    async act(page) {
      await page.getByRole('radio', { name: '6 months' }).check();
      await tap(page, 'Take a break');
    },
  },
  {
    name: 'wallet-offline',
    path: '/about',
    async act(page) {
      await failing(page);
      await page.getByRole('contentinfo').getByRole('link', { name: 'My wallet' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
];
