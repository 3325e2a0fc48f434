import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { coloursOf, contrast, type Painted } from '#tests/support/browser/audit.ts';
import { betsOf, openDraws, ticketFor, waitFor } from '#tests/support/players/outsider.ts';
import {
  addTicket,
  basketOf,
  betOf,
  choose,
  chooseAnotherDraw,
  eventually,
  hasFocus,
  fillSignUp,
  holdScripts,
  journey,
  nextDrawLine,
  signIn,
  type StoredItem,
  tokensOf,
} from './support.ts';

// The product's specification in its order: a test is named by the section whose sentences it shows, and asserts what is seen. What
// is not here cannot be seen in a browser, or needs settings: the kinds of errors (§8: web/api/call.test.ts), the four social links
// (§2: web/layout/Footer.test.tsx), phone verification by a third party (§4, §7), and the rest of §4 without a browser
// (web/play/active-bet.test.ts, web/basket/basket.test.ts).

const style = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

journey(
  '§1 six bet types, amounts in XOF, English with a switcher, a brand as title and “extension”',
  async ({ visit }) => {
    const { page, open } = await visit('desktop');
    await open('/');
    const types = await page.getByRole('radio').evaluateAll((all) => all.map((radio) => radio.ariaLabel));
    expect(new Set(types.map((name) => name?.split(',')[0]))).toEqual(new Set(betNames));
    await page.getByLabel('Amount', { exact: true }).fill('50');
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByText(`to ${formatFrancs(10_000)}, in steps`).waitFor();
    expect(formatFrancs(10_000)).toMatch(/XOF$/);
    // Day, hour and minute of the draw, behind the next one.
    await chooseAnotherDraw(page);
    for (const label of ['Date', 'Hour', 'Minute']) await page.getByLabel(label, { exact: true }).waitFor();
    await page.getByRole('banner').getByLabel('Language').waitFor();
    for (const path of ['/', '/my-bets']) {
      await open(path);
      expect(await page.title()).toBe('Izi');
      expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('extension');
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
    }
  },
);

const privatePages = ['/my-bets', '/my-wallet', '/profile', '/history'];

journey('§2 routes: public pages are open, private ones and the checkout lead a visitor to sign-in', async (walk) => {
  const { account } = await walk.client(0);
  const { page, open, arrive } = await walk.visit('desktop');
  for (const [path, heading] of [
    ['/', 'Play'],
    ['/results', 'Results'],
    ['/about', 'How it works'],
    ['/auth/signup', 'Your phone'],
    ['/auth/login', 'Sign in'],
  ] as const) {
    await open(path);
    await arrive(path, heading);
  }
  for (const path of [...privatePages, '/checkout']) {
    await open(path);
    await arrive('/auth/login', 'Sign in');
  }
  // The checkout is a flow: people come back to it.
  await signIn(page, account);
  await arrive('/checkout', 'Checkout');
});

journey('§2 the guard leads signed-in users from sign-in to /, and shows a spinner until it knows', async (walk) => {
  const { account } = await walk.client(5_000);
  const { page, open, arrive } = await walk.visit('desktop');
  const passVisitor = await holdScripts(page);
  await page.goto('/my-bets', { waitUntil: 'commit' });
  await expectOnlySpinner(page.locator('body'));
  passVisitor();
  await arrive('/auth/login', 'Sign in');

  // §4: from a private page too, the sign-in goes to /. Remembered, the token is in local storage.
  await signIn(page, account, { remember: true });
  await arrive('/', 'Play');
  expect(await tokensOf(page)).toEqual({ session: null, local: expect.stringMatching(/^Bearer \S{40,}$/) });
  await open('/auth/signup');
  await arrive('/', 'Play');
  const passClient = await holdScripts(page);
  await page.goto('/auth/login', { waitUntil: 'commit' });
  const main = page.getByRole('main');
  await expectOnlySpinner(main);
  const [spinner, around] = await boxesOf(main.getByRole('status').locator('svg'), main);
  expect(Math.abs(spinner.x + spinner.width / 2 - around.x - around.width / 2), 'off the centre').toBeLessThan(2);
  passClient();
  await arrive('/', 'Play');
});

