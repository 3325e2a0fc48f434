import type { Locator } from 'playwright-core';

/**
 * The places of elements in the window, in CSS pixels, all read at one moment. With one call for each element, the page can move
 * between two readings: text that comes meanwhile makes what is above it taller.
 *
 * @throws where an element has no place, because it is not shown
 */
export async function boxesOf<T extends readonly [Locator, ...Locator[]]>(
  ...locators: T
): Promise<{ [Place in keyof T]: DOMRect }> {
  for (;;) {
    const elements = await Promise.all(locators.map((one) => one.elementHandle()));
    const boxes = await locators[0].page().evaluate(readBoxes, elements);
    if (boxes !== null) return boxes as { [Place in keyof T]: DOMRect };
  }
}

/** Runs in the page. @returns null where the page has replaced an element since it was found */
function readBoxes(elements: readonly (Node | null)[]): DOMRect[] | null {
  const found = elements as readonly Element[];
  if (found.some((element) => !element.isConnected)) return null;
  return found.map((element) => {
    if (element.getClientRects().length === 0) throw new Error(`not shown: ${element.outerHTML.slice(0, 120)}`);
    return element.getBoundingClientRect().toJSON() as DOMRect;
  });
}
