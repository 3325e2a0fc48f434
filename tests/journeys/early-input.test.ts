import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isHydrated } from '#tests/support/browser/hydration.ts';
import { betsOf, openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { eventually, journey } from './support.ts';

/** Holds back every script of the site. Returns what lets them go. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

journey('text typed into sign-in before its code has loaded stays, and can be sent', async ({ visit, client }) => {
  const { account } = await client(0);
  const { page, arrive } = await visit('phone');
  const release = await holdScripts(page);
  await page.goto('/auth/login', { waitUntil: 'commit' });
  const identifier = page.getByLabel('Phone or e-mail', { exact: true });
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await identifier.pressSequentially(account.phone.slice(0, -2));
  expect(await isHydrated(page)).toBe(false);
  release();
  await eventually(() => isHydrated(page), true);
  // The rest goes to the field that has the focus, at the cursor.
  await page.keyboard.type(account.phone.slice(-2));
  expect(await identifier.inputValue()).toBe(account.phone);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await arrive('/', /./);
});

journey(
  'text typed into a form before its code has loaded stays, with the cursor where it was',
  async ({ visit, client }) => {
    const { account } = await client(0);
    const { page } = await visit('phone');
    const release = await holdScripts(page);
    await page.goto('/auth/forgot', { waitUntil: 'commit' });
    const field = page.getByLabel('Phone or e-mail', { exact: true });
    await field.pressSequentially(account.phone.slice(0, -3));
    await page.keyboard.press('ArrowLeft');
    release();
    await eventually(() => isHydrated(page), true);
    // The cursor is before the last digit that was typed.
    await page.keyboard.press('Delete');
    await page.keyboard.type(account.phone.slice(-4));
    expect(await field.inputValue()).toBe(account.phone);
    await page.getByRole('button', { name: 'Send a code', exact: true }).click();
    await page.getByLabel('Code', { exact: true }).waitFor();
  },
);

journey('a receipt chosen on /verify before its code has loaded is checked', async ({ visit, client }) => {
  const { api } = await client(2_000);
  const [draw] = await openDraws(api, 20_000);
  const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOne', '7', 100)] } });
  expect(placed.status, placed.text).toBe(201);
  const [ticket] = await betsOf(api);
  const receipt = await api.call(`/bets/${ticket!.id}/receipt`);
  expect(receipt.status, receipt.text).toBe(200);
  const { page } = await visit('phone');
  const release = await holdScripts(page);
  await page.goto('/verify', { waitUntil: 'commit' });
  await page
    .getByLabel('Choose a receipt')
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(receipt.text) });
  release();
  await page.getByText('From the file receipt.json').waitFor();
});

journey('a receipt is checked if its choice begins before the code of /verify and ends after it', async ({ visit }) => {
  const { page } = await visit('phone');
  const release = await holdScripts(page);
  await page.goto('/verify', { waitUntil: 'commit' });
  // The browser's chooser of files belongs to this element, however long it stays open.
  const field = await page.getByLabel('Choose a receipt').elementHandle();
  release();
  await eventually(() => isHydrated(page), true);
  await field!.setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await page.getByText('From the file other.json').waitFor();
});
