import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { goByKeys, openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { run } from '#second-opinion/run.ts';
import { keepOpinionRule } from '#server/start-checks.ts';
import { changeHistory, createPlayer, newTicket } from '#tests/support/players/play.ts';
import { createOutsider } from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

// People at three desks, each with an authenticator of their own, do to draws what takes one and what takes two.

let browser: Browser;
let site: TestApp;
let draws: Desk;
let risk: Desk;
let compliance: Desk;

beforeAll(async () => {
  [browser, site] = await Promise.all([connectChromium(), startApp({ CONSOLE_PORT: '0', DRAW_EVERY_MINUTES: '1' })]);
  draws = await openDesk(browser, site, ['draws']);
  risk = await openDesk(browser, site, ['risk']);
  compliance = await openDesk(browser, site, ['compliance']);
});
afterAll(async () => {
  const desks = [draws, risk, compliance];
  await Promise.all(desks.map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap((desk) => desk?.troubles)).toEqual([]);
});

interface PublicDraw {
  readonly id: string;
  readonly fullDate: string;
  readonly status: string;
  readonly stops: readonly { readonly name: string | null; readonly cause: string; readonly sentence: string }[];
  readonly calledOff: { readonly reason: string } | null;
}

/** The draw as the players' site publishes it. */
async function published(id: string): Promise<PublicDraw> {
  const { json } = await createOutsider(site.url).call(`/draws/${id}`);
  return json.data as PublicDraw;
}

/** The draws on sale, the next one first. */
async function onSale(): Promise<readonly PublicDraw[]> {
  const { json } = await createOutsider(site.url).call('/draws?status=open&limit=20');
  return json.data as PublicDraw[];
}

/** The draw that closes this many draws from now. */
const nextDraw = async (place: number) => (await onSale())[place]!;
const timeOf = ({ fullDate }: PublicDraw) => fullDate.slice(11, 19);
/** A number in the spaces of the console. */
const spaced = (francs: number) => String(francs).replaceAll(/\d(?=(\d{3})+$)/g, '$&\\s');
const clockOf = (draw: PublicDraw) => timeOf(draw).replace(/:00$/, '');

/** Approves the newest request that waits for this desk, and waits until the worker has done it. */
async function approve(desk: Desk, kind: string, typed: { amount?: string; time?: string } = {}): Promise<void> {
  const { page } = desk;
  await openRequest(desk, kind);
  await page.getByLabel('Why you agree').fill('I looked at it too');
  const { amount, time } = typed;
  if (amount !== undefined) await page.getByLabel('Type the amount').fill(amount);
  if (time !== undefined) await page.getByLabel('Type the time of the draw').fill(time);
  await page.getByRole('button', { name: /^Approve and / }).click();
  await page.getByText(/^Done by the worker/).waitFor();
}

async function openRequest({ page, open }: Desk, kind: string): Promise<void> {
  await open('/requests');
  await page.getByRole('row').filter({ hasText: kind }).first().click();
}

/** A fact beside its name. */
const factOf = (within: Locator, name: string) =>
  within.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

test('keys lead from a draw to the one before and after it, at the same tab', async () => {
  const [first, second] = (await onSale()).slice(7) as [PublicDraw, PublicDraw];
  const { page } = risk;
  await risk.open(`/draws/${first.id}?view=tickets`);
  await page.getByRole('link', { name: `Draw after, ${clockOf(second)}` }).waitFor();
  await page.keyboard.press(']');
  await page.waitForURL(`**/draws/${second.id}?view=tickets`);
  await page.getByRole('link', { name: `Draw before, ${clockOf(first)}` }).waitFor();
  await page.keyboard.press('[');
  await page.waitForURL(`**/draws/${first.id}?view=tickets`);
});

test('a draw on sale says how its stakes are against the usual ones, and how long it can be cancelled', async () => {
  const draw = await nextDraw(7);
  const { page } = risk;
  const curve = `**/operator/draws/${draw.id}/curve`;
  await page.route(curve, async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: { closesAt: string } };
    const usual = ['2026-01-01T00:00:00Z', data.closesAt].map((at) => ({ at, mean: 400, least: 300, most: 500 }));
    await route.fulfill({ response: answer, json: { data: { ...data, from: usual[0]!.at, usual } } });
  });
  await risk.open(`/draws/${draw.id}`);
  await page.getByText(/^[+−]\d+\.0\s%\son the usual \w{3}$/).waitFor();
  await page.getByText(/^can be cancelled for \d/).waitFor();
  await page.unroute(curve);
});

