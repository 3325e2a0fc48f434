import { join } from 'node:path';
import { connect, type ConnectionConfig } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { noteBeacon } from '#server/fair-draw/find-beacons.ts';
import { testChain } from '#tests/support/draws/fair-draw.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { query, templateDatabase } from './template.ts';

interface Cluster {
  /** Connects as the owner to the database `izi`, which the tests do not use. */
  readonly config: ConnectionConfig;
  readonly stop: () => Promise<void>;
}

/** The writes of a test need not survive a power cut. Each of thousands of connections maps the shared memory anew, so it is small. */
const parameters = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
};

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
    await query(template, 'select keep_security_events(), keep_webhooks(), keep_months()');
    const owner = connect({ config: template, applicationName: 'izi test', max: 1 });
    await noteBeacon(owner, testChain);
    await owner.end();
    // A site has one database with these logins; here each test has one.
    for (const role of ['izi_console', 'izi_opinion', 'izi_machine'])
      await query(template, `alter role ${role} connection limit 200`);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
