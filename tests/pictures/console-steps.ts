import type { Page } from 'playwright-core';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { FurnishedConsole } from './furnish-console.ts';

/** One screen of the operators' console in one state. */
export interface ConsoleState {
  readonly name: string;
  readonly path: string | ((of: FurnishedConsole) => string);
  /** The roles of the operator who looks; null before the sign-in. */
  readonly roles: readonly OperatorRole[] | null;
  /** The steps from the screen to the state. */
  readonly act?: (page: Page, of: FurnishedConsole) => Promise<void>;
}

export const everything = ['risk', 'compliance'] as const;

/** Waits until rows have taken the place of the skeleton; in vain where a picture is of the skeleton. */
export async function shown(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('tr[aria-hidden]') === null).catch(() => {});
  // The last to come: charts, and what is open beside.
  await page.waitForTimeout(400);
}

/** The subject of a picture, which may not have been prepared. */
export function need<T>(what: T | undefined): T {
  if (what === undefined) throw new Error('its content was not prepared');
  return what;
}

/** Opens the first row, which the list has to have. */
export async function openFirst(page: Page): Promise<void> {
  const row = page.locator('tbody tr[data-row]').first();
  await row.waitFor();
  await row.focus();
  await page.keyboard.press('Enter');
}

/** Opens the first row, then does this beside it. */
export function besideFirst(act: (page: Page) => Promise<void>): (page: Page) => Promise<void> {
  return async (page) => {
    await openFirst(page);
    await act(page);
  };
}

export function press(...keys: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
}

/** Scrolls to a heading or a sentence that is below. */
export function scrollTo(text: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByText(text).first().scrollIntoViewIfNeeded();
}
