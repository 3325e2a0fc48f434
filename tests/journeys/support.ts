import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { betTypes } from '#domain/bet-types.ts';
import { unansweredOf, watchRequests } from '#tests/support/browser/quiet.ts';
import { runsLong } from '#tests/support/long-run.ts';
import { patience } from '#tests/support/patience.ts';
import {
  addFunds,
  createOutsider,
  openDraws,
  signUp,
  untilSalesLast,
  waitFor,
  type Account,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { findSite, type Site } from '#tests/support/site/site.ts';

/** Where failed journeys leave their screenshots. Git ignores it. */
const screens = join(import.meta.dirname, '../../screens/journeys');

/**
 * Drawing each frame of what moves takes half of a browser's processor time, so only the journeys that follow a draw or look at
 * motion see it: {@link inMotion}.
 */
export const still = { reducedMotion: 'reduce' } as const;
export const inMotion = { reducedMotion: 'no-preference' } as const;

const desktop: BrowserContextOptions = { ...still, viewport: { width: 1280, height: 900 } };
const phone: BrowserContextOptions = {
  ...still,
  viewport: { width: 360, height: 740 },
  // Real phones have more. Each pixel costs processor time, and no journey looks at one.
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
};
const devices = { desktop, phone };

/** One person's browser: storage of its own, and a page that is watched. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Faults of the page: errors in the console or thrown, a blocked resource, a request to another site. */
  readonly troubles: string[];
  /** Removes the troubles that the journey has caused itself, and fails when there were none. */
  expectTrouble(pattern: RegExp): void;
  /** Removes troubles that depend on what was under way at a moment, so that there may be none. */
  allowTrouble(pattern: RegExp): void;
  /**
   * Waits until the app shows this path and the page with this heading, and checks its words.
   *
   * @param path with its search; a regular expression when it holds an id
   */
  arrive(path: string | RegExp, heading: string | RegExp): Promise<void>;
  /** Opens a path, as from the address bar. */
  open(path: string): Promise<void>;
}

export interface Journey<S extends Reached = Site> {
  readonly site: S;
  /** A visitor with an empty browser, of the shared site unless `baseURL` says otherwise. */
  visit(device: keyof typeof devices, options?: BrowserContextOptions): Promise<Visit>;
  /** A client with a confirmed phone and this much money, made through the API. */
  client(funds: number): Promise<Client>;
  /** The soonest draw that stays on sale for this many milliseconds. */
  drawAfter(milliseconds: number): Promise<DrawTime>;
  /** A draw that does not close during a journey, however slow the machine is. */
  farDraw(): Promise<DrawTime>;
  /** Waits until the next draw stays on sale for this many milliseconds, 40 s at most, and no draw is on. */
  untilSalesLast(milliseconds: number): Promise<void>;
}

export interface Client {
  readonly account: Account;
  readonly api: Outsider;
  /** For a visit that starts signed in. */
  readonly remembered: BrowserContextOptions;
}

/** A draw with its date, hour and minute as the play screen shows them. */
export interface DrawTime {
  readonly id: string;
  readonly fullDate: string;
  readonly date: string;
  readonly hour: string;
  readonly minute: string;
}

interface Reached {
  readonly url: string;
}

/** One for all journeys of a file. It ends with the file's process; one that has crashed is replaced. */
let browser: Promise<Browser> | undefined;
let site: Reached;

function openBrowser(): Promise<Browser> {
  browser ??= connectChromium().then((opened) => {
    opened.on('disconnected', () => (browser = undefined));
    return opened;
  });
  browser.catch(() => (browser = undefined));
  return browser;
}

/**
 * A test in a browser. It runs beside the file's other journeys, because most of its time is waiting for a draw. At its end
 * none of its pages may have had any trouble; when it fails, each of its pages leaves a screenshot.
 */
export const journey = journeysOn(() => findSite(inject('siteSocket')));

/**
 * Journeys on another site than the run's: one for all of a file.
 *
 * @param prepare what each browser needs before it opens a page of that site
 */
