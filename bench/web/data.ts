import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { phone, watchTraffic, type Traffic, type Transfer } from './load-page.ts';
import type { Demonstration } from './demonstration.ts';

/** The bytes that a page transfers, with the headers of answers, as the browser counts them, by request. */
export type Data = readonly Transfer[];

/** After this time a page has asked for all that it asks for by itself, its service worker's first files too. */
const settledAfter = 8_000;
const idleMs = 240_000;
const pagesOfClients = ['/my-bets', '/my-wallet', '/results'] as const;

export function totalOf(data: Data): number {
  return data.reduce((total, { bytes }) => total + bytes, 0);
}

/** The bytes by address, the largest first. All ids of an address count as one. */
export function byAddress(data: Data): { address: string; count: number; bytes: number }[] {
  const nameOf = ({ url }: Transfer) =>
    url.replace(/^https?:\/\/[^/]+/, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
  return Array.from(Map.groupBy(data, nameOf), ([address, all]) => ({
    address,
    count: all.length,
    bytes: totalOf(all),
  })).toSorted((a, b) => b.bytes - a.bytes);
}

/** The first visit to Play, with an empty cache, between two draws: during one the page also loads its stage. */
export async function measureFirstVisit(browser: Browser, { url, betweenDraws }: Demonstration): Promise<Data> {
  await betweenDraws();
  return inContext(browser, {}, async (context) => (await visit(context, `${url}/`)).traffic.all());
}

/** Four minutes of an open Play page, with a draw in each of them and a ticket of the client in each draw. */
export async function measureIdle(browser: Browser, { url, signedIn, play }: Demonstration): Promise<Data> {
  return inContext(browser, signedIn, async (context) => {
    await play(6);
    const { page, traffic } = await visit(context, `${url}/`);
    const before = traffic.all();
    await page.waitForTimeout(idleMs);
    return traffic.all().flatMap(({ url: address, bytes }, index) => {
      const more = bytes - (before[index]?.bytes ?? 0);
      return index < before.length && more === 0 ? [] : [{ url: address, bytes: more }];
    });
  });
}

/** A visit to each of a client's pages after the first one, whose files are in the cache. */
export async function measureRevisits(
  browser: Browser,
  { url, signedIn }: Demonstration,
): Promise<ReadonlyMap<string, Data>> {
  return inContext(browser, signedIn, async (context) => {
    const visits = new Map<string, Data>();
    for (const time of ['first', 'second']) {
      for (const path of pagesOfClients) {
        const { page, traffic } = await visit(context, url + path);
        if (time === 'second') visits.set(path, traffic.all());
        await page.close();
      }
    }
    return visits;
  });
}

async function visit(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  const traffic: Traffic = watchTraffic(devTools);
  await page.goto(address);
  await page.waitForTimeout(settledAfter);
  return { page, traffic };
}

async function inContext<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...phone, ...options });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
