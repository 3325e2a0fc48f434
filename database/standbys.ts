import type { Queryable } from './connect.ts';

/** Whether commits wait until another server has them too (`synchronous_standby_names`). */
export async function hasSynchronousStandbys(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(`select current_setting('synchronous_standby_names') <> '' as has`);
  return row!.has;
}

/**
 * Resolves when what is stored now is on a synchronous standby too, at once where there is none. A primary that restarts
 * shows commits that still wait for their standby, and a failover would lose them.
 */
export async function awaitStandbys(db: Queryable): Promise<void> {
  // A commit waits only when it has written something: here a message of no bytes, which nobody reads.
  await db.query({
    name: 'await-standbys',
    text: `select pg_logical_emit_message(true, 'izi', '') where current_setting('synchronous_standby_names') <> ''`,
  });
}
