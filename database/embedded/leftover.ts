import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_FOLDER } from './cluster.ts';
import { EmbeddedError } from './error.ts';
import { describeProcess, isGone } from './process.ts';

/** `$0` of the shell that watches over the server; its `$1` is the process id of the application. */
export const WATCHDOG_NAME = 'izi-postgres-watchdog';

const GRACE_MS = 3_000;
/** Larger than any process id of Linux or macOS. */
const IMPOSSIBLE_PID = '99999999';

interface PidFile {
  readonly pid: number;
  readonly socketFolder: string;
}

/**
 * Clears the way for a new server in `folder`: stops one that outlived its application, removes the lock file of one that
 * is gone, and refuses when another application is using it. `name` is the server's `cluster_name`.
 */
export async function clearLeftover(folder: string, name: string): Promise<void> {
  const left = await readPidFile(folder);
  if (left === null) return;
  if (await isOurServer(left.pid, name)) {
    const application = await findApplication(left.pid);
    if (application === null) {
      await stopProcess(left.pid, [
        ['SIGINT', 10_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 5_000],
      ]);
    } else if (!(await isGone(left.pid, GRACE_MS))) {
      throw new EmbeddedError(
        `${folder} is in use by process ${application}: stop it, or set DATA_DIR to another folder`,
      );
    }
  }
  await disownLockFile(folder, left.pid);
  if (isTemporaryFolder(left.socketFolder)) await rm(left.socketFolder, { recursive: true, force: true });
}

export async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , , socketFolder = ''] = text.split('\n');
  if (!(Number(pid) > 0)) return null;
  // A server that was told its own working directory notes that name, which is another folder to everybody else.
  return { pid: Number(pid), socketFolder: socketFolder === OWN_FOLDER ? folder : socketFolder };
}

/** Where a socket is, among the temporary files, when the data folder's path is too long for one. */
export function temporaryFolder(name: string): string {
  return `/tmp/izi-${name}`;
}

/** Whether nothing but a socket is in a folder of this name: such a folder may be removed. */
export function isTemporaryFolder(path: string): boolean {
  return /^\/tmp\/izi-[0-9a-f]{12}$/.test(path);
}

/**
 * Another process may by now have the number that the lock file names, and PostgreSQL would take it for the server. The
 * file itself stays: the rest of it is how PostgreSQL finds out that children of a killed server still use the folder.
 */
async function disownLockFile(folder: string, pid: number): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if ((await describeProcess(pid)) === null || (await readPidFile(folder))?.pid !== pid) return;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^\d+/, IMPOSSIBLE_PID));
}

/** Sends each signal in turn, waiting for the process to end for as many milliseconds as stand beside it. */
export async function stopProcess(pid: number, signals: readonly [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, waitMs] of signals) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new EmbeddedError(`cannot stop the PostgreSQL left running as process ${pid}: ${(error as Error).message}`);
    }
    if (await isGone(pid, waitMs)) return;
  }
  throw new EmbeddedError(`the PostgreSQL left running as process ${pid} does not end`);
}

async function isOurServer(pid: number, name: string): Promise<boolean> {
  return (await describeProcess(pid))?.command.includes(`cluster_name=${name}`) ?? false;
}

/** The application that the server's watchdog serves, or null when either is gone. */
async function findApplication(serverPid: number): Promise<number | null> {
  const server = await describeProcess(serverPid);
  const watchdog = server && (await describeProcess(server.parent));
  const application = Number(new RegExp(`${WATCHDOG_NAME} (\\d+)`).exec(watchdog?.command ?? '')?.[1]);
  // After a restart of the whole container this process may have the number its predecessor had.
  if (!application || application === process.pid) return null;
  return (await describeProcess(application)) === null ? null : application;
}
