import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

// Things that operators do by hand and no plan foresees: a day that no calendar has, a reason of two lines, a reload in the middle of a
// long list, a date typed digit by digit, two tabs, the way back.

let browser: Browser;
let site: TestApp;
let desk: Desk;
let page: Page;
let clientId: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startApp({ CONSOLE_PORT: '0' }), connectChromium()]);
  const [row] = await owner().query<{ id: number }>(
    `insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     values ('+2250788990012', 'x', 'Zénaïde', 'Ouédraogo', '1990-05-06', 'CI', now()) returning id`,
  );
  clientId = row!.id;
  await owner().query('select open_wallet($1)', [clientId]);
  desk = await openDesk(browser, site, ['risk', 'compliance']);
  ({ page } = desk);
});
afterAll(async () => {
  await desk?.close();
  await browser?.close();
  await site?.close();
  expect(desk?.troubles).toEqual([]);
});
// No test begins where the one before has ended.
beforeEach(async () => {
  await page.goto('about:blank');
});

const owner = () => site.database.owner;

async function count(sql: string): Promise<number> {
  const [row] = await owner().query<{ count: number }>(`select count(*)::integer as count from ${sql}`);
  return row!.count;
}

test.runIf(runsLong)(
  'a day that no calendar has, in the address of any screen, is refused by the server, and the screen says so',
  async () => {
    const screens = [
      `/players/${clientId}?view=statement&`,
      `/players/${clientId}?view=tickets&`,
      '/payments?view=all&',
      '/money?view=movements&',
      '/money?view=figures&',
      '/reports/games?',
      '/draws?',
      '/audit?',
      '/audit?view=looks&',
    ];
    for (const screen of [...screens.map((one) => `${one}day=`), '/money?at=']) {
      for (const day of ['9999-12-31', '2026-02-31', 'abc']) {
        await desk.open(`${screen}${day}`);
        await page.getByRole('alert').first().waitFor();
        expect(await page.getByText('Could not load this screen.').count(), `${screen}${day}`).toBe(0);
      }
    }
  },
);

test('an address whose part no subject can have is told in a sentence, not in the words of a schema', async () => {
  for (const address of [
    '/reports/nothing',
    '/draws/nothing',
    '/payments/nothing',
    '/players/nothing',
    '/requests/nothing',
  ]) {
    await desk.open(address);
    await page.getByRole('alert').getByText('There is nothing at this address.').waitFor();
  }
});

test('a name that is cut is read in full by a hover', async () => {
  const name = 'Marie-Antoinette Adjoua Clémentine Kouamé-N’Guessan de la Ruelle Saint-Barthélemy';
  const [first, last] = [name.slice(0, 34), name.slice(35)];
  await owner().query(
    `with added as (
       insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
       values ('+2250788990013', 'x', $1, $2, '1990-05-06', 'CI', now()) returning id)
     select open_wallet(id) from added`,
    [first, last],
  );
  await desk.open('/players');
  const cell = page.getByRole('cell', { name });
  await cell.hover();
  expect(await page.getByTitle(name, { exact: true }).count()).toBe(1);
  // A text that is there in full has no title.
  await page.getByRole('cell', { name: 'Zénaïde Ouédraogo' }).hover();
  expect(await page.getByTitle('Zénaïde Ouédraogo').count()).toBe(0);
});