async function expectOnlySpinner(within: Locator): Promise<void> {
  await within.getByRole('status', { name: 'Loading' }).waitFor();
  expect((await within.innerText()).trim()).toBe('');
  expect(await within.getByRole('heading').count()).toBe(0);
}

journey(
  '§2 header of a visitor: logo, nav links, a shadow past 100 px, sign up and sign in but on auth pages',
  async (walk) => {
    const { page, open, arrive } = await walk.visit('desktop');
    await open('/about');
    const header = page.getByRole('banner');

    // A shadow once the page is scrolled more than 100 px.
    for (const [scrolled, hasShadow] of [
      [0, false],
      [100, false],
      [101, true],
      [100, false],
    ] as const) {
      await page.evaluate((top) => scrollTo(0, top), scrolled);
      await eventually(async () => (await style(header, 'box-shadow')) !== 'none', hasShadow);
    }

    // Navigation in normal weight, the current page in ink with a yellow line.
    const navigation = header.getByRole('navigation');
    const [current, other] = ['About', 'Results'].map((name) => navigation.getByRole('link', { name }));
    for (const link of [current!, other!]) expect(await style(link, 'font-weight')).toBe('400');
    expect(await style(current!, 'border-bottom-color')).toBe('rgb(255, 206, 0)');
    expect(await style(current!, 'color')).toBe(await style(page.locator('body'), 'color'));
    expect(await style(other!, 'color')).not.toBe(await style(page.locator('body'), 'color'));

    await open('/');
    expect(await header.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'Home',
      'Results',
      'About',
    ]);
    await header.getByRole('link', { name: 'Sign up' }).click();
    await arrive('/auth/signup', 'Your phone');
    for (const path of ['/auth/signup', '/auth/login', '/auth/forgot']) {
      await open(path);
      await header.getByRole('button', { name: 'Basket', exact: true }).waitFor();
      expect(await header.getByRole('link', { name: /^Sign (in|up)$/ }).count()).toBe(0);
    }
    await header.getByRole('link', { name: 'Izi, home' }).click();
    await arrive('/', 'Play');
    await header.getByRole('link', { name: 'Sign in', exact: true }).click();
    await arrive('/auth/login', 'Sign in');
  },
);

journey(
  '§2 header of a client, private nav entries with a token only; §3 the balance; §4 a 401',
  async ({ visit, client }) => {
    const { api, remembered } = await client(1_500);
    const visitor = await visit('desktop', remembered);
    const { page, open, arrive } = visitor;
    const header = page.getByRole('banner');
    await open('/about');
    await header.getByRole('link', { name: 'Add funds' }).waitFor();
    await header.getByRole('link', { name: `Wallet balance ${formatFrancs(1_500)}` }).waitFor();
    await header.getByRole('button', { name: 'Basket', exact: true }).waitFor();
    await header.getByRole('link', { name: 'Profile' }).waitFor();
    await header.getByRole('button', { name: 'Log out' }).waitFor();
    expect(await header.getByRole('link', { name: /^Sign (in|up)$/ }).count()).toBe(0);
    const language = header.getByLabel('Language');
    expect(await language.getByRole('option').allInnerTexts()).toEqual(['English', 'Français']);
    expect(await language.inputValue()).toBe('en');

    // From 900 px: language, profile and log-out in one line with the balance.
    for (const width of [900, 1_000, 1_199]) {
      await page.setViewportSize({ width, height: 800 });
      await header.getByLabel('Language').waitFor();
      await header.getByRole('link', { name: 'Profile' }).waitFor();
      await header.getByRole('button', { name: 'Log out' }).waitFor();
      expect((await header.boundingBox())!.height, `at ${width} px`).toBeLessThanOrEqual(72);
    }
    // §3: what the header shows is the sum of the balances whose slugs start with win and dep.
    const { data } = (await api.call('/clients/balance')).json;
    const balances = data as { attributes: { slug: string; balance: string } }[];
    expect(balances.map(({ attributes }) => attributes.slug.slice(0, 3)).toSorted()).toEqual(['dep', 'win']);
    expect(balances.reduce((sum, { attributes }) => sum + Number(attributes.balance), 0)).toBe(1_500);
    await header.getByRole('link', { name: /^Wallet balance/ }).click();
    await arrive('/my-wallet', 'My wallet');
    await header.getByRole('link', { name: 'Add funds' }).click();
    await arrive('/my-wallet?add=1', 'My wallet');

    // A private entry without a token leads to sign-in.
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('/about');
    const navigation = header.getByRole('navigation');
    const entries = ['Home', 'Results', 'My bets', 'My wallet', 'History', 'About'];
    await eventually(() => navigation.getByRole('link').allInnerTexts(), entries);
    const token = (await tokensOf(page)).local!;
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await navigation.getByRole('link', { name: 'My bets' }).click();
    await arrive('/auth/login', 'Sign in');
    expect(await navigation.getByRole('link').allInnerTexts()).toEqual(['Home', 'Results', 'About']);

    // §4, §8: any response with status 401.
    await page.evaluate((stored) => localStorage.setItem('access_token', stored), token);
    await page.route('**/api/clients/transactions*', (route) => route.fulfill({ status: 401, json: {} }));
    await open('/history');
    await arrive('/auth/login', 'Sign in');
    expect(await tokensOf(page)).toEqual({ session: null, local: null });
    visitor.expectTrouble(/status of 401/);
  },
);

