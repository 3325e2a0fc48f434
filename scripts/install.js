import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, PlainError, step } from './step.js';

export const projectRoot = join(import.meta.dirname, '..');

/** The Node that the lockfile names. It runs TypeScript directly, which the Node that runs this script may not. */
export const nodePath = join(projectRoot, 'node_modules', 'node', 'bin', 'node');

/** The environment in which `node` and the tools of this project are those of the lockfile. */
export const projectEnv = {
  ...process.env,
  PATH: `${join(projectRoot, 'node_modules', '.bin')}:${process.env['PATH']}`,
  // Node compiles each file of code once, and every later process reads what it made of it.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(projectRoot, '.cache', 'compile'),
};

/** Installs the packages of the lockfile unless they are there. */
export async function ensureInstalled() {
  if (!isInstalled()) await step('Installing packages', install);
  if (!existsSync(nodePath)) await step('Installing Node', installNode);
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean, inBundle?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 */

/** npm records what it installed, so comparing that with the lockfile is more exact than a marker file of our own. */
function isInstalled() {
  const wanted = readPackages(join(projectRoot, 'package-lock.json'));
  const present = readPackages(join(projectRoot, 'node_modules', '.package-lock.json'));
  if (wanted === null) throw new PlainError('package-lock.json is missing: this is not a whole clone of the project');
  if (present === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !isNeededHere(entry)) return true;
    const found = present[path];
    return found !== undefined && found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** @returns {Record<string, LockedPackage> | null} */
function readPackages(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** An optional package is needed when it was made for this platform, as the binaries of PostgreSQL are. */
function isNeededHere(/** @type {LockedPackage} */ entry) {
  if (!entry.optional) return !entry.peer || entry.integrity !== undefined;
  if (entry.inBundle || entry.os === undefined || entry.cpu === undefined) return false;
  const libc = process.platform === 'linux' ? (isGlibc() ? 'glibc' : 'musl') : undefined;
  const libcFits = entry.libc === undefined || (libc !== undefined && entry.libc.includes(libc));
  return entry.os.includes(process.platform) && entry.cpu.includes(process.arch) && libcFits;
}

function isGlibc() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header.glibcVersionRuntime !== undefined;
}

async function install() {
  const options = { cwd: projectRoot, timeoutMs: 15 * 60_000 };
  const flags = ['--include=dev', '--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  let result = await capture('npm', ['ci', ...flags], options);
  // `npm ci` refuses a lockfile that lacks the packages of some platforms, because the registry it was made with lacks them.
  if (result.code !== 0 && result.output.includes('in sync')) {
    result = await capture('npm', ['install', '--no-save', ...flags], options);
  }
  if (result.code !== 0) throw new PlainError(explainNpm(result.code, result.output));
}

/** Where npm may not run install scripts, the script that downloads Node for this platform is run here. */
async function installNode() {
  const cwd = join(projectRoot, 'node_modules', 'node');
  const { code, output } = await capture(process.execPath, ['installArchSpecificPackage.js'], { cwd });
  if (!existsSync(nodePath))
    throw new PlainError(`the project's own Node could not be installed: ${explainNpm(code, output)}`);
}

function explainNpm(/** @type {number} */ code, /** @type {string} */ output) {
  if (code === 127) return 'npm is not installed: install Node 20 or newer with npm';
  if (code === 124) return 'npm took longer than 15 minutes to install the packages';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET/.test(output)) {
    return 'npm cannot reach its registry: check the network, or npm config get registry';
  }
  if (output.includes('ENOSPC')) return 'no space left on the disk for the packages (some 700 MB)';
  if (output.includes('EACCES')) return `this user may not write to ${join(projectRoot, 'node_modules')}`;
  const lines = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!) \S/.test(line) && !/ (code|A complete log)/.test(line));
  return `npm could not install the packages: ${lines.slice(0, 3).join(' ') || output.trim().slice(-300)}`;
}
