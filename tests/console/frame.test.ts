import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { goByKeys, openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { changeHistory, createPlayer } from '#tests/support/players/play.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

// The parts of every screen: the places of the rail with their tabs, the light that says whether sales are open, and the inbox.

let browser: Browser;
let site: TestApp;
let risk: Desk;
let admin: Desk;

beforeAll(async () => {
  [browser, site] = await Promise.all([connectChromium(), startApp({ CONSOLE_PORT: '0' })]);
  risk = await openDesk(browser, site, ['risk', 'compliance']);
  admin = await openDesk(browser, site, ['admin']);
});
afterAll(async () => {
  await Promise.all([risk, admin].map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect([risk, admin].flatMap((desk) => desk?.troubles)).toEqual([]);
});

const railOf = ({ page }: Desk) => page.getByRole('navigation', { name: 'Screens' });
/** The places without the keys and counts beside their names. */
const placesOf = async (desk: Desk) =>
  (await railOf(desk).locator('a:has(svg)').allInnerTexts()).map((text) => text.split(/\s/)[0]);

test('the rail has nine places, and each role sees its own; what left the rail are tabs', async () => {
  const { page } = risk;
  await risk.open('/timetable');
  await page.getByRole('heading', { level: 1, name: 'Timetable' }).waitFor();
  const all = ['Overview', 'Inbox', 'Draws', 'Players', 'Payments', 'Money', 'Reports', 'Audit', 'Settings'];
  expect(await placesOf(risk)).toEqual(all);
  expect(await railOf(risk).locator('[aria-current]').innerText()).toContain('Draws');
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['List', 'Timetable', 'Stops', 'Caps', 'Exposure']);
  await page.keyboard.press('5');
  await page.waitForURL('**/exposure');
  // The keys of the former rail lead to the tabs, and so does a former address.
  for (const [key, path] of [
    ['k', '/care'],
    ['h', '/stops'],
    ['r', '/requests'],
    ['t', '/timetable'],
    ['i', '/inbox'],
  ] as const) {
    await goByKeys(page, `g ${key}`, path);
  }
  await risk.open('/settings?view=caps');
  await page.waitForURL('**/caps');
  await admin.open('/');
  await admin.page.waitForURL('**/inbox');
  await railOf(admin)
    .getByRole('link', { name: /^Audit/ })
    .waitFor();
  expect(await placesOf(admin)).toEqual(['Inbox', 'Audit', 'Settings']);
});

test('the light says on every screen whether we are selling', async () => {
  const { page } = admin;
  const { owner } = site.database;
  await admin.open('/settings');
  await railOf(admin).getByText('On sale', { exact: true }).waitFor();
  await railOf(admin)
    .getByText(/^\d\d:\d\d(:\d\d)? closes in \d/)
    .waitFor();
  await auditScreen(page, 'the light');
  const stop = (draws: string) =>
    owner.query(
      `insert into sales_stop (draw_id, sentence, reason, stopped_at, stopped_by)
       select d.id, 'Back at noon.', 'A test of the light', clock_timestamp(), o.id
       from console.operator o cross join ${draws} d where o.name = $1`,
      [risk.name],
    );
  // The next one may close before the light looks.
  await stop(`(select id from draw where status = 'open' order by closes_at limit 3)`);
  await railOf(admin).getByText('On sale, with a stop').waitFor();
  await stop('(select null::uuid as id)');
  await railOf(admin).getByText('Sales stopped').waitFor();
  await railOf(admin)
    .getByText(/^all draws, for \d/)
    .waitFor();
  await auditScreen(page, 'the light of a stop');
  await changeHistory(owner, 'delete from sales_stop', []);
  await railOf(admin).getByText('On sale', { exact: true }).waitFor();
});

test('on a phone the rail is a bar of five with all places behind More, and the light is a pill', async () => {
  const { page } = risk;
  await page.setViewportSize({ width: 390, height: 844 });
  await risk.open('/inbox');
  const rail = railOf(risk);
  await page.getByText('On sale', { exact: true }).last().waitFor();
  expect(await rail.getByRole('link').filter({ visible: true }).count()).toBe(4);
  await rail.getByRole('button', { name: 'More' }).click();
  await rail.getByRole('link', { name: /^Settings/ }).click();
  await page.waitForURL('**/settings');
  await expect.poll(() => rail.getByRole('link').filter({ visible: true }).count()).toBe(4);
  const sizes = await rail.locator('a:visible, button').evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  await auditScreen(page, 'the bar of a phone');
  await page.setViewportSize({ width: 1_440, height: 900 });
});

test('nothing of the head lies over its tabs in a small window; on a phone the light and the search stand side by side', async () => {
  const { page } = risk;
  await page.setViewportSize({ width: 1_024, height: 768 });
  await risk.open('/money');
  const search = page.getByRole('button', { name: /^Search/ });
  const [last, beside] = await boxesOf(page.getByRole('link', { name: 'Statements' }), search);
  expect(last.right).toBeLessThanOrEqual(beside.x);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/reports/returns', '/reports/games']) {
    await risk.open(path);
    await page.getByText('About this report').waitFor();
    const [button, light] = await boxesOf(search, page.getByText('On sale', { exact: true }).last());
    expect(button.x, path).toBeGreaterThan(light.right);
    expect(Math.abs(button.y + button.height / 2 - light.y - light.height / 2), path).toBeLessThan(4);
  }
  await page.setViewportSize({ width: 1_440, height: 900 });
});

