import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BetName } from '#domain/bet-types.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { auditInDark, auditPage } from '#tests/support/browser/audit.ts';
import { words } from '#web/words/en/stage.ts';
import { balanceOf, betsOf, openDraws, ticketFor, waitFor, type Outsider } from '#tests/support/players/outsider.ts';
import type { Shift } from './shift.ts';
import {
  beKnown,
  type Client,
  type DrawTime,
  eventually,
  hasFocus,
  inMotion,
  journey,
  lossCardOf,
  type Visit,
} from './support.ts';

// A real draw of the site, seen as its players see it: nothing on the page knows more than the balls that are out.

const funds = 10_000;
const stake = 100;

journey('nothing on the draw’s page reveals the outcome before the ninth ball', async ({ visit, client }) => {
  const player = await client(funds);
  const { draw, staked } = await placeOneOfEach(player);
  const visitor = await visit('phone', player.remembered);
  const { page } = visitor;
  await visitor.open(`/results/${draw.id}`);
  await visitor.arrive(`/results/${draw.id}`, /^Draw of \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await page.getByText(`So far 0 · staked ${formatAmount(staked)}`).waitFor();
  await page.evaluate(watchBalls);
  await moveOnceClosed(page);

  await page.getByText('All nine are out').waitFor();
  const seen = await page.evaluate(() => (window as Watching).seen!);
  // A busy machine may miss a ball, but none comes early.
  const counts = [...new Set(seen.map(({ balls }) => balls.length))];
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(counts.length).toBeGreaterThan(3);
  const result = seen.at(-1)!.balls;
  expect(Array.from(result).toSorted()).toEqual(Array.from('123456789'));
  for (const { balls, told, named, balance } of seen.filter((each) => each.balls.length < 9)) {
    expect(balls).toBe(result.slice(0, balls.length));
    expect({ told, balance }, `with the balls “${balls}”`).toEqual({
      told: [],
      balance: `Wallet balance ${formatFrancs(funds - staked)}`,
    });
    for (const number of named) expect(balls, `with the balls “${balls}” a ticket names ${number}`).toContain(number);
  }

  // With the last ball the whole outcome is shown.
  const paid = await paidOut(player.api);
  await page
    .getByText(`Paid ${formatAmount(paid)} · staked ${formatAmount(staked)}`)
    .first()
    .waitFor();
  const { dep, win } = await balanceOf(player.api);
  expect(dep + win).toBe(funds - staked + paid);
  await page
    .getByRole('link', { name: `Wallet balance ${formatFrancs(dep + win)}`, includeHidden: true })
    .waitFor({ state: 'attached' });
});

journey.long('Skip shows all nine balls, the tickets and the balance at once', async ({ visit, client }) => {
  const player = await client(funds);
  const { draw, staked } = await placeOneOfEach(player);
  const visitor = await visit('phone', player.remembered);
  const { page } = visitor;
  await visitor.open(`/results/${draw.id}`);
  await page.evaluate(watchShifts);
  await page.getByRole('region', { name: /^The draw of / }).waitFor();
  await moveOnceClosed(page);
  const late = await visit('desktop', { ...player.remembered, ...inMotion });
  await late.page.addInitScript(watchBalances);
  await late.page.addInitScript(watchCount);
  const skip = page.getByRole('button', { name: 'Skip' });
  await skip.waitFor();
  // A player who comes only now has seen no older balance, and is not told the new one either.
  await Promise.all([late.open(`/results/${draw.id}`), skip.click()]);
  const balls = page.getByRole('list', { name: 'Result', exact: true }).getByRole('listitem');
  expect(Array.from((await balls.allInnerTexts()).join('').replaceAll(/\D/g, '')).toSorted()).toEqual(
    Array.from('123456789'),
  );
  const paid = await paidOut(player.api);
  await page
    .getByText(`Paid ${formatAmount(paid)} · staked ${formatAmount(staked)}`)
    .first()
    .waitFor();
  const balance = formatFrancs(funds - staked + paid);
  await page
    .getByRole('link', { name: `Wallet balance ${balance}`, includeHidden: true })
    .waitFor({ state: 'attached' });
  await expectSteady(page);
  const shown = () => late.page.evaluate(() => (window as Watching).balances!);
  await eventually(async () => (await shown()).length > 0, true);
  expect(await shown()).toEqual([`Wallet balance ${balance}, after the last ball`]);
  expect(await late.page.evaluate(() => (window as Watching).ahead)).toEqual([]);
  await closeSheet(visitor);
  await auditPage(page, 'a draw that was watched');

  // A settled draw can be played again, and a page that is loaded after it has the tickets, the wins first.
  await page.getByRole('button', { name: 'Watch again' }).press('Enter');
  await page.getByRole('button', { name: 'Skip' }).press('Enter');
  // The button has gone with the tap; the keyboard goes on in the stage.
  await eventually(() => hasFocus(page.getByRole('region', { name: /^The draw of / })), true);
  await page.reload();
  const cards = page.getByRole('region', { name: 'My tickets on this draw' }).getByRole('article');
  await cards.first().waitFor();
  const states = (await cards.allInnerTexts()).map((text) => (/\bWin\b/.test(text) ? 'win' : 'lost'));
  expect(states).toEqual(states.toSorted().toReversed());
});

/** Puts tickets for this draw into the basket of a page that is not open yet. */
async function fillBasket(page: Page, draw: DrawTime, wishes: readonly (readonly [BetName, string])[]): Promise<void> {
  const items = wishes.map(([name, numbers], index) => ({
    id: `019b0000-0000-7000-8000-00000000000${index}`,
    name,
    fullDate: draw.fullDate,
    betAmount: stake,
    selectedNumbers: Array.from(numbers),
    drawId: draw.id,
  }));
  await page.addInitScript(
    (basket) => localStorage.setItem('draws', localStorage.getItem('draws') ?? basket),
    JSON.stringify(items),
  );
}

journey.long(
  'a receipt counts down, shows its draw, and then shows the outcome',
  async ({ visit, client, drawAfter }) => {
    const player = await client(funds);
    const visitor = await visit('phone', player.remembered);
    const { page } = visitor;
    await fillBasket(page, await drawAfter(40_000), [['IziOne', '7']]);
    await visitor.open('/checkout');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await visitor.arrive('/checkout', '1 ticket is placed');
    const stage = page.getByRole('region', { name: /^The draw of / });
    const receipt = page.getByRole('article').filter({ hasText: 'IziOne' });
    await stage.getByText('Sales close in').waitFor();
    await receipt.getByText('Pending').waitFor();
    await page.evaluate(watchShifts);
    await moveOnceClosed(page);
    await stage.getByText(/^Sealed ✓ before the first ball, at \d\d:\d\d:\d\d$/).waitFor();
    const whileTheyFall = await page.waitForFunction(() => {
      const said = document.querySelector('main')!.innerText;
      return /^(First|[A-Z][a-z]+th|Second|Third): \d$/m.test(said) && said;
    });
    const said = String(await whileTheyFall.jsonValue());
    expect(said).toContain('Pending');
    expect(said).not.toMatch(/Lost|Win\b|Paid \d/);
    await stage.getByText('All nine are out').waitFor();
    const [ticket] = await betsOf(player.api);
    await receipt.getByText(ticket!.status === 'win' ? 'Win' : 'Lost', { exact: true }).waitFor();
    await stage.getByText(`Paid ${formatAmount(ticket!.payout!)} · staked ${formatAmount(stake)}`).waitFor();
    await expectSteady(page);
  },
);

journey.long(
  'a receipt in French stays where it is while its sentences become longer and shorter',
  async ({ visit, client, drawAfter }) => {
    const { remembered } = await client(funds);
    const visitor = await visit('phone', { ...remembered, locale: 'fr-FR', viewport: { width: 360, height: 640 } });
    const { page } = visitor;
    await fillBasket(page, await drawAfter(40_000), [
      ['IziOne', '7'],
      ['IziOne', '3'],
      ['IziTwo', '16'],
    ]);
    await visitor.open('/fr/checkout');
    await page.getByRole('button', { name: 'Payer', exact: true }).click();
    await visitor.arrive('/fr/checkout', '3 tickets sont validés');
    const stage = page.getByRole('region', { name: /^Le tirage de / });
    await stage.getByText('Clôture dans').waitFor();
    const seats = stage.getByRole('list', { name: 'Vos tickets sur ce tirage' }).getByRole('listitem');
    await seats.nth(2).waitFor();
    const [before, won] = await seats.evaluateAll((all) => {
      const placesOf = () => all.map((seat) => seat.getBoundingClientRect().left);
      const before = placesOf();
      const label = all[1]!.lastChild as Text;
      const { data } = label;
      label.data = `${data} ✓`;
      const won = placesOf();
      label.data = data;
      return [before, won];
    });
    expect(won, 'a ticket that wins moves no other').toEqual(before);
    await page.evaluate(watchShifts);
    await stage.getByText(/^Clos/).waitFor();
    await page.emulateMedia(inMotion);
    await stage.getByRole('button', { name: 'Passer' }).waitFor();
    await stage.getByText('Les neuf sont sorties').waitFor();
    await page.getByText('Le tirage est terminé.').waitFor();
    await expectSteady(page);
    // Coins of one ticket lie over each other: they fade together, or one would be seen through the other.
    const faded = await seats.evaluateAll((all) =>
      all.flatMap((seat) => Array.from(seat.querySelectorAll('[id^=coin-]'), (coin) => getComputedStyle(coin).opacity)),
    );
    expect(new Set(faded)).toEqual(new Set(['1']));
  },
);

journey('the draw grows over the page that does not move, and coins hop to their balls', async ({ visit, client }) => {
  const player = await client(funds);
  const { draw, staked } = await placeOneOfEach(player);
  const visitor = await visit('phone', player.remembered);
  const { page } = visitor;
  const other = await visit('phone', inMotion);
  await Promise.all([visitor.open('/'), other.open('/')]);
  const stage = page.getByRole('main').getByRole('region', { name: /^The draw of / });
  // The stage of the draw before has none of the tickets.
  await stage.getByText(`So far 0 · staked ${formatAmount(staked)}`).waitFor();
  await page.evaluate(watchShifts);
  await Promise.all([page, other.page].map((each) => each.evaluate(watchStage)));
  await other.page.evaluate(watchFold);
  await page.emulateMedia(inMotion);
  const paid = formatAmount(await paidOut(player.api));
  // In one look, for it goes by itself.
  await stage
    .filter({ hasText: `Paid ${paid} · staked ${formatAmount(staked)}` })
    .filter({ has: page.locator(`a[href="/results/${draw.id}"]`, { hasText: 'Check' }) })
    .waitFor();
  await stage.waitFor({ state: 'detached' });
  await expectSteady(page);

  const [seen, seenByVisitor] = await Promise.all(
    [page, other.page].map((each) => each.evaluate(() => (window as Watching).grown!)),
  );
  const all = seen!.filter(({ height }) => height > 500);
  // On a slow machine the next draw may have begun by now, with nine balls in the bowl again.
  const nextBegins = all.findIndex(({ bowl }, index) => index > 0 && bowl > all[index - 1]!.bowl);
  const grown = nextBegins === -1 ? all : all.slice(0, nextBegins);
  // It covers what lies under it while the balls come out, and before and after that it does not.
  expect(grown.map(({ said }) => said)).toEqual(expect.arrayContaining(['Nine in the bowl']));
  expect(seen!.filter(({ said }) => /^Closed|^All nine/.test(said)).every(({ height }) => height < 500)).toBe(true);
  // The tickets with the largest stakes have their coins, of which none is on a ball before that ball is out.
  const seats = new Set(grown.map(({ seats }) => seats));
  expect(Math.max(...Array.from(seats, (each) => each.split(' ').length))).toBeGreaterThan(3);
  for (const { onBalls, balls, said } of grown) {
    for (const number of onBalls) expect(balls, `a coin is on ${number}`).toContain(number);
    // A ball is not named before it is out.
    if (/: \d$/.test(said)) expect(said).toBe(words.came(balls.length - 1, balls.at(-1)!));
  }
  // A coin that has won and has a seat lies on its ball at the end.
  const lastSeats = grown.at(-1)!.seats;
  const won = (await betsOf(player.api)).filter(
    ({ name, status }) => name !== 'IziOrder' && status === 'win' && lastSeats.includes(name),
  );
  expect(grown.at(-1)!.onBalls.length).toBeGreaterThanOrEqual(Math.min(won.length, 1));
  // Each ball leaves the bowl.
  const inBowl = grown.map(({ bowl }) => bowl);
  expect(inBowl).toEqual(inBowl.toSorted((one, later) => later - one));
  expect(inBowl.at(-1)!).toBeLessThan(4);
  // Somebody without a ticket sees the same without coins.
  expect(seenByVisitor!.some(({ height }) => height > 400)).toBe(true);
  expect(seenByVisitor!.every(({ seats }) => seats === '')).toBe(true);
  await eventually(() => other.page.evaluate(() => (window as Watching).below), 'nothing of the stage');
});

journey.long('the draw does not grow over a ticket that is being built', async ({ visit }) => {
  const visitor = await visit('phone', inMotion);
  const { page } = visitor;
  await beKnown(page);
  await visitor.open('/');
  const seven = page
    .getByRole('group', { name: 'Numbers', exact: true })
    .getByRole('button', { name: '7', exact: true });
  await seven.tap();
  await page.evaluate(watchStage);
  const stage = page.getByRole('main').getByRole('region', { name: /^The draw of / });
  await stage.getByText('All nine are out').waitFor();
  const seen = await page.evaluate(() => (window as Watching).grown!);
  expect(Math.max(...seen.map(({ height }) => height))).toBeLessThan(400);
  // Nothing lies over the key.
  await seven.tap();
  await page.getByText('Pick a number from 1 to 9.').first().waitFor();
});

journey.long(
  'without motion nothing grows: nine balls, with the coins of what was paid on them',
  async ({ visit, client }) => {
    const player = await client(funds);
    const [draw] = await openDraws(player.api, 45_000);
    // Three of the nine are paid.
    const tickets = Array.from('123456789', (number) => ticketFor(draw!, 'IziABC', number, stake));
    expect((await player.api.call('/bets', { body: { tickets } })).status).toBe(201);
    const { page, open } = await visit('phone', player.remembered);
    await open('/');
    const stage = page.getByRole('main').getByRole('region', { name: /^The draw of / });
    await stage.getByText('Closed, drawing in').waitFor();
    await page.evaluate(watchStage);
    await stage.getByText(`Paid ${formatAmount(6 * stake)} · staked ${formatAmount(9 * stake)}`).waitFor();
    const shown = await stage.evaluate((element) =>
      Array.from(element.querySelectorAll('li'), ({ innerText, children }) => [
        innerText,
        Array.from(children, (child) => child.getAttribute('data-front') ?? '').join(''),
      ]),
    );
    // On a low screen it covers the row of bets, of which nothing may show below it.
    await page.setViewportSize({ width: 360, height: 640 });
    const bets = page.getByRole('radiogroup', { name: 'Bet type' });
    const [end, betsEnd] = await Promise.all([
      stage.evaluate((element) => element.firstElementChild!.lastElementChild!.getBoundingClientRect().bottom),
      bets.evaluate((row) => row.parentElement!.lastElementChild!.getBoundingClientRect().bottom),
    ]);
    // Letters such as p reach below their line.
    expect(end).toBeGreaterThan(betsEnd + 1);
    const { result } = (await player.api.call(`/draws/${draw!.id}`)).json.data as { result: string[] };
    expect(shown).toEqual(result.map((number, place) => [number, place < 3 ? number : '']));
    const seen = await page.evaluate(() => (window as Watching).grown!);
    expect(seen.every(({ height }) => height < 500)).toBe(true);
  },
);

journey.long(
  'after a draw a client who is ahead reads so, with the sum of it; the others read what was paid',
  async (journey) => {
    const players = await Promise.all([1, 2, 3].map(() => journey.client(funds)));
    const [draw] = await openDraws(players[0]!.api, 45_000);
    // Each backs three numbers, so that exactly one of them gets six times a stake for three.
    const watched = await Promise.all(
      ['123', '456', '789'].map(async (numbers, index) => {
        const { api, remembered } = players[index]!;
        const tickets = Array.from(numbers, (number) => ticketFor(draw!, 'IziOne', number, stake));
        expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
        const visitor = await journey.visit('phone', remembered);
        await visitor.page.removeLocatorHandler(lossCardOf(visitor.page));
        await visitor.open('/');
        await visitor.page.getByText(`So far 0 · staked ${formatAmount(3 * stake)}`).waitFor();
        const told = await visitor.page.getByText(/^Paid \d.* · staked /).innerText();
        return { api, told, ...visitor };
      }),
    );
    const ahead: boolean[] = [];
    for (const { api, told, page } of watched) {
      const paid = await paidOut(api);
      ahead.push(paid > 0);
      expect(told).toBe(`Paid ${formatAmount(paid)} · staked ${formatAmount(3 * stake)}`);
      // Without motion there was nothing to skip, and there is nothing to play again.
      expect(await page.getByRole('button', { name: /^(Skip|Watch again)$/, includeHidden: true }).count()).toBe(0);
      if (paid === 0) {
        const card = page.getByRole('dialog', { name: '3 tickets, no prize' });
        await card
          .getByText(/^IziOne Your \d came (second|third|fourth|fifth|sixth|seventh|eighth|ninth)\.$/)
          .last()
          .waitFor();
        await card.getByText('8 in 9 IziOne tickets lose.').waitFor();
        await card.getByText(formatFrancs(3 * stake), { exact: true }).waitFor();
        await card.getByText(formatFrancs(0), { exact: true }).waitFor();
        await card.getByText(formatFrancs(funds - 3 * stake), { exact: true }).waitFor();
        expect(await card.getByRole('link').allInnerTexts()).toEqual(['Check']);
        expect(await hasFocus(card), 'as a whole: nobody has gone to a button').toBe(true);
        await auditPage(page, 'a loss');
        await card.getByRole('button', { name: 'Done' }).click();
        await card.waitFor({ state: 'detached' });
        continue;
      }
      const sheet = page.getByRole('dialog', { name: 'You won' });
      await sheet.getByText(/^Your \d came first\.$/).waitFor();
      expect(await hasFocus(sheet), 'as a whole: nobody has gone to a button').toBe(true);
      await sheet.getByText(`−${formatFrancs(3 * stake)}`).waitFor();
      expect(await sheet.getByText(`+${formatFrancs(3 * stake)}`).count()).toBe(2);
      const [withdraw, playAgain] = await Promise.all(
        ['Withdraw', 'Play again'].map((name) => sheet.getByRole('link', { name }).boundingBox()),
      );
      expect([withdraw!.width, withdraw!.height]).toEqual([playAgain!.width, playAgain!.height]);
      await auditPage(page, 'a win');
      // It lies in a hero, whose ink is dark in both themes.
      await auditInDark(page, 'a win');
      await sheet.getByRole('button', { name: 'Share a picture' }).click();
      const sharing = page.getByRole('dialog', { name: 'Share this win' });
      // Its mark comes once this device has checked the proof itself.
      await sharing.locator('[data-checked="true"]').waitFor();
      const picture = sharing.getByRole('img', { name: 'Picture of this win' });
      const look = () =>
        picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight, image.src] as const);
      await eventually(async () => (await look()).slice(0, 2), [1_080, 1_920]);
      const [, , whole] = await look();
      // Four letters of such an address are three bytes of the picture.
      expect(whole.length * 0.75).toBeLessThan(200_000);
      await auditPage(page, 'a win that is shared');
      await sharing.getByLabel('Show the amount').uncheck();
      await eventually(async () => (await look())[2] !== whole, true);
      await page.keyboard.press('Escape');
      await sharing.waitFor({ state: 'detached' });
      await sheet.getByRole('button', { name: 'Close' }).click();
      await sheet.waitFor({ state: 'detached' });
    }
    expect(ahead.filter(Boolean)).toHaveLength(1);
  },
);

