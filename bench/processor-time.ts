import { existsSync, readdirSync, readFileSync } from 'node:fs';

const available = existsSync('/proc/self/stat');

/** The processor time, in milliseconds, of a process and its descendants, ended ones included. NaN without /proc. */
export function processorTimeOf(pid: number): number {
  if (!available) return Number.NaN;
  return [pid, ...processesUnder(pid)].reduce((sum, each) => sum + ownTime(each), 0);
}

/**
 * How long these processes were ready to run and had no core, in milliseconds, each in its main thread; NaN without /proc. The time of a
 * call less this is its time on an idle machine.
 */
export function waitedForCore(pids: readonly number[]): number {
  if (!available) return Number.NaN;
  return pids.reduce((sum, pid) => sum + Number(read(`/proc/${pid}/schedstat`)?.split(' ')[1] ?? 0), 0) / 1e6;
}

/** The ids of all descendants of a process; none without /proc. */
export function processesUnder(pid: number): number[] {
  if (!available) return [];
  const children = childrenByParent();
  const found: number[] = [];
  const pending = [pid];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const own = children.get(next) ?? [];
    found.push(...own);
    pending.push(...own);
  }
  return found;
}

/** Megabytes of memory that a process and its descendants use, shared memory counted once; NaN where unknown. */
export function memoryOf(pid: number): number {
  if (!available) return Number.NaN;
  return [pid, ...processesUnder(pid)].reduce((sum, each) => sum + ownMemory(each), 0);
}

function ownMemory(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`) ?? '';
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1_024;
}

const msPerTick = 10;

/** User and system time in milliseconds, its own and that of the children it waited for, without those that still run. */
export function ownTime(pid: number): number {
  const times = statOf(pid)?.slice(11, 15) ?? [];
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick;
}

function childrenByParent(): Map<number, number[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Map.groupBy(pids.map(Number), (pid) => Number(statOf(pid)?.[1]));
}

/** The fields of /proc/pid/stat from the state on; null when the process has ended. */
function statOf(pid: number): string[] | null {
  const text = read(`/proc/${pid}/stat`);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
