import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import { betNames } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { auditPage, coloursOf, contrast, luminance } from '#tests/support/browser/audit.ts';
import { runsLong } from '#tests/support/long-run.ts';
import { openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import {
  addTicket,
  basketOf,
  beKnown,
  betOf,
  choose,
  chooseAnotherDraw,
  eventually,
  inMotion,
  journey,
  nextDrawLine,
  still,
} from './support.ts';

// A player who makes up a ticket, in a browser.

const bar = (page: Page) => page.getByRole('region', { name: 'Your ticket' });
const addButton = (page: Page) => bar(page).getByRole('button', { name: 'Add to basket' });
const pad = (page: Page) => page.getByRole('group', { name: 'Numbers', exact: true });
const amountOf = (page: Page) => page.getByLabel('Amount', { exact: true });

async function boxOf(locator: Locator) {
  const [box] = await boxesOf(locator);
  return box;
}

journey('a first visit begins with IziOne; a later one, with the last bet type and ticket', async (walk) => {
  const { page, open } = await walk.visit('phone');
  const draw = await walk.farDraw();
  await open('/');
  const chosen = (name: string) => page.getByRole('radio', { name: betOf(name) }).isChecked();
  await eventually(() => chosen('IziOne'), true);
  await page.getByText('First ball out').waitFor();
  await addTicket(page, { name: 'IziTwo', numbers: '49', amount: 500 }, draw);

  await page.reload();
  await eventually(() => chosen('IziTwo'), true);
  expect(await amountOf(page).inputValue()).toBe('');
  await page.getByRole('button', { name: `Repeat IziTwo 4 9 · ${formatFrancs(500)}` }).click();
  await eventually(() => pad(page).locator('[aria-pressed=true]').allInnerTexts(), ['4', '9']);
  expect(await amountOf(page).inputValue()).toBe('500');
  await bar(page).getByText(formatFrancs(12_000)).waitFor();
});

/** The part of the page under the header, with its heading. */
const heroOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('div', { has: page.getByRole('heading', { level: 1 }) })
    .nth(1);

/** When the page asked for code or styles of the stage, in milliseconds since 1970. */
const stageAskedAt = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/stage/i.test(name))
      .map(({ startTime }) => performance.timeOrigin + startTime),
  );

/** The states of the hero so far, at each change of the page: a busy machine paints too few frames to see all of them. */
function watchHero(): void {
  const shown: string[] = [];
  Object.assign(window, { shownByHero: shown });
  const look = () => {
    const main = document.querySelector('main');
    const now = main?.querySelector('section[data-frame="over"]')
      ? 'stage'
      : main?.querySelector('[data-drawing]')
        ? 'drawing'
        : 'sales';
    if (shown.at(-1) !== now) shown.push(now);
  };
  look();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}

journey.long(
  'at close the stage replaces the hero until the numbers are shown, and the hero keeps its height',
  async (walk) => {
    const { page, open } = await walk.visit('phone');
    const { api } = await walk.client(0);
    await beKnown(page);
    const onSale = await openDraws(api, 0);
    await walk.untilSalesLast(15_000);
    await open('/');
    const sales = page.getByText(/^Next draw \d\d:\d\d/);
    await sales.waitFor();
    await page.evaluate(watchHero);
    const before = await boxOf(heroOf(page));
    const stage = page.getByRole('main').getByRole('region', { name: /^The draw of / });
    await stage.waitFor();
    const time = (await stage.getByText(/^Draw \d\d:\d\d$/).innerText()).slice(-5);
    // Said once, not by the stage and under it.
    expect(await sales.isVisible()).toBe(false);
    expect(await boxOf(heroOf(page))).toEqual(before);
    // It costs no byte before sales have closed, by the page's estimate of the server's clock.
    const asked = await stageAskedAt(page);
    expect(asked.length).toBeGreaterThan(0);
    const { closesAt } = onSale.find(({ fullDate }) => fullDate.slice(11, 16) === time)!;
    expect(Math.min(...asked)).toBeGreaterThan(Date.parse(closesAt) - 1_000);
    await stage.getByText('All nine are out').waitFor();
    expect(await boxOf(heroOf(page))).toEqual(before);
    await page.getByRole('link', { name: `Drawn ${time}` }).waitFor();
    expect(await stage.count()).toBe(0);
    expect(await boxOf(heroOf(page))).toEqual(before);
    // It goes from one to the next and back once. Until the stage's code is there, it says which draw is drawn.
    const shown = await page.evaluate(() => Reflect.get(window, 'shownByHero') as string[]);
    expect(shown.filter((state) => state !== 'drawing')).toEqual(['sales', 'stage', 'sales']);
    expect(shown.slice(0, 3)).toEqual(['sales', 'drawing', 'stage']);
  },
);