test('the overview says how near the next draw is to its cap, and that it is not known where nothing is computed yet', async () => {
  const { page } = risk;
  let figure: number | null = 750;
  await page.route('**/operator/overview', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { nextDraw: object } };
    Object.assign(body.data.nextDraw, { worst: null, cap: { name: null, measure: 'worst', amount: 1_000, figure } });
    await route.fulfill({ response: answer, json: body });
  });
  await risk.open('/');
  const next = page.getByRole('region', { name: /^Next draw/ });
  const light = page.getByRole('list', { name: 'Are we selling' }).getByRole('link', { name: /cap/i });
  await next.getByRole('meter', { name: /^cap on the worst case: 1.000$/ }).waitFor();
  await light.getByText('Cap over 70 %').waitFor();
  await light.getByText('next draw at 75 %').waitFor();
  figure = null;
  await next.getByText('not computed yet').waitFor();
  await light.getByText('no figure yet').waitFor();
  expect(await next.getByRole('meter').count()).toBe(0);
  await page.unroute('**/operator/overview');
});

test('the overview stops all draws or the next one alone, and says what stays sold and how many players are active', async () => {
  const { page } = risk;
  await page.route('**/operator/overview', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { nextDraw: object } };
    Object.assign(body.data.nextDraw, { stakes: 105_600 });
    await route.fulfill({ response: answer, json: body });
  });
  await page.route('**/operator/business', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { today: object } };
    Object.assign(body.data.today, { players: 9_214 });
    await route.fulfill({ response: answer, json: body });
  });
  await risk.open('/');
  await page.getByRole('button', { name: 'Stop sales…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Stop sales' });
  expect(await sheet.getByRole('radio', { name: 'all draws' }).isChecked()).toBe(true);
  await sheet.getByText('Restarting needs two other people.').waitFor();
  await sheet.getByText(/^everybody who wants to bet · 9.214 players active today$/).waitFor();
  const stays = sheet.getByText(/^105.600 XOF on \d\d:\d\d stay and are drawn$/);
  await stays.waitFor();
  await auditScreen(page, 'stop-from-the-overview');
  await sheet.getByRole('radio', { name: 'IziOne' }).check();
  await stays.waitFor({ state: 'detached' });
  await sheet.getByRole('radio', { name: 'all bet types' }).check();
  await sheet.getByRole('radio', { name: /^only \d\d:\d\d$/ }).check();
  await stays.waitFor();
  await sheet.getByText('everybody who wants to bet on this draw').waitFor();
  await page.keyboard.press('Escape');
  await page.unrouteAll();
});

test('a phone shows what needs somebody, then the next draw, before the business; keys take the parts in the same order', async () => {
  const { page } = risk;
  await risk.open('/');
  const parts = async () =>
    page
      .locator('[data-part]')
      .evaluateAll((all) =>
        all
          .map((part) => ({ name: (part as HTMLElement).dataset['part'], ...part.getBoundingClientRect().toJSON() }))
          .filter(({ height }) => height > 0),
      );
  const isBelow = (all: Awaited<ReturnType<typeof parts>>) =>
    all.every(({ top }, index) => index === 0 || top >= all[index - 1]!.bottom);
  const wide = ['lights', 'business', 'sales', 'next', 'attention', 'results'];
  await expect.poll(async () => (await parts()).map(({ name }) => name)).toEqual(wide);
  const [, , sales, next] = await parts();
  expect(sales.top).toBe(next.top);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = ['lights', 'attention', 'next', 'business', 'sales', 'results'];
  await expect.poll(async () => (await parts()).map(({ name }) => name)).toEqual(narrow);
  expect(isBelow(await parts())).toBe(true);
  await auditScreen(page, 'overview-phone');
  await page.setViewportSize({ width: 1_440, height: 900 });
});

test('the next draws on sale stand above those of today', async () => {
  const { page } = risk;
  await risk.open('/draws');
  const group = page.getByRole('rowheader', { name: 'On sale, the next ones' });
  await group.waitFor();
  await expect.poll(() => page.locator('tr[data-row]').filter({ hasText: 'closes in' }).count()).toBe(4);
  await page.getByRole('link', { name: 'Cancelled draws' }).click();
  await group.waitFor({ state: 'detached' });
});

