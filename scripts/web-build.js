import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ENV, ROOT } from './install.js';
import { capture, PlainError, step } from './step.js';

/** Everything the browser's files are made from. */
const SOURCES = ['web', 'ui', 'domain', 'contract', 'scripts/build-web', 'package.json', 'package-lock.json'];
const CACHE = join(ROOT, '.cache');
const STAMP = join(CACHE, 'web-build');
const BUILT = join(ROOT, 'dist', 'web', 'index.html');

/** Builds the browser's files into dist/web/, unless they were built from just these sources. */
export async function buildWebWhenStale() {
  const hash = hashSources();
  if (existsSync(BUILT) && readStamp() === hash) return;
  await step('Building the web app', build);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMP, hash);
}

async function build() {
  const { code, output } = await capture('npm', ['run', 'build', '--silent'], {
    cwd: ROOT,
    env: { PATH: PROJECT_ENV.PATH, NODE_ENV: 'production' },
  });
  if (code === 0) return;
  if (output.includes('ENOSPC')) throw new PlainError('no space left on the disk for the web app (dist/)');
  throw new PlainError(`the web app does not build:\n${output.trim()}`);
}

function hashSources() {
  // The build has settings of its own, such as the site's name in VITE_SITE_TITLE.
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  const hash = createHash('sha256').update(JSON.stringify(settings.map((name) => [name, process.env[name]])));
  for (const file of SOURCES.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** @returns {string[]} the files at or under a path, sorted, tests left out */
function listFiles(/** @type {string} */ path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .toSorted();
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}
