import { connect, type ConnectionConfig } from '#database/connect.ts';
import { migrate, type MigrateOptions } from '#database/migrate.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { ConfigError } from './config.ts';
import { ensureDemoClient } from './demo.ts';
import { noteBeacon } from './fair-draw/find-beacons.ts';
import { keepSecurityEvents } from './identity/clean-up.ts';
import { keepWebhooks } from './payments/webhook.ts';
import { claimDatabase, keepOpinionRule, type Mode } from './start-checks.ts';

interface Site {
  readonly mode: Mode;
  /** The beacon of new draws; null for none. */
  readonly beacon: { readonly chain: BeaconChain } | null;
  /** How many seconds a drawn draw waits for the second opinion; null: it does not; undefined: as the database says. */
  readonly opinionWaitSeconds?: number | null | undefined;
}

/**
 * Does all that needs the owner of the tables before a site can start: migrates, marks the database with its mode, notes the beacon
 * and how long draws wait for the second opinion, and makes the first partitions. Done again, it changes nothing.
 *
 * @returns the files that were applied
 * @throws MigrationError
 * @throws ConfigError when the database belongs to another site
 */
export async function prepareDatabase(
  owner: ConnectionConfig,
  { mode, beacon, opinionWaitSeconds }: Site,
  options: MigrateOptions = {},
): Promise<string[]> {
  const applied = await migrate(owner, options);
  const db = connect({ config: owner, applicationName: 'izi migrate', max: 1 });
  try {
    const refusal = (await claimDatabase(db, mode)) ?? (beacon && (await noteBeacon(db, beacon.chain)));
    if (refusal !== null) throw new ConfigError(refusal);
    await keepOpinionRule(db, opinionWaitSeconds);
    // The months of the security log are there before the first sign-in, and the weeks of notices before the first payment.
    await keepSecurityEvents(db);
    await keepWebhooks(db);
    await db.query('select keep_months()');
    if (mode === 'demo') await ensureDemoClient(db);
    return applied;
  } finally {
    await db.end();
  }
}
