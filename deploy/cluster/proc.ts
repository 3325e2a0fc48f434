// Linux's data about processes, in /proc.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that is known again even when its id is somebody else's by now. */
export interface ProcessMark {
  readonly pid: number;
  /** Clock ticks since the machine started, as text. */
  readonly startedAt: string;
}

interface Seen extends ProcessMark {
  readonly parent: number;
  readonly isZombie: boolean;
}

function readProcess(pid: number): Seen | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), startedAt: fields[19]!, isZombie: fields[0] === 'Z' };
  } catch {
    return null;
  }
}

/** @returns null where there is no such process */
export function markOf(pid: number): ProcessMark | null {
  const seen = readProcess(pid);
  return seen === null || seen.isZombie ? null : { pid, startedAt: seen.startedAt };
}

export function isRunning({ pid, startedAt }: ProcessMark): boolean {
  return markOf(pid)?.startedAt === startedAt;
}

/** These processes and all that they started, as far as their parents still run. */
export function withDescendants(pids: readonly number[]): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((seen) => seen !== null);
  const found = new Set(pids);
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** The PostgreSQL that runs in this data folder; null where none does. */
export function findPostmaster(dataFolder: string): number | null {
  try {
    const pid = Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n', 1)[0]);
    // A file that was left behind may hold the id of any other process.
    return readlinkSync(`/proc/${pid}/cwd`) === dataFolder ? pid : null;
  } catch {
    return null;
  }
}

/** Sends a signal to processes that may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Asks them to end, and makes them when they have not after so many milliseconds. Ones that were frozen are thawed. */
export async function endAll(marks: readonly ProcessMark[], timeoutMs: number): Promise<void> {
  const left = () => marks.filter(isRunning).map(({ pid }) => pid);
  signalAll(left(), 'SIGTERM');
  signalAll(left(), 'SIGCONT');
  const until = Date.now() + timeoutMs;
  while (left().length > 0 && Date.now() < until) await sleep(100);
  signalAll(left(), 'SIGKILL');
  while (left().length > 0) await sleep(20);
}