test('a time leads to its draw, beside the draws of its day; one that is too late is told', async () => {
  const draw = await nextDraw(12);
  const { page } = draws;
  await draws.open('/draws');
  await page.getByRole('button', { name: 'Go to a time…' }).click();
  const choice = page.getByRole('dialog', { name: 'Go to a time…' });
  const field = choice.getByLabel(/^Moment, on the clock of/);
  await field.fill(draw.fullDate.slice(0, 19));
  await auditScreen(page, 'go-to-a-time');
  await field.press('Enter');
  await page.waitForURL(`**/draws?day=${draw.fullDate.slice(0, 10)}&open=${draw.id}`);
  await page.getByText('By bet type').first().waitFor();
  await page.getByRole('button', { name: 'Go to a time…' }).click();
  await field.fill('2100-01-01T00:00');
  await choice.getByRole('button', { name: 'Go there' }).click();
  await page.getByText('No draw is planned so late.').waitFor();
});

test('one operator stops the sales of a draw, and two others start them again', async () => {
  const draw = await nextDraw(8);
  const { page } = draws;
  await draws.open(`/draws?status=open&order=draws&open=${draw.id}`);
  await page.getByText('By bet type').waitFor();
  await auditScreen(page, 'draw-on-sale');
  await page.keyboard.press('s');
  const sheet = page.getByRole('dialog', { name: 'Stop sales' });
  const stop = sheet.getByRole('button', { name: 'Stop sales now' });
  expect(await stop.isDisabled()).toBe(true);
  await sheet.getByLabel('Message to players').fill('Back at noon.');
  await sheet.getByLabel(/^Reason/).fill('A');
  await sheet.getByRole('listitem').filter({ hasText: 'at least 3 characters' }).getByLabel('not met').waitFor();
  await sheet.getByText('2 more letters').waitFor();
  await sheet.getByLabel(/^Reason/).fill('A price looks wrong');
  // A stop of one bet type in all draws is confirmed by the name of that type.
  await sheet.getByRole('radio', { name: 'all draws' }).check();
  await sheet.getByText('Type “all draws” to confirm').waitFor();
  await sheet.getByLabel('Type what is stopped').fill('all dra');
  await sheet.getByText('2 more letters').waitFor();
  await sheet.getByRole('radio', { name: 'IziOne' }).check();
  await sheet.getByText('Type “IziOne” to confirm').waitFor();
  await sheet.getByRole('radio', { name: 'all bet types' }).check();
  await sheet.getByRole('radio', { name: /^only \d\d:/ }).check();
  await sheet.getByLabel('Type what is stopped').fill(timeOf(draw));
  await auditScreen(page, 'stop');
  // Enter stops nothing.
  await stop.focus();
  await page.keyboard.press('Enter');
  expect((await published(draw.id)).stops).toEqual([]);
  await stop.click();
  await page.getByText('sales stopped').first().waitFor();
  expect((await published(draw.id)).stops).toMatchObject([{ sentence: 'Back at noon.' }]);

  // The sheet says what is stopped already where it is chosen; the rest can still be stopped.
  await page.keyboard.press('s');
  const since = `stopped since \\d\\d:\\d\\d:\\d\\d, by ${draws.name}`;
  const again = sheet.getByRole('radio', { name: new RegExp(`^all bet types ${since}$`) });
  await again.waitFor();
  expect(await again.isDisabled()).toBe(true);
  await sheet.getByText(new RegExp(`^not on sale: ${since}$`)).waitFor();
  const notYet = sheet.getByRole('listitem').filter({ hasText: 'This is not stopped already' });
  await notYet.getByLabel('not met').waitFor();
  await auditScreen(page, 'stop-again');
  await sheet.getByRole('radio', { name: 'IziOne', exact: true }).check();
  await notYet.getByLabel('met', { exact: true }).waitFor();
  await sheet.getByText(new RegExp(`^not on sale: ${since}$`)).waitFor();
  await sheet.getByRole('radio', { name: 'all draws' }).check();
  await sheet.getByText('on sale, apart from 1 stop').waitFor();
  expect(await sheet.getByRole('radio', { name: 'all bet types', exact: true }).isEnabled()).toBe(true);
  await page.keyboard.press('Escape');

  // It stands above all else on the overview.
  await draws.open('/');
  await page.getByRole('img', { name: 'Stakes so far, this draw' }).waitFor();
  const stopped = page.getByRole('group', { name: 'Sales are stopped' });
  await stopped.getByText('Message to players: “Back at noon.”').waitFor();
  await auditScreen(page, 'overview-stopped');

  // The operator who stopped sales cannot start them again.
  await draws.open('/stops?active=yes');
  expect(await page.getByRole('button', { name: 'Restart sales…' }).isDisabled()).toBe(true);
  await page.getByText('You stopped it: others restart it').waitFor();
  await risk.open('/stops?active=yes');
  await auditScreen(risk.page, 'stops');
  await risk.page.getByRole('button', { name: 'Restart sales…' }).click();
  const start = risk.page.getByRole('dialog', { name: 'Submit: restart sales' });
  await start.getByLabel(/^Reason/).fill('The price was right');
  await auditScreen(risk.page, 'start');
  await start.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await risk.page.getByText('asked for', { exact: true }).waitFor();
  await approve(compliance, 'Restart sales');
  expect((await published(draw.id)).stops).toEqual([]);
  await risk.open('/stops?active=yes');
  await risk.page.getByText('Everything is on sale.').waitFor();
  await risk.page.getByText(/^Last stop: .+, all bet types, .+, A price looks wrong$/).waitFor();
  await auditScreen(risk.page, 'stops-none');
  await risk.open('/stops?active=no');
  await risk.page.getByText('A price looks wrong').waitFor();
});

