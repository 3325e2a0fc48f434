import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { screens } from '#console/screens.ts';
import { compressFolder } from '#scripts/build-web/compress.ts';

/**
 * Builds the operators' console into `dist/console`, or into the folder given as its argument: hashed assets, one shell for
 * every address, `pages.json` with the addresses that it answers, and compressed copies. Fails when it is over its budget.
 */

/** Of everything that the console can download, as Brotli. */
const mostBytes = 150_000;

const output = resolve(process.argv[2] ?? join(import.meta.dirname, '../../dist/console'));

process.env['NODE_ENV'] = 'production';
await build({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: output },
});
const shell = 'shell.html';
const addresses = ['/', ...screens.map(({ path }) => path)];
await rename(join(output, 'index.html'), join(output, shell));
await writeFile(join(output, 'pages.json'), JSON.stringify(Object.fromEntries(addresses.map((path) => [path, shell]))));
await compressFolder(output);

const names = await readdir(output, { recursive: true });
const sizes = await Promise.all(
  names.filter((name) => name.endsWith('.br')).map(async (name) => (await stat(join(output, name))).size),
);
const bytes = sizes.reduce((sum, size) => sum + size, 0);
console.log(`console        ${(bytes / 1_000).toFixed(1)} of ${(mostBytes / 1_000).toFixed(1)} kB Brotli`);
if (bytes > mostBytes) throw new Error('the console is over its budget of bytes');
