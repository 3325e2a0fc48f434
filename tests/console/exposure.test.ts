import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { encodeNumbers } from '#domain/result.ts';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { createPlayer, newTicket } from '#tests/support/players/play.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

// Exposure, as the worker of the site computes it while three people look.

let browser: Browser;
let site: TestApp;
let draws: Desk;
let risk: Desk;
let compliance: Desk;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    connectChromium(),
    startApp({ CONSOLE_PORT: '0' }, { expectsError: (line) => line.includes('has not computed it yet') }),
  ]);
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

/** One ticket of each bet type, of 1, 2, 3 … */
async function sell(draw: string): Promise<ReturnType<typeof newTicket>[]> {
  const player = await createPlayer(site.database.owner, { dep: 10_000 });
  const tickets = betNames.map((name) => newTicket(draw, { name }));
  await site.database.db.query('select answer from place_checkouts($1, $2, $3, $4, $5, $6, $7, $8)', [
    [player.clientId],
    [draw],
    tickets.map(() => player.clientId),
    tickets.map(({ id }) => id),
    tickets.map(() => draw),
    betNames.map((name) => betTypes[name].code),
    tickets.map(({ selectedNumbers }) => encodeNumbers(selectedNumbers.map(Number))),
    tickets.map(({ betAmount }) => betAmount),
  ]);
  return tickets;
}

test('the exposure of the next draws is shown in full and against a reserve that two operators set', async () => {
  const [draw] = await site.database.owner.query<{ id: string }>(
    `select id from draw where status = 'open' and opens_at <= now() and closes_at > now() + interval '4 min' order by closes_at limit 1`,
  );
  const sold = await sell(draw!.id);
  const { page } = risk;
  await risk.open(`/exposure?open=${draw!.id}`);
  // A busy machine may take long for the first one, and the screen asks again.
  await page.getByText('Worst case, exact').waitFor();
  // All six win together when 1 to 9 come in this order, and in no other.
  await page.getByText('1 of 362 880 results').waitFor();
  await page.getByRole('img', { name: 'What this draw may pay' }).waitFor();
  await auditScreen(page, 'exposure');
  const panel = page.getByRole('region', { name: 'What this draw may pay' });
  await panel.getByRole('button', { name: 'Table' }).click();
  await panel.getByRole('table').waitFor();
  await page
    .getByRole('table', { name: 'By bet type, and without it' })
    .getByRole('row')
    .filter({ hasText: 'IziOrder' })
    .waitFor();
  await auditScreen(page, 'exposure-table');
  // One of a hundred pays more than so much, which leaves that much less than nothing to the house.
  const often = page.getByRole('table', { name: 'How bad, how often' });
  const rowOf = (name: string) => often.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts();
  const numberOf = (text: string) => Number(text.replaceAll(/\s/g, '').replace('−', '-').replace('+', ''));
  const staked = sold.reduce((sum, { betAmount }) => sum + betAmount, 0);
  for (const chance of ['1 in 2', '1 in 100', '1 in 1\u00A0000', '1 in 10\u00A0000', 'Worst case']) {
    const [, pays, house] = (await rowOf(chance)).slice(-3);
    expect(numberOf(house!), chance).toBe(staked - numberOf(pays!));
  }
  const most = page.getByRole('table', { name: 'Results that cost most' });
  expect(await most.getByRole('columnheader').allInnerTexts()).toEqual(['Order', 'Pays']);
  await page.keyboard.press(']');
  await page.getByText('Nothing is staked on this draw').waitFor();

  // The exposure is not computed yet, and the screen shows no sum of unknown figures.
  const list = '**/operator/exposure';
  await draws.page.route(list, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { draws: object[] } };
    body.data.draws = body.data.draws.map((one) => ({ ...one, worst: null, computedAt: null }));
    await route.fulfill({ response: answer, json: body });
  });
  await draws.open('/exposure');
  await draws.page.getByRole('region', { name: 'Reserve' }).getByText('not computed yet').waitFor();
  expect(await draws.page.getByText(/^Other draws on sale/).count()).toBe(0);
  await draws.page.unroute(list);
  await draws.page.getByRole('button', { name: 'Change…' }).click();
  const sheet = draws.page.getByRole('dialog', { name: 'Submit: another reserve' });
  await sheet.getByLabel('Reserve, XOF').fill('250 000 000');
  await sheet.getByLabel('Type the amount').fill('250000000');
  await sheet.getByLabel(/^Reason/).fill('As the board decided');
  await auditScreen(draws.page, 'reserve');
  await sheet.getByRole('button', { name: 'Sign with passkey and submit' }).click();
  await draws.page.getByText('It waits for compliance').waitFor();
  await compliance.open('/requests');
  await compliance.page.getByRole('row').filter({ hasText: 'Change the reserve' }).first().click();
  await compliance.page.getByLabel('Type the amount').fill('250000000');
  await compliance.page.getByLabel('Why you agree').fill('I was there');
  await compliance.page.getByRole('button', { name: /^Approve and / }).click();
  await compliance.page.getByText(/^Done by the worker/).waitFor();
  await risk.open(`/exposure?open=${draw!.id}`);
  await page.getByRole('region', { name: 'Reserve' }).getByText('250 000 000').waitFor();

  // The draw shows the same.
  await risk.open(`/draws/${draw!.id}`);
  await page.getByRole('link', { name: 'Open the exposure' }).waitFor();
  await page.getByText('6 · 1', { exact: true }).waitFor();
  await page.getByText('Worst case, exact').waitFor();
  await page.getByRole('columnheader', { name: 'Worst case excluding it' }).waitFor();
  await auditScreen(page, 'draw-with-exposure');
});