test('one operator sets a cap, the worker pauses the bet type in that draw, and two others raise it', async () => {
  const draw = await nextDraw(9);
  const { owner, db } = site.database;
  const player = await createPlayer(owner, { dep: 500 });
  const place = async () => {
    const { id } = newTicket(draw.id);
    const [placed] = await db.query<{ answer: string }>(
      `select answer from place_checkouts($1, $2, $1, $3, $2, '{2}', '{5}', '{100}')`,
      [[player.clientId], [draw.id], [id]],
    );
    return placed!.answer;
  };
  expect(await place()).toBe('placed');
  // The operator who lowers it is neither of the two who raise it.
  const lowers = await openDesk(browser, site, ['risk']);
  const { page } = lowers;
  await lowers.open(`/draws/${draw.id}`);
  await page.getByText('No cap. Nothing is paused').waitFor();
  await page.getByRole('button', { name: 'Set a cap…' }).click();
  const lower = page.getByRole('dialog', { name: 'Set a cap' });
  await lower.getByRole('radio', { name: 'IziOne' }).check();
  await lower.getByLabel('New cap, XOF').fill('650');
  await lower.getByLabel(/^Reason/).fill('The reserve is small today');
  await lower.getByLabel('Type the new cap').fill('650');
  await auditScreen(page, 'cap-lower');
  await lower.getByRole('button', { name: 'Set it now' }).click();
  // The next look finds more than nine tenths of it.
  await page.getByText(/worst case of Izi\w+ at \d{1,3}(\u00A0\d{3})* XOF, cap/).waitFor();
  await page.getByRole('meter', { name: 'How much of the cap on IziOne is reached' }).waitFor();
  await auditScreen(page, 'caps');
  expect((await published(draw.id)).stops).toMatchObject([{ name: 'IziOne', cause: 'cap' }]);
  expect(await place()).toBe('in_the_way');
  expect(await page.getByRole('button', { name: 'Raise…' }).isDisabled()).toBe(true);
  // Beside the list its table leaves out what has no room there.
  await lowers.open(`/draws?status=open&open=${draw.id}`);
  const sold = page.getByRole('table', { name: 'By bet type', exact: true });
  await sold.getByRole('row').filter({ hasText: 'IziOne' }).getByText('stopped').waitFor();
  await sold.getByRole('columnheader', { name: 'Chance of a loss' }).waitFor();
  await auditScreen(page, 'draw-beside');
  await lowers.close();
  expect(lowers.troubles).toEqual([]);

  await risk.open(`/draws/${draw.id}`);
  await risk.page.getByRole('button', { name: 'Raise…' }).click();
  const raise = risk.page.getByRole('dialog', { name: 'Submit: raise a cap' });
  await raise.getByLabel('New cap, XOF').fill('9000');
  await raise.getByLabel(/^Reason/).fill('The reserve is larger now');
  await raise.getByLabel('Type the new cap').fill('9000');
  await auditScreen(risk.page, 'cap-raise');
  await raise.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await risk.page.getByText('asked for', { exact: true }).waitFor();
  await approve(compliance, 'Raise a cap', { amount: '9000' });
  await risk.page.getByText('ended, the cap was raised').waitFor();
  expect(await place()).toBe('placed');
});

