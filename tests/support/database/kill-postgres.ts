import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Kills a PostgreSQL with all its processes, so that data in their memory only is lost. */
export async function killPostgres(postmaster: number): Promise<void> {
  // Each backend is in its own process group, so that no signal reaches all of them at once.
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const children = processes.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!);
  for (const pid of [postmaster, ...children]) endNow(pid);
}

/** The process of the PostgreSQL in this data folder. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Kills a process, which may have ended by itself meanwhile. */
export function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
