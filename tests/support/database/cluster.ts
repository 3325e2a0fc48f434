import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionConfig } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { startOwnPostgres } from './own-postgres.ts';

/** The database that holds what the migrations create, and nothing else; each test's database is a copy of it. */
export const templateDatabase = 'template_izi';

export interface Cluster {
  /** Connects as the owner to the database `izi`, which the tests do not use. */
  readonly config: ConnectionConfig;
  readonly stop: () => Promise<void>;
}

/** What a test writes need not survive a power cut. */
const parameters = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' };

/** The database of a run of the tests; with TEST_POSTGRES, the folder of another PostgreSQL's programs, it is that one's. */
export async function startCluster(folder: string): Promise<Cluster> {
  const bin = process.env['TEST_POSTGRES'];
  const cluster = await (bin
    ? startOwnPostgres(bin, folder, parameters)
    : startEmbedded({ dataDir: join(folder, 'data'), log: () => {}, parameters }));
  try {
    await query(cluster.config, `create database ${templateDatabase}`);
    const template = { ...cluster.config, database: templateDatabase };
    await migrate(template);
    await query(template, 'select keep_security_events(), keep_webhooks()');
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Runs one statement on a separate connection. */
export async function query(config: ConnectionConfig, sql: string): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
