import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync } from 'vite';
import type { Built } from './build-language.ts';
import {
  fileIn,
  filesLoadedAhead,
  filesOf,
  filesOfModules,
  htmlFiles,
  routes,
  shellFile,
  shellPath,
  type Files,
} from './pages.ts';

/** The parts of every page that are loaded late, or on a tap. */
const layout = ['News.tsx', 'NewVersion.tsx', 'MenuDrawer.tsx', 'BasketPopover.tsx'].map((part) => `layout/${part}`);

/** The service worker's knowledge of one language. */
interface Kept {
  readonly base: string;
  /** Cached at its installation, and with the first page of this language that is opened. */
  readonly files: readonly string[];
  /** Cached later, with the bytes of each. */
  readonly later: readonly (readonly [file: string, bytes: number])[];
}

/**
 * Writes the service worker for this build. At its installation it caches what a first visit to the home page loads anyway, the
 * shell, the menu and the basket, in the languages of the pages that are open: no more, because the visitor may pay for every
 * byte. The code of all other screens is cached later, at the pace of `web/layout/keep-screens.ts`. Runs after the compression,
 * for the bytes of each file.
 */
export async function writeServiceWorker(all: readonly Built[], output: string): Promise<void> {
  const source = await readFile(join(import.meta.dirname, '../../web/service-worker.js'), 'utf8');
  const kept = await Promise.all(all.map((built) => listKept(built, output)));
  const html = await Promise.all(
    all.flatMap(({ language }) =>
      [htmlFiles['/']!, shellFile].map((file) => readFile(join(output, fileIn(language, file)), 'utf8')),
    ),
  );
  const values = {
    version: createHash('sha256')
      .update([source, JSON.stringify(kept), ...html].join('\n'))
      .digest('base64url')
      .slice(0, 12),
    languages: kept,
    shell: shellPath,
    pages: Object.keys(routes),
  };
  const constants = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  const { code } = minifySync('service-worker.js', [...constants, source].join('\n'));
  await writeFile(join(output, 'service-worker.js'), code);
}

async function listKept({ language: { base }, manifest }: Built, output: string): Promise<Kept> {
  // The shell's styles are in its HTML.
  const inShell = new Set(filesOf(manifest, null).styles);
  const atOnce = [filesOf(manifest, '/'), filesOfModules(manifest, layout)].flatMap(listFiles);
  const first = new Set(atOnce.filter((file) => !inShell.has(file)));
  // Page by page, so that the first of them are whole soon; then what they load on demand. Nobody signs in offline, so what
  // only these pages need comes last.
  const isForSignIn = (path: string) => path.startsWith('/auth/');
  const filesOfPages = (some: readonly string[]) => some.flatMap((path) => listFiles(filesOf(manifest, path)));
  const paths = Object.keys(routes);
  const soon = new Set(filesOfPages(paths.filter((path) => !isForSignIn(path))));
  const last = new Set(filesOfPages(paths.filter(isForSignIn)).filter((file) => !soon.has(file)));
  const onDemand = listFiles(filesLoadedAhead(manifest)).filter((file) => !last.has(file));
  const later = [...new Set([...soon, ...onDemand, ...last])].filter((file) => !first.has(file) && !inShell.has(file));
  return {
    base,
    files: [`${base}/`, base + shellPath, ...Array.from(first, (file) => `/${file}`)],
    later: await Promise.all(
      later.map(async (file) => [`/${file}`, (await stat(join(output, `${file}.br`))).size] as const),
    ),
  };
}

function listFiles({ scripts, styles }: Files): string[] {
  return [...scripts, ...styles];
}