/** Sells the whole set of nine tickets *IziOne* of a draw to one player, and one more to another: at least one wins. */
async function sellAll(draw: PublicDraw): Promise<void> {
  const { owner, db } = site.database;
  const players = [await createPlayer(owner, { dep: 900 }), await createPlayer(owner, { dep: 500 })];
  const sold = [
    ...Array.from({ length: 9 }, (_, place) => [players[0]!, place + 1, 100] as const),
    [players[1]!, 5, 500],
  ] as const;
  for (const [{ clientId }, number, stake] of sold) {
    const { id } = newTicket(draw.id);
    const [placed] = await db.query(`select answer from place_checkouts($1, $2, $1, $3, $2, '{2}', $4, $5)`, [
      [clientId],
      [draw.id],
      [id],
      [number],
      [stake],
    ]);
    expect(placed).toEqual({ answer: 'placed' });
  }
}

test('the tickets of a draw say what they come to, open with keys, and are filtered by how they stand', async () => {
  const { page } = risk;
  // Nothing is sold of it, and no filter is set.
  await risk.open(`/draws/${(await nextDraw(12)).id}?view=tickets`);
  await page.getByText('Nothing is sold yet.').waitFor();
  await page.getByText('0 tickets · 0 players', { exact: true }).waitFor();
  const draw = await nextDraw(1);
  await sellAll(draw);
  await risk.open(`/draws/${draw.id}?view=tickets`);
  await page.getByText('10 tickets · 2 players · 140 XOF on average').waitFor();
  await page.getByText(/^sales close \d\d:\d\d:\d\d$/).waitFor();
  const table = page.getByRole('table', { name: 'Tickets' });
  await table.getByRole('row').nth(10).waitFor();
  await risk.open(`/draws/${draw.id}?view=tickets&stake=500..`);
  await page.getByText('1 of 10', { exact: true }).waitFor();
  // Only the keys open: Enter the ticket, p its player.
  const serial = await table.getByRole('row').nth(1).getByRole('link').last().innerText();
  await page.keyboard.press('Enter');
  const open = page.getByRole('region', { name: `Ticket ${serial}` });
  await open.getByText('waiting for the draw').waitFor();
  await auditScreen(page, 'ticket');
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
  await table.getByRole('link', { name: serial }).click();
  await open.waitFor();
  await page.keyboard.press('p');
  await page.waitForURL(/\/players\/\d+$/);
  await risk.open(`/draws/${draw.id}?view=tickets&status=win`);
  await page.getByText('No results for these filters').waitFor();

  // The winners, once it is settled: nine different numbers have one winner at least.
  await expect.poll(async () => (await published(draw.id)).status, { interval: 1_000 }).toBe('settled');
  await risk.open(`/draws/${draw.id}?view=winners`);
  const [counts] = await site.database.owner.query<{ won: number; players: number; most: number; sum: number }>(
    `select count(*)::int as won, count(distinct client_id)::int as players, max(to_dep + to_win)::int as most, sum(to_dep + to_win)::int as sum
     from due where draw_id = $1`,
    [draw.id],
  );
  const { won, players, most, sum } = counts!;
  await page.getByText(`${won} · ${players}`, { exact: true }).waitFor();
  // Each of these ten wins one time in nine.
  await page.getByText(new RegExp(`^${won}0\\.0\\s% of tickets, 11\\.1\\s% expected$`)).waitFor();
  await page.getByText(new RegExp(`^all ${spaced(sum)} XOF paid within [\\d.]+ s of the result$`)).waitFor();
  await page
    .getByText('Largest winning')
    .locator('..')
    .getByText(new RegExp(`^${spaced(most)}$`))
    .waitFor();
  await page.getByText('large winnings over 1 000 000: none').waitFor();
  await page.getByText(/^published \d\d:\d\d:\d\d$/).waitFor();
  await page.getByText('House result').waitFor();
  await auditScreen(page, 'winners');
  await risk.open(`/draws/${draw.id}?view=tickets&status=win`);
  await page.getByText(`${won} of 10`, { exact: true }).waitFor();
});

