import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { freePort } from '#tests/support/site/free-port.ts';
import { nodeEnv } from '#tests/support/site/server.ts';
import { makeFolder } from '#tests/support/temporary.ts';

const project = resolve(import.meta.dirname, '..');
const copied = ['web', 'console', 'ui', 'server', 'database', 'contract', 'domain', 'scripts', 'second-opinion'];

let folder: string;
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
  folder = await makeFolder('izi-dev-');
  for (const name of [...copied, 'package.json', 'package-lock.json', 'tsconfig.base.json']) {
    await cp(join(project, name), join(folder, name), { recursive: true });
  }
  await mkdir(join(folder, 'dist'));
  await cp(join(project, 'dist/common-passwords.bin'), join(folder, 'dist/common-passwords.bin'));
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

interface Dev {
  readonly site: string;
  readonly console: string;
  readonly child: ChildProcess;
  /** Resolves once a line that it prints from now on matches. */
  says(text: RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** `npm run dev` in the copy, once it is ready. */
async function startDev(...args: string[]): Promise<Dev> {
  const [port, consolePort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(folder, 'scripts/dev.js'), ...args], {
    env: { ...nodeEnv, PORT: String(port), CONSOLE_PORT: String(consolePort), DEMO_MONTH: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      for (const look of waiting) look();
    });
  }
  const says = (text: RegExp) =>
    new Promise<void>((done, fail) => {
      const from = said.length;
      const look = () => {
        if (!said.slice(from).some((line) => text.test(line))) return;
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      child.once('exit', () => fail(new Error(`npm run dev ended:\n${said.join('\n')}`)));
    });
  await says(/show at once/);
  return {
    site: `http://localhost:${port}`,
    console: `http://localhost:${consolePort}`,
    child,
    says,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  };
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

/** A page that is still this one after an edit has shown: it was not loaded again. */
async function openMarked(address: string): Promise<{ page: Page; isMarked: () => Promise<boolean> }> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.evaluate(() => Object.assign(globalThis, { marked: true }));
  return { page, isMarked: () => page.evaluate(() => 'marked' in globalThis) };
}

describe('npm run dev', () => {
  let dev: Dev;
  beforeAll(async () => {
    dev = await startDev();
  });
  afterAll(() => dev.stop());

  test('shows an edit of web and of ui in the open page', async () => {
    const { page, isMarked } = await openMarked(`${dev.site}/auth/login`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await edit('web/words/en/identity.ts', `title: 'Sign in'`, `title: 'Come in'`);
    await page.getByRole('heading', { name: 'Come in' }).waitFor();
    await edit('ui/Button.tsx', '<Face icon={icon}>{children}</Face>', '<Face icon={icon}>{children} now</Face>');
    await page.getByRole('button', { name: 'Sign in now' }).waitFor();
    expect(await isMarked()).toBe(true);
    await page.close();
  });

  test('shows an edit of the console in the open page', async () => {
    const { page, isMarked } = await openMarked(dev.console);
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
    await edit('console/words/en/sign-in.ts', `'Sign in to the console'`, `'Come in'`);
    await page.getByRole('heading', { name: 'Come in' }).waitFor();
    expect(await isMarked()).toBe(true);
    const demo = page.getByRole('region', { name: 'Look around as a demo operator' });
    await demo.getByRole('button').first().click();
    await demo.waitFor({ state: 'detached' });
    await page.close();
  });

  const ask = async () => (await fetch(`${dev.site}/livez`)).text();

  test('answers with an edit of the server, also after one that does not start', async () => {
    expect(await ask()).toBe('{"status":"ok"}');
    const failed = dev.says(/SyntaxError|ERR_INVALID_TYPESCRIPT_SYNTAX/);
    await edit('server/http/health.ts', `{ status: 'ok' }`, `{ status: }`);
    await failed;
    const restarted = dev.says(/Server restarted/);
    await edit('server/http/health.ts', `{ status: }`, `{ status: 'edited' }`);
    await restarted;
    expect(await ask()).toBe('{"status":"edited"}');
  });

  test('applies an edit of an SQL function, and takes it back', async () => {
    const file = 'database/functions/people/locks.sql';
    const before = await readFile(join(folder, file), 'utf8');
    for (const text of [`${before}\n-- edited\n`, before]) {
      const restarted = dev.says(/Server restarted/);
      await writeFile(join(folder, file), text);
      await restarted;
      expect((await fetch(`${dev.site}/readyz`)).status).toBe(200);
    }
  });
});

test('npm run dev -- --language fr serves the French pages at their addresses', async () => {
  const dev = await startDev('--language', 'fr');
  const page = await browser.newPage();
  await page.goto(`${dev.site}/auth/login`);
  await page.getByRole('heading', { name: 'Se connecter' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/fr/auth/login');
  await page.close();
  await dev.stop();
});