journey.long(
  'without the stage’s code the hero shows at close which draw is drawn, until its numbers are known',
  async (walk) => {
    const visitor = await walk.visit('phone');
    const { page, open } = visitor;
    await page.route('**/assets/StageOverHero-*', (route) => route.abort('connectionfailed'));
    await beKnown(page);
    await open('/');
    await page.getByText(/^Next draw \d\d:\d\d · bet within$/).waitFor();
    const before = await boxOf(heroOf(page));
    const said = page.getByRole('main').getByText(/^Drawing \d\d:\d\d$/);
    await said.waitFor();
    const time = (await said.innerText()).slice(-5);
    expect(await boxOf(heroOf(page))).toEqual(before);
    await page.getByRole('link', { name: `Drawn ${time}` }).waitFor();
    expect(await said.count()).toBe(0);
    expect(await boxOf(heroOf(page))).toEqual(before);
    // A page that opens a moment before the close does not ask for it.
    visitor.allowTrouble(/ERR_CONNECTION_FAILED/);
  },
);

journey('Play says how many draws can be checked, and leads to them', async ({ visit }) => {
  const { page, open, arrive } = await visit('phone');
  await open('/');
  const link = page.getByRole('link', { name: /^\d+ draws?, (all )?checkable$/ });
  await link.waitFor();
  expect(parseInt(await link.innerText())).toBeGreaterThan(0);
  await link.click();
  await arrive('/results', 'Results');
});

journey('an invalid stake is reported at once, and shows no payout', async ({ visit }) => {
  const { page, open } = await visit('desktop');
  await open('/');
  const amount = amountOf(page);
  const isWrong = () => amount.getAttribute('aria-invalid');
  const errors = page.getByText(/whole francs|in steps of|Choose an amount/);
  for (const text of ['600.5', '−300', '-300', '-5']) {
    await amount.fill(text);
    expect(await amount.inputValue()).toBe(text);
    await eventually(isWrong, 'true');
    await bar(page)
      .getByText(/^From 100 to 10.000.XOF, in steps of 100\.$/)
      .waitFor();
    expect(await errors.count()).toBe(1);
    await bar(page).getByText('×6 your stake').waitFor();
  }
  await amount.fill('600');
  await bar(page).getByText(formatFrancs(3_600)).waitFor();
  expect(await isWrong()).toBeNull();
  await choose(page.getByRole('radio', { name: betOf('IziOrder') }));
  await amount.fill('1800');
  await eventually(isWrong, 'true');
  await bar(page)
    .getByText(/^From 300 to 1.500.XOF, in steps of 300\.$/)
    .waitFor();
  await bar(page)
    .getByText(/^×20.000$/)
    .waitFor();
});

journey('IziOrder shows each prize beside its own chance, in the bar and for each count', async ({ visit }) => {
  for (const device of ['phone', 'desktop'] as const) {
    const { page, open } = await visit(device);
    await beKnown(page);
    await open('/');
    await choose(page.getByRole('radio', { name: betOf('IziOrder') }));
    const said = (name: string) => bar(page).getByText(name).locator('> *').allInnerTexts();
    await eventually(() => said('Top prize, nine in place'), [formatFrancs(6_000_000), '1 in 362\u202F880']);
    expect(await said('Any prize, three or more')).toEqual(['1\u202F200 and up', '1 in 12.5']);
    expect((await boxOf(addButton(page))).bottom).toBeLessThanOrEqual(page.viewportSize()!.height);
    // Where there is room for them, all counts are in sight; else the chance of any prize leads to them.
    if (device === 'phone') await bar(page).getByRole('button', { name: '1 in 12.5' }).tap();
    const table = page.getByRole('table', { name: 'What IziOrder pays' });
    await table.waitFor();
    expect(await table.getByRole('row').allInnerTexts()).toEqual(
      [
        ['In place', `${formatFrancs(300)} pays`, 'Chance'],
        ['9', '6\u202F000\u202F000', '1 in 362\u202F880'],
        ['7', '180\u202F000', '1 in 10\u202F080'],
        ['6', '36\u202F000', '1 in 2\u202F160'],
        ['5', '9\u202F000', '1 in 320'],
        ['4', '3\u202F000', '1 in 65.5'],
        ['3', '1\u202F200', '1 in 16.3'],
        ['Any prize', '1\u202F200 and up', '1 in 12.5'],
        ['No prize', '0', '23 in 25'],
      ].map((cells) => cells.join('\t')),
    );
    if (device === 'desktop') continue;
    await page.keyboard.press('Escape');
    await table.waitFor({ state: 'detached' });
    const opener = bar(page).getByRole('button', { name: '1 in 12.5' });
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true);
  }
});

