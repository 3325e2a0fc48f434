import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectEnv, projectRoot } from './install.js';
import { capture, PlainError, step } from './step.js';

/** All sources of the browser's files. */
const sources = [
  'web',
  'console',
  'ui',
  'domain',
  'contract',
  'scripts/build-web',
  'scripts/build-console',
  'package.json',
  'package-lock.json',
];
const cacheFolder = join(projectRoot, '.cache');
const stampFile = join(cacheFolder, 'web-build');
const builtPage = join(projectRoot, 'dist', 'web', 'index.html');

/** Builds the browser's files into dist/web/, unless they were already built from the same sources. */
export async function buildWebWhenStale() {
  const hash = hashSources();
  if (existsSync(builtPage) && readStamp() === hash) return;
  await step('Building the web app', build);
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(stampFile, hash);
}

async function build() {
  const { code, output } = await capture('npm', ['run', 'build', '--silent'], {
    cwd: projectRoot,
    env: { PATH: projectEnv.PATH, NODE_ENV: 'production' },
  });
  if (code === 0) return;
  if (output.includes('ENOSPC')) throw new PlainError('no space left on the disk for the web app (dist/)');
  throw new PlainError(`the web app does not build:\n${output.trim()}`);
}

function hashSources() {
  // Environment variables of the build, such as the site's name in VITE_SITE_TITLE.
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  const hash = createHash('sha256').update(JSON.stringify(settings.map((name) => [name, process.env[name]])));
  for (const file of sources.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(join(projectRoot, file)));
  return hash.digest('hex');
}

/** @returns {string[]} the files at or under a path, sorted, tests left out */
function listFiles(/** @type {string} */ path) {
  const full = join(projectRoot, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .toSorted();
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return null;
  }
}
