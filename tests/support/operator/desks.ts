import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { openDesk, type Desk } from './desk.ts';

/**
 * A site with a console, and operators at desks of their own, for the tests of a file. When they end, no page may have had an error that
 * nobody expected.
 *
 * @param rolesOf the roles of each desk
 * @param settings of the site, besides its console
 * @returns filled before the first test
 */
export function openDesks<Name extends string>(
  rolesOf: Readonly<Record<Name, readonly OperatorRole[]>>,
  settings: Readonly<Record<string, string>> = {},
): { readonly [N in Name]: Desk } & { readonly site: TestApp } {
  const names = Object.keys(rolesOf) as Name[];
  const opened = {} as Record<Name, Desk> & { site: TestApp };
  const desks: Desk[] = [];
  let browser: Browser;
  beforeAll(async () => {
    const [chromium, site] = await Promise.all([connectChromium(), startApp({ CONSOLE_PORT: '0', ...settings })]);
    browser = chromium;
    Object.assign(opened, { site });
    for (const name of names) {
      const desk = await openDesk(browser, site, rolesOf[name]);
      desks.push(desk);
      Object.assign(opened, { [name]: desk });
    }
  });
  afterAll(async () => {
    await Promise.all(desks.map((desk) => desk.close()));
    await browser?.close();
    await opened.site?.close();
    expect(desks.flatMap(({ troubles }) => troubles)).toEqual([]);
  });
  return opened;
}