journey('the wallet says once what is wrong with an amount that is none', async (walk) => {
  const { remembered } = await walk.client(0);
  const { page, open } = await walk.visit('phone', remembered);
  await open('/my-wallet');
  await page.getByRole('main').getByRole('button', { name: 'Add funds' }).click();
  const amount = amountOf(page);
  const errors = page.getByText(/whole francs|an amount\./);
  for (const text of ['-5', '1500.50']) {
    await amount.fill(text);
    await amount.press('Enter');
    await eventually(() => errors.allInnerTexts(), ['Enter whole francs, in digits only.']);
  }
});

journey('an amount that is focused lies above the bar', async ({ visit }) => {
  const { page, open } = await visit('phone');
  await open('/');
  for (const name of ['IziOne', 'IziOrder']) {
    await choose(page.getByRole('radio', { name: betOf(name) }));
    const barAt = (await boxOf(bar(page))).y;
    const { y } = await boxOf(amountOf(page));
    // Its upper edge is all that can be seen of it.
    await page.evaluate((by) => scrollBy(0, by), y - barAt + 10);
    await amountOf(page).tap({ position: { x: 20, y: 4 } });
    await eventually(async () => (await boxOf(amountOf(page))).bottom <= barAt, true);
  }
});

journey('on a desktop the way to the basket is visible without scrolling, and stays there', async ({ visit }) => {
  const { page, open } = await visit('desktop', { viewport: { width: 1440, height: 900 } });
  await beKnown(page);
  await open('/');
  await page.getByText(nextDrawLine).waitFor();
  expect((await boxOf(addButton(page))).bottom).toBeLessThanOrEqual(900);
  // In a wide font the words of the button take two lines, and the sum does not reach it.
  await choose(page.getByRole('radio', { name: betOf('IziTwo') }));
  const sum = await bar(page).getByText('×24 your stake').boundingBox();
  expect(sum!.x + sum!.width).toBeLessThan((await boxOf(addButton(page))).x);
  await choose(page.getByRole('radio', { name: betOf('IziOrder') }));
  await page.getByRole('table').waitFor();
  await page.mouse.wheel(0, 200);
  await eventually(() => page.evaluate(() => scrollY > 100), true);
  expect((await boxOf(addButton(page))).y).toBeGreaterThan(0);
  expect((await boxOf(addButton(page))).bottom).toBeLessThanOrEqual(900);
});

journey(
  'on a phone the bar is 100 px high, its button never moves, and it leads to the missing input',
  async (walk) => {
    const { page, open } = await walk.visit('phone');
    await open('/');
    const places = async () => ({ bar: (await boxOf(bar(page))).height, button: await boxOf(addButton(page)) });
    await page.getByText(nextDrawLine).waitFor();
    const before = await places();
    expect(before.bar).toBe(100);
    await addButton(page).tap();
    await page.getByRole('alert').getByText('Pick a number from 1 to 9.').waitFor();
    expect(await places()).toEqual(before);
    // From below, it comes into sight right under the header.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await addButton(page).tap();
    const header = (await boxOf(page.getByRole('banner'))).bottom;
    await eventually(async () => Math.round((await boxOf(pad(page))).y - header), 16);
    await pad(page).getByRole('button', { name: '7', exact: true }).tap();
    await page.evaluate(() => scrollTo(0, 0));
    expect(await places()).toEqual(before);
    // The amount is below the fold: it comes into sight, and can be typed at once.
    await addButton(page).tap();
    await page.getByRole('alert').getByText('Choose an amount.').waitFor();
    await eventually(() => amountOf(page).evaluate((input) => input === document.activeElement), true);
    const amount = await boxOf(amountOf(page));
    expect(amount.y).toBeGreaterThan(0);
    expect(amount.bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y);
    await page.keyboard.type('300');
    await bar(page).getByText(formatFrancs(1_800)).waitFor();
    expect(await places()).toEqual(before);

    // The bar says it, and nothing lies over anything.
    await addButton(page).tap();
    await bar(page).getByText(added).waitFor();
    expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Basket', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Basket' }).getByRole('link', { name: 'Checkout' }).tap();
    await page.waitForURL('**/auth/login');
  },
);

