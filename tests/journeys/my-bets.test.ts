import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import type { Locator, Page } from 'playwright-core';
import type { Ticket } from '#contract/bets.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import { betsOf, openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { eventually, journey } from './support.ts';

const timeOf = ({ fullDate }: { fullDate: string }) => fullDate.slice(11, 16);
const ticketsAt = (page: Page) => page.getByRole('main').getByRole('article');

journey('my bets shows the next draw first, and the sums of all tickets', async ({ visit, client }) => {
  const { api, remembered } = await client(50_000);
  const [soon, second, third] = await openDraws(api, 45_000);
  const bet = async (tickets: ReturnType<typeof ticketFor>[]) =>
    expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
  // Three of these win with any result, and pay less than all of them cost.
  await bet([
    ...Array.from('123456789', (number) => ticketFor(soon!, 'IziABC', number, 300)),
    ticketFor(soon!, 'IziOrder', '491728536', 300),
  ]);
  for (const draw of [second!, third!]) {
    await bet(Array.from('123456789123', (number) => ticketFor(draw, 'IziOne', number, 100)));
  }
  await bet([soon!, second!, third!].map((draw) => ticketFor(draw, 'IziTwo', '38', 200)));
  const [tickets, staked] = [37, 9 * 300 + 300 + 24 * 100 + 3 * 200];

  const visitor = await visit('phone', { ...remembered, colorScheme: 'dark' });
  const { page } = visitor;
  const main = page.getByRole('main');
  await visitor.open('/my-bets');
  await visitor.arrive('/my-bets', 'My bets');
  await main.getByText('Next draw of yours').waitFor();
  expect(await main.getByText(`${timeOf(soon!)} in`).innerText()).toMatch(/^\d\d:\d\d in \d\d:\d\d/);
  await main.getByText(`${tickets} tickets, ${formatFrancs(staked)} staked`, { exact: true }).waitFor();

  // On a low window too, the sentence that takes two lines ends above the line along the hero's edge.
  const usual = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 640 });
  const [lead, edge] = await boxesOf(main.getByText('Tap a ticket for its receipt'), main.locator('svg').first());
  expect(lead.bottom).toBeLessThanOrEqual(edge.y);
  await page.setViewportSize(usual);

  // 24 tickets, of which those of the series on the second and third draw are not loaded or lie on one stack.
  const waiting = main.getByRole('list').first().locator(':scope > li');
  const drawsOf = async () =>
    (await waiting.locator('time').allInnerTexts()).map((shown) => shown.slice(-5)).slice(0, 11);
  expect(await drawsOf()).toEqual(Array.from({ length: 11 }, () => timeOf(soon!)));
  await main.getByRole('button', { name: 'Show more' }).tap();
  await eventually(() => waiting.count(), tickets - 2);
  const series = ticketsAt(page).filter({ has: page.getByRole('list', { name: 'Draws of this series' }) });
  expect(await series.getByRole('link', { name: /^Draw / }).allInnerTexts()).toEqual(
    [soon!, second!, third!].map(timeOf),
  );
  const links = await waiting
    .getByRole('link', { name: /, ticket / })
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  // The series has a link for each of its tickets.
  expect(new Set(links).size).toBe(tickets);

  for (const tab of await main.getByRole('tab').all()) await expectInView(page, tab);
  const first = ticketsAt(page).first();
  for (const target of [first.getByRole('link', { name: /^Proof/ }), first.getByRole('button', { name: /^Share/ })]) {
    const { width, height } = (await target.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await auditPage(page, 'my bets, many waiting');

  await main.getByRole('heading', { name: `Drawn ${timeOf(soon!)}` }).waitFor();
  const mine = (await betsOf(api)).filter(({ drawId }) => drawId === soon!.id);
  const paid = mine.reduce((sum, ticket) => sum + ticket.payout!, 0);
  const outcome = main.getByText(`Paid ${formatAmount(paid)} · staked ${formatAmount(3_200)}`, { exact: true });
  await outcome.waitFor();
  expect(await outcome.getAttribute('data-gain')).toBe(String(paid > 3_200));
  const group = main.locator('section').filter({ has: page.getByRole('heading', { name: `Drawn ${timeOf(soon!)}` }) });
  const statuses = await group
    .getByRole('article')
    .getByText(/^(Win|Lost)$/)
    .allInnerTexts();
  expect(statuses).toEqual(statuses.toSorted().toReversed());
  expect(statuses.filter((status) => status === 'Win').length).toBeGreaterThanOrEqual(3);

  await expectNineColumns(
    visitor,
    mine.find(({ name }) => name === 'IziOrder')!,
  );
  await expectGreenHit(
    visitor,
    mine.find(({ name, status }) => name === 'IziABC' && status === 'win')!,
  );

  await visitor.open('/my-bets/abc');
  await visitor.arrive('/my-bets/abc', 'Ticket');
  await main.getByText('No such ticket', { exact: true }).waitFor();
  expect(await main.getByText('fields').count()).toBe(0);
  await auditPage(page, 'no such ticket');
  await main.getByRole('link', { name: 'All my bets' }).tap();
  await visitor.arrive('/my-bets', 'My bets');
  visitor.expectTrouble(/400/);
});

