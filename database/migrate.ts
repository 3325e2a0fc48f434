import pg from 'pg';
import { boundLogins } from './bound-logins.ts';
import type { ConnectionConfig } from './connect.ts';
import { runQuery } from './query.ts';
import {
  MigrationError,
  readSchemaFiles,
  refuseDatabaseOf01,
  type Migration,
  type SchemaFiles,
  type SqlFile,
} from './schema-files.ts';

/** The roles of the processes: of those that serve players, of workers, of the operators' console, of programs with a key, and of the second opinion. */
const processRoles = ['izi_app', 'izi_worker', 'izi_console', 'izi_opinion', 'izi_machine'] as const;
const oldestSupportedMajor = 15;
/** The longest to wait for another process that migrates, or for a locked table. */
const lockTimeoutMs = 5 * 60_000;

export interface MigrateOptions {
  /** Holds the folders `migrations` and `functions`; by default this version's own. */
  readonly folder?: string;
  /** Nobody else uses this database, so the functions of an older version may be restored. */
  readonly alone?: boolean;
}

/**
 * Brings the database to the tables and functions in `folder`, and returns the names of the files that it applied, in order;
 * none when the database is up to date. Otherwise the missing migrations run once each, and all functions, views and grants
 * are applied again, in one transaction: a process that dies in between changes nothing. Processes that start together wait
 * for one another.
 *
 * @throws MigrationError when the database is of 0.1, when an applied migration was changed or removed, when newer functions replaced these, or when the
 *   folder or the server cannot be used
 */
export async function migrate(
  config: ConnectionConfig,
  { folder, alone = false }: MigrateOptions = {},
): Promise<string[]> {
  const files = await readSchemaFiles(folder);
  const client = new pg.Client({
    ...config,
    application_name: 'izi migrate',
    connectionTimeoutMillis: 5_000,
    lock_timeout: lockTimeoutMs,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await requireSupportedServer(client);
    await requireNotOf01(client);
    for (const role of processRoles) await ensureRole(client, role);
    await ensureWorkerIsApp(client);
    await boundLogins(client);
    await ensureRecords(client);
    await client.query('begin');
    // Readers of this table do not wait, and no login of a process may lock it.
    await client.query('lock table migration in share row exclusive mode');
    const pending = await findPending(client, files.migrations);
    const changed = await haveFunctionsChanged(client, files.functionsChecksum, alone);
    const applied = pending.length > 0 || changed ? await apply(client, files, pending, changed) : [];
    await client.query('commit');
    return applied;
  } finally {
    await client.end();
  }
}

async function requireSupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < oldestSupportedMajor) {
    throw new MigrationError(`PostgreSQL ${oldestSupportedMajor} or newer is needed; this server is ${version}`);
  }
}

/** This check comes before anything is written: a database of 0.1 stays as it is. */
async function requireNotOf01(client: pg.Client): Promise<void> {
  const refusal = await refuseDatabaseOf01({ query: (sql, params) => runQuery(client, sql, params) });
  if (refusal !== null) throw new MigrationError(refusal);
}

/**
 * Creates the role of a process, which may do only what the migrations grant it. It may log in by itself, where the server
 * lets it in without a password: a session that only took on the role could leave it with RESET ROLE. Roles belong to the
 * server, not to the database, so this is no migration: a database that is restored on another server needs it again.
 */
async function ensureRole(client: pg.Client, role: (typeof processRoles)[number]): Promise<void> {
  const { rows } = await client.query<{ usable: boolean }>(
    // Before PostgreSQL 16, every member of a role could take it on, and there was no right of that name.
    `select pg_has_role(oid, case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end) as usable
      from pg_roles where rolname = '${role}'`,
  );
  if (rows[0]?.usable) return;
  try {
    if (rows.length === 0) await client.query(`create role ${role} login`);
    await client.query(`grant ${role} to current_user`);
  } catch (cause) {
    // Another database of the same server may have created it at the same moment.
    if (isDuplicate(cause)) return ensureRole(client, role);
    throw new MigrationError(
      `this user may not make the role ${role}: have an administrator run "create role ${role} nologin; ` +
        `grant ${role} to the user who connects" (${(cause as Error).message})`,
      { cause },
    );
  }
}

