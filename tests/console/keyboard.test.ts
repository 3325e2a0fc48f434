import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askFromPage, goByKeys } from '#tests/support/operator/desk.ts';
import { openDesks } from '#tests/support/operator/desks.ts';
import { createOutsider, signUp, type Account } from '#tests/support/players/outsider.ts';

// Acts in a hurry need no pointer, and few keys besides the text that is typed.

const desks = openDesks({ draws: ['draws'], risk: ['risk'], support: ['support'] });
let account: Account;
let clientId: number;
beforeAll(async () => {
  const client = createOutsider(desks.site.url);
  account = await signUp(client);
  clientId = (await client.call('/users/me')).json.id;
});

/** More keys than this are in the way of somebody in a hurry. */
const mostKeys = 25;

/** Hands that have a keyboard only, and count what they press. */
function handsOn(page: Page) {
  let pressed = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      expect(++pressed, `before ${key}`).toBeLessThan(mostKeys);
      await page.keyboard.press(key);
    }
  };
  return {
    press,
    /** Presses the two keys that lead to a screen. */
    async go(keys: string, path: string): Promise<void> {
      pressed += 2;
      await goByKeys(page, keys, path);
    },
    type: (text: string) => page.keyboard.type(text),
    /** Goes on by Tab until this has the focus. */
    async tabTo(target: Locator): Promise<void> {
      await target.waitFor();
      while (!(await target.evaluate((element) => element === document.activeElement))) await press('Tab');
    },
  };
}

test('a bet type is stopped by keyboard alone', async () => {
  const { draws } = desks;
  const { page } = draws;
  const hands = handsOn(page);
  await draws.open('/');
  await page.getByRole('button', { name: 'Stop sales…' }).waitFor();
  await hands.press('s');
  const sheet = page.getByRole('dialog', { name: 'Stop sales' });
  await hands.tabTo(sheet.getByRole('radio', { name: 'all bet types' }));
  await hands.press('ArrowDown');
  await sheet.getByText('Type “IziOrder” to confirm').waitFor();
  await hands.tabTo(sheet.getByLabel(/^Reason/));
  await hands.type('A price looks wrong');
  await hands.tabTo(sheet.getByLabel('Type what is stopped'));
  await hands.type('IziOrder');
  await hands.tabTo(sheet.getByRole('button', { name: 'Stop sales now' }));
  await hands.press('Space');
  await page
    .getByRole('group', { name: 'Sales are stopped' })
    .getByText(/IziOrder/)
    .waitFor();
  // The first light and the next draw say it too.
  await page.getByRole('list', { name: 'Are we selling' }).getByText('1 stop').waitFor();
  await page
    .getByRole('region', { name: /^Next draw/ })
    .getByText('on sale without IziOrder')
    .waitFor();
});

test('a request is approved by keyboard alone', async () => {
  const { risk, site, support } = desks;
  const { owner } = site.database;
  await owner.query(`insert into payout_stop (client_id, act) values ($1, 'password_changed')`, [clientId]);
  await askFromPage(support, '/requests', { kind: 'lift_undo', about: clientId, reason: 'The CNI was seen' });
  const { page } = risk;
  const hands = handsOn(page);
  await risk.open('/');
  await page.getByRole('link', { name: /^Inbox/ }).waitFor();
  await hands.go('g r', '/requests');
  await page.getByRole('row').filter({ hasText: 'Clear the player’s report' }).waitFor();
  await hands.press('ArrowDown', 'Enter');
  await hands.tabTo(page.getByLabel('Why you agree'));
  await hands.type('Compared with the picture, same person');
  await hands.tabTo(page.getByRole('button', { name: /^Approve and / }));
  await hands.press('Space');
  await page.getByText('Approved. The worker does it now.').waitFor();
});

test('a player is found by keyboard alone, by a phone number as the player says it', async () => {
  const { support } = desks;
  const { page } = support;
  const hands = handsOn(page);
  await support.open('/players');
  await page.getByRole('row').nth(1).waitFor();
  await hands.press('Control+k');
  await page.getByRole('combobox', { name: 'find' }).waitFor();
  await hands.type(account.phone.slice(4).replaceAll(/\d\d(?=\d)/g, '$& '));
  await page
    .getByRole('option')
    .filter({ hasText: `#${clientId}` })
    .waitFor();
  await hands.press('Enter');
  await page.waitForURL(`**/players/${clientId}`);
});

test('two keys lead from any screen to whether today is a good day', async () => {
  const { risk } = desks;
  const { page } = risk;
  const hands = handsOn(page);
  await risk.open('/players');
  await page.getByRole('link', { name: /^Overview/ }).waitFor();
  await hands.go('g o', '/');
  const today = page.getByRole('list', { name: 'Business of today so far' });
  for (const figure of ['Stakes', 'GGR', 'Return']) await today.getByText(figure, { exact: true }).waitFor();
  await today
    .getByText(/yesterday/)
    .first()
    .waitFor();
});
