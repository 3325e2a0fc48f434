import type { Page } from 'playwright-core';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { screens } from '#console/screens.ts';

/** One screen of the operators' console in one state. */
export interface ConsoleState {
  readonly name: string;
  readonly path: string;
  /** Who looks; null before the sign-in. */
  readonly roles: readonly OperatorRole[] | null;
  /** The steps from the screen to the state. */
  readonly act?: (page: Page) => Promise<void>;
}

const everything = ['risk', 'compliance'] as const;

/** Opens the first row, where the list has one. */
async function openFirst(page: Page): Promise<void> {
  const row = page.locator('tbody tr[data-row]').first();
  await row.waitFor({ timeout: 3_000 }).catch(() => {});
  if ((await row.count()) === 0) return;
  await row.focus();
  await page.keyboard.press('Enter');
}

/** Every screen of the rail, empty-handed and with its first row open; what belongs to no screen comes first. */
export const consoleStates: readonly ConsoleState[] = [
  { name: 'sign-in', path: '/', roles: null },
  { name: 'keys', path: '/', roles: everything, act: (page) => page.keyboard.press('?') },
  { name: 'settings-operators', path: '/settings?view=operators', roles: ['admin'], act: openFirst },
  {
    name: 'settings-invite',
    path: '/settings?view=operators',
    roles: ['admin'],
    act: (page) => page.getByRole('button', { name: /^Invite/ }).click(),
  },
  ...screens
    .filter(({ rail }) => rail)
    .flatMap(({ path, roles = everything }) => {
      const who = everything.some((role) => roles.includes(role)) ? everything : roles;
      const name = path.slice(1) || 'overview';
      return [
        { name, path, roles: who },
        { name: `${name}-open`, path, roles: who, act: openFirst },
      ];
    }),
];