export function journeysOn<S extends Reached>(
  find: () => Promise<S>,
  prepare: (context: BrowserContext) => Promise<void> = () => Promise.resolve(),
) {
  type Walk = (journey: Journey<S>) => Promise<void>;
  function travel(title: string, walk: Walk): void {
    test.concurrent(title, async () => {
      const reached = await find();
      site = reached;
      const visits: Visit[] = [];
      async function visit(device: keyof typeof devices, options?: BrowserContextOptions) {
        const visit = await openVisit({ ...devices[device], ...options });
        await prepare(visit.context);
        visits.push(visit);
        return visit;
      }
      try {
        const anybody = createOutsider(reached.url);
        const salesLast = (milliseconds: number) => untilSalesLast(anybody, milliseconds);
        await walk({ site: reached, visit, client, drawAfter, farDraw, untilSalesLast: salesLast });
        expect(
          visits.flatMap(({ troubles }) => troubles),
          'troubles of the pages',
        ).toEqual([]);
      } catch (error) {
        throw await withScreenshots(error, title, visits);
      } finally {
        await Promise.all(visits.map(({ context }) => context.close()));
      }
    });
  }
  /**
   * A journey that the gate as a whole leaves out ({@link runsLong}): it waits for a draw where another one already does, or is a second
   * way to what another one shows.
   */
  const long = (title: string, walk: Walk) => (runsLong ? travel(title, walk) : test.skip(title));
  return Object.assign(travel, { long });
}

async function client(funds: number): Promise<Client> {
  const api = createOutsider(site.url);
  const account = await signUp(api);
  if (funds > 0) await addFunds(api, account, funds);
  return { account, api, remembered: rememberedAs(api) };
}

/** For a visit that starts signed in, as if the client had chosen to be remembered. Another site than the run's is named by `baseURL`. */
export function rememberedAs({ token, url }: Outsider): BrowserContextOptions {
  const localStorage = [{ name: 'access_token', value: `Bearer ${token}` }];
  return { storageState: { cookies: [], origins: [{ origin: url, localStorage }] } };
}

async function drawAfter(milliseconds: number): Promise<DrawTime> {
  const [draw] = await openDraws(createOutsider(site.url), milliseconds);
  return timeOf(draw!);
}

async function farDraw(): Promise<DrawTime> {
  // Sales of the last ones may not have opened yet.
  return timeOf((await openDraws(createOutsider(site.url))).at(-3)!);
}

function timeOf({ id, fullDate, minute }: Awaited<ReturnType<typeof openDraws>>[number]): DrawTime {
  // The operator's time zone, Abidjan's, is UTC.
  return { id, fullDate, minute, date: fullDate.slice(0, 10), hour: fullDate.slice(11, 13) };
}

async function openVisit(options: BrowserContextOptions): Promise<Visit> {
  // A service worker would answer in place of the network, so that a journey could not hold back responses; offline.test.ts
  // tests it.
  const { baseURL = site.url } = options;
  const context = await (await openBrowser()).newContext({ serviceWorkers: 'block', ...options, baseURL });
  await context.addInitScript(reportBlocked);
  const page = await context.newPage();
  // It opens by itself and only where chance decided so; a journey about something else closes it, as a player would.
  await page.addLocatorHandler(lossCardOf(page), () => page.keyboard.press('Escape'));
  const troubles = watch(page, baseURL);
  watchRequests(page);
  return {
    page,
    context,
    troubles,
    expectTrouble(pattern) {
      const others = troubles.filter((trouble) => !pattern.test(trouble));
      expect(others.length, `troubles like ${pattern}, of ${JSON.stringify(troubles)}`).toBeLessThan(troubles.length);
      troubles.splice(0, troubles.length, ...others);
    },
    allowTrouble(pattern) {
      troubles.splice(0, troubles.length, ...troubles.filter((trouble) => !pattern.test(trouble)));
    },
    async arrive(path, heading) {
      await page.waitForURL((url) => matches(url.pathname + url.search, path));
      await page.getByRole('heading', { level: 1, name: heading, exact: typeof heading === 'string' }).waitFor();
      await expectWords(page);
    },
    async open(path) {
      await page.goto(path);
    },
  };
}

/** The card that tells of a draw that paid nothing. A journey about it removes the handler that closes it. */
export function lossCardOf(page: Page): Locator {
  return page.getByRole('dialog', { name: /(^| )(No prize this time|no prize|[Pp]as de gain)/ });
}

function matches(address: string, path: string | RegExp): boolean {
  return typeof path === 'string' ? address === path : path.test(address);
}

/** Runs in the page: logs in the console what the content security policy has blocked, in any browser. */
function reportBlocked() {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`blocked by ${event.violatedDirective}: ${event.blockedURI}`);
  });
}

const blockedWorker = 'Service Worker registration blocked by Playwright';

