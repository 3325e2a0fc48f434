import type { Page } from 'playwright-core';

/** What goes beyond the sides of the page, and not only while a draw moves its balls. */
export async function cutAtRest(page: Page): Promise<string[]> {
  let cut = await page.evaluate(findCut);
  for (let look = 0; look < 10 && cut.length > 0; look++) {
    await page.waitForTimeout(500);
    cut = await page.evaluate(findCut);
  }
  return cut;
}

/** Runs in the page: what goes beyond its sides at this moment. Elements that scroll by themselves or are only for screen readers may do so. */
function findCut(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const isShown = (element: Element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const scrollsItself = (element: Element): boolean => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX) || box.clientWidth === 1) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll('main *, header *, footer *, dialog[open] *')) {
    const text = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!text || !isShown(element) || scrollsItself(element)) continue;
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 1 && (left < -1 || right > clientWidth + 1)) found.push(element.textContent.slice(0, 60));
  }
  return found;
}

/**
 * What has no room on the page: a text that runs over a box it is in, or is cut off there. Boxes that scroll have room.
 *
 * @param cutByDesign a selector of what may be cut
 */
export function textWithoutRoom(page: Page, cutByDesign: string): Promise<string[]> {
  return page.evaluate((cut) => {
    const found = new Set<string>();
    const range = document.createRange();
    const everything = 'main *, header *, footer *, dialog[open] *, [popover]:popover-open *';
    for (const element of document.querySelectorAll(everything)) {
      const texts = Array.from(element.childNodes).filter(
        (node) => node.nodeType === 3 && /\p{L}/u.test(node.textContent ?? ''),
      );
      if (texts.length === 0 || element.closest(`select, svg, textarea, ${cut}`)) continue;
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      for (const text of texts) {
        range.selectNodeContents(text);
        const place = range.getBoundingClientRect();
        for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
          const { display, overflowX, position } = getComputedStyle(box);
          const { left, right, width } = box.getBoundingClientRect();
          if (width <= 1 || overflowX === 'auto' || overflowX === 'scroll') break;
          const isOver = place.right > right + 1 || place.left < left - 1;
          if (!display.startsWith('inline') && isOver)
            found.add(`${box.className}: ${text.textContent!.trim().slice(0, 60)}`);
          if (['absolute', 'fixed'].includes(position) || ['hidden', 'clip'].includes(overflowX)) break;
        }
      }
    }
    return [...found];
  }, cutByDesign);
}
