import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { createOutsider, paymentBody, signUp, type Account, type Outsider } from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

// Networks on the console, in a real Chromium: one stops a network, two start it again, and two change the routes.

let browser: Browser;
let site: TestApp;
let paying: Desk;
let other: Desk;
let risk: Desk;
let client: Outsider;
let account: Account;

beforeAll(async () => {
  [browser, site] = await Promise.all([connectChromium(), startApp({ CONSOLE_PORT: '0', RATE_LIMIT_SCALE: '1000' })]);
  paying = await openDesk(browser, site, ['payments']);
  other = await openDesk(browser, site, ['payments']);
  risk = await openDesk(browser, site, ['risk']);
  client = createOutsider(site.url);
  account = await signUp(client);
});
afterAll(async () => {
  const desks = [paying, other, risk];
  await Promise.all(desks.map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap((desk) => desk?.troubles)).toEqual([]);
});

const networks = '/payments?view=networks';
const told = 'Orange sleeps. Please use Wave.';

async function deposit(): Promise<{ status: number; json: { code?: string; errors?: { message: string }[] } }> {
  const headers = { 'idempotency-key': randomUUID() };
  return client.call('/clients/deposit', { body: paymentBody(account, 1_000, 'orange'), headers });
}

/** Risk approves the request of this kind that waits. */
async function approve(kind: string, amount?: string): Promise<void> {
  const { page } = risk;
  await risk.open('/requests');
  await page.getByRole('row').filter({ hasText: kind }).first().click();
  await page.getByLabel('Why you agree').fill('I have asked the provider');
  if (amount !== undefined) await page.getByLabel('Type the amount').fill(amount);
  await page.getByRole('button', { name: /^Approve and / }).click();
  await page.getByText(/^Done by the worker/).waitFor();
}

test('a network is stopped by one, with a sentence that players read, and started again by two others', async () => {
  expect((await deposit()).status).toBe(201);
  const { page } = paying;
  await paying.open(networks);
  const row = page.getByRole('row', { name: /^Orange Money · CI · deposits/ });
  await row.getByText('only account').waitFor();
  await page.getByText('No account and no network failed, paused or was slow.').waitFor();
  await auditScreen(page, 'networks');
  await row.getByRole('button', { name: 'Stop…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Stop payments' });
  await sheet.getByLabel('Message to players, in English').fill(told);
  await sheet.getByLabel('Type what is stopped').fill('orange');
  const stop = sheet.getByRole('button', { name: 'Stop payments now' });
  expect(await stop.isDisabled(), 'without a reason').toBe(true);
  await sheet.getByLabel(/^Reason/).fill('Their prompts do not arrive');
  await auditScreen(page, 'stop-payments');
  await stop.click();
  await page.getByRole('region', { name: 'Stopped payments' }).getByText(told).waitFor();
  await row.getByText('stopped').waitFor();
  expect(await page.getByRole('button', { name: 'Resume…' }).isDisabled(), 'whoever stopped it').toBe(true);
  expect((await deposit()).json).toMatchObject({ code: 'method_unavailable', errors: [{ message: told }] });

  const second = other.page;
  await other.open(networks);
  await second.getByRole('button', { name: 'Resume…' }).click();
  const ask = second.getByRole('dialog', { name: 'Submit: resume payments' });
  await ask.getByText('Their prompts do not arrive').waitFor();
  await ask.getByLabel(/^Reason/).fill('They say that it works');
  await auditScreen(second, 'resume-payments');
  await ask.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await second.getByRole('link', { name: 'asked for' }).waitFor();
  await approve('Resume payments');
  await row.getByText('only account').waitFor();
  expect((await deposit()).status).toBe(201);
});

test.runIf(runsLong)(
  'a network that pauses by itself is shown with its reason and its end; the only account goes on',
  async () => {
    const { owner } = site.database;
    await owner.query(
      `insert into payment_line (account, country, method, direction, in_a_row, because, paused_at, until)
     values ('sandbox', 'CI', 'orange', 'deposit', 5, 'in_a_row', clock_timestamp(), clock_timestamp() + interval '5 minutes')`,
    );
    const { page } = paying;
    await paying.open(networks);
    const paused = page.getByRole('region', { name: 'Paused by themselves' });
    await paused.getByText('five calls in a row were refused by the account, or not answered').waitFor();
    await page
      .getByRole('row', { name: /^Orange Money · CI · deposits/ })
      .getByText('only account')
      .waitFor();
    await page
      .getByRole('region', { name: 'Incidents, last 7 days' })
      .getByRole('row', { name: /A network pauses at an account by itself Orange Money · CI · deposits, at Sandbox/ })
      .waitFor();
    await auditScreen(page, 'networks-paused');
    expect((await deposit()).status, 'nobody else would take it').toBe(201);
    await owner.query('delete from payment_line');
    await paused.waitFor({ state: 'detached' });
  },
);

