import type { Page } from 'playwright-core';

/** Whether the app's code has taken the page over, with what `boot.js` kept for it. */
export function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as { earlyTaps?: unknown }).earlyTaps === null);
}
