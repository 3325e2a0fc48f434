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
