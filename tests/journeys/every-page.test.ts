import { randomInt } from 'node:crypto';
import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { pageAt, pages } from '#web/pages.ts';
import { auditInDark, auditInLight, sizes } from '#tests/support/browser/audit.ts';
import { cutAtRest, overAtRest } from '#tests/support/browser/reflow.ts';
import { isLongRun, runsLong, takeTurns } from '#tests/support/long-run.ts';
import { betsOf, createOutsider, openDraws, register, ticketFor } from '#tests/support/players/outsider.ts';
import { shiftOf } from './shift.ts';
import {
  expectWords,
  inMotion,
  journey,
  rememberedAs,
  type Client,
  type Journey,
  type StoredItem,
  type Visit,
} from './support.ts';

// Every page is loaded on a phone of 320 px or on a desktop, in the long run on both, as from a bookmark, and everything that is said
// of all pages is checked there: the server knows its address, its heading is in its HTML, the security policy, its words, that nothing
// moves while it fills, that nothing is cut, at 200 % text either, axe, and that no link on it is broken. What leads to further states is
// in every-state.test.ts.

type Device = 'phone' | 'desktop';

/** A page that is opened, with what its address holds. */
interface Stop {
  readonly path: string;
  readonly heading: string | RegExp;
  /** A selector to wait for before the page is checked. */
  readonly until?: string;
  readonly status?: number;
  /** A sheet over the page grows once its limits are known. */
  readonly opensSheet?: true;
}

interface Ids {
  readonly draw: string;
  readonly ticket: string;
}

/** By who looks at them. */
const stops: Readonly<Record<'visitor' | 'client' | 'unconfirmed', (ids: Ids) => readonly Stop[]>> = {
  visitor: ({ draw }) => [
    { path: '/', heading: 'Play' },
    { path: '/results', heading: 'Results' },
    { path: `/results/${draw}`, heading: /^Draw of/ },
    { path: '/about', heading: 'How it works' },
    { path: '/figures', heading: 'Figures', until: 'The books' },
    { path: '/verify', heading: 'Verify a receipt' },
    { path: '/auth/login', heading: 'Sign in' },
    { path: '/auth/signup', heading: 'Your phone' },
    { path: '/auth/forgot', heading: 'Reset your password' },
    // Looks like a link of a notice.
    { path: `/auth/undo#${'A'.repeat(22)}`, heading: 'Protect your account' },
    { path: '/nowhere', heading: /no such page/, status: 404 },
    { path: '/results/1/2', heading: /no such page/, status: 404 },
    { path: '/my-bet', heading: /no such page/, status: 404 },
  ],
  client: ({ ticket }) => [
    { path: '/', heading: 'Play' },
    { path: '/results', heading: 'Results' },
    { path: '/checkout', heading: 'Checkout' },
    { path: '/my-bets', heading: 'My bets' },
    { path: `/my-bets/${ticket}`, heading: 'Ticket' },
    { path: '/my-wallet', heading: 'My wallet' },
    { path: '/my-wallet?add=1', heading: 'My wallet', opensSheet: true },
    { path: '/my-wallet?withdraw=1', heading: 'My wallet', opensSheet: true },
    { path: '/history', heading: 'History' },
    { path: '/profile', heading: 'Profile' },
  ],
  // A confirmed client is redirected from the first of them.
  unconfirmed: () => [
    { path: '/auth/confirm', heading: 'Confirm your phone' },
    { path: '/my-wallet', heading: 'My wallet' },
    { path: '/profile', heading: 'Profile' },
  ],
};

const pathname = (path: string) => new URL(path, 'http://any').pathname;

test('every page of the app is opened here', () => {
  const ids = { draw: '1', ticket: '1' };
  const opened = Object.values(stops).flatMap((of) => of(ids).map(({ path }) => pageAt(pathname(path))?.path));
  expect(pages.map(({ path }) => path).filter((path) => !opened.includes(path))).toEqual([]);
});

/** The pages that the links of each page have to lead to, at least. */
const leadsTo = {
  visitor: ['/', '/results', '/about', '/auth/login', '/auth/signup'],
  client: ['/my-bets', '/my-bets/…', '/results/…', '/my-wallet', '/history', '/profile'],
};

journey('every page of a visitor', async (journey) => {
  const { ids } = await clientWithClosedBasket(await journey.client(1_000));
  await openEach(journey, 'visitor', ids);
});

journey('every page of a client with tickets and payments', async (journey) => {
  const { ids, remembered } = await clientWithClosedBasket(await journey.client(3_000));
  await openEach(journey, 'client', ids, remembered);
});