/** @param home the site; whatever a page asks of another one is a trouble */
function watch(page: Page, home: string): string[] {
  const troubles: string[] = [];
  /** When and with which session the last request to an address was sent. */
  const asked = new Map<string, string>();
  page.on('console', (message) => {
    if (message.text() === blockedWorker) return;
    if (['error', 'warning'].includes(message.type())) {
      const { url } = message.location();
      troubles.push(`console: ${message.text()} (${url}, ${asked.get(url) ?? 'not asked for'}; on ${page.url()})`);
    }
  });
  page.on('pageerror', (error) => troubles.push(`thrown on ${page.url()}: ${error.stack ?? error.message}`));
  page.on('crash', () => troubles.push(`crashed on ${page.url()}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const { authorization } = request.headers();
    const time = new Date().toISOString().slice(14, 23);
    asked.set(request.url(), `at ${time} from ${page.url()} ${authorization?.slice(-6) ?? 'without a session'}`);
    if (origin !== home && !['data:', 'blob:'].includes(protocol)) troubles.push(`asks ${request.url()}`);
  });
  return troubles;
}

const placeholders = /lorem ipsum|\bTODO\b|\bundefined\b|\bNaN\b|\bnull\b|\[object |\{\{|Invalid Date/i;

/** Fails when a page shows text that a program writes for a missing value. */
export async function expectWords(page: Page): Promise<void> {
  const said = await page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'alt', 'title', 'placeholder'];
    const labels = attributes.flatMap((name) =>
      Array.from(document.querySelectorAll(`[${name}]`), (element) => element.getAttribute(name)),
    );
    return [document.title, document.body.innerText, ...labels].join('\n');
  });
  expect(said, `the words of ${page.url()}`).not.toMatch(placeholders);
}

async function withScreenshots(error: unknown, title: string, visits: readonly Visit[]): Promise<unknown> {
  await mkdir(screens, { recursive: true });
  const left: string[] = [];
  for (const [index, { page, troubles }] of visits.entries()) {
    const path = join(screens, `${title.replaceAll(/\W+/g, '-').slice(0, 60)}-${index + 1}.png`);
    await page.screenshot({ path, fullPage: true }).catch(() => {});
    const said = [...troubles, await wordsOn(page), await pulseOf(page), ...unansweredOf(page)];
    left.push(`\n  ${page.url()}: ${path}${said.map((line) => `\n    ${line}`).join('')}`);
  }
  if (error instanceof Error) error.message += `\nThe journey's pages:${left.join('')}`;
  return error;
}

/** The text of the page, so that a failure is understood where the screenshots cannot be seen. */
async function wordsOn(page: Page): Promise<string> {
  const said = await page.locator('main').innerText({ timeout: 2_000 }).catch(String);
  return `it says: ${said.replaceAll(/\s+/g, ' ').slice(0, 1_000)}`;
}

/**
 * Whether the page draws and how busy its script is: a click waits for two frames. Without any, Chromium has stopped drawing; with few
 * turns, the page's own script takes the time.
 */
async function pulseOf(page: Page): Promise<string> {
  const pulse = page.evaluate(async () => {
    const seconds = 3;
    let frames = 0;
    let turns = 0;
    const countFrame = () => {
      frames++;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
    const startedAt = performance.now();
    while (performance.now() - startedAt < seconds * 1_000) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      turns++;
    }
    return `${frames} frames and ${turns} turns of 10 ms in ${seconds} s, ${document.visibilityState}`;
  });
  const noAnswer = new Promise<string>((resolve) => setTimeout(resolve, patience(20_000), 'no answer from its script'));
  return Promise.race([pulse, noAnswer]).catch(String);
}

/** Waits until the value read equals the expected one. (In concurrent tests `expect.poll` does not know its test.) */
export async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  let found: T | undefined;
  const isThere = async () => isDeepStrictEqual((found = await read()), expected);
  await waitFor(isThere, JSON.stringify(expected)).catch(() => {});
  expect(found).toEqual(expected);
}

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((it) => it === document.activeElement);
}

/**
 * Chooses a radio button or ticks a box. `check()` wants the field to change at once, but before hydration a press is kept, and the
 * field changes only when the app has it.
 */
export async function choose(field: Locator): Promise<void> {
  if (!(await field.isChecked())) await field.click();
  await eventually(() => field.isChecked(), true);
}