journey.long('a loss is told once, when no ticket is being built, unless that is switched off', async (journey) => {
  const players = await Promise.all([1, 2, 3].map(() => journey.client(funds)));
  const [draw] = await openDraws(players[0]!.api, 45_000);
  const watched = await Promise.all(
    ['1', '2', '3'].map(async (number, index) => {
      const { api, remembered } = players[index]!;
      const tickets = [ticketFor(draw!, 'IziOne', number, stake)];
      expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
      const visitor = await journey.visit('phone', remembered);
      const { page } = visitor;
      await page.removeLocatorHandler(lossCardOf(page));
      if (index === 2) {
        await visitor.open('/profile?open=notices');
        await page.getByLabel('Show a card after a draw that paid me nothing').uncheck();
      }
      await visitor.open('/');
      await page.getByRole('button', { name: '7', exact: true }).click();
      const stage = page.getByRole('region', { name: /^The draw of / });
      await stage.getByText(/^Paid \d/).waitFor();
      await stage.waitFor({ state: 'detached' });
      return { api, page, number, isWanted: index < 2 };
    }),
  );
  for (const { api, page, number, isWanted } of watched) {
    if ((await paidOut(api)) > 0) continue;
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    const card = page.getByRole('dialog', { name: 'No prize this time' });
    if (!isWanted) {
      // The wait is as long as that of the others.
      await page.waitForTimeout(4_000);
      expect(await card.count()).toBe(0);
      continue;
    }
    await card.getByText(new RegExp(`^Your ${number} came \\w+\\.$`)).waitFor();
    // The ball has a ring, and its place under it.
    expect((await card.locator('[data-mine="true"]').innerText()).split(/\s+/)).toEqual([
      number,
      expect.stringMatching(/^([23](nd|rd)|[4-9]th)$/),
    ]);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  }
});

