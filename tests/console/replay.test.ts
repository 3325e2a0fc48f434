import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { addFunds, createOutsider, openDraws, signUp, ticketFor } from '#tests/support/players/outsider.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import { changeHistory } from '#tests/support/players/play.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

// A player's day and a draw's life, gone through step by step by keyboard, with each step in the address.

let browser: Browser;
let site: TestApp;
let compliance: Desk;
let support: Desk;
let clientId: number;
let drawId: string;

beforeAll(async () => {
  await untilDayLasts();
  [browser, site] = await Promise.all([connectChromium(), startApp({ CONSOLE_PORT: '0' })]);
  compliance = await openDesk(browser, site, ['compliance']);
  support = await openDesk(browser, site, ['support']);
  const player = createOutsider(site.url);
  const account = await signUp(player);
  await addFunds(player, account, 5_000);
  clientId = ((await player.call('/users/me')).json as { readonly id: number }).id;
  const [, , draw] = await openDraws(player, 60_000);
  drawId = draw!.id;
  const tickets = [ticketFor(draw!, 'IziOne', '4', 300), ticketFor(draw!, 'IziOrder', '491728536', 300)];
  expect((await player.call('/bets', { body: { tickets } })).status).toBe(201);
  // The account is older than today.
  await changeHistory(
    site.database.owner,
    `update client set created_at = created_at - interval '3 days' where id = $1`,
    [clientId],
  );
});
afterAll(async () => {
  const desks = [compliance, support];
  await Promise.all(desks.map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap((desk) => desk?.troubles)).toEqual([]);
});

/** The step that is open beside, and the address that has it. */
const step = (page: Page) => page.locator('section [role=status]');
const openOf = (page: Page) => new URL(page.url()).searchParams.get('open');

test('a player’s day is replayed by keyboard, each step with the wallets before and after it', async () => {
  const { page, open } = compliance;
  await open(`/players/${clientId}`);
  await page.getByRole('link', { name: /^Replay/ }).waitFor();
  await page.keyboard.press('r');
  await page.waitForURL(`**/players/${clientId}/replay?day=*`);
  await page.getByText('Began with').waitFor();
  await page.getByRole('row', { name: /IziOrder 4 9 1 7 2 8 5 3 6/ }).waitFor();
  await auditScreen(page, 'player-replay');

  // The sums lead from the beginning to the end, and open their lines.
  expect(await page.getByText('Began with').locator('..').innerText()).toMatch(/\n0\n/);
  expect(await page.getByText('Ended with').locator('..').innerText()).toMatch(/\n4.400\n/);
  await page.getByRole('link', { name: /^[−-]600$/ }).waitFor();

  await page.keyboard.press('n');
  await step(page).getByText('Account opened').waitFor();
  const first = openOf(page);
  const seen: string[] = [];
  for (let steps = 0; steps < 60; steps += 1) {
    const before = openOf(page);
    await page.keyboard.press('n');
    await expect
      .poll(async () => openOf(page) !== before || (await page.getByRole('button', { name: /^Next/ }).isDisabled()))
      .toBe(true);
    if (openOf(page) === before) break;
    seen.push(await step(page).innerText());
  }
  expect(seen).toEqual(expect.arrayContaining(['Deposit', 'Bet · IziOne 4', 'Bet · IziOrder 4 9 1 7 2 8 5 3 6']));
  expect(seen.join('\n')).toContain('Deposit 5 000 XOF: Confirmed: the money moved'.replace('5 000', '5\u00A0000'));
  expect(seen.indexOf('Deposit')).toBeLessThan(seen.indexOf('Bet · IziOne 4'));
  await auditScreen(page, 'player-replay-step');

  // The same step opens again from the address, with the wallet before and after it.
  while (!(await step(page).innerText()).startsWith('Bet · IziOrder')) {
    const before = openOf(page);
    await page.keyboard.press('p');
    await expect.poll(() => openOf(page)).not.toBe(before);
  }
  await page.getByText(/^4.700 → 4.400$/).waitFor();
  await page.reload();
  await step(page).getByText('Bet · IziOrder').waitFor();
  await page.keyboard.press('p');
  await step(page).getByText('Bet · IziOne').waitFor();
  await page.getByText(/^5.000 → 4.700$/).waitFor();
  expect(openOf(page)).not.toBe(first);

  // The day before has no lines, and the wallet was empty.
  await page.keyboard.press('b');
  await page.getByText('Nothing happened on this day').waitFor();
  expect(openOf(page)).toBeNull();
  await auditScreen(page, 'player-replay-nothing');
  await page.keyboard.press('a');
  await page.getByRole('row', { name: /IziOrder/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/players/${clientId}`);

  const [looks] = await site.database.owner.query<{ looks: number }>(
    `select count(*) as looks from console.view_log where subject = $1`,
    [`client ${clientId}`],
  );
  expect(looks!.looks).toBeGreaterThan(0);
});

test.runIf(runsLong)('support sees the day without links from payments, because it may not open them', async () => {
  const { page, open } = support;
  await open(`/players/${clientId}/replay`);
  await page.getByRole('row', { name: /Confirmed: the money moved/ }).waitFor();
  expect(await page.locator('a[href^="/payments/"]').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'CSV' }).count()).toBe(0);
});

test('a draw is played from moment to moment, with what was sold until then', async () => {
  const { page, open } = compliance;
  await open(`/draws/${drawId}/replay`);
  const then = page.getByRole('region', { name: /^At \d\d:\d\d:\d\d$/ });
  const figures = async () => (await then.innerText()).replaceAll(/\s+/g, ' ');
  const tickets = page.getByRole('region', { name: 'Last tickets until then' });
  // It begins where nothing was sold yet, and a step later is the present.
  await expect.poll(figures).toMatch(/Tickets 0 Staked 0 /);
  await tickets.getByText('No ticket was sold until then').waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(figures).toMatch(/Tickets 2 Staked 600 /);
  await tickets.getByRole('row', { name: /IziOrder/ }).waitFor();
  expect(await tickets.getByRole('row').count()).toBe(3);
  await auditScreen(page, 'draw-replay-moment');
  await page.keyboard.press('Home');
  await expect.poll(figures).toMatch(/Tickets 0 Staked 0 /);
  const clock = page.getByRole('main').getByRole('timer');
  const first = await clock.innerText();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(() => clock.innerText()).not.toBe(first);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  expect(await clock.innerText()).toBe(first);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/draws/${drawId}`);
});

test('the life of a draw is replayed by minute and by ticket', async () => {
  const { page, open } = compliance;
  await open(`/draws/${drawId}`);
  await page.getByText('By bet type').waitFor();
  await page.keyboard.press('r');
  await page.waitForURL(`**/draws/${drawId}/replay`);
  await page.getByRole('link', { name: 'Every step' }).click();
  await page
    .getByRole('row', { name: /Sold in this minute/ })
    .first()
    .waitFor();
  await auditScreen(page, 'draw-replay');
  await page.keyboard.press('n');
  await step(page).getByText('Committed to its seed').or(step(page).getByText('Sales opened')).waitFor();
  await page.getByRole('row', { name: /Committed to its seed/ }).waitFor();

  await open(`/draws/${drawId}/replay?by=ticket`);
  await page.getByRole('row', { name: /IziOne 4/ }).click();
  await page.getByRole('link', { name: String(clientId), exact: true }).waitFor();
  await auditScreen(page, 'draw-replay-step');
  await page.keyboard.press('Escape');
  await expect.poll(() => openOf(page)).toBeNull();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/draws/${drawId}`);
});
