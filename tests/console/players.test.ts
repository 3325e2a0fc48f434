import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasFile } from '#contract/calls/operator/files.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { goByKeys, openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { showDocumentTo } from '#tests/support/players/documents.ts';
import { createOutsider, signUp } from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

// Players in the console, by keyboard alone and each operator with a passkey: found, looked at, locked by one, unlocked by two.

let site: TestApp;
let browser: Browser;
let clientId: number;
let risk: Page;
let support: Page;
let compliance: Page;
const desks: Desk[] = [];
const phone = '+2250788990011';

beforeAll(async () => {
  [site, browser] = await Promise.all([startApp({ CONSOLE_PORT: '0' }), connectChromium()]);
  const { owner } = site.database;
  const [row] = await owner.query<{ id: number }>(
    `insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     values ($1, 'x', 'Zénaïde', 'Ouédraogo', '1990-05-06', 'CI', now()) returning id`,
    [phone],
  );
  clientId = row!.id;
  await owner.query('select open_wallet($1)', [clientId]);
  await owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_win', 40900)`, [clientId, randomUUID()]);
  for (const role of ['risk', 'support', 'compliance'] as const) desks.push(await openDesk(browser, site, [role]));
  [risk, support, compliance] = desks.map(({ page }) => page) as [Page, Page, Page];
  // Tests begin with a key, which does nothing before the frame is there.
  for (const desk of desks) {
    await desk.open('/audit');
    await desk.page.getByRole('navigation', { name: 'Screens' }).waitFor();
  }
});
afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap(({ troubles }) => troubles)).toEqual([]);
});

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Finds the player with the one field and opens what was found. @param isEarly presses Enter before anything is found */
async function find(page: Page, text: string, isEarly = false): Promise<void> {
  await press(page, 'Control+k');
  await page.getByRole('combobox', { name: 'find' }).waitFor();
  await page.keyboard.type(text);
  // Results come without Enter; pressed early, it opens the single one once it is found.
  if (!isEarly) await page.getByRole('option', { name: `#${clientId}` }).waitFor();
  await press(page, 'Enter');
  await page.waitForURL(new RegExp(`/players/${clientId}$`));
  await page.getByRole('region', { name: 'Actions' }).waitFor();
}

/** Finds the player by the number, and asks for it in a tab beside: a second tab would put this one into the background. */
async function opensBeside(page: Page, number: string): Promise<void> {
  await page.evaluate(() => {
    window.open = (to) => {
      document.documentElement.dataset['beside'] = String(to);
      return null;
    };
  });
  await press(page, 'Control+k');
  await page.getByRole('combobox', { name: 'find' }).waitFor();
  await page.keyboard.type(`#${number}`);
  await page.getByRole('group', { name: 'Player' }).getByRole('option', { selected: true }).waitFor();
  await press(page, 'Control+Enter');
  await page.locator(`html[data-beside="/players/${number}"]`).waitFor({ state: 'attached' });
}

