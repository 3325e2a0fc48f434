import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilQuiet } from '#tests/support/browser/quiet.ts';
import { untilPasses } from '#tests/support/until-passes.ts';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { goByKeys, openDesk, type Desk } from '#tests/support/operator/desk.ts';
import {
  balanceOf,
  createOutsider,
  paymentBody,
  paymentStatus,
  signUp,
  waitFor,
  type Account,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

// Payments and money on the console, in a real Chromium, by keyboard where an operator would. The worker of the site acts.

let browser: Browser;
let site: TestApp;
let paying: Desk;
let compliance: Desk;
let client: Outsider;
let account: Account;
let clientId: number;

beforeAll(async () => {
  // The report of yesterday is empty.
  await untilDayLasts();
  const review = { REVIEW: 'on', REVIEW_OVER: '1000', REVIEW_FIRST_OVER: '1000', REVIEW_PHONE_DAYS: '0' };
  [browser, site] = await Promise.all([
    connectChromium(),
    startApp(
      { CONSOLE_PORT: '0', RATE_LIMIT_SCALE: '1000', ...review },
      // The provider of this test does not answer, and withdrawals are stopped for a while.
      { expectsError: (line) => /\/sandbox\/v1\/payouts|Withdrawals are stopped|"status":503/.test(line) },
    ),
  ]);
  paying = await openDesk(browser, site, ['payments']);
  compliance = await openDesk(browser, site, ['compliance']);
  client = createOutsider(site.url);
  // The sandbox never answers about a payout to a phone that ends in 01.
  account = await signUp(client, '01');
  clientId = (await client.call('/users/me')).json.id;
  await owner().query(`select post_adjustment($1, $2, 'adjustment', 'client_win', 900000)`, [clientId, randomUUID()]);
});
afterAll(async () => {
  const desks = [paying, compliance];
  await Promise.all(desks.map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap((desk) => desk?.troubles)).toEqual([]);
});

const owner = () => site.database.owner;
const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

async function withdraw(amount: number): Promise<string> {
  const { status, json } = await client.call('/clients/withdraw', {
    body: paymentBody(account, amount),
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(status).toBe(202);
  return json.data.id;
}

const becomes = (id: string, status: string) =>
  waitFor(async () => (await paymentStatus(client, id)) === status, `the payment becomes ${status}`);

describe('a held withdrawal', () => {
  test('is refused by one operator, and the player has the money and a reason', async () => {
    const id = await withdraw(20_000);
    const { page } = paying;
    await paying.open('/payments?view=held');
    await page
      .getByRole('row')
      .filter({ hasText: id.slice(0, 8) })
      .waitFor();
    await auditScreen(page, 'held');
    // A phone shows the amount and the player without scrolling.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('cell', { name: /Withdrawal · .* · / }).waitFor();
    const box = (await page
      .getByRole('table')
      .getByText(/^−20.000$/)
      .boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await panel(page, /^Withdrawal 20/)
      .getByText('of its amount')
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Refuse…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Refuse this withdrawal' });
    const refuse = sheet.getByRole('button', { name: 'Confirm' });
    expect(await refuse.isDisabled()).toBe(true);
    await sheet.getByLabel('What the player reads').fill('Please show us your document first.');
    await sheet.getByLabel('Reason, kept for ever').fill('No document yet.');
    await sheet.getByLabel('Type the amount').fill('20 000');
    await auditScreen(page, 'refuse');
    await refuse.click();
    await page.getByRole('status').getByText('Refused: the money is back.').waitFor();
    await becomes(id, 'failed');
    const { json } = await client.call(`/clients/payments/${id}`);
    expect(json.data.refusedBecause).toBe('Please show us your document first.');
    expect((await balanceOf(client)).win).toBe(900_000);
  });
});

test('a wallet is adjusted from the player’s page about one payment, and a second request about it is refused before it is sent', async () => {
  const { page } = paying;
  await paying.open(`/players/${clientId}`);
  await page.getByRole('button', { name: 'Adjust balance…' }).waitFor();
  const asks = page.getByRole('button', { name: 'Sign with passkey and submit' });
  const fill = async (francs: string) => {
    await page.keyboard.press('j');
    const sheet = page.getByRole('dialog', { name: 'Submit: adjust the player’s wallet' });
    await sheet.getByLabel('Amount (use − to debit)').fill(francs);
    await sheet.getByLabel('What the player reads in the statement').fill('For the transfer that came back.');
    await sheet.getByLabel('Reason, kept for ever').fill('The statement shows it.');
    await sheet.getByLabel('Type the amount again').fill(francs);
    expect(await asks.isDisabled()).toBe(true);
    const payment = sheet.getByLabel('Payment that it is about');
    // The withdrawal that was refused above.
    await payment.getByRole('option', { name: /^−20.000/ }).waitFor({ state: 'attached' });
    const [label] = (await payment.getByRole('option').allTextContents()).filter((text) => /^−20.000/.test(text));
    await payment.selectOption({ label: label! });
    return sheet;
  };
  const sheet = await fill('500');
  await sheet.getByText('balance after').waitFor();
  await sheet.getByText('500', { exact: true }).first().waitFor();
  await auditScreen(page, 'adjust');
  await asks.click();
  await page.getByRole('status').getByText('Asked. It waits for compliance').waitFor();
  const again = await fill('700');
  await again.getByText(/^Nobody has asked for the same already: R-/).waitFor();
  expect(await asks.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
});

describe('a withdrawal that is released and then unknown', () => {
  test('is decided by hand by two operators, in two browsers', async () => {
    const id = await withdraw(61_000);
    const { page } = paying;
    await paying.open(`/payments?view=held&open=${id}`);
    await page.getByRole('button', { name: 'Release…' }).waitFor();
    await page.keyboard.press('r');
    const release = page.getByRole('dialog', { name: 'Release this withdrawal' });
    await release.getByLabel('Reason, kept for ever').fill('Known for long.');
    await release.getByLabel('Type the amount').fill('61000');
    // Enter releases nothing.
    await release.getByRole('button', { name: 'Confirm' }).focus();
    await page.keyboard.press('Enter');
    expect(await paymentStatus(client, id)).toBe('review');
    await page.keyboard.press('Space');
    await page.getByRole('status').getByText('Released: it is being sent.').waitFor();
    await waitFor(async () => (await paymentStatus(client, id)) !== 'review', 'the worker sends it');

    await paying.open(`/payments?open=${id}`);
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await page.keyboard.press('a');
    await page.getByText(/answer in/).waitFor();
    // The sign of the amount says the type, and the network needs the room.
    const heads = page.getByRole('table').first().getByRole('columnheader');
    await heads.filter({ hasText: 'Network' }).waitFor();
    expect(await heads.filter({ hasText: 'Type' }).count()).toBe(0);
    await page.getByText('If paid').waitFor();
    await page.getByText('Last payments of this player').click();
    const others = page.getByRole('table', { name: 'Last payments of this player' });
    await others
      .getByText(/^failed|–$/)
      .first()
      .waitFor();
    await auditScreen(page, 'payment');
    await page.keyboard.press('d');
    const sheet = page.getByRole('dialog', { name: 'Submit: resolve this payment manually' });
    const sign = sheet.getByRole('button', { name: 'Sign with passkey and submit' });
    await sheet.getByLabel('paid', { exact: true }).check();
    await sheet.getByLabel('Line of the provider').fill('20/11 18:11:09 · TR-90 441 · −61 000');
    await sheet.getByLabel('Reason, kept for ever').fill('The statement of 18:30 shows the transfer.');
    expect(await sign.isDisabled()).toBe(true);
    await sheet.getByLabel('Type the amount').fill('61 000');
    await auditScreen(page, 'decide');
    await sign.click();
    await page.getByRole('status').getByText('Asked. It waits for risk or compliance').waitFor();
    // The provider may answer meanwhile that it is still under way.
    expect(['unknown', 'processing']).toContain(await paymentStatus(client, id));

    const other = compliance.page;
    await compliance.open('/requests');
    await other.getByRole('row').filter({ hasText: 'Resolve a payment manually' }).first().click();
    await other.getByText(/checks pass/).click();
    await other.getByText('A line of the provider’s statement is attached').waitFor();
    await other.getByText('TR-90 441').waitFor();
    await other.getByLabel('Why you agree').fill('I see the same line.');
    await other.getByRole('button', { name: /^Approve and / }).click();
    await panel(other, 'History')
      .getByText(/^Done by the worker/)
      .waitFor();
    await becomes(id, 'paid');
    expect((await balanceOf(client)).win).toBe(839_000);
    await paying.open(`/payments/${id}`);
    await page.getByText('resolved manually').first().waitFor();
    await auditScreen(page, 'decided');

    // The payment is shown as it was when the request was made: held, and without acts.
    const [asked] = await owner().query<{ at: Date }>(
      `select date_trunc('milliseconds', max(at)) + interval '1 ms' as at from payment_event where payment_id = $1 and kind = 'created'`,
      [id],
    );
    await paying.open(`/payments/${id}?at=${asked!.at.toISOString()}`);
    await page
      .getByRole('status')
      .getByText(/^As of \d/)
      .waitFor();
    await page.getByText('held', { exact: true }).first().waitFor();
    expect(await page.getByText('resolved manually').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Adjust' }).count()).toBe(0);
    await auditScreen(page, 'payment-then');
    await page.keyboard.press('b');
    await page.getByText('resolved manually').first().waitFor();
  });
});

describe('money', () => {
  test.runIf(runsLong)('shows what is owed and what is there, and every figure opens its rows', async () => {
    const { page } = paying;
    // The first sums come after the first pass.
    await untilPasses(async () => expect(await owner().query('select from account_hour')).not.toEqual([]));
    await paying.open('/money');
    await page.getByText('Owed to players').waitFor();
    await page.getByRole('row').filter({ hasText: 'player winnings' }).waitFor();
    await auditScreen(page, 'money');
    await page.getByRole('link', { name: 'player winnings' }).first().click();
    await page.getByRole('row').filter({ hasText: 'adjustment' }).first().getByRole('link').first().click();
    await page.waitForURL(/day=/);
    await page.getByRole('row').filter({ hasText: 'adjustment' }).first().getByRole('link').first().click();
    await page.getByRole('row').filter({ hasText: '900' }).first().waitFor();
    await auditScreen(page, 'postings');
    for (const view of ['figures', 'mismatches', 'bank', 'movements']) {
      await paying.open(`/money?view=${view}`);
      await page.getByRole('heading', { level: 1, name: 'Money' }).waitFor();
      await untilQuiet(page);
      await auditScreen(page, `money-${view}`);
    }
  });

  test('accepts the bank’s figure, and withdrawals are stopped by one operator and resumed by two', async () => {
    const { page } = paying;
    await paying.open('/money?view=bank');
    await page.getByRole('button', { name: /Type in/ }).click();
    const type = page.getByRole('dialog', { name: 'Type in the bank’s figure' });
    await type.getByLabel('Account').fill('SGBCI main');
    await type.getByLabel('Balance in XOF').fill('8 214 500');
    await type.getByLabel('Type the balance again').fill('8214500');
    await type.getByLabel('Reason, kept for ever').fill('Read at the counter.');
    await type.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('row').filter({ hasText: 'SGBCI main' }).waitFor();

    await paying.open('/money');
    await page.getByRole('button', { name: 'Stop withdrawals…' }).click();
    const stop = page.getByRole('dialog', { name: 'Stop all withdrawals' });
    await stop.getByLabel('Type the word').fill('stop');
    await stop.getByLabel('Reason, kept for ever').fill('Another provider’s statement does not fit.');
    await stop.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('by ' + paying.name).waitFor();
    const refused = await client.call('/clients/withdraw', {
      body: paymentBody(account, 500),
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(refused.json.code).toBe('withdrawals_stopped');

    await page.getByRole('button', { name: 'Full pass now' }).click();
    await page.getByRole('button', { name: 'Resume withdrawals…' }).click();
    const goOn = page.getByRole('dialog', { name: 'Submit: resume withdrawals' });
    await goOn.getByLabel('Type the words').fill('resume');
    await goOn.getByLabel('Reason, kept for ever').fill('It was a line of another day.');
    await untilPasses(async () =>
      expect(await goOn.getByRole('button', { name: 'Sign with passkey and submit' }).isEnabled()).toBe(true),
    );
    await auditScreen(page, 'go-on');
    await goOn.getByRole('button', { name: 'Sign with passkey and submit' }).click();
    await page.getByRole('status').getByText('Asked. It waits for compliance').waitFor();
    const other = compliance.page;
    await compliance.open('/requests');
    await other.getByRole('row').filter({ hasText: 'Resume withdrawals' }).first().click();
    await other.getByLabel('Why you agree').fill('I have seen both statements.');
    await other.getByRole('button', { name: /^Approve and / }).click();
    await panel(other, 'History')
      .getByText(/^Done by the worker/)
      .waitFor();
    expect(await owner().query('select from operation_flag')).toEqual([]);
  });
});

describe('a report', () => {
  test('is found by keyboard, agrees with the books, moves from day to day, and can be saved and printed', async () => {
    const { page } = compliance;
    await compliance.open('/requests');
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await goByKeys(page, 'g e', '/reports');
    await page.getByRole('link', { name: 'By account' }).waitFor();
    await auditScreen(page, 'reports');
    await page.getByRole('link', { name: 'By account' }).click();
    // Yesterday is the last day that is over: nobody was here.
    await page.getByText('No activity').waitFor();
    await page.getByText('It agrees with the books').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/day=/);
    await page.getByText('unfinished', { exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'By account' });
    await table.getByRole('row').filter({ hasText: '900' }).first().waitFor();
    await page.getByText('It agrees with the books').waitFor();
    await auditScreen(page, 'report');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('izi-report-accounts.csv');
    // On paper there is the report alone, the band that says what is real, and the number of each page.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await table.isVisible()).toBe(true);
    expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(1_000);
    await page.emulateMedia({ media: null });
  });
});
