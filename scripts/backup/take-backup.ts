import { lstat, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isLockTimeout, type ConnectionConfig } from '#database/connect.ts';
import {
  copyFile,
  forEachOf,
  inMegabytes,
  requireRoom,
  syncFolder,
  tellTenths,
  writeNewFile,
  type CopiedFile,
} from './copy-files.ts';
import { BackupError, explainFileError } from './error.ts';
import { listBackups, readBackup, writeManifest, type Backup, type Manifest } from './manifest.ts';

interface BackupPlan {
  /** How to connect, as its owner, to the embedded database that runs in `dataDir`. */
  readonly config: ConnectionConfig;
  readonly dataDir: string;
  /** Holds the backups of this database and nothing else; it is created when missing. */
  readonly into: string;
  /** How many backups stay; older ones are deleted when a new one is complete. */
  readonly keep: number;
  readonly print: (line: string) => void;
}

const unfinishedPrefix = '.unfinished-';
const filesAtATime = 4;

/** The server makes these again, or they belong to the process that runs. Their folders have to be there. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const skipped =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|\.s\.PGSQL\..*|pg_internal\.init.*|pgsql_tmp.*)$/;
const controlFile = 'postgres/global/pg_control';

/**
 * Copies the embedded database while it is in use, with the secrets of its data folder. The server is told that a backup
 * begins; its files are copied while it changes them; the write-ahead log from the beginning to the end is copied too, from
 * which a start makes them agree. The backup appears under its name complete or not at all.
 *
 * @throws BackupError
 */
export async function takeBackup(plan: BackupPlan): Promise<Backup> {
  const dataDir = await realpath(plan.dataDir);
  await mkdir(plan.into, { recursive: true, mode: 0o700 });
  const into = await realpath(plan.into);
  if (into === dataDir || into.startsWith(join(dataDir, 'postgres') + sep) || into === join(dataDir, 'postgres')) {
    throw new BackupError(`backups cannot be stored in ${into}, among the files of the database: name another folder`);
  }
  const client = new pg.Client({ ...plan.config, application_name: 'izi backup', connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  let unfinished: string | undefined;
  try {
    await lockAgainstAnother(client);
    const database = await describeDatabase(client);
    await requireOwnFolder(into, database.systemIdentifier, plan.print);
    await removeUnfinished(into);
    unfinished = await mkdtemp(join(into, unfinishedPrefix));
    const manifest = { ...database, ...(await copyDatabase(client, dataDir, unfinished, plan.print)) };
    await writeManifest(unfinished, manifest);
    await syncFolders(unfinished, manifest.folders);
    const folder = join(into, nameOf(manifest.moment));
    await rename(unfinished, folder);
    await syncFolder(into);
    await removeOld(into, plan.keep, plan.print);
    return { folder, manifest };
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true });
    throw explainFileError(error, into);
  } finally {
    await client.end();
  }
}

/**
 * A lock that no login of the site can take belongs to a transaction, which stays open until the backup is done. It ends with the
 * session, even when this process is killed. So does the reservation of the log.
 */
async function lockAgainstAnother(client: pg.Client): Promise<void> {
  try {
    await client.query('begin');
    await client.query('lock table mutex.backup in exclusive mode nowait');
  } catch (error) {
    if (isLockTimeout(error)) throw new BackupError('another backup of this database is under way');
    throw error;
  }
}

async function one<Row extends object>(client: pg.Client, sql: string, values: unknown[] = []): Promise<Row> {
  return (await client.query<Row>(sql, values)).rows[0]!;
}

function describeDatabase(client: pg.Client): Promise<Pick<Manifest, 'format' | 'postgres' | 'systemIdentifier'>> {
  return one(
    client,
    `select 1 as format, (current_setting('server_version_num')::integer / 10000)::text as postgres,
       system_identifier::text as "systemIdentifier" from pg_control_system()`,
  );
}

/** Old backups are deleted by their names, so they have to be this database's. One that is damaged prevents no new one. */
async function requireOwnFolder(into: string, systemIdentifier: string, print: (line: string) => void): Promise<void> {
  for (const folder of (await listBackups(into)).toReversed()) {
    const found = await readBackup(folder).catch((error: Error) => error);
    if (found instanceof Error) {
      print(`! ${found.message}`);
    } else if (found.manifest.systemIdentifier !== systemIdentifier) {
      throw new BackupError(`${into} holds backups of another database: name another folder`);
    } else {
      return;
    }
  }
}

/** Removes the files of backups whose process was killed. No other backup is running: this one holds the lock. */
async function removeUnfinished(into: string): Promise<void> {
  const names = await readdir(into);
  for (const name of names.filter((name) => name.startsWith(unfinishedPrefix))) {
    await rm(join(into, name), { recursive: true, force: true });
  }
}

