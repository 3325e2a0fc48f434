import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { roomsOf } from '#tests/support/languages/catalogues.ts';
import { createOutsider, waitFor } from '#tests/support/players/outsider.ts';
import { startServer, type ServerProcess } from '#tests/support/site/server.ts';
import { drawPictures, signUpDrawPlayers, takeDraw, type DrawPlayers } from './draw.ts';
import {
  basketStates,
  clientsAround,
  clientsTogether,
  signUpStates,
  visitorsAround,
  visitorsTogether,
} from './drawn-states.ts';
import { consoleStates } from './console-states.ts';
import { shown, type ConsoleState } from './console-steps.ts';
import { takeFirstAdjustment } from './first-adjustment.ts';
import { furnish, type Furnished } from './furnish.ts';
import { furnishConsole, type FurnishedConsole } from './furnish-console.ts';
import { readFrench, showInFrench, type ToFrench } from './in-french.ts';
import { firstVisitStates, ticketStates } from './play-states.ts';
import { clientStates, visitorStates, type State } from './states.ts';

// `npm run screens`: a picture of every screen and main state, at four sizes, in light and in dark, in the folder
// `screens`; the operators' console at a desk in `screens/console-light` and `screens/console-dark`, and a few of it on narrow
// windows. All of it in French too, in folders that begin with `fr-`. With arguments only those whose name holds one of them:
// `npm run screens 360-light my-bets`, `npm run screens console`, `npm run screens fr-`. `^` stands for the beginning: `^360-light` is
// not French.
// `npm run screens operating` takes the pictures of docs/operating.md again, into docs/pictures.

const output = join(import.meta.dirname, '../../screens');
const widths = { 360: 640, 390: 844, 768: 1_024, 1440: 900 };
const statesOf: Readonly<Record<'visitor' | 'client', readonly State[]>> = {
  visitor: [...visitorStates, ...firstVisitStates, ...signUpStates, ...visitorsAround, ...visitorsTogether],
  client: [...clientStates, ...ticketStates, ...basketStates, ...clientsAround, ...clientsTogether],
};
const themes = ['light', 'dark'] as const;
/** The prefix of a language's folders. */
const prefixes = { en: '', fr: 'fr-' } as const;
type Language = keyof typeof prefixes;
const languages: readonly Language[] = ['en', 'fr'];
/** The locale of the browser, so that no other language is offered. */
const locales = { en: 'en-GB', fr: 'fr-FR' } as const;

const wanted = process.argv.slice(2);
const stateTimeoutMs = 20_000;
/** There is a draw each minute. */
const drawTimeoutMs = 150_000;
/** The pictures that could not be taken or prepared, and why: listed once more at the end. */
const failed: string[] = [];

function fail(what: string, error: unknown): void {
  const because = error instanceof Error ? error.message.split('\n')[0] : String(error);
  console.error(`${what}: ${because}`);
  failed.push(`${what}: ${because}`);
}

/** The states of the console that are also taken in a narrow window. */
const narrow = [
  'overview',
  'overview-troubles',
  'inbox',
  'inbox-open',
  'draws',
  'draws-week',
  'draws-go-to-time',
  'draws-open',
  'draw',
  'players',
  'players-open',
  'player-statement',
  'player-held-notes',
  'care',
  'care-open',
  'care-signs',
  'player-care',
  'exposure-staked',
  'settings-caps',
  'stops',
  'timetable',
  'documents-open',
  'reports',
  'report-last-month',
  'report-about',
  'report-returns-day',
  'player-origin',
  'player-then',
  'payments-open',
  'payments-networks',
  'payments-unknown-open',
  'money',
  'money-movements',
  'requests',
  'request-asked',
  'audit',
  'audit-open',
  'settings',
  'settings-console',
  'sheet-adjust',
  'sheet-lock',
  'sign-in',
];
/**
 * The console is for a desk: 1440 × 900 is its measure, where its pages never scroll. It also has to work in smaller
 * windows.
 */
const desks = languages.flatMap((language) =>
  (
    [
      { name: 'console-light', theme: 'light', viewport: { width: 1_440, height: 900 }, only: null },
      { name: 'console-dark', theme: 'dark', viewport: { width: 1_440, height: 900 }, only: null },
      { name: 'console-1024', theme: 'light', viewport: { width: 1_024, height: 768 }, only: narrow },
      { name: 'console-1024-dark', theme: 'dark', viewport: { width: 1_024, height: 768 }, only: narrow },
      { name: 'console-phone', theme: 'dark', viewport: { width: 390, height: 844 }, only: narrow },
      { name: 'console-phone-light', theme: 'light', viewport: { width: 390, height: 844 }, only: narrow },
    ] as const
  ).map((desk) => ({ ...desk, name: `${prefixes[language]}${desk.name}`, language })),
);

