import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { earlyCalls } from '#web/early-calls.ts';
import { assemblePage } from '#scripts/build-web/html.ts';
import { english } from '#scripts/build-web/languages.ts';
import { shellFile, type Manifest } from '#scripts/build-web/pages.ts';
import { configOf } from '#scripts/build-web/vite.config.ts';

/**
 * Builds the players' app with the marked words of the file that `MARKED_WORDS` names, into the folder given as its argument: the
 * assets and one page for all addresses. It runs with `use-marked-words.ts`, for the words that the build reads itself. It leaves out
 * what makes the shipped app small and fast and shows nothing else: compiled screens, finished pages, minified and compressed files.
 */
const output = process.argv[2]!;
const sources = JSON.parse(await readFile(process.env['MARKED_WORDS']!, 'utf8')) as Record<string, string>;

const markWords = (): Plugin => ({
  name: 'izi-marked-words',
  enforce: 'pre',
  load: (id) => sources[pathToFileURL(id).href] ?? null,
});
const config = configOf(english, { words: markWords, compiles: false })({ command: 'build', mode: 'production' });
await build({
  ...config,
  configFile: false,
  logLevel: 'warn',
  // So that a test says where a text has no room.
  css: { modules: { generateScopedName: '[name]_[local]' } },
  build: { ...config.build, outDir: output, minify: false },
});
const page = await assemblePage({
  language: english,
  template: await readFile(join(output, 'index.html'), 'utf8'),
  manifest: JSON.parse(await readFile(join(output, '.vite/manifest.json'), 'utf8')) as Manifest,
  output,
  route: null,
  content: '',
  isHydrated: false,
  calls: earlyCalls,
});
await writeFile(join(output, shellFile), page);
