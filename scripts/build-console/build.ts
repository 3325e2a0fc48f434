import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Manifest } from 'vite';
import { screens } from '#console/screens.ts';
import { compressFolder } from '#scripts/build-web/compress.ts';

/**
 * Builds the operators' console into `dist/console`, or into the folder given as its argument: hashed assets, one shell for
 * every address, `pages.json` with the addresses that it answers, and compressed copies. Fails when it is over its budget.
 */

/** What an operator downloads before one screen can be used, and for all screens, in bytes of Brotli. */
const mostOfScreen = 140_000;
const mostOfAll = 200_000;

const output = resolve(process.argv[2] ?? join(import.meta.dirname, '../../dist/console'));

process.env['NODE_ENV'] = 'production';
await build({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: output, manifest: 'manifest.json' },
});
const shell = 'shell.html';
const addresses = ['/', ...screens.map(({ path }) => path)];
await rename(join(output, 'index.html'), join(output, shell));
await writeFile(join(output, 'pages.json'), JSON.stringify(Object.fromEntries(addresses.map((path) => [path, shell]))));
const manifestFile = join(output, 'manifest.json');
const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
await rm(manifestFile);
await compressFolder(output);

const weigh = async (file: string) => (await stat(join(output, `${file}.br`))).size;
const names = await readdir(output, { recursive: true });
const all = await weighAll(names.filter((name) => name.endsWith('.br')).map((name) => name.slice(0, -'.br'.length)));
const always = filesOf('index.html');
const parts = new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports));
const screen = Math.max(
  ...(await Promise.all(Array.from(parts, (part) => weighAll([shell, ...new Set([...always, ...filesOf(part)])])))),
);
const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
console.log(
  `console        ${kilobytes(screen)} of ${kilobytes(mostOfScreen)} kB Brotli for a screen, ${kilobytes(all)} of ${kilobytes(mostOfAll)} for all`,
);
if (screen > mostOfScreen || all > mostOfAll) throw new Error('the console is over its budget of bytes');

async function weighAll(files: readonly string[]): Promise<number> {
  return (await Promise.all(files.map(weigh))).reduce((sum, size) => sum + size, 0);
}

/** A part of the console with all that it imports: scripts and styles. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[key]!;
  if (seen.has(file)) return seen;
  for (const name of [file, ...css]) seen.add(name);
  for (const imported of imports) filesOf(imported, seen);
  return seen;
}
