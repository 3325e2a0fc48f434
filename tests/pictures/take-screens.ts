import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { createOutsider, waitFor } from '#tests/support/players/outsider.ts';
import { startServer } from '#tests/support/site/server.ts';
import { consoleStates, type ConsoleState } from './console-states.ts';
import { furnish, type Furnished } from './furnish.ts';
import { clientStates, visitorStates, type State } from './states.ts';

// `npm run screens`: a picture of every screen and main state, at three widths, in light and in dark, in the folder
// `screens`; the operators' console at its own, in `screens/console-light` and `screens/console-dark`. With arguments only those
// whose name holds one of them: `npm run screens 360-light my-bets`, `npm run screens console`.

const output = join(import.meta.dirname, '../../screens');
const widths = { 360: 740, 768: 1_024, 1440: 900 };
const themes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);
const stateTimeoutMs = 30_000;

const dataDir = await mkdtemp(join(tmpdir(), 'izi-screens-'));
const server = await startServer(dataDir, { DRAW_EVERY_MINUTES: '1' });
const browser = await launchChromium();
try {
  console.log('Playing until there is something to show …');
  const furnished = await furnish(createOutsider(server.url));
  for (const [width, height] of Object.entries(widths)) {
    for (const theme of themes) await takeAll(browser, { width: Number(width), height }, theme, furnished);
  }
  for (const theme of themes) await takeConsole(browser, theme);
} finally {
  await browser.close();
  await server.end('SIGINT');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function takeAll(
  chromium: Browser,
  viewport: { width: number; height: number },
  theme: (typeof themes)[number],
  furnished: Furnished,
): Promise<void> {
  const folder = join(output, `${viewport.width}-${theme}`);
  await mkdir(folder, { recursive: true });
  const isPhone = viewport.width < 600;
  const device = { viewport, isMobile: isPhone, hasTouch: isPhone, reducedMotion: 'reduce' } as const;
  for (const [states, token] of [
    [visitorStates, null],
    [clientStates, furnished.token],
  ] as const) {
    for (const state of states.filter(({ name }) => isWanted(`${viewport.width}-${theme}/${name}`))) {
      const stored = { theme: JSON.stringify({ mode: theme }), ...(token && { access_token: `Bearer ${token}` }) };
      await take(
        chromium,
        { ...device, storageState: keep({ ...stored, ...state.stored?.(furnished) }) },
        state,
        furnished,
        folder,
      );
    }
  }
  console.log(folder);
}

/** The console is for a desk: 1440 × 900 is its measure, and its pages never scroll. */
async function takeConsole(chromium: Browser, theme: (typeof themes)[number]): Promise<void> {
  const printed = /console is at (\S+)/;
  await waitFor(async () => printed.test(server.output()), 'the address of the console');
  const [, baseURL] = printed.exec(server.output())!;
  const folder = join(output, `console-${theme}`);
  await mkdir(folder, { recursive: true });
  for (const state of consoleStates.filter(({ name }) => isWanted(`console-${theme}/${name}`))) {
    const context = await chromium.newContext({
      baseURL: baseURL!,
      viewport: { width: 1_440, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(stateTimeoutMs);
    await takeOfConsole(await context.newPage(), state, folder).catch((error: Error) => {
      console.error(`console/${state.name}: ${error.message.split('\n')[0]}`);
      process.exitCode = 1;
    });
    await context.close();
  }
  console.log(folder);
}

async function takeOfConsole(page: Page, { name, path, roles, act }: ConsoleState, folder: string): Promise<void> {
  await page.goto(roles === null ? path : `${path}#demo=${roles.join(',')}`);
  await page
    .getByRole(roles === null ? 'heading' : 'navigation')
    .first()
    .waitFor();
  await sleep(600);
  await act?.(page);
  await sleep(600);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function take(
  chromium: Browser,
  options: BrowserContextOptions,
  { name, path, act, wholePage = true }: State,
  furnished: Furnished,
  folder: string,
): Promise<void> {
  const context = await chromium.newContext({ baseURL: server.url, ...options });
  context.setDefaultTimeout(stateTimeoutMs);
  try {
    const page = await context.newPage();
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
    // What sticks to the edges of the window is then in its place.
    if (wholePage) await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: wholePage });
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    process.exitCode = 1;
  } finally {
    await context.close();
  }
}

function keep(stored: Record<string, string>): BrowserContextOptions['storageState'] & object {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: server.url, localStorage }] };
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}