/** Withdrawals are held, so that there are some to look at. */
const consoleSettings = {
  // Draws on sale stay on sale until all pictures are taken.
  DRAW_EVERY_MINUTES: '60',
  DEMO_MONTH: 'on',
  CARE: 'on',
  REVIEW: 'on',
  REVIEW_OVER: '100000',
  REVIEW_FIRST_OVER: '100000',
  REVIEW_DAY_OVER: '500000',
  REVIEW_PHONE_DAYS: '0',
  REVIEW_PLAYED_PERCENT: '0',
};

const adjustmentStates = ['payment', 'adjust', 'request', 'done', 'audit'].map((name) => `adjustment-${name}`);

const french = { site: await readFrench(roomsOf.site), console: await readFrench(roomsOf.console) };
const browser = await launchChromium();
try {
  if (wanted.includes('operating')) await onSite({ DEMO_MONTH: 'on' }, takeOperating);
  else {
    if (playerFolders().length > 0) await onSite({ DRAW_EVERY_MINUTES: '1' }, takePlayers);
    if (consoleFolders().length > 0) await onSite(consoleSettings, takeConsole);
  }
} finally {
  await browser.close();
}
if (failed.length > 0) {
  console.error(`\n${failed.length} not taken or not prepared:\n${failed.join('\n')}`);
  process.exitCode = 1;
}

/** Takes pictures of a site of its own. */
async function onSite(settings: Record<string, string>, taking: (site: ServerProcess) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'izi-screens-'));
  const site = await startServer(dataDir, settings);
  try {
    if (settings['DEMO_MONTH'] === 'on') await site.says(/Invented a month/);
    await taking(site);
  } finally {
    await site.end('SIGINT');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** The folders of players' pictures that hold anything wanted. */
function playerFolders() {
  return languages.flatMap((language) =>
    Object.entries(widths).flatMap(([width, height]) =>
      themes
        .map((theme) => ({
          folder: `${prefixes[language]}${width}-${theme}`,
          language,
          theme,
          viewport: { width: Number(width), height },
        }))
        .filter(({ folder }) =>
          [...statesOf.visitor, ...statesOf.client, ...drawPictures.map((name) => ({ name }))].some(({ name }) =>
            isWanted(`${folder}/${name}`),
          ),
        ),
    ),
  );
}

async function takePlayers(site: ServerProcess): Promise<void> {
  console.log('Playing until there is something to show …');
  const furnished = await furnish(createOutsider(site.url));
  const drawPlayers = await signUpDrawPlayers(site.url);
  for (const folder of playerFolders()) await takeAll(site, folder, furnished, drawPlayers);
}

async function takeAll(
  site: ServerProcess,
  { folder: name, language, theme, viewport }: ReturnType<typeof playerFolders>[number],
  furnished: Furnished,
  drawPlayers: DrawPlayers,
): Promise<void> {
  const folder = join(output, name);
  await mkdir(folder, { recursive: true });
  const isPhone = viewport.width < 600;
  const device = {
    viewport,
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    locale: locales[language],
  } as const;
  for (const [states, token] of [
    [statesOf.visitor, null],
    [statesOf.client, furnished.token],
  ] as const) {
    for (const state of states.filter((one) => isWanted(`${name}/${one.name}`))) {
      const stored = { theme: JSON.stringify({ mode: theme }), ...(token && { access_token: `Bearer ${token}` }) };
      await take(
        {
          baseURL: site.url,
          ...device,
          ...(state.readsOther && { locale: locales[language === 'en' ? 'fr' : 'en'] }),
          storageState: keep(site.url, { ...stored, ...state.stored?.(furnished) }),
        },
        state,
        furnished,
        folder,
        language,
      );
    }
  }
  const isDrawWanted = (picture: string) => isWanted(`${name}/${picture}`);
  if (drawPictures.some(isDrawWanted)) {
    const contexts: BrowserContext[] = [];
    await takeDraw(drawPlayers, {
      isWanted: isDrawWanted,
      async open(remembered) {
        const context = await browser.newContext({ baseURL: site.url, ...device, ...remembered });
        context.setDefaultTimeout(drawTimeoutMs);
        contexts.push(context);
        await context.addInitScript((mode) => localStorage.setItem('theme', JSON.stringify({ mode })), theme);
        return openPage(context, language, french.site);
      },
      keep: (picture, png) => writeFile(join(folder, `${picture}.png`), png),
    }).catch((error: unknown) => fail(`${name}/draw`, error));
    await Promise.all(contexts.map((context) => context.close()));
  }
  console.log(folder);
}

function consoleFolders() {
  return desks
    .map((desk) => ({
      ...desk,
      states: consoleStates.filter(
        ({ name }) => isWanted(`${desk.name}/${name}`) && (desk.only === null || desk.only.includes(name)),
      ),
      adjustment:
        desk.language === 'en' &&
        desk.only === null &&
        adjustmentStates.some((name) => isWanted(`${desk.name}/${name}`)),
    }))
    .filter(({ states, adjustment }) => states.length > 0 || adjustment);
}

async function takeConsole(site: ServerProcess): Promise<void> {
  const baseURL = await consoleOf(site);
  console.log('Doing what operators do until there is something to show …');
  const { furnished, failed: unprepared } = await furnishConsole(browser, site, baseURL);
  for (const part of unprepared) fail('preparing', part);
  for (const { name, language, theme, viewport, states, adjustment } of consoleFolders()) {
    const folder = join(output, name);
    await mkdir(folder, { recursive: true });
    const options = {
      baseURL,
      viewport,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: locales[language],
    } as const;
    for (const state of states) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(stateTimeoutMs);
      try {
        await takeOfConsole(await openPage(context, language, french.console), state, furnished, folder);
      } catch (error) {
        fail(`${name}/${state.name}`, error);
      } finally {
        await context.close();
      }
    }
    if (adjustment) {
      await takeFirstAdjustment(browser, options, async (page, step) => {
        await page.screenshot({ path: join(folder, `adjustment-${step}.png`) });
      }).catch((error: unknown) => fail(`${name}/adjustment`, error));
    }
    console.log(folder);
  }
}