test('on a phone the newest value of a chart is in sight', async () => {
  const { page } = risk;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, name] of [
    ['/', 'Stakes per minute, today'],
    ['/draws', /^House result, 8 hours:/],
  ] as const) {
    await risk.open(path);
    const box = (await page.getByRole('img', { name }).boundingBox())!;
    expect(box.x + box.width, path).toBeLessThanOrEqual(390);
  }
  await page.setViewportSize({ width: 1_440, height: 900 });
});

test('rows of two lines stand on a phone where columns have no room', async () => {
  const { page } = risk;
  await page.setViewportSize({ width: 390, height: 844 });
  // The sums of the day may not be made yet.
  await page.route('**/operator/money/movements*', (route) =>
    route.fulfill({
      json: {
        data: {
          until: new Date().toISOString(),
          movements: [
            {
              from: new Date().toISOString(),
              kind: 'withdrawal_paid',
              fromAccount: 'client_held',
              toAccount: 'clearing',
              provider: 'sandbox',
              amount: 1_242_800,
              postings: 110,
            },
          ],
        },
      },
    }),
  );
  for (const [path, name, text] of [
    ['/reports', 'Reports', /^What each account had/],
    ['/settings?view=console', 'What takes two', /^payments → compliance$/],
    ['/money?view=movements', 'Movements', /^player held → at providers · Sandbox$/],
  ] as const) {
    await risk.open(path);
    const box = (await page.getByRole('table', { name }).getByText(text).first().boundingBox())!;
    expect(box.x + box.width, path).toBeLessThanOrEqual(390);
    expect(box.width / box.height, path).toBeGreaterThan(3);
  }
  await page.unroute('**/operator/money/movements*');
  for (const path of ['/audit', '/draws', '/settings?view=operators']) {
    await risk.open(path);
    const row = (await page.locator('main [data-row]').first().boundingBox())!;
    expect(row.x + row.width, path).toBeLessThanOrEqual(390);
    expect(await page.locator('main thead th').filter({ visible: true }).count(), path).toBe(0);
  }
  await page.setViewportSize({ width: 1_440, height: 900 });
});

