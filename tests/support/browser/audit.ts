import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };

const grave = ['serious', 'critical'];

/** Checks what is shown with axe, on a desktop and on a phone, each in light and in dark. */
export async function auditPage(page: Page, state: string): Promise<void> {
  const before = page.viewportSize()!;
  // The menu is only there on small screens.
  const isMenuOpen = await page.getByRole('dialog', { name: 'Menu' }).isVisible();
  for (const [device, size] of Object.entries(isMenuOpen ? { phone: sizes.phone } : sizes)) {
    await page.setViewportSize(size);
    await auditThemes(page, `${state}, ${device}`, grave);
  }
  await page.setViewportSize(before);
}

/** Checks what is shown with axe, as it is. For what differs from something checked whole only in its words. */
export async function auditWords(page: Page, state: string): Promise<void> {
  await auditThemes(page, state, grave, ['light']);
}

/** Checks a screen of the console with axe, in light and in dark. Nothing may be found, however slight. */
export async function auditScreen(page: Page, state: string): Promise<void> {
  await auditThemes(page, state, ['minor', 'moderate', ...grave]);
}

async function auditThemes(
  page: Page,
  state: string,
  impacts: readonly string[],
  themes: readonly string[] = ['light', 'dark'],
): Promise<void> {
  // Evaluated from outside, where the content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  for (const theme of themes) {
    const found = await page.evaluate(findViolations, { theme, impacts });
    expect(found, `${state}, ${theme}`).toEqual([]);
  }
}

/** Runs in the page. */
async function findViolations({
  theme,
  impacts,
}: {
  readonly theme: string;
  readonly impacts: readonly string[];
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
    // A theme changes only colours.
    ...(theme === 'dark' && { runOnly: ['color-contrast'] }),
  });
  document.documentElement.dataset['theme'] = 'light';
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? 'minor'))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
}
