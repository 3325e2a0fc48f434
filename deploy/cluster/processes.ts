import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endAll, markOf, type ProcessMark } from './proc.ts';

/** A program of the cluster, kept running as systemd would keep it. */
interface Program {
  /** `db1/etcd`, `web1`. */
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Processes {
  /** Starts it, and again whenever it ends. */
  start(program: Program): void;
  /** @throws when it does not run at the moment */
  pidOf(name: string): number;
  isRunning(name: string): boolean;
  /** Ends processes, which stay ended until they are released. */
  hold(names: readonly string[]): void;
  release(names: readonly string[]): void;
  /** Ends them for good: by a signal, and by SIGKILL after so many milliseconds. */
  end(names: readonly string[], timeoutMs: number): Promise<void>;
  names(): string[];
}

/** The same values as in the units of deploy/systemd. */
const restartMs = 2_000;
const recordFile = 'processes.json';

interface Entry {
  readonly program: Program;
  state: 'wanted' | 'held' | 'ended';
  mark: ProcessMark | null;
  timer?: NodeJS.Timeout;
}

/** The processes of the cluster in this folder, by name; `cluster` is the process that looks after the others. */
type Recorded = Readonly<Record<string, ProcessMark>>;

export function readRecord(folder: string): Recorded | null {
  try {
    return JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as Recorded;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function removeRecord(folder: string): void {
  rmSync(join(folder, recordFile), { force: true });
}

/** Keeps in `folder` a record of the running processes, so that it can be ended even when this process was killed. */
export function createProcesses(folder: string): Processes {
  const entries = new Map<string, Entry>();
  const own = markOf(process.pid)!;
  mkdirSync(join(folder, 'log'), { recursive: true });
  record();

  function record(): void {
    const running = [...entries].flatMap(([name, { mark }]) => (mark === null ? [] : [[name, mark] as const]));
    const draft = join(folder, `${recordFile}.draft`);
    writeFileSync(draft, JSON.stringify({ cluster: own, ...Object.fromEntries(running) }, null, 1));
    renameSync(draft, join(folder, recordFile));
  }

  function launch(entry: Entry): void {
    const { name, command, env } = entry.program;
    const log = openSync(join(folder, 'log', `${name.replace('/', '-')}.log`), 'a');
    const [file, ...args] = command;
    // In a session of its own: a terminal's Ctrl-C would end everything at once and in no order.
    const child = spawn(file!, args, { detached: true, stdio: ['ignore', log, log], env: { ...env }, cwd: '/' });
    closeSync(log);
    entry.mark = child.pid === undefined ? null : markOf(child.pid);
    record();
    const again = () => {
      entry.mark = null;
      record();
      if (entry.state === 'wanted')
        entry.timer = setTimeout(() => entry.state === 'wanted' && launch(entry), restartMs);
    };
    child.once('error', again);
    child.once('exit', again);
  }

  const find = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) throw new Error(`there is no process ${name}`);
    return entry;
  };
  return {
    start(program) {
      const entry: Entry = { program, state: 'wanted', mark: null };
      entries.set(program.name, entry);
      launch(entry);
    },
    pidOf(name) {
      const { mark } = find(name);
      if (mark === null) throw new Error(`${name} does not run`);
      return mark.pid;
    },
    isRunning: (name) => find(name).mark !== null,
    hold(names) {
      for (const name of names) find(name).state = 'held';
    },
    release(names) {
      for (const entry of names.map(find)) {
        entry.state = 'wanted';
        if (entry.mark === null) launch(entry);
      }
    },
    async end(names, timeoutMs) {
      const ending = names.map(find);
      for (const entry of ending) {
        entry.state = 'ended';
        clearTimeout(entry.timer);
      }
      await endAll(
        ending.flatMap(({ mark }) => mark ?? []),
        timeoutMs,
      );
    },
    names: () => [...entries.keys()],
  };
}
