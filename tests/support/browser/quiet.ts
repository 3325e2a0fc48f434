import type { Page, Request } from 'playwright-core';
import { untilPasses } from '#tests/support/until-passes.ts';

const quietMs = 500;

interface Traffic {
  /** The requests without an answer, and when each was sent. */
  readonly sent: Map<Request, number>;
  changedAt: number;
}

const traffics = new WeakMap<Page, Traffic>();

/** Notes the requests of a page from now on, for `unansweredOf` and `untilQuiet`. */
export function watchRequests(page: Page): void {
  const traffic: Traffic = { sent: new Map(), changedAt: performance.now() };
  const forget = (request: Request) => {
    traffic.sent.delete(request);
    traffic.changedAt = performance.now();
  };
  page.on('request', (request) => {
    traffic.sent.set(request, performance.now());
    traffic.changedAt = performance.now();
  });
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  traffics.set(page, traffic);
}

/** The requests of a page that have no answer yet, so that a page which waits for one says which. */
export function unansweredOf(page: Page): string[] {
  return Array.from(
    trafficOf(page).sent,
    ([request, at]) => `no answer for ${Math.round(performance.now() - at)} ms: ${request.method()} ${request.url()}`,
  );
}

/**
 * Waits until each request of a page has its answer, except streams, and nothing was asked or answered for half a second. Playwright's
 * `networkidle` is no such wait: it counts streams too, and passes at once if the page was idle at any time before.
 */
export function untilQuiet(page: Page): Promise<void> {
  const traffic = trafficOf(page);
  const startedAt = performance.now();
  const isBusy = () => [...traffic.sent.keys()].some((request) => !new URL(request.url()).pathname.endsWith('/stream'));
  return untilPasses(() => {
    if (isBusy() || performance.now() - Math.max(traffic.changedAt, startedAt) < quietMs)
      throw new Error(`not quiet: ${unansweredOf(page).join('\n')}`);
  });
}

function trafficOf(page: Page): Traffic {
  const traffic = traffics.get(page);
  if (traffic === undefined) throw new Error('nobody watches the requests of this page');
  return traffic;
}
