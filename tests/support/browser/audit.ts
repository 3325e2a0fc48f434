import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { runsLong, takeTurns } from '#tests/support/long-run.ts';

export const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 320, height: 640 } };

const grave = ['serious', 'critical'];
const colours = 'color-contrast';

/** Every page that is loaded has to compile it anew, so it is the short one. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Whether a state is looked at as it is: of five states of a file one in the gate as a whole. */
const isLightNow = takeTurns(5, runsLong);
/** Whether it is looked at in the dark: of five states of a file one, all in the long run. */
const isDarkNow = takeTurns(5);

/**
 * Checks what is shown with axe, by turns: as it is; and its colours in the dark at the other size, where more or less is shown.
 *
 * @param atOtherSize what else is checked there: each change of the size lays the page out and paints it
 */
export async function auditPage(
  page: Page,
  state: string,
  atOtherSize: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  if (isLightNow()) await auditInLight(page, state);
  if (!isDarkNow()) return;
  // The menu is only there on a phone.
  if (await page.getByRole('dialog', { name: 'Menu' }).isVisible()) return auditInDark(page, state);
  const before = page.viewportSize()!;
  const isPhone = before.width < sizes.desktop.width;
  await page.setViewportSize(isPhone ? sizes.desktop : sizes.phone);
  await auditInDark(page, state);
  await atOtherSize();
  await page.setViewportSize(before);
}

/** Checks what is shown with axe, as it is. */
export async function auditInLight(page: Page, state: string): Promise<void> {
  await audit(page, state, grave);
}

/** Checks the colours in the dark with axe: a theme changes nothing else. */
export async function auditInDark(page: Page, state: string): Promise<void> {
  await audit(page, state, grave, 'dark', { runOnly: [colours] });
}

/** Checks a screen of the console with axe, by turns as it is and in the dark. Nothing may be found, however slight. */
export async function auditScreen(page: Page, state: string): Promise<void> {
  const all = ['minor', 'moderate', ...grave];
  if (isLightNow()) await audit(page, state, all);
  expect(await page.evaluate(findCut), `${state}: beside a list`).toEqual([]);
  if (isDarkNow()) await audit(page, state, all, 'dark', { runOnly: [colours] });
}

async function audit(
  page: Page,
  state: string,
  impacts: readonly string[],
  theme: 'light' | 'dark' = 'light',
  options: axe.RunOptions = {},
): Promise<void> {
  // Evaluated from outside, where the content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  await page.evaluate(showIn, theme);
  const found = [...(await page.evaluate(findViolations, { impacts, options })), ...(await findFaintFields(page))];
  await page.evaluate(showIn, 'light');
  expect(found, `${state}, ${theme}`).toEqual([]);
}

/** Runs in the page: what is wider than its room where a list and its open row stand beside each other. */
function findCut(): string[] {
  // Narrower, the open row covers its list, and tables scroll sideways.
  if (innerWidth <= 1180) return [];
  return Array.from(document.querySelectorAll('[data-size][data-open] > div *'))
    .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
    .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth + 1)
    .map(
      ({ clientWidth, scrollWidth, textContent }) => `${scrollWidth} px in ${clientWidth}: ${textContent.slice(0, 80)}`,
    );
}

/** Runs in the page. */
async function showIn(theme: string): Promise<void> {
  document.documentElement.dataset['theme'] = theme;
  // Animated pages change from one colour to the other.
  do await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  while (document.getAnimations().some(({ playState }) => playState === 'running'));
}

/** Runs in the page. */
async function findViolations({
  impacts,
  options,
}: {
  readonly impacts: readonly string[];
  readonly options: axe.RunOptions;
}): Promise<string[]> {
  const { axe: page } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await page.run(document, {
    resultTypes: ['violations'],
    // Nothing here plays audio or video, and no rule that is on needs the style sheets.
    preload: false,
    ...options,
  });
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? 'minor'))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
}

/** The least contrast of a field's edge, or of its fill, with what it lies on (WCAG 2.2, 1.4.11). axe measures text alone. */
const leastOfFields = 3;

async function findFaintFields(page: Page): Promise<string[]> {
  const fields = await coloursOf(page.locator(':is(input, select, textarea):not(:disabled, [readonly])'));
  return fields
    .filter(({ isBare }) => !isBare)
    .map(({ html, fill, edge, ground }) => ({
      html,
      stands: Math.max(...[fill, edge].map((one) => contrast(one, ground))),
    }))
    .filter(({ stands }) => stands < leastOfFields)
    .map(({ html, stands }) => `a field with an edge of ${stands.toFixed(2)} : 1: ${html}`);
}

/** Red, green and blue, from 0 to 255, and the opacity. */
type Colour = readonly [red: number, green: number, blue: number, alpha?: number];

export interface Painted {
  readonly html: string;
  readonly text: Colour;
  /** The border, or the outline within it, or the fill where there is neither. */
  readonly edge: Colour;
  readonly fill: Colour;
  /** The colour on which it lies. */
  readonly ground: Colour;
  /** Whether it has none of these: something else shows its place. */
  readonly isBare: boolean;
}

/** The colours in which the shown ones of some elements are seen, from their styles; pictures are left out. */
export async function coloursOf(elements: Locator): Promise<Painted[]> {
  const styles = await elements.evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => {
        const { color, borderTopColor, borderTopWidth, boxShadow } = getComputedStyle(element);
        const outline = /inset/.test(boxShadow) ? /rgba?\([^)]*\)/.exec(boxShadow)![0] : '';
        const fills: string[] = [];
        for (let at: Element | null = element; at; at = at.parentElement)
          fills.push(getComputedStyle(at).backgroundColor);
        const border = parseFloat(borderTopWidth) > 0 ? borderTopColor : outline;
        return { html: element.outerHTML.slice(0, 120), color, border, fills };
      }),
  );
  return styles.map(({ html, color, border, fills }) => {
    const layers = fills.map(readColour);
    const ground = layers.slice(1).reduceRight(paint, [255, 255, 255]);
    const fill = paint(ground, layers[0]!);
    return {
      html,
      text: paint(fill, readColour(color)),
      edge: border ? paint(ground, readColour(border)) : fill,
      fill,
      ground,
      isBare: !border && layers[0]![3] === 0,
    };
  });
}

/** `rgb(1, 2, 3)` and `rgba(1, 2, 3, 0.5)` */
function readColour(text: string): Colour {
  const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g)!.map(Number);
  return [red!, green!, blue!, alpha];
}

function paint(below: Colour, [red, green, blue, alpha = 1]: Colour): Colour {
  const mix = (channel: 0 | 1 | 2, value: number) => value * alpha + below[channel] * (1 - alpha);
  return [mix(0, red), mix(1, green), mix(2, blue)];
}

/** The contrast of two opaque colours (WCAG 2.2, 1.4.3). */
export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [one, other].map(luminance).toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** From 0, black, to 1, white (WCAG 2.2). */
export function luminance(colour: Colour): number {
  const [red, green, blue] = colour.slice(0, 3).map((part) => {
    const share = part! / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