journey('§2 small screens: a drawer of 260 px with logo, nav entries, actions and a control below', async (walk) => {
  const { remembered } = await walk.client(0);
  const visitor = await walk.visit('phone');
  const client = await walk.visit('phone', remembered);
  for (const [{ page, open }, entries, actions] of [
    [visitor, ['Home', 'Results', 'About'], ['Sign up', 'Sign in']],
    [client, ['Home', 'Results', 'My bets', 'My wallet', 'History', 'About'], ['Add funds', 'Profile', 'Log out']],
  ] as const) {
    await open('/about');
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await eventually(async () => (await drawer.locator(':scope > div').boundingBox())?.width, 260);
    await drawer.getByRole('link', { name: 'Izi, home' }).waitFor();
    expect(await drawer.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(entries);
    const boxes = await Promise.all(
      actions.map((name) =>
        drawer.getByRole('link', { name, exact: true }).or(drawer.getByRole('button', { name })).boundingBox(),
      ),
    );
    for (const [index, box] of boxes.slice(1).entries()) {
      expect(box!.y, 'actions in a column').toBeGreaterThan(boxes[index]!.y);
    }
    const control = await drawer.getByRole('switch', { name: 'Dark mode' }).boundingBox();
    expect(control!.y).toBeGreaterThan(boxes.at(-1)!.y);
    await drawer.getByLabel('Language').waitFor();
  }
});

journey(
  '§2 on a phone: the page About, the footer, the yellow curve, the content area; §9 colours and font',
  async ({ visit }) => {
    const { page, open, arrive } = await visit('phone');
    await open('/about');
    const main = page.getByRole('main');

    // The payouts of each bet as a picture, questions and answers, help and contact.
    await arrive('/about', 'How it works');
    for (const title of [
      'In three steps',
      'What each bet pays',
      'How a draw is made',
      'Questions and answers',
      'Contact',
    ]) {
      await main.getByRole('heading', { level: 2, name: title }).waitFor();
    }
    expect(await main.getByRole('img', { name: /nine places/ }).count()).toBe(betNames.length);
    await main.getByRole('img', { name: 'Of the nine places, the first wins.' }).waitFor();
    await main.getByText('Do earlier results change my chances?').tap();
    await main.getByText(/^No\. In every draw, every order is equally likely/).waitFor();
    await main.getByText('This is a demonstration: nobody answers.').waitFor();
    const help = main.getByRole('link', { name: 'Gambling Therapy: free and confidential help' });
    expect(await help.getAttribute('href')).toBe('https://www.gamblingtherapy.org/');

    // Footer: logo, nav links, an about text; a place for toasts.
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'Izi, home' }).waitFor();
    await footer.getByText(/^Bets on one random order of the numbers 1 to 9/).waitFor();
    expect(await footer.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(
      expect.arrayContaining(['Home', 'Results', 'About']),
    );
    // The four social links are the operator's own pages: web/layout/Footer.test.tsx.
    expect(await page.locator('body > * [role=status][aria-live=polite]').count()).toBeGreaterThan(0);

    // A yellow curved ground, a content area of at least 40em, and the colours and the font.
    const em = Number.parseFloat(await style(main, 'font-size'));
    expect(Number.parseFloat(await style(main, 'min-height'))).toBeGreaterThanOrEqual(40 * em);
    const ground = main.locator(':scope > div').first();
    expect(await style(ground, 'background-color')).toBe('rgb(255, 206, 0)');
    const curve = await ground.locator(':scope > svg').boundingBox();
    expect(curve?.width, 'the curve is as wide as the page').toBe(page.viewportSize()!.width);
    const token = (name: string) => style(page.locator('html'), name);
    expect([await token('--win'), await token('--lost'), await token('--sun')]).toEqual([
      '#80c482',
      '#eb5757',
      '#ffce00',
    ]);
    expect(await style(page.locator('body'), 'font-family')).toMatch(/^"?SF UI Display"?,/);
  },
);

