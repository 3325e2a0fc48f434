import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { NewTicket } from '#contract/bets.ts';
import { inMotion, rememberedAs } from '#tests/journeys/support.ts';
import {
  addFunds,
  createOutsider,
  openDraws,
  signUp,
  ticketFor,
  type Outsider,
} from '#tests/support/players/outsider.ts';

// A draw as its players see it. All of it happens within seconds, so one draw gives all pictures of a folder.

export const drawPictures = [
  'draw-1-bowl',
  'draw-2-hop',
  'draw-3-fourth',
  'draw-4-over',
  'draw-5-receipt',
  'draw-6-still',
  'result-1-win',
  'result-2-share',
  'result-3-picture',
  'result-4-loss',
  'result-5-losses',
] as const;
type DrawPicture = (typeof drawPictures)[number];

export interface DrawPlayers {
  /** Sees the draw grow over Play, with tickets that may win and may lose. */
  readonly watching: Outsider;
  /** Looks at a receipt meanwhile. */
  readonly paying: Outsider;
  /** Each backs three of the nine numbers: one of them wins. */
  readonly backing: readonly Outsider[];
  /** Each backs one number: one of them loses at least. */
  readonly single: readonly Outsider[];
}

const stake = 300;

export async function signUpDrawPlayers(url: string): Promise<DrawPlayers> {
  async function signUpOne(): Promise<Outsider> {
    const api = createOutsider(url);
    await addFunds(api, await signUp(api), 40_000);
    return api;
  }
  const [watching, paying] = [await signUpOne(), await signUpOne()];
  const backing = [await signUpOne(), await signUpOne(), await signUpOne()];
  const single = [await signUpOne(), await signUpOne()];
  return { watching, paying, backing, single };
}

interface Taking {
  /** Opens the browser of a client. */
  open(options: BrowserContextOptions): Promise<Page>;
  isWanted(name: DrawPicture): boolean;
  keep(name: DrawPicture, png: Buffer): Promise<void>;
}

/** Plays one draw and takes the pictures of it. */
export async function takeDraw(players: DrawPlayers, taking: Taking): Promise<void> {
  const { watching, paying, backing, single } = players;
  const [draw] = await openDraws(watching, 30_000);
  const ticket = (name: NewTicket['name'], numbers: string) => ticketFor(draw!, name, numbers, stake);
  const mine = [ticket('IziOne', '7'), ticket('IziABC', '9'), ticket('Izi2x', '147')];
  await place(watching, [...mine, ticket('IziOrder', '413625978')]);
  for (const [index, api] of backing.entries()) {
    const numbers = Array.from(['123', '456', '789'][index]!);
    const tickets = numbers.map((number) => ticket('IziOne', number));
    await place(api, tickets);
  }
  for (const [index, api] of single.entries()) await place(api, [ticket('IziOne', '78'[index]!)]);
  const basket = mine.map((item) => ({ ...item, fullDate: draw!.fullDate }));
  // The stage of the draw before is gone by then.
  await sleep(Math.max(0, Date.parse(draw!.closesAt) - Date.now() - 28_000));

  const isWanted = (...parts: readonly string[]) =>
    drawPictures.some((name) => parts.some((part) => name.startsWith(part)) && taking.isWanted(name));
  const visits: [wanted: boolean, (page: Page, take: Take) => Promise<void>, readonly Outsider[]][] = [
    [isWanted('draw-1', 'draw-2', 'draw-3', 'draw-4'), watch, [watching]],
    [isWanted('draw-5'), (page, take) => payAndWatch(page, take, basket), [paying]],
    [isWanted('draw-6', 'result-1', 'result-2', 'result-3', 'result-5'), seeOutcome, backing],
    [isWanted('result-4'), seeOutcome, single],
  ];
  const take: Take = async (page, name, png) => {
    if (taking.isWanted(name)) await taking.keep(name, png ?? (await page.screenshot()));
  };
  await Promise.all(
    visits
      .filter(([wanted]) => wanted)
      .flatMap(([, visit, clients]) => clients.map(async (api) => visit(await taking.open(rememberedAs(api)), take))),
  );
}

type Take = (page: Page, name: DrawPicture, png?: Buffer) => Promise<void>;

async function place(api: Outsider, tickets: readonly NewTicket[]): Promise<void> {
  const placed = await api.call('/bets', { body: { tickets } });
  if (placed.status !== 201) throw new Error(`not placed: ${placed.text}`);
}

/** The draw over Play, from the close of its sales. */
async function watch(page: Page, take: Take): Promise<void> {
  await page.goto('/');
  await page.emulateMedia(inMotion);
  await page.locator('main section[data-grown=true]').waitFor();
  await untilStill(page);
  await take(page, 'draw-1-bowl');
  await untilOut(page, 1);
  await take(page, 'draw-2-hop');
  await untilOut(page, 4);
  await take(page, 'draw-3-fourth');
  await page.locator('main section[data-grown=false][data-light=sun]').waitFor();
  await untilStill(page);
  // The sheet with the draw's outcome may cover it.
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  await take(page, 'draw-4-over');
}

async function payAndWatch(page: Page, take: Take, basket: unknown): Promise<void> {
  await page.addInitScript((items) => {
    localStorage.setItem('draws', localStorage.getItem('draws') ?? items);
  }, JSON.stringify(basket));
  await page.goto('/checkout');
  await page.getByRole('main').getByRole('button', { name: 'Pay', exact: true }).click();
  await page.locator('main section[data-light=night]').waitFor();
  await page.emulateMedia(inMotion);
  await untilOut(page, 2);
  await take(page, 'draw-5-receipt');
}

/** The sheet of a win, or the card of a loss. */
async function seeOutcome(page: Page, take: Take): Promise<void> {
  await page.goto('/');
  await untilOut(page, 9);
  await take(page, 'draw-6-still');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await untilStill(page);
  if ((await dialog.locator('li[data-mine]').count()) > 0) {
    const isOne = (await dialog.locator('li[data-mine=true]').count()) > 0;
    return take(page, isOne ? 'result-4-loss' : 'result-5-losses');
  }
  await take(page, 'result-1-win');
  await page.getByRole('button', { name: 'Share a picture' }).click();
  await page.locator('[data-checked=true]').waitFor();
  await untilStill(page);
  await take(page, 'result-2-share');
  const source = (await page.locator('[data-checked] img').getAttribute('src'))!;
  await take(page, 'result-3-picture', Buffer.from(source.slice(source.indexOf(',') + 1), 'base64'));
}

/** Waits until as many balls are on the stage. */
async function untilOut(page: Page, balls: number): Promise<void> {
  await page.waitForFunction(
    (least) => {
      const shown = document.querySelectorAll<HTMLElement>('main section[data-light] ol > li > span:first-child');
      return Array.from(shown).filter(({ innerText }) => /^\d$/.test(innerText)).length >= least;
    },
    balls,
    { polling: 50 },
  );
}

/** Waits for what comes once, such as the growth of the stage. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForTimeout(700);
}
