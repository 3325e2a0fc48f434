import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync } from 'vite';
import { filesOf, prerendered, routes, shellFile, type Manifest } from './pages.ts';

/** A page without HTML of its own: the service worker requests the shell at its address. */
const shellPath = '/my-bets';

/**
 * Writes the service worker for this build. It caches what a first visit to `/` loads anyway, and the shell. It caches no
 * more, because the visitor may pay for every byte. Other screens are cached on their first visit.
 */
export async function writeServiceWorker(manifest: Manifest, output: string): Promise<void> {
  const { scripts, styles } = filesOf(manifest, '/');
  // The shell's styles are in its HTML.
  const inShell = new Set(filesOf(manifest, null).styles);
  const assets = [...scripts, ...styles.filter((file) => !inShell.has(file))].map((file) => `/${file}`);
  const source = await readFile(join(import.meta.dirname, '../../web/service-worker.js'), 'utf8');
  const pages = await Promise.all([prerendered['/']!, shellFile].map((file) => readFile(join(output, file), 'utf8')));
  const values = {
    version: createHash('sha256')
      .update([source, ...assets, ...pages].join('\n'))
      .digest('base64url')
      .slice(0, 12),
    files: ['/', shellPath, ...assets],
    shell: shellPath,
    pages: Object.keys(routes),
  };
  const constants = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  const { code } = minifySync('service-worker.js', [...constants, source].join('\n'));
  await writeFile(join(output, 'service-worker.js'), code);
}
