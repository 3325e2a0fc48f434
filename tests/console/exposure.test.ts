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
async function sell(draw: string): Promise<void> {
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
}

test('the exposure of the next draws is shown in full and against a reserve that two operators set', async () => {
  const [draw] = await site.database.owner.query<{ id: string }>(
    `select id from draw where status = 'open' and opens_at <= now() and closes_at > now() + interval '4 min' order by closes_at limit 1`,
  );
  await sell(draw!.id);
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
  await compliance.page.getByRole('button', { name: 'Approve with passkey' }).click();
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
