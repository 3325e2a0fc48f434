import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { rememberedAs } from '#tests/journeys/support.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { untilQuiet, watchRequests } from '#tests/support/browser/quiet.ts';
import { openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { showDocumentTo } from '#tests/support/players/documents.ts';
import { createOutsider, openDraws, signUp, type Account, type Outsider } from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';

// Scripts in every text that somebody can write, a player or an operator. Then the screens, pages and files that show them are opened:
// nothing runs, nothing is fetched, and what was written is there to read.

/** Ends an attribute and an element, and would fetch a picture and run, wherever it is taken for HTML. Short, because a label is. */
const attack = (field: string) => `"'><img src=/ran-${field} onerror=ran()>`;
const asText = /"'><img src=\/ran-([a-z-]+) onerror=ran\(\)>/g;

let site: TestApp;
let browser: Browser;
let desk: Desk;
let player: Outsider;
let account: Account;
let clientId: number;
let payment: string;
/** Where the payer of a deposit is sent. */
let hostedPage: string;
let request: string;
const troubles: string[] = [];
/** The fields whose text stood on a screen. */
const shown = new Set<string>();

beforeAll(async () => {
  const review = { REVIEW: 'on', REVIEW_OVER: '1000', REVIEW_FIRST_OVER: '1000', REVIEW_PHONE_DAYS: '0' };
  [browser, site] = await Promise.all([
    launchChromium(),
    startApp({ CONSOLE_PORT: '0', RATE_LIMIT_SCALE: '1000', ...review }),
  ]);
  desk = await openDesk(browser, site, ['compliance', 'risk']);
  watch(desk.page);
  player = createOutsider(site.url);
  account = await signUp(player, '22', { firstName: attack('first-name'), lastName: attack('last-name') });
  clientId = (await player.call('/users/me')).json.id;
  await writeAsPlayer();
  await writeAsOperators();
  // An operator has ended the player's sessions.
  const credentials = { identifier: account.phone, password: account.password };
  player.token = (await player.call('/clients/auth/local', { body: credentials })).json.jwt;
  await owner().query(
    `insert into passkey (client_id, credential_id, public_key, counter, transports, backed_up, name)
     values ($1, '\\x01', '\\x02', 0, '{internal}', false, $2)`,
    [clientId, attack('passkey-name')],
  );
});
afterAll(async () => {
  await desk?.close();
  await browser?.close();
  await site?.close();
  expect([...(desk?.troubles ?? []), ...troubles]).toEqual([]);
});

const owner = () => site.database.owner;

/** Records effects that a text can only have when it is read as HTML. */
function watch(page: Page): void {
  page.on('dialog', (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (sent) => {
    if (sent.url().includes('/ran-')) troubles.push(`fetched ${sent.url()}`);
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) troubles.push(message.text());
  });
}

async function sent(
  answer: Promise<{ status: number; text: string; json: unknown }>,
): Promise<{ data: { id: string; redirectUrl?: string } }> {
  const { status, text, json } = await answer;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return json as { data: { id: string; redirectUrl?: string } };
}

/** All that a player may write, by the public API. */
async function writeAsPlayer(): Promise<void> {
  const agent = { 'user-agent': attack('user-agent') };
  await sent(
    player.call('/clients/auth/local', {
      body: { identifier: account.phone, password: account.password },
      headers: agent,
    }),
  );
  const body = { city: attack('city'), address: attack('address') };
  await sent(player.call(`/users/${clientId}`, { method: 'PUT', body }));
  const favourite = { label: attack('label'), name: 'IziOne', betAmount: 100, selectedNumbers: ['7'] };
  await sent(player.call(`/clients/favourites/${randomUUID()}`, { method: 'PUT', body: favourite }));
  await showDocumentTo(player);
  await owner().query(`select post_adjustment($1, $2, 'adjustment', 'client_win', 900000)`, [clientId, randomUUID()]);
  const party = { firstName: attack('party-first'), lastName: attack('party-last') };
  const customerDetails = { amount: 5_000, country: 'CI', method: 'mobile_money', phone: account.phone, ...party };
  const pay = (way: string) =>
    sent(player.call(`/clients/${way}`, { body: { customerDetails }, headers: { 'idempotency-key': randomUUID() } }));
  hostedPage = (await pay('deposit')).data.redirectUrl!;
  payment = (await pay('withdraw')).data.id;
}

/** Texts of operators: an operator may be angry, or a session may have been taken. */
async function writeAsOperators(): Promise<void> {
  const staff = new Map<OperatorRole, TestOperator>();
  const as = async (role: OperatorRole, path: string, body: object): Promise<string> => {
    const operator = staff.get(role) ?? (await makeOperator(owner(), [role]));
    staff.set(role, operator);
    const answer = await callAs(site.app.operatorHttp!, operator, 'POST', path, body);
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`);
    return String(answer.json<{ data: { id?: string } }>().data.id);
  };
  await as('support', `/clients/${clientId}/notes`, { text: `</script></textarea>${attack('note')}` });
  await as('support', `/clients/${clientId}/end-sessions`, { reason: attack('end-sessions') });
  await as('risk', `/clients/${clientId}/lock`, { lock: 'play', reason: attack('lock') });
  request = await as('support', '/requests', { kind: 'start_reset', about: clientId, reason: attack('request') });
  await as('payments', '/requests', {
    kind: 'adjust',
    about: clientId,
    values: { wallet: 'dep', amount: 500, told: attack('told-adjust'), case: attack('case') },
    reason: attack('adjust'),
  });
  await as('payments', `/payments/${payment}/refuse`, { reason: attack('refuse'), told: attack('told-refuse') });
  const [draw] = await openDraws(createOutsider(site.url));
  const stop = { drawId: draw!.id, name: 'Izi3x', sentence: attack('sentence'), reason: attack('stop') };
  await as('draws', '/stops', stop);
  await as('compliance', '/care/cases', { clientId, reason: attack('care') });
  await as('compliance', '/may-not-play', {
    relation: 'staff',
    name: attack('may-not-play'),
    phone: '+2250711223344',
    reason: attack('forbidden'),
  });
  const view = { screen: '/payments', name: attack('view'), search: 'status=review', team: true };
  await as('compliance', '/saved-views', view);
}

/** Returns the text of a page, and fails if a stored text became an element of it. */
async function look(page: Page): Promise<string> {
  await untilQuiet(page);
  await page.evaluate(() => document.querySelectorAll('details').forEach((section) => (section.open = true)));
  const { text, elements } = await page.evaluate(() => ({
    text: `${document.body.innerText}\n${Array.from(
      document.querySelectorAll('input, textarea, [title], [aria-label]'),
      (one) => [(one as HTMLInputElement).value, one.getAttribute('title'), one.getAttribute('aria-label')],
    ).join('\n')}`,
    elements: document.querySelectorAll('[onerror], [onload], [src*="ran-"]').length,
  }));
  expect(elements, page.url()).toBe(0);
  for (const [, field] of text.matchAll(asText)) shown.add(field!);
  return text;
}

const playerViews = [
  'statement',
  'tickets',
  'payments',
  'limits',
  'sessions',
  'identity',
  'notes',
  'looks',
  'care',
  'origin',
];

test('the screens of the console show stored scripts as text', async () => {
  const { page } = desk;
  const paths = [
    '/players',
    `/players/${clientId}`,
    ...playerViews.map((view) => `/players/${clientId}?view=${view}`),
    `/players/${clientId}/replay`,
    '/documents',
    '/care',
    '/payments',
    `/payments/${payment}`,
    '/stops',
    '/requests?whose=all',
    `/requests/${request}`,
    '/audit',
    '/money?view=adjustments',
    '/settings?view=operators',
  ];
  for (const path of paths) {
    await desk.open(path);
    await look(page);
  }
  // Other roles do not see these: an address and a party are masked, and a device is told from its user agent.
  const written = [
    'first-name',
    'last-name',
    'city',
    'note',
    'end-sessions',
    'lock',
    'request',
    'adjust',
    'case',
    'refuse',
  ];
  for (const field of [...written, 'sentence', 'stop', 'told-adjust', 'told-refuse', 'care', 'forbidden', 'view']) {
    expect([...shown]).toContain(field);
  }
});

test('the site shows a player’s own scripts, and the provider’s page its payer’s, as text', async () => {
  shown.clear();
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block', ...rememberedAs(player) });
  const page = await context.newPage();
  watchRequests(page);
  watch(page);
  page.on('pageerror', (error) => troubles.push(String(error)));
  const pages = {
    '/': ['label'],
    '/profile': ['first-name', 'last-name', 'city', 'address', 'passkey-name'],
    [`/my-wallet?payment=${payment}`]: ['told-refuse'],
    [hostedPage]: ['party-first', 'party-last'],
  };
  for (const [path, fields] of Object.entries(pages)) {
    await page.goto(path);
    await expect
      .poll(async () => (await look(page), fields.filter((field) => !shown.has(field))), { message: path })
      .toEqual([]);
  }
  await context.close();
});

test('the files of the lists quote stored scripts, and are not pages', async () => {
  const operator = await makeOperator(owner(), ['compliance']);
  const files = operatorEndpoints.filter(
    ({ csv, path }) => csv !== undefined && !/\{(kind|id)\}/.test(path.replace('/clients/{id}', '')),
  );
  const inFiles = new Set<string>();
  for (const { path } of files) {
    const address = path.replace('/operator', '').replace('{id}', String(clientId));
    const answer = await callAs(site.app.operatorHttp!, operator, 'GET', `${address}?as=csv`);
    if (answer.statusCode !== 200) continue;
    expect(answer.headers, path).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="izi-[a-z-]+\.csv"$/),
    });
    // Quotes are doubled inside of a text, so what is left without texts is numbers and commas.
    const outside = answer.body.replaceAll(/"(?:[^"]|"")*"/g, '');
    expect(outside, path).toMatch(/^[-\d.,\r\ntruefals]*$/);
    for (const [, field] of answer.body.replaceAll('""', '"').matchAll(asText)) inFiles.add(field!);
  }
  for (const field of [
    'first-name',
    'last-name',
    'lock',
    'adjust',
    'told-refuse',
    'sentence',
    'may-not-play',
    'view',
  ]) {
    expect([...inFiles]).toContain(field);
  }
});

test('messages contain no stored script', async () => {
  const rows = await owner().query<{ text: string }>('select m::text as text from message m');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => text.includes('/ran-'))).toEqual([]);
});
