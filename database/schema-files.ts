import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Queryable } from './query.ts';

/** An error for the person who starts the application, in one line. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface SqlFile {
  /** Such as `0001-ledger.sql` in `migrations`, or `money/ledger.sql` in `functions`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string;
}

export interface Migration extends SqlFile {
  readonly number: number;
}

/**
 * The SQL that makes the database: tables by migrations, and functions, views and grants as they are now. It is applied in this order:
 *
 * 1. `functions/<room>/<subject>.triggers.sql`: the functions of triggers, because `create trigger` in a migration names them;
 * 2. `migrations`, by number, each once;
 * 3. `functions/<room>/<subject>.sql`, because views and arguments name tables: the rooms in the order of `rooms`, and in a room by name;
 * 4. `functions/grants.sql`, which names what all others made.
 */
export interface SchemaFiles {
  /** Step 2. */
  readonly migrations: readonly Migration[];
  /** Step 1. */
  readonly triggers: readonly SqlFile[];
  /** Steps 3 and 4. */
  readonly functions: readonly SqlFile[];
  /** One checksum of `triggers` and `functions` together. */
  readonly functionsChecksum: string;
}

/** The folders of `functions`. A view or a `returns` may name what an earlier room made; a body may name anything. */
const rooms = ['site', 'people', 'money', 'play', 'console'];
const grantsFile = 'grants.sql';

/**
 * @param folder holds the folders `migrations` and `functions`
 * @throws MigrationError when the name of a migration is not allowed, or a file of functions is in no room
 */
export async function readSchemaFiles(folder: string = import.meta.dirname): Promise<SchemaFiles> {
  const [migrations, files] = await Promise.all([
    readMigrations(join(folder, 'migrations')),
    readFunctions(join(folder, 'functions')),
  ]);
  const isTriggers = ({ name }: SqlFile) => name.endsWith('.triggers.sql');
  const triggers = files.filter(isTriggers);
  const functions = files.filter((file) => !isTriggers(file));
  const functionsChecksum = checksumOf(files.map(({ name, checksum }) => `${checksum}  ${name}\n`).join(''));
  return { migrations, triggers, functions, functionsChecksum };
}

/**
 * Why the application cannot work on this database now: it is a standby, or older than these files. Null where it can. Newer
 * files may have been applied since, because during a deployment processes of the old version still run beside the new one.
 */
export async function refuseDatabase(db: Queryable, files: SchemaFiles): Promise<string | null> {
  const [row] = await db.query<{ had: boolean; only_reads: boolean }>(
    `select exists (select from migration where name = $1)
       and exists (select from function_set where checksum = $2) as had,
       current_setting('transaction_read_only')::boolean as only_reads`,
    [files.migrations.at(-1)?.name, files.functionsChecksum],
  );
  if (row!.only_reads) return 'the database only reads: it is a standby';
  return row!.had ? null : 'the database is older than this version of the application';
}

/** The first migration of version 0.1, whose tables no version from 1.0 on can read. From 1.0 on there is none of this name. */
const firstOf01 = '0001-ledger.sql';

/** The reason why this version leaves the database alone: it is one of version 0.1. Null where it is none. */
export async function refuseDatabaseOf01(db: Queryable): Promise<string | null> {
  const [there] = await db.query<{ has: boolean }>(`select to_regclass('migration') is not null as has`);
  if (!there!.has) return null;
  const [row] = await db.query<{ is_of_01: boolean }>(
    `select exists (select from migration where name = '${firstOf01}') as is_of_01`,
  );
  return row!.is_of_01
    ? 'the database is of version 0.1, which this version cannot read; nothing in it was changed. Name another database'
    : null;
}

/**
 * Why a process of this version must not start on this database: the database is older or newer, or has no tables yet. Null where it
 * may. A process that runs already works on a newer one: see `refuseDatabase`.
 */
export async function refuseStart(db: Queryable, files: SchemaFiles): Promise<string | null> {
  const migrate = 'Have the owner of its tables run “npm run migrate” with this version, then start again';
  const [there] = await db.query<{ has: boolean }>(`select to_regclass('function_set') is not null as has`);
  if (!there!.has) return `the database has no tables of Izi yet. ${migrate}`;
  const of01 = await refuseDatabaseOf01(db);
  if (of01 !== null) return of01;
  const refusal = await refuseDatabase(db, files);
  if (refusal !== null) return `${refusal}. ${migrate}`;
  const [row] = await db.query<{ is_newer: boolean }>(
    `select exists (select from migration where name <> all ($1))
       or (select checksum from function_set order by id desc limit 1) <> $2 as is_newer`,
    [files.migrations.map(({ name }) => name), files.functionsChecksum],
  );
  return row!.is_newer
    ? 'the database is newer than this version of the application. Start the version that migrated it, or a newer one'
    : null;
}

async function readFunctions(folder: string): Promise<SqlFile[]> {
  const names = await listSql(folder);
  const astray = names.find((name) => name !== grantsFile && !rooms.includes(dirname(name)));
  if (astray !== undefined) {
    throw new MigrationError(`functions/${astray} is in none of the rooms of functions: ${rooms.join(', ')}`);
  }
  const inRooms = rooms.flatMap((room) => names.filter((name) => dirname(name) === room));
  return readSqlFiles(folder, [...inRooms, ...names.filter((name) => name === grantsFile)]);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations = (await readSqlFiles(folder, await listSql(folder))).map((file) => ({
    ...file,
    number: numberOf(file.name),
  }));
  const twice = migrations.find((migration, index) => migration.number === migrations[index - 1]?.number);
  if (twice !== undefined) throw new MigrationError(`two migrations have the number of ${twice.name}`);
  return migrations;
}

function numberOf(name: string): number {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (number === undefined) throw new MigrationError(`migration ${name} is not named like 0001-a-few-words.sql`);
  return Number(number);
}

/** The paths of the SQL files in a folder and those below it, sorted. */
async function listSql(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.replaceAll(sep, '/'))
    .toSorted();
}

function readSqlFiles(folder: string, names: readonly string[]): Promise<SqlFile[]> {
  return Promise.all(
    names.map(async (name) => {
      // Git may check text out with other line endings on another system; that is not a change.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: checksumOf(sql) };
    }),
  );
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
