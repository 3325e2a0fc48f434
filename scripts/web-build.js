import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodePath, projectEnv, projectRoot } from './install.js';
import { hashFiles, isStamped, stamp } from './stamps.js';
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
const builtPage = join(projectRoot, 'dist', 'web', 'index.html');

/** Builds the browser's files into dist/, unless they were already built from the same sources. */
export async function buildWebWhenStale() {
  const hash = hashSources();
  if (isBuilt(hash)) return;
  await step('Building the web app', () => run('npm', ['run', 'build', '--silent']));
  stamp('web-build', hash);
}

/**
 * The same while the site is already up: first the English pages of players in a plain form, then everything as it is shipped. The
 * site says of a page that is not there yet that it is being built.
 */
export async function buildWebBehind(/** @type {AbortSignal} */ signal) {
  const hash = hashSources();
  if (isBuilt(hash)) return;
  for (const app of ['web', 'console']) rmSync(join(projectRoot, 'dist', app), { recursive: true, force: true });
  try {
    await run(nodePath, [join(projectRoot, 'scripts', 'build-web', 'build-first.ts')], { signal });
    // The build gives way to the site's answers to its first visitor.
    await run('npm', ['run', 'build', '--silent'], { signal, priority: 10 });
    stamp('web-build', hash);
    console.log('· Built the console and all pages in each language');
  } catch (error) {
    if (!signal.aborted) console.error(`✗ ${/** @type {Error} */ (error).message}`);
  }
}

async function run(
  /** @type {string} */ command,
  /** @type {string[]} */ args,
  /** @type {Pick<import('./step.js').CaptureOptions, 'signal' | 'priority'>} */ options = {},
) {
  const env = { ...projectEnv, NODE_ENV: 'production' };
  const { code, output } = await capture(command, args, { ...options, cwd: projectRoot, env });
  if (code === 0) return;
  if (output.includes('ENOSPC')) throw new PlainError('no space left on the disk for the web app (dist/)');
  throw new PlainError(`the web app does not build:\n${output.trim()}`);
}

function isBuilt(/** @type {string} */ hash) {
  return existsSync(builtPage) && isStamped('web-build', hash);
}

function hashSources() {
  // Environment variables of the build, such as the site's name in VITE_SITE_TITLE.
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  return `${hashFiles(sources, { tests: false })} ${JSON.stringify(settings.map((name) => [name, process.env[name]]))}`;
}