const draws = (count: number, betAmount: number): StoredItem[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `019b0000-0000-7000-8000-00000000000${index % 10}${index}`.slice(0, 36),
    name: 'IziTwo',
    fullDate: '2026-01-09T08:05:00.000Z',
    betAmount,
    selectedNumbers: ['8', '3'],
    drawId: '019b0000-0000-7000-8000-0000000000aa',
  }));

async function keepDraws(page: Page, items: readonly StoredItem[]): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('draws', text), JSON.stringify(items));
  await page.reload();
}

journey('§2 basket popover: two tickets, “and N more”, the total, Checkout; restored from draws', async ({ visit }) => {
  const { page, open, arrive } = await visit('desktop');
  await open('/about');
  await keepDraws(page, draws(5, 250));
  const button = page.getByRole('banner').getByRole('button', { name: 'Basket', exact: true });
  const popover = page.getByRole('dialog', { name: 'Basket' });
  await button.click();
  await popover.getByRole('heading', { name: 'Your basket' }).waitFor();
  const numbers = popover.getByRole('list', { name: 'Numbers' });
  expect(await numbers.count()).toBe(2);
  expect(await popover.getByRole('button', { name: /^Remove IziTwo: \d \d$/ }).count()).toBe(2);
  for (const slots of await numbers.all()) expect(await slots.getByRole('listitem').count()).toBe(9);
  expect(await popover.getByRole('time').or(popover.locator('time')).allInnerTexts()).toEqual([
    '09/01/2026 08:05',
    '09/01/2026 08:05',
  ]);
  expect(await popover.getByText(formatFrancs(250), { exact: true }).count()).toBe(2);
  await popover.getByText('and 3 more', { exact: true }).waitFor();
  await popover.getByText(formatFrancs(1_250)).waitFor();

  // Removing changes what is stored, and the last one takes the key away.
  await popover.getByRole('button', { name: 'Remove IziTwo' }).first().click();
  await popover.getByText('and 2 more', { exact: true }).waitFor();
  expect(await basketOf(page)).toHaveLength(4);
  await popover.getByRole('link', { name: 'Checkout' }).click();
  await arrive('/auth/login', 'Sign in');
  await button.click();
  for (let left = 4; left > 0; left--) await popover.getByRole('button', { name: 'Remove IziTwo' }).first().click();
  await popover.getByText('Nothing in it yet').waitFor();
  expect(await popover.getByText('Total').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('draws'))).toBeNull();
});

journey('the basket popover shows all its tickets when asked, and which of their draws have closed', async (walk) => {
  const { page, open } = await walk.visit('phone');
  const { id, fullDate } = await walk.farDraw();
  await open('/about');
  await keepDraws(page, [...draws(4, 300), { ...draws(5, 400)[4]!, drawId: id, fullDate }]);
  await page.getByRole('banner').getByRole('button', { name: 'Basket', exact: true }).tap();
  const popover = page.getByRole('dialog', { name: 'Basket' });
  await eventually(() => popover.getByText('Sales have closed').count(), 2);
  await popover.getByRole('button', { name: 'and 3 more', exact: true }).tap();
  expect(await popover.getByRole('list', { name: 'Numbers' }).count()).toBe(5);
  expect(await popover.getByText('Sales have closed').count()).toBe(4);
  // However many they are, the way on stays in view.
  const wayOn = await popover.getByRole('link', { name: 'Checkout' }).boundingBox();
  expect(wayOn!.y + wayOn!.height).toBeLessThan(page.viewportSize()!.height);
  // A keyboard goes on with the first of them.
  await eventually(() => hasFocus(popover.getByRole('button', { name: 'Remove IziTwo' }).nth(2)), true);
  // The last one can be reached, and the way on too.
  await popover.getByRole('button', { name: 'Remove IziTwo' }).last().tap();
  await eventually(async () => (await basketOf(page)).length, 4);
  await popover.getByRole('link', { name: 'Checkout' }).tap();
});