/** Makes izi_worker a member of izi_app: a worker does what players' processes do, such as sending a payment, and more. */
async function ensureWorkerIsApp(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(`select pg_has_role('izi_worker', 'izi_app', 'usage') as is`);
  if (rows[0]!.is) return;
  try {
    await client.query('grant izi_app to izi_worker');
  } catch (cause) {
    throw new MigrationError(
      `this user may not make izi_worker a member of izi_app: have an administrator run "grant izi_app to izi_worker" (${(cause as Error).message})`,
      { cause },
    );
  }
}

/** The error for creating something that another session creates at the same moment. */
function isDuplicate(error: unknown): boolean {
  const codes = ['23505', '42710', '42P07'];
  return error instanceof pg.DatabaseError && codes.includes(error.code ?? '');
}

/** The migrations that were applied to this database. A row of `function_set` is one change of the functions, the newest last. */
async function ensureRecords(client: pg.Client): Promise<void> {
  const create = () => client.query(createRecords);
  // Another process may be creating them at the same moment.
  await create().catch((error: unknown) => (isDuplicate(error) ? create() : Promise.reject(error)));
}

const createRecords = `create table if not exists migration (
     number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     );
     create table if not exists function_set (
       id integer generated always as identity primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`;

async function findPending(client: pg.Client, migrations: readonly Migration[]): Promise<readonly Migration[]> {
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

/**
 * Whether the database's functions differ from these. Functions that it had before and no longer has belong to an older
 * version. Its running processes may continue beside a newer version, but one that starts must not replace the newer
 * functions.
 *
 * @throws MigrationError when these functions were replaced by newer ones
 */
async function haveFunctionsChanged(client: pg.Client, checksum: string, alone: boolean): Promise<boolean> {
  const { rows } = await client.query<{ checksum: string }>('select checksum from function_set order by id');
  if (rows.at(-1)?.checksum === checksum) return false;
  if (!alone && rows.some((row) => row.checksum === checksum)) {
    throw new MigrationError(
      'the functions of this version were replaced: a newer version of the application uses this database. To go back anyway, ' +
        'have the owner run "delete from function_set" and start again',
    );
  }
  return true;
}

/**
 * The functions for operators and for programs with a key answer in the contract's own shape. PostgreSQL replaces a function only with one
 * that returns the same type, so these functions are dropped before they are created again, with those that no version has any more.
 */
const dropCallsOfOperators = `
  do $$
  declare
    v_call regprocedure;
  begin
    for v_call in
      select oid from pg_proc
      where pronamespace = to_regnamespace('console') and prosecdef and proargnames[1] in ('p_session', 'p_key')
    loop
      execute 'drop function ' || v_call;
    end loop;
  end
  $$`;

async function apply(
  client: pg.Client,
  { triggers, functions, functionsChecksum }: SchemaFiles,
  pending: readonly Migration[],
  functionsChanged: boolean,
): Promise<string[]> {
  // A body may use what a later file creates.
  await client.query('set local check_function_bodies = off');
  for (const file of triggers) await run(client, `functions/${file.name}`, file);
  for (const migration of pending) {
    await run(client, `migration ${migration.name}`, migration);
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
  }
  if (functionsChanged) await client.query(dropCallsOfOperators);
  for (const file of functions) await run(client, `functions/${file.name}`, file);
  if (functionsChanged) await client.query('insert into function_set (checksum) values ($1)', [functionsChecksum]);
  return [...triggers, ...pending, ...functions].map((file) => file.name);
}

/** After any failure, the transaction ends with its connection. */
async function run(client: pg.Client, title: string, file: SqlFile): Promise<void> {
  try {
    await client.query(file.sql);
  } catch (cause) {
    throw new MigrationError(`${title} failed: ${(cause as Error).message}`, { cause });
  }
}
