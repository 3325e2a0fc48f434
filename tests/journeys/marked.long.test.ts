import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problems, type ProblemCode } from '#contract/problems.ts';
import type { Draw } from '#contract/draws.ts';
import { betTypes } from '#domain/bet-types.ts';
import { pages } from '#web/pages.ts';
import { addAuthenticator } from '#tests/support/browser/virtual-authenticator.ts';
import { accent, between, mark, marking } from '#tests/support/languages/mark.ts';
import { startMarkedSite, type MarkedSite } from '#tests/support/languages/marked-site.ts';
import { expectMarked, readSoFar } from '#tests/support/languages/read-marked.ts';
import { appCode } from '#tests/support/players/authenticator.ts';
import { betsOf, openDraws, ticketFor, waitFor } from '#tests/support/players/outsider.ts';
import { photo } from '#tests/support/players/pictures.ts';
import { betOf, choose, journeysOn, type StoredItem, suggestNoPasskey, type Visit } from './support.ts';

/**
 * Every page, dialog and error in a language that nobody speaks, made from the English words: each of its letters comes from a
 * catalogue, so a plain letter on a page is a word that was left in code. Its words are a third longer than English ones, and
 * nothing may be cut.
 */
let site: MarkedSite;
beforeAll(async () => {
  site = await startMarkedSite({ RATE_LIMIT_SCALE: '1000', TIERS: 'on' });
});
afterAll(() => site?.close());

const journey = journeysOn(
  () => Promise.resolve(site),
  (context) => site.serveTo(context),
);
const password = 'correct horse 9';

/** Where each dialog is in the code, and what it is called. */
const dialogs: Readonly<Record<string, readonly string[]>> = {
  'checkout/AskTwice.tsx': [mark('The same ticket, more than once')],
  'fairness/ShareSheet.tsx': [mark('Share this ticket')],
  'fairness/ShareWin.tsx': [mark('Share this win')],
  'layout/BasketButton.tsx': [mark('Basket')],
  'layout/MenuDrawer.tsx': [mark('Menu')],
  'layout/RealityCheck.tsx': [mark('Time for a look')],
  'play/Favourites.tsx': [mark('Favourites')],
  'play/Tiers.tsx': [said`What ${'IziOrder'} pays`],
  'profile/Breaks.tsx': [said`Take a break: ${mark('24 hours')}`],
  'profile/Email.tsx': [mark('Add an e-mail address')],
  'profile/MyData.tsx': [mark('Close your account?')],
  'profile/Passkeys.tsx': [mark('Rename a passkey')],
  'profile/Phone.tsx': [mark('Change the phone number')],
  'profile/PlayLimits.tsx': [said`${accent('Daily')} ${accent('deposit')} limit`],
  'profile/Security.tsx': [mark('Add an authenticator app'), mark('Recovery codes')],
  'proof/ProofDialog.tsx': [mark('Confirm it is you')],
  'proof/SetPasskey.tsx': [mark('Set a passkey')],
  'session/LogOut.tsx': [mark('Log out?')],
  'stage/LiveStage.tsx': [mark('You won')],
  'stage/LossCard.tsx': [said`${'3'} tickets, no prize`],
  'stage/WinSheet.tsx': [mark('You won')],
  'wallet/Wallet.tsx': [mark('Add funds'), mark('Withdraw'), mark('Where this money comes from')],
};

/** The text that a catalogue's function makes of its own words and its arguments. */
function said(own: TemplateStringsArray, ...given: readonly string[]): string {
  return between(String.raw({ raw: own.map((text) => accent(text)) }, ...given));
}

/** The parts of a page by their English names. */
function by(place: Page | Locator) {
  const whole = (text: string) => (/[A-Za-z]/.test(text) ? mark(text) : text);
  const named = (name: string | RegExp) => (typeof name === 'string' ? { name: whole(name), exact: true } : { name });
  return {
    button: (name: string | RegExp) => place.getByRole('button', named(name)),
    link: (name: string | RegExp) => place.getByRole('link', named(name)),
    radio: (name: string | RegExp) => place.getByRole('radio', named(name)),
    dialog: (name: string) => place.getByRole('dialog', named(name)),
    region: (name: string) => place.getByRole('region', named(name)),
    label: (name: string) => place.getByLabel(mark(name), { exact: true }),
    text: (text: string | RegExp) => place.getByText(typeof text === 'string' ? mark(text) : text).first(),
  };
}