/** Goes by Tab until the element has the focus. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'textbox' | 'radio' | 'checkbox',
): Promise<void> {
  const wanted = page.getByRole(role, { name });
  await wanted.waitFor();
  for (let tries = 0; tries < 60; tries++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await press(page, 'Tab');
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

test('risk finds a player by name, sees what its role may see, and locks play', async () => {
  await find(risk, 'ouedraogo');
  await risk.getByText('+225 07 ·· ·· ·· 11').first().waitFor();
  expect(await risk.getByText('Ouédraogo').count()).toBe(0);
  await risk
    .getByRole('link', { name: /40.900/ })
    .first()
    .waitFor();
  await risk.getByRole('img', { name: /^Balance, 90 days/ }).waitFor();
  await auditScreen(risk, 'player');
  await opensBeside(risk, String(clientId));

  // The origin of the winnings, and the balance at the moment of the address.
  await press(risk, '9');
  await risk.getByRole('cell', { name: 'the owner of the tables: posted by hand' }).waitFor();
  await risk.getByRole('row', { name: /All together.*40.900/ }).waitFor();
  await auditScreen(risk, 'player-origin');
  await press(risk, 'w');
  await risk.getByLabel(/^Moment/).waitFor();
  await press(risk, 'Enter');
  await risk
    .getByRole('status')
    .getByText(/^As of \d/)
    .waitFor();
  await risk.getByText('Winnings then').waitFor();
  expect(await risk.getByRole('region', { name: 'Actions' }).count()).toBe(0);
  await auditScreen(risk, 'player-then');
  await press(risk, 'b');
  await risk.getByRole('region', { name: 'Actions' }).waitFor();

  await press(risk, 'l');
  await tabTo(risk, 'Sign-in', 'radio');
  await press(risk, 'ArrowDown');
  expect(await risk.getByRole('radio', { name: 'Play' }).isChecked()).toBe(true);
  expect(await risk.getByRole('button', { name: 'Lock it' }).isDisabled()).toBe(true);
  await tabTo(risk, /^Reason/, 'textbox');
  await risk.keyboard.type('three deposits were taken back');
  // Enter does nothing in a sheet but a line in the reason.
  await press(risk, 'Enter');
  await tabTo(risk, 'Lock it', 'button');
  await press(risk, ' ');
  await risk.getByText('Play is locked.').waitFor();
  await risk.getByText('play locked').first().waitFor();
});

test('support asks to unlock, compliance approves, and the worker carries it out', async () => {
  await find(support, phone.slice(0, 10), true);
  await press(support, 'k');
  await tabTo(support, /^Reason/, 'textbox');
  await support.keyboard.type('the player has explained them');
  await tabTo(support, 'Sign with passkey and submit', 'button');
  await press(support, ' ');
  await support.getByText('Asked. It waits for risk or compliance.').waitFor();

  await goByKeys(compliance, 'g r', '/requests');
  await compliance.getByRole('cell', { name: 'Unlock a player' }).waitFor();
  await press(compliance, 'ArrowDown', 'Enter');
  await compliance.waitForURL(/\/requests\/[\w-]{36}/);
  await tabTo(compliance, /^Why/, 'textbox');
  await compliance.keyboard.type('the bank has confirmed it');
  await tabTo(compliance, /^Approve and unlock the player$/, 'button');
  await press(compliance, ' ');
  const lifted = () => site.database.owner.query('select from client_lock where lifted_at is not null');
  await expect.poll(async () => (await lifted()).length).toBe(1);
});

test('risk sees the lock that was lifted', async () => {
  await risk.reload();
  await risk.getByText('active').first().waitFor();
  await press(risk, '4');
  await risk.getByRole('cell', { name: 'three deposits were taken back' }).waitFor();
});

test('compliance finds a care case, notes a call and closes it, by keyboard', async () => {
  await site.database.owner.query(
    `insert into console.care_case (client_id, opened_by, indicators, kinds)
     values ($1, 'worker', '[{"kind": "night", "days": 7, "value": 120, "usual": 4.5, "level": 2}]', '{night}')`,
    [clientId],
  );
  await goByKeys(compliance, 'g k', '/care');
  await compliance.getByRole('cell', { name: 'bets at night in a week' }).waitFor();
  await press(compliance, 'ArrowDown', 'Enter');
  await compliance.getByText('Nobody has spoken to the player yet.').waitFor();
  await tabTo(compliance, 'What was said', 'textbox');
  await compliance.keyboard.type('Plays when he cannot sleep. Will set a limit.');
  await tabTo(compliance, 'Note it', 'button');
  await press(compliance, ' ');
  await compliance.locator('article').getByText('Plays when he cannot sleep.').waitFor();
  await auditScreen(compliance, 'care-case');
  await press(compliance, 'c');
  await tabTo(compliance, /^Reason/, 'textbox');
  await compliance.keyboard.type('has set a limit himself');
  await tabTo(compliance, 'Close it', 'button');
  await press(compliance, ' ');
  await compliance.getByText('The case is closed.').waitFor();
  // The player's page has the signs as of now, and the case.
  await compliance.goto(`/players/${clientId}?view=care`);
  await compliance.getByRole('cell', { name: 'losses chased in a week' }).waitFor();
  await compliance.getByText('play eased off').waitFor();
  await auditScreen(compliance, 'player-care');
});

test('a note to be read first disables every act until it is opened; looks and unmasked fields are recorded', async () => {
  const text = 'Another person answered this number today.';
  await find(risk, `#${clientId}`);
  await press(risk, '7');
  await tabTo(risk, 'Write a note', 'textbox');
  await risk.keyboard.type(text);
  await tabTo(risk, /read it first/, 'checkbox');
  await press(risk, ' ');
  await tabTo(risk, 'Write it', 'button');
  await press(risk, ' ');
  await risk.getByText('The note is written.').waitFor();
  expect(await risk.getByRole('button', { name: /^Lock…/ }).isEnabled()).toBe(true);

  await find(support, phone);
  await support.getByText(text).waitFor();
  expect(await support.getByRole('button', { name: /^Lock…/ }).isDisabled()).toBe(true);
  await auditScreen(support, 'a player');
  await press(support, 'i');
  await support.waitForURL(/view=notes/);
  await expect.poll(() => support.getByRole('button', { name: /^Lock…/ }).isEnabled()).toBe(true);

  await press(support, 'u');
  await tabTo(support, /^Reason/, 'textbox');
  await support.keyboard.type('to call back');
  await tabTo(support, 'Show it', 'button');
  await press(support, ' ');
  await support.getByRole('heading', { name: 'Player +225 07 88 99 00 11' }).waitFor();
  await press(support, '8');
  await support.getByRole('cell', { name: 'to call back' }).first().waitFor();
});

test('the list filters by country and state, opens a player without a look, and has those who may not play', async () => {
  await goByKeys(compliance, 'g p', '/players');
  await compliance.getByRole('heading', { level: 1, name: 'Players' }).waitFor();
  await compliance.locator('tbody tr[data-row]').first().waitFor();
  // The pages of the others, which look again and again, would count too.
  await Promise.all([risk, support].map((page) => page.goto('about:blank')));
  const looks = async () => {
    const [row] = await site.database.owner.query<{ looks: number }>(
      'select count(*)::integer as looks from console.view_log',
    );
    return row!.looks;
  };
  const before = await looks();
  await press(compliance, 'ArrowDown', 'Enter');
  await compliance.waitForURL(/open=/);
  await auditScreen(compliance, 'a player');
  expect(await looks()).toBe(before);
  await press(compliance, 'o');
  await compliance.waitForURL(/\/players\/\d+$/);
  await compliance.getByRole('heading', { level: 1, name: /Player \+/ }).waitFor();
  // The heading shows what the list knew; the answer with the look follows.
  await expect.poll(looks).toBeGreaterThan(before);

  // A link to somebody who is further down says so, and leads to the page.
  await compliance.goto('/players?open=999999999');
  await compliance.getByRole('heading', { name: 'Player 999999999' }).waitFor();
  await compliance.getByText('It is not among the rows loaded so far.').waitFor();
  expect(await compliance.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')).toBe(
    '/players/999999999',
  );

  await compliance.goto('/players?view=may-not-play');
  await compliance.getByRole('button', { name: 'Add somebody…' }).waitFor();
  await press(compliance, 'a');
  await tabTo(compliance, 'Name', 'textbox');
  await compliance.keyboard.type('Jo Kouassi');
  await tabTo(compliance, /^Phone/, 'textbox');
  await compliance.keyboard.type('+225 07 11 22 33 44');
  await tabTo(compliance, /^Reason/, 'textbox');
  await compliance.keyboard.type('works in the draw room');
  await tabTo(compliance, 'Put on the list', 'button');
  await press(compliance, ' ');
  await compliance.getByRole('cell', { name: 'Jo Kouassi' }).waitFor();
});

test('compliance opens a document with its pictures, and decides', async () => {
  const player = createOutsider(site.url);
  await signUp(player, '33');
  await showDocumentTo(player);
  await goByKeys(compliance, 'g i', '/inbox');
  // Other things may wait too.
  const waiting = compliance.locator('tbody tr[data-row]').filter({ hasText: 'Identity document' });
  await waiting.focus();
  await press(compliance, 'Enter');
  const front = compliance.getByRole('img', { name: 'Front of the document' });
  await front.waitFor();
  await expect.poll(() => front.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
  await auditScreen(compliance, 'document');
  await press(compliance, 'd');
  const decide = compliance.getByRole('button', { name: 'Decide it' });
  expect(await decide.isDisabled()).toBe(true);
  await compliance.getByLabel('Birth date on the document').fill('1990-05-06');
  await tabTo(compliance, /^Reason/, 'textbox');
  await compliance.keyboard.type('photo and name agree');
  await tabTo(compliance, 'Decide it', 'button');
  await press(compliance, ' ');
  await compliance.getByText('The document is accepted.').waitFor();
  expect((await player.call('/clients/identity')).json.data.tier).toBe(2);
});

test.runIf(runsLong)('every list links to its file, and one step back leaves every screen', async () => {
  const [draw] = await site.database.owner.query<{ id: string }>('select id from draw limit 1');
  const lists: Readonly<Record<string, string | null>> = {
    '/operator/alarms': '/alarms',
    '/operator/identity-checks': '/documents',
    '/operator/clients': '/players',
    '/operator/may-not-play': '/players?view=may-not-play',
    '/operator/clients/{id}/tickets': `/players/${clientId}?view=tickets`,
    '/operator/clients/{id}/statement': `/players/${clientId}?view=statement`,
    '/operator/clients/{id}/payments': `/players/${clientId}?view=payments`,
    '/operator/clients/{id}/notes': `/players/${clientId}?view=notes`,
    '/operator/clients/{id}/explanation': `/players/${clientId}?view=origin`,
    '/operator/clients/{id}/replay': `/players/${clientId}/replay`,
    '/operator/draws/{id}/replay': `/draws/${draw!.id}/replay?view=steps`,
    '/operator/draws/{id}/tickets': `/draws/${draw!.id}?view=tickets`,
    '/operator/clients/{id}/looks': `/players/${clientId}?view=looks`,
    '/operator/care/cases': '/care',
    '/operator/care/signs': '/care?view=signs',
    '/operator/draws': '/draws',
    '/operator/stops': '/stops',
    '/operator/payments': '/payments',
    '/operator/money/postings': '/money?view=postings&since=2026-11-20T10:00:00Z',
    '/operator/money/mismatches': '/money?view=mismatches',
    '/operator/money/bank-figures': '/money?view=bank',
    '/operator/statements': '/money?view=statements',
    '/operator/requests': '/requests',
    '/operator/audit': '/audit',
    '/operator/views': '/audit?view=looks',
    '/operator/operators': '/settings?view=operators',
    // Beside a figure of a draw that was settled, which there is none of here; and one that is for programs alone.
    '/operator/money/figures/draws': null,
    '/operator/adjustments': null,
    // Opened beside a statement, in the journey of statements.
    '/operator/statement-differences': null,
    // Opened beside an endpoint, in the journey of webhooks.
    '/operator/webhooks/{id}/deliveries': null,
    // Each report has its own screen and its own journey.
    '/operator/reports/{kind}': null,
  };
  const byPages = operatorEndpoints.filter(({ method, query }) => {
    const names = (query as { entries?: object } | undefined)?.entries ?? {};
    return method === 'GET' && 'cursor' in names;
  });
  expect(byPages.map(({ path }) => path).toSorted()).toEqual(Object.keys(lists).toSorted());
  await compliance.goto('/settings');
  const title = compliance.getByRole('heading', { level: 1 });
  await title.getByText('Settings').waitFor();
  for (const [path, address] of Object.entries(lists)) {
    if (address === null) continue;
    // A link of the page leads there too.
    await compliance.evaluate((to) => history.pushState(null, '', to), address);
    const file = path.replace('{id}', path.includes('/draws/') ? draw!.id : String(clientId));
    if (hasFile({ path })) {
      await compliance.locator(`a[download][href^="${file}?"][href$="as=csv"]`).waitFor();
    }
    await compliance.goBack();
    await title.getByText('Settings').waitFor();
    expect(new URL(compliance.url()).pathname, address).toBe('/settings');
  }
});