test.runIf(runsLong)('two record a transfer to a provider: it is in the list, and in the books', async () => {
  const { page } = paying;
  await paying.open(networks);
  await page.getByRole('button', { name: 'Record a transfer…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Submit: record a transfer' });
  await sheet.getByLabel('Account at the provider').selectOption('Sandbox');
  await sheet.getByLabel(/^Amount that came to it/).fill('250000');
  await sheet.getByLabel('Reference of the transfer').fill('VIR-2026-118');
  await sheet.getByLabel('When it arrived').fill('2026-11-20T09:30:00');
  await sheet.getByLabel(/^Reason/).fill('The float for the weekend');
  await sheet.getByLabel('Type the amount again').fill('250 000');
  await auditScreen(page, 'top-up');
  await sheet.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await page.getByRole('status').getByText('Asked. It waits for').waitFor();
  await approve('Record a transfer to or from a provider', '250000');
  const list = page.getByRole('region', { name: 'Transfers with the bank' });
  await list.getByText('VIR-2026-118').waitFor();
  await list.getByText('+250 000').waitFor();
  await auditScreen(page, 'networks-transfers');
});

test('two change the routes: what has no line is not offered', async () => {
  const { page } = paying;
  await paying.open(networks);
  await page.getByText('no routes: each account carries all that it offers').waitFor();
  await page.getByRole('button', { name: 'Change routes…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Submit: change the routes' });
  const lines = sheet.getByLabel('Routes, a line for each network');
  expect(await lines.inputValue(), 'what the accounts offer').toContain('CI orange deposit = sandbox');
  await sheet.getByLabel(/^Reason/).fill('Wave only, until it works');
  await sheet.getByLabel('Type routes to confirm').fill('routes');
  const submit = sheet.getByRole('button', { name: 'Sign with passkey and submit' });
  await lines.fill('CI wave deposits = sandbox');
  await sheet.getByText('Not a line of routes: CI wave deposits = sandbox').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await lines.fill('CI wave both = nobody');
  await sheet.getByText('Each account is one of the site: not nobody').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await lines.fill('CI wave both = sandbox');
  await auditScreen(page, 'routes-sheet');
  await submit.click();
  await page.getByRole('status').getByText('Asked. It waits for').waitFor();
  await approve('Change the routes of payments');
  await page.getByText('routes, version 1').waitFor();
  await page
    .getByRole('row', { name: /^Orange Money · CI · deposits/ })
    .getByText('no route')
    .waitFor();
  expect((await deposit()).json.code).toBe('method_unavailable');
  await page.setViewportSize({ width: 390, height: 844 });
  await auditScreen(page, 'networks-phone');
});

test('two accounts of one network are told apart; a slow one says since when, and is hidden for deposits from there', async () => {
  const { page } = paying;
  await page.setViewportSize({ width: 1_440, height: 900 });
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const ago = (hours: number) => new Date(hour - hours * 3_600_000).toISOString();
  const figures = { deposits: 100, deposited: 96, withdrawals: 0, withdrawn: 0, median: 30, most: 90 };
  const times = { median: 30, most: 90, noticedAt: null, waiting: 0, unknown: 0 };
  const shares = { quarter: { done: 0, failed: 0 }, hour: { done: 0, failed: 0 }, day: { done: 0, failed: 0 } };
  const at = (provider: string, deposited: number, country: string) => ({
    network: 'moov',
    provider,
    waiting: 0,
    unknown: 0,
    day: { ...figures, deposited },
    month: figures,
    hours: [
      { at: ago(2), ended: 50, done: 48, in: 1_000, out: 0 },
      { at: ago(1), ended: 30, done: deposited - 60, in: 1_000, out: 0 },
    ],
    lines: [{ country, method: 'moov', direction: 'deposit', ...shares, ...times }],
  });
  const data = [at('cinetpay', 81, 'CI'), at('fedapay', 96, 'CI')];
  await page.route('**/operator/payments/networks', (route) => route.fulfill({ json: { data } }));
  await paying.open(networks);
  const clock = new Date(hour - 3_600_000).toISOString().slice(11, 16);
  await page.getByText(`Moov Money through CinetPay is slow since ${clock}`).waitFor();
  const chart = page.getByRole('region', { name: 'Success by network, last 24 hours' });
  await chart.getByRole('img', { name: /^Moov Money through FedaPay: / }).waitFor();
  expect((await chart.locator('figcaption').allInnerTexts()).map((text) => text.slice(0, 27))).toEqual([
    'Moov Money through CinetPay',
    'Moov Money through FedaPay ',
  ]);
  const titles = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  const order = [
    'Networks, last 24 hours',
    'Success by network, last 24 hours',
    'By country and account, last 24 hours',
  ];
  expect(titles.filter((title) => order.includes(title))).toEqual(order);
  expect(titles.at(-1)).toBe('Incidents, last 7 days');
  await chart.getByRole('button', { name: 'Table' }).click();
  for (const name of ['Moov Money through CinetPay', 'Moov Money through FedaPay'])
    await chart.getByRole('columnheader', { name }).waitFor();
  await auditScreen(page, 'networks-slow');
  await page.getByRole('button', { name: 'Hide Moov Money for deposits…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Stop payments' });
  await sheet.getByText('Type “moov” to confirm').waitFor();
  await page.keyboard.press('Escape');
  await page.unrouteAll();
});
