import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture, PlainError, step } from './step.js';

export const projectRoot = join(import.meta.dirname, '..');

/** The Node that the lockfile names. */
const ownNode = join(projectRoot, 'node_modules', 'node', 'bin', 'node');
/** Older ones do not run TypeScript as this project is written. */
const oldestNode = 24;
const isNewEnough = Number.parseInt(process.versions.node, 10) >= oldestNode;

/** The Node that runs this script, or the one of the lockfile where that is too old. */
export const nodePath = isNewEnough ? process.execPath : ownNode;

/** The environment in which `node` and the tools of this project are those of the lockfile. */
export const projectEnv = {
  ...process.env,
  PATH: `${join(projectRoot, 'node_modules', '.bin')}:${process.env['PATH']}`,
  // Node compiles each file of code once, and every later process reads what it made of it.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(projectRoot, '.cache', 'compile'),
};

/**
 * Installs what is not there: the packages of the lockfile, and its Node where this one is too old.
 *
 * @param {{ tools?: boolean }} [options] `tools: false` leaves out those of `tools/package.json`, for tests, types and lint
 */
export async function ensureInstalled({ tools = true } = {}) {
  const { isWhole, isClean } = compareInstalled(tools);
  const willLoseNode = !isWhole && !isClean;
  const needsNode = !isNewEnough && (willLoseNode || !existsSync(ownNode));
  await Promise.all([
    ...(isWhole ? [] : [step('Installing packages', () => install(tools, isClean))]),
    ...(needsNode ? [step('Getting Node', downloadNode)] : []),
  ]);
  if (needsNode) placeNode();
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean, inBundle?: boolean,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 */

/**
 * npm records what it installed, so comparing that with the lockfile is more exact than a marker file of our own.
 *
 * @returns whether all that is needed is there, and whether nothing else is
 */
function compareInstalled(/** @type {boolean} */ tools) {
  const wanted = readPackages(join(projectRoot, 'package-lock.json'));
  const present = readPackages(join(projectRoot, 'node_modules', '.package-lock.json'));
  if (wanted === null)
    throw new PlainError('package-lock.json is missing: this is not a complete clone of the project');
  if (present === null) return { isWhole: false, isClean: false };
  const isSame = (/** @type {string} */ path) =>
    present[path]?.version === wanted[path]?.version && present[path]?.integrity === wanted[path]?.integrity;
  const isClean = Object.keys(present).every(isSame);
  // The lockfile does not say which packages the tools alone need. npm writes its record last, so the rest is there too.
  const { dependencies, devDependencies } = /** @type {LockedPackage} */ (wanted['']);
  const own = Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}`);
  const all = Object.entries(wanted).filter(([path, entry]) => path.startsWith('node_modules/') && isNeededHere(entry));
  return { isWhole: tools ? all.every(([path]) => isSame(path)) : isClean && own.every(isSame), isClean };
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

/**
 * No package's install script runs: that of `node` would only do what `downloadNode` does meanwhile, and the embedded PostgreSQL is
 * completed when it starts (`database/embedded/binaries.ts`).
 */
async function install(/** @type {boolean} */ tools, /** @type {boolean} */ isClean) {
  const options = { cwd: projectRoot, timeoutMs: 15 * 60_000 };
  const flags = [
    ...(tools ? [] : ['--workspaces=false']),
    '--include=dev',
    '--ignore-scripts',
    '--engine-strict=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const add = () => capture('npm', ['install', '--no-save', ...flags], options);
  // `npm ci` removes all packages first, and a site may be running on them.
  if (isClean && (await add()).code === 0) return;
  let result = await capture('npm', ['ci', ...flags], options);
  // `npm ci` refuses a lockfile that lacks the packages of some platforms, because the registry it was made with lacks them.
  if (result.code !== 0 && result.output.includes('in sync')) result = await add();
  if (result.code !== 0) throw new PlainError(explainNpm(result.code, result.output));
}

/** Where npm puts the Node for this platform while it installs the packages. */
const nodeFolder = join(projectRoot, '.cache', 'node');
/** npm's package `node` is empty; its install script chooses this one, of the same version. */
const nodePackage = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;

async function downloadNode() {
  const version = readPackages(join(projectRoot, 'package-lock.json'))?.['node_modules/node']?.version;
  rmSync(nodeFolder, { recursive: true, force: true });
  mkdirSync(nodeFolder, { recursive: true });
  // Without it, npm would install into the project.
  writeFileSync(join(nodeFolder, 'package.json'), '{}');
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${nodePackage}@${version}`];
  const { code, output } = await capture('npm', args, { cwd: nodeFolder, timeoutMs: 15 * 60_000 });
  if (code !== 0) throw new PlainError(`the project's own Node could not be installed: ${explainNpm(code, output)}`);
}

function placeNode() {
  mkdirSync(dirname(ownNode), { recursive: true });
  renameSync(join(nodeFolder, 'node_modules', nodePackage, 'bin', 'node'), ownNode);
  rmSync(nodeFolder, { recursive: true });
  // `npm run` has to find it too.
  const link = join(projectRoot, 'node_modules', '.bin', 'node');
  rmSync(link, { force: true });
  symlinkSync(join('..', 'node', 'bin', 'node'), link);
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
