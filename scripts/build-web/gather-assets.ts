import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Manifest } from './pages.ts';

/** The bundler's output for an app in one language. */
interface Built {
  /** Its folder. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Copies the files of all languages into one folder. Common files, such as styles and libraries, are stored once. */
export async function gatherAssets(all: readonly Built[], output: string): Promise<void> {
  requireOneVendor(all);
  for (const { folder } of all) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const from = join(entry.parentPath, entry.name);
      const name = from.slice(folder.length + 1);
      // The finished pages and the service worker replace these two.
      if (!entry.isFile() || name.startsWith('.vite') || name === 'index.html') continue;
      await copyOnce(from, join(output, name));
    }
  }
}

/** A name holds the hash of its content; two contents under one name would give a player the words of another language. */
async function copyOnce(from: string, to: string): Promise<void> {
  const there = await readFile(to).catch(() => null);
  if (there?.equals(await readFile(from)) === false) throw new Error(`two languages have different files ${to}`);
  if (there) return;
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

/** The libraries hold no word, so a player who changes the language keeps them in the cache. */
function requireOneVendor(all: readonly Built[]): void {
  const vendors = new Set(
    all.map(({ manifest }) => Object.values(manifest).find(({ name }) => name === 'vendor')?.file),
  );
  if (vendors.size !== 1) throw new Error(`the libraries differ between languages: ${[...vendors].join(', ')}`);
}