journey.long('a loss that happened while another page was shown is told on Play, once', async (journey) => {
  const players = await Promise.all([1, 2].map(() => journey.client(funds)));
  const [draw] = await openDraws(players[0]!.api, 45_000);
  // One of them loses at least.
  const watched = await Promise.all(
    ['1', '2'].map(async (number, index) => {
      const { api, remembered } = players[index]!;
      expect((await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOne', number, stake)] } })).status).toBe(
        201,
      );
      const visitor = await journey.visit('desktop', remembered);
      await visitor.page.removeLocatorHandler(lossCardOf(visitor.page));
      await visitor.open('/about');
      return { api, number, ...visitor };
    }),
  );
  for (const { api, number, page } of watched) {
    const paid = await paidOut(api);
    const card = page.getByRole('dialog', { name: 'No prize this time' });
    const to = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await to('Home');
    await page.getByRole('heading', { level: 1, name: 'Play' }).waitFor({ state: 'attached' });
    if (paid > 0) continue;
    await card.getByText(new RegExp(`^Your ${number} came \\w+\\.$`)).waitFor();
    await card.getByRole('button', { name: 'Done' }).click();
    await card.waitFor({ state: 'detached' });
    await to('About');
    await to('Home');
    await page.getByText(/^Drawn \d\d:\d\d$/).waitFor();
    await page.getByRole('region', { name: /^The draw of / }).waitFor({ state: 'detached' });
    expect(await card.count()).toBe(0);
  }
});

journey('an invalid draw id shows "No such draw"', async ({ visit }) => {
  const visitor = await visit('desktop', inMotion);
  await visitor.open('/results/abc');
  await visitor.arrive('/results/abc', 'No such draw');
  visitor.expectTrouble(/status of 4\d\d/);
});

/** While sales are open the stage only counts down; in motion it would paint sixty frames a second until the draw. */
async function moveOnceClosed(page: Page): Promise<void> {
  await page.getByText('Sales close in').waitFor({ state: 'detached' });
  await page.emulateMedia(inMotion);
}

/** A ticket of most bet types on the soonest draw: some of them lose, and some may win. */
async function placeOneOfEach({ api }: Client) {
  const [draw] = await openDraws(api, 40_000);
  const tickets = [
    ticketFor(draw!, 'IziOne', '7', stake),
    ticketFor(draw!, 'IziTwo', '49', stake),
    ...Array.from('123', (number) => ticketFor(draw!, 'IziABC', number, stake)),
    ticketFor(draw!, 'Izi2x', '456', stake),
    ticketFor(draw!, 'IziOrder', '492716835', 300),
  ];
  expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
  return { draw: draw!, staked: tickets.reduce((sum, { betAmount }) => sum + betAmount, 0) };
}

async function paidOut(api: Outsider): Promise<number> {
  const isSettled = async () => (await betsOf(api)).every(({ status }) => status !== 'pending');
  await waitFor(isSettled, 'the settled tickets');
  return (await betsOf(api)).reduce((sum, { payout }) => sum + payout!, 0);
}

async function closeSheet({ page }: Visit): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'You won' });
  if ((await sheet.count()) > 0) await page.keyboard.press('Escape');
}

