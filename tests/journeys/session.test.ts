import { expect } from 'vitest';
import { formatFrancs } from '#domain/money.ts';
import { untilQuiet } from '#tests/support/browser/quiet.ts';
import { createOutsider, type Account } from '#tests/support/players/outsider.ts';
import { addTicket, basketOf, holdScripts, journey, signIn, tokensOf, type Visit } from './support.ts';

const privatePages = [
  { path: '/my-bets', heading: 'My bets' },
  { path: '/my-wallet', heading: 'My wallet' },
  { path: '/history', heading: 'History' },
  { path: '/profile', heading: 'Profile' },
];

journey(
  'before its code has loaded, a client’s page has its frame and no data of any client',
  async ({ visit, client }) => {
    const { remembered } = await client(5_000);
    const visitor = await visit('desktop', remembered);
    const { page } = visitor;
    for (const { path, heading } of privatePages) {
      const pass = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      // Each amount, date, ticket and phone has digits; of the frame, only the name of a period.
      for (const part of ['banner', 'main'] as const) {
        const said = (await page.getByRole(part).innerText()).replace('7 days', '');
        expect(said, `the ${part} of ${path}`).not.toMatch(/\d/);
      }
      expect(await page.getByRole('article').count(), `tickets on ${path}`).toBe(0);
      for (const link of ['Sign in', 'Sign up']) {
        expect(await page.getByRole('link', { name: link, exact: true }).count(), `${link} on ${path}`).toBe(0);
      }
      pass();
      await visitor.arrive(path, heading);
      await page.getByRole('link', { name: /^Wallet balance 5/ }).waitFor();
    }
  },
);

journey(
  'a session ends elsewhere while the token is stored for this visit',
  async ({ site, visit, client, farDraw }) => {
    const { account } = await client(5_000);
    const visitor = await visit('desktop');
    const { page } = visitor;
    await visitor.open('/auth/login');
    await signIn(page, account);
    await visitor.arrive('/', 'Play');
    await addTicket(page, { name: 'IziTwo', numbers: '49', amount: 200 }, await farDraw());
    const basket = await basketOf(page);
    expect(await tokensOf(page)).toEqual({ session: expect.stringMatching(/^Bearer \S{40,}$/), local: null });
    // Left over from an earlier visit: it has to be removed, too.
    await page.evaluate(() => localStorage.setItem('access_token', 'Bearer of an earlier visit'));

    // The news of a draw makes the page ask for the balance. Answered before the press, that would lead away from the link.
    const isPressed = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      await isPressed.promise;
      await route.continue().catch(() => {});
    });
    await endOtherSessions(site.url, account);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
    // The route stays: while a route is removed, the browser also loads the code of pages, which must not get lost.
    isPressed.resolve();
    await expectSentToSignIn(visitor, basket);

    await signIn(page, account);
    await visitor.arrive('/', 'Play');
    await page.getByRole('link', { name: /^Wallet balance 5/ }).waitFor();
    expect(await basketOf(page)).toEqual(basket);
  },
);

journey.long(
  'a session ends elsewhere while the token is remembered on the device',
  async ({ site, visit, client, farDraw }) => {
    const { account } = await client(5_000);
    const visitor = await visit('phone');
    const { page } = visitor;
    await visitor.open('/auth/login');
    await signIn(page, account, { remember: true });
    await visitor.arrive('/', 'Play');
    await addTicket(page, { name: 'IziABC', numbers: '7', amount: 200 }, await farDraw());
    const basket = await basketOf(page);
    expect(await tokensOf(page)).toEqual({ session: null, local: expect.stringMatching(/^Bearer \S{40,}$/) });

    // News of a draw or a poll would make the page hear of it, and lead to the sign-in page before.
    await visitor.open('about:blank');
    await endOtherSessions(site.url, account);
    await visitor.open('/my-bets');
    await expectSentToSignIn(visitor, basket);

    await signIn(page, account, { remember: true });
    await visitor.arrive('/', 'Play');
    await page.reload();
    await page.getByRole('link', { name: /^Wallet balance 5/ }).waitFor();
    expect(await basketOf(page)).toEqual(basket);
  },
);