const faults = '[aria-invalid], [role=alert]';

/** Sends a form as it is, and reads what it says. */
async function send(page: Page, place: Page | Locator, name: string): Promise<void> {
  await by(place).button(name).tap();
  await place.locator(faults).first().waitFor();
  await expectMarked(page);
}

/** Sends a form that the server refuses, and reads what it says. */
async function sendInVain({ page, expectTrouble }: Visit, place: Page | Locator, name: string): Promise<void> {
  await Promise.all([page.waitForResponse((response) => response.status() >= 400), by(place).button(name).tap()]);
  await place.locator(faults).first().waitFor();
  expectTrouble(/status of 4\d\d/);
  await expectMarked(page);
}

async function openDialog(
  { page }: Pick<Visit, 'page'>,
  place: Page | Locator,
  name: string | RegExp,
): Promise<Locator> {
  await by(place).button(name).first().tap();
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  await expectMarked(page);
  return dialog;
}

async function close({ page }: Pick<Visit, 'page'>): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

async function read({ page, open }: Visit, path: string): Promise<void> {
  await open(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expectMarked(page);
}

journey('texts for visitors come from the catalogues, including each error of a form', async ({ visit }) => {
  const visitor = await visit('phone');
  const { page } = visitor;
  const main = page.getByRole('main');
  await visitor.open('/');
  await visitor.arrive('/', mark('Play'));
  await by(page).text(marking('Next draw ')).waitFor();
  await expectMarked(page);
  await by(main).button('Add to basket').tap();
  await main.getByRole('alert').waitFor();
  await expectMarked(page);
  for (const name of Object.keys(betTypes)) {
    await choose(main.getByRole('radio', { name: betOf(name) }));
    await by(main).button('Quick pick').tap();
    await expectMarked(page);
    if (name !== 'IziOrder') continue;
    await by(main).button(marking('Any prize, three or more')).tap();
    await page.getByRole('dialog').getByRole('table').waitFor();
    await expectMarked(page);
    await page.keyboard.press('Escape');
  }
  await by(main).button('Change').tap();
  await by(main).label('Hour').waitFor();
  await expectMarked(page);
  await by(page).button(marking('Basket')).tap();
  await by(page).text('Nothing in it yet').waitFor();
  await expectMarked(page);
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: '300', exact: true }).tap();
  await by(main).button('Add to basket').tap();
  await expectMarked(page);
  await by(page).button(marking('Basket')).tap();
  await by(page).link('Checkout').waitFor();
  await expectMarked(page);
  await page.keyboard.press('Escape');
  await openDialog(visitor, page, 'Menu');
  await close(visitor);

  for (const path of ['/results', '/results?day=2026-01-01', '/about', '/figures', '/verify', '/nowhere'])
    await read(visitor, path);
  visitor.expectTrouble(/status of 404/);
  await read(visitor, '/results/abc');
  visitor.expectTrouble(/status of 4\d\d/);
  await visitor.open('/verify');
  await by(main).text('Paste the text of a receipt').tap();
  for (const text of ['…', '{}']) {
    await by(main).label('Text of the receipt').fill(text);
    await by(main).button('Check').tap();
    await main.getByRole('alert').first().waitFor();
    await expectMarked(page);
  }

  await read(visitor, '/auth/login');
  await send(page, main, 'Sign in');
  await by(main).label('Phone or e-mail').fill('+2250700000098');
  await by(main).label('Password').fill('not the password');
  await sendInVain(visitor, main, 'Sign in');

  await read(visitor, '/auth/forgot');
  await send(page, main, 'Send a code');
  await by(main).label('Phone or e-mail').fill('+2250700000098');
  await by(main).button('Send a code').tap();
  await by(main).label('Code').waitFor();
  await expectMarked(page);
  await read(visitor, '/auth/undo');
  await read(visitor, `/auth/undo#${'A'.repeat(22)}`);

  await read(visitor, '/auth/signup');
  await send(page, main, 'Next');
  await by(main).label('Phone').fill('27 21 21 21 21');
  await by(main).label('Password').fill('12345678');
  await by(main).button('Next').tap();
  await send(page, main, 'Create account');
  await by(main).label('First name').fill('Ama');
  await by(main).label('Last name').fill('Koné');
  await by(main).label('Date of birth').fill('17/05/1990');
  await choose(main.locator('[name=acceptTerms]'));
  await sendInVain(visitor, main, 'Create account');
  await by(main)
    .label('Phone')
    .fill(`+22505${String(Date.now() % 1e6).padStart(6, '0')}55`);
  await by(main).button('Next').tap();
  await sendInVain(visitor, main, 'Create account');
  await by(main).label('Password').fill(password);
  await by(main).button('Next').tap();
  await by(main).button('Create account').tap();
  await visitor.arrive('/auth/confirm', mark('Confirm your phone'));
  const message = by(page).region('Demo inbox').getByRole('listitem').first();
  const code = /\b\d{6}\b/.exec(await message.innerText())![0];
  await expectMarked(page);
  for (const path of ['/my-wallet', '/profile']) await read(visitor, path);
  await read(visitor, '/auth/confirm');
  await by(main)
    .label('Code')
    .fill(code === '000000' ? '000001' : '000000');
  await main.locator(faults).first().waitFor();
  visitor.expectTrouble(/status of 422/);
  await expectMarked(page);
  await by(main).label('Code').fill(code);
  await page.waitForURL(({ pathname }) => pathname !== '/auth/confirm');
  await expectMarked(page);
});

