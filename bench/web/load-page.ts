import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { measureSpeed, throttlingRate } from './machine-speed.ts';
import { network } from './profiles.ts';

/** What one load of a page took. Times in milliseconds from the start of the navigation. */
export interface Load {
  /** Of HTML, scripts and styles, compressed and without their headers, until the page was ready. */
  readonly bytes: number;
  /** Of HTML, scripts and styles, until the page was ready. */
  readonly requests: number;
  readonly fcp: number;
  readonly lcp: number;
  /** The cumulative layout shift. */
  readonly shift: number;
  /** The sum of what each task took over 50 ms, from the first paint until the page was quiet. */
  readonly blocking: number;
  /** When the page began to react to taps, those from before included. */
  readonly ready: number;
}

declare global {
  interface Window {
    measured: { ready: number; fcp: number; lcp: number; shift: number; blocking: number; lastAt: number };
  }
}

/** After its last long task, shift or larger paint, a page counts as loaded. */
const quietFor = 1_500;
const longestLoad = 60_000;

/** Opens a path in a fresh browser context as slow as asked, and gives the page to whoever wants to use it further. */
export async function openSlowly(
  browser: Browser,
  url: string,
  slowdown: number,
  options: BrowserContextOptions,
): Promise<{ page: Page; devTools: CDPSession; traffic: Traffic }> {
  // The machine's speed changes with what else it does, so it is asked each time.
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
  const { bytes, requests } = traffic.ofThePage();
  await page.waitForFunction((quiet) => performance.now() - window.measured.lastAt > quiet, quietFor, { polling: 250 });
  const { fcp, lcp, shift, blocking, ready } = await page.evaluate(() => window.measured);
  await page.context().close();
  return { bytes, requests, fcp, lcp, shift, blocking, ready };
}

/** A phone of 360 × 740 pixels. */
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export interface Traffic {
  /** HTML, scripts and styles so far. */
  ofThePage(): { bytes: number; requests: number };
  /** Everything so far, answers of the API and the stream included. */
  allBytes(): number;
}

function watchTraffic(devTools: CDPSession): Traffic {
  const parts = new Set<string>();
  const headers = new Map<string, number>();
  const bodies = new Map<string, number>();
  devTools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (['Document', 'Script', 'Stylesheet'].includes(type)) parts.add(requestId);
    headers.set(requestId, response.encodedDataLength);
  });
  devTools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bodies.set(requestId, (bodies.get(requestId) ?? 0) + encodedDataLength);
  });
  // What a document weighs is told only at its end; a stream has none.
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bodies.set(requestId, encodedDataLength - (headers.get(requestId) ?? 0));
  });
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
  return {
    ofThePage: () => ({
      bytes: sum([...parts].map((id) => bodies.get(id) ?? 0)),
      requests: parts.size,
    }),
    allBytes: () => sum(headers.values()) + sum(bodies.values()),
  };
}

/** Runs in the page before anything of it. */
function measure(): void {
  const measured = { ready: 0, fcp: 0, lcp: 0, shift: 0, blocking: 0, lastAt: 0 };
  window.measured = measured;
  // boot.js keeps early taps in a list here, and the app sets it to null as soon as it has carried them out.
  let taps: unknown;
  Object.defineProperty(window, 'earlyTaps', {
    get: () => taps,
    set: (value: unknown) => {
      taps = value;
      if (value === null) measured.ready = performance.now();
    },
  });
  function observe(type: string, take: (entry: PerformanceEntry) => void) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
      measured.lastAt = performance.now();
    }).observe({ type, buffered: true });
  }
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') measured.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (measured.lcp = startTime));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) measured.shift += value;
  });
  observe('longtask', ({ startTime, duration }) => {
    if (startTime + duration > measured.fcp) measured.blocking += Math.max(0, duration - 50);
  });
}