interface Watching extends Window {
  seen?: Seen[];
  grown?: Grown[];
  /** The elements below the edge of the stage while it folded. */
  below?: string;
  shift?: number;
  /** The parts that moved. */
  moved?: string[];
  /** The balances that the header has shown, and when. */
  balances?: string[];
  /** The places that were named before their balls were there. */
  ahead?: string[];
}

/** The content of the stage over the hero. */
interface Grown {
  readonly said: string;
  /** How much of the page the stage covers. */
  readonly height: number;
  readonly seats: string;
  readonly balls: string;
  /** The numbers of the balls that coins lie on. */
  readonly onBalls: readonly string[];
  readonly bowl: number;
}

interface Seen {
  /** The numbers that are out. */
  readonly balls: string;
  /** The words on the page that tell an outcome. */
  readonly told: string[];
  /** The numbers of which the page says where they came out. */
  readonly named: string[];
  readonly balance: string;
}

/** Runs in the page: records its content and its announcements at every change. */
function watchBalls() {
  const watching = window as Watching;
  watching.seen = [];
  const look = () => {
    const list = document.querySelector<HTMLElement>('ol[aria-label=Result]');
    const labels = Array.from(document.querySelectorAll('[aria-label]'), (element) => element.ariaLabel ?? '');
    const said = [
      document.querySelector('main')!.innerText,
      document.querySelector('main')!.textContent,
      ...labels,
    ].join('\n');
    const seen: Seen = {
      balls: (list?.innerText ?? '').replaceAll(/\D/g, ''),
      told: said.match(/paid out|\b(?:Lost|Win|Won)\b|Paid \d|Drawn: /g) ?? [],
      named: Array.from(said.matchAll(/(\d) (?:is|came) \w+(?:st|nd|rd|th)\b/g), ([, number]) => number!),
      balance: labels.find((label) => label.startsWith('Wallet balance')) ?? '',
    };
    if (JSON.stringify(watching.seen!.at(-1)) !== JSON.stringify(seen)) watching.seen!.push(seen);
  };
  look();
  new MutationObserver(look).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  });
}

