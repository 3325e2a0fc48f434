import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { addTicket, basketOf, betOf, eventually, hasFocus, inMotion, journey } from './support.ts';

// The first visit of somebody who has never played: a short explanation of the game, and a draw to try.

const balls = (page: Page) => page.getByRole('button', { name: /^Ball \d$/ });
const ball = (page: Page, number: string) => page.getByRole('button', { name: `Ball ${number}`, exact: true });
const said = (page: Page) => page.getByRole('status').filter({ hasText: /^Yours/ });
const out = (page: Page) =>
  page.getByRole('list', { name: 'The nine balls, first out first' }).getByRole('listitem').allInnerTexts();
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
/** Where the ticket begins: what is above it must not change its height. */
const ticketAt = async (page: Page) => (await page.getByRole('radiogroup', { name: 'Bet type' }).boundingBox())!.y;
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

journey(
  'a draw can be tried without an account: nothing is kept or asked for, and its ball can be played',
  async (walk) => {
    const { page, open } = await walk.visit('phone');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    // The draw of the site takes the place of a try.
    await walk.untilSalesLast(25_000);
    await open('/');
    await page.getByText('Nine balls. Guess which comes first. 100 pays 600.').waitFor();
    await page.getByText('Tap a ball to try. No account, no money. 18+').waitFor();
    await page.getByText(/^Next draw \d\d:\d\d · bet within$/).waitFor();
    await auditPage(page, 'a first visit');
    const [before, at] = [await stored(page), await ticketAt(page)];
    expect(
      asked.filter((line) => /\/assets\/Try-/.test(line)),
      'it costs no byte before it is used',
    ).toEqual([]);

    await ball(page, '7').tap();
    await said(page).waitFor();
    const order = await out(page);
    expect(order.toSorted().join('')).toBe('123456789');
    expect(await said(page).innerText()).toBe(`Yours came ${ordinals[order.indexOf('7')]}. Play it for real?`);
    expect(await ticketAt(page)).toBe(at);
    await auditPage(page, 'the end of a try');
    expect(await stored(page)).toBe(before);
    expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([]);

    await page.getByRole('button', { name: 'Try again' }).tap();
    await eventually(() => balls(page).count(), 9);
    expect(await ticketAt(page)).toBe(at);
    await ball(page, '7').tap();
    await page.getByRole('button', { name: 'Play 7 for real' }).tap();
    await eventually(
      () => page.getByRole('group', { name: 'Numbers', exact: true }).locator('[aria-pressed=true]').allInnerTexts(),
      ['7'],
    );
    expect(await page.getByRole('radio', { name: betOf('IziOne') }).isChecked()).toBe(true);
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('100');
    expect(await basketOf(page)).toEqual([]);
    expect(await balls(page).count()).toBe(0);
  },
);

journey('a try moves for eight seconds unless it is ended, also by keyboard', async ({ visit, untilSalesLast }) => {
  const { page, open } = await visit('desktop', inMotion);
  // The draw of the site takes the place of a try.
  await untilSalesLast(40_000);
  await open('/');
  await balls(page).first().waitFor();
  const at = await ticketAt(page);
  await page.evaluate(watchWords);
  await ball(page, '7').press('Enter');
  await page.getByText('Yours is the 7').waitFor();
  await page.getByText(/^(None is|One is|Two are) out\. The \w+ is coming\.$/).waitFor();
  expect(await hasFocus(said(page))).toBe(true);
  expect(await ticketAt(page)).toBe(at);
  // Each ball flies from the heap, out of which it is gone.
  await page.locator('li[data-comes]').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(/^Yours came \w+\. Play it for real\?$/).waitFor();
  expect((await out(page)).toSorted().join('')).toBe('123456789');
  // The pressed button has gone; the keyboard's focus continues from its place.
  await eventually(() => hasFocus(said(page)), true);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await eventually(() => hasFocus(ball(page, '7')), true);
  await ball(page, '2').press('Enter');
  // Left alone, it comes to its end by itself.
  await page.getByText('Yours is the 2').waitFor();
  await page.getByText(/^Yours came /).waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'ahead') as string[])).toEqual([]);
  // A tap anywhere in the hero ends it, also beside the balls.
  await page.getByRole('button', { name: 'Try again' }).click();
  await ball(page, '5').click();
  await page.getByText('None is out. The first is coming.').waitFor();
  await page.getByText(/^Next draw \d\d:\d\d · bet within$/).click();
  await page.getByText(/^Yours came /).waitFor();
  expect(await page.locator('li[data-comes]').count()).toBeLessThan(9);
  // On a tablet nothing below it moves either.
  await page.setViewportSize({ width: 768, height: 1_024 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await ball(page, '5').waitFor();
  const onTablet = await ticketAt(page);
  await ball(page, '5').click();
  await page.getByText('Yours is the 5').waitFor();
  expect(await ticketAt(page)).toBe(onTablet);
});

