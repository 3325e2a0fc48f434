import type { Page } from 'playwright-core';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { besideFirst, everything, need, openFirst, press, type ConsoleState } from './console-steps.ts';
import type { FurnishedConsole } from './furnish-console.ts';

// The sheets of dangerous acts, and the small windows: what is and what would be, filled in as far as the picture needs it.

type Path = ConsoleState['path'];
type Step = (page: Page) => Promise<void>;

/** Presses a button of the screen and fills the sheet in. */
function sheet(
  name: string,
  path: Path,
  roles: readonly OperatorRole[],
  button: string | RegExp,
  fill: Step = async () => {},
): ConsoleState {
  return {
    name: `sheet-${name}`,
    path,
    roles,
    async act(page) {
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
      await fill(page);
    },
  };
}

/** A sheet beside a list, opened from the first row. */
function besideSheet(
  name: string,
  path: Path,
  roles: readonly OperatorRole[],
  button: string | RegExp,
  fill?: Step,
): ConsoleState {
  const { act, ...state } = sheet(name, path, roles, button, fill);
  return { ...state, act: besideFirst((page) => act!(page, { requests: {} })) };
}

const field = (label: string | RegExp, value: string) => (page: Page) =>
  page.getByRole('dialog').getByLabel(label).fill(value);
const choose = (label: string) => (page: Page) =>
  page.getByRole('dialog').getByText(label, { exact: true }).first().click();
const all =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };
const because = (text: string) => field(/^Reason/, text);

const caring = (of: FurnishedConsole) => `/players/${need(of.caring)}`;
const staked = (of: FurnishedConsole) => `/draws/${need(of.staked)}`;
const payment = (id: 'review' | 'reviewByTwo' | 'unknown' | 'credited') => (of: FurnishedConsole) =>
  `/payments?view=all&open=${need(of[id])}`;
const operator = '/settings?view=operators&open=adjoua-marie.kouame';
const support = ['support'] as const;
const payments = ['payments'] as const;
const draws = ['draws'] as const;
const admin = ['admin'] as const;

