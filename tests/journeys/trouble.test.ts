import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { coloursOf, contrast } from '#tests/support/browser/audit.ts';
import { isLongRun, runsLong, takeTurns } from '#tests/support/long-run.ts';
import { betsOf, openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { eventually, journey, type Client, type StoredItem } from './support.ts';

// A slow or failing API: whatever happens to its calls, each screen stays usable, shows what happened, and recovers.

let halfway: Server;

beforeAll(async () => {
  // Announces more bytes than it sends, then closes the connection.
  halfway = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"data":[{"id":', () => response.destroy());
  });
  await new Promise<void>((resolve) => halfway.listen(0, 'localhost', resolve));
});
afterAll(() => halfway.close());

interface Trouble {
  readonly happen: (route: Route) => Promise<void>;
  /** The text that the screens show for it. */
  readonly said: string;
}

const nonsense = [
  { contentType: 'text/html', body: '<h1>Welcome to our hotspot</h1>' },
  { contentType: 'application/json', body: '{"message":"hello"}' },
  { contentType: 'application/json', body: '[]' },
];
let calls = 0;

const troubles: Record<string, Trouble> = {
  failed: { happen: (route) => route.abort('connectionfailed'), said: 'No connection' },
  'cut half-way': {
    happen: (route) => {
      const url = new URL(route.request().url());
      url.port = String((halfway.address() as AddressInfo).port);
      return route.continue({ url: url.href });
    },
    said: 'No connection',
  },
  'answered with nonsense': {
    happen: (route) => route.fulfill(nonsense[calls++ % nonsense.length]),
    said: 'The answer could not be read',
  },
};
interface Screen {
  readonly path: string;
  readonly heading: string | RegExp;
  /** A text that the screen shows once its calls are answered. */
  readonly content: string | RegExp;
}

/** Every screen that fetches its content from the API. */
function screensOf(drawId: string, ticketId: string): Screen[] {
  return [
    { path: '/', heading: 'Play', content: /^Next draw \d\d:\d\d · bet within$/ },
    {
      path: '/results',
      heading: 'Results',
      content: /^(No draw has been drawn yet|Drawn|\d\d\/\d\d\/\d{4} \d\d:\d\d|\d\d:\d\d)$/,
    },
    { path: `/results/${drawId}`, heading: /^Draw/, content: 'Times' },
    { path: '/checkout', heading: 'Checkout', content: 'Balance after' },
    { path: '/my-bets', heading: 'My bets', content: 'IziOne' },
    { path: `/my-bets/${ticketId}`, heading: 'Ticket', content: 'Serial' },
    { path: '/my-wallet', heading: 'My wallet', content: 'Deposits' },
    { path: '/my-wallet?add=1', heading: 'My wallet', content: 'Amount' },
    { path: '/my-wallet?withdraw=1', heading: 'My wallet', content: 'There are no winnings to withdraw yet.' },
    { path: '/history', heading: 'History', content: /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/ },
    { path: '/profile#personal-data', heading: 'Profile', content: 'Date of birth' },
  ];
}

/** A client with a ticket, a statement, and a basket. */
async function busyClient({
  api,
  remembered,
}: Client): Promise<{ screens: Screen[]; basket: StoredItem; remembered: Client['remembered'] }> {
  // On the last draw on sale: a ticket that wins on the way would change what the wallet shows.
  const draws = await openDraws(api, 200_000);
  const draw = draws.at(-1)!;
  const later = draws[0]!;
  const tickets = [ticketFor(draw, 'IziOne', '7', 100)];
  // A busy machine may answer 503, which tells that nothing was taken.
  await eventually(async () => (await api.call('/bets', { body: { tickets } })).status, 201);
  const [ticket] = await betsOf(api);
  return {
    screens: screensOf(draw.id, ticket!.id),
    basket: {
      id: '019b0000-0000-7000-8000-000000000001',
      name: 'IziTwo',
      fullDate: later.fullDate,
      betAmount: 200,
      selectedNumbers: ['4', '9'],
      drawId: later.id,
    },
    remembered,
  };
}

const allCalls = /\/api\/(?!stream)/;
const browserComplains = /Failed to load resource|ERR_|status of 50\d|EventSource/;

const refusals: Record<string, Trouble> = {
  'answered with 500': {
    happen: (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Internal Server Error' }),
    said: 'The answer could not be read',
  },
  'answered with 503': {
    happen: (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
    said: 'The site has a problem',
  },
};

// Every screen: in the long run its calls fail in each way, in the gate in one, which is another one in each run.
journey(
  'however every call fails, each screen shows what happened, stays usable, and recovers',
  async ({ visit, client }) => {
    const { screens, basket, remembered } = await busyClient(await client(2_000));
    const visitor = await visit('phone', remembered);
    const { page } = visitor;
    await visitor.open('/about');
    await page.evaluate((item) => localStorage.setItem('draws', JSON.stringify([item])), basket);
    let trouble: Trouble | null = null;
    // It stays: a call that is under way when a route is taken away may hang.
    await page.route(allCalls, (route) => (trouble ? trouble.happen(route) : route.continue().catch(() => {})));
    const all = Object.entries(troubles);
    const ways = isLongRun ? all.length : 1;
    const first = randomInt(all.length);
    console.log(`on the first screen every call is ${all[first]![0]}`);
    const isTried = takeTurns(2, runsLong);
    for (const [at, { path, heading, content }] of screens.entries()) {
      if (!isTried()) continue;
      for (let way = 0; way < ways; way++) {
        const [name, { said }] = all[(first + at + way) % all.length]!;
        // An address that differs in nothing, or in its part behind # alone, would not be loaded again.
        await page.goto('about:blank');
        trouble = troubles[name]!;
        await visitor.open(path);
        await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
        await page.getByText(said, { exact: true }).first().waitFor();
        await expectUsable(page);
        trouble = null;
        await tryUntilThere(page, content);
      }
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    visitor.troubles.splice(0, Infinity, ...visitor.troubles.filter((trouble) => !browserComplains.test(trouble)));
  },
);

journey(
  'a refused stream is retried with exponential back-off, and the draws are polled meanwhile',
  async ({ visit }) => {
    const visitor = await visit('phone');
    const { page } = visitor;
    let streams = 0;
    let polls = 0;
    // The route stays: a call that is on its way when a route ends may be lost.
    let isRefused = true;
    await page.route('**/api/stream?*', (route) => {
      if (!isRefused) return route.continue();
      streams += 1;
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '30', 'content-type': 'application/problem+json' },
        body: '{"code":"rate_limited"}',
      });
    });
    // The last draw: those on sale are fetched only when few are left (web/api/upcoming.ts).
    page.on('request', (request) => void (new URL(request.url()).pathname === '/api/results' && (polls += 1)));
    await page.clock.install();
    await visitor.open('/');
    await eventually(async () => streams > 0 && polls > 0, true);
    const before = polls;
    await page.clock.runFor(5 * 60_000);
    await eventually(async () => polls > before, true);
    // 1, 2, 4 … 60 s, each up to a quarter shorter (jitter).
    expect(streams).toBeLessThanOrEqual(14);
    const open = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/stream' && response.ok(),
    );
    isRefused = false;
    await page.clock.runFor(90_000);
    await open;
    visitor.troubles.splice(0, Infinity, ...visitor.troubles.filter((trouble) => !/429|EventSource/.test(trouble)));
  },
);

