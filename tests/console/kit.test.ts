import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { addAuthenticator } from '#tests/support/browser/virtual-authenticator.ts';
import { runsLong } from '#tests/support/long-run.ts';
import { goByKeys } from '#tests/support/operator/desk.ts';
import { makeRows, openKitSite, type KitServer } from './kit-site.ts';

// The kit of the console in a real Chromium, under the console's policy, by keyboard.

let browser: Browser;
let kit: KitServer;
let context: BrowserContext;
let page: Page;
let troubles: string[];

beforeAll(async () => {
  [browser, kit] = await Promise.all([connectChromium(), openKitSite()]);
});
afterAll(async () => {
  await browser?.close();
  await kit?.close();
});

beforeEach(async () => {
  Object.assign(kit, { rows: makeRows(120), list: 'well', isSignedIn: true, isDemo: false });
  kit.acts.length = 0;
  kit.calls.length = 0;
  context = await browser.newContext({
    baseURL: kit.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  troubles = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // The browser reports each refusal that the test makes the server give; it is no fault of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text());
  });
});
afterEach(async () => {
  await context.close();
  expect(troubles).toEqual([]);
});

const rowOf = (number: number | string) =>
  page.locator('tbody tr', { has: page.getByRole('cell', { name: String(number), exact: true }) });
const openRow = () => page.locator('tr[aria-current=true] td').first().innerText();