/** The pictures of docs/operating.md. */
async function takeOperating(site: ServerProcess): Promise<void> {
  const folder = join(import.meta.dirname, '../../docs/pictures');
  const viewport = { width: 1_280, height: 800 };
  const baseURL = await consoleOf(site);
  await takeFirstAdjustment(
    browser,
    { baseURL, viewport, colorScheme: 'light', reducedMotion: 'reduce' },
    async (page, step) => {
      await page.screenshot({ path: join(folder, `operating-${step}.png`) });
    },
  );
  console.log(folder);
}

async function consoleOf(site: ServerProcess): Promise<string> {
  const printed = /console is ready at (\S+)/;
  await waitFor(async () => printed.test(site.output()), 'the address of the console');
  return printed.exec(site.output())![1]!;
}

async function takeOfConsole(
  page: Page,
  { name, path, roles, act }: ConsoleState,
  furnished: FurnishedConsole,
  folder: string,
): Promise<void> {
  const address = typeof path === 'string' ? path : path(furnished);
  await page.goto(roles === null ? address : `${address}#demo=${roles.join(',')}`);
  await page
    .getByRole(roles === null ? 'heading' : 'navigation')
    .first()
    .waitFor();
  await shown(page);
  await act?.(page, furnished);
  await shown(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function take(
  options: BrowserContextOptions,
  { name, path, act, wholePage = true }: State,
  furnished: Furnished,
  folder: string,
  language: Language,
): Promise<void> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(stateTimeoutMs);
  try {
    const page = await openPage(context, language, french.site);
    await page.goto(typeof path === 'string' ? path : path(furnished));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await act?.(page, furnished);
    // The last to appear: the answers of calls, and the animation of the numbers.
    await page
      .getByRole('status', { name: 'Loading' })
      .first()
      .waitFor({ state: 'detached' })
      .catch(() => {});
    await sleep(400);
    // Elements that stick to the edges of the window are then in their place.
    if (wholePage) await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: wholePage });
  } catch (error) {
    fail(`${folder}/${name}`, error);
  } finally {
    await context.close();
  }
}

async function openPage(context: BrowserContext, language: Language, toFrench: ToFrench): Promise<Page> {
  const page = await context.newPage();
  return language === 'fr' ? showInFrench(page, toFrench) : page;
}

function keep(origin: string, stored: Record<string, string>): BrowserContextOptions['storageState'] & object {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin, localStorage }] };
}

function isWanted(name: string): boolean {
  const isPart = (part: string) => (part.startsWith('^') ? name.startsWith(part.slice(1)) : name.includes(part));
  return wanted.length === 0 || wanted.some(isPart);
}