const added = /^IziOne added, for \d\d:\d\d$/;

for (const motion of [inMotion, still]) {
  const isMoving = motion === inMotion;
  journey(`an added ticket ${isMoving ? 'rises into the basket' : 'is only said to be added'}`, async ({ visit }) => {
    const inTheGate = isMoving ? ('phone' as const) : ('desktop' as const);
    for (const device of runsLong ? (['phone', 'desktop'] as const) : [inTheGate]) {
      const { page, open } = await visit(device, motion);
      await beKnown(page);
      await open('/');
      await pad(page).getByRole('button', { name: '7', exact: true }).click();
      await page.getByRole('button', { name: '300', exact: true }).click();
      // It comes with what makes the ticket leave.
      await page.getByRole('button', { name: 'Clear', exact: true }).waitFor();
      await page.evaluate(() => {
        const leaving: string[] = ((window as { leaving?: string[] }).leaving = []);
        const look = (records: MutationRecord[]) => {
          for (const element of records.flatMap(({ addedNodes }) => Array.from(addedNodes) as HTMLElement[])) {
            if (element.inert) leaving.push(element.innerText);
          }
        };
        new MutationObserver(look).observe(document.body, { childList: true });
      });
      await addButton(page).click();
      await bar(page).getByText(added).waitFor();
      await eventually(() => page.locator('[data-badge="1"]').count(), 1);
      await eventually(() => page.locator('body > [inert]').count(), 0);
      const left = await page.evaluate(() => (window as { leaving?: string[] }).leaving!);
      expect(left).toEqual(isMoving ? [expect.stringContaining('7')] : []);
      // The next one is empty.
      await bar(page).getByText('×6 your stake').waitFor();
    }
  });
}

journey.long('on a desktop the price of a checkout is beside its tickets, and stays in sight', async (walk) => {
  const { remembered } = await walk.client(20_000);
  const draw = await walk.farDraw();
  const { page, open } = await walk.visit('desktop', remembered);
  await page.addInitScript(
    ([items]) => localStorage.setItem('draws', items!),
    [
      JSON.stringify(
        Array.from({ length: 30 }, (_, index) => ({
          id: `019b0000-0000-7000-8000-0000000000${index + 10}`,
          name: 'IziTwo',
          fullDate: draw.fullDate,
          betAmount: 100,
          selectedNumbers: [String((index % 8) + 1), String((index % 8) + 2)],
          drawId: draw.id,
        })),
      ),
    ],
  );
  await open('/checkout');
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  const lines = page.getByRole('main').getByRole('listitem');
  await page.getByText(`Draw ${draw.hour}:${draw.minute}, 30 tickets`).waitFor();
  await lines.last().scrollIntoViewIfNeeded();
  const [last, button] = await boxesOf(lines.last(), pay);
  expect(button.x).toBeGreaterThan(last.right);
  expect(button.y).toBeGreaterThan(0);
  expect(button.bottom).toBeLessThanOrEqual(page.viewportSize()!.height);
});