journey('texts about an account come from the catalogues', async ({ visit, client }) => {
  const { api, account, remembered } = await client(0);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  const main = page.getByRole('main');
  const { id } = (await api.call('/users/me')).json;
  await suggestNoPasskey(visitor);
  await addAuthenticator(page);
  for (const path of ['/checkout', '/my-bets', '/my-wallet', '/history', '/my-bets/abc']) await read(visitor, path);
  visitor.expectTrouble(/status of 4\d\d/);

  const sections = ['personal-data', 'phone', 'email', 'security', 'identity', 'play-limits', 'breaks', 'notices'];
  await read(visitor, `/profile?open=${[...sections, 'sessions', 'activity', 'my-data'].join()}`);
  await by(main).text('This device').waitFor();
  await by(main).label('City').waitFor();
  await expectMarked(page);
  await send(page, by(main).region('Password, passkeys'), 'Change password');
  await by(main).label('First name').fill('');
  await send(page, by(main).region('Personal details'), 'Save');

  const email = await openDialog(visitor, main, 'Add an e-mail address');
  await send(page, email, 'Send a code');
  await by(email)
    .label('New e-mail address')
    .fill(`awa${account.phone.slice(1)}@example.com`);
  await by(email).label('Current password').fill(account.password);
  await by(email).button('Send a code').tap();
  await email.waitFor({ state: 'detached' });
  await by(main).button(marking('Use ')).waitFor();
  await expectMarked(page);

  const phone = await openDialog(visitor, main, 'Change the phone number');
  await by(phone).label('New phone').fill('27 21 21 21 21');
  await sendInVain(visitor, phone, 'Send a code');
  await close(visitor);

  const limit = await openDialog(visitor, main, marking('Set a limit'));
  await send(page, limit, 'Set this limit');
  await by(limit).label('Amount').fill('5000');
  await by(limit).button('Set this limit').tap();
  await limit.waitFor({ state: 'detached' });
  await expectMarked(page);

  await choose(by(main).radio(marking('24 hours')).first());
  const pause = await openDialog(visitor, main, 'Take a break');
  await send(page, pause, 'Start the break');
  await by(pause).label('Your password').fill('not this one');
  await sendInVain(visitor, pause, 'Start the break');
  await close(visitor);

  const identity = by(main).region('My identity');
  await send(page, identity, 'Go on to the photos');
  await by(identity).label('Number of the document').fill('CI-0012 3456');
  await by(identity).label('Valid until').fill('30/04/2031');
  await by(identity).button('Go on to the photos').tap();
  const files = page.locator('input[type=file]');
  await files.nth(0).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
  await by(identity).text('This is no photo').waitFor();
  await expectMarked(page);
  await files.nth(0).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo(1_000, 700) });
  await files.nth(1).setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: await photo(1_000, 700) });
  await by(identity).button(marking('Send for checking')).tap();
  await by(identity).text('We are checking your document').waitFor();
  await expectMarked(page);

  await openDialog(visitor, main, 'Close my account');
  await close(visitor);
  await by(main).button('Download my data').tap();
  await by(page).text('Your data is downloaded.').waitFor();
  await by(main).button('Download my data').tap();
  await by(main).text('You have downloaded your data today').waitFor();
  visitor.expectTrouble(/status of 429/);
  await expectMarked(page);

  const app = await openDialog(visitor, main, 'Add an authenticator app');
  const key = (await app.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '');
  await by(app).label('Code of your authenticator app').fill(appCode(key, 40));
  await sendInVain(visitor, app, 'Confirm');
  await close(visitor);
  const passkey = await openDialog(visitor, main, 'Set a passkey');
  await by(passkey).label('Name').fill('7');
  await by(passkey).button('Set the passkey').tap();
  const kept = by(page).button('I have kept them');
  await kept.waitFor();
  await expectMarked(page);
  await kept.tap();
  await by(main)
    .button(said`Rename ${'7'}`)
    .waitFor();
  await expectMarked(page);
  await openDialog(visitor, main, new RegExp(marking('Rename ')));
  await close(visitor);
  const proven = `update session set proven_at = proven_at - interval '20 minutes' where client_id = $1`;
  await site.database.owner.query(proven, [id]);
  const proof = await openDialog(visitor, main, new RegExp(marking('Remove ')));
  visitor.expectTrouble(/status of 403/);
  await send(page, proof, 'Confirm');
  await close(visitor);
  await site.database.owner.query('update session set proven_at = now() where client_id = $1', [id]);

  await by(main).radio(/^⟦30 /).click();
  await page.waitForFunction(() => localStorage.getItem('reality_check') !== null);
  await page.evaluate(() => {
    const played = JSON.parse(localStorage.getItem('reality_check')!) as { from: number };
    localStorage.setItem('reality_check', JSON.stringify({ ...played, from: played.from - 30 * 60_000 }));
  });
  await page.reload();
  await by(page).dialog('Time for a look').waitFor();
  await expectMarked(page);
  await close(visitor);

  const [draw] = await openDraws(api, 30_000);
  await page.evaluate((items) => localStorage.setItem('draws', items), JSON.stringify([item(draw!)]));
  await page.reload();
  await openDialog(visitor, main, 'Log out');
  await by(page).button('Log out and delete it').tap();
  await visitor.arrive('/', mark('Play'));

  // The device is known: the passkey alone, or the password.
  await visitor.open('/auth/login');
  await by(main).label('Phone or e-mail').fill(account.phone);
  await by(main).label('Password').fill(account.password);
  await by(main).button('Sign in').tap();
  await by(page)
    .text(marking('Confirm it is you'))
    .or(by(page).text(marking('Next draw ')))
    .first()
    .waitFor();
  await expectMarked(page);
  // The list of activity may have been read again while the proof was old.
  visitor.allowTrouble(/status of 403 .*security-events/);
});

