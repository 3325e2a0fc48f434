import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { makePayment, statementHead, type MadePayment } from '#tests/support/operator/statements.ts';
import { createPlayer } from '#tests/support/players/play.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

let browser: Browser;
let site: TestApp;
let paying: Desk;
let auditing: Desk;
let payment: MadePayment;
let unnamed: MadePayment;

beforeAll(async () => {
  [browser, site] = await Promise.all([connectChromium(), startApp({ CONSOLE_PORT: '0' })]);
  const { owner } = site.database;
  const { clientId: client } = await createPlayer(owner);
  payment = await makePayment(owner, { client, at: '2026-03-02T10:00:00Z' });
  unnamed = await makePayment(owner, { client, at: '2026-03-02T11:00:00Z', amount: 4_000 });
  // A pass over the books may come meanwhile.
  for (const { id } of [payment, unnamed]) {
    await owner.query(
      `select post_transfer(client_id, 'deposit', id, 'clearing', 'client_dep', amount) from payment where id = $1`,
      [id],
    );
  }
  paying = await openDesk(browser, site, ['payments']);
  auditing = await openDesk(browser, site, ['auditor']);
});
afterAll(async () => {
  const desks = [paying, auditing];
  await Promise.all(desks.map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap((desk) => desk?.troubles)).toEqual([]);
});

test('a statement is uploaded in pieces, read to its end, and worked off', async () => {
  const { page } = paying;
  await paying.open('/money?view=statements');
  await page.getByText('No statement yet').waitFor();
  await auditScreen(page, 'statements-none');
  await page.getByRole('button', { name: 'Upload a statement…' }).click();
  const form = page.getByRole('dialog', { name: 'Upload a statement' });
  const upload = form.getByRole('button', { name: 'Upload', exact: true });
  expect(await upload.isDisabled()).toBe(true);
  // Fees of the provider's own make it long enough for two pieces.
  const fees = Array.from(
    { length: 15_000 },
    (_, n) => `2026-03-02 12:00:00,,F-${n},FEES,1,,XOF,COMPLETED,,,${'x'.repeat(20)}`,
  );
  const lines = [
    `2026-03-02 10:01:00,${payment.id},${payment.ref},DEPOSIT,900,14,XOF,COMPLETED,,22507000042,Awa`,
    `2026-03-02 10:02:00,${payment.id},P-back,REFUND,300,,XOF,COMPLETED,,,Awa`,
    `2026-03-02 11:01:00,,P-other,DEPOSIT,4000,,XOF,COMPLETED,,,Awa`,
    ...fees,
  ];
  const buffer = Buffer.from(`${[statementHead, ...lines].join('\n')}\n`);
  expect(buffer.length).toBeGreaterThan(1_000_000);
  await form.getByLabel('File').setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer });
  await form.getByLabel('Account').selectOption('pawapay');
  await form.getByLabel('First day').fill('2026-03-02');
  await form.getByLabel('Last day').fill('2026-03-02');
  // Heads that say what they usually mean are chosen.
  expect(await form.getByLabel('Our reference').inputValue()).toBe('our id');
  expect(await form.getByLabel('Type').inputValue()).toBe('type');
  await form.getByLabel('Agreed fee of a deposit, %').fill('1,5');
  await auditScreen(page, 'statement-form');
  const pieces: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') pieces.push(new URL(request.url()).pathname);
  });
  await upload.click();
  await page.getByText('The file is here. It is read and compared by itself.').waitFor();
  expect(pieces.map((path) => path.split('/').at(-1))).toEqual(['0', '1']);

  // It says how far it is, until it is compared.
  const row = page.getByRole('row', { name: /pawaPay/ });
  await row.getByText('compared').waitFor();
  const list = page.getByRole('table', { name: 'Differences' });
  await list.getByText('Amount differs').waitFor();
  expect(await list.getByText('Fee differs').count()).toBe(0);
  await page.getByText('The file has no balances.').waitFor();
  await auditScreen(page, 'statement-open');

  // A line without a payment: one person confirms which it is.
  await list
    .getByRole('row', { name: /Only there/ })
    .getByRole('button', { name: 'Work off…' })
    .click();
  const alone = page.getByRole('dialog', { name: /Only there/ });
  await alone.getByText('4 000 XOF, player').waitFor();
  await auditScreen(page, 'statement-suggestion');
  await alone.getByRole('button', { name: 'This one' }).click();
  await page.getByText('The line is matched.').waitFor();
  await page.getByRole('dialog').getByText('Both sides agree now. There is nothing to do.').waitFor();
  await page.keyboard.press('Escape');
  await list.getByText('Only there').waitFor({ state: 'detached' });

  // Two operators book a refund that was given back there, with the sum and the line.
  const back = list.getByRole('row', { name: /Given back there, not here/ }).getByRole('button', { name: 'Work off…' });
  await back.click();
  await page.getByRole('button', { name: 'Book it, by two…' }).click();
  const decide = page.getByRole('dialog', { name: 'Submit: resolve this payment manually' });
  expect(await decide.getByLabel('Line of the provider’s statement').inputValue()).toMatch(/refund 300 XOF P-back$/);
  await decide.getByText('300 XOF').first().waitFor();
  await decide.getByText('Its provider was asked in the last 5 minutes').waitFor();
  await auditScreen(page, 'statement-decide');
  await page.keyboard.press('Escape');
  await back.click();
  const noted = page.getByRole('dialog', { name: 'Work off: Given back there, not here' });
  await noted.getByLabel(/^Reason/).fill('The player was paid in cash');
  await noted.getByRole('button', { name: 'Close with this note' }).click();
  await page.getByText('The difference is closed.').waitFor();
  await list.getByText('Given back there, not here').waitFor({ state: 'detached' });

  // Another one ends with a note.
  await list
    .getByRole('row', { name: /Amount differs/ })
    .getByRole('button', { name: 'Work off…' })
    .click();
  const other = page.getByRole('dialog', { name: 'Work off: Amount differs' });
  await other.getByText('900 XOF').waitFor();
  await other.getByLabel(/^Reason/).fill('They pay the rest tomorrow');
  await other.getByRole('button', { name: 'Close with this note' }).click();
  await page.getByText('The difference is closed.').waitFor();
  await page.getByText('No difference').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await auditScreen(page, 'statement-phone');

  // The same file again is found.
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.getByRole('button', { name: 'Upload a statement…' }).click();
  await form.getByLabel('File').setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer });
  await form.getByLabel('Account').selectOption('pawapay');
  // The form takes it from the last file of this account.
  expect(await form.getByLabel('Agreed fee of a deposit, %').inputValue()).toBe('1.5');
  await upload.click();
  await page.getByText('This file is here already.').waitFor();
  const [matched] = await site.database.owner.query<{ payment_id: string; matched_by: string }>(
    `select payment_id, matched_by from console.statement_line where their_ref = 'P-other'`,
  );
  expect(matched).toEqual({ payment_id: unnamed.id, matched_by: 'operator' });
});

test('an auditor sees them and takes them out, and works nothing off', async () => {
  const { page } = auditing;
  await auditing.open('/money?view=statements');
  await page.getByRole('row', { name: /pawaPay/ }).click();
  await page.locator('a[download][href*="/statement-differences?"][href$="as=csv"]').waitFor();
  await page.getByRole('radio', { name: 'all' }).check();
  await page
    .getByRole('row', { name: /Amount differs/ })
    .getByRole('button', { name: 'Look…' })
    .click();
  await page.getByRole('dialog').getByText('They pay the rest tomorrow').waitFor();
  expect(await page.getByRole('button', { name: 'Upload a statement…' }).count()).toBe(0);
});