journey('§2 basket popover: no total while it is zero; the badge counts to 9', async ({ visit }) => {
  const { page, open } = await visit('desktop');
  await open('/about');
  await keepDraws(page, draws(1, 0));
  const button = page.getByRole('banner').getByRole('button', { name: 'Basket', exact: true });
  await eventually(() => button.getAttribute('data-badge'), '1');
  await button.click();
  await page.getByRole('dialog', { name: 'Basket' }).getByRole('list', { name: 'Numbers' }).waitFor();
  expect(await page.getByRole('dialog', { name: 'Basket' }).getByText('Total').count()).toBe(0);
  for (const [count, badge] of [
    [9, '9'],
    [10, '9+'],
  ] as const) {
    await keepDraws(page, draws(count, 100));
    await eventually(() => button.getAttribute('data-badge'), badge);
  }
});

journey(
  '§3 a status: Pending is a warning, Win is #80c482, Lost is #eb5757, with dark text in both themes',
  async (walk) => {
    const { api, remembered } = await walk.client(2_000);
    const [later] = await openDraws(api, 450_000);
    const [soon] = await openDraws(api, 15_000);
    // One of nine numbers is the first out: one ticket wins, eight lose.
    const tickets = Array.from('123456789', (number) => ticketFor(soon!, 'IziOne', number, 100));
    tickets.push(ticketFor(later!, 'IziTwo', '38', 100));
    expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
    const settled = async () => (await betsOf(api)).filter(({ status }) => status !== 'pending');
    await waitFor(async () => (await settled()).length === 9, 'the settled tickets');
    const idOf = async (wanted: string) => (await settled()).find(({ status }) => status === wanted)!.id;
    const { page, open } = await walk.visit('desktop', remembered);
    const main = page.getByRole('main');
    await open('/my-bets');
    for (const label of ['Pending', 'Win', 'Lost'] as const) await expectStatus(main, label);
    for (const [label, path] of [
      ['Lost', `/my-bets/${await idOf('lost')}`],
      ['Win', `/my-bets/${await idOf('win')}`],
      ['Lost', `/results/${soon!.id}`],
    ] as const) {
      await open(path);
      await expectStatus(main, label);
    }
  },
);

const statusColours = { Pending: 'rgb(229, 154, 0)', Win: 'rgb(128, 196, 130)', Lost: 'rgb(235, 87, 87)' };

/** Expects the status in its colour, with a text that can be read on it, in both themes. */
async function expectStatus(within: Locator, label: keyof typeof statusColours): Promise<void> {
  const status = within.getByText(label, { exact: true }).and(within.locator('[data-status]')).first();
  await status.waitFor();
  for (const theme of ['dark', 'light']) {
    await within.page().evaluate((mode) => (document.documentElement.dataset['theme'] = mode), theme);
    expect(await style(status, 'background-color'), `${label} in ${theme}`).toBe(statusColours[label]);
    const [{ text, fill }] = (await coloursOf(status)) as [Painted];
    expect(contrast(text, fill), `${label} in ${theme}`).toBeGreaterThanOrEqual(4.5);
  }
}

