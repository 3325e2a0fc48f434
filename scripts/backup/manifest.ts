import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { writeNewFile } from './copy-files.ts';
import { BackupError } from './error.ts';

/** `izi-` and the moment of the backup in UTC, so that names sort by age. */
const backupName = /^izi-\d{8}T\d{6}Z$/;

const manifestFile = 'manifest.json';
const checksumFile = 'manifest.sha256';

/** Paths come from a file: none may lead out of the folder. */
const path = v.pipe(
  v.string(),
  v.regex(/^(postgres|secrets)(\/[^/\0]+)*$/),
  v.check((path) => !path.split('/').some((part) => part === '.' || part === '..')),
);

const manifestSchema = v.object({
  format: v.literal(1),
  /** Everything that was acknowledged before this moment of the database's clock is in the backup. */
  moment: v.pipe(v.string(), v.isoTimestamp()),
  postgres: v.pipe(v.string(), v.regex(/^\d+$/)),
  /** The id that a database shares with the databases restored from its backups, and with no other. */
  systemIdentifier: v.pipe(v.string(), v.regex(/^\d+$/)),
  folders: v.array(path),
  files: v.array(
    v.object({
      path,
      bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The manifest is written last: a folder without one is not a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeNewFile(folder, checksumFile, `${hashOf(text)}  ${manifestFile}\n`);
  await writeNewFile(folder, manifestFile, text);
}

/** @throws BackupError when this is not a whole backup */
export async function readBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${folder} is not a backup: ${error.message}`);
  });
  const checksum = await readFile(join(folder, checksumFile), 'utf8').catch(() => '');
  if (!checksum.startsWith(hashOf(text))) throw new BackupError(`${folder} is damaged: its manifest was changed`);
  const result = v.safeParse(manifestSchema, JSON.parse(text));
  if (!result.success) throw new BackupError(`${folder} was made by another version: its manifest cannot be read`);
  return { folder, manifest: result.output };
}

/**
 * The backup in this folder, or the newest of those it holds.
 *
 * @throws BackupError when there is none
 */
export async function findBackup(folder: string): Promise<Backup> {
  const isBackup =
    backupName.test(basename(folder)) || (await stat(join(folder, manifestFile)).catch(() => null)) !== null;
  if (isBackup) return readBackup(folder);
  const newest = (await listBackups(folder)).at(-1);
  if (newest === undefined) throw new BackupError(`there is no backup in ${folder}`);
  return readBackup(newest);
}

/** The folders of all backups here, oldest first. @throws BackupError when the folder cannot be read */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new BackupError(`${folder} cannot be read: ${error.message}`);
  });
  return names
    .filter((name) => backupName.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