journey('every page of a client whose phone is not confirmed', async (journey) => {
  const unconfirmed = createOutsider(journey.site.url);
  await register(unconfirmed);
  await openEach(journey, 'unconfirmed', { draw: '', ticket: '' }, rememberedAs(unconfirmed));
});

const devices: readonly Device[] = ['phone', 'desktop'];

/** Each page is opened on one of the devices, on another one each time; in the long run on both. */
async function openEach(
  { visit, site }: Journey,
  who: keyof typeof stops,
  ids: Ids,
  remembered: Client['remembered'] = {},
): Promise<void> {
  const faults: string[] = [];
  const linked = new Set<string>();
  const first = randomInt(devices.length);
  for (const [turn, device] of devices.entries()) {
    const visitor = await visit(device, { ...remembered, ...inMotion, viewport: sizes[device] });
    await answerOneByOne(visitor);
    for (const [at, stop] of stops[who](ids).entries()) {
      if (!isLongRun && (at + first) % devices.length !== turn) continue;
      faults.push(...(await openOne(visitor, device, stop)).map((fault) => `${stop.path}: ${fault}`));
      if (stop.status === 404) visitor.expectTrouble(/status of 404/);
      for (const path of await linksOn(visitor.page, site.url)) linked.add(path);
    }
    await visitor.page.close();
  }
  expect(faults).toEqual([]);
  if (who === 'unconfirmed') return;
  const seen = stops[who](ids).map(({ path }) => kindOf(path));
  const kinds = await followLinks(await visit('desktop', remembered), site.url, linked, seen);
  expect(kinds).toEqual(expect.arrayContaining(leadsTo[who]));
}

/** The gate as a whole looks at each second page with axe, beginning with another one each time. */
const isAudited = takeTurns(2, runsLong);
/** The same holds for text of 200 % on a low phone. */
const isEnlarged = takeTurns(2, runsLong);

