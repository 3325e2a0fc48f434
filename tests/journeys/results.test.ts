import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { latestResult, openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import { shiftOf } from './shift.ts';
import { eventually, inMotion, journey, type Visit } from './support.ts';

// The net result of play: on Results for each draw, in History for a period.

const mostShift = 0.01;

for (const [device, walk] of [
  ['phone', journey],
  ['desktop', journey.long],
] as const) {
  walk(`on a ${device} a new result shows by itself, says what was paid and staked, and moves nothing`, async (it) => {
    const { api, remembered } = await it.client(2_000);
    await latestResult(api);
    const [draw] = await openDraws(api, 45_000);
    // Three of the nine win twice their stake.
    const tickets = Array.from('123456789', (number) => ticketFor(draw!, 'IziABC', number, 100));
    expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
    const open = () => it.visit(device, { ...remembered, ...inMotion });
    const [visitor, reader] = await Promise.all([open(), open()]);
    const { page } = visitor;
    const calls = listCalls(visitor);
    await Promise.all([visitor.open('/results'), reader.open('/results')]);
    // A client who has touched the page is asked before anything moves.
    const rows = reader.page.getByRole('main').locator('ol').first().locator('> li');
    await rows.first().waitFor();
    await reader.page.keyboard.press('Shift');
    const before = await rows.count();

    const row = rowOf(page, draw!.id);
    await row.getByText('Paid 600 · staked 900').waitFor();
    expect(await row.getByText('Your 9 tickets').count()).toBe(1);
    expect(await row.innerText()).not.toContain('+');
    expect(await colorOf(row.getByText('Paid 600'))).toBe(await colorOf(page.getByText('Past draws say nothing')));
    const { sum, moved } = await shiftOf(page);
    expect(sum, moved.join('\n')).toBeLessThanOrEqual(mostShift);
    expect(calls.filter((path) => path.startsWith('/api/bets?'))).toEqual([]);
    expect(calls.some((path) => path.startsWith('/api/bets/by-draw?'))).toBe(true);

    const more = reader.page.getByRole('button', { name: /^Show (the new result|\d+ new results)$/ });
    await more.waitFor();
    expect(await rows.count()).toBe(before);
    const newRow = rowOf(reader.page, draw!.id);
    expect(await newRow.count()).toBe(0);
    await more.click();
    // The number of rows says nothing: a page of the list may have been full before.
    await newRow.waitFor();
    await more.waitFor({ state: 'detached' });
  });
}

journey('a day is typed day first in any browser, and an impossible day is reported', async ({ visit }) => {
  // An American browser writes 11/22/2026 in a field of its own.
  const visitor = await visit('phone', { locale: 'en-US' });
  const { page } = visitor;
  await visitor.open('/results');
  const day = page.getByLabel('Day', { exact: true });
  await eventually(async () => /^\d\d\/\d\d\/\d{4}$/.test(await day.inputValue()), true);
  await day.fill('02/01/2026');
  await visitor.arrive('/results?date=2026-01-02', 'Results');
  await page.getByText('No draws on this day').waitFor();
  const middleOf = async (field: Locator) => {
    const { y, height } = (await field.boundingBox())!;
    return y + height / 2;
  };
  const phone = page.viewportSize()!;
  await page.setViewportSize({ width: 768, height: 1_024 });
  expect(await middleOf(page.getByRole('button', { name: 'Latest' }))).toBeCloseTo(await middleOf(day), 0);
  await page.setViewportSize(phone);
  await day.fill('13/13/2026');
  await day.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Enter a valid date' }).waitFor();
  expect(await day.getAttribute('aria-invalid')).toBe('true');
  await visitor.arrive('/results?date=2026-01-02', 'Results');
  await day.fill('01/01/2999');
  await day.press('Tab');
  await page
    .getByRole('alert')
    .filter({ hasText: /^Enter a date up to \d\d\/\d\d\/\d{4}\.$/ })
    .waitFor();
  await page.getByRole('button', { name: 'Next day' }).click();
  await visitor.arrive('/results?date=2026-01-03', 'Results');
  await eventually(() => day.inputValue(), '03/01/2026');
  expect(await page.getByRole('alert').count()).toBe(0);
});

journey('sums and result of play cover the whole period, whatever is listed', async ({ visit, client }) => {
  await untilDayLasts();
  const { api, remembered } = await client(20_000);
  const draw = (await api.call('/draws?status=open&limit=100')).json.data.at(-1);
  // More than a page of lines.
  for (const numbers of ['1234567'.repeat(7), '1234567'.repeat(7)]) {
    const tickets = Array.from(numbers, (number) => ticketFor(draw, 'IziABC', number, 100));
    expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
  }
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/history');
  const main = page.getByRole('main');
  const panel = main.getByRole('region').or(main.locator('section')).filter({ hasText: 'Result of play' }).first();
  const readPanel = async () => (await panel.innerText()).replaceAll('\u202F', ' ').replaceAll(/\s+/g, ' ');
  expect(await main.getByRole('button', { name: 'Month', exact: true }).getAttribute('aria-pressed')).toBe('true');
  await panel.getByText(/^You won/).waitFor();
  const expected = /−9 800 XOF You won 0 and staked 9 800 in 98 tickets\. Added 20 000 XOF Staked 9 800 XOF/;
  expect(await readPanel()).toMatch(expected);
  expect(await readPanel()).toMatch(/^Result of play, 01\/\d\d\/\d{4}/);
  const lines = main.getByRole('listitem');
  await eventually(() => lines.count(), 50);
  await main.getByRole('button', { name: 'Show more' }).click();
  await eventually(() => lines.count(), 99);
  expect(await readPanel()).toMatch(expected);
  await page.getByLabel('Show', { exact: true }).selectOption('Deposit');
  await eventually(() => lines.count(), 1);
  expect(await readPanel()).toMatch(expected);

  // A period before the client signed up has a sum of zero.
  await main.getByRole('button', { name: 'Custom' }).click();
  await page.getByLabel('To', { exact: true }).fill('02/11/2020');
  await page.getByLabel('From', { exact: true }).fill('01/11/2020');
  await panel.getByText('You won 0 and staked 0 in 0 tickets.').waitFor();
  await main.getByRole('button', { name: 'Today' }).click();
  await panel.getByText(/in 98 tickets/).waitFor();
  const short = await page.evaluate(() =>
    Array.from(document.querySelectorAll('main a, main button, main select'), (element) => {
      const { height, width } = element.getBoundingClientRect();
      const row = element.closest('li')?.getBoundingClientRect().height ?? 0;
      return { name: element.textContent, isSmall: Math.max(height, row) < 44 || (row === 0 && width < 44) };
    }).flatMap(({ name, isSmall }) => (isSmall ? [name] : [])),
  );
  expect(short).toEqual([]);
});

function rowOf(page: Page, drawId: string): Locator {
  return page.getByRole('listitem').filter({ has: page.locator(`a[href="/results/${drawId}"]`) });
}

/** The paths of the API that the page asks from now on. */
function listCalls({ page }: Visit): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return calls;
}

function colorOf(text: Locator): Promise<string> {
  return text.first().evaluate((element) => getComputedStyle(element).color);
}

journey(
  'on the narrowest phone the figures of a day take more lines, and nothing of them is cut',
  async ({ visit }) => {
    const { page, open, arrive } = await visit('phone', { viewport: { width: 280, height: 653 } });
    await open('/figures');
    await arrive('/figures', 'Figures');
    const table = page.getByRole('table').filter({ hasText: 'Withdrawals, half within' });
    await table.waitFor();
    const [shown, whole] = await table.evaluate(({ parentElement: room }) => [room!.clientWidth, room!.scrollWidth]);
    expect(whole).toBe(shown);
  },
);
