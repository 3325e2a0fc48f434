import { execFile } from 'node:child_process';
import { chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canReach, chooseNamedAccount, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './error.ts';

const majorVersion = '18';
/** A file of the database's folder that says which version of Izi made it: the first number. Version 0.1 wrote none. */
export const versionFile = 'IZI_VERSION';
const version = '1';
const run = promisify(execFile);

/** Creates the data folder of a new, empty database, unless it exists. It appears complete or not at all. */
export async function createCluster(
  folder: string,
  binaries: Binaries,
  account: Account,
  log: (message: string) => void,
): Promise<void> {
  if (await hasUsableFolder(folder, account)) return;
  log('Creating the database');
  await removeUnfinished(folder);

  const unfinished = `${folder}.new-${process.pid}`;
  const maker = await chooseNamedAccount(account);
  await mkdir(unfinished, { mode: 0o700 });
  if (maker.uid !== undefined) await chown(unfinished, maker.uid, maker.gid);
  try {
    await initialise(unfinished, binaries, maker);
    await writeVersion(unfinished);
    if (account.uid !== undefined) await giveAway(unfinished, account);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Reads only, so that a folder of version 0.1 stays as it is.
 *
 * @throws EmbeddedError when the data folder holds a database that another version of Izi made and this one cannot read
 */
export async function requireOwnVersion(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres');
  if ((await stat(join(folder, 'PG_VERSION')).catch(() => null)) === null) return;
  const made = await readFile(join(folder, versionFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '0.1';
    throw new EmbeddedError(`${folder} is not a database that this user can read: ${error.message}`);
  });
  if (made.trim() === version) return;
  throw new EmbeddedError(
    `${folder} holds a database of version ${made.trim()}, which this version cannot read; nothing in it was changed. ` +
      'Move the folder away, or set DATA_DIR to another one',
  );
}

/** Writes the file to the disk before the folder has its name: without it a power cut would leave a folder that looks like one of 0.1. */
async function writeVersion(folder: string): Promise<void> {
  await writeFile(join(folder, versionFile), `${version}\n`, { mode: 0o600, flush: true });
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/** The working directory of a process, by a name that the process can always use. */
export const ownFolder = '/proc/self/cwd';

/**
 * The server's name for a folder that is its working directory. An unprivileged user cannot reach a folder inside one that
 * only root may enter, but on Linux a process always reaches its own working directory by this name.
 */
export async function nameForServer(folder: string, account: Account): Promise<string> {
  if (await canReach(account, folder)) return folder;
  if (process.platform === 'linux') return ownFolder;
  throw new EmbeddedError(`an unprivileged user cannot reach ${folder}: set DATA_DIR to another folder`);
}

/** Whether a usable data folder exists. @throws EmbeddedError when the folder exists and cannot be used */
async function hasUsableFolder(folder: string, account: Account): Promise<boolean> {
  const owner = await stat(folder).catch(() => null);
  if (owner === null) return false;
  const postgres = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error: Error) => error);
  if (postgres instanceof Error)
    throw new EmbeddedError(`${folder} is not a database that this user can read: ${postgres.message}`);
  if (postgres.trim() !== majorVersion) {
    throw new EmbeddedError(`${folder} was made by PostgreSQL ${postgres.trim()}, but this is ${majorVersion}`);
  }
  if (account.uid !== undefined && owner.uid !== account.uid) await giveAway(folder, account);
  return true;
}

/** Removes the files of a process that was killed while it created the folder. */
async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`;
  const names = (await readdir(dirname(folder))).filter((name) => name.startsWith(prefix));
  const dead = names.filter((name) => !isAlive(Number(name.slice(prefix.length))));
  await Promise.all(dead.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function initialise(folder: string, binaries: Binaries, account: Account): Promise<void> {
  const flags = ['--username=izi', '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const pgdata = await nameForServer(folder, account);
  await run(binaries.initdb, [`--pgdata=${pgdata}`, '--no-instructions', ...flags], {
    ...account,
    cwd: folder,
    env: { PATH: process.env['PATH'], TZ: 'UTC' },
    timeout: 120_000,
  }).catch((error: Error & { stderr?: string }) => {
    const reason = /(?:error|FATAL|PANIC): .*/.exec(error.stderr ?? '')?.[0] ?? error.message;
    throw new EmbeddedError(`cannot create the database in ${dirname(folder)}: ${reason}`);
  });
}

async function giveAway(folder: string, account: Required<Account>): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.map((name) => lchown(join(folder, name), account.uid, account.gid)));
  await chown(folder, account.uid, account.gid);
}
