import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { isLongRun } from '#tests/support/long-run.ts';
import { betsOf, openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { eventually, journey, type Client, type StoredItem } from './support.ts';

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

export interface Trouble {
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

export const troubles: Record<string, Trouble> = {
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
export interface Screen {
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
export async function busyClient({
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

export const allCalls = /\/api\/(?!stream)/;
export const browserComplains = /Failed to load resource|ERR_|status of 50\d|EventSource/;

/** Every screen is opened while its calls fail, in the long run in each way, in the gate in one, which is another one in each run. */
export function failCalls(): void {
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
      for (const [at, { path, heading, content }] of screens.entries()) {
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
}

/** The user can leave: out of a sheet, or by the menu. */
export async function expectUsable(page: Page): Promise<void> {
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

export async function expectContent(page: Page, content: string | RegExp): Promise<void> {
  await contentOf(page, content).waitFor();
}

function contentOf(page: Page, content: string | RegExp): Locator {
  const text = page.getByRole('main').getByText(content, { exact: typeof content === 'string' });
  return text.filter({ visible: true }).first();
}
