import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { createOutsider, signUp, type Account } from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { rememberedAs } from './support.ts';

let browser: Browser;
let site: TestApp;

beforeAll(async () => {
  [browser, site] = await Promise.all([connectChromium(), startApp({ RATE_LIMIT_SCALE: '1000' })]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    serviceWorkers: 'block',
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function join(): Promise<{ api: ReturnType<typeof createOutsider>; account: Account; id: number }> {
  const api = createOutsider(site.url);
  const account = await signUp(api);
  return { api, account, id: (await api.call('/users/me')).json.id };
}

test('signing in with an old weak password asks for a new one, and after that not any more', async () => {
  const { account, id } = await join();
  await site.database.owner.query('update client set password_hash = $2 where id = $1', [
    id,
    await hashPassword('motdepasse'),
  ]);
  const page = await open('/auth/login');
  await page.getByLabel('Phone or e-mail').fill(account.phone);
  await page.getByLabel('Password', { exact: true }).fill('motdepasse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const note = page.getByRole('status').filter({ hasText: 'Your password is easy to guess.' });
  await note.waitFor();
  await auditPage(page, 'the note after a sign-in with a weak password');
  await note.getByRole('link', { name: 'Change it' }).click();
  await expect.poll(() => page.url()).toMatch(/\/profile(\?open=security|#security)/);

  const notice = page.getByRole('main').getByText('Your password is easy to guess', { exact: true });
  await notice.waitFor();
  await auditPage(page, 'the profile of who has a weak password');
  await page.getByRole('textbox', { name: 'Current password' }).fill('motdepasse');
  await page.getByRole('textbox', { name: 'New password' }).fill('four words of mine');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed.').waitFor();
  await notice.waitFor({ state: 'hidden' });
  await page.context().close();
});

test('recent activity is shown after a fresh proof, asked for by a button', async () => {
  const { api, account, id } = await join();
  const page = await open('/profile#activity', rememberedAs(api));
  const list = page.getByRole('list', { name: 'Recent activity' });
  await list.getByText('Account opened').waitFor();

  await site.database.owner.query(
    `update session set proven_at = proven_at - interval '10 minutes' where client_id = $1`,
    [id],
  );
  await page.reload();
  const show = page.getByRole('button', { name: 'Show my activity' });
  await show.waitFor();
  await auditPage(page, 'recent activity before a proof');
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  expect(await dialog.isVisible(), 'nothing opens by itself').toBe(false);
  await show.click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await list.getByText('Account opened').waitFor();
  await page.context().close();
});
