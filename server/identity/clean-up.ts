import type { Queryable } from '#database/connect.ts';

const batchSize = 500;

/** The rows that expire: the table, its key, and when a row is of no use any more. */
const expiring = [
  ['session', 'id', 'expires_at < now()'],
  ['device', 'id', 'trusted_until < now()'],
  ['challenge', 'id', 'expires_at < now()'],
  ['undo_link', 'id', 'expires_at < now()'],
  ['passkey_challenge', 'id', 'expires_at < now()'],
  ['code', 'client_id, purpose, destination', `expires_at < now() - interval '1 day'`],
  ['sent', 'scope, key, "window"', `since < now() - interval '1 day'`],
  ['sign_in_wait', 'key', `since < now() - interval '1 day'`],
] as const;

/**
 * Removes expired sessions, devices, waiting sign-ins, codes, links, counts, exclusions and identity documents, and inactive
 * clients who never proved their phone. Locked rows are skipped until the next run, so this never waits for a lock.
 */
export async function removeExpired(db: Queryable): Promise<void> {
  for (const [table, key, isOld] of expiring) {
    await db.query(
      `delete from ${table} where (${key}) in (select ${key} from ${table} where ${isOld} for update skip locked)`,
    );
  }
  await db.query('select remove_ended_exclusions()');
  await db.query('select remove_old_documents()');
  for (;;) {
    const [row] = await db.query<{ removed: number }>('select remove_unproven_clients($1) as removed', [batchSize]);
    if ((row?.removed ?? 0) < batchSize) return;
  }
}

/** Makes the partitions of the security log for the coming months, and drops those that are over 13 months old. */
export async function keepSecurityEvents(db: Queryable): Promise<void> {
  await db.query('select keep_security_events()');
}