journey('logging out while the first calls run shows no "session ended" message', async ({ visit, client }) => {
  const { remembered } = await client(0);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  const ended = page.waitForResponse('**/api/auth/logout');
  // The balance, which boot.js asks for, reaches the server after the end of the session.
  await page.route('**/api/clients/balance', async (route) => {
    await ended;
    await route.continue().catch(() => {});
  });
  await visitor.open('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).tap();
  await visitor.arrive('/', 'Play');
  await ended;
  await untilQuiet(page);
});

journey(
  'a tab that waits at sign-in goes on to its checkout when another tab signs in, and says nothing of a basket that another tab has emptied',
  async ({ visit, client, farDraw }) => {
    const { account } = await client(5_000);
    const visitor = await visit('phone');
    const { page, context } = visitor;
    await visitor.open('/');
    await addTicket(page, { name: 'IziTwo', numbers: '49', amount: 200 }, await farDraw());
    await visitor.open('/checkout');
    await visitor.arrive('/auth/login', 'Sign in');
    const isKept = page.getByText('Your basket is kept.');
    await isKept.waitFor();

    const other = await context.newPage();
    await other.goto('/auth/login');
    await signIn(other, account, { remember: true });
    await other.getByRole('heading', { level: 1, name: 'Play' }).waitFor();
    await visitor.arrive('/checkout', 'Checkout');
    expect(await basketOf(page)).toHaveLength(1);

    await other.getByRole('button', { name: 'Menu' }).tap();
    await other.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' }).tap();
    await other.getByRole('button', { name: 'Log out and delete it' }).tap();
    await visitor.arrive('/auth/login', 'Sign in');
    await page.getByText('With your phone number or e-mail address.').waitFor();
    expect(await isKept.count()).toBe(0);
  },
);

journey(
  'a tab shows nothing of the client before when another tab signs somebody else in',
  async ({ visit, client }) => {
    const [first, second] = [await client(5_000), await client(7_000)];
    const visitor = await visit('phone', first.remembered);
    const { page, context } = visitor;
    await visitor.open('/');
    const balanceOf = (amount: string) => page.getByRole('link', { name: new RegExp(`^Wallet balance ${amount}`) });
    await balanceOf('5').waitFor();

    const other = await context.newPage();
    await other.goto('/about');
    await other.getByRole('button', { name: 'Menu' }).tap();
    await other.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' }).tap();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    await page.evaluate(noteBalances);
    await other.goto('/auth/login');
    await signIn(other, second.account, { remember: true });
    await balanceOf('7').waitFor();
    expect(await page.evaluate(() => (window as Noting).balances)).toEqual([`Wallet balance ${formatFrancs(7_000)}`]);
  },
);

journey.long(
  'what one client has typed is not there for another one in the same tab, and for themselves it is',
  async (walk) => {
    const [first, second] = [await walk.client(0), await walk.client(0)];
    const visitor = await walk.visit('phone', first.remembered);
    const { page } = visitor;
    const city = page.getByLabel('City', { exact: true });
    const personalData = async () => {
      await visitor.open('/profile?open=personal-data');
      await city.waitFor();
      return city.inputValue();
    };
    expect(await personalData()).toBe('');
    await city.fill('Bouaké');
    await page.getByText('Changes not saved yet').first().waitFor();
    // The server ends the session here, and another tab signs in.
    const become = async ({ api }: typeof first) =>
      page.evaluate((token) => localStorage.setItem('access_token', token), `Bearer ${api.token}`);
    await become(second);
    expect(await personalData()).toBe('');
    expect(await page.getByText('Changes not saved yet').count()).toBe(0);
    await become(first);
    expect(await personalData()).toBe('Bouaké');
  },
);

interface Noting extends Window {
  /** Returns all texts that the header's link to the wallet has had since the call. */
  balances?: string[];
}

/** Runs in the page. */
function noteBalances() {
  const balances: string[] = ((window as Noting).balances = []);
  new MutationObserver(() => {
    const said = document.querySelector('header a[aria-label^="Wallet balance "]')?.getAttribute('aria-label');
    if (said && said !== balances.at(-1)) balances.push(said);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}

/** Signs the account in at another device, and ends all its other sessions there. */
async function endOtherSessions(url: string, { phone, password }: Account): Promise<void> {
  const elsewhere = createOutsider(url);
  const signedIn = await elsewhere.call('/clients/auth/local', { body: { identifier: phone, password } });
  elsewhere.token = signedIn.json.jwt;
  const { data } = (await elsewhere.call('/clients/sessions')).json;
  for (const { id, current } of data as { id: string; current: boolean }[]) {
    if (current) continue;
    expect((await elsewhere.call(`/clients/sessions/${id}`, { method: 'DELETE' })).status).toBe(204);
  }
}

async function expectSentToSignIn(visitor: Visit, basket: unknown): Promise<void> {
  const { page } = visitor;
  let loads = 0;
  page.on('framenavigated', () => loads++);
  await visitor.arrive('/auth/login', 'Sign in');
  await page.getByRole('status').getByText('Your session has ended. Sign in again.').waitFor();
  expect(await tokensOf(page)).toEqual({ session: null, local: null });
  expect(await basketOf(page)).toEqual(basket);
  // Nothing of a client is left in the header, and there was no redirect loop.
  await page.getByRole('link', { name: /^Wallet balance/ }).waitFor({ state: 'detached' });
  expect(loads, 'steps to the sign-in page').toBeLessThanOrEqual(2);
  // The browser itself logs every 4xx answer in the console.
  visitor.expectTrouble(/status of 401/);
}