test('the worst cases of the next draws stand against the cap and the reserve, and from there a cap is lowered and sales are stopped', async () => {
  const { page } = risk;
  const million = 1_000_000;
  let worsts: readonly (number | null)[] = [8, 9.5, 2, 1].map((worst) => worst * million);
  let shown: readonly { readonly id: string }[] = [];
  await page.route('**/operator/exposure', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: { draws: { readonly id: string }[] } };
    shown = data.draws.slice(-worsts.length);
    const draws = shown.map((one, index) => ({ ...one, worst: worsts[index], stakes: 1_000, tickets: 1 }));
    const set = { number: 1, setAt: new Date().toISOString(), request: draws[0]!.id, askedBy: 'a', approvedBy: 'b' };
    await route.fulfill({ response: answer, json: { data: { draws, reserve: { ...set, amount: 16 * million } } } });
  });
  const isCaps = (url: URL) => url.pathname === '/operator/caps';
  await page.route(isCaps, async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: object };
    const set = { setAt: new Date().toISOString(), setBy: 'a', reason: 'A reason', request: null, asked: null };
    const cap = { name: null, measure: 'worst', amount: 10 * million, ofDraw: false, own: false, figure: null, ...set };
    await route.fulfill({ response: answer, json: { data: { ...data, caps: [cap] } } });
  });
  await risk.open('/exposure');
  const chart = page.getByRole('region', { name: 'Worst case, next 4 draws' });
  await chart.getByText('all: 20.5 M, 128 % of the reserve').waitFor();
  await chart.getByText('reserve 16 M').waitFor();
  await chart.getByText('cap of one draw 10 M').waitFor();
  const bars = chart.locator('rect[data-tone]');
  const tones = () => bars.evaluateAll((all) => all.map((bar) => (bar as SVGElement).dataset['tone']));
  expect(await tones()).toEqual(['wait', 'bad', 'plain', 'plain']);
  await page.getByText('of the cap 10 M').waitFor();
  await page.getByText('of the reserve 16 M').waitFor();
  await page.getByText(/^closes in [\d:]+/).waitFor();
  await auditScreen(page, 'exposure-next-draws');
  // The draw whose bar is pressed is open, and the table has the same numbers.
  const third = shown[2]!.id;
  await chart.locator('svg rect:has(title)').nth(2).click();
  await page.waitForURL(`**/exposure?open=${third}`);
  await chart.getByRole('button', { name: 'Table' }).click();
  const row = chart.locator(`tr[data-row="${third}"]`);
  const cells = (await row.innerText()).split(/\t|\n/).map((cell) => cell.replaceAll('\u00A0', ' '));
  expect(cells.slice(-4)).toEqual(['2 000 000', '20 %', '13 %', '19 500 000']);
  await auditScreen(page, 'exposure-next-draws-table');

  // Nothing is added up from a draw on that is not computed yet.
  worsts = [8 * million, null, 2 * million, million];
  await chart.getByText('1 of 4: 8 M, 50 % of the reserve').waitFor();
  worsts = [null, null, null, null];
  await chart.getByText('not computed yet').first().waitFor();

  await page.keyboard.press('l');
  await page.getByRole('dialog', { name: 'Lower a cap' }).getByText('at most 10 000 000 XOF').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  const stop = page.getByRole('dialog', { name: 'Stop sales' });
  await stop.getByRole('radio', { name: /^only/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.unroute('**/operator/exposure');

  // Without the caps the figures stay, and no cap is lowered.
  await page.unroute(isCaps);
  await page.route(isCaps, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  await page.reload();
  await page.getByText('Could not load the caps.').waitFor();
  expect(await page.getByRole('button', { name: /cap…/ }).isDisabled()).toBe(true);
  expect(await page.getByText(/^of the cap/).count()).toBe(0);
  await page.unroute(isCaps);

  // The auditor sees the same and does nothing.
  const auditor = await openDesk(browser, site, ['auditor']);
  await auditor.open('/exposure');
  await auditor.page.getByText(/^of the cap/).waitFor();
  expect(await auditor.page.getByRole('button', { name: /^(Stop sales|Lower a cap|Set a cap)/ }).count()).toBe(0);
  await auditor.close();
  expect(auditor.troubles).toEqual([]);
});