async function copyDatabase(
  client: pg.Client,
  dataDir: string,
  to: string,
  print: (line: string) => void,
): Promise<Pick<Manifest, 'moment' | 'folders' | 'files'>> {
  // The server keeps its log from here on, until this session ends.
  await client.query(`select pg_create_physical_replication_slot('izi_backup_' || pg_backend_pid(), true, true)`);
  const begun = await one<{ segment: string }>(
    client,
    `select pg_walfile_name(pg_backup_start('izi', true)) as segment`,
  );

  const { paths, folders, bytes } = await listFiles(dataDir);
  await requireRoom(to, bytes);
  print(`· Copying ${paths.length} files, ${inMegabytes(bytes)} MB`);
  for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  const files: CopiedFile[] = [];
  const onBytes = tellTenths(bytes, (percent) => print(`  ${percent} %`));
  await forEachOf(paths, filesAtATime, async (path) => {
    const copied = await copyFile(dataDir, to, path, onBytes);
    if (copied) files.push(copied);
  });
  files.push(await copyControlFile(dataDir, to));

  // Every transaction that was acknowledged before this moment is in the log before the backup's end.
  const { moment } = await one<{ moment: Date }>(client, 'select clock_timestamp() as moment');
  const ended = await one<{ segment: string; label: string; tablespaces: string | null }>(
    client,
    `select pg_walfile_name(lsn - 1) as segment, labelfile as label, nullif(spcmapfile, '') as tablespaces
     from pg_backup_stop(wait_for_archive => false)`,
  );
  if (ended.tablespaces !== null) throw new BackupError('this database has tablespaces, which are not copied');
  files.push(await writeNewFile(to, 'postgres/backup_label', ended.label));
  for (const path of await listLog(join(dataDir, 'postgres', 'pg_wal'), begun.segment, ended.segment)) {
    const copied = await copyFile(dataDir, to, path);
    if (!copied) throw new BackupError(`the database has removed ${path}, which the backup needs`);
    files.push(copied);
  }
  return { moment: moment.toISOString(), folders, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

interface Listed {
  readonly paths: string[];
  readonly folders: string[];
  readonly bytes: number;
}

async function listFiles(dataDir: string): Promise<Listed> {
  const listed = { paths: [] as string[], folders: [] as string[], bytes: 0 };
  await walk('postgres');
  if (await lstat(join(dataDir, 'secrets')).catch(() => null)) await walk('secrets');
  return listed;

  async function walk(folder: string): Promise<void> {
    listed.folders.push(folder);
    for (const entry of await readdir(join(dataDir, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (skipped.test(entry.name) || path === controlFile) continue;
      if (entry.isSymbolicLink()) throw new BackupError(`${path} is a symbolic link, which is not copied`);
      if (entry.isDirectory()) {
        if (isEmptied(path)) listed.folders.push(path);
        else await walk(path);
      } else if (entry.isFile()) {
        const found = await lstat(join(dataDir, path)).catch(() => null);
        if (found === null) continue;
        listed.paths.push(path);
        listed.bytes += found.size;
      }
    }
  }
}

function isEmptied(path: string): boolean {
  return emptied.some((name) => path === `postgres/${name}`);
}

/** This file is overwritten in place, so it is read until it stays as it is. */
async function copyControlFile(dataDir: string, to: string): Promise<CopiedFile> {
  for (let tries = 0; tries < 100; tries++) {
    const copied = await copyFile(dataDir, to, controlFile);
    await sleep(5);
    const again = await copyFile(dataDir, join(to, '.again'), controlFile);
    await rm(join(to, '.again'), { recursive: true });
    if (copied !== null && copied.sha256 === again?.sha256) return copied;
    await rm(join(to, controlFile), { force: true });
  }
  throw new BackupError(`${controlFile} keeps changing`);
}

const segmentsPerLog = 256;

/** The files of the log from one segment to another, and what says how its time-lines follow one another. */
async function listLog(folder: string, first: string, last: string): Promise<string[]> {
  const histories = (await readdir(folder)).filter((name) => name.endsWith('.history'));
  const segments: string[] = [];
  const numberOf = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * segmentsPerLog + Number.parseInt(name.slice(16), 16);
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');
  for (let number = numberOf(first); number <= numberOf(last); number++) {
    segments.push(`${last.slice(0, 8)}${hex(Math.floor(number / segmentsPerLog))}${hex(number % segmentsPerLog)}`);
  }
  return [...segments, ...histories].map((name) => `postgres/pg_wal/${name}`);
}

async function syncFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await syncFolder(join(root, folder));
  await syncFolder(root);
}

/** Such as `izi-20261122T140509Z`. */
function nameOf(moment: string): string {
  return `izi-${moment.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

async function removeOld(into: string, keep: number, print: (line: string) => void): Promise<void> {
  for (const folder of (await listBackups(into)).slice(0, -keep)) {
    // Under this name it is no backup any more, so none is ever there in part.
    const leaving = join(into, `${unfinishedPrefix}${relative(into, folder)}`);
    await rename(folder, leaving);
    await rm(leaving, { recursive: true, force: true });
    print(`· Removed ${folder}`);
  }
}
