import type { Queryable } from '#database/connect.ts';
import { removeOldCounts } from './sending-limits.ts';
import { removeOldTries } from './sign-in-wait.ts';

const batchSize = 500;

/**
 * Removes expired sessions, devices, codes and counts, and inactive clients who never proved their phone. Locked rows are
 * skipped until the next run, so this never waits for a lock.
 */
export async function removeExpired(db: Queryable): Promise<void> {
  await db.query(
    `delete from session where id in (select id from session where expires_at < now() for update skip locked)`,
  );
  await db.query(
    `delete from device where id in (select id from device where trusted_until < now() for update skip locked)`,
  );
  await db.query(
    `delete from code where (client_id, purpose, destination) in (
       select client_id, purpose, destination from code where expires_at < now() - interval '1 day' for update skip locked
     )`,
  );
  await removeOldCounts(db);
  await removeOldTries(db);
  for (;;) {
    const [row] = await db.query<{ removed: number }>('select remove_unproven_clients($1) as removed', [batchSize]);
    if ((row?.removed ?? 0) < batchSize) return;
  }
}
