import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { earlyCalls } from '#web/early-calls.ts';
import { pages } from '#web/pages.ts';
import { compressFile, compressFolder } from './compress.ts';
import { checkBudget } from './budget.ts';
import { assemblePage, inlineHashes } from './html.ts';
import { htmlFiles, shellFile, shellPath, type Manifest } from './pages.ts';
import { writeServiceWorker } from './service-worker.ts';
import { writeWebManifest } from './web-manifest.ts';

/**
 * Builds the web app into `dist/web`, or into the folder given as its argument: hashed assets, the finished HTML of the
 * public pages, the shell of all others, the service worker and what is needed to install the app, `pages.json` with the
 * file of each route, `csp.json` with the hashes of the inlined code, and compressed copies of everything. Fails when a page
 * is over its budget.
 */

const project = resolve(import.meta.dirname, '../..');
const output = resolve(process.argv[2] ?? join(project, 'dist/web'));
// Inside the project, so that its imports are found; one for each build, so that two may run at once.
const serverOutput = join(project, `dist/prerender-${process.pid}`);
const configFile = join(import.meta.dirname, 'vite.config.ts');

process.env['NODE_ENV'] = 'production';

await build({ configFile, logLevel: 'warn', build: { outDir: output } });
await build({
  configFile,
  logLevel: 'warn',
  build: { outDir: serverOutput, manifest: false, ssr: 'prerender.tsx', copyPublicDir: false },
});

const manifest = JSON.parse(await readFile(join(output, '.vite/manifest.json'), 'utf8')) as Manifest;
const template = await readFile(join(output, 'index.html'), 'utf8');
const { renderPage, renderShell } = (await import(pathToFileURL(join(serverOutput, 'prerender.js')).href)) as {
  renderPage: (path: string) => Promise<string>;
  renderShell: () => Promise<string>;
};

const shared = { template, manifest, output };
const html: string[] = [];
await writePage(
  shellFile,
  await assemblePage({ ...shared, route: null, content: await renderShell(), isHydrated: false, calls: earlyCalls }),
);
for (const { path, hydrated = false } of pages) {
  const content = await renderPage(path);
  const calls = path in earlyCalls ? { [path]: earlyCalls[path]! } : {};
  await writePage(
    htmlFiles[path]!,
    await assemblePage({ ...shared, route: path, content, isHydrated: hydrated, calls }),
  );
}
await writeFile(join(output, 'pages.json'), JSON.stringify({ ...htmlFiles, [shellPath]: shellFile }));
await writeFile(join(output, 'csp.json'), JSON.stringify(inlineHashes(html)));
await writeWebManifest(process.env['VITE_SITE_TITLE'] ?? 'Izi', output);
await rm(join(output, '.vite'), { recursive: true });
await rm(serverOutput, { recursive: true });
await compressFolder(output);
await writeServiceWorker(manifest, output);
await compressFile(join(output, 'service-worker.js'));
checkBudget(manifest, output);

async function writePage(file: string, page: string) {
  html.push(page);
  await mkdir(dirname(join(output, file)), { recursive: true });
  await writeFile(join(output, file), page);
}
