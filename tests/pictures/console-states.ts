import type { Page } from 'playwright-core';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { screens } from '#console/screens.ts';

/** One screen of the operators' console in one state. */
export interface ConsoleState {
  readonly name: string;
  readonly path: string;
  /** Who looks; null before the sign-in. */
  readonly roles: readonly OperatorRole[] | null;
  /** The steps from the screen to the state. */
  readonly act?: (page: Page) => Promise<void>;
}

const everything = ['risk', 'compliance'] as const;

/** Waits until rows have taken the place of the skeleton; in vain where a picture is of the skeleton. */
export async function shown(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('tr[aria-hidden]') === null).catch(() => {});
  // The last to come: charts, and what is open beside.
  await page.waitForTimeout(400);
}

/** Opens the first row, where the list has one. */
async function openFirst(page: Page): Promise<void> {
  const row = page.locator('tbody tr[data-row]').first();
  await row.waitFor({ timeout: 3_000 }).catch(() => {});
  if ((await row.count()) === 0) return;
  await row.focus();
  await page.keyboard.press('Enter');
}

/** The list answers with a problem document, as it does where the database is away. */
const failing = (page: Page, list: string) =>
  page.route(`**/operator/${list}?**`, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Too busy',
        status: 503,
        code: 'unavailable',
        detail: 'The database did not answer in time. Try again in a moment.',
        requestId: '7b1c9f0e-3a55-4d0f-9c2f-5b7a1f9d2c11',
      },
    }),
  );

const threeDaysAgo = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();

/** States that say more than the screen with its rows: nothing there, failed, stale, asked for by one. */
const tellingStates: readonly ConsoleState[] = [
  { name: 'draws-empty', path: '/draws?status=void&day=2026-01-02', roles: everything },
  { name: 'payments-empty', path: '/payments?view=mismatched', roles: everything },
  { name: 'players-not-found', path: '/players?q=nobody@example.com', roles: everything },
  { name: 'nowhere', path: '/nowhere', roles: everything },
  {
    name: 'payments-failed',
    path: '/settings',
    roles: everything,
    async act(page) {
      await failing(page, 'payments');
      await page.keyboard.press('g');
      await page.keyboard.press('y');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'draws-stale',
    path: '/draws',
    roles: everything,
    async act(page) {
      await page.locator('tbody tr[data-row]').first().waitFor();
      await failing(page, 'draws');
      await page.getByRole('button', { name: 'Try now' }).waitFor();
    },
  },
  {
    name: 'stop-sheet',
    path: '/stops',
    roles: everything,
    act: (page) => page.keyboard.press('s'),
  },
  {
    name: 'call-off-sheet',
    path: '/draws?status=open&order=draws',
    roles: ['draws'],
    async act(page) {
      await page.locator('tbody tr[data-row]').nth(8).click();
      await page.getByRole('button', { name: /^Call off/ }).click();
    },
  },
  {
    name: 'lock-sheet',
    path: '/players/2',
    roles: everything,
    async act(page) {
      await page.getByRole('button', { name: /^Lock/ }).click();
    },
  },
  { name: 'player-tickets', path: '/players/2?view=tickets', roles: everything },
  { name: 'player-statement', path: '/players/2?view=statement', roles: ['support'] },
  { name: 'player-origin', path: '/players/2?view=origin', roles: everything },
  { name: 'player-then', path: `/players/2?view=origin&at=${threeDaysAgo}`, roles: everything },
  {
    name: 'draw-then',
    path: '/draws?status=settled',
    roles: everything,
    async act(page) {
      await openFirst(page);
      await page.keyboard.press('Shift+Enter');
      await page.waitForURL(/\/draws\/[\w-]{36}/);
      await page.keyboard.press('w');
      await page.getByLabel(/^Moment/).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('As it was at').waitFor();
    },
  },
  { name: 'care-signs', path: '/care?view=signs', roles: everything },
  { name: 'care-none', path: '/care?state=closed', roles: everything },
  { name: 'care-support', path: '/care', roles: ['support'] },
  {
    name: 'care-close',
    path: '/care',
    roles: everything,
    async act(page) {
      await openFirst(page);
      await page.getByRole('button', { name: /^Close…/ }).click();
    },
  },
  {
    name: 'care-case-below',
    path: '/care',
    roles: everything,
    async act(page) {
      await openFirst(page);
      await page.getByText('What the worker did by itself').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'player-care',
    path: '/care',
    roles: everything,
    async act(page) {
      await openFirst(page);
      const player = page.getByRole('link', { name: /^\d+$/ }).last();
      await page.goto(`${await player.getAttribute('href')}?view=care`);
      await page.getByText('Signs as of now').waitFor();
    },
  },
  { name: 'settings-caps', path: '/settings?view=caps', roles: everything },
  {
    name: 'cap-lower',
    path: '/settings?view=caps',
    roles: everything,
    act: (page) =>
      page
        .getByRole('button', { name: /^Lower…/ })
        .first()
        .click(),
  },
  {
    name: 'cap-raise',
    path: '/settings?view=caps',
    roles: everything,
    act: (page) =>
      page
        .getByRole('button', { name: /^Raise…/ })
        .last()
        .click(),
  },
  {
    name: 'draw-caps',
    path: '/draws?status=open&order=draws',
    roles: everything,
    async act(page) {
      await openFirst(page);
      await page.getByText('Caps on exposure').scrollIntoViewIfNeeded();
    },
  },
  { name: 'report-day', path: '/reports/games', roles: everything },
  { name: 'report-month', path: '/reports/games?period=month', roles: everything },
  { name: 'report-empty', path: '/reports/games?period=day&day=2020-01-01', roles: everything },
  {
    name: 'exposure-below',
    path: '/exposure',
    roles: everything,
    act: (page) => page.getByRole('table').last().scrollIntoViewIfNeeded(),
  },
  { name: 'player-origin-dep', path: '/players/2?view=origin&wallet=dep', roles: everything },
  { name: 'money-movements', path: '/money?view=movements', roles: everything },
  { name: 'money-figures', path: '/money?view=figures', roles: everything },
  { name: 'money-bank', path: '/money?view=bank', roles: ['payments'] },
  { name: 'audit-looks', path: '/audit?view=looks', roles: everything },
  { name: 'settings-console', path: '/settings?view=console', roles: everything },
  { name: 'wall', path: '/?wall=1', roles: everything },
];

/** Every screen of the rail, empty-handed and with its first row open; what belongs to no screen comes first. */
export const consoleStates: readonly ConsoleState[] = [
  { name: 'sign-in', path: '/', roles: null },
  { name: 'keys', path: '/', roles: everything, act: (page) => page.keyboard.press('?') },
  { name: 'settings-operators', path: '/settings?view=operators', roles: ['admin'], act: openFirst },
  {
    name: 'settings-invite',
    path: '/settings?view=operators',
    roles: ['admin'],
    act: (page) => page.getByRole('button', { name: /^Invite/ }).click(),
  },
  ...screens
    .filter(({ rail }) => rail)
    .flatMap(({ path, roles = everything }) => {
      const who = everything.some((role) => roles.includes(role)) ? everything : roles;
      const name = path.slice(1) || 'overview';
      return [
        { name, path, roles: who },
        { name: `${name}-open`, path: path === '/payments' ? '/payments?view=all' : path, roles: who, act: openFirst },
      ];
    }),
  ...tellingStates,
];