journey(
  '§4 a bet type sets slots and amount; Clear and adding a ticket reset the bet; §9 numbers per bet',
  async ({ visit, drawAfter }) => {
    const { page, open } = await visit('desktop');
    await open('/');
    const slots = page.getByRole('main').getByRole('list', { name: 'Your numbers' }).getByRole('listitem');
    const amount = page.getByLabel('Amount', { exact: true });
    const filled = () =>
      page.getByRole('group', { name: 'Numbers', exact: true }).locator('[aria-pressed=true]').count();
    const initial = {
      IziOrder: [9, '300'],
      IziOne: [1, ''],
      IziTwo: [2, ''],
      IziABC: [1, ''],
      Izi2x: [3, ''],
      Izi3x: [3, ''],
    };
    for (const name of [...betNames, 'IziOrder'] as const) {
      await choose(page.getByRole('radio', { name: betOf(name) }));
      // The card is marked at once, and the rest of the ticket follows.
      await eventually(
        async () => [await slots.count(), await amount.inputValue(), await filled()],
        [...initial[name], 0],
      );
      await page.getByRole('button', { name: 'Quick pick' }).click();
      await eventually(filled, betTypes[name].slots);
      await amount.fill('600');
    }
    // A reset clears the numbers, the amount, the hour and the minute; undo takes back one number.
    const draw = await drawAfter(110_000);
    const nextDraw = page.getByText(nextDrawLine);
    await choose(page.getByRole('radio', { name: betOf('Izi2x') }));
    for (const number of '385') {
      await page.getByRole('button', { name: number, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await filled()).toBe(2);
    await amount.fill('600');
    // §5: each bet type requires its fixed count of numbers.
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByRole('alert').getByText('Pick one more number.').waitFor();
    expect(await basketOf(page)).toEqual([]);
    await chooseAnotherDraw(page);
    await page.getByLabel('Date', { exact: true }).selectOption(draw.date);
    await page.getByLabel('Hour', { exact: true }).selectOption(draw.hour);
    await page.getByLabel('Minute', { exact: true }).selectOption(draw.minute);
    await eventually(() => nextDraw.count(), 0);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect([await filled(), await amount.inputValue()]).toEqual([0, '']);
    await nextDraw.waitFor();

    await addTicket(page, { name: 'IziTwo', numbers: '38', amount: 400 }, draw);
    expect(await basketOf(page)).toEqual([
      expect.objectContaining({ name: 'IziTwo', betAmount: 400, selectedNumbers: ['3', '8'], fullDate: draw.fullDate }),
    ]);
    expect([await filled(), await amount.inputValue()]).toEqual([0, '']);
    // Hour and minute are cleared: the bet follows the next draw again.
    await nextDraw.waitFor();
  },
);

journey(
  '§4 login: session storage, then /; auth and balance again after 500 ms; §7 the calls',
  async ({ visit, client }) => {
    const { account } = await client(0);
    const { page, open, arrive } = await visit('desktop');
    const release = await holdTimers(page, 500);
    await silenceStream(page);
    await open('/checkout');
    await arrive('/auth/login', 'Sign in');
    const paths = ['/api/users/me', '/api/clients/balance'];
    const asked = paths.map((path) => watchCalls(page, path));
    const counts = async () => asked.map(({ length }) => length);
    const answers = paths.map((path) => page.waitForResponse(`**${path}`));
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/clients/auth/local'));
    await signIn(page, account);
    const credentials = { identifier: account.phone, password: account.password };
    expect([(await sent).method(), (await sent).postDataJSON()]).toEqual([
      'POST',
      expect.objectContaining(credentials),
    ]);
    expect(await (await sent).headerValue('content-type')).toBe('application/json');
    expect(await (await sent).headerValue('authorization'), 'without a token').toBeNull();
    await arrive('/checkout', 'Checkout');
    // A refetch joins a first call that is still running, so both must have been answered.
    await Promise.all(answers.map(async (answer) => (await answer).finished()));
    await page.getByRole('link', { name: /^Wallet balance \d/ }).waitFor();
    expect(await counts()).toEqual([1, 1]);
    await release();
    await eventually(counts, [2, 2]);

    // The token is sent as it is stored: session storage first, then local storage.
    const { session } = await tokensOf(page);
    expect(session).toMatch(/^Bearer \S{40,}$/);
    expect((await tokensOf(page)).local).toBeNull();
    await page.evaluate(() => localStorage.setItem('access_token', 'Bearer of an earlier visit'));
    await open('/profile');
    await arrive('/profile', 'Profile');
    const headers = await Promise.all(asked.flat().map((request) => request.headerValue('authorization')));
    expect(new Set(headers)).toEqual(new Set([session]));
  },
);

/** The page hears nothing of draws: one that is settled meanwhile would fetch the balance once more. */
function silenceStream(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    class Silence extends EventTarget {
      close() {}
    }
    Object.assign(window, { EventSource: Silence });
  });
}

