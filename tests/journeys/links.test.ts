import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { expectWords, journey, type Visit } from './support.ts';

journey('no link is broken, for a visitor', async ({ visit, site }) => {
  const visitor = await visit('desktop');
  const seen = await followLinks(visitor, site.url);
  expect(seen).toEqual(expect.arrayContaining(['/', '/results', '/about', '/auth/login', '/auth/signup']));
});

journey('no link is broken, for a client with tickets and payments', async ({ visit, client, site }) => {
  const { api, remembered } = await client(5_000);
  const [draw] = await openDraws(api, 20_000);
  const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOne', '7', 100)] } });
  expect(placed.status, placed.text).toBe(201);
  const visitor = await visit('desktop', remembered);
  const seen = await followLinks(visitor, site.url);
  expect(seen).toEqual(
    expect.arrayContaining(['/my-bets', '/my-bets/…', '/results/…', '/my-wallet', '/history', '/profile']),
  );
});

/**
 * Goes to every page of the site that some page links to, one of each kind when the address holds an id. Each has to be a
 * page with text, with the element that an address names after `#`.
 *
 * @returns the kinds of pages that were visited
 */
async function followLinks({ page }: Visit, origin: string): Promise<string[]> {
  const seen = new Set<string>();
  const waiting = ['/'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(kindOf(path))) continue;
    seen.add(kindOf(path));
    if (path.startsWith('/api/')) {
      expect((await fetch(origin + path)).status, path).toBe(200);
      continue;
    }
    await page.goto(path);
    await waitForContent(page);
    await expectPage(page, path);
    waiting.push(...(await linksOn(page, origin)));
  }
  return [...seen];
}

/** Waits until a page's heading is there, and nothing on it is still being fetched. */
async function waitForContent(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function expectPage(page: Page, path: string): Promise<void> {
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  expect(heading, path).not.toMatch(/no such page|went wrong/);
  await expectWords(page);
  const { hash, pathname } = new URL(path, 'http://any');
  // What /verify has there is the receipt itself; a private page shows its places once the visitor has signed in.
  const askedToSignIn = new URL(page.url()).pathname === '/auth/login' && pathname !== '/auth/login';
  if (hash && pathname !== '/verify' && !askedToSignIn)
    expect(await page.locator(`[id="${hash.slice(1)}"]`).count(), `the place named by ${path}`).toBe(1);
}

/** The paths on this site that a page links to; links to other sites only have to be whole and encrypted. */
async function linksOn(page: Page, origin: string): Promise<string[]> {
  const hrefs = await page.evaluate(() => Array.from(document.links, (link) => link.getAttribute('href')!));
  const urls = hrefs.map((href) => new URL(href, page.url()));
  for (const url of urls) {
    if (url.origin !== origin) expect(url.href, `a link on ${page.url()}`).toMatch(/^(https:\/\/|mailto:|tel:)./);
  }
  return urls.filter((url) => url.origin === origin).map(({ pathname, search, hash }) => pathname + search + hash);
}

/** `/results/0199…` → `/results/…`, `/verify#aXpp…` → `/verify#…` */
function kindOf(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '…').replace(/^\/verify#.*/, '/verify#…');
}