test('two operators call a draw off, all stakes are refunded, and players read what was written for them', async () => {
  const draw = await nextDraw(10);
  const { owner } = site.database;
  const player = await createPlayer(owner, { dep: 500 });
  const { id } = newTicket(draw.id);
  const [placed] = await site.database.db.query(
    `select answer from place_checkouts($1, $2, $1, $3, $2, '{2}', '{5}', '{500}')`,
    [[player.clientId], [draw.id], [id]],
  );
  expect(placed).toEqual({ answer: 'placed' });

  const { page } = draws;
  await draws.open(`/draws/${draw.id}`);
  await page
    .getByRole('table', { name: 'By bet type', exact: true })
    .getByRole('row')
    .filter({ hasText: 'IziOne' })
    .waitFor();
  await page.keyboard.press('c');
  const sheet = page.getByRole('dialog', { name: 'Submit: cancel this draw' });
  await sheet.getByLabel(/^Reason/).fill('The wrong prizes were announced for it');
  await sheet.getByLabel('Message to players, in English').fill('Its prizes were wrong.');
  await sheet.getByLabel('Type the time of the draw').fill(timeOf(draw));
  // The asker sees which stakes are refunded, and the approver sees the same.
  const stakes = (await factOf(sheet, 'staked').innerText()).trim();
  expect(stakes).toMatch(/500/);
  await auditScreen(page, 'call-off');
  await sheet.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await page.getByText('cancel · asked').waitFor();
  expect((await published(draw.id)).status).toBe('open');
  await openRequest(compliance, 'Cancel a draw');
  await factOf(compliance.page.getByRole('region', { name: 'Cancel a draw' }), 'staked')
    .getByText(stakes)
    .waitFor();
  // The draw is named by its time, with what happens to the stakes, and that time is typed.
  const request = compliance.page.getByRole('region', { name: 'Cancel a draw' });
  await request.getByText(`Draw of ${clockOf(draw)}`, { exact: true }).waitFor();
  await request.getByText('500 XOF go back for 1 ticket').waitFor();
  await auditScreen(compliance.page, 'request to cancel');
  await compliance.open('/inbox');
  await compliance.page
    .getByRole('row')
    .filter({ hasText: `Approve: cancel the draw of ${clockOf(draw)}` })
    .filter({ hasText: '500' })
    .waitFor();
  await compliance.open('/requests');
  await compliance.page.getByRole('link', { name: `draw of ${clockOf(draw)}` }).waitFor();
  await openRequest(compliance, 'Cancel a draw');
  await compliance.page.getByLabel('Why you agree').fill('I looked at it too');
  await compliance.page.getByText(`Type “${clockOf(draw)}” to confirm`).waitFor();
  const cancel = compliance.page.getByRole('button', { name: 'Approve and cancel the draw', exact: true });
  expect(await cancel.isDisabled()).toBe(true);
  await approve(compliance, 'Cancel a draw', { time: clockOf(draw) });
  await page.getByText('The wrong prizes were announced for it').waitFor();
  expect(await published(draw.id)).toMatchObject({
    status: 'void',
    calledOff: { reason: 'Its prizes were wrong.' },
  });
  await expect
    .poll(async () => (await owner.query('select dep from wallet where client_id = $1', [player.clientId]))[0])
    .toEqual({ dep: 500 });
  await auditScreen(page, 'called-off');
});

// Before the second opinion disagrees, which stays an alarm.
test('an alarm appears, is taken by keyboard, and disappears by itself', async () => {
  const { page, name } = risk;
  const { owner } = site.database;
  await risk.open('/');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await attention.getByText('Open inbox').waitFor();
  expect(await attention.getByText('The books do not agree').count()).toBe(0);
  await owner.query(
    `insert into mismatch (check_name, subject, subject_id, detail, found_at, last_found_at)
     values ('wallet', 'account', '7', '{}', now(), now())`,
  );
  await attention.getByText('The books do not agree').waitFor();
  await page.getByRole('link', { name: /^Inbox \d/ }).waitFor();
  await auditScreen(page, 'the alarm');
  await goByKeys(page, 'g i', '/inbox');
  const row = page.getByRole('row').filter({ hasText: 'The books do not agree' });
  await row.getByText('nobody').waitFor();
  await page.keyboard.press('e');
  await page.getByText('It closes by itself once it is over.').waitFor();
  await auditScreen(page, 'the inbox');
  await page.keyboard.press('t');
  // The toast names the line of the audit, which is where its link leads. It goes by itself, so it is used at once.
  const toast = page.getByRole('status').filter({ hasText: 'It is yours.' });
  await toast.getByRole('link', { name: /^audit line/ }).click();
  await page
    .getByRole('region', { name: /^Line / })
    .getByText('alarm taken')
    .waitFor();
  await goByKeys(page, 'g i', '/inbox');
  await row.getByText('you', { exact: true }).waitFor();
  await goByKeys(page, 'g a', '/alarms');
  await page.getByRole('row').filter({ hasText: 'The books do not agree' }).filter({ hasText: name }).waitFor();
  await changeHistory(owner, 'delete from mismatch', []);
  await goByKeys(page, 'g o', '/');
  await attention.getByText('Open inbox').waitFor();
  await attention.getByText('The books do not agree').waitFor({ state: 'detached' });
});