async function open(address: string): Promise<void> {
  await page.goto(address);
  await page.locator('tbody tr[data-row]').first().waitFor();
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('a row that is open on a phone is closed by a cross that a finger reaches', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.goto(`/lists?open=${kit.rows[0]!.id}`);
  const close = page.getByRole('button', { name: 'closes' });
  const size = () => close.evaluate((button) => [button.clientWidth, button.clientHeight]);
  await expect.poll(size).toEqual([44, 44]);
  expect(await close.evaluate((button) => getComputedStyle(button, '::before').content)).toContain('×');
  await close.click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('arrow keys reach rows, Enter opens one beside the list, and the address names it', async () => {
  await open('/lists');
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await expect.poll(openRow).toBe('119');
  expect(new URL(page.url()).searchParams.get('open')).toMatch(/119$/);
  await press(']');
  await expect.poll(openRow).toBe('118');
  await press('[', '[');
  await expect.poll(openRow).toBe('120');
  // Another open row takes the place of the one before: one step back leaves the list as it was found.
  await page.goBack();
  await expect.poll(() => page.locator('tr[aria-current=true]').count()).toBe(0);
  await page.goForward();
  await expect.poll(openRow).toBe('120');
  await page.reload();
  await expect.poll(openRow).toBe('120');
  await press('Escape');
  await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBeNull();
  // It went back to the list, so one more step leaves it.
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('a list of thousands keeps only the rows near the view, the focus, and the right row numbers', async () => {
  kit.rows = makeRows(3_200);
  await open('/lists');
  const there = page.locator('tbody tr[data-row]');
  const focused = page.locator('tbody tr:focus');
  // Each step to the end asks for older ones.
  const isWhole = async () => {
    await press('End');
    return page.getByText('3 200 rows, no more').isVisible();
  };
  await expect.poll(isWhole).toBe(true);
  await press('End');
  expect(await there.count()).toBeLessThan(200);
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('3201');
  await expect.poll(() => focused.locator('td').first().innerText()).toBe('1');
  await press('ArrowUp', 'ArrowUp', 'Enter');
  await expect.poll(openRow).toBe('3');
  expect(await focused.getAttribute('aria-rowindex')).toBe('3199');
  // The view goes away and the focus stays; the next arrow brings the view back to it.
  await page.locator('table').evaluate((table) => table.parentElement!.scrollTo(0, 0));
  await rowOf('3 200').waitFor();
  expect(await focused.getAttribute('aria-rowindex')).toBe('3199');
  await press('ArrowDown');
  await expect.poll(() => focused.locator('td').first().innerText()).toBe('2');
  expect(await focused.evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await press('Home');
  await expect.poll(() => focused.locator('td').first().innerText()).toMatch(/^3.200$/);
  expect(await there.count()).toBeLessThan(200);
});

test('older rows load page by page, and a link opens the list at the same place', async () => {
  await open('/lists');
  await press('End');
  await rowOf(21).waitFor();
  await press('End');
  await rowOf(1).waitFor();
  expect(await page.locator('tbody tr[data-row]').count()).toBe(120);
  await page.getByText('120 rows, no more').waitFor();
  await page.reload();
  await rowOf(20).waitFor();
  expect(await rowOf(120).count()).toBe(0);
  await page.getByRole('button', { name: /Newer ones stand before/ }).click();
  await rowOf(120).waitFor();
});

test('a cell can filter to its value, or exclude it, which chips and address show', async () => {
  await open('/lists');
  await press('ArrowDown', 'f');
  await expect.poll(() => page.url()).toContain('status=failed');
  await page.getByRole('button', { name: 'status failed', exact: true }).waitFor();
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(24);
  await page.getByRole('button', { name: 'remove the filter status' }).click();
  await rowOf(119).waitFor();
  await rowOf(119).locator('td[data-column=status]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Not these' }).click();
  await expect.poll(() => page.url()).toContain('status=-done');
  await rowOf(119).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'status not: done' }).waitFor();
  // A second one that is left out is left out besides.
  await page.locator('tbody tr[data-row]').first().focus();
  await press('x');
  await expect.poll(() => page.url()).toContain('status=-done,failed');
  expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    '/operator/requests?status=-done%2Cfailed&as=csv',
  );
});

test('a key opens the filters, which the keyboard can change; no key works while somebody types', async () => {
  await open('/lists');
  await press('/', 'Enter');
  await page.getByRole('dialog', { name: 'status' }).waitFor();
  await press('Space', 'Escape');
  await expect.poll(() => page.url()).toContain('status=asked');
  await page.getByRole('dialog', { name: 'status' }).waitFor({ state: 'detached' });
  await press('Control+k');
  await page.keyboard.type('g d?n/f');
  await expect.poll(() => page.getByRole('combobox', { name: 'find' }).inputValue()).toBe('g d?n/f');
  expect(page.url()).toContain('/lists');
  await press('Escape', '?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('only these').waitFor();
  // Below a dialog nothing of the screen works.
  await press('g', 'r');
  expect(page.url()).toContain('/lists');
  await press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await goByKeys(page, 'g r', '/requests');
});

test('an empty result names the filters, and one key removes them', async () => {
  await page.goto('/lists?status=expired');
  await page.getByText('No such request').waitFor();
  await press('Backspace');
  await rowOf(120).waitFor();
});

test('new rows wait for a key; shown rows change in place', async () => {
  await open('/lists');
  const first = page.locator('tbody tr[data-row]').first();
  kit.rows = [
    ...makeRows(3, 121),
    ...kit.rows.map((row) => (row.number === 120 ? { ...row, status: 'refused' } : row)),
  ];
  await page.getByRole('button', { name: '3 new' }).waitFor();
  expect(await first.innerText()).toMatch(/^120\b/);
  await expect.poll(() => first.innerText()).toContain('refused');
  await press('n');
  await expect.poll(() => first.innerText()).toMatch(/^123\b/);
  await page.getByRole('button', { name: '3 new' }).waitFor({ state: 'detached' });
  // Calls that a screen makes by itself do not keep a session awake; calls that somebody asked for do.
  const background = kit.calls.map(({ headers }) => headers['x-background']);
  expect(background[0]).toBeUndefined();
  expect(background.slice(1)).toContain('1');
});

test('a stale list keeps its figures and disables its acts, until the server answers again', async () => {
  await open(`/lists?open=${kit.rows[0]!.id}`);
  await page.getByRole('button', { name: 'Decide by hand' }).waitFor();
  kit.list = 'badly';
  await page.getByText(/Last heard/).waitFor();
  expect(await rowOf(120).count()).toBe(1);
  await page.getByText(/^Stale,/).waitFor();
  expect(await page.getByRole('button', { name: 'Decide by hand' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText(/Last heard/).waitFor();
  // The next poll hears it again.
  kit.list = 'well';
  await page.getByText(/Last heard/).waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Decide by hand' }).isEnabled()).toBe(true);
});

test('a list that does not load shows the reason and the id of the request, and Again loads it', async () => {
  kit.list = 'badly';
  await page.goto('/lists');
  const problem = page.getByRole('alert');
  await problem.getByText('The database answered too late.').waitFor();
  await problem.getByText('request 01J9-44QX-7M').waitFor();
  kit.list = 'well';
  await page.getByRole('button', { name: 'Again' }).click();
  await rowOf(120).waitFor();
});

test('an act is signed once all checks are met, and never by Enter', async () => {
  const authenticator = await addAuthenticator(page);
  await open(`/lists?open=${kit.rows[0]!.id}`);
  // The passkey that a setup would have made.
  await page.evaluate(async () => {
    await navigator.credentials.create({
      publicKey: {
        challenge: new Uint8Array(32),
        rp: { id: 'localhost', name: 'Izi' },
        user: { id: new Uint8Array([1]), name: 'jo', displayName: 'jo' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    });
  });
  expect(await authenticator.countPasskeys()).toBe(1);
  await press('d');
  const sheet = page.getByRole('dialog', { name: /Submit: resolve/ });
  const sign = sheet.getByRole('button', { name: 'Sign with passkey and submit' });
  expect(await sign.isDisabled()).toBe(true);
  await sheet.getByLabel('Reason').fill('The statement shows it.');
  await sheet.getByLabel('Type the amount').fill('61 00');
  expect(await sign.isDisabled()).toBe(true);
  await sheet.getByLabel('Type the amount').fill('61 000');
  expect(await sign.isEnabled()).toBe(true);
  await press('Enter');
  await sign.focus();
  await press('Enter');
  expect(kit.acts).toEqual([]);
  await press('Space');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('status').getByText('48 212').waitFor();
  expect(kit.acts).toMatchObject([
    { decision: 'approve', reason: 'The statement shows it.' },
    {
      decision: 'approve',
      reason: 'The statement shows it.',
      signature: { type: 'public-key', response: { signature: expect.any(String) } },
    },
  ]);
});

test('an act without a signature is not sent, and can be signed again', async () => {
  const authenticator = await addAuthenticator(page);
  await open(`/lists?open=${kit.rows[0]!.id}`);
  await press('d');
  const sheet = page.getByRole('dialog', { name: /Submit: resolve/ });
  await sheet.getByLabel('Reason').fill('The statement shows it.');
  await sheet.getByLabel('Type the amount').fill('61000');
  await authenticator.setUserVerified(false);
  await sheet.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await sheet
    .getByRole('alert')
    .getByText('Not signed')
    .or(sheet.getByText(/The passkey was not used/))
    .first()
    .waitFor();
  expect(kit.acts).toHaveLength(1);
  await press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

test('a session that has ended shows the sign-in, and keeps the address', async () => {
  await open('/lists?status=failed');
  kit.isSignedIn = false;
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
  await page.getByText(/Your session has ended/).waitFor();
  expect(page.url()).toContain('/lists?status=failed');
});

test('text typed into a sheet outlives the session until it is sent; a typed confirmation does not', async () => {
  kit.isDemo = true;
  const sheet = page.getByRole('dialog', { name: /Submit: resolve/ });
  await open(`/lists?open=${kit.rows[0]!.id}`);
  await press('d');
  await sheet.getByLabel('Reason').fill('The statement shows it.');
  await sheet.getByLabel('Type the amount').fill('61 000');
  kit.isSignedIn = false;
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
  kit.isSignedIn = true;
  await page.reload();
  await page.locator('tbody tr[data-row]').first().waitFor();
  await press('d');
  await sheet.getByText('It was not sent.').waitFor();
  expect(await sheet.getByLabel('Reason').inputValue()).toBe('The statement shows it.');
  expect(await sheet.getByLabel('Type the amount').inputValue()).toBe('');
  await sheet.getByLabel('Type the amount').fill('61 000');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('61 000');
  // Another row is another act.
  await press('Escape', ']', 'd');
  expect(await sheet.getByLabel('Reason').inputValue()).toBe('');
  await press('Escape', '[', 'd');
  await sheet.getByLabel('Type the amount').fill('61 000');
  await sheet.getByRole('button', { name: /submit/i }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(kit.acts).toMatchObject([{ reason: 'The statement shows it.' }]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a chart has a table with the same data', async () => {
  await page.goto('/charts');
  await page.getByRole('img', { name: /Sales a minute/ }).waitFor();
  await page.getByRole('button', { name: 'Table' }).first().click();
  await page.getByRole('table', { name: 'Sales a minute' }).waitFor();
});

test('a bar that is cut open says its number beyond its end, and the axis has few lines', async () => {
  await page.goto('/charts');
  const chart = page.getByRole('img', { name: 'House result of ten draws' });
  for (const [number, isUp] of [
    ['900 k', true],
    ['−400 k', false],
  ] as const) {
    const text = chart.getByText(number.replace(' ', '\u00A0'), { exact: true });
    const [said, bar] = await boxesOf(text, text.locator('xpath=preceding-sibling::*[name()="rect"]'));
    if (isUp) expect(said.bottom).toBeLessThanOrEqual(bar.y + 3);
    else expect(said.y).toBeGreaterThanOrEqual(bar.bottom - 3);
  }
  expect(await chart.locator('line').count()).toBeLessThanOrEqual(6);
});

test('payouts of nothing have a bar of their own beside the axis, and the bars change their colour at what was staked', async () => {
  await page.goto('/charts');
  const chart = page.getByRole('img', { name: 'Payout in each result' });
  await chart.waitFor();
  const bars = await chart.locator('rect:has(title)').evaluateAll((all) =>
    all.map((bar) => ({
      says: bar.querySelector('title')!.textContent.replaceAll('\u00A0', ' '),
      left: bar.getBoundingClientRect().left,
      colour: getComputedStyle(bar).fill,
    })),
  );
  const [nothing, ...others] = bars.toSorted((one, other) => one.left - other.left);
  expect(nothing!.says).toBe('pays nothing: 12 000');
  const colours = others.map(({ colour }) => colour);
  // The first seven are of at most what was staked.
  expect(colours.indexOf(colours.at(-1)!)).toBe(7);
  expect(new Set([nothing!.colour, ...colours]).size).toBe(3);
});

const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  list: () => open('/lists'),
  open: () => open(`/lists?open=${kit.rows[1]!.id}`),
  sheet: async () => {
    await open(`/lists?open=${kit.rows[1]!.id}`);
    await press('d');
    await page.getByRole('dialog').waitFor();
  },
  keys: async () => {
    await open('/lists');
    await press('?');
    await page.getByRole('dialog').waitFor();
  },
  empty: async () => {
    await page.goto('/lists?status=expired');
    await page.getByText('No such request').waitFor();
  },
  loading: async () => {
    kit.list = 'never';
    await page.goto('/lists');
    await page.getByRole('table').waitFor();
  },
  failed: async () => {
    kit.list = 'badly';
    await page.goto('/lists');
    await page.getByRole('alert').waitFor();
  },
  stale: async () => {
    await open('/lists');
    kit.list = 'badly';
    await page.getByText(/Last heard/).waitFor();
  },
  charts: async () => {
    await page.goto('/charts');
    await page.getByRole('img', { name: /Sales a minute/ }).waitFor();
  },
  'sign-in': async () => {
    kit.isSignedIn = false;
    await page.goto('/lists');
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
  },
};

test.runIf(runsLong).each(Object.keys(states))('axe finds nothing in the state %s, in both themes', async (state) => {
  await states[state]!(page);
  await auditScreen(page, state);
});
