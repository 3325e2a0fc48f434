import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from './install.js';
import { PlainError } from './step.js';

/** The files that every test depends on. */
const everything =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.base\.json|tests\/support\/(site\/global-setup|test-process|fresh-modules)\.ts)$/;
/** Files that are read without being named, because a folder is listed or a path is computed; and which files read them. */
const unnamed = [
  { file: /^database\/.*\.sql$/, readers: ['database/schema-files.ts', 'tests/support/database/template.ts'] },
  { file: /^server\//, readers: ['tests/languages.test.ts'] },
  { file: /\/words\//, readers: ['tests/support/languages/catalogues.ts'] },
  { file: /\.md$/, readers: ['tests/docs.test.ts', 'tests/asvs.test.ts'] },
  { file: /^\.env\.example$|^README\.md$|^deploy\//, readers: ['tests/deploy.test.ts', 'tests/logins.test.ts'] },
  {
    file: /^scripts\/(build-web|build-console)\/|^scripts\/(web-build|step|install)\.js$/,
    readers: ['scripts/web-build.js'],
  },
];
/** Folders whose files are read by tests that name only the folder. */
const namedFolders = /^(docs|deploy|tests\/vectors)(\/|$)/;
/** The apps, with the list of their pages, what is on every page, and the tests that open them in a browser. */
const apps = [
  {
    room: 'web',
    list: 'web/pages.ts',
    screens: /path: '([^']+)', screen: '([^']+)'/g,
    frame: 'web/main.tsx',
    tests: /^tests\/journeys\//,
  },
  {
    room: 'console',
    list: 'console/routes.tsx',
    screens: /'([^']+)': \(\) => import\('\.\/([^']+)'\)/g,
    frame: 'console/main.tsx',
    tests: /^tests\/console\//,
  },
];

/**
 * The tests that what has changed since `main`, committed or not, can change: those that import it, directly or not, and those that open
 * a page that imports it. See docs/testing.md.
 *
 * @param {readonly string[]} [changed]
 * @returns {{ gate: string[]; long: string[] }} the files of the gate, and those of the long run alone
 */
export function findChangedTests(changed = findChanged()) {
  const found = findTests(changed);
  const isLong = (/** @type {string} */ file) => file.includes('.long.test.');
  return { gate: found.filter((file) => !isLong(file)), long: found.filter(isLong) };
}

/** @returns {string[]} */
function findTests(/** @type {readonly string[]} */ changed) {
  const files = git('ls-files', '-co', '--exclude-standard').filter((file) => existsSync(join(projectRoot, file)));
  const known = new Set(files);
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  if (changed.some((file) => everything.test(file))) return tests;

  /** @type {Map<string, readonly string[]>} */
  const named = new Map();
  const readNamed = (/** @type {string} */ file) => {
    if (!named.has(file)) named.set(file, listNamed(file, known));
    return /** @type {readonly string[]} */ (named.get(file));
  };
  const readersOf = (/** @type {string} */ path) =>
    unnamed.filter(({ file }) => file.test(path)).flatMap(({ readers }) => readers);
  const targets = new Set(changed.flatMap((file) => [file, ...readersOf(file)]));
  const reaches = (/** @type {string} */ from, /** @type {string[]} */ ...not) => {
    const seen = new Set([from]);
    for (const file of seen) {
      if (targets.has(file) || changed.some((one) => file.endsWith('/') && one.startsWith(file))) return true;
      for (const next of readNamed(file)) if (!not.includes(next)) seen.add(next);
    }
    return false;
  };
  const withFrench = changed.some((file) => file.includes('/words/'));
  const inBrowser = apps.flatMap((app) => findInBrowser(app, tests, withFrench, reaches));
  return tests.filter((test) => inBrowser.includes(test) || reaches(test));
}

/** @returns {string[]} the tests that open a page which reaches what has changed; at French addresses only where words have changed */
function findInBrowser(
  /** @type {(typeof apps)[number]} */ { room, list, screens, frame, tests: pattern },
  /** @type {readonly string[]} */ tests,
  /** @type {boolean} */ withFrench,
  /** @type {(from: string, ...not: string[]) => boolean} */ reaches,
) {
  const pages = Array.from(readText(list).matchAll(screens), ([, path = '', module = '']) => ({
    path,
    module: `${room}/${module}`,
  }));
  const opening = tests.filter((test) => pattern.test(test));
  // Without the pages, which the frame names, and which would each be on all of them.
  if (reaches(frame, ...pages.map(({ module }) => module)) || reaches('scripts/web-build.js')) return opening;
  const paths = pages.filter(({ module }) => reaches(module)).map(({ path }) => path.replace(/:\w+.*/, ''));
  if (paths.length === 0) return [];
  const opens = new RegExp(
    `(open|goto|arrive)\\(\\s*[^)]*?['"\`](\\$\\{\\w+\\}${withFrench ? '|/fr' : ''})?(${paths.join('|')})(['"\`?#]|\\$\\{)`,
  );
  return opening.filter((test) => /\/(every-page|marked\.long)\./.test(test) || opens.test(readText(test)));
}

/** @returns {string[]} files, also those that are gone */
function findChanged() {
  const base = ['origin/main', 'main'].find((name) => tryGit('rev-parse', '--verify', '--quiet', name) !== null);
  const since = (base && tryGit('merge-base', 'HEAD', base)?.[0]) ?? 'HEAD';
  return [...git('diff', '--name-only', since), ...git('ls-files', '-o', '--exclude-standard')];
}

/** @returns {string[]} the files that the text of a file names, and the folders, with a slash at the end */
function listNamed(/** @type {string} */ file, /** @type {ReadonlySet<string>} */ known) {
  if (!/\.(tsx?|js|css)$/.test(file) || !known.has(file)) return [];
  const texts = readText(file).matchAll(/['"`](\.{1,2}\/[^'"`$\n]*|#[a-z-]+\/[^'"`$\n]+)['"`]/g);
  const paths = Array.from(texts, ([, text = '']) =>
    text.startsWith('#') ? text.slice(1) : join(dirname(file), text).replace(/\/$/, ''),
  );
  return paths.flatMap((path) => {
    // A build of another language puts its words in place of these.
    if (known.has(path)) return path.includes('/words/en/') ? [path, path.replace('/words/en/', '/words/fr/')] : [path];
    return namedFolders.test(path) ? [`${path}/`] : [];
  });
}

function readText(/** @type {string} */ file) {
  return readFileSync(join(projectRoot, file), 'utf8');
}

function git(/** @type {string[]} */ ...args) {
  const lines = tryGit(...args);
  if (lines === null) throw new PlainError('--changed needs git and a clone: one of the two is missing');
  return lines;
}

/** @returns {string[] | null} the lines that git prints; null where it fails */
function tryGit(/** @type {string[]} */ ...args) {
  try {
    const output = execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 50_000_000,
    });
    return output.split('\n').filter(Boolean);
  } catch {
    return null;
  }
}
