import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

const forwardedSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** An error with a message for the person at the terminal. Any other error is a bug and shows its stack. */
export class PlainError extends Error {}

/** Runs a whole script and turns its outcome into the exit code. */
export async function main(/** @type {() => Promise<number>} */ work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    console.error(`\n✗ ${error.message}`);
    process.exitCode = 1;
  }
}

/** The steps under way, each with the time at which it began. */
/** @type {Map<string, number>} */
const underWay = new Map();
/** @type {NodeJS.Timeout | undefined} */
let ticker;

/**
 * Runs one step and shows its name, that it is running, and how long it took. Several may run at the same time.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const live = process.stdout.isTTY;
  const startedAt = Date.now();
  underWay.set(title, startedAt);
  ticker ??= live ? setInterval(showAll, 200) : setInterval(() => console.log(listAll()), 15_000);
  if (!live) console.log(`· ${title}`);
  const end = (/** @type {string} */ mark) => {
    underWay.delete(title);
    console.log(`${live ? '\r\x1b[K' : ''}${mark} ${title} (${secondsSince(startedAt)})`);
    if (underWay.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  };
  try {
    const result = await work();
    end('✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}

function showAll() {
  // A line that wraps could not be written over.
  process.stdout.write(`\r\x1b[K${listAll().slice(0, process.stdout.columns - 1)}`);
}

function listAll() {
  return `· ${Array.from(underWay, ([title, startedAt]) => `${title} … ${secondsSince(startedAt)}`).join(', ')}`;
}

function secondsSince(/** @type {number} */ time) {
  return `${((Date.now() - time) / 1000).toFixed(1)} s`;
}

/**
 * @typedef {{ timeoutMs?: number, env?: NodeJS.ProcessEnv, cwd?: string, signal?: AbortSignal, priority?: number }} CaptureOptions
 * With `signal` it is ended by that and by no signal of this process. A higher `priority` gives way to lower ones.
 */

/**
 * Runs a program to its end and keeps its output. It gets no input, so that nothing can wait for an answer, and its own
 * process group, so that its children end with it on a time-out or a signal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CaptureOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 when there is no such program, 124 when it took too long
 */
export function capture(command, args, { timeoutMs = 5 * 60_000, env, cwd, signal, priority } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      detached: true,
      ...(cwd && { cwd }),
    });
    let output = '';
    let timedOut = false;
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));

    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(child.pid, 'SIGKILL');
    }, timeoutMs);
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    const endBoth = (/** @type {NodeJS.Signals} */ name) => {
      killGroup(child.pid, name);
      process.exit(name === 'SIGINT' ? 130 : 143);
    };
    const endIt = () => killGroup(child.pid, 'SIGKILL');
    if (signal === undefined) for (const name of forwardedSignals) process.on(name, endBoth);
    else signal.addEventListener('abort', endIt);
    const settle = (/** @type {number} */ code, /** @type {string} */ said) => {
      clearTimeout(timer);
      for (const name of forwardedSignals) process.off(name, endBoth);
      signal?.removeEventListener('abort', endIt);
      resolve({ code, output: said });
    };
    child.on('error', (error) => settle(127, error.message));
    child.on('close', (code) => settle(timedOut ? 124 : (code ?? 1), output));
  });
}

function killGroup(/** @type {number | undefined} */ pid, /** @type {NodeJS.Signals} */ signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Runs a Node program in the foreground: it has the terminal and receives every signal that would end this process. It
 * has an IPC channel, on which `process.on('disconnect')` reports that this process was killed. Resolves to its exit code.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function runInForeground(node, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
    const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    for (const signal of forwardedSignals) process.on(signal, forward);
    const parentWatch = watchParent(() => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(parentWatch);
      for (const name of forwardedSignals) process.off(name, forward);
      resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGKILL' ? 9 : 15));
    });
  });
}

/** When npm is killed it cannot forward the signal; without this, its children would keep running and hold the port. */
function watchParent(/** @type {() => void} */ onOrphaned) {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onOrphaned();
  }, 500);
  return watch;
}
