import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

// Two people of compliance, at two desks, change from where a sign of harm counts.

let browser: Browser;
let site: TestApp;
let asker: Desk;
let approver: Desk;

beforeAll(async () => {
  [browser, site] = await Promise.all([connectChromium(), startApp({ CONSOLE_PORT: '0' })]);
  asker = await openDesk(browser, site, ['compliance']);
  approver = await openDesk(browser, site, ['compliance']);
});
afterAll(async () => {
  const desks = [asker, approver];
  await Promise.all(desks.map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap((desk) => desk?.troubles)).toEqual([]);
});

test('one operator asks with before and after, the other approves, and the change waits for its beginning', async () => {
  const { page } = asker;
  await asker.open('/care?view=thresholds');
  const sign = page.getByRole('row', { name: /bets at night in a week/ }).first();
  await sign.waitFor();
  await auditScreen(page, 'care-thresholds');
  await sign.getByRole('button', { name: 'Change…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Submit: other thresholds of bets at night in a week' });
  const [before, after] = ['Before, as you see it', 'After'].map((side) =>
    sheet.getByText(side, { exact: true }).locator('..'),
  );
  await before!.getByText('20', { exact: true }).waitFor();
  await before!.getByText('100', { exact: true }).waitFor();
  const button = sheet.getByRole('button', { name: 'Sign with passkey and submit' });
  expect(await button.isDisabled()).toBe(true);
  await sheet.getByLabel('Notable from').fill('40');
  await sheet.getByLabel('Strong from').fill('30');
  await sheet.getByLabel(/^Reason/).fill('A study of our players');
  expect(await button.isDisabled()).toBe(true);
  await sheet.getByLabel('Strong from').fill('150');
  await after!.getByText('40', { exact: true }).waitFor();
  await after!.getByText('150', { exact: true }).waitFor();
  await sheet.getByLabel('Type from where it is strong').fill('150');
  await auditScreen(page, 'care-threshold-sheet');
  await button.click();
  await page.getByText('Asked. It waits for compliance.').waitFor();

  await approver.open('/requests');
  await approver.page.getByRole('row').filter({ hasText: 'Change thresholds of care' }).first().click();
  await approver.page.getByText(/checks pass/).click();
  await approver.page.getByText('It begins at a moment that lies ahead').waitFor();
  await approver.page.getByLabel('Why you agree').fill('I have read the study');
  await approver.page.getByRole('button', { name: /^Approve and / }).click();
  await approver.page.getByText(/^Done by the worker/).waitFor();

  await asker.open('/care?view=thresholds');
  await page.getByRole('row', { name: /bets at night.*40.*150.*waits.*A study of our players/ }).waitFor();
  // Until then the earlier thresholds apply.
  await page
    .getByRole('row', { name: /bets at night in a week 20 100 2/ })
    .first()
    .waitFor();
  await auditScreen(page, 'care-thresholds-waiting');
});
