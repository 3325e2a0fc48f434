import type { Page } from 'playwright-core';

/** The elements that go beyond the sides of the page, and not only while a draw moves its balls. */
export const cutAtRest = (page: Page) => atRest(page, findCut);

/**
 * The texts that lie over each other, in pairs, and those whose upper or lower part is cut off, and not only while a draw moves its balls.
 * What sticks to an edge of the window may lie over what is scrolled below it.
 */
export const overAtRest = (page: Page) => atRest(page, findOver);

async function atRest(page: Page, find: () => string[]): Promise<string[]> {
  let found = await page.evaluate(find);
  for (let look = 0; look < 10 && found.length > 0; look++) {
    await page.waitForTimeout(500);
    found = await page.evaluate(find);
  }
  return found;
}

/** Runs in the page: what goes beyond its sides at this moment. Elements that scroll by themselves or are only for screen readers may do so. */
function findCut(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const widest = Array.from(document.querySelectorAll('body *')).findLast(
    (element) => element.getBoundingClientRect().right >= scrollWidth - 1,
  );
  const found =
    scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide: ${widest?.outerHTML.slice(0, 120)}`] : [];
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
 * The texts that have no room on the page: each runs over a box it is in, or is cut off there. Boxes that scroll have room.
 *
 * @param cutByDesign a selector of boxes that may cut their text, and have to have room themselves
 */
export function textWithoutRoom(page: Page, cutByDesign: string): Promise<string[]> {
  return page.evaluate((cut) => {
    const found = new Set<string>();
    const range = document.createRange();
    const everything = 'main *, header *, footer *, nav *, dialog[open] *, [popover]:popover-open *';
    for (const element of document.querySelectorAll(everything)) {
      const texts = Array.from(element.childNodes).filter(
        (node) => node.nodeType === 3 && /\p{L}/u.test(node.textContent ?? ''),
      );
      if (texts.length === 0 || element.closest('select, svg, textarea')) continue;
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      const cutting = element.closest(cut);
      for (const text of texts) {
        range.selectNodeContents(text);
        const place = (cutting ?? range).getBoundingClientRect();
        for (let box = cutting?.parentElement ?? element; box !== document.body; box = box.parentElement!) {
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

/**
 * The lines of tabs that scroll or take more than so many lines, and the parts of the screen that scroll sideways.
 *
 * @param parts a selector of the parts that may not
 */
export function sideways(page: Page, mostLines: number, parts: string): Promise<string[]> {
  return page.evaluate(
    ([most, wide]) => {
      const isWider = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1;
      const tabs = [...document.querySelectorAll<HTMLElement>('header nav')].filter((nav) => {
        const line = nav.firstElementChild?.clientHeight ?? nav.clientHeight;
        return isWider(nav) || Math.round(nav.clientHeight / line) > most;
      });
      const scrolled = [...document.querySelectorAll<HTMLElement>(wide)].filter(
        (part) => isWider(part) && ['auto', 'scroll'].includes(getComputedStyle(part).overflowX),
      );
      return [...tabs, ...scrolled].map(
        (part) =>
          `${part.scrollWidth} px in ${part.clientWidth}: ${part.innerText.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
      );
    },
    [mostLines, parts] as const,
  );
}

interface Line {
  readonly text: Text;
  /** Its outermost box: one that sticks to an edge of the window, or a dialog. */
  readonly layer: Element | null;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Runs in the page: the lines of text that lie over others at this moment, or are cut off. */
function findOver(): string[] {
  const found = new Set<string>();
  const lines: Line[] = [];
  const range = document.createRange();
  const said = ({ data }: Text) => `“${data.trim().slice(0, 40)}”`;
  for (const element of document.querySelectorAll('main *, header *, footer *, dialog[open] *')) {
    // The stage of a draw covers what lies under it.
    if (element.closest('select, svg, textarea, [data-frame="over"]')) continue;
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    let layer: Element | null = element;
    while (layer && !['fixed', 'sticky'].includes(getComputedStyle(layer).position)) layer = layer.parentElement;
    for (const text of element.childNodes) {
      if (!(text instanceof Text) || !/[\p{L}\p{N}]/u.test(text.data)) continue;
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) {
        // Letters use the middle of their line.
        const spare = 0.22 * box.height;
        const whole = box.height - 2 * spare;
        let { left, right } = box;
        let top = box.top + spare;
        let bottom = box.bottom - spare;
        let isScrolled = false;
        for (let outer: Element | null = element; outer && outer !== layer; outer = outer.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(outer);
          if (overflowX === 'visible' && overflowY === 'visible') continue;
          isScrolled ||= /auto|scroll/.test(overflowX + overflowY);
          const edges = outer.getBoundingClientRect();
          left = Math.max(left, edges.left);
          right = Math.min(right, edges.right);
          top = Math.max(top, edges.top);
          bottom = Math.min(bottom, edges.bottom);
        }
        // Those for screen readers alone have a box of a pixel.
        if (right - left <= 1) continue;
        if (!isScrolled && bottom - top < whole - 1) found.add(`${said(text)} is cut off`);
        if (bottom > top) lines.push({ text, layer, left, right, top, bottom });
      }
    }
  }
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      if (one.text === other.text || one.layer !== other.layer) continue;
      const isBeside = one.right - 1 <= other.left || other.right - 1 <= one.left;
      const isBelow = one.bottom <= other.top || other.bottom <= one.top;
      if (!isBeside && !isBelow) found.add(`${said(one.text)} lies over ${said(other.text)}`);
    }
  }
  return [...found];
}
