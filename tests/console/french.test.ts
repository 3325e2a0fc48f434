import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { untilQuiet } from '#tests/support/browser/quiet.ts';
import { reportNames } from '#contract/operator/report-kinds.ts';
import { screens } from '#console/screens.ts';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { cutAtRest, overAtRest, sideways, textWithoutRoom } from '#tests/support/browser/reflow.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { englishOnly, roomsOf } from '#tests/support/languages/catalogues.ts';
import { expectFrench, findEnglish } from '#tests/support/languages/expect-french.ts';
import { goByKeys, openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { showDocumentTo } from '#tests/support/players/documents.ts';
import {
  addFunds,
  createOutsider,
  openDraws,
  signUp,
  ticketFor,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { isLongRun, runsLong, takeTurns } from '#tests/support/long-run.ts';

/** Names: of the passkeys of the desks, and of those who admitted their operators. */
const names = ['desk', 'owner'];
const english = new Set([...(await englishOnly(roomsOf.console))].filter((word) => !names.includes(word)));
/** Codes of the API, in the audit and in addresses, are the same in every language, and so are texts that people have typed. */
const codes = 'code, .mono, dt[title]';

/** The windows of a desk, of a small one and of a phone. */
const atDesk = { width: 1_440, height: 900 };
const windows = [{ width: 390, height: 844 }, { width: 1_024, height: 768 }, atDesk];
/** The cells of a list cut a long text, and show it whole under the pointer; the search names less of what it finds. */
const cutByDesign = 'tbody td, [aria-haspopup=dialog] span span';

// The console in French: screens, with a row open and with its sheets, and the switch between the languages.

/** All of the screens take minutes, so the gate reads some. */
const isRead = takeTurns(6);

let browser: Browser;
let site: TestApp;
let compliance: Desk;
let support: Desk;
let draws: Desk;
let paying: Desk;
let admin: Desk;
let player: Outsider;
let clientId: number;
/** English words, and texts that are cut, of all screens that a test reads. */
let found: Set<string>;
beforeEach(() => {
  found = new Set();
});

beforeAll(async () => {
  [browser, site] = await Promise.all([
    connectChromium(),
    startApp({ CONSOLE_PORT: '0', DRAW_EVERY_MINUTES: '1', RATE_LIMIT_SCALE: '1000' }),
  ]);
  compliance = await openDesk(browser, site, ['risk', 'compliance']);
  support = await openDesk(browser, site, ['support']);
  draws = await openDesk(browser, site, ['draws']);
  paying = await openDesk(browser, site, ['payments']);
  admin = await openDesk(browser, site, ['admin']);
  player = createOutsider(site.url);
  const account = await signUp(player);
  await addFunds(player, account, 5_000);
  clientId = ((await player.call('/users/me')).json as { readonly id: number }).id;
  const [, , draw] = await openDraws(player, 60_000);
  const tickets = [ticketFor(draw!, 'IziOne', '4', 300), ticketFor(draw!, 'IziOrder', '491728536', 300)];
  expect((await player.call('/bets', { body: { tickets } })).status).toBe(201);
  await showDocumentTo(player);
});
afterAll(async () => {
  const desks = [compliance, support, draws, paying, admin];
  await Promise.all(desks.map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap((desk) => desk?.troubles)).toEqual([]);
});

const owner = () => site.database.owner;

/** Reads a screen once all of it is there, and looks for what is cut in a window of each size, in both themes. */
async function read(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('tr[aria-hidden]') === null,
  );
  await untilQuiet(page);
  const { pathname, search } = new URL(page.url());
  for (const one of await findEnglish(page, english, codes)) found.add(`${pathname} · ${one}`);
  for (const size of windows) {
    await page.setViewportSize(size);
    // A theme changes colours alone.
    for (const theme of isLongRun ? ['dark', 'light'] : ['light']) {
      await page.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme);
      const cut = [
        ...(await cutAtRest(page)),
        ...(await textWithoutRoom(page, cutByDesign)),
        // On a phone a finger scrolls the tabs, and in a small window wide tables scroll too.
        ...(size.width > 760
          ? await sideways(page, size === atDesk ? 1 : 2, size === atDesk ? 'main *' : 'header *')
          : []),
      ];
      for (const one of cut) found.add(`${pathname}${search} at ${size.width} px, ${theme} · ${one}`);
    }
  }
}

/** Reads a screen, then with its first row open beside it. */
async function readWithRow({ page, open }: Desk, path: string): Promise<void> {
  await open(`/fr${path}`);
  await read(page);
  const row = page.locator('tbody tr[data-row]').first();
  if ((await row.count()) === 0) return;
  await row.focus();
  await page.keyboard.press('Enter');
  await read(page);
}

