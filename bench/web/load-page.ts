import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { measureSpeed, throttlingRate } from './machine-speed.ts';
import { network } from './profiles.ts';

/** The measurements of one page load. Times in milliseconds from the start of the navigation. */
export interface Load {
  /** The bytes of HTML, scripts and styles, compressed and without headers, until the page was ready. */
  readonly bytes: number;
  /** The requests for HTML, scripts and styles until the page was ready. */
  readonly requests: number;
  readonly fcp: number;
  readonly lcp: number;
  /** The cumulative layout shift. */
  readonly shift: number;
  /** The total blocking time: the sum of each task's time over 50 ms, from the first paint until the page was quiet. */
  readonly blocking: number;
  /** When the page began to react to taps, including earlier taps. */
  readonly ready: number;
}

declare global {
  interface Window {
    measured: { ready: number; fcp: number; lcp: number; shift: number; blocking: number; lastAt: number };
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
  /** Everything so far, including API answers and the stream. */
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
  // The size of a document is only reported at its end; a stream has no end.
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

/** Runs in the page before the page's own scripts. */
function measure(): void {
  const measured = { ready: 0, fcp: 0, lcp: 0, shift: 0, blocking: 0, lastAt: 0 };
  window.measured = measured;
  // boot.js stores early taps in a list here; the app sets it to null once it has handled them.
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
