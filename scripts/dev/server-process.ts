import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

interface ServerProcess {
  /** Resolves when the newest code answers, and also when it has failed to start, which it has printed. */
  readonly settled: () => Promise<void>;
  /** Replaces the server by one that has the files as they are now. */
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Runs the server in a process of its own, and keeps the next one prepared: that process has loaded Node and all packages, so a
 * restart loads only the project's own files.
 *
 * @param prepare is awaited before each start
 */
export function runServer(env: NodeJS.ProcessEnv, prepare: () => Promise<void>): ServerProcess {
  let next = prepareProcess(env);
  let current: ChildProcess | null = null;
  let isAsked = false;
  let isStopping = false;
  let settled = start();

  async function start(): Promise<void> {
    isAsked = false;
    if (isStopping) return;
    const startedAt = performance.now();
    const isFirst = current === null;
    if (current !== null) await end(current);
    current = next;
    try {
      await prepare();
      const answers = await begin(current);
      if (answers && !isFirst) console.log(`· Server restarted in ${inSeconds(performance.now() - startedAt)}`);
    } catch (error) {
      console.error(`✗ ${(error as Error).message}`);
    }
    // Preparing the next process earlier would take processor time from this start.
    if (!isStopping) next = prepareProcess(env);
  }

  return {
    settled: () => settled,
    restart() {
      // A process that has not answered yet is ended at once, so that it does not delay the next one.
      if (current !== null) void end(current);
      if (isAsked) return;
      isAsked = true;
      settled = settled.then(start);
    },
    async stop() {
      isStopping = true;
      await Promise.all([end(next), ...(current === null ? [] : [end(current, 'SIGTERM')])]);
    },
  };
}

function prepareProcess(env: NodeJS.ProcessEnv): ChildProcess {
  return fork(join(import.meta.dirname, 'prepared-server.ts'), { env });
}

/** Resolves to whether the server answers. */
function begin(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    child.once('message', () => resolve(true));
    child.once('exit', () => resolve(false));
    child.send('start', (error) => error && resolve(false));
  });
}

/** By default it is killed: everything it has acknowledged is stored, as after any other kill. */
function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