/** Holds back timers of this many milliseconds until they are released, and all intervals for good. */
async function holdTimers(page: Page, milliseconds: number): Promise<() => Promise<void>> {
  await page.addInitScript((delay) => {
    const held: (() => void)[] = [];
    const wait = window.setTimeout;
    const hold = (run: () => void, after?: number) => (after === delay ? held.push(run) : wait(run, after));
    const release = () => held.splice(0).forEach((run) => run());
    Object.assign(window, { setTimeout: hold, setInterval: () => 0, releaseTimers: release });
  }, milliseconds);
  return () => page.evaluate(() => (window as unknown as { releaseTimers(): void }).releaseTimers());
}

journey('§4 log out clears the token, draws and jwt, tells the server, and goes to /', async ({ visit, client }) => {
  const { remembered } = await client(0);
  const { page, open, arrive } = await visit('desktop', remembered);
  await open('/my-bets');
  await arrive('/my-bets', 'My bets');
  await page.evaluate(() => {
    localStorage.setItem('jwt', 'of the identity service');
    localStorage.setItem('checkout', '{}');
    localStorage.setItem('theme', '{"mode":"dark"}');
    sessionStorage.setItem('attempt.deposit', '{}');
    sessionStorage.setItem('wallet.wayOn', '/checkout');
  });
  await keepDraws(page, draws(2, 100));
  const told = page.waitForRequest((request) => request.url().endsWith('/api/auth/logout'));
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Log out and delete them' }).click();
  expect((await told).method()).toBe('POST');
  await arrive('/', 'Play');
  expect(await tokensOf(page)).toEqual({ session: null, local: null });
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([['theme'], []]);
});

journey('§4 what was fetched is kept for 60 s after its last use', async ({ visit, client }) => {
  const { remembered } = await client(0);
  const { page, open, arrive } = await visit('desktop', remembered);
  await page.clock.install();
  await open('/profile#sessions');
  await page.getByText('This device').waitFor();
  const asked = watchCalls(page, '/api/clients/sessions');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const goAndComeBack = async (after: number) => {
    await navigation.getByRole('link', { name: 'About' }).click();
    await arrive('/about', 'How it works');
    await page.clock.runFor(after);
    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click();
    await arrive('/profile', 'Profile');
    await page.getByText('Where you are signed in').click();
    await page.getByText('This device').waitFor();
    return asked.length;
  };
  // The page's clock goes on while the page is left and opened again, which takes a slow machine seconds.
  expect(await goAndComeBack(40_000)).toBe(0);
  expect(await goAndComeBack(62_000)).toBe(1);
});

journey(
  '§2 banners from 900 px up; §4 the theme is light and left to right, or as it was chosen',
  async ({ visit }) => {
    const { page, open } = await visit('desktop');
    await open('/about');

    // Banners above and below the content from 900 px up.
    const banners = ['Good to know', 'Play safely'].map((name) => page.getByRole('complementary', { name }));
    for (const [width, shown] of [
      [899, false],
      [900, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      for (const banner of banners) expect(await banner.isVisible(), `at ${width} px`).toBe(shown);
    }
    const [main, above, below] = await boxesOf(page.getByRole('main'), ...banners);
    expect(above!.y).toBeLessThan(main.y);
    expect(below!.y).toBeGreaterThanOrEqual(main.bottom);

    await page.setViewportSize({ width: 1280, height: 900 });
    // A heading begins where its content begins, also on a page that is not wide.
    const [heading, parts] = await boxesOf(
      page.getByRole('heading', { level: 1 }),
      page.getByRole('navigation', { name: 'On this page' }),
    );
    expect(heading.x).toBe(parts.x);
    const theme = () => page.evaluate(() => [document.documentElement.dataset['theme'], document.documentElement.dir]);
    const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('theme') ?? 'null') as unknown);
    expect([await theme(), await stored()]).toEqual([['light', 'ltr'], null]);
    const footer = page.getByRole('contentinfo');
    for (const [name, mode, direction] of [
      ['Right to left', 'light', 'rtl'],
      ['Dark mode', 'dark', 'rtl'],
    ] as const) {
      await footer.getByRole('switch', { name }).click();
      expect([await theme(), await stored()]).toEqual([[mode, direction], { mode, direction }]);
    }
    await page.reload();
    expect(await theme()).toEqual(['dark', 'rtl']);
    const logo = await page.getByRole('banner').getByRole('link', { name: 'Izi, home' }).boundingBox();
    expect(logo!.x, 'the logo at the right edge').toBeGreaterThan(900);
    await footer.getByRole('switch', { name: 'Right to left' }).click();
    expect(await theme()).toEqual(['dark', 'ltr']);
  },
);