test('the settings say what my roles may do, keep the theme and the folds, and follow the system where it is wanted', async () => {
  const { page } = risk;
  await risk.open('/settings');
  const acts = page.getByRole('table', { name: 'What I may do' });
  await acts.getByRole('row', { name: /^Restart sales yes yes not my own stop$/ }).waitFor();
  await acts.getByRole('row', { name: /^Stop sales yes$/ }).waitFor();
  expect(await acts.getByRole('row', { name: /^Invite an operator/ }).count(), 'of admins').toBe(0);
  await page.getByRole('table', { name: 'My passkeys' }).getByText('active').waitFor();
  await auditScreen(page, 'settings');
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  const choose = (group: string, name: string) => page.getByRole('group', { name: group }).getByLabel(name).check();
  await choose('Theme', 'dark');
  expect(await theme()).toBe('dark');
  await choose('Theme', 'as the system');
  expect(await theme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(theme).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(theme).toBe('light');
  await choose('Technical folds', 'open');
  await risk.open('/settings');
  expect(await page.getByRole('group', { name: 'Technical folds' }).getByLabel('open').isChecked()).toBe(true);
  await choose('Technical folds', 'closed');
});

test.runIf(runsLong)('what has a deadline is told by a notice, where the operator has asked for it', async () => {
  const { page } = risk;
  await page.addInitScript(() => {
    const told: string[] = [];
    const notice = function (text: string) {
      told.push(text);
    };
    Object.assign(notice, { permission: 'granted', requestPermission: async () => 'granted' });
    Object.assign(window, { told, Notification: notice });
  });
  await risk.open('/settings');
  await page.getByRole('group', { name: 'Tell me' }).getByLabel('By a notice', { exact: true }).click();
  await railOf(risk).getByText('On sale', { exact: true }).waitFor();
  await site.database.owner.query(
    `insert into mismatch (check_name, subject, subject_id, detail, found_at, last_found_at)
     values ('wallet', 'account', '8', '{}', now(), now())`,
  );
  await railOf(risk).getByTitle('waits for somebody').waitFor();
  await expect.poll(() => page.evaluate('told')).toEqual(['Izi: an alarm is open']);
  await changeHistory(site.database.owner, 'delete from mismatch', []);
  await railOf(risk).getByTitle('waits for somebody').waitFor({ state: 'detached' });
});

test('the inbox lists what waits in groups; a payment is taken with a key, and the next free one opens', async () => {
  const { page } = risk;
  const { owner } = site.database;
  const { clientId, phone } = await createPlayer(owner, { win: 5_000 });
  await owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     overriding system value values ($1, $2, '', 'Awa', 'Koné', '1990-01-02', 'CI', now())`,
    [clientId, phone],
  );
  // Their money is held, as a pass over the books, which may come meanwhile, wants it.
  const ids = await Promise.all(
    ['review', 'unknown'].map(async (status) => {
      const [row] = await owner.query<{ id: string }>(
        `with made as (
           insert into payment (client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider, status,
             idempotency_key, request_hash)
           values ($1, 'withdrawal', 1000, 1000, 'CI', 'orange', '+2250707070707', 'Awa', 'Koné', 'sandbox', $2::payment_status, $2::text, '')
           returning id)
         select id, post_transfer($1, 'withdrawal', id, 'client_win', 'client_held', 1000) from made`,
        [clientId, status],
      );
      return row!.id;
    }),
  );
  await owner.query(
    `insert into withdrawal_review (payment_id, reasons, until) values ($1, '{amount}', clock_timestamp() + interval '1 day')`,
    [ids[0]],
  );
  await risk.open('/inbox');
  const rowOf = (text: string) => page.locator('tr[data-row]').filter({ hasText: text });
  await rowOf('Withdrawal held')
    .getByText(/^Awa Koné · /)
    .waitFor();
  expect(await page.locator('tbody th').allInnerTexts()).toEqual(['Now · 1', 'Answer today · 1']);
  await page.keyboard.press('e');
  await page.waitForURL(`**/inbox?open=payment:${ids[1]}`);
  await rowOf('of its amount').waitFor();
  await page.keyboard.press('t');
  await rowOf('Withdrawal not confirmed').getByText('you', { exact: true }).waitFor();
  await page.keyboard.press('e');
  await page.waitForURL(`**/inbox?open=payment:${ids[0]}`);
  await auditScreen(page, 'the inbox with a payment');
  // The held draw is assigned to nobody; the next operator who looks sees who has the other item.
  const taken = await owner.query('select what, subject from console.taken');
  expect(taken).toEqual([{ what: 'payment', subject: ids[1] }]);
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Alarms/ })
    .click();
  await page.getByText('All answered').waitFor();
});

test('a note is left for the next shift, and a colleague takes it over', async () => {
  const text = 'MTN was slow until noon. Two withdrawals are not confirmed yet.';
  await admin.open('/shift-notes');
  await admin.page.getByText('No note waits').waitFor();
  const leave = admin.page.getByRole('button', { name: 'Leave it' });
  expect(await leave.isDisabled()).toBe(true);
  await admin.page.getByLabel('Leave a note').fill(text);
  await leave.click();
  const own = admin.page.getByRole('article').filter({ hasText: text });
  await own.getByText('waits', { exact: true }).waitFor();
  expect(await own.getByRole('button').count()).toBe(0);
  expect(await admin.page.getByLabel('Leave a note').inputValue()).toBe('');
  await auditScreen(admin.page, 'the notes of the shift');

  await risk.open('/shift-notes');
  const note = risk.page.getByRole('article').filter({ hasText: text });
  await note.getByText(admin.name).waitFor();
  await note.getByRole('button', { name: 'Take over' }).click();
  await note.getByText(`taken over by ${risk.name}`).waitFor();
  await admin.page.reload();
  await own.getByText(`taken over by ${risk.name}`).waitFor();
});