journey('at 360 × 640 all keys, the amount and the bar are in sight without scrolling, for every bet', async (walk) => {
  const { api, remembered } = await walk.client(1_000);
  const tickets = [ticketFor(await walk.farDraw(), 'IziOne', '7', 100)];
  expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
  const { page, open } = await walk.visit('phone', { ...remembered, viewport: { width: 360, height: 640 } });
  await open('/');
  await page.getByText(nextDrawLine).waitFor();
  // The most that stands above a ticket.
  await page
    .getByRole('main')
    .getByRole('link', { name: /^1 ticket/ })
    .waitFor();
  for (const name of betNames) {
    await choose(page.getByRole('radio', { name: betOf(name) }));
    const height = name === 'IziOrder' ? 140 : 100;
    // The card is marked at once, and the rest of the ticket follows.
    const stubOf = async () => {
      const { height, bottom } = await boxOf(bar(page));
      return [height, bottom];
    };
    await eventually(stubOf, [height, 640]);
    const stub = await boxOf(bar(page));
    expect((await boxOf(addButton(page))).bottom).toBeLessThanOrEqual(640);
    for (const key of [...(await pad(page).getByRole('button').all()), amountOf(page)]) {
      const { y, bottom } = await boxOf(key);
      expect(y, name).toBeGreaterThan(0);
      expect(bottom, name).toBeLessThanOrEqual(stub.y);
    }
    for (const slot of await page.getByRole('list', { name: 'Your numbers' }).getByRole('button').all()) {
      const { x, width } = await boxOf(slot);
      expect(x + width, name).toBeLessThanOrEqual(360);
    }
  }
  const order = await page.getByRole('radio').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
  expect(order).toEqual([
    'IziABC, ×2, risk 1 of 6',
    'Izi2x, ×3, risk 2 of 6',
    'IziOne, ×6, risk 3 of 6',
    'IziTwo, ×24, risk 4 of 6',
    'Izi3x, ×56, risk 5 of 6',
    'IziOrder, ×20\u202F000, risk 6 of 6',
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

journey.long(
  'in dark the keys are lighter than what they lie on, amounts and gauges are outlined, and all can be read',
  async (walk) => {
    for (const device of ['phone', 'desktop'] as const) {
      const { page, open } = await walk.visit(device);
      await open('/');
      await choose(page.getByRole('contentinfo').getByRole('switch', { name: 'Dark mode' }));
      const amounts = page.getByRole('group', { name: 'Quick choices' }).getByRole('button');
      await pad(page).getByRole('button', { name: '7', exact: true }).click();
      await amounts.first().click();
      const [keys, chips] = [
        await coloursOf(pad(page).getByRole('button', { name: /^\d$/ })),
        await coloursOf(amounts),
      ];
      expect([keys.length, chips.length]).toEqual([9, 3]);
      for (const { html, text, fill } of [...keys, ...chips])
        expect(contrast(text, fill), html).toBeGreaterThanOrEqual(4.5);
      // An edge is seen on its ground, as drawn.
      for (const { html, edge, ground } of [...keys, ...chips]) {
        expect(contrast(edge, ground), html).toBeGreaterThan(1.15);
        expect(luminance(edge), html).toBeGreaterThan(luminance(ground));
      }
      for (const { html, fill, ground } of chips.slice(1)) expect(fill, html).toEqual(ground);
      // The arc is seen on its card, and its filled part beside the rest.
      const gauges = await page.locator('[role=radiogroup] > :has(svg)').evaluateAll((cards) =>
        cards.map((card) => {
          const colour = (text: string) => text.match(/\d+/g)!.map(Number) as [number, number, number];
          const [rest, filled] = Array.from(card.querySelectorAll('path'), (path) =>
            colour(getComputedStyle(path).stroke),
          );
          return { name: card.textContent, fill: colour(getComputedStyle(card).backgroundColor), rest, filled };
        }),
      );
      expect(gauges).toHaveLength(6);
      for (const { name, fill, rest, filled } of gauges) {
        expect(contrast(rest!, fill), name).toBeGreaterThan(1.5);
        expect(contrast(filled!, rest!), name).toBeGreaterThan(2);
      }
      const [letter] = await coloursOf(page.getByRole('banner').locator('a[dir=ltr] > span'));
      expect(contrast(letter!.text, letter!.ground)).toBeGreaterThanOrEqual(4.5);
      if (device === 'phone') {
        // The paper lies below the upper part of its stub too; its outline is not seen there.
        const stub = await boxOf(bar(page));
        const beside = (x: number) => page.screenshot({ clip: { x, y: stub.y + 20, width: 1, height: 1 } });
        expect(await beside(stub.x - 1)).toEqual(await beside(stub.x - 8));
      }
      await page.close();
    }
  },
);

// Chosen before its hours were known, a day left the ticket without an hour, and the list of hours stayed closed.
journey('no day can be chosen until the timetable has arrived', async ({ visit }) => {
  const { page, open } = await visit('phone');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/timetable', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open('/');
  await chooseAnotherDraw(page);
  const day = page.getByLabel('Date', { exact: true });
  await day.waitFor();
  expect(await day.isDisabled()).toBe(true);
  held.resolve();
  await eventually(() => day.isEnabled(), true);
});

journey('a series says what one of its draws can pay, and is one line of the basket', async (walk) => {
  const { remembered } = await walk.client(5_000);
  const { page, open, arrive } = await walk.visit('phone', remembered);
  // It begins with the next draw.
  await walk.untilSalesLast(25_000);
  await open('/');
  await pad(page).getByRole('button', { name: '7', exact: true }).tap();
  await page.getByRole('button', { name: '300', exact: true }).tap();
  await bar(page).getByText('Pays if it wins', { exact: true }).waitFor();
  await chooseAnotherDraw(page);
  await page.getByLabel('Play it on').selectOption('5');
  await bar(page).getByText('Each pays if it wins').waitFor();
  await bar(page).getByText(formatFrancs(1_800), { exact: true }).waitFor();
  await bar(page)
    .getByText(`5 × 300 cost ${formatFrancs(1_500)}. Nothing is paid yet.`)
    .waitFor();
  await addButton(page).tap();
  await eventually(async () => (await basketOf(page)).length, 5);

  await page.getByRole('button', { name: 'Basket', exact: true }).tap();
  const popover = page.getByRole('dialog', { name: 'Basket' });
  await popover.getByRole('button', { name: 'Remove IziOne, 5 draws' }).waitFor();
  expect(await popover.getByRole('list', { name: 'Numbers' }).count()).toBe(1);
  await popover.getByRole('link', { name: 'Checkout' }).tap();
  await arrive('/checkout', 'Checkout');
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'IziOne' });
  await line.getByText('each pays 1\u202F800').waitFor();
  expect(await line.count()).toBe(1);
});

journey('a removed series is put back unchanged, by tap and by keyboard', async (walk) => {
  const { api, remembered } = await walk.client(2_000);
  const { page, open, arrive } = await walk.visit('phone', remembered);
  const draws = (await openDraws(api, 120_000)).slice(0, 5);
  const series = draws.map(({ id, fullDate }, index) => ({
    id: `0192f0a0-0000-7000-8000-00000000010${index}`,
    name: 'IziOne',
    fullDate,
    betAmount: 300,
    selectedNumbers: ['7'],
    drawId: id,
  }));
  const other = {
    ...series[4]!,
    id: '0192f0a0-0000-7000-8000-000000000200',
    name: 'IziTwo',
    selectedNumbers: ['4', '9'],
  };
  await open('/about');
  await page.evaluate((text) => localStorage.setItem('draws', text), JSON.stringify([...series, other]));
  const before = await basketOf(page);
  await open('/checkout');
  await arrive('/checkout', 'Checkout');
  const remove = page.getByRole('button', { name: 'Remove IziOne, 5 draws' });
  await remove.tap();
  await page.getByRole('status').getByText('IziOne, 5 draws removed.').waitFor();
  expect((await basketOf(page)).map(({ name }) => name)).toEqual(['IziTwo']);
  await auditPage(page, 'a ticket that was removed');
  await page.getByRole('button', { name: 'Undo' }).tap();
  expect(await basketOf(page)).toEqual(before);

  await remove.focus();
  await page.keyboard.press('Enter');
  await eventually(
    () => page.getByRole('button', { name: 'Undo' }).evaluate((it) => it === document.activeElement),
    true,
  );
  await page.keyboard.press('Enter');
  expect(await basketOf(page)).toEqual(before);
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Basket', exact: true }).tap();
  const popover = page.getByRole('dialog', { name: 'Basket' });
  // The series is one line of it.
  await eventually(() => popover.getByRole('list', { name: 'Numbers' }).count(), 2);
  await popover.getByText(formatFrancs(1_500), { exact: true }).waitFor();
  expect(await popover.locator('time').count()).toBe(3);
  await popover.getByRole('button', { name: 'Remove IziOne, 5 draws' }).tap();
  await eventually(async () => (await basketOf(page)).length, 1);
  await page.getByRole('button', { name: 'Undo' }).tap();
  expect(await basketOf(page)).toEqual(before);

  // It is about the page that was left.
  await remove.tap();
  const removed = page.getByText('IziOne, 5 draws removed.');
  await removed.waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Izi, home' }).tap();
  await arrive('/', 'Play');
  await removed.waitFor({ state: 'detached' });
});

journey(
  'the nine places of IziOrder are one row of targets of 24 px on the narrowest phone, moved by drag and arrow keys, and exchanged by two taps',
  async (walk) => {
    for (const width of runsLong ? [320, 360] : [320]) {
      const { page, open } = await walk.visit('phone', { viewport: { width, height: 740 } });
      await open('/');
      await choose(page.getByRole('radio', { name: betOf('IziOrder') }));
      for (const number of '123456789') await pad(page).getByRole('button', { name: number, exact: true }).tap();
      const slots = page.getByRole('list', { name: 'Your numbers' }).getByRole('button');
      const order = async () => (await slots.allInnerTexts()).join('').replaceAll(/\D/g, '');
      await eventually(order, '123456789');
      for (const slot of await slots.all()) {
        const { width: slotWidth, height } = await boxOf(slot);
        expect(Math.min(slotWidth, height), `a place at ${width} px`).toBeGreaterThanOrEqual(24);
      }
      // From the second place to the seventh.
      const [from, to] = [await boxOf(slots.nth(1)), await boxOf(slots.nth(6))];
      expect(to.y).toBe(from.y);
      await page.mouse.move(from.x + from.width / 2, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 4 });
      await page.mouse.up();
      await eventually(order, '134567289');
      await slots.nth(6).focus();
      for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft');
      await eventually(order, '123456789');
      expect(await slots.nth(1).evaluate((it) => it === document.activeElement)).toBe(true);
      await page.keyboard.press('ArrowLeft');
      await eventually(order, '213456789');
      await slots.nth(0).tap();
      await slots.nth(8).tap();
      await eventually(order, '913456782');
    }
  },
);

journey('a last draw that could not be fetched is fetched again, by a tap and by itself', async ({ visit }) => {
  const results = '**/api/results?*';
  for (const way of ['by a tap', 'by itself']) {
    const visitor = await visit('phone');
    const { page, open } = visitor;
    // It is also fetched by itself at any moment, so only what a tap asks for is answered.
    await page.route(results, (route) => {
      const asked = route.request().url();
      if (!asked.endsWith('&tapped')) return route.abort('connectionfailed');
      return route.continue({ url: asked.replace('&tapped', '') });
    });
    await beKnown(page);
    await open('/');
    await page.getByText('Could not be fetched', { exact: true }).waitFor();
    if (way === 'by a tap') {
      await page.evaluate(markTapped);
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    } else await page.unroute(results);
    // A draw may just be on the stage, which is before it.
    await page.getByText(/^(Drawn \d\d:\d\d|None drawn yet)$/).waitFor();
    visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
  }
});

/** Marks the calls that a tap makes. Runs in the page. */
function markTapped(): void {
  const { fetch } = window;
  let isTapped = false;
  const listen = () => {
    isTapped = true;
    setTimeout(() => (isTapped = false));
  };
  document.addEventListener('click', listen, true);
  window.fetch = (address, options) => fetch(isTapped ? `${address as string}&tapped` : address, options);
}

journey('basket items with the specification’s five fields get their draw, or say that there is none', async (walk) => {
  const { remembered } = await walk.client(2_000);
  const { page, open, arrive } = await walk.visit('desktop', remembered);
  const draw = await walk.farDraw();
  const item = { name: 'IziTwo', betAmount: 300 };
  const between = new Date(Date.parse(draw.fullDate) + 7_000).toISOString();
  const items = [
    { id: 'one', fullDate: draw.fullDate, selectedNumbers: ['8', '3'], ...item },
    { id: 'two', fullDate: between, selectedNumbers: ['4', '9'], ...item },
  ];
  await open('/about');
  await page.evaluate((text) => localStorage.setItem('draws', text), JSON.stringify(items));
  await open('/checkout');
  await page.getByText('No draw takes place at this time.').waitFor();
  expect(await page.getByText('No draw takes place at this time.').count()).toBe(1);
  await eventually(async () => (await basketOf(page)).map(({ drawId }) => drawId), [draw.id, '']);
  await page.getByRole('button', { name: 'Remove IziTwo' }).last().click();
  await page.getByRole('main').getByRole('button', { name: 'Pay', exact: true }).click();
  await arrive('/checkout', '1 ticket is placed');
});

journey('a client’s pending tickets are under the hero, and link to My bets', async ({ visit, client, farDraw }) => {
  const { api, remembered } = await client(1_000);
  const draw = await farDraw();
  const tickets = ['7', '8'].map((number) => ticketFor(draw, 'IziOne', number, 100));
  expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
  const { page, open, arrive } = await visit('phone', remembered);
  await open('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^2 tickets/ })
    .click();
  await arrive('/my-bets', 'My bets');
});
