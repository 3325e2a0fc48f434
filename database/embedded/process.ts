import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The command line of a process, its words separated by spaces, and its parent's process id; null when it has ended. A
 * zombie, which has ended but was not waited for, counts as ended.
 */
export async function describeProcess(pid: number): Promise<{ command: string; parent: number } | null> {
  try {
    if (process.platform === 'linux') {
      const [command, status] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
        readFile(`/proc/${pid}/stat`, 'utf8'),
      ]);
      const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? null : { command: command.replaceAll('\0', ' '), parent: Number(parent) };
    }
    const { stdout } = await run('ps', ['-o', 'ppid=,command=', '-p', String(pid)]);
    return { command: stdout, parent: Number.parseInt(stdout, 10) };
  } catch {
    return null;
  }
}

/** Waits for a process to end; false when it has not ended in time. */
export async function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while ((await describeProcess(pid)) !== null) {
    if (Date.now() >= deadline) return false;
    await sleep(20);
  }
  return true;
}