test('every screen is completely in French', async () => {
  const looks = [
    ...screens.flatMap(({ path, tab }) => (tab ? [[compliance, path] as const] : [])),
    ...[
      '/payments?view=all',
      '/payments?view=networks',
      '/care?view=signs',
      '/care?view=thresholds',
      '/money?view=movements',
      '/money?view=postings',
      '/money?view=figures',
      '/money?view=mismatches',
      '/money?view=statements',
      '/money?view=bank',
      '/audit?view=looks',
      '/settings?view=operators',
      '/settings?view=console',
      '/settings?view=webhooks',
      '/requests?whose=mine',
      '/stops?active=no',
      '/draws?status=settled',
      '/nulle-part',
    ].map((path) => [compliance, path] as const),
    [admin, '/settings?view=operators'],
    [paying, '/payments'],
    [paying, '/payments?view=networks'],
    [draws, '/stops'],
    [support, '/players'],
  ] as const;
  for (const [desk, path] of looks.filter(isRead)) await readWithRow(desk, path);
  expect([...found]).toEqual([]);
});

test.runIf(runsLong)('a player, a payment, a draw and the reports have pages in French', async () => {
  const { page, open } = compliance;
  const views = [
    'tickets',
    'statement',
    'origin',
    'payments',
    'limits',
    'sessions',
    'identity',
    'notes',
    'looks',
    'care',
  ];
  for (const view of views) {
    await open(`/fr/players/${clientId}?view=${view}`);
    await page.getByRole('region', { name: 'Opérations' }).waitFor();
    await read(page);
  }
  await auditScreen(page, 'French player');
  // Support sees a player masked, and the longest head.
  const whole = `**/operator/clients/${clientId}`;
  await support.page.route(whole, async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { data: { ...data, states: ['withdrawals_locked', 'break'] } } });
  });
  await support.open(`/fr/players/${clientId}`);
  await support.page.getByText('retraits bloqués').first().waitFor();
  await read(support.page);
  for (const size of windows) {
    await support.page.setViewportSize(size);
    // The search hides the words that it has no room for.
    const over = (await overAtRest(support.page)).filter((one) => one.includes('lies over'));
    expect(over, `at ${size.width} px`).toEqual([]);
  }
  await support.page.unroute(whole);
  const [payment] = await owner().query<{ id: string }>('select id from payment where client_id = $1', [clientId]);
  await open(`/fr/payments/${payment!.id}`);
  await page.getByText('Événements').first().waitFor();
  await read(page);
  const [draw] = await owner().query<{ id: string }>('select draw_id as id from ticket where client_id = $1', [
    clientId,
  ]);
  await open(`/fr/draws/${draw!.id}`);
  await page.getByText('Par type de pari').first().waitFor();
  await read(page);
  await readWithRow(compliance, `/players/${clientId}/replay`);
  await auditScreen(page, 'French replay');
  await readWithRow(compliance, `/draws/${draw!.id}/replay`);
  for (const by of ['minute', 'ticket']) await readWithRow(compliance, `/draws/${draw!.id}/replay?by=${by}`);
  for (const name of reportNames) {
    await open(`/fr/reports/${name}?period=all`);
    // A fold that is open stays open for the next report.
    const about = page.locator('details');
    if (!(await about.evaluate((fold: HTMLDetailsElement) => fold.open))) await about.locator('summary').click();
    await about.getByText('SHA-256').waitFor();
    await read(page);
  }
  expect([...found]).toEqual([]);
});

test('the networks of a busy day have room in French', async () => {
  const { page, open } = paying;
  const month = {
    deposits: 99_480,
    deposited: 98_100,
    withdrawals: 93_480,
    withdrawn: 93_401,
    median: 100,
    most: 900,
  };
  const day = {
    deposits: 12_480,
    deposited: 11_100,
    withdrawals: 13_480,
    withdrawn: 13_401,
    median: 245,
    most: 1_240,
  };
  const times = { median: 245, most: 1_240, noticedAt: new Date().toISOString(), waiting: 1_124, unknown: 12 };
  const line = {
    quarter: { done: 127, failed: 3 },
    hour: { done: 1_512, failed: 11 },
    day: { done: 12_100, failed: 380 },
  };
  const directions = ['deposit', 'withdrawal'];
  const data = ['orange', 'mtn', 'moov', 'wave'].map((network) => ({
    network,
    provider: 'sandbox',
    waiting: 1_124,
    unknown: 12,
    day,
    month,
    hours: [],
    lines: directions.map((direction) => ({ country: 'CI', method: network, direction, ...line, ...times })),
  }));
  const networks = '**/operator/payments/networks';
  await page.route(networks, (route) => route.fulfill({ json: { data } }));
  await open('/fr/payments?view=networks');
  await page.getByText('Orange Money par Bac à sable est lent').waitFor();
  await page.getByRole('button', { name: 'Arrêter…' }).first().waitFor();
  await read(page);
  await page.unroute(networks);
  expect([...found]).toEqual([]);
});