/** Runs in the page: whether it counts a ball that does not lie in its socket yet. */
function watchWords(): void {
  const ahead: string[] = [];
  Object.assign(window, { ahead });
  const counts = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'All nine'];
  const look = () => {
    const [, said] = /^(\w+|All nine) (?:is|are) out\./m.exec(document.querySelector('main')!.innerText) ?? [];
    const balls = Array.from(document.querySelectorAll('main li[data-out="true"]'));
    const landed = balls.filter((ball) => getComputedStyle(ball).transform === 'none').length;
    if (said && counts.indexOf(said) > landed) ahead.push(`${said} with ${landed}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

journey.long(
  'a player who has made a ticket or signed in here is offered no try, nor is anybody during a draw',
  async (walk) => {
    const { page, open } = await walk.visit('phone');
    const other = await walk.visit('phone');
    // Without the stage's code the hero itself says that a draw is on.
    await other.page.route('**/assets/StageOverHero-*', (route) => route.abort('connectionfailed'));
    await Promise.all([open('/'), other.open('/')]);
    await Promise.all([page, other.page].map((one) => balls(one).first().waitFor()));
    const stage = page.getByRole('main').getByRole('region', { name: /^The draw of / });
    const ballsWhileDrawing = other.page.waitForFunction(() => {
      const main = document.querySelector('main')!;
      return /^Drawing \d\d:\d\d$/m.test(main.innerText) && [main.querySelectorAll('[aria-label^="Ball "]').length];
    });
    await stage.waitFor();
    expect(await balls(page).count()).toBe(0);
    expect(await (await ballsWhileDrawing).jsonValue()).toEqual([0]);
    other.allowTrouble(/ERR_CONNECTION_FAILED/);
    await stage.waitFor({ state: 'detached' });
    await balls(page).first().waitFor();
    await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, await walk.farDraw());
    expect(await balls(page).count()).toBe(0);
    await page.reload();
    await page.getByText(/^Next draw \d\d:\d\d · bet within$/).waitFor();
    await eventually(() => balls(page).count(), 0);

    const { remembered } = await walk.client(0);
    const client = await walk.visit('phone', remembered);
    await client.open('/');
    await client.page.getByText(/^Next draw \d\d:\d\d · bet within$/).waitFor();
    await eventually(() => balls(client.page).count(), 0);
  },
);

journey.long(
  'a draw does not cut off a try: its stage comes once the try is left',
  async ({ visit, untilSalesLast }) => {
    const { page, open } = await visit('phone');
    await untilSalesLast(20_000);
    await open('/');
    await ball(page, '7').tap();
    await said(page).waitFor();
    const tried = (await said(page).elementHandle())!;
    const next = page.getByText(/^Next draw \d\d:\d\d · bet within$/);
    const untilClose = async () => {
      const before = await next.innerText();
      await eventually(async () => (await next.innerText()) !== before, true);
    };
    const drawn = page.getByRole('link', { name: /checkable$/ });
    const before = await drawn.innerText();
    await untilClose();
    // The numbers are out, and the stage of a draw stays until they are read.
    await eventually(async () => (await drawn.innerText()) !== before, true);
    const stage = page.getByRole('main').getByRole('region', { name: /^The draw of / });
    expect(await stage.count()).toBe(0);
    expect(await tried.evaluate((it) => it.isConnected)).toBe(true);

    await untilClose();
    await page.getByRole('button', { name: 'Try again' }).tap();
    await stage.waitFor();
    expect(await balls(page).count()).toBe(0);
  },
);

journey('About lets each bet be tried, once or a hundred times, and counts exactly', async ({ visit }) => {
  const { page, open } = await visit('phone');
  await open('/about');
  await page.getByText('Try each bet here. Nothing is staked. 18+').waitFor();
  const said = page.getByRole('status').filter({ hasText: 'Draw once to see why' });
  const region = (await said.elementHandle())!;
  for (const name of ['IziTwo', 'IziOrder']) {
    await page.getByRole('radio', { name, exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Draw once' }).tap();
    const result = page.getByRole('list', { name: 'Result, first out first' });
    await eventually(async () => (await result.getByRole('listitem').allInnerTexts()).toSorted().join(''), '123456789');
    await page
      .getByText(name === 'IziTwo' ? /^7 came \w+ and 2 came \w+\./ : / in (its|their) exact place[.:]/)
      .waitFor();
  }
  await page.getByRole('radio', { name: 'IziOne', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Draw 100 times' }).tap();
  const fact = async (name: string) =>
    (await page.locator(`dt:text-is("${name}") + dd`).innerText()).replaceAll(/\s/g, '');
  const won = Number.parseInt(await fact('Won'), 10);
  expect(await fact('Staked')).toBe('10000XOF');
  expect(await fact('Paid')).toBe(`${won * 600}XOF`);
  const net = won * 600 - 10_000;
  expect(await fact('Net')).toBe(`${net < 0 ? '−' : ''}${Math.abs(net)}XOF`);
  await page.getByText(/^Over time 66\.7.% of all stakes come back\./).waitFor();
  expect(await region.innerText(), 'the region of the first draw, which a screen reader follows').toMatch(
    /Over time 66/,
  );
  await auditPage(page, 'bets that were tried');
  expect(await basketOf(page)).toEqual([]);
});
