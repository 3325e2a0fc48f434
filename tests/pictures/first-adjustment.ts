import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { shown } from './console-steps.ts';

/** One picture of the way, by its name. */
type Take = (page: Page, name: string) => Promise<void>;

/**
 * The first adjustment by two people, as docs/operating.md tells it: somebody of payments asks, in a browser of their own;
 * somebody of compliance approves in another; the worker carries it out.
 */
export async function takeFirstAdjustment(
  browser: Browser,
  options: BrowserContextOptions & { readonly baseURL: string },
  take: Take,
): Promise<void> {
  const [asks, approves] = await Promise.all([browser.newContext(options), browser.newContext(options)]);
  try {
    const page = await asks.newPage();
    await page.goto('/#demo=payments');
    const books = page.getByRole('region', { name: 'Books' });
    await books.getByText('Last full reconciliation').waitFor();
    // The first pass over the books of a new site comes within a minute or so.
    await books.getByText('none yet').first().waitFor({ state: 'detached', timeout: 120_000 });
    await shown(page);
    await take(page, 'overview');

    await page.goto('/payments?view=all&status=succeeded');
    await page.locator('tbody tr[data-row]').first().click();
    await page.getByRole('button', { name: 'Adjust…' }).waitFor();
    await shown(page);
    await take(page, 'payment');

    await page.getByRole('button', { name: 'Adjust…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Submit: adjust the player’s wallet' });
    await sheet.getByLabel('Amount (use − to debit)').fill('2500');
    await sheet.getByLabel('What the player reads').fill('A deposit of 20 November that never came.');
    await sheet
      .getByLabel('Reason, kept for ever')
      .fill('Case 118: the provider’s statement shows the deposit, line 44.');
    await sheet.getByLabel('Type the amount again').fill('+2 500');
    await take(page, 'adjust');
    await sheet.getByRole('button', { name: 'Submit for approval', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });

    const other = await approves.newPage();
    await other.goto('/requests#demo=compliance');
    await other.getByRole('row').filter({ hasText: 'Adjust a wallet' }).first().click();
    await other.getByLabel('Why you agree').fill('I see the same line in the statement.');
    await other.getByLabel('Type the amount').fill('2 500');
    await shown(other);
    await take(other, 'request');
    await other.getByRole('button', { name: /^Approve and / }).click();
    await other.getByText(/^Done by the worker/).waitFor();
    await shown(other);
    await take(other, 'done');

    await other
      .getByRole('status')
      .getByRole('link', { name: /^audit line/ })
      .click();
    await other
      .getByRole('region', { name: /^Line / })
      .getByText('Hash before')
      .waitFor();
    await shown(other);
    await take(other, 'audit');
  } finally {
    await Promise.all([asks.close(), approves.close()]);
  }
}
