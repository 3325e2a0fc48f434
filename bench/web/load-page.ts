import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { measureSpeed, throttlingRate } from './machine-speed.ts';
import { network } from './profiles.ts';

/** The measurements of one page load. Times in milliseconds from the start of the navigation. */
export interface Load {
  /** The bytes of the HTML, scripts and styles that had come when the page was ready, compressed and without headers. */
  readonly bytes: number;
  /** How many of them had come. */
  readonly requests: number;
  readonly fcp: number;
  readonly lcp: number;
  /** The first words of the largest contentful element. */
  readonly lcpOf: string;
  /** The cumulative layout shift. */
  readonly shift: number;
  /** The total blocking time, from the first paint until the page was quiet. */
  readonly blocking: number;
  /** When the page's content was there and reacted to taps. */
  readonly ready: number;
}

declare global {
  interface Window {
    measured: {
      ready: number;
      fcp: number;
      lcp: number;
      lcpOf: string;
      shift: number;
      /** Start and end of each long task. */
      tasks: [number, number][];
      lastAt: number;
    };
  }
}

/** A page counts as loaded this long after its last long task, layout shift or larger paint. */
const quietFor = 1_500;
const longestLoad = 60_000;

/** Opens a path in a new browser context at the given speed, and returns the page for further use. */
export async function openSlowly(
  browser: Browser,
  url: string,
  slowdown: number,
  options: BrowserContextOptions,
): Promise<{ page: Page; devTools: CDPSession; traffic: Traffic }> {
  // The machine's speed changes with its other load, so it is measured each time.
  const rate = throttlingRate(slowdown, await measureSpeed(browser));
  const context = await browser.newContext({ ...phone, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(longestLoad);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', network);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript(measure);
  const traffic = watchTraffic(devTools);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.measured.ready > 0, undefined, { polling: 100 });
  return { page, devTools, traffic };
}

/** Loads a path once as a first visit, and measures it. */
export async function loadPage(
  browser: Browser,
  url: string,
  slowdown: number,
  options: BrowserContextOptions,
): Promise<Load> {
  const { page, traffic } = await openSlowly(browser, url, slowdown, options);
  await page.waitForFunction((quiet) => performance.now() - window.measured.lastAt > quiet, quietFor, { polling: 250 });
  const measured = await page.evaluate(() => window.measured);
  const { bytes, requests } = traffic.ofThePage(measured.ready);
  await page.context().close();
  const { fcp, lcp, lcpOf, shift, ready } = measured;
  return { bytes, requests, fcp, lcp, lcpOf, shift, blocking: blockingTime(measured), ready };
}

/** A phone of 360 × 740 pixels. */
export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export interface Traffic {
  /** The HTML, scripts and styles that had come so many milliseconds after the start of the navigation. */
  ofThePage(untilMs: number): { bytes: number; requests: number };
  /** Everything so far, including API answers and the stream, with the headers of answers. */
  allBytes(): number;
  /** The requests so far, and the bytes that came with each, headers included. */
  all(): Transfer[];
}

export interface Transfer {
  readonly url: string;
  readonly bytes: number;
}

export function watchTraffic(devTools: CDPSession): Traffic {
  const parts = new Set<string>();
  /** In seconds of the browser's clock. */
  let startedAt = Infinity;
  const cameAt = new Map<string, number>();
  const addresses = new Map<string, string>();
  const headers = new Map<string, number>();
  const bodies = new Map<string, number>();
  devTools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    addresses.set(requestId, request.url);
    startedAt = Math.min(startedAt, timestamp);
  });
  devTools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (['Document', 'Script', 'Stylesheet'].includes(type)) parts.add(requestId);
    headers.set(requestId, response.encodedDataLength);
  });
  devTools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bodies.set(requestId, (bodies.get(requestId) ?? 0) + encodedDataLength);
  });
  // The size of a document is only reported at its end; a stream has no end.
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    cameAt.set(requestId, timestamp);
    bodies.set(requestId, encodedDataLength - (headers.get(requestId) ?? 0));
  });
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
  return {
    ofThePage(untilMs) {
      const came = [...parts].filter((id) => cameAt.get(id)! <= startedAt + untilMs / 1_000);
      return { bytes: sum(came.map((id) => bodies.get(id)!)), requests: came.length };
    },
    allBytes: () => sum(headers.values()) + sum(bodies.values()),
    all: () => Array.from(addresses, ([id, url]) => ({ url, bytes: (headers.get(id) ?? 0) + (bodies.get(id) ?? 0) })),
  };
}

/** Runs in the page before the page's own scripts. */
function measure(): void {
  const measured: Window['measured'] = { ready: 0, fcp: 0, lcp: 0, lcpOf: '', shift: 0, tasks: [], lastAt: 0 };
  window.measured = measured;
  function observe(type: string, take: (entry: PerformanceEntry) => void) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
      measured.lastAt = performance.now();
    }).observe({ type, buffered: true });
  }
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') measured.fcp = startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    const { startTime, element } = entry as PerformanceEntry & { element: Element | null };
    // Production has no inbox.
    if (element?.closest('[aria-labelledby="demo-inbox"]')) return;
    measured.lcp = startTime;
    measured.lcpOf = element?.textContent.slice(0, 30) ?? '';
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) measured.shift += value;
  });
  observe('longtask', ({ startTime, duration }) => measured.tasks.push([startTime, startTime + duration]));
  // Set by the app when a page's content is there and reacts to taps.
  observe('mark', ({ name, startTime }) => {
    if (name === 'ready' && measured.ready === 0) measured.ready = startTime;
  });
}

/**
 * The total blocking time: of each long task what lies after the first paint, over 50 ms. It is summed at the end, because
 * the browser reports a paint later than the task before it: a sum kept on the way counted that task or not, by chance.
 */
function blockingTime({ fcp, tasks }: Window['measured']): number {
  return tasks.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, fcp) - longest), 0);
}

/** In milliseconds: a task that takes no longer does not delay a tap. */
const longest = 50;
