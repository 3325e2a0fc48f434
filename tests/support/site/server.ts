import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { waitMs } from '#tests/support/patience.ts';
import { connect, type Database } from '#database/connect.ts';
import { findEmbedded } from '#database/embedded.ts';
import { makeFolder } from '#tests/support/temporary.ts';

export interface ServerProcess {
  /** Such as `http://localhost:41451`. */
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Resolves once it has printed a line that matches; rejects where it does not in time. */
  says(text: RegExp): Promise<void>;
  /** Ends the process by this signal, and resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const main = join(import.meta.dirname, '../../../server/main.ts');
/**
 * How many web processes each real server of a test has: `WEB_PROCESSES=2 npm run test:long -- kill concurrency fuzz`. With more than
 * one, `startLongRunSite` starts a real server too.
 */
export const webProcesses = Number(process.env['WEB_PROCESSES'] ?? 1);

/**
 * A week of them, one a minute, takes five seconds of the processor, in which a worker signs and PostgreSQL stores 10,080. A server of a
 * test that draws each minute has a day of them.
 */
export const fewDraws = { TIMETABLE_DAYS: '1' };

/** The variables of this process that a process of the project needs: its settings are the test's alone. */
export const nodeEnv = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

/**
 * The real server, as `npm start` runs it, in a separate process. Without a port in `settings` the system chooses one.
 *
 * @param program the file that starts it, of another version
 */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  program: string = main,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...nodeEnv,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_MONTH: 'off',
      WEB_PROCESSES: String(webProcesses),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set<() => void>();
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server is not ready in time:\n${output}`)), waitMs);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the server ended (${code ?? signal}):\n${output}`));
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        for (const look of waiting) look();
        const ready = /ready at (\S+)/.exec(line);
        if (ready) {
          clearTimeout(timer);
          resolve(ready[1]!);
        }
      });
    }
  });

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  function says(text: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => giveUp('has not said'), waitMs);
      const giveUp = (how: string) => {
        clearTimeout(timer);
        reject(new Error(`the server ${how} ${String(text)}:\n${output}`));
      };
      const look = () => {
        if (!text.test(output)) return;
        waiting.delete(look);
        clearTimeout(timer);
        resolve();
      };
      waiting.add(look);
      child.once('exit', () => giveUp('ended before it said'));
      look();
    });
  }

  return { url, dataDir, child, output: () => output, says, end };
}

/** Starts the server with settings, or a data folder, that prevent a start: how it ended, and what it said. */
export async function failToStart(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [main], {
    env: { ...nodeEnv, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: waitMs,
  });
  const exit = once(child, 'exit');
  const said = await text(child.stderr);
  const [code] = (await exit) as [number | null];
  return { code, said: said.trim() };
}

/** The processes that a server with several has started, by name: `web-1`, `web-2`, `worker`. Empty for one process. */
export async function processesOf({ child }: ServerProcess): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const found = stdout.matchAll(/^ *(\d+) +(\d+) +izi (\S+)/gm);
  return Object.fromEntries(
    [...found].filter(([, , parent]) => Number(parent) === child.pid).map(([, pid, , name]) => [name!, Number(pid)]),
  );
}

/** A data folder for one test, and a function that removes it. */
export async function createDataFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await makeFolder('izi-data-');
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) };
}

/** Connects as the owner to the database that a server runs in this data folder. */
export async function withOwner<T>(dataDir: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const config = await findEmbedded(dataDir);
  if (config === null) throw new Error(`no database answers in ${dataDir}`);
  const owner = connect({ config, applicationName: 'izi test owner', max: 2, statementTimeoutMs: waitMs });
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
