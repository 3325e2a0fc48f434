import type { Registry } from 'prom-client';
import type { Database } from '#database/connect.ts';
import type { StandbyReads } from '#database/standby-reads.ts';
import { addReadings } from './metrics.ts';

const stateGauges = {
  database_up: '1 when the database answers this process.',
  database_read_only: '1 when this process was led to a database that only reads.',
  database_standbys: 'Servers that get the log of the database as it is written.',
  database_standby_required: '1 when a commit waits until a standby has it too.',
  database_commits_waiting: 'Transactions of the application that wait for a standby now.',
  database_transaction_age:
    'Transactions since the oldest that vacuum has not frozen; the database stops before two billion.',
};

const poolGauges = {
  'database_connections{pool}': 'Connections that this process has open.',
  'database_connections_idle{pool}': 'Those of them that nobody uses.',
  'database_connections_most{pool}': 'How many it may open.',
  'database_connections_wanted{pool}': 'How many of its callers wait for a connection.',
};

/**
 * Reads the state of the database and of this process's connections at each scrape. The application's role sees how many
 * standbys there are, not how late they are.
 *
 * @param pools by their names; the first is asked
 */
export function addDatabaseMetrics(registry: Registry, pools: Readonly<Record<string, Database>>): void {
  const [db] = Object.values(pools);
  addReadings(registry, stateGauges, async () => {
    const rows = await db!
      .query<Record<keyof typeof stateGauges, number>>(
        `select 1 as database_up, pg_is_in_recovery()::integer as database_read_only,
           (select count(*) from pg_stat_replication) as database_standbys,
           (current_setting('synchronous_standby_names') <> '')::integer as database_standby_required,
           (select count(*) from pg_stat_activity where wait_event = 'SyncRep') as database_commits_waiting,
           (select age(datfrozenxid) from pg_database where datname = current_database()) as database_transaction_age`,
      )
      .catch(() => null);
    return rows?.[0] ?? { ...noMetrics, database_up: 0 };
  });
  addReadings(registry, poolGauges, () => {
    const loads = Object.entries(pools).map(([name, pool]) => [name, pool.connections()] as const);
    const each = (key: 'open' | 'idle' | 'most' | 'wanted') =>
      Object.fromEntries(loads.map(([name, load]) => [name, load[key]]));
    return {
      'database_connections{pool}': each('open'),
      'database_connections_idle{pool}': each('idle'),
      'database_connections_most{pool}': each('most'),
      'database_connections_wanted{pool}': each('wanted'),
    };
  });
}

const standbyGauges = {
  database_standby_reads:
    '1 when the standby of DATABASE_READ_URL answers the reads of this process; 0 when the primary does.',
  database_standby_behind_seconds: 'How much older than the primary that standby is at most.',
};

export function addStandbyMetrics(registry: Registry, standby: StandbyReads): void {
  addReadings(registry, standbyGauges, () => ({
    database_standby_reads: Number(standby.isRead()),
    database_standby_behind_seconds: standby.behindMs() / 1_000,
  }));
}

const noMetrics = {
  database_read_only: null,
  database_standbys: null,
  database_standby_required: null,
  database_commits_waiting: null,
  database_transaction_age: null,
};