test('a finished draw is verified, and shows what the second opinion says', async () => {
  const { page } = risk;
  const settled = () =>
    site.database.owner.query<{ id: string }>(`select id from draw where status = 'settled' limit 1`);
  await expect.poll(settled, { interval: 1_000 }).toHaveLength(1);
  // The result of the house stands on the overview too, and for longer times above the list.
  await risk.open('/');
  await page.getByRole('img', { name: /^House result, 8 hours:/ }).waitFor();
  await risk.open('/draws');
  await page.getByRole('img', { name: /^House result, 8 hours: .* of \d+ draws? below zero/ }).waitFor();
  await page.getByRole('radio', { name: '7 days' }).check();
  await page.getByRole('img', { name: /^House result, 7 days:/ }).waitFor();
  await page.getByRole('row').filter({ hasText: 'settled' }).first().click();
  await page.getByRole('heading', { name: 'Life of the draw' }).waitFor();
  await auditScreen(page, 'draws');
  // While the server checks, the screen says how much it checks.
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/verification', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('v');
  await page.waitForURL(/\/draws\/[\w-]+\?view=proof$/);
  await page.getByText(/^Checking the draw with its \d+ tickets?…/).waitFor();
  go();
  await page.getByText('Yes. All 13 steps are right.').waitFor();
  const sentences = page.getByRole('region', { name: 'Can anybody check this draw?' }).getByRole('listitem');
  expect(await sentences.filter({ has: page.locator('[data-tone=ok]') }).count()).toBe(5);
  await sentences.filter({ hasText: 'Independent check: not run' }).waitFor();
  await page.getByText('The 13 steps of the check').click();
  await page.getByText('Chain of seals').waitFor();
  await page.getByText('Technical', { exact: true }).click();
  await page
    .getByText(/^\d\d:\d\d:\d\d\.\d{3}$/)
    .first()
    .waitFor();
  await auditScreen(page, 'proof');
  await page.unroute('**/verification');
  // A step that is wrong says why, in place of what it proves.
  await page.route('**/verification', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: { name: string; state: string; sentence: string }[] };
    const root = data.find(({ name }) => name === 'root')!;
    Object.assign(root, { state: 'failed', sentence: 'A ticket is missing.' });
    await route.fulfill({ response: answer, json: { data } });
  });
  await page.keyboard.press('v');
  await page.getByText('1 step is wrong.').waitFor();
  await sentences
    .filter({ hasText: 'The tickets were fixed before the result' })
    .getByText('A ticket is missing.')
    .waitFor();
  expect(await page.getByText('none added, none removed').count()).toBe(0);
  await page.unroute('**/verification');
  // Before the result nothing is said of what players saw, and each reason stands once.
  const [last] = await site.database.owner.query<{ id: string }>('select id from draw order by draws_at desc limit 1');
  await risk.open(`/draws/${last!.id}?view=proof`);
  await page.getByText(/^\d+ steps cannot be checked yet\.$/).waitFor();
  await sentences
    .filter({ hasText: 'The result is the one players saw' })
    .getByText('The draw has no result.')
    .waitFor();
  const ofTickets = sentences.filter({ hasText: 'The tickets were fixed before the result' });
  expect(await ofTickets.locator('p').count()).toBe(1);

  const [{ id }] = (await settled()) as [{ id: string }];
  await risk.open(`/draws/${id}`);
  await page.getByText(/^published .*, players see it$/).waitFor();
  await page.getByText('House result').waitFor();
  await page.getByText('not run', { exact: true }).nth(1).waitFor();
  const { host, database } = site.database.config;
  const address = `postgres://izi_opinion@localhost/${database}?host=${encodeURIComponent(host!)}`;
  const quiet = { print: () => {}, tell: () => {}, signal: new AbortController().signal };
  expect(await run(['--draw', id], { OPINION_DATABASE_URL: address }, quiet)).toBe(0);
  await site.database.opinion.query(
    `select opinion.note_after($1, 0, 0, null, null, 0, 0, sha256(''), '{"ticket 7: due 600, the site listed 601"}', 'a test')`,
    [id],
  );
  await page.reload();
  await page.getByText('late: the result could be known').waitFor();
  await page.getByText('ticket 7: due 600, the site listed 601').waitFor();
  await auditScreen(page, 'opinion');
  // The alarm about it has the draw beside it.
  await risk.open('/inbox?view=alarm');
  await page.getByRole('row').filter({ hasText: 'The independent check disagrees' }).click();
  await page
    .getByRole('region', { name: 'The independent check disagrees' })
    .getByText('It closes by itself')
    .waitFor();
  await page
    .getByRole('region', { name: /^Draw / })
    .getByText('ticket 7: due 600, the site listed 601')
    .waitFor();
  await auditScreen(page, 'alarm of a draw');
  await risk.open(`/draws/${id}`);
  // A later one counts, and the alarm is over.
  expect(await run(['--draw', id], { OPINION_DATABASE_URL: address }, quiet)).toBe(0);
  await page.reload();
  await page.getByText('agrees', { exact: true }).nth(1).waitFor();
});

