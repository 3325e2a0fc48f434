import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { InlineHashes } from '#server/http/security-headers.ts';
import { pages } from '#web/pages.ts';
import { earlyCalls } from '#web/early-calls.ts';
import { buildLanguage, type Built } from './build-language.ts';
import { compressFile, compressFolder } from './compress.ts';
import { checkBudgets } from './budget.ts';
import { gatherAssets } from './gather-assets.ts';
import { assemblePage, inlineHashes } from './html.ts';
import { languages, type Language } from './languages.ts';
import { putInPlace } from './put-in-place.ts';
import { fileIn, htmlFiles, isPublic, shellFile, shellPath } from './pages.ts';
import { writeServiceWorker } from './service-worker.ts';
import { defaultTitle, hasSiteSettings } from './site-settings.ts';
import { writeWebManifest } from './web-manifest.ts';

/**
 * Builds the web app into `dist/web`, or into the folder given as its argument, once in each language, side by side: hashed
 * assets, the finished HTML of the public pages, the shell of all others, one service worker, and what is needed to install the
 * app. `pages.json` has the file of each route, `csp.json` the hashes of each page's inlined code, `sitemap.json` the pages for search
 * engines, and everything has compressed copies. Fails when a page of any language is over its budget.
 */

const project = resolve(import.meta.dirname, '../..');
const destination = resolve(process.argv[2] ?? join(project, 'dist/web'));
// Inside the project, so that its imports are found; one for each build, so that two may run at once.
const workshop = join(project, `dist/build-${process.pid}`);
const output = `${destination}.new-${process.pid}`;

process.env['NODE_ENV'] = 'production';

const all = await Promise.all(languages.map((language) => buildLanguage(language, workshop)));
await gatherAssets(all, output);

const hashes: Record<string, InlineHashes> = {};
const files: Record<string, string> = {};
for (const built of all) {
  await writePages(built);
  await writeWebManifest(process.env['VITE_SITE_TITLE'] ?? defaultTitle, built.language, output);
}
await writeFile(join(output, 'pages.json'), JSON.stringify(files));
await writeFile(join(output, 'csp.json'), JSON.stringify(hashes));
const listed = { paths: pages.map(({ path }) => path).filter(isPublic), languages };
await writeFile(join(output, 'sitemap.json'), JSON.stringify(listed));
await rm(workshop, { recursive: true });
await compressFolder(output);
await writeServiceWorker(all, output);
await compressFile(join(output, 'service-worker.js'));
checkBudgets(all, output, !hasSiteSettings(process.env));
await putInPlace(output, destination);

/** The HTML of all pages in one language. */
async function writePages({ language, manifest, template, renderPage, renderShell }: Built): Promise<void> {
  const shared = { language, template, manifest, output };
  const shell = await renderShell();
  await writePage(
    language,
    shellPath,
    shellFile,
    await assemblePage({ ...shared, route: null, content: shell, isHydrated: false, calls: earlyCalls }),
  );
  for (const { path, hydrated = false } of pages) {
    const content = await renderPage(path);
    const calls = path in earlyCalls ? { [path]: earlyCalls[path]! } : {};
    await writePage(
      language,
      path,
      htmlFiles[path]!,
      await assemblePage({ ...shared, route: path, content, isHydrated: hydrated, calls }),
    );
  }
}

async function writePage(language: Language, path: string, name: string, page: string): Promise<void> {
  const file = fileIn(language, name);
  hashes[`/${file}`] = inlineHashes(page);
  files[language.base + path] = file;
  await mkdir(dirname(join(output, file)), { recursive: true });
  await writeFile(join(output, file), page);
}