export const sheets: readonly ConsoleState[] = [
  sheet('stop', '/stops', everything, /^Stop sales/, because('The printer of the agency is being mended.')),
  sheet('stop-draw', staked, draws, /^Stop sales/),
  sheet('start', '/stops?active=yes', ['risk'], /^Restart sales/, because('The printer works again.')),
  besideSheet(
    'call-off',
    '/draws?status=open&order=-draws',
    draws,
    /^Cancel the draw/,
    because('Its time was announced wrongly.'),
  ),
  sheet('call-off-staked', staked, draws, /^Cancel the draw/),
  sheet('reserve', '/exposure', everything, /^Change/, field('Reserve, XOF', '30000000')),
  sheet('cap-first', '/caps', everything, /^Set a cap/, field('New cap, XOF', '400000')),
  sheet('cap-lower', '/caps', everything, /^Lower…/, field('New cap, XOF', '200000')),
  {
    name: 'sheet-cap-raise',
    path: '/caps',
    roles: ['risk'],
    async act(page) {
      await page
        .getByRole('button', { name: /^Raise…/ })
        .last()
        .click();
      await field('New cap, XOF', '1 200 000')(page);
    },
  },
  {
    name: 'sheet-timetable',
    path: '/timetable',
    roles: draws,
    async act(page) {
      await page.locator('label').filter({ hasText: /^10$/ }).click();
      await page.getByText('Both calendars, two hours from there').waitFor();
      await page.getByRole('button', { name: /^Change/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },

  sheet('end-sessions', caring, support, /^End sessions/),
  sheet('lock', caring, support, /^Lock…/, because('Three deposits were taken back.')),
  sheet('unlock', caring, support, /^Unlock…/),
  sheet('tighten', caring, support, /^Tighten a limit/, field(/^At most/, '20000')),
  sheet('break', caring, support, /^Start a break/, choose('1 week')),
  sheet('phone', caring, support, /^Change phone/, field(/^New phone/, '+2250711223344')),
  sheet('name', caring, support, /^Change name/, all(field('First name', 'Adjoua'), field('Last name', 'Kouamé'))),
  sheet('reset', caring, support, /^Send a reset code/),
  sheet('test', caring, everything, /^Mark as test/),
  sheet('unmask', caring, support, /^Unmask/),
  sheet('may-not-play', '/players?view=may-not-play', everything, /^Add somebody/),
  besideSheet('let-play', '/players?view=may-not-play', everything, /^Let them play/),
  sheet('people-file', '/players', everything, /^More than 1,000/),
  besideSheet('document', '/documents', everything, /^Decide…/, field(/^Birth date/, '1990-05-06')),
  besideSheet('care-close', '/care', everything, /^Close…/, choose('uses limits or a break')),
  {
    name: 'sheet-care-threshold',
    path: '/care?view=thresholds',
    roles: everything,
    async act(page) {
      await page
        .getByRole('button', { name: /^Change/ })
        .first()
        .click();
      await field('Strong from', '12')(page);
    },
  },
  sheet('care-open', '/players/20?view=care', everything, /^Open a case/),

  sheet('release', payment('review'), payments, /^Release/, because('Known for long, and the phone is the same.')),
  sheet('release-by-two', payment('reviewByTwo'), ['payments'], /^Release/),
  sheet('refuse', payment('review'), payments, /^Refuse/, field('What the player reads', 'Please show a document.')),
  sheet(
    'decide',
    payment('unknown'),
    payments,
    /^Resolve manually/,
    all(choose('paid'), field(/^Line of the provider/, '20/11 18:11:09 · TR-90 441 · −61 000')),
  ),
  sheet('adjust', payment('credited'), payments, /^Adjust/, field('Amount (use − to debit)', '-1 500')),
  sheet('adjust-wrong', payment('credited'), payments, /^Adjust/, field('Amount (use − to debit)', '12,5 k')),
  sheet('bank', '/money?view=bank', payments, /^Type in/, field(/^Balance/, '48 100 000')),
  sheet('stop-withdrawals', '/money', everything, /^Stop/),
  sheet('invite', '/settings?view=operators', admin, /^Invite/, field(/^Name/, 'jo')),
  sheet('let-in', operator, admin, /^Activate operator/),
  sheet('roles', operator, admin, /^Other roles/),
  sheet('link', operator, admin, /^New link/),
  sheet('disable', operator, admin, /^Disable/),
  sheet('refuse-request', (of) => `/requests/${need(of.requests.asked)}`, everything, /^Refuse/),
  {
    // A request of the operator who looks: others cannot withdraw it.
    name: 'sheet-withdraw-request',
    path: '/exposure',
    roles: draws,
    async act(page) {
      await page.getByRole('button', { name: /^Change/ }).click();
      await all(
        field('Reserve, XOF', '31000000'),
        because('The board has set more aside.'),
        field('Type the amount', '31000000'),
      )(page);
      await page.getByRole('button', { name: 'Submit for approval', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.goto('/requests?whose=mine');
      await openFirst(page);
      await page.getByRole('button', { name: /^Withdraw/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  sheet('check-head', '/audit', everything, /^Verify a saved fingerprint/, (page) =>
    page.getByRole('dialog').getByLabel('Hash').fill('0'.repeat(64)),
  ),
  { name: 'done', path: '/caps', roles: ['risk'], act: setOneCap },
  { name: 'session-rests', path: '/payments?view=all', roles: payments, act: rest },
  { name: 'keys-of-a-list', path: '/payments?view=all', roles: payments, act: besideFirst(press('?')) },
];

/** Lowers a cap: the toast has the line of the audit. */
async function setOneCap(page: Page): Promise<void> {
  const now = await page
    .getByRole('cell', { name: /^\d+.000$/ })
    .last()
    .innerText();
  const wanted = String(Number(now.replaceAll(/\D/g, '')) - 1_000);
  await page
    .getByRole('button', { name: /^Lower…/ })
    .last()
    .click();
  await all(field('New cap, XOF', wanted), because('A thousand less.'), field('Type the new cap', wanted))(page);
  await page.getByRole('button', { name: 'Set it now' }).click();
  await page.getByText(/^Lowered/).waitFor();
}

/** Nobody is at the desk. */
async function rest(page: Page): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.clock.fastForward('13:30');
  await page.getByRole('dialog', { name: 'Nobody is here' }).waitFor();
  await page.clock.resume();
}
