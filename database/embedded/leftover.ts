import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownFolder } from './cluster.ts';
import { EmbeddedError } from './error.ts';
import { describeProcess, isGone } from './process.ts';

/** `$0` of the shell that watches over the server; its `$1` is the process id of the application. */
export const watchdogName = 'izi-postgres-watchdog';

/** Longer than a server takes to stop by itself whose application was killed. */
const graceMs = 6_000;
/** Larger than any process id of Linux or macOS. */
const impossiblePid = '99999999';

interface PidFile {
  readonly pid: number;
  readonly socketFolder: string;
}

/**
 * Prepares `folder` for a new server: stops one that outlived its application, and removes the lock file of one that is
 * gone. `name` is the server's `cluster_name`.
 *
 * @throws EmbeddedError when another application is using the folder
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
    } else if (!(await isGone(left.pid, graceMs))) {
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
  // A server whose socket is in its working directory records that name, which is another folder for other processes.
  return { pid: Number(pid), socketFolder: socketFolder === ownFolder ? folder : socketFolder };
}

/** The folder of the socket among the temporary files, for a data folder whose path is too long for a socket. */
export function temporaryFolder(name: string): string {
  return `/tmp/izi-${name}`;
}

/** Whether a folder with this name holds nothing but a socket: such a folder may be removed. */
export function isTemporaryFolder(path: string): boolean {
  return /^\/tmp\/izi-[0-9a-f]{12}$/.test(path);
}

/**
 * Another process may by now have the process id in the lock file, and PostgreSQL would take it for the server. The file
 * itself stays: PostgreSQL needs the rest of it to find out that children of a killed server still use the folder.
 */
async function disownLockFile(folder: string, pid: number): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if ((await describeProcess(pid)) === null || (await readPidFile(folder))?.pid !== pid) return;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^\d+/, impossiblePid));
}

/** Sends each signal in turn and waits, for the number of milliseconds beside it, for the process to end. */
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

/** The application that the server's watchdog serves; null when either is gone. */
async function findApplication(serverPid: number): Promise<number | null> {
  const server = await describeProcess(serverPid);
  const watchdog = server && (await describeProcess(server.parent));
  const application = Number(new RegExp(`${watchdogName} (\\d+)`).exec(watchdog?.command ?? '')?.[1]);
  // After a restart of the whole container this process may have the same id as its predecessor.
  if (!application || application === process.pid) return null;
  return (await describeProcess(application)) === null ? null : application;
}
