import { randomBytes } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { ampleLimit, waitMs } from '#tests/support/patience.ts';
import { connect, type ConnectionConfig, type Database } from '#database/connect.ts';
import { query, templateDatabase } from './template.ts';

export interface TestDatabase {
  /** Connects like a process that serves players, as `izi_app`, with the same rights. */
  readonly db: Database;
  /** Connects like a worker, as `izi_worker`, with the same rights. */
  readonly worker: Database;
  /** Connects like the operators' console, as `izi_console`, with the same rights. */
  readonly console: Database;
  /** Connects like a process that serves players, and the console, to a standby: their sessions only read. */
  readonly reads: { readonly db: Database; readonly console: Database };
  /** Connects like the second opinion, as `izi_opinion`, with the same rights. */
  readonly opinion: Database;
  /** Connects like what serves programs with a key, as `izi_machine`, with the same rights. */
  readonly machine: Database;
  /** Connects as the owner, who may do anything: to insert what a test needs and to look at the outcome. */
  readonly owner: Database;
  /** Connects as the owner. */
  readonly config: ConnectionConfig;
  /** Ends the connections and leaves the database, to be copied. */
  readonly disconnect: () => Promise<void>;
  /** Ends the connections and removes the database. */
  readonly drop: () => Promise<void>;
}

/** A migrated database for one test, on the run's PostgreSQL; or a copy of one that has no connections. */
export async function createTestDatabase(template: string = templateDatabase): Promise<TestDatabase> {
  const { config, drop } = await createDatabase(template);
  const limits = {
    statementTimeoutMs: ampleLimit(5_000),
    connectTimeoutMs: ampleLimit(5_000),
    // A test may do much while one of its transactions is open.
    idleInTransactionTimeoutMs: waitMs,
  };
  const db = connect({ config: { ...config, user: 'izi_app' }, applicationName: 'izi test', max: 20, ...limits });
  const worker = connect({
    config: { ...config, user: 'izi_worker' },
    applicationName: 'izi test background',
    max: 20,
    ...limits,
    statementTimeoutMs: waitMs,
  });
  const operators = connect({
    config: { ...config, user: 'izi_console' },
    applicationName: 'izi test console',
    max: 10,
    ...limits,
  });
  const machine = connect({
    config: { ...config, user: 'izi_machine' },
    applicationName: 'izi test machine',
    max: 5,
    ...limits,
  });
  const onStandby = (user: string) =>
    connect({
      config: { ...config, user },
      applicationName: 'izi test reads',
      max: 5,
      ...limits,
      parameters: { default_transaction_read_only: 'on' },
    });
  const reads = { db: onStandby('izi_app'), console: onStandby('izi_console') };
  const opinion = connect({
    config: { ...config, user: 'izi_opinion' },
    applicationName: 'izi test opinion',
    max: 2,
    ...limits,
  });
  const owner = connect({
    config,
    applicationName: 'izi test owner',
    max: 5,
    ...limits,
    statementTimeoutMs: waitMs,
  });
  let ended: Promise<unknown> | undefined;
  const disconnect = async () =>
    void (await (ended ??= Promise.all(
      [db, worker, operators, reads.db, reads.console, opinion, machine, owner].map((each) => each.end()),
    )));
  return {
    db,
    worker,
    console: operators,
    reads,
    opinion,
    machine,
    owner,
    config,
    disconnect,
    async drop() {
      await disconnect();
      await drop();
    },
  };
}

/** An empty database, for the tests of the migrations. */
export function createEmptyDatabase(): Promise<Pick<TestDatabase, 'config' | 'drop'>> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<Pick<TestDatabase, 'config' | 'drop'>> {
  const server = await findServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    config: { ...server, database: name },
    drop: () => query(server, `drop database ${name} with (force)`),
  };
}

async function findServer(): Promise<ConnectionConfig> {
  const answer = JSON.parse(await text(connectSocket(inject('clusterSocket')))) as
    | { config: ConnectionConfig }
    | { error: string };
  if ('error' in answer) throw new Error(`the test database does not start: ${answer.error}`);
  return answer.config;
}
