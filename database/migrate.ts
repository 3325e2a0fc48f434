import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionConfig } from './connect.ts';

/** What is wrong, in one line that the person who starts the application can act on. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

interface Migration {
  readonly number: number;
  /** The file's name, such as `0001-ledger.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Any number that nothing else in this database locks: "izi" and a year. */
const ADVISORY_LOCK = 122_105_122_026;
const APP_ROLE = 'izi_app';
const OLDEST_SUPPORTED_MAJOR = 16;
/** The longest to wait for another process that migrates, or for a table that is in use. */
const LOCK_TIMEOUT_MS = 5 * 60_000;

/**
 * Brings the database to the newest migration in `folder` and returns the names of those it applied. Each runs once, in
 * its own transaction, in order; processes that start together wait for one another.
 *
 * @throws MigrationError when an applied migration was changed or removed, or the folder or the server will not do.
 */
export async function migrate(config: ConnectionConfig, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({
    ...config,
    application_name: 'izi migrate',
    connectionTimeoutMillis: 5_000,
    lock_timeout: LOCK_TIMEOUT_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await refuseOldServer(client);
    // The lock belongs to the session, so it ends with the connection even if this process is killed.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await ensureAppRole(client);
    const pending = await findPending(client, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  const twice = migrations.find((migration, index) => migration.number === migrations[index - 1]?.number);
  if (twice !== undefined) throw new MigrationError(`two migrations have the number of ${twice.name}`);
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (number === undefined) throw new MigrationError(`migration ${name} is not named like 0001-a-few-words.sql`);
  // Git may check text out with other line ends on another system; that is not a change.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_SUPPORTED_MAJOR) {
    throw new MigrationError(`PostgreSQL ${OLDEST_SUPPORTED_MAJOR} or newer is needed; this server is ${version}`);
  }
}

/**
 * Makes the role that the application has, which may do only what the migrations grant it. It may log in by itself, where
 * the server lets it in without a password: a session that only took the role on could put it off again with RESET ROLE.
 * Roles belong to the server, not to the database, so this is no migration: a database restored on another server needs
 * it again.
 */
async function ensureAppRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ usable: boolean }>(
    `select pg_has_role(oid, 'set') as usable from pg_roles where rolname = '${APP_ROLE}'`,
  );
  if (rows[0]?.usable) return;
  try {
    if (rows.length === 0) await client.query(`create role ${APP_ROLE} login`);
    await client.query(`grant ${APP_ROLE} to current_user`);
  } catch (cause) {
    // Another database of the same server may have made it at the same moment.
    if (cause instanceof pg.DatabaseError && (cause.code === '42710' || cause.code === '23505'))
      return ensureAppRole(client);
    throw new MigrationError(
      `this user may not make the role ${APP_ROLE}: have an administrator run "create role ${APP_ROLE} nologin; ` +
        `grant ${APP_ROLE} to the user who connects" (${(cause as Error).message})`,
      { cause },
    );
  }
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists migration (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  // The application asks whether the database is new enough for it.
  await client.query(`grant select on migration to ${APP_ROLE}`);
  const { rows: applied } = await client.query<Omit<Migration, 'sql'>>(
    'select number, name, checksum from migration order by number',
  );
  for (const [index, done] of applied.entries()) {
    const file = migrations.find((migration) => migration.number === done.number);
    if (file === undefined) {
      throw new MigrationError(`migration ${done.name} is in the database but not in this version of the application`);
    }
    if (file.name !== done.name || file.checksum !== done.checksum) {
      throw new MigrationError(`migration ${done.name} was changed after it was applied; write a new one instead`);
    }
    if (file !== migrations[index]) {
      throw new MigrationError(
        `migration ${migrations[index]?.name} comes before ${done.name}, which is already applied`,
      );
    }
  }
  return migrations.slice(applied.length);
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => {});
    throw new MigrationError(`migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
  }
}