test('days are whole in French, whose weekdays are longer', async () => {
  const { page, open } = compliance;
  await open('/fr/');
  // A comma ends the day: a figure behind a day that is cut would make it whole.
  await page
    .getByText(/\p{L}+\. \d\d\/\d\d, moyenne/u)
    .first()
    .waitFor();
  await page.getByText(/^\w+\. \d\d\/\d\d\/\d{4} · \S/).waitFor();
});

test('sheets, refusals of the server and checks of the database are in French', async () => {
  const { page, open } = draws;
  const later = (await openDraws(player, 60_000)).at(-1)!;
  await open(`/fr/draws/${later.id}`);
  await page.getByRole('button', { name: /^Annuler/ }).click();
  const sheet = page.getByRole('dialog', { name: /^Demander\s: annuler ce tirage$/ });
  await sheet.getByText(/^Saisi en entier\s: heure du tirage$/).waitFor();
  await read(page);
  await sheet.getByLabel(/^Motif/).fill('Erreur de prix');
  await sheet.getByLabel(/^Saisissez/).fill(await typedOf(sheet.getByText(/^Saisissez «/)));
  await sheet.getByRole('button', { name: 'Signer avec la clé et envoyer' }).click();
  await page.getByText(/^Demande envoyée. Elle attend\s: conformité\.$/).waitFor();
  await read(page);

  await compliance.open('/fr/requests');
  await compliance.page.getByRole('row').filter({ hasText: 'Annuler un tirage' }).first().click();
  await compliance.page.getByText(/vérifications? passe/).click();
  await compliance.page.getByText('Le tirage est ouvert').waitFor();
  await read(compliance.page);
  await auditScreen(compliance.page, 'French request');

  expect([...found]).toEqual([]);

  // An address without a language, where nobody has chosen one.
  await compliance.open(`/players/${clientId}`);
  await compliance.page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await compliance.page.evaluate(() => document.documentElement.lang)).toBe('en');
});

test('the check of a draw says in French what it finds', async () => {
  const { page, open } = draws;
  const [draw] = await openDraws(player, 60_000);
  await open(`/fr/draws/${draw!.id}`);
  await page.getByRole('link', { name: 'Vérifier' }).click();
  await page.getByText(/étapes du contrôle$/).click();
  await page.getByText(/^La fiche est bien celle de ce tirage/).waitFor();
  const findings = await page.getByRole('main').locator('dd, li').allInnerTexts();
  expect(findings.filter((finding) => / (the|is|not) /.test(finding))).toEqual([]);
  await read(page);
  expect([...found]).toEqual([]);
});

async function typedOf(note: { readonly innerText: () => Promise<string> }): Promise<string> {
  return (await note.innerText()).replace(/^Saisissez «\s(.*)\s» pour confirmer$/, '$1');
}

test('the sign-in and the refusals of the API are in French', async () => {
  const context = await browser.newContext({ baseURL: site.consoleUrl!, viewport: atDesk });
  const page = await context.newPage();
  await page.goto('/fr/draws');
  await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).waitFor();
  await expectFrench(page, english, codes);
  await page.getByRole('button', { name: 'J’ai un mot de passe et un code' }).click();
  await page.getByLabel('Nom').fill('jo');
  await page.getByLabel('Mot de passe').fill('pas le bon');
  await page.getByLabel('Code de votre application').fill('123456');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.getByText('Le nom, le mot de passe ou le code est incorrect.').waitFor();
  await expectFrench(page, english, codes);
  await auditScreen(page, 'French sign-in');
  await context.close();
});

test('the language is chosen in the settings, and every address opens in it afterwards', async () => {
  const { page, open } = paying;
  await open('/settings');
  await page.getByRole('group', { name: 'Language' }).getByLabel('Français').click();
  await page.waitForURL('**/fr/settings');
  expect(await page.getByRole('group', { name: 'Langue' }).getByLabel('Français').isChecked()).toBe(true);

  // A link of a colleague, with what it shows, and one from a message.
  await open('/payments?view=all#x');
  await page.waitForURL('**/fr/payments?view=all#x');
  await page.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor();
  // Keys and links of the console stay in the language.
  await goByKeys(page, 'g m', '/fr/money');
  await page.getByRole('link', { name: /^Rapports/ }).click();
  await page.waitForURL('**/fr/reports');

  await open('/settings');
  await page.waitForURL('**/fr/settings');
  await page.getByRole('group', { name: 'Langue' }).getByLabel('English').click();
  await page.waitForURL((address) => address.pathname === '/settings');
  await open('/fr/payments');
  await page.waitForURL((address) => address.pathname === '/payments');
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();

  // Two slashes begin another site's address.
  await open('/fr//elsewhere.example/payments');
  await page.waitForURL(`${site.consoleUrl!}//elsewhere.example/payments`);
});
