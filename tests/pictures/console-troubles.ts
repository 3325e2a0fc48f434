import type { Page, Route } from 'playwright-core';
import type { Call } from '#contract/calls/call.ts';
import { getOperator } from '#contract/calls/operator/access.ts';
import { getAuditHead } from '#contract/calls/operator/audit.ts';
import { getDraw, listDraws, verifyDraw } from '#contract/calls/operator/draws.ts';
import { getBooks, listMismatches } from '#contract/calls/operator/money.ts';
import { countWaiting, getOverview, listAlarms, listInbox } from '#contract/calls/operator/overview.ts';
import { countOperatorPayments, getOperatorPayment, listOperatorPayments } from '#contract/calls/operator/payments.ts';
import { getPlayerCare } from '#contract/calls/operator/care.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { besideFirst, everything, need, openFirst, press, type ConsoleState } from './console-steps.ts';

// Nothing there, failed, stale, still loading; and what a whole site never comes to: alarms, mismatches, a changed audit. For
// the latter the server's answer is changed on its way to the page.

const problem = {
  type: 'about:blank',
  title: 'Too busy',
  status: 503,
  code: 'unavailable',
  detail: 'The database did not answer in time. Try again in a moment.',
  requestId: '7b1c9f0e-3a55-4d0f-9c2f-5b7a1f9d2c11',
};

const addressOf = ({ path }: Call) => new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);

/** The call answers with a problem document, as it does where the database is away. */
const failing = (page: Page, call: Call) =>
  page.route(addressOf(call), (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }),
  );

/** Changes the server's answer to the call on its way to the page. */
async function changing<C extends Call>(page: Page, call: C, change: (data: DataOf<C>) => void): Promise<void> {
  await page.route(addressOf(call), async (route: Route) => {
    if (route.request().method() !== call.method) return route.fallback();
    const answer = await route
      .fetch()
      .then(async (response) => ({ response, json: (await response.json()) as { data: DataOf<C> } }))
      .catch(() => null);
    // The picture was taken, and its page is closed.
    if (answer === null) return;
    const { response, json } = answer;
    if (response.ok()) change(json.data);
    return route.fulfill({ response, json });
  });
}

type DataOf<C extends Call> = OperatorAnswer<C> extends { readonly data: infer Data } ? Mutable<Data> : never;
type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

/** Opens a screen again, so that it asks for everything once more. */
async function again(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

type Alarm = DataOf<typeof listAlarms>[number];
const alarm = (id: number, kind: Alarm['kind'], subject: string, opened: number, more: Partial<Alarm> = {}): Alarm => ({
  id,
  kind,
  subject,
  detail: {},
  openedAt: minutesAgo(opened),
  takenBy: null,
  takenAt: null,
  closedAt: null,
  ...more,
});
const alarms: readonly Alarm[] = [
  alarm(9_006, 'payment_unknown', 'provider fedapay', 21, { detail: { payments: 3, amount: 161_000 } }),
  alarm(9_005, 'mismatch', 'books', 34, { takenBy: 'k.n', takenAt: minutesAgo(30) }),
  alarm(9_004, 'exposure_over_cap', 'draw', 55, { detail: { drawsAt: minutesAgo(-5) } }),
  alarm(9_003, 'withdrawal_held', 'payments', 90, { detail: { payments: 1, amount: 1_200_000 } }),
  alarm(9_002, 'no_pass', 'books', 300, { closedAt: minutesAgo(296), takenBy: 'k.n', takenAt: minutesAgo(299) }),
];

async function withTroubles(page: Page): Promise<void> {
  await changing(page, countWaiting, (data) => {
    data.counts.alarm = 4;
    data.counts.payment = 1_000;
    data.sales.late = 2;
    data.sales.lateAt = minutesAgo(8);
  });
  await changing(page, listAlarms, (data) => data.unshift(...(alarms as Alarm[])));
  const rest = { place: 'now', clientId: null, player: null, amount: null, until: null, owner: null } as const;
  await changing(page, listInbox, (data) =>
    data.unshift(
      ...alarms
        .filter(({ closedAt }) => closedAt === null)
        .map(({ id, kind, subject, detail, openedAt, takenBy }) => ({
          ...rest,
          what: 'alarm' as const,
          id: String(id),
          kind,
          subject,
          detail,
          amount: typeof detail['amount'] === 'number' ? detail['amount'] : null,
          since: openedAt,
          owner: takenBy,
        })),
      {
        ...rest,
        what: 'draw',
        id: crypto.randomUUID(),
        kind: 'paid',
        subject: null,
        detail: { drawsAt: minutesAgo(8) },
        since: minutesAgo(8),
      },
    ),
  );
  await changing(page, getOverview, (data) => {
    data.books.mismatches = 2;
    data.books.withdrawalsStoppedAt = minutesAgo(33);
    for (const [index, queue] of data.payments.entries()) {
      queue.count = [16, 3, 2, 4][index] ?? 1;
      queue.amount = [426_500, 161_000, 12_000, 1_930_000][index] ?? 1_000;
      queue.oldestAt = minutesAgo([4, 21, 120, 552][index] ?? 1);
    }
  });
  await again(page);
}

/** Two sums of money that do not agree, and withdrawals that were stopped for it. */
async function withMismatches(page: Page): Promise<void> {
  await changing(page, getBooks, (data) => {
    data.stopped = { because: '2 mismatches in the pass of this hour', by: null, at: minutesAgo(33) };
    data.openMismatches = 2;
    data.mayGoOn = false;
    if (data.recent) data.recent.mismatches = 2;
  });
  await changing(page, listMismatches, (data) =>
    data.unshift(
      {
        id: 2,
        check: 'wallet',
        subject: 'account',
        subjectId: '42',
        detail: { wallet: { dep: 1_300 }, postings: { dep: 1_800 } },
        foundAt: minutesAgo(33),
        lastFoundAt: minutesAgo(1),
        closedAt: null,
      },
      {
        id: 1,
        check: 'due',
        subject: 'draw',
        subjectId: crypto.randomUUID(),
        detail: { owed: 1_377_400, paid: 1_376_800 },
        foundAt: minutesAgo(34),
        lastFoundAt: minutesAgo(3),
        closedAt: minutesAgo(2),
      },
    ),
  );
  await again(page);
}

async function withMismatchedPayment(page: Page): Promise<void> {
  await changing(page, listOperatorPayments, (data) => {
    if (data[0]) data[0].mismatch = 'amount_mismatch';
  });
  await changing(page, countOperatorPayments, (data) => {
    data.mismatched = 1;
  });
  await changing(page, getOperatorPayment, (data) => {
    data.mismatch = 'amount_mismatch';
  });
  await again(page);
  await openFirst(page);
}

/** A link for the operator who is open, which is shown once. */
async function makeLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^New link/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(/^Reason/).fill('The last link was not used in time.');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('#join=').waitFor();
}

