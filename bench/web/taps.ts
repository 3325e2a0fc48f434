import type { Browser } from 'playwright-core';
import { openSlowly } from './load-page.ts';

declare global {
  interface Window {
    taps: Map<number, number>;
  }
}

/** Event Timing does not report faster events. */
const shortestMs = 16;
/** Enough samples for a 98th percentile. */
const rounds = 3;
/** A person's pauses. The part before the tap lets the work of finding the target end first. */
const pauseMs = { before: 150, after: 250 };

/**
 * Taps through the play screen as a player who makes up a ticket, and returns for each tap the milliseconds until the paint
 * that showed it.
 */
export async function timeTaps(browser: Browser, url: string, slowdown: number): Promise<number[]> {
  const { page } = await openSlowly(browser, url, slowdown, {});
  await page.waitForLoadState('networkidle');
  await page.evaluate(observeTaps, shortestMs);
  let count = 0;
  for (const name of Array.from({ length: rounds }, () => tapped).flat()) {
    const main = page.getByRole('main');
    const target = name.startsWith('Izi')
      ? main.getByRole('radio', { name: `${name}, ×` })
      : main.getByRole('button', { name, exact: true });
    // The middle of the screen is not covered by the header or the bar at the bottom.
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x, y, width, height } = (await target.boundingBox())!;
    await page.waitForTimeout(pauseMs.before);
    // Playwright's own tap runs slow scripts in the page while the page handles it. A finger does not.
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    count++;
    await page.waitForTimeout(pauseMs.after);
  }
  const slow = await page.evaluate(() => [...window.taps.values()]);
  await page.context().close();
  return [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => shortestMs)];
}

/** Numbers one by one, other bet types, quick picks and amounts. */
const tapped = [
  'IziOrder 1 2 3 4 5 6 7 8 9 9 5 1 Undo Clear',
  'IziTwo 4 9 500 IziABC 7 Izi2x Quick_pick Izi3x Quick_pick Clear',
  'IziOrder Quick_pick Undo 600 Quick_pick Clear 3 1 2 IziOne 8 Add_to_basket',
].flatMap((names) => names.split(' ').map((name) => name.replaceAll('_', ' ')));

/** Runs in the page: the longest duration among the events of one tap. */
function observeTaps(durationThreshold: number): void {
  window.taps = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId > 0) window.taps.set(interactionId, Math.max(window.taps.get(interactionId) ?? 0, duration));
    }
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
}