test.runIf(runsLong)('two operators pay a draw that the second opinion has refused', async () => {
  const { owner, opinion } = site.database;
  await keepOpinionRule(owner, 600);
  const waiting = () => owner.query<{ id: string }>('select draw_id as id from opinion.wait limit 1');
  await expect.poll(waiting, { interval: 500 }).toHaveLength(1);
  await keepOpinionRule(owner, null);
  const [{ id }] = (await waiting()) as [{ id: string }];
  await opinion.query(
    `select opinion.note_drawn($1, 0, 0, null, null, '{"the beacon’s value is not signed by its chain"}', 'a test')`,
    [id],
  );
  const { page } = risk;
  await risk.open(`/draws/${id}`);
  await page.getByText('held: nobody is paid until two operators decide').waitFor();
  await page.getByText('the beacon’s value is not signed by its chain').waitFor();
  await auditScreen(page, 'held');
  await page.keyboard.press('p');
  const sheet = page.getByRole('dialog', { name: 'Submit: pay this draw as drawn' });
  await sheet.getByLabel(/^Reason/).fill('The other machine had the chain of last year');
  await sheet.getByLabel('Type the time of the draw').fill(timeOf(await published(id)));
  await auditScreen(page, 'pay-held');
  await sheet.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await page.getByText('Asked. It waits for compliance.').waitFor();
  await approve(compliance, 'Pay a held draw as drawn', { time: clockOf(await published(id)) });
  await expect.poll(async () => (await published(id)).status).toBe('settled');
  await page.reload();
  await page.getByText('paid as drawn by two operators').waitFor();
  // Withdrawals wait for a pass over the books, as after a mismatch.
  expect(await owner.query(`select reason from operation_flag`)).toEqual([
    { reason: `second opinion: it disagrees on draw ${id}, drawn` },
  ]);
});

test('two operators change the timetable, beginning where the committed draws end', async () => {
  const { page } = draws;
  await draws.open('/timetable');
  await page.getByText('from the first draw').or(page.getByText('the first draw')).first().waitFor();
  await page.getByRole('radio', { name: '5', exact: true }).check();
  await page.getByLabel('Sales close, seconds before').fill('30');
  await page.getByRole('table', { name: 'Proposed' }).getByRole('row').nth(3).waitFor();
  await auditScreen(page, 'timetable');
  await page.getByRole('button', { name: 'Change…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Submit: another timetable' });
  await sheet.getByLabel(/^Reason/).fill('Fewer draws at night');
  await sheet.getByLabel('Type the minutes between draws').fill('5');
  await auditScreen(page, 'change-timetable');
  await sheet.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await page.getByText('Asked. It waits for compliance.').waitFor();
  await approve(compliance, 'Change the timetable');
  await expect
    .poll(() => site.database.owner.query('select number, every_minutes from timetable_version order by number'))
    .toEqual([
      { number: 1, every_minutes: 1 },
      { number: 2, every_minutes: 5 },
    ]);
  await page.getByRole('row').filter({ hasText: 'lies ahead' }).waitFor();
});
