import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from './query.ts';

/** What is wrong, in one line, for the person who starts the application. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface SqlFile {
  /** Such as `0001-ledger.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string;
}

export interface Migration extends SqlFile {
  readonly number: number;
}

/** The SQL that makes the database: tables by migrations, and functions, views and grants as they are now. */
export interface SchemaFiles {
  /** In order. */
  readonly migrations: readonly Migration[];
  /** The functions of the triggers: applied before the migrations, whose tables use them. */
  readonly triggers: readonly SqlFile[];
  /** In the order in which they are applied, after the migrations; the grants come last. */
  readonly functions: readonly SqlFile[];
  /** One checksum of `triggers` and `functions` together. */
  readonly functionsChecksum: string;
}

const firstFile = 'triggers.sql';
const lastFile = 'grants.sql';

/**
 * @param folder holds the folders `migrations` and `functions`
 * @throws MigrationError when the name of a migration is not allowed
 */
export async function readSchemaFiles(folder: string = import.meta.dirname): Promise<SchemaFiles> {
  const [migrations, files] = await Promise.all([
    readMigrations(join(folder, 'migrations')),
    readSqlFiles(join(folder, 'functions')),
  ]);
  const triggers = files.filter(({ name }) => name === firstFile);
  const grants = files.filter(({ name }) => name === lastFile);
  const functions = [...files.filter(({ name }) => name !== firstFile && name !== lastFile), ...grants];
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations = (await readSqlFiles(folder)).map((file) => ({ ...file, number: numberOf(file.name) }));
  const twice = migrations.find((migration, index) => migration.number === migrations[index - 1]?.number);
  if (twice !== undefined) throw new MigrationError(`two migrations have the number of ${twice.name}`);
  return migrations;
}

function numberOf(name: string): number {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (number === undefined) throw new MigrationError(`migration ${name} is not named like 0001-a-few-words.sql`);
  return Number(number);
}

/** Sorted by name. */
async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
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
