import { randomBytes } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { connect, type ConnectionConfig, type Database } from '#database/connect.ts';
import { query, templateDatabase } from './cluster.ts';

export interface TestDatabase {
  /** Connects like the application, as `izi_app`, with the same rights. */
  readonly db: Database;
  /** Connects like the operators' console, as `izi_console`, with the same rights. */
  readonly console: Database;
  /** Connects like the second opinion, as `izi_opinion`, with the same rights. */
  readonly opinion: Database;
  /** As the owner, who may do anything: to insert what a test needs and to look at the outcome. */
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
  const db = connect({ config: { ...config, user: 'izi_app' }, applicationName: 'izi test', max: 20 });
  const operators = connect({
    config: { ...config, user: 'izi_console' },
    applicationName: 'izi test console',
    max: 10,
  });
  const opinion = connect({
    config: { ...config, user: 'izi_opinion' },
    applicationName: 'izi test opinion',
    max: 2,
  });
  const owner = connect({ config, applicationName: 'izi test owner', max: 5, statementTimeoutMs: 60_000 });
  let ended: Promise<unknown> | undefined;
  const disconnect = async () =>
    void (await (ended ??= Promise.all([db.end(), operators.end(), opinion.end(), owner.end()])));
  return {
    db,
    console: operators,
    opinion,
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