journey('§7 the calls of visitors: sign up, and a code for a new password', async ({ visit }) => {
  const visitor = await visit('phone');
  const { page, open } = visitor;
  await refuseCalls(page);
  await open('/auth/signup');
  const phone = '+2250700000022';
  const registering = page.waitForRequest('**/api/clients/auth/local/register');
  await fillSignUp(page, { phone, password: 'a good one 7' });
  expect((await registering).postDataJSON()).toMatchObject({ phone, password: 'a good one 7' });

  await open('/auth/forgot');
  await page.getByLabel('Phone or e-mail', { exact: true }).fill('ama@example.com');
  const asking = page.waitForRequest('**/api/clients/auth/forgot-password');
  // The answer is the same for an address without an account.
  await page.route('**/api/clients/auth/forgot-password', (route) => route.continue());
  await page.getByRole('button', { name: 'Send a code' }).tap();
  expect([(await asking).method(), (await asking).postDataJSON()]).toEqual(['POST', { email: 'ama@example.com' }]);
  await page.getByLabel('Password', { exact: true }).fill('another good one 7');
  const setting = page.waitForRequest('**/api/clients/otp/reset-password');
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Save and sign in' }).tap();
  expect((await setting).postDataJSON()).toMatchObject({ code: '123456', password: 'another good one 7' });
  // The browser tells of the failed call a moment after it was made.
  await page.getByRole('alert').getByText('No connection').waitFor();
  visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
});

journey('§7 the calls of clients: the profile and a deposit', async (walk) => {
  const { api, remembered } = await walk.client(2_000);
  const { id } = (await api.call('/users/me')).json;
  const visitor = await walk.visit('phone', remembered);
  const { page, open } = visitor;
  await refuseCalls(page);
  await open('/profile#personal-data');
  await page.getByLabel('City', { exact: true }).fill('Bouaké');
  const saving = page.waitForRequest(`**/api/users/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).tap();
  expect([(await saving).method(), (await saving).postDataJSON()]).toEqual(['PUT', { city: 'Bouaké' }]);

  await open('/my-wallet?add=1');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Amount', { exact: true }).fill('500');
  const adding = page.waitForRequest('**/api/clients/deposit');
  await sheet.getByRole('button', { name: 'Add funds' }).tap();
  expect((await adding).postDataJSON()).toMatchObject({ customerDetails: { amount: 500 } });
  await sheet.getByRole('alert').first().waitFor();
  visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
});

/** No call that changes something reaches the server. */
async function refuseCalls(page: Page): Promise<void> {
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  );
}

journey('§4, §7 the balance is polled every 10 s, and not in a hidden tab', async ({ visit, client }) => {
  const { remembered } = await client(0);
  const { page, open } = await visit('desktop', remembered);
  await silenceStream(page);
  await page.clock.install();
  await open('/about');
  await page.getByRole('link', { name: /^Wallet balance \d/ }).waitFor();
  const asked = watchCalls(page, '/api/clients/balance');
  // From here on the clock advances only when told to, and only after every call has its answer.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const pass = async (seconds: number) => {
    const before = asked.length;
    for (let second = 0; second < seconds; second++) {
      await page.clock.runFor(1_000);
      await Promise.all(asked.map((request) => request.response()));
      await page.evaluate(settle);
    }
    return asked.length - before;
  };
  // An answer that is processed a second late delays the next call by a second.
  const polls = await pass(35);
  expect(polls).toBeGreaterThanOrEqual(3);
  expect(polls).toBeLessThanOrEqual(4);
  await setVisibility(page, 'hidden');
  expect(await pass(60), 'calls while hidden').toBe(0);
  await setVisibility(page, 'visible');
  expect(await pass(10)).toBeGreaterThan(0);
});

function watchCalls(page: Page, path: string): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request);
  });
  return calls;
}

/** A browser under automation never hides its tabs, so the tab reports it. */
async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

/** In the page: lets it process what has arrived. A timer would wait for the paused clock. */
function settle(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