journey('a ticket can be shared as a picture and as a link that anybody can check', async ({ visit, client }) => {
  const { api, remembered } = await client(1_000);
  const [draw] = await openDraws(api, 20_000);
  const ticket = ticketFor(draw!, 'IziTwo', '49', 300);
  expect((await api.call('/bets', { body: { tickets: [ticket] } })).status).toBe(201);
  const [{ serial }] = (await betsOf(api)) as [Ticket];

  const computer = await visit('desktop', { ...remembered, permissions: ['clipboard-read', 'clipboard-write'] });
  await computer.open('/my-bets');
  await computer.page.getByRole('button', { name: `Share ticket ${serial}` }).click();
  const sheet = computer.page.getByRole('dialog', { name: 'Share this ticket' });
  await sheet.getByRole('img', { name: `Picture of ticket ${serial}, IziTwo` }).waitFor();
  await auditPage(computer.page, 'sharing a ticket');
  const [download] = await Promise.all([
    computer.page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Save picture' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`ticket-${serial}.png`);
  expect(sizeOf(await buffer(await download.createReadStream()))).toEqual([1_080, 1_350]);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await sheet.getByText('The link is copied.').waitFor();
  const link = await computer.page.evaluate(() => navigator.clipboard.readText());

  const anybody = await visit('phone');
  await anybody.page.goto(link);
  await anybody.page.getByText('From the address').waitFor();
  await anybody.page
    .getByText(/IziTwo 4 9/)
    .first()
    .waitFor();

  const phone = await visit('phone', remembered);
  await phone.page.addInitScript(standInForShare);
  await phone.open(`/my-bets/${ticket.id}`);
  await phone.page.getByRole('button', { name: `Share ticket ${serial}` }).tap();
  await phone.page.getByRole('button', { name: 'Share picture' }).tap();
  await phone.page.getByRole('button', { name: 'Share link' }).tap();
  const title = `IziTwo, ${serial}`;
  await eventually(
    () => phone.page.evaluate(() => (globalThis as unknown as SharedPage).shared),
    [
      { title, url: link, files: [`ticket-${serial}.png image/png`] },
      { title, url: link, files: [] },
    ],
  );
});

interface SharedPage {
  shared: { title?: string; url?: string; files: string[] }[];
}

/** The sheet is in the page: a headless browser has no sheet of the device. */
function standInForShare() {
  const shared: SharedPage['shared'] = [];
  Object.assign(globalThis, { shared });
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files = [], ...rest }: ShareData) => {
      shared.push({ ...rest, files: files.map(({ name, type }) => `${name} ${type}`) });
    },
  });
}

/** Width and height of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

async function expectInView(page: Page, target: Locator): Promise<void> {
  const { x, width } = (await target.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

/** The numbers of a ticket and of its result are in the same columns. */
async function expectNineColumns({ open, page }: { open(path: string): Promise<void>; page: Page }, ticket: Ticket) {
  await open(`/my-bets/${ticket.id}`);
  const columnsOf = async (list: string) => {
    const places = page.getByRole('main').getByRole('list', { name: list, exact: true }).locator('li');
    await places.first().waitFor();
    return places.evaluateAll((all) => all.map((place) => Math.round(place.getBoundingClientRect().x * 10) / 10));
  };
  const numbers = await columnsOf('Numbers');
  expect(numbers).toHaveLength(9);
  expect(await columnsOf('Result, first out first')).toEqual(numbers);
}

/** In both themes, a hit is green also where it is among the first three. */
async function expectGreenHit({ open, page }: { open(path: string): Promise<void>; page: Page }, ticket: Ticket) {
  await open(`/my-bets/${ticket.id}`);
  const place = ticket.result!.indexOf(ticket.selectedNumbers[0]!);
  expect(place).toBeLessThan(3);
  const ball = page.getByRole('list', { name: 'Result, first out first' }).locator('li').nth(place);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    expect(await ball.evaluate((element) => getComputedStyle(element).backgroundColor), theme).toBe(
      'rgb(128, 196, 130)',
    );
  }
}
