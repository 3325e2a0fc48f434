import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build, type Manifest } from 'vite';
import { screens } from '#console/screens.ts';
import { locales } from '#console/words/locales.ts';
import { compressFolder } from '#scripts/build-web/compress.ts';
import { gatherAssets } from '#scripts/build-web/gather-assets.ts';
import { putInPlace } from '#scripts/build-web/put-in-place.ts';
import { configOf, type Language } from './vite.config.ts';

/**
 * Builds the operators' console into `dist/console`, or into the folder given as its argument, once in each language, side by
 * side: hashed assets, one shell for every address of a language, `pages.json` with the addresses that it answers, and compressed
 * copies. Fails when it is over its budget in any language.
 */

/** The most that an operator downloads before one screen can be used, and for all screens, in bytes of Brotli. */
const mostOfScreen = 140_000;
const mostOfAll = 250_000;

const project = resolve(import.meta.dirname, '../..');
const destination = resolve(process.argv[2] ?? join(project, 'dist/console'));
// Inside the project, so that its imports are found; one for each build, so that two may run at once.
const workshop = join(project, `dist/build-console-${process.pid}`);
const output = `${destination}.new-${process.pid}`;

process.env['NODE_ENV'] = 'production';

interface Built {
  readonly language: Language;
  readonly folder: string;
  readonly manifest: Manifest;
}

const all = await Promise.all(locales.map(buildLanguage));
await gatherAssets(all, output);
const pages: Record<string, string> = {};
for (const { language, folder } of all) {
  const shell = shellOf(language);
  await mkdir(dirname(join(output, shell)), { recursive: true });
  await rename(join(folder, 'index.html'), join(output, shell));
  for (const path of ['/', '/shell', ...screens.map((screen) => screen.path)]) pages[language.base + path] = shell;
}
await writeFile(join(output, 'pages.json'), JSON.stringify(pages));
await compressFolder(output);
const faults = await Promise.all(all.map(checkBudget));
await rm(workshop, { recursive: true });
if (faults.some(Boolean)) throw new Error('the console is over its budget of bytes');
await putInPlace(output, destination);

async function buildLanguage(language: Language): Promise<Built> {
  const folder = join(workshop, language.code);
  const config = configOf(language);
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, outDir: folder, manifest: true },
  });
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  return { language, folder, manifest };
}

function shellOf({ base }: Language): string {
  return `${base.slice(1)}${base && '/'}shell.html`;
}

/** Prints what a language weighs. @returns whether it is too much */
async function checkBudget({ language, folder, manifest }: Built): Promise<boolean> {
  const shell = shellOf(language);
  const files = [shell, ...(await readdir(folder, { recursive: true }))];
  const whole = await weighAll(files.filter((file) => existsSync(join(output, `${file}.br`))));
  const always = filesOf(manifest, 'index.html');
  const parts = new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports));
  const weights = Array.from(parts, (part) => weighAll([shell, ...new Set([...always, ...filesOf(manifest, part)])]));
  const screen = Math.max(...(await Promise.all(weights)));
  console.log(
    `console, ${language.name.padEnd(9)}${kilobytes(screen)} of ${kilobytes(mostOfScreen)} kB Brotli for a screen, ${kilobytes(whole)} of ${kilobytes(mostOfAll)} for all`,
  );
  return screen > mostOfScreen || whole > mostOfAll;
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

async function weighAll(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(output, `${file}.br`))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A part of the console with all that it imports: scripts and styles. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[key]!;
  if (seen.has(file)) return seen;
  for (const name of [file, ...css]) seen.add(name);
  for (const imported of imports) filesOf(manifest, imported, seen);
  return seen;
}
