import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './install.js';

const folder = join(projectRoot, '.cache', 'stamps');
/** The folders that no check reads, as in .gitignore, and those of git. */
const notSources = new Set(['node_modules', 'data', 'dist', '.cache', 'screens', '.git']);

/** All that types, lint and format are checked of. */
export function listSources() {
  return readdirSync(projectRoot)
    .filter((name) => !notSources.has(name) && !name.endsWith('.log'))
    .toSorted();
}

/** SHA-256 over the names and contents of the files at or under some paths of the project. */
export function hashFiles(
  /** @type {readonly string[]} */ paths,
  /** @type {{ readonly tests: boolean }} */ { tests },
) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => listFiles(path, tests))) {
    hash.update(`${file}\0`).update(readFileSync(join(projectRoot, file)));
  }
  return hash.digest('hex');
}

/** @returns {string[]} the files at or under a path, sorted */
function listFiles(/** @type {string} */ path, /** @type {boolean} */ tests) {
  const full = join(projectRoot, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (tests || !/\.test\.tsx?$/.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .toSorted();
}

/** Whether this was done before with the same sources. */
export function isStamped(/** @type {string} */ name, /** @type {string} */ hash) {
  try {
    return readFileSync(join(folder, name), 'utf8') === hash;
  } catch {
    return false;
  }
}

/** Records the state of the sources, once a step is done. */
export function stamp(/** @type {string} */ name, /** @type {string} */ hash) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), hash);
}
