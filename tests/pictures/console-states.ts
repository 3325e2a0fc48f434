import type { Page } from 'playwright-core';
import { reportNames } from '#contract/operator/report-kinds.ts';
import { rights } from '#contract/operator/rights.ts';
import { screens } from '#console/screens.ts';
import { sheets } from './console-sheets.ts';
import { besideFirst, everything, need, openFirst, press, scrollTo, type ConsoleState } from './console-steps.ts';
import { troubles } from './console-troubles.ts';
import type { FurnishedConsole } from './furnish-console.ts';

const threeDaysAgo = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
/** The first day of the month before, which is over and whole in a month of play. */
const lastMonth = (() => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 10);
})();

/** The tabs where a row opens beside, or on a page of its own. */
const listed = ['/inbox', '/draws', '/players', '/documents', '/care', '/payments', '/requests', '/audit'];

/** Every tab, empty-handed and, where it is a list, with its first row open. */
const ofTheRail: readonly ConsoleState[] = screens
  .filter(({ tab }) => tab)
  .flatMap(({ path, shows }) => {
    const { roles } = rights[shows];
    const who = everything.some((role) => roles.includes(role)) ? everything : roles;
    const name = path.slice(1) || 'overview';
    const open = { name: `${name}-open`, path, roles: who, act: openFirst };
    return [{ name, path, roles: who }, ...(listed.includes(path) ? [open] : [])];
  });

/** Opens the page of the first draw of a list. */
async function openPage(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('link', { name: /^Page/ }).waitFor();
  await press('Shift+Enter')(page);
  await page.waitForURL(/\/draws\/[\w-]{36}/);
}

const ofDraws: readonly ConsoleState[] = [
  { name: 'draws-needs', path: '/draws?needs=somebody', roles: everything },
  { name: 'draws-on-sale', path: '/draws?status=open&order=draws', roles: ['draws'], act: openFirst },
  { name: 'draws-void', path: '/draws?status=void', roles: everything },
  {
    name: 'draw',
    path: '/draws?status=settled',
    roles: everything,
    async act(page) {
      await openPage(page);
      await page.getByText('By bet type').first().waitFor();
    },
  },
  { name: 'draw-replay', path: (of) => `/draws/${need(of.staked)}/replay`, roles: everything },
  { name: 'draw-replay-steps', path: (of) => `/draws/${need(of.staked)}/replay?view=steps`, roles: everything },
  {
    name: 'draw-replay-step',
    path: (of) => `/draws/${need(of.staked)}/replay?by=ticket`,
    roles: everything,
    act: press('n', 'n', 'n'),
  },
  { name: 'draw-open', path: (of) => `/draws/${need(of.staked)}`, roles: everything },
  {
    name: 'draw-open-below',
    path: (of) => `/draws/${need(of.staked)}`,
    roles: everything,
    act: scrollTo('Caps on exposure'),
  },
  {
    name: 'draw-verify',
    path: '/draws?status=settled',
    roles: everything,
    async act(page) {
      await openFirst(page);
      await page.getByRole('button', { name: /^Verify/ }).click();
      await page.getByText(/steps are right/).waitFor();
    },
  },
  {
    name: 'draw-then',
    path: '/draws?status=settled',
    roles: everything,
    async act(page) {
      await openPage(page);
      await page.getByRole('button', { name: /^View as of/ }).waitFor();
      await press('w')(page);
      await page.getByLabel(/^Moment/).waitFor();
      await press('Enter')(page);
      await page.getByText(/^As of \d/).waitFor();
    },
  },
  {
    name: 'draw-caps',
    path: (of) => `/draws?status=open&order=draws&open=${need(of.paused)}`,
    roles: everything,
    act: scrollTo('Caps on exposure'),
  },
  { name: 'exposure-staked', path: (of) => `/exposure?open=${need(of.staked)}`, roles: everything },
  {
    name: 'exposure-below',
    path: (of) => `/exposure?open=${need(of.staked)}`,
    roles: everything,
    act: (page) => page.getByRole('table').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'draws-week',
    path: '/draws',
    roles: everything,
    act: (page) => page.getByRole('radio', { name: '7 days' }).check(),
  },
  {
    name: 'draws-go-to-time',
    path: '/draws',
    roles: everything,
    act: (page) => page.getByRole('button', { name: 'Go to a time…' }).click(),
  },
  { name: 'stops-now', path: '/stops?active=yes', roles: ['draws'] },
  { name: 'stops-ended', path: '/stops?active=no', roles: ['draws'] },
  {
    name: 'timetable-wanted',
    path: '/timetable',
    roles: ['draws'],
    async act(page) {
      await page.locator('label').filter({ hasText: /^10$/ }).click();
      await page.getByText('Both calendars, two hours from there').waitFor();
    },
  },
];

