import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressFolder } from './compress.ts';
import { checkBudget } from './budget.ts';
import { assemblePage, inlineHashes } from './html.ts';
import { prerendered, routes, shellFile, type Manifest } from './pages.ts';
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

const pages: string[] = [await assemblePage({ template, manifest, output, route: null, content: await renderShell() })];
await writePage(shellFile, pages[0]!);
for (const [route, file] of Object.entries(prerendered)) {
  const page = await assemblePage({ template, manifest, output, route, content: await renderPage(route) });
  pages.push(page);
  await writePage(file, page);
}
const pageFiles = Object.fromEntries(Object.keys(routes).map((route) => [route, shellFile]));
await writeFile(join(output, 'pages.json'), JSON.stringify({ ...pageFiles, ...prerendered }));
await writeFile(join(output, 'csp.json'), JSON.stringify(inlineHashes(pages)));
await writeWebManifest(process.env['VITE_SITE_TITLE'] ?? 'Izi', output);
await writeServiceWorker(manifest, output);

await rm(join(output, '.vite'), { recursive: true });
await rm(serverOutput, { recursive: true });
await compressFolder(output);
checkBudget(manifest, output);

async function writePage(file: string, html: string) {
  await mkdir(dirname(join(output, file)), { recursive: true });
  await writeFile(join(output, file), html);
}