/** Without the passkeys that the browser suggests in the field for the phone: the sign-in page asks the site for them. */
export async function suggestNoPasskey({ context }: Visit): Promise<void> {
  await context.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

/** Signs in on the sign-in page, which the visit has already opened. */
export async function signIn(page: Page, { phone, password }: Account, { remember = false } = {}): Promise<void> {
  await page.getByLabel('Phone or e-mail', { exact: true }).fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (remember) await choose(page.getByLabel('Keep me signed in'));
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Fills in the sign-up page, which the visit has already opened, and sends it. */
export async function fillSignUp(page: Page, { phone, password }: Account, { remember = false } = {}): Promise<void> {
  await page.getByLabel('Phone', { exact: true }).fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (remember) await choose(page.getByLabel('Keep me signed in'));
  await page.getByRole('button', { name: 'Next' }).tap();
  await page.getByLabel('First name', { exact: true }).fill('Ama');
  await page.getByLabel('Last name', { exact: true }).fill('Koné');
  await page.getByLabel('Date of birth', { exact: true }).fill('17/05/1990');
  await choose(page.getByLabel('I am 18 or over'));
  await page.getByRole('button', { name: 'Create account' }).tap();
}

/** Sets a new password on the page "forgot password", which the visit has opened. Ends before the second step of the sign-in. */
export async function setPasswordByCode({ page, arrive }: Visit, { phone, password }: Account): Promise<void> {
  await page.getByLabel('Phone or e-mail', { exact: true }).fill(phone);
  await page.getByRole('button', { name: 'Send a code' }).tap();
  await page.getByRole('button', { name: /^Use \d{6}$/ }).tap();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save and sign in' }).tap();
  await arrive('/auth/forgot', 'Confirm it is you');
}

/** Holds back scripts that are not loaded yet until they are released. */
export async function holdScripts(page: Page): Promise<() => void> {
  const passed = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await passed.promise;
    await route.continue();
  });
  return passed.resolve;
}

export interface TicketWish {
  readonly name: 'IziOrder' | 'IziOne' | 'IziTwo' | 'IziABC' | 'Izi2x' | 'Izi3x';
  /** Tapped on the pad one by one; absent for a quick pick. */
  readonly numbers?: string;
  /** Absent when the bet type's initial amount is used. */
  readonly amount?: number;
}

/** Fills in a ticket on the play screen and adds it to the basket. */
export async function addTicket(page: Page, { name, numbers, amount }: TicketWish, draw: DrawTime): Promise<void> {
  await choose(page.getByRole('radio', { name: betOf(name) }));
  // The card is marked at once, and the rest of the ticket follows.
  const slots = page.getByRole('list', { name: 'Your numbers' }).getByRole('listitem');
  await eventually(() => slots.count(), betTypes[name].slots);
  if (numbers === undefined) await page.getByRole('button', { name: 'Quick pick' }).click();
  const pad = page.getByRole('group', { name: 'Numbers', exact: true });
  for (const number of numbers ?? '') await pad.getByRole('button', { name: number, exact: true }).click();
  if (amount !== undefined) await page.getByLabel('Amount', { exact: true }).fill(String(amount));
  await chooseAnotherDraw(page);
  for (const [label, value] of Object.entries({ Date: draw.date, Hour: draw.hour, Minute: draw.minute })) {
    await page.getByLabel(label, { exact: true }).selectOption(value);
  }
  const before = await basketOf(page);
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await eventually(async () => (await basketOf(page)).length, before.length + 1);
}

/** Makes the device one on which somebody has played, so that the hero offers no try. */
export async function beKnown(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('known', '1'));
}

/** The name of a bet type's radio button, which also says what it pays and its risk. */
export const betOf = (name: string) => new RegExp(`\\b${name}, ×`);

/** The line of a ticket that is for the next draw. */
export const nextDrawLine = /^Draw \d\d:\d\d, this one only$/;

/** Opens the date, the hour and the minute of the draw, unless they are open. */
export async function chooseAnotherDraw(page: Page): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: 'Change', exact: true });
  await button.waitFor();
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

export interface StoredItem {
  readonly id: string;
  readonly name: string;
  readonly fullDate: string;
  readonly betAmount: number;
  readonly selectedNumbers: string[];
  readonly drawId: string;
}

/** The basket as it is kept in local storage. */
export async function basketOf(page: Page): Promise<StoredItem[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('draws') ?? '[]') as StoredItem[]);
}

/** The token in session storage and in local storage. */
export async function tokensOf(page: Page): Promise<{ session: string | null; local: string | null }> {
  return page.evaluate(() => ({
    session: sessionStorage.getItem('access_token'),
    local: localStorage.getItem('access_token'),
  }));
}
