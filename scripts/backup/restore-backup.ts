import { chmod, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findEmbedded, versionFile } from '#database/embedded.ts';
import { copyFile, forEachOf, inMegabytes, requireRoom, syncFolder, tellTenths } from './copy-files.ts';
import { BackupError, explainFileError } from './error.ts';
import type { Backup } from './manifest.ts';

const filesAtATime = 4;

/**
 * Puts a backup into a data folder that has no database, and checks each file against the manifest on the way. The database
 * appears complete or not at all; the next start replays the log that the backup holds.
 *
 * @throws BackupError when there is a database, or the backup is one of version 0.1 or not as it was made
 */
export async function restoreBackup(
  { folder, manifest }: Backup,
  dataDir: string,
  print: (line: string) => void,
): Promise<void> {
  if (!manifest.files.some(({ path }) => path === `postgres/${versionFile}`)) {
    throw new BackupError(`${folder} is a backup of version 0.1, which this version cannot read`);
  }
  await mkdir(dataDir, { recursive: true });
  const target = await realpath(dataDir);
  await requireNoDatabase(target);
  await requireSameSecrets({ folder, manifest }, target);
  await requireNothingElse({ folder, manifest });
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  await requireRoom(target, bytes);

  // A start removes files of this name when their process is gone.
  const unfinished = join(target, `postgres.new-${process.pid}`);
  try {
    print(`· Restoring ${manifest.files.length} files, ${inMegabytes(bytes)} MB, of ${manifest.moment}`);
    for (const each of manifest.folders) {
      await mkdir(placeOf(each, target, unfinished), { recursive: true, mode: 0o700 });
    }
    await chmod(unfinished, 0o700);
    const onBytes = tellTenths(bytes, (percent) => print(`  ${percent} %`));
    const isDatabase = ({ path }: { path: string }) => path.startsWith('postgres/');
    await forEachOf(manifest.files.filter(isDatabase), filesAtATime, async (file) => {
      const copied = await copyFile(join(folder, 'postgres'), unfinished, file.path.slice('postgres/'.length), onBytes);
      if (copied === null) throw new BackupError(`${folder} is damaged: ${file.path} is missing`);
      requireSame(folder, file, copied);
    });
    for (const file of manifest.files.filter((each) => !isDatabase(each))) await restoreSecret(folder, target, file);
    for (const each of manifest.folders) await syncFolder(placeOf(each, target, unfinished));
    // Fails where another restore, or a server, was faster: a folder with files in it is never replaced.
    await rename(unfinished, join(target, 'postgres'));
    await syncFolder(target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) await requireNoDatabase(target);
    throw explainFileError(error, target);
  }
}

async function requireNoDatabase(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres');
  if ((await stat(folder).catch(() => null)) === null) return;
  if (await findEmbedded(dataDir))
    throw new BackupError(`a server is running on the database in ${dataDir}: stop it first`);
  throw new BackupError(
    `there is a database in ${dataDir}, which is not replaced: move ${folder} away, or set DATA_DIR to another folder`,
  );
}

/** The secrets that are there are the ones in use, so others do not replace them. */
async function requireSameSecrets({ folder, manifest }: Backup, dataDir: string): Promise<void> {
  for (const { path } of manifest.files.filter(({ path }) => path.startsWith('secrets/'))) {
    const [there, ours] = await Promise.all(
      [join(dataDir, path), join(folder, path)].map((file) => readFile(file).catch(() => null)),
    );
    if (there && ours && !there.equals(ours)) {
      throw new BackupError(
        `${join(dataDir, path)} differs from the backup's: move ${join(dataDir, 'secrets')} away first`,
      );
    }
  }
}

/** A file that was put there later would become part of the database. */
async function requireNothingElse({ folder, manifest }: Backup): Promise<void> {
  const known = new Set([
    ...manifest.files.map(({ path }) => path),
    ...manifest.folders,
    'manifest.json',
    'manifest.sha256',
  ]);
  const other = (await readdir(folder, { recursive: true })).find((path) => !known.has(path));
  if (other !== undefined) throw new BackupError(`${folder} is damaged: ${other} does not belong to it`);
}

function placeOf(path: string, target: string, unfinished: string): string {
  return path === 'postgres' || path.startsWith('postgres/')
    ? join(unfinished, path.slice('postgres'.length))
    : join(target, path);
}

async function restoreSecret(folder: string, target: string, file: Backup['manifest']['files'][number]): Promise<void> {
  if (await stat(join(target, file.path)).catch(() => null)) return;
  const copied = await copyFile(folder, target, file.path);
  if (copied === null) throw new BackupError(`${folder} is damaged: ${file.path} is missing`);
  if (copied.sha256 !== file.sha256) await rm(join(target, file.path));
  requireSame(folder, file, copied);
}

function requireSame(folder: string, file: { path: string; sha256: string }, copied: { sha256: string }): void {
  if (copied.sha256 !== file.sha256) throw new BackupError(`${folder} is damaged: ${file.path} was changed`);
}
