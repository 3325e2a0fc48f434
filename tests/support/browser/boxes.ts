import type { Locator } from 'playwright-core';

/**
 * The places of elements in the window, in CSS pixels, all read at one moment. With one call for each element, the page can move
 * between two readings: text that comes meanwhile makes what is above it taller.
 */
export async function boxesOf(first: Locator, ...others: Locator[]): Promise<DOMRect[]> {
  const elements = await Promise.all([first, ...others].map((one) => one.elementHandle()));
  return first
    .page()
    .evaluate(
      (all) => all.map((element) => (element as Element).getBoundingClientRect().toJSON() as DOMRect),
      elements,
    );
}
