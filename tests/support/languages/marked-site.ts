import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { pageAt } from '#web/pages.ts';
import { shellFile } from '#scripts/build-web/pages.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { fewDraws, nodeEnv, startServer } from '#tests/support/site/server.ts';
import { makeFolder } from '#tests/support/temporary.ts';
import { namesOfCatalogues } from './catalogues.ts';
import { markCatalogue } from './mark.ts';

const project = join(import.meta.dirname, '../../..');
const useMarkedWords = join(import.meta.dirname, 'use-marked-words.ts');
const buildMarkedApp = join(import.meta.dirname, 'build-marked-app.ts');

/** Catalogues without a letter of their own language: addresses, the line in the other one, a colon. */
const unmarked = ['web/language', 'web/offer', 'web/marks'];

/** The whole product with the words of a language that nobody speaks: each of its letters comes from a catalogue. */
export interface MarkedSite {
  readonly url: string;
  readonly database: TestDatabase;
  /** Serves the app that was built with these words to a browser. The API and the sandbox are the server's. */
  serveTo(context: BrowserContext): Promise<void>;
  close(): Promise<void>;
}

/** Every file of English words, by its address, as the marked language has it. */
export async function markEnglish(): Promise<Record<string, string>> {
  const files = namesOfCatalogues('en')
    .filter((name) => !unmarked.includes(name))
    .map((name) => name.replace('/', '/words/en/'));
  const entries = [...files, 'contract/problems'].map(async (name) => {
    const file = join(project, `${name}.ts`);
    return [pathToFileURL(file).href, markCatalogue(await readFile(file, 'utf8'), file)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

export async function startMarkedSite(settings: Record<string, string> = {}): Promise<MarkedSite> {
  const folder = await makeFolder('izi-marked-');
  const app = join(folder, 'web');
  const words = join(folder, 'words.json');
  await writeFile(words, JSON.stringify(await markEnglish()));
  const withWords = { MARKED_WORDS: words, NODE_OPTIONS: `--import=${pathToFileURL(useMarkedWords).href}` };
  const database = await createTestDatabase();
  const [server] = await Promise.all([
    startServer(join(folder, 'data'), {
      ...settingsFor(database.config),
      ...keySettings,
      ...withWords,
      ...fewDraws,
      DRAW_EVERY_MINUTES: '1',
      ...settings,
    }),
    promisify(execFile)(process.execPath, [buildMarkedApp, app], {
      cwd: project,
      env: { ...nodeEnv, ...withWords, NODE_ENV: 'production' },
    }),
  ]);
  return {
    url: server.url,
    database,
    async serveTo(context) {
      await context.route(
        ({ pathname }) => !/^\/(api|sandbox)(\/|$)/.test(pathname),
        async (route) => {
          const { pathname } = new URL(route.request().url());
          const file = join(app, pathname);
          if (extname(pathname) && existsSync(file)) return route.fulfill({ path: file });
          const status = pageAt(pathname) ? 200 : 404;
          return route.fulfill({ status, path: join(app, shellFile) });
        },
      );
    },
    async close() {
      await server.end('SIGTERM');
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
