import { TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { textWithoutRoom } from '#tests/support/browser/reflow.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { addAuthenticator } from '#tests/support/browser/virtual-authenticator.ts';
import { askFromPage, goByKeys, openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

// How operators come in and go, in a real Chromium on the real console, with virtual authenticators.

let browser: Browser;
let site: TestApp;
let admin: Desk;
let compliance: Desk;
const visitors: { readonly context: BrowserContext; readonly troubles: string[] }[] = [];

beforeAll(async () => {
  [browser, site] = await Promise.all([connectChromium(), startApp({ CONSOLE_PORT: '0' })]);
  admin = await openDesk(browser, site, ['admin']);
  compliance = await openDesk(browser, site, ['compliance']);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  expect([...visitors, admin, compliance].flatMap((one) => one?.troubles)).toEqual([]);
});

/** A browser of somebody who is not signed in. */
async function visit(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.consoleUrl!,
    viewport: { width: 1_440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text());
  });
  visitors.push({ context, troubles });
  return page;
}

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in to the console' });

/** Invites somebody from the page of the operators. @returns the link, which is shown once */
async function invite(name: string, role: OperatorRole): Promise<string> {
  const { page } = admin;
  await admin.open('/settings?view=operators');
  await page.getByRole('button', { name: /^Invite/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Invite an operator' });
  await sheet.getByLabel('Name, such as jo').fill(name);
  await sheet.getByRole('checkbox', { name: new RegExp(`^${role}`) }).check();
  expect(await sheet.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
  await sheet.getByLabel('Reason').fill('A new colleague');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  const handed = page.getByRole('dialog', { name: /Give them this link/ });
  const link = await handed.getByText('#join=').innerText();
  await handed.getByRole('button', { name: 'Close' }).click();
  return link.trim();
}

/** The admin asks, with a signature; compliance approves, with one; the worker does it. */
async function letIn(name: string): Promise<void> {
  const { page } = admin;
  await admin.open(`/settings?view=operators&open=${name}`);
  await page.getByRole('button', { name: /^Activate operator/ }).click();
  const sheet = page.getByRole('dialog', { name: `Submit: activate ${name}` });
  await sheet.getByLabel('Reason').fill('Compared on the phone');
  await sheet.getByLabel('Type the name').fill(name);
  await sheet.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await page.getByText('Asked. It waits for compliance or admin.').waitFor();
  const { owner } = site.database;
  const [request] = await owner.query<{ id: string }>('select id from console.request where subject = $1', [
    `operator ${name}`,
  ]);
  await askFromPage(compliance, `/requests/${request!.id}/decision`, { decision: 'approve', reason: 'Compared too' });
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .getByText(/^(active|approves later)$/)
    .waitFor();
}

test('a new operator sets two passkeys by a link, is admitted by two, and signs in with a passkey', async () => {
  const link = await invite('yao', 'risk');
  const page = await visit();
  const first = await addAuthenticator(page);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Set two passkeys' }).waitFor();
  // The link is in no history.
  expect(page.url()).not.toContain('join');
  const name = page.getByLabel(/^Name of the passkey/);
  await name.fill('desk');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByRole('listitem').filter({ hasText: 'desk' }).waitFor();
  await first.remove();
  await addAuthenticator(page);
  await name.fill('phone');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByText(/Two operators have to approve it/).waitFor();
  await auditScreen(page, 'set-up');
  await page.getByRole('button', { name: 'To the sign-in' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('alert').waitFor();
  await letIn('yao');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await rail(page).getByText('yao').waitFor();
  // It works once.
  const other = await visit();
  await other.goto(link);
  await other
    .getByRole('alert')
    .getByText(/This link was used/)
    .waitFor();
});

test.runIf(runsLong)('an operator whose role approves nothing may set a password and an app instead', async () => {
  const link = await invite('abla', 'support');
  const page = await visit();
  await page.goto(link);
  const password = 'correct horse battery staple 7';
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Set a password' }).click();
  const secret = await page.locator('p.mono').innerText();
  const app = new TOTP({ secret: secret.replaceAll(/\s/g, '') });
  const firstCode = app.generate();
  await page.getByLabel('Code of your app').fill(firstCode);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText(/Two operators have to approve it/).waitFor();
  await page.getByRole('button', { name: 'To the sign-in' }).click();
  await letIn('abla');
  await page.getByRole('button', { name: 'I have a password and a code' }).click();
  await page.getByLabel('Name', { exact: true }).fill('abla');
  await page.getByLabel('Password').fill(password);
  // Each code counts once.
  await expect.poll(() => app.generate()).not.toBe(firstCode);
  await page.getByLabel('Code of your app').fill(app.generate());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await rail(page).getByText('abla').waitFor();
});

test('a demonstration lets anybody in: by its link, and by a button', async () => {
  const page = await visit();
  const response = await page.goto('/settings#demo');
  const policy = response!.headers()['content-security-policy']!;
  expect(policy).toContain(`require-trusted-types-for 'script'`);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  await rail(page).getByText('risk, compliance').waitFor();
  expect(page.url()).toBe(`${site.consoleUrl}/settings`);
  await page.getByRole('table', { name: 'My sessions' }).getByText('this one').waitFor();
  await auditScreen(page, 'settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signInHeading(page).waitFor();
  await page.getByRole('heading', { name: 'Look around as a demo operator' }).waitFor();
  await auditScreen(page, 'sign-in');
  // French has longer words.
  await page.getByLabel('Français').click();
  await page.getByRole('heading', { name: 'Visiter comme opérateur de démonstration' }).waitFor();
  expect(await textWithoutRoom(page, 'td')).toEqual([]);
  await page.getByLabel('English').click();
  await page.getByRole('button', { name: /^admin/ }).click();
  await rail(page).getByText('admin', { exact: false }).first().waitFor();
  // A role sees its own screens only.
  expect(
    await rail(page)
      .getByRole('link', { name: /^Payments/ })
      .count(),
  ).toBe(0);
  await goByKeys(page, 'g s', '/settings');
  await page.getByRole('link', { name: 'Operators' }).click();
  await page.getByRole('row').filter({ hasText: 'demo-admin' }).first().click();
  await page.getByRole('heading', { name: /^demo-admin/ }).waitFor();
  await auditScreen(page, 'operators');
});

test.runIf(runsLong)(
  'a session that was ended elsewhere ends here, and the next sign-in opens the same address',
  async () => {
    const page = await visit();
    await page.goto('/settings#demo=auditor');
    await page.getByRole('table', { name: 'My sessions' }).getByText('this one').waitFor();
    await goByKeys(page, 'g u', '/audit');
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
    await site.database.owner.query(
      `update console.session set ended_at = clock_timestamp() where operator_id = (
       select operator_id from console.session order by created_at desc limit 1)`,
    );
    // The next call that the page makes by itself is refused.
    await signInHeading(page).waitFor();
    await page.getByText(/Your session has ended/).waitFor();
    expect(page.url()).toBe(`${site.consoleUrl}/audit`);
    await page.getByRole('button', { name: /^auditor/ }).click();
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
  },
);

test('an idle session shows a warning before its end, which only its button removes', async () => {
  const page = await visit();
  await page.clock.install();
  await page.goto('/settings#demo=draws');
  await rail(page).waitFor();
  await page.clock.fastForward('13:30');
  const warning = page.getByRole('dialog', { name: 'Nobody is here' });
  await warning.waitFor();
  await page.mouse.move(300, 300);
  await page.clock.runFor(2_000);
  await warning.getByText(/signed out in 0[01]:\d\d/).waitFor();
  await auditScreen(page, 'resting');
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await warning.waitFor({ state: 'detached' });
  await page.clock.fastForward('15:01');
  await signInHeading(page).waitFor();
});

test('an address is saved as a view, found again, and removed', async () => {
  const page = await visit();
  await page.goto('/audit?act=view_saved#demo=auditor');
  await rail(page).waitFor();
  await page.getByRole('button', { name: '+ Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Saved views');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Saved views' });
  await tab.waitFor();
  expect(await page.getByRole('button', { name: '+ Save view' }).count()).toBe(0);
  await page.goto('/audit');
  await tab.click();
  await expect.poll(() => page.url()).toContain('/audit?act=view_saved');
  await page.getByRole('button', { name: 'remove the view Saved views' }).click();
  await tab.waitFor({ state: 'detached' });
});