/** Runs in the page: what the stage over the hero shows at every change. */
function watchStage() {
  const seen: Grown[] = ((window as Watching).grown = []);
  const look = () => {
    const stage = document.querySelector<HTMLElement>('section[data-frame="over"]');
    if (!stage) return;
    const balls = Array.from(stage.querySelectorAll<HTMLElement>('ol > li'));
    const isGrown = stage.dataset.grown === 'true';
    seen.push({
      said: stage.querySelector<HTMLElement>('p + p')!.innerText,
      height: isGrown ? stage.querySelector<HTMLElement>('div')!.offsetHeight : stage.offsetHeight,
      seats: Array.from(stage.querySelectorAll('ul > li'), (seat) => seat.textContent.replace(/\s+/g, '_')).join(' '),
      balls: balls.map((ball) => ball.innerText.replaceAll(/\D/g, '')).join(''),
      onBalls: balls.filter((ball) => ball.querySelector('[data-back]')).map((ball) => ball.innerText.slice(0, 1)),
      bowl: stage.querySelectorAll('[role="img"] > span > span').length,
    });
  };
  look();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}

/** Runs in the page: looks below the edge of the stage early on its way up. */
function watchFold() {
  const watching = window as Watching;
  new MutationObserver(() => {
    const box = document.querySelector('section[data-frame="over"][data-grown="false"] > div');
    const moves = (box?.getAnimations({ subtree: true }) ?? []).filter((move) => move instanceof CSSTransition);
    const isFolding = moves.some(({ transitionProperty }) => transitionProperty === 'clip-path');
    if (!box || !isFolding || watching.below) return;
    const edge = box.lastElementChild as HTMLElement;
    for (const move of moves) {
      move.pause();
      move.currentTime = 50;
    }
    edge.style.pointerEvents = 'auto';
    const { bottom } = edge.getBoundingClientRect();
    const found = [1, 8, 16, 24, 32, 40].map((by) => document.elementFromPoint(4, bottom + by));
    const ofStage = found.filter((element) => element === box || box.firstElementChild!.contains(element));
    watching.below = ofStage.length === 0 ? 'nothing of the stage' : ofStage.map((element) => element!.tagName).join();
    edge.style.pointerEvents = '';
    for (const move of moves) move.play();
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}

/** Runs in the page from its start. */
function watchBalances() {
  const balances: string[] = ((window as Watching).balances = []);
  new MutationObserver(() => {
    const label = document.querySelector('header [aria-label^="Wallet balance "]')?.ariaLabel;
    if (!label) return;
    const isTold = /All nine are out|Drawn and paid out/.test(document.body.innerText);
    const shown = `${label}, ${isTold ? 'after the last ball' : 'too early'}`;
    if (shown !== balances.at(-1)) balances.push(shown);
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

/** Runs in the page from its start: whether it names a ball that is not in its socket yet. */
function watchCount() {
  const ahead: string[] = ((window as Watching).ahead = []);
  const places = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'];
  const look = () => {
    const [, said = ''] = /^(\w+): \d$/m.exec(document.querySelector('main')?.innerText ?? '') ?? [];
    const balls = Array.from(document.querySelectorAll<HTMLElement>('ol[aria-label=Result] > li > span'));
    const landed = balls.filter((ball) => {
      const { opacity, transform } = getComputedStyle(ball);
      return /^\d$/.test(ball.innerText) && opacity === '1' && transform === 'none';
    });
    if (places.indexOf(said) >= landed.length) ahead.push(`${said} with ${landed.length}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page: how far things move without the visitor's doing. */
function watchShifts() {
  const watching = window as Watching;
  watching.shift = 0;
  watching.moved = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as (PerformanceEntry & Shift)[]) {
      if (hadRecentInput) continue;
      watching.shift! += value;
      for (const { node, previousRect, currentRect } of sources)
        watching.moved!.push(`${node?.textContent?.slice(0, 40)}: ${previousRect.y} to ${currentRect.y}, ${value}`);
    }
  }).observe({ type: 'layout-shift' });
}

/** Nearly nothing moved since `watchShifts`. */
async function expectSteady(page: Page): Promise<void> {
  const { shift, moved } = await page.evaluate(() => {
    const { shift, moved } = window as Watching;
    return { shift: shift!, moved: moved! };
  });
  expect(shift > 0.01 ? moved : []).toEqual([]);
}