function item({ id: drawId, fullDate }: Pick<Draw, 'id' | 'fullDate'>, more: Partial<StoredItem> = {}): StoredItem {
  return { id: crypto.randomUUID(), name: 'IziOne', fullDate, betAmount: 300, selectedNumbers: ['7'], drawId, ...more };
}

journey('texts about money, tickets and draws come from the catalogues', async ({ visit, client }) => {
  const players = await Promise.all([1, 2, 3].map(() => client(20_000)));
  const [{ api, remembered }] = players as [(typeof players)[0]];
  const [soonest, later] = await openDraws(api, 25_000);
  // Each backs three numbers, so that exactly one of them is ahead.
  for (const [index, player] of players.entries()) {
    const numbers = ['123', '456', '789'][index]!;
    const tickets = [
      ...Array.from(numbers, (number) => ticketFor(soonest!, 'IziOne', number, 1_000)),
      ...(index === 0
        ? [ticketFor(soonest!, 'IziOrder', '491728536', 300), ticketFor(later!, 'IziTwo', '49', 300)]
        : []),
    ];
    expect((await player.api.call('/bets', { body: { tickets } })).status).toBe(201);
  }
  const watching = await Promise.all(players.map((player) => visit('phone', player.remembered)));
  await Promise.all(watching.map((each) => each.open(`/results/${soonest!.id}`)));
  const [visitor] = watching as [Visit];
  const { page } = visitor;
  await by(page).text(marking('So far ')).waitFor();
  await expectMarked(page);

  const buying = await visit('phone', remembered);
  const shop = buying.page;
  const main = shop.getByRole('main');
  await read(buying, '/');
  await openDialog(buying, main, 'Favourites');
  await close(buying);
  await choose(main.getByRole('radio', { name: betOf('Izi3x') }));
  await by(main).button('Quick pick').tap();
  // The long words of this language push the amounts under the bar.
  const amount = main.getByRole('button', { name: '300', exact: true });
  await amount.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await amount.tap();
  await main.getByRole('button', { name: '300', exact: true, pressed: true }).waitFor();
  const favourites = await openDialog(buying, main, 'Favourites');
  await by(favourites).label('Name').fill('7');
  await by(favourites).button('Keep it').tap();
  await by(favourites).button('Play it').or(favourites.getByRole('listitem')).first().waitFor();
  await expectMarked(shop);
  await close(buying);
  const fill = async (items: readonly StoredItem[]) => {
    await shop.evaluate((stored) => localStorage.setItem('draws', stored), JSON.stringify(items));
    await read(buying, '/checkout');
  };
  const [, , far] = await openDraws(api, 60_000);
  await fill([
    item(far!, { betAmount: 10_000 }),
    item(far!, { name: 'IziTwo', selectedNumbers: ['4', '9'], betAmount: 10_000 }),
  ]);
  await fill([item(far!), item(far!), item(far!, { selectedNumbers: ['5'] })]);
  await openDialog(buying, shop, 'Pay');
  await by(shop).button('Keep one of each').tap();
  await by(shop).button('Pay').tap();
  await shop
    .getByRole('heading', { level: 1, name: marking('tickets are placed') })
    .or(by(shop).text(marking('are placed')))
    .first()
    .waitFor();
  await expectMarked(shop);

  for (const path of ['/my-bets', '/history', '/my-wallet', '/results']) await read(buying, path);
  await shop.goto('/my-bets');
  await by(main).button(marking('Share ticket ')).first().tap();
  await by(shop).dialog('Share this ticket').getByRole('img').waitFor();
  await expectMarked(shop);
  await close(buying);
  for (const path of ['/my-wallet?explain=dep', '/my-wallet?add=1', '/my-wallet?withdraw=1']) {
    await read(buying, path);
    await shop.locator('dialog[open]').waitFor();
    await expectMarked(shop);
  }
  await read(buying, '/my-wallet?add=1');
  const adding = by(shop).dialog('Add funds');
  await send(shop, adding, 'Add funds');
  await by(adding).label('Amount').fill('7');
  await send(shop, adding, 'Add funds');
  await by(adding).label('Amount').fill('1000');
  await by(adding).button('Add funds').tap();
  await shop.waitForURL(/\/sandbox\//);
  await expectMarked(shop);
  await by(shop).button('Decline').tap();
  // The test serves the app, but no page that a form leads to by a redirection.
  await shop.waitForURL(/payment=/);
  await shop.reload();
  if (buying.troubles.length > 0) buying.expectTrouble(/status of (404|503)/);
  await buying.arrive(/^\/my-wallet\?payment=/, mark('My wallet'));
  await by(shop).text('Declined').waitFor();
  await expectMarked(shop);

  // The draw: what is said while it happens, and after it.
  await waitFor(async () => (await betsOf(api)).filter(({ status }) => status !== 'pending').length >= 4, 'the draw');
  for (const [index, each] of watching.entries()) {
    await by(each.page).text(marking('Paid ')).waitFor();
    // A sheet tells a player who is ahead, and comes a moment later.
    const won = (await betsOf(players[index]!.api)).some(({ status, name }) => status === 'win' && name === 'IziOne');
    if (won) await by(each.page).dialog('You won').waitFor();
    // The others are told at a calm moment; the first player has a fourth ticket, which may have won.
    else if (index > 0) await each.page.getByRole('dialog', { name: said`${'3'} tickets, no prize` }).waitFor();
    await expectMarked(each.page);
    if (!won) continue;
    await by(each.page).button('Share a picture').tap();
    await by(each.page).dialog('Share this win').getByRole('img').waitFor();
    await expectMarked(each.page);
  }
  const bets = await betsOf(api);
  const settled = bets.find(({ status, name }) => status !== 'pending' && name === 'IziOrder')!;
  for (const path of [`/my-bets/${settled.id}`, '/my-bets', '/history', '/my-wallet?explain=win', '/results'])
    await read(buying, path);
  await read(buying, `/my-bets/${bets.find(({ status }) => status === 'pending')?.id ?? settled.id}`);
  await read(buying, `/my-bets/${settled.id}`);
  await by(main).button('Verify this ticket').tap();
  await by(main)
    .text(marking(' checks passed'))
    .or(main.getByText(mark('Checks passed; operator-trusted')))
    .first()
    .waitFor();
  await expectMarked(shop);
  await read(visitor, `/results/${soonest!.id}`);
  await by(page).button('Verify this draw').tap();
  await by(page).text('Checks passed; operator-trusted').waitFor();
  await expectMarked(page);
});

journey('texts about failures come from the catalogues', async ({ visit, client }) => {
  const { remembered } = await client(0);
  const visitor = await visit('phone');
  const { page } = visitor;
  const main = page.getByRole('main');
  await visitor.open('/auth/login');
  await by(main).label('Phone or e-mail').fill('+2250700000098');
  await by(main).label('Password').fill('a password');
  let refusal: ProblemCode;
  await page.route('**/api/clients/auth/local', (route) => {
    const [status, title, detail] = problems[refusal];
    const body = JSON.stringify({
      type: '',
      status,
      title: mark(title),
      detail: mark(detail),
      code: refusal,
      requestId: '1',
    });
    return route.fulfill({ status, contentType: 'application/problem+json', body });
  });
  // Those that lead elsewhere have journeys of their own.
  const elsewhere: readonly string[] = ['unauthenticated', 'proof_needed'];
  for (const code of Object.keys(problems).filter((one) => !elsewhere.includes(one)) as ProblemCode[]) {
    refusal = code;
    await by(main).button('Sign in').tap();
    await by(main).text(problems[code][2]).waitFor();
    await expectMarked(page);
  }
  visitor.expectTrouble(/status of [45]\d\d/);

  const known = await visit('phone', remembered);
  const ways = {
    'status of 500': { status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    'status of 418': { status: 418, contentType: 'text/html', body: '<h1>Teapot</h1>' },
    unreadable: { status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' },
    ERR_CONNECTION_FAILED: null,
  };
  for (const [trouble, answer] of Object.entries(ways)) {
    for (const each of [visitor, known]) {
      await each.page.unroute(/\/api\/(?!stream)/);
      await each.page.route(/\/api\/(?!stream)/, (route) =>
        answer === null ? route.abort('connectionfailed') : route.fulfill(answer),
      );
    }
    if (answer !== null) {
      // They differ in their words; where there is room for an error is the same.
      for (const path of ['/results', '/figures']) await read(visitor, path);
      for (const path of ['/my-bets', '/my-wallet?add=1']) await read(known, path);
    } else {
      for (const path of ['/', '/results', '/figures', '/results/abc']) await read(visitor, path);
      for (const path of [
        '/',
        '/checkout',
        '/my-bets',
        '/my-bets/abc',
        '/my-wallet',
        '/my-wallet?add=1',
        '/history',
        '/profile',
      ])
        await read(known, path);
    }
    if (trouble === 'unreadable') continue;
    visitor.expectTrouble(new RegExp(trouble));
    known.expectTrouble(new RegExp(trouble));
  }
});

test('every page and every dialog was checked', () => {
  expect([...readSoFar.pages].toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  const web = join(import.meta.dirname, '../../web');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.tsx') && /<(Dialog|BareDialog|Drawer|Popover)\b/.test(readFileSync(join(web, file), 'utf8')),
  );
  expect(Object.keys(dialogs), 'a dialog that no journey opens').toEqual(files.toSorted());
  const unread = Object.entries(dialogs).filter(([, names]) => names.some((name) => !readSoFar.dialogs.has(name)));
  expect(unread).toEqual([]);
});
