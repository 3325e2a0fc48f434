import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { earlyCalls } from '#web/early-calls.ts';
import { assemblePage } from './html.ts';
import { english } from './languages.ts';
import { shellFile, type Manifest } from './pages.ts';
import { configOf, type Ways } from './vite.config.ts';

/**
 * Builds the players' app in English in a few seconds: the assets and one page for all addresses. It leaves out what makes the shipped
 * app small and fast and shows nothing else: compiled screens, finished pages, minified and compressed files.
 *
 * @returns the page
 */
export async function buildPlain(output: string, ways: Pick<Ways, 'words'> = {}): Promise<string> {
  const config = configOf(english, { ...ways, compiles: false })({ command: 'build', mode: 'production' });
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    // A test can then name the place of a text that has no room.
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
  return page;
}