test('a reason of two lines, and a line that was pasted with tabs, become one line', async () => {
  await desk.open(`/players/${clientId}`);
  await page.getByRole('button', { name: /^Lock…/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Lock the account' });
  await sheet.getByLabel(/^Reason/).fill('Called at 10:20.\nSomebody else\tanswered.');
  await sheet.getByRole('button', { name: 'Lock it' }).click();
  await page.getByText('Sign-in is locked.').waitFor();
  const [lock] = await owner().query<{ reason: string }>('select reason from client_lock where client_id = $1', [
    clientId,
  ]);
  expect(lock!.reason).toBe('Called at 10:20. Somebody else answered.');
  await desk.open(`/players/${clientId}?view=notes`);
  await page.getByLabel('Write a note').fill('First line.\n\nSecond line.');
  await page.getByRole('button', { name: 'Write it' }).click();
  await page.locator('article').getByText('First line. Second line.').waitFor();
});

test('a sum is shown only below a whole list: a reload in the middle of a long list shows none', async () => {
  for (let times = 0; times < 60; times++) {
    await owner().query(`select post_adjustment($1, $2, 'adjustment', 'client_dep', $3)`, [
      clientId,
      randomUUID(),
      1_000 + times,
    ]);
  }
  await desk.open(`/players/${clientId}?view=origin&wallet=dep`);
  const list = page.getByRole('table', { name: 'Source of funds' });
  await list.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return list.getByRole('row', { name: /All together/ }).count();
    })
    .toBe(1);
  await list.getByRole('row', { name: /All together.*61.770/ }).waitFor();
  expect(page.url()).toContain('after=');
  await page.reload();
  await page.getByText('The last 10').waitFor();
  expect(await list.getByRole('row', { name: /All together/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Newer ones stand before these: show from the first' }).waitFor();
});

test('a date that is typed digit by digit loads one report, which is one line of the audit', async () => {
  // A page of its own, whose clock stands still while the digits are typed: a day that nobody changes for a moment is loaded.
  const page = await desk.page.context().newPage();
  await page.clock.install();
  await page.goto('/reports/games?day=2026-01-05');
  await page.getByText('No activity').waitFor();
  const before = await count(`console.audit where act = 'report_given'`);
  const field = page.getByRole('textbox', { name: 'day' });
  await field.focus();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  // The browser's own order of the parts: month, day, year.
  await page.keyboard.type('02172025');
  await page.clock.resume();
  await page.waitForURL(/day=2025-02-17/);
  await page.getByText('No activity').waitFor();
  expect(await count(`console.audit where act = 'report_given'`)).toBe(before + 1);
  // One step back is the report before.
  await page.goBack();
  await page.waitForURL(/day=2026-01-05/);
  await expect.poll(() => field.inputValue()).toBe('2026-01-05');
  await page.close();
});

test('the head of a report is a fold on the screen, and whole on paper', async () => {
  await desk.open('/reports/games?day=2026-01-05');
  const fold = page.locator('details').filter({ hasText: 'About this report' });
  await fold.getByText(/test accounts left out: \d/).waitFor();
  const fingerprint = page.getByText(/^[\da-f]{64}$/);
  expect(await fingerprint.filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect(await fingerprint.filter({ visible: true }).count()).toBe(1);
  expect(await fold.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  await fold.locator('summary').click();
  await fold.getByText(/^[\da-f]{64}$/).waitFor();
  // It stays as it was left.
  await page.reload();
  await fold.getByText(/^[\da-f]{64}$/).waitFor();
});

test('the report of returns says which bet types lie outside their band, in its picture and in its table', async () => {
  const bands = [
    { betType: null, stakes: 2_000_600, payouts: 1_600_000, low: 900_000, high: 1_700_000 },
    { betType: 'IziOrder', stakes: 600, payouts: 0, low: null, high: null },
    { betType: 'IziOne', stakes: 1_000_000, payouts: 900_000, low: 549_795, high: 783_538 },
    { betType: 'Izi3x', stakes: 1_000_000, payouts: 700_000, low: 290_219, high: 1_043_114 },
  ];
  await page.route('**/operator/reports/returns?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    const rows = bands
      .slice(1)
      .map(({ betType, stakes, payouts }) => ({ from: '2026-01-05', betType, stakes, payouts }));
    const totals = { stakes: 2_000_600, payouts: 1_600_000, expected: 1_333_731, difference: 266_269, return: 0.8 };
    Object.assign(body.data, { rows, totals, bands });
    await route.fulfill({ response: answer, json: body });
  });
  const figure = (day: string, stakes: number, payouts: number) => ({
    day,
    from: `${day}T00:00:00.000000Z`,
    to: `${day}T00:00:00.000000Z`,
    betType: 'IziOne',
    draws: 1,
    tickets: 3,
    stakes,
    won: 1,
    payouts,
    ggr: stakes - payouts,
  });
  const figures = [figure('2026-01-05', 1_000, 700), figure('2026-01-04', 2_000, 1_400)];
  await page.route('**/operator/money/figures?*', (route) => route.fulfill({ json: { data: figures } }));
  await desk.open('/reports/returns?day=2026-01-05');
  const panel = page.getByRole('region', { name: 'Return against theory' });
  await panel
    .getByRole('img', { name: /IziOne returned 90.0 %, 66.7 % in theory: outside \(55.0 % to 78.4 %\)/ })
    .waitFor();
  await page.getByText('19 times in 20 it is 45.0 % to 85.0 %').waitFor();
  await page.getByText('Yes', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Table' }).press('Enter');
  const place = (name: string) => panel.getByRole('row').filter({ hasText: name });
  await place('IziOne').getByText('outside', { exact: true }).waitFor();
  await place('Izi3x').getByText('29.0 % to 104.3 %').waitFor();
  await place('Izi3x').getByText('inside the band').waitFor();
  await place('IziOrder').getByText('too few for a band').waitFor();
  // The day stands among the 30 that end with it, or among 12 months, and leads to the reports of the others.
  const daily = page.getByRole('region', { name: 'Stakes and GGR a day' });
  await daily
    .getByRole('img', { name: /^Stakes and GGR of 30 days or months: 3.000 XOF were staked, GGR was \+900 XOF/ })
    .waitFor();
  await daily.getByText('· with test accounts').waitFor();
  await daily.getByRole('button', { name: 'Table' }).click();
  await daily
    .getByRole('row', { name: /^04\/01 2.000 600$/ })
    .getByRole('link')
    .waitFor();
  await daily.getByRole('radio', { name: '12 months' }).check();
  await daily.getByRole('button', { name: 'Table' }).click();
  await daily.getByRole('row', { name: /^01\/2026 3.000 900$/ }).waitFor();
  await daily.getByRole('radio', { name: '30 days' }).check();
  await daily.getByRole('button', { name: 'Chart' }).click();
  // Nothing but the report's own draws is in the bands.
  expect(await page.getByText(/^Dots and bands are of/).count()).toBe(0);
  bands[0]!.stakes += 500;
  await page.reload();
  await panel.getByText(/^Dots and bands are of 2.001.100 XOF staked/).waitFor();
  await auditScreen(page, 'report-returns');
  await daily.locator('[data-opens="2026-01-04"]').click();
  await page.waitForURL('**/reports/returns?period=day&day=2026-01-04');
  await daily.locator('[data-opens="2025-12-06"]').waitFor();
  await page.unroute('**/operator/reports/returns?*');
  await page.unroute('**/operator/money/figures?*');
});

test('a filter of which the server takes one value offers one choice, others offer “all but these”', async () => {
  await desk.open('/money?view=movements');
  await page.getByRole('button', { name: /^account/ }).click();
  await page.getByRole('radio', { name: 'house' }).check();
  await page.waitForURL(/account=house/);
  await page.getByRole('radio', { name: 'adjustments' }).check();
  await page.waitForURL(/account=adjustment/);
  expect(await page.getByRole('checkbox').count()).toBe(0);

  await desk.open('/requests?whose=all&status=-done&kind=-adjust');
  await page
    .getByRole('button', { name: /status not: done/ })
    .first()
    .waitFor();
  await page
    .getByRole('button', { name: /kind not: Adjust a wallet/ })
    .first()
    .waitFor();
  await page.getByText('No such request').waitFor();
});