const tabs = [
  'tickets',
  'statement',
  'payments',
  'limits',
  'sessions',
  'identity',
  'notes',
  'looks',
  'origin',
] as const;

const ofPlayers: readonly ConsoleState[] = [
  { name: 'players-locked', path: '/players?state=locked', roles: everything, act: openFirst },
  {
    name: 'search',
    path: '/players',
    roles: everything,
    async act(page) {
      await press('Control+k')(page);
      await page.keyboard.type('+225070');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'players-may-not-play', path: '/players?view=may-not-play', roles: everything, act: openFirst },
  ...tabs.map((tab): ConsoleState => ({
    name: `player-${tab}`,
    path: `/players/2?view=${tab}`,
    roles: tab === 'statement' ? ['support'] : everything,
  })),
  ...tabs.map((tab): ConsoleState => ({
    name: `player-held-${tab}`,
    path: (of) => `/players/${need(of.held)}?view=${tab}`,
    roles: tab === 'notes' ? ['support'] : everything,
  })),
  {
    name: 'player-side-below',
    path: (of) => `/players/${need(of.caring)}`,
    roles: ['support'],
    act: async (page) => {
      await page.getByRole('region', { name: 'Access log' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'player-origin-dep', path: '/players/2?view=origin&wallet=dep', roles: everything },
  { name: 'player-replay', path: (of) => `/players/${need(of.held)}/replay`, roles: everything },
  {
    name: 'player-replay-step',
    path: (of) => `/players/${need(of.held)}/replay`,
    roles: everything,
    act: press('n', 'n', 'n'),
  },
  { name: 'player-replay-day-before', path: '/players/2/replay', roles: everything, act: press('b') },
  { name: 'player-then', path: `/players/2?view=origin&at=${threeDaysAgo}`, roles: everything },
  { name: 'player-then-statement', path: `/players/2?at=${threeDaysAgo}`, roles: everything },
  {
    name: 'player-care',
    path: (of) => `/players/${need(of.caring)}?view=care`,
    roles: everything,
    act: (page) => page.getByText('Signs as of now').waitFor(),
  },
  { name: 'care-thresholds', path: '/care?view=thresholds', roles: everything },
  { name: 'care-signs', path: '/care?view=signs', roles: everything },
  { name: 'care-support', path: '/care', roles: ['support'] },
  {
    name: 'care-case-below',
    path: '/care',
    roles: everything,
    act: besideFirst(scrollTo('Automatic measures')),
  },
];

const queues = ['waiting', 'unknown', 'mismatched', 'held', 'all'] as const;
const asPayments = ['payments'] as const;
const opened =
  (id: keyof FurnishedConsole & ('review' | 'reviewByTwo' | 'unknown' | 'credited' | 'waiting')) =>
  (of: FurnishedConsole) =>
    `/payments?view=all&open=${need(of[id])}`;

const ofPayments: readonly ConsoleState[] = [
  ...queues.map((queue): ConsoleState => ({
    name: `payments-${queue}`,
    path: `/payments?view=${queue}`,
    roles: everything,
  })),
  { name: 'payments-networks', path: '/payments?view=networks', roles: asPayments },
  { name: 'payments-held-open', path: opened('review'), roles: asPayments },
  { name: 'payments-held-by-two', path: opened('reviewByTwo'), roles: asPayments },
  { name: 'payments-unknown-open', path: opened('unknown'), roles: asPayments },
  { name: 'payments-waiting-open', path: opened('waiting'), roles: asPayments },
  { name: 'payments-credited-open', path: opened('credited'), roles: asPayments },
  { name: 'payment', path: (of) => `/payments/${need(of.unknown)}`, roles: asPayments },
  {
    name: 'payment-then',
    path: (of) => `/payments/${need(of.unknown)}`,
    roles: asPayments,
    async act(page) {
      await page.getByRole('button', { name: /^View as of/ }).waitFor();
      await press('w')(page);
      await page.getByLabel(/^Moment/).waitFor();
      await press('Enter')(page);
      await page.getByText(/^As of \d/).waitFor();
    },
  },
  { name: 'money-movements', path: '/money?view=movements', roles: everything },
  { name: 'money-hours', path: `/money?view=movements&day=${threeDaysAgo.slice(0, 10)}`, roles: everything },
  {
    name: 'money-postings',
    path: `/money?view=movements&day=${threeDaysAgo.slice(0, 10)}`,
    roles: everything,
    async act(page) {
      await page.locator('tbody tr[data-row] a').last().click();
      await page.waitForURL(/view=postings/);
    },
  },
  { name: 'money-no-hour', path: '/money?view=postings', roles: everything },
  { name: 'money-figures', path: '/money?view=figures', roles: everything },
  {
    name: 'money-figures-open',
    path: '/money?view=figures',
    roles: everything,
    act: (page) => page.locator('tbody tr[data-row] a').first().click(),
  },
  { name: 'money-statements', path: '/money?view=statements', roles: everything },
  { name: 'money-mismatches', path: '/money?view=mismatches', roles: everything },
  { name: 'money-bank', path: '/money?view=bank', roles: asPayments },
  { name: 'money-then', path: `/money?at=${threeDaysAgo.slice(0, 10)}`, roles: everything },
];

const statuses = ['asked', 'done', 'refused', 'withdrawn', 'expired', 'failed'] as const;
const ofRequests: readonly ConsoleState[] = [
  { name: 'requests-all', path: '/requests?whose=all', roles: everything },
  { name: 'requests-mine', path: '/requests?whose=mine', roles: everything },
  ...statuses.map((status): ConsoleState => ({
    name: `request-${status}`,
    path: (of) => `/requests/${need(of.requests[status])}`,
    roles: everything,
    act: (page) => page.getByRole('region', { name: 'History' }).getByText('line').first().waitFor(),
  })),
  {
    name: 'request-bytes',
    path: (of) => `/requests/${need(of.requests.asked)}`,
    roles: everything,
    act: (page) => page.getByText('Technical: signed text').click(),
  },
  ...reportNames.map((kind): ConsoleState => ({
    name: `report-${kind.replaceAll('_', '-')}`,
    path: `/reports/${kind}?period=month`,
    roles: everything,
    act: (page) => page.getByRole('region').first().waitFor(),
  })),
  {
    name: 'report-about',
    path: `/reports/returns?period=month&day=${lastMonth}`,
    roles: everything,
    act: (page) => page.getByText('About this report').click(),
  },
  { name: 'report-day', path: '/reports/games', roles: everything },
  { name: 'report-returns-day', path: '/reports/returns', roles: everything },
  { name: 'report-last-month', path: `/reports/games?period=month&day=${lastMonth}`, roles: everything },
  { name: 'report-all', path: '/reports/games?period=all', roles: everything },
];

const ofTheRest: readonly ConsoleState[] = [
  { name: 'overview-draws', path: '/', roles: ['draws'] },
  { name: 'overview-support', path: '/', roles: ['support'] },
  { name: 'alarms-admin', path: '/alarms', roles: ['admin'] },
  { name: 'audit-two', path: '/audit?two=true', roles: everything },
  { name: 'audit-looks', path: '/audit?view=looks', roles: everything },
  { name: 'audit-operators', path: '/audit?subject=operator', roles: everything },
  { name: 'settings-console', path: '/settings?view=console', roles: everything },
  { name: 'settings-webhooks', path: '/settings?view=webhooks', roles: ['admin'] },
  { name: 'settings-keys', path: '/settings?view=keys', roles: ['admin'] },
  { name: 'settings-operators', path: '/settings?view=operators', roles: ['admin'] },
  {
    name: 'settings-operators-open',
    path: '/settings?view=operators&open=adjoua-marie.kouame',
    roles: ['admin'],
    act: (page) => page.getByRole('button', { name: /^Activate operator/ }).waitFor(),
  },
  { name: 'keys', path: '/', roles: everything, act: press('?') },
  {
    name: 'filter-choice',
    path: '/payments?view=all',
    roles: everything,
    act: (page) => page.getByRole('button', { name: /^status/ }).click(),
  },
  {
    name: 'filter-day',
    path: '/payments?view=all',
    roles: everything,
    act: (page) => page.getByRole('button', { name: /^day/ }).click(),
  },
  {
    name: 'filter-cell',
    path: '/payments?view=all',
    roles: everything,
    act: (page) => page.locator('tbody tr[data-row]').nth(3).locator('td').nth(1).click({ button: 'right' }),
  },
  {
    name: 'save-view',
    path: '/payments?view=all&status=failed',
    roles: everything,
    act: (page) => page.getByRole('button', { name: 'Save view' }).click(),
  },
];

/** Every screen of the console, and the states that say more. */
export const consoleStates: readonly ConsoleState[] = [
  ...ofTheRail,
  ...ofDraws,
  ...ofPlayers,
  ...ofPayments,
  ...ofRequests,
  ...ofTheRest,
  ...sheets,
  ...troubles,
];