/** Loads one page as from a bookmark, and checks all that is said of every page. */
async function openOne(
  visitor: Visit,
  device: Device,
  { path, heading, until, status = 200, opensSheet }: Stop,
): Promise<string[]> {
  const { page } = visitor;
  await page.emulateMedia(inMotion);
  const response = await page.goto(path);
  // After another page it would only be a step within it.
  if (response === null) throw new Error(`${path} was not loaded`);
  await expectAnswer(response, heading, status);
  await page.getByRole('heading', { level: 1, name: heading, exact: typeof heading === 'string' }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  if (until !== undefined) await page.getByRole('heading', { name: until }).waitFor();
  const faults: string[] = [];
  if (!opensSheet) {
    const { sum, moved } = await shiftOf(page);
    if (sum > mostShift) faults.push(`moves by ${sum}: ${moved.join(', ')}`);
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectWords(page);
  if (isAudited()) await (device === 'phone' ? auditInLight : auditInDark)(page, path);
  const cut = (how: string) => (what: string) => `cut ${how}: ${what}`;
  faults.push(...(await cutAtRest(page)).map(cut(`on a ${device}`)));
  if (device === 'desktop') faults.push(...(await faultsOfLargeText(page)));
  return faults;
}

async function faultsOfLargeText(page: Page): Promise<string[]> {
  // Has the effect of the browser's own setting.
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  return [...(await cutAtRest(page)), ...(await overAtRest(page))].map((what) => `with text of 200 %: ${what}`);
}

for (const [language, walk] of [
  ['en', journey],
  ['fr', journey.long],
] as const) {
  walk(`text of 200 % on a low phone has room on every page (${language})`, async ({ visit, client }) => {
    const { ids, remembered } = await clientWithClosedBasket(await client(3_000));
    const faults: string[] = [];
    for (const who of ['visitor', 'client'] as const) {
      const { page, expectTrouble } = await visit('phone', {
        ...(who === 'client' && remembered),
        locale: language,
        viewport: { width: 360, height: 640 },
      });
      for (const { path, status } of stops[who](ids)) {
        if (!isEnlarged()) continue;
        await page.goto(language === 'fr' ? `/fr${path}` : path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page
          .getByRole('status', { name: /^(Loading|Chargement)$/ })
          .first()
          .waitFor({ state: 'detached' });
        faults.push(...(await faultsOfLargeText(page)).map((fault) => `${path}: ${fault}`));
        if (status === 404) expectTrouble(/status of 404/);
      }
      await page.close();
    }
    expect(faults).toEqual([]);
  });
}

/** Nothing on a page may move away from under a thumb while answers arrive, one after the other on a slow network. */
const mostShift = 0.01;

/** The server's answer before any script has run. */
async function expectAnswer(response: Response, heading: string | RegExp, status: number): Promise<void> {
  const url = response.url();
  expect(response.status(), url).toBe(status);
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy, url).toContain(`require-trusted-types-for 'script'; trusted-types izi;`);
  expect(policy, url).not.toMatch(/unsafe|\*|https?:/);
  // The title of a draw contains its time, which the build does not know.
  const [, written] = /<h1[^>]*>([^<]*)/.exec(await response.text()) ?? [];
  if (typeof heading === 'string') expect(written, url).toBe(heading);
}

async function answerOneByOne({ page, context }: Visit) {
  let last = Promise.resolve();
  await context.route(/\/api\/(?!stream)/, (route) => {
    last = last.then(() => page.waitForTimeout(60)).catch(() => {});
    return last.then(() => route.continue()).catch(() => {});
  });
  // A draw that is drawn meanwhile may move the content below it.
  await context.route(/\/api\/stream/, () => new Promise(() => {}));
}

/** Has a placed ticket, and a basket with two more whose draw is long over. */
async function clientWithClosedBasket({ api, remembered }: Client) {
  // The draw is far enough away: the page has no stream here, so it would not notice that the draw is over.
  const [draw] = await openDraws(api, 450_000);
  const ticket = ticketFor(draw!, 'IziOrder', '491278635', 600);
  const placed = await api.call('/bets', { body: { tickets: [ticket] } });
  expect(placed.status, placed.text).toBe(201);
  const basket: StoredItem[] = ['1', '2'].map((number) => ({
    id: `019b0000-0000-7000-8000-00000000000${number}`,
    name: 'IziOne',
    fullDate: new Date(Date.parse(draw!.fullDate) - 3_600_000).toISOString(),
    betAmount: 200,
    selectedNumbers: [number],
    drawId: '019b0000-0000-7000-8000-000000000009',
  }));
  const { storageState } = remembered as { storageState: { origins: { localStorage: object[] }[] } };
  storageState.origins[0]!.localStorage.push({ name: 'draws', value: JSON.stringify(basket) });
  return { ids: { draw: draw!.id, ticket: (await betsOf(api))[0]!.id }, remembered };
}

/**
 * Goes to every page of the site that some page links to, one of each kind when the address holds an id, and to those that these link
 * to. Each has to be a page with text, with the element that an address names after `#`.
 *
 * @param seen the kinds of pages that were opened already
 * @returns the kinds of pages that were opened
 */
async function followLinks(
  { page }: Visit,
  origin: string,
  linked: Iterable<string>,
  seen: readonly string[],
): Promise<string[]> {
  const kinds = new Set(seen);
  const waiting = [...linked].toSorted();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (kinds.has(kindOf(path))) continue;
    kinds.add(kindOf(path));
    if (path.startsWith('/api/')) {
      expect((await fetch(origin + path)).status, path).toBe(200);
      continue;
    }
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    expect(heading, path).not.toMatch(/no such page|went wrong/);
    await expectWords(page);
    await expectPlace(page, path);
    waiting.push(...(await linksOn(page, origin)));
  }
  return [...kinds];
}

/** The element that an address names after `#`. */
async function expectPlace(page: Page, path: string): Promise<void> {
  const { hash, pathname } = new URL(path, 'http://any');
  // On /verify the hash is the receipt itself; a private page has the named places once the visitor has signed in.
  const askedToSignIn = new URL(page.url()).pathname === '/auth/login' && pathname !== '/auth/login';
  if (hash && pathname !== '/verify' && !askedToSignIn)
    expect(await page.locator(`[id="${hash.slice(1)}"]`).count(), `the place named by ${path}`).toBe(1);
}

/**
 * The paths on this site that a page links to. Those to a place on the page itself are looked at here; links to other sites only have
 * to be whole and encrypted.
 */
async function linksOn(page: Page, origin: string): Promise<string[]> {
  const hrefs = await page.evaluate(() => Array.from(document.links, (link) => link.getAttribute('href')!));
  const here = new URL(page.url());
  const paths: string[] = [];
  for (const url of hrefs.map((href) => new URL(href, here))) {
    const path = url.pathname + url.search + url.hash;
    if (url.origin !== origin) expect(url.href, `a link on ${here.href}`).toMatch(/^(https:\/\/|mailto:|tel:)./);
    else if (url.hash !== '' && url.pathname + url.search === here.pathname + here.search)
      await expectPlace(page, path);
    else paths.push(path);
  }
  return paths;
}

/** `/results/0199…` → `/results/…`, `/verify#aXpp…` → `/verify#…` */
function kindOf(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '…').replace(/^\/verify#.*/, '/verify#…');
}