const never = () => new Promise<void>(() => {});

export const troubles: readonly ConsoleState[] = [
  { name: 'draws-empty', path: '/draws?status=void&day=2026-01-02', roles: everything },
  { name: 'draws-no-day', path: '/draws?day=2026-02-31', roles: everything },
  { name: 'payments-empty', path: '/payments?view=mismatched', roles: everything },
  { name: 'payments-filtered-empty', path: '/payments?view=all&status=failed&day=2026-01-02', roles: everything },
  { name: 'payments-no-day', path: '/payments?view=all&day=9999-12-31', roles: everything },
  {
    name: 'search-nothing',
    path: '/players',
    roles: everything,
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('nobody@example.com');
      await page.getByText('No results for').waitFor();
    },
  },
  { name: 'player-nobody', path: '/players/999999999', roles: everything },
  { name: 'draw-nowhere', path: '/draws/0192f0a0-0000-7000-8000-000000000001', roles: everything },
  { name: 'request-nowhere', path: '/requests/0192f0a0-0000-7000-8000-000000000001', roles: everything },
  { name: 'payment-nowhere', path: '/payments/0192f0a0-0000-7000-8000-000000000001', roles: everything },
  { name: 'care-none', path: '/care?state=closed', roles: everything },
  { name: 'report-empty', path: '/reports/games?period=day&day=2020-01-01', roles: everything },
  { name: 'report-no-day', path: '/reports/games?period=day&day=9999-12-31', roles: everything },
  { name: 'audit-empty', path: '/audit?who=nobody', roles: everything },
  { name: 'nowhere', path: '/nowhere', roles: everything },
  { name: 'forbidden', path: '/payments', roles: ['draws'] },
  {
    name: 'payments-failed',
    path: '/settings',
    roles: everything,
    async act(page) {
      await failing(page, listOperatorPayments);
      await press('g', 'y')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'overview-failed',
    path: '/settings',
    roles: everything,
    async act(page) {
      await failing(page, getOverview);
      await press('g', 'o')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'payments-loading',
    path: '/settings',
    roles: everything,
    async act(page) {
      await page.route(addressOf(listOperatorPayments), never);
      await press('g', 'y')(page);
      await page.locator('tr[aria-hidden]').first().waitFor();
    },
  },
  {
    name: 'draws-stale',
    path: '/draws',
    roles: everything,
    async act(page) {
      await page.locator('tbody tr[data-row]').first().waitFor();
      await failing(page, listDraws);
      await page.getByRole('button', { name: 'Try now' }).waitFor();
    },
  },
  {
    name: 'draws-stale-open',
    path: '/draws?status=open&order=draws',
    roles: ['draws'],
    act: besideFirst(async (page) => {
      await page.getByText('By bet type').waitFor();
      await failing(page, listDraws);
      await failing(page, getDraw);
      await page.getByRole('button', { name: 'Try now' }).waitFor();
    }),
  },
  {
    name: 'overview-stale',
    path: '/',
    roles: everything,
    async act(page) {
      await page.getByText('Stakes per minute').waitFor();
      await failing(page, getOverview);
      await page.getByRole('button', { name: 'Try now' }).waitFor();
    },
  },
  {
    name: 'payments-new',
    path: '/payments?view=all',
    roles: everything,
    async act(page) {
      await page.locator('tbody tr[data-row]').first().waitFor();
      await changing(page, listOperatorPayments, (data) => {
        for (const [index, row] of data.slice(0, 12).entries()) row.id = row.id.replace(/.$/, (index % 10).toString());
      });
      await page.getByRole('button', { name: /\d new/ }).waitFor();
    },
  },
  {
    name: 'act-failed',
    path: (of) => `/payments?view=all&open=${need(of.credited)}`,
    roles: ['payments'],
    async act(page) {
      await page.route(/\/operator\/requests$/, (route) =>
        route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }),
      );
      await page.getByRole('button', { name: 'Adjust…' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Amount (use − to debit)').fill('2500');
      await sheet.getByLabel(/^What the player reads/).fill('A deposit that never came.');
      await sheet.getByLabel(/^Reason/).fill('Case 118.');
      await sheet.getByLabel('Type the amount again').fill('2500');
      await sheet.getByRole('button', { name: 'Submit for approval', exact: true }).click();
      await sheet.getByRole('alert').waitFor();
    },
  },
  { name: 'overview-troubles', path: '/', roles: everything, act: withTroubles },
  { name: 'alarms-troubles', path: '/alarms', roles: everything, act: withTroubles },
  { name: 'money-stopped', path: '/money', roles: ['payments'], act: withMismatches },
  {
    name: 'sheet-go-on',
    path: '/money',
    roles: ['payments'],
    async act(page) {
      await withMismatches(page);
      await page.getByRole('button', { name: /^Resume withdrawals/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'money-mismatched', path: '/money?view=mismatches', roles: everything, act: withMismatches },
  { name: 'payments-mismatched-open', path: '/payments?view=all', roles: ['payments'], act: withMismatchedPayment },
  {
    name: 'draw-late',
    path: '/draws?status=settled',
    roles: everything,
    async act(page) {
      await changing(page, listDraws, (data) => {
        for (const row of data.slice(0, 2))
          Object.assign(row, { status: 'drawn', late: { step: 'paid', seconds: 455 } });
      });
      await changing(page, getDraw, (data) => {
        const paid = data.life.find(({ step }) => step === 'paid');
        if (paid) paid.real = null;
        data.status = 'drawn';
        data.late = { step: 'paid', seconds: 455 };
        if (data.dues) data.dues.paidAmount = 0;
      });
      await again(page);
      await openFirst(page);
    },
  },
  {
    name: 'draw-verify-wrong',
    path: '/draws?status=settled',
    roles: everything,
    async act(page) {
      await changing(page, verifyDraw, (data) => {
        for (const step of data.slice(7, 9)) step.state = 'failed';
      });
      await openFirst(page);
      await page.getByRole('link', { name: /^Verify/ }).click();
      await page.getByText(/wrong\.$/).waitFor();
    },
  },
  {
    name: 'audit-broken',
    path: '/audit',
    roles: everything,
    async act(page) {
      await changing(page, getAuditHead, (data) => {
        if (data.checked)
          data.checked.wrong = { number: 12, because: 'The record of line 12 is not what its hash says.' };
      });
      await again(page);
    },
  },
  {
    name: 'care-strong',
    path: (of) => `/players/${need(of.caring)}?view=care`,
    roles: everything,
    async act(page) {
      await changing(page, getPlayerCare, (data) => {
        for (const sign of data.indicators) Object.assign(sign, { value: 123_456_789, usual: 4_500, level: 2 });
      });
      await again(page);
    },
  },
  {
    name: 'production',
    path: '/payments?view=all',
    roles: ['payments'],
    async act(page) {
      await changing(page, getOperator, (data) => Object.assign(data, { mode: 'production', demo: false }));
      await again(page);
      await page.getByText('PRODUCTION').waitFor();
    },
  },
  { name: 'sign-in', path: '/', roles: null },
  {
    name: 'sign-in-password',
    path: '/',
    roles: null,
    act: (page) => page.getByRole('button', { name: 'I have a password and a code' }).click(),
  },
  {
    name: 'sign-in-wrong',
    path: '/',
    roles: null,
    async act(page) {
      await page.getByRole('button', { name: 'I have a password and a code' }).click();
      await page.getByLabel('Name', { exact: true }).fill('abla');
      await page.getByLabel('Password').fill('a wrong password');
      await page.getByLabel('Code of your app').fill('123456');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'sign-in-ended',
    path: '/payments?view=all',
    roles: ['payments'],
    async act(page) {
      await page.context().clearCookies();
      await press('g', 'u')(page);
      await page.getByText(/Your session has ended/).waitFor();
    },
  },
  {
    name: 'setup',
    path: '/settings?view=operators&open=adjoua-marie.kouame',
    roles: ['admin'],
    async act(page) {
      await makeLink(page);
      const link = await page.getByText('#join=').innerText();
      await page.context().clearCookies();
      await page.goto('about:blank');
      await page.goto(link.trim());
      await page.getByRole('heading', { name: 'Set two passkeys' }).waitFor();
    },
  },
  {
    name: 'sheet-link-handed',
    path: '/settings?view=operators&open=adjoua-marie.kouame',
    roles: ['admin'],
    act: makeLink,
  },
];