journey('a draw that is called off before its close leaves the list when the news arrives', async ({ visit }) => {
  const { page, ...visitor } = await visit('phone');
  const calledOff = new Set<string>();
  let tell = () => {};
  const isTold = new Promise<void>((resolve) => (tell = resolve));
  // A draw is called off only when its key is lost, which cannot be asked of the site: so its news and the list are written here.
  await page.route('**/api/stream?*', async (route) => {
    await isTold;
    const change = JSON.stringify({ id: [...calledOff][0], status: 'void' });
    await route.fulfill({ contentType: 'text/event-stream', body: `event: draw.void\ndata: ${change}\n\n` });
  });
  await page.route('**/api/draws?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { id: string }[] };
    await route.fulfill({ response, json: { ...answer, data: answer.data.filter(({ id }) => !calledOff.has(id)) } });
  });
  const listed = page.waitForResponse((response) => response.url().includes('/api/draws?'));
  await visitor.open('/');
  const { data } = (await (await listed).json()) as { data: { id: string; status: string; fullDate: string }[] };
  const open = data.filter(({ status }) => status === 'open');
  const offer = (time: string) => page.getByRole('main').getByText(`Draw ${time}, this one only`, { exact: true });
  // The first one may close by itself meanwhile, so three are called off.
  await page.getByText(/^Next draw \d\d:\d\d · bet within$/).waitFor();
  for (const { id } of open.slice(0, 3)) calledOff.add(id);
  tell();
  // The operator's time zone, Abidjan's, is UTC.
  await offer(open[3]!.fullDate.slice(11, 16)).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

journey.long(
  'while no call is answered each screen shows its skeleton, and then its content',
  async ({ visit, client }) => {
    const { screens, basket, remembered } = await busyClient(await client(2_000));
    // Three visitors share the screens: all they do is wait.
    await Promise.all([0, 1, 2].map((visitorOf) => waitThrough(screens.filter((_, at) => at % 3 === visitorOf))));

    async function waitThrough(mine: readonly Screen[]): Promise<void> {
      const visitor = await visit('phone', remembered);
      const { page } = visitor;
      await visitor.open('/about');
      await page.evaluate((item) => localStorage.setItem('draws', JSON.stringify([item])), basket);
      let answered = Promise.withResolvers<void>();
      await page.route(allCalls, async (route) => {
        // A call that is held back for longer than the app waits fails.
        await Promise.race([answered.promise, sleep(5_000)]);
        // The page may be gone by now.
        await route.continue().catch(() => {});
      });
      for (const { path, heading, content } of mine) {
        answered = Promise.withResolvers<void>();
        await visitor.open(path);
        await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
        await expectUsable(page);
        // A skeleton is quiet on every ground: light blocks on the night would be the brightest thing of a screen.
        const blocks = await coloursOf(page.getByRole('status', { name: 'Loading' }).locator('span'));
        for (const { fill, ground } of blocks) expect(contrast(fill, ground), path).toBeLessThan(1.5);
        answered.resolve();
        await expectContent(page, content);
        await eventually(() => page.getByRole('alert').count(), 0);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  },
);

journey(
  'forms that are sent while calls fail keep the text in them, and show the failure',
  async ({ visit, client }) => {
    const { account, remembered } = await client(0);
    const visitor = await visit('phone');
    const { page } = visitor;
    await visitor.open('/auth/login');
    for (const { happen, said } of Object.values({ ...troubles, ...refusals })) {
      await page.route(allCalls, happen);
      await page.getByLabel('Phone or e-mail', { exact: true }).fill(account.phone);
      await page.getByLabel('Password', { exact: true }).fill(account.password);
      await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').getByText(said, { exact: true }).waitFor();
      expect(await page.getByLabel('Phone or e-mail', { exact: true }).inputValue()).toBe(account.phone);
      await page.unroute(allCalls);
    }
    const signedIn = await visit('phone', remembered);
    await signedIn.open('/profile#personal-data');
    const city = signedIn.page.getByLabel('City', { exact: true });
    for (const { happen, said } of Object.values({ ...troubles, ...refusals })) {
      await city.fill('Bouaké');
      await signedIn.page.route('**/api/users/*', happen);
      await signedIn.page.getByRole('button', { name: 'Save', exact: true }).click();
      await signedIn.page.getByRole('alert').getByText(said, { exact: true }).waitFor();
      expect(await city.inputValue()).toBe('Bouaké');
      await signedIn.page.unroute('**/api/users/*');
    }
    await signedIn.page.getByRole('button', { name: 'Save', exact: true }).click();
    await signedIn.page.getByText('Your changes are saved.').waitFor();
    for (const { troubles: found } of [visitor, signedIn]) {
      found.splice(0, Infinity, ...found.filter((trouble) => !browserComplains.test(trouble)));
    }
  },
);

journey('a list whose next page fails shows that and keeps its entries', async ({ visit, client }) => {
  const { api, remembered } = await client(10_000);
  const draw = (await openDraws(api)).at(-2);
  const tickets = Array.from({ length: 30 }, () => ticketFor(draw!, 'IziOne', '7', 100));
  expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/my-bets');
  const list = page.getByRole('main').getByRole('list').first().locator(':scope > li');
  await eventually(() => list.count(), 24);
  await page.route(allCalls, (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('alert').getByText('Check your connection').waitFor();
  expect(await list.count()).toBe(24);
  await page.unroute(allCalls);
  // The page may have noticed by itself that the network is back.
  const next = page.getByRole('main').getByRole('button', { name: /^(Try again|Show more)$/ });
  const countAfterTap = async () => {
    if (await next.isVisible()) await next.click({ timeout: 2_000 }).catch(() => {});
    return list.count();
  };
  await eventually(countAfterTap, 30);
  visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
});

/** The user can leave: out of a sheet, or by the menu. */
async function expectUsable(page: Page): Promise<void> {
  // The sheet comes later than the page's heading, so the address tells which way to look for.
  if (/[?&](add|withdraw)=1/.test(page.url())) return openSheet(page).getByRole('button', { name: 'Close' }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About' }).waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('dialog', { name: 'Menu' }).isVisible(), false);
}

/** Retries as often as the page offers it: calls that were running during the trouble may still fail. */
async function tryUntilThere(page: Page, content: string | RegExp): Promise<void> {
  const sheet = openSheet(page);
  const part = (await sheet.isVisible()) ? sheet : page.getByRole('main');
  const button = part.getByRole('button', { name: 'Try again' }).first();
  async function isThere() {
    // The button disappears when the page recovers by itself, for example when a draw has happened meanwhile.
    if (await button.isVisible()) await button.click({ timeout: 2_000 }).catch(() => {});
    return (await button.count()) === 0 && (await contentOf(page, content).isVisible());
  }
  await eventually(isThere, true);
}

function openSheet(page: Page): Locator {
  return page.getByRole('dialog', { name: /^(Add funds|Withdraw)$/ });
}

async function expectContent(page: Page, content: string | RegExp): Promise<void> {
  await contentOf(page, content).waitFor();
}

function contentOf(page: Page, content: string | RegExp): Locator {
  const text = page.getByRole('main').getByText(content, { exact: typeof content === 'string' });
  return text.filter({ visible: true }).first();
}
