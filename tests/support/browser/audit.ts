import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { takeTurns } from '#tests/support/long-run.ts';

export const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 320, height: 640 } };

const grave = ['serious', 'critical'];
const contrast = 'color-contrast';

/** Every page that is loaded has to compile it anew, so it is the short one. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Whether a state is looked at in the dark too: of three states of a file one in the gate, all in the long run. */
const isDarkNow = takeTurns(3);

/**
 * Checks what is shown with axe, as it is; and, of each third state, its colours in the dark at the other size, where more or less
 * is shown.
 *
 * @param atOtherSize what else is checked there: each change of the size lays the page out and paints it
 */
export async function auditPage(
  page: Page,
  state: string,
  atOtherSize: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await auditInLight(page, state);
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
  await audit(page, state, grave, 'dark', { runOnly: [contrast] });
}

/** Checks a screen of the console with axe, and the colours of each third in the dark too. Nothing may be found, however slight. */
export async function auditScreen(page: Page, state: string): Promise<void> {
  const all = ['minor', 'moderate', ...grave];
  await audit(page, state, all);
  if (isDarkNow()) await audit(page, state, all, 'dark', { runOnly: [contrast] });
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
  expect(await page.evaluate(findViolations, { theme, impacts, options }), `${state}, ${theme}`).toEqual([]);
}

/** Runs in the page. */
async function findViolations({
  theme,
  impacts,
  options,
}: {
  readonly theme: string;
  readonly impacts: readonly string[];
  readonly options: axe.RunOptions;
}): Promise<string[]> {
  document.documentElement.dataset['theme'] = theme;
  // Animated pages change from one colour to the other.
  do await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  while (document.getAnimations().some(({ playState }) => playState === 'running'));
  const { axe: page } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await page.run(document, {
    resultTypes: ['violations'],
    // Nothing here plays audio or video, and no rule that is on needs the style sheets.
    preload: false,
    ...options,
  });
  document.documentElement.dataset['theme'] = 'light';
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? 'minor'))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
}
