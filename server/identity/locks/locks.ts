import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The kinds of locks of an operator. A lock ends by itself, and before that by two operators. */
type LockKind = 'sign_in' | 'play' | 'withdrawals';

/** When a client's lock will be over; null while nothing of this kind is locked. */
export async function readLockEnd(db: Queryable, clientId: number, kind: LockKind): Promise<Date | null> {
  const [row] = await db.query<{ ends_at: Date | null }>({
    name: 'read-lock-end',
    text: 'select lock_ends_at($1, $2, clock_timestamp()) as ends_at',
    values: [clientId, kind],
  });
  return row!.ends_at;
}

/**
 * Refuses while sign-in is locked. Only somebody who has shown a right password, code or passkey gets here, so nobody else learns of
 * the lock. The caller has locked the client's row, as whoever locks the account does.
 *
 * @throws Refusal account_locked
 */
export async function requireUnlocked(tx: Queryable, clientId: number): Promise<void> {
  const until = await readLockEnd(tx, clientId, 'sign_in');
  if (until !== null) throw refuseLocked(until);
}

/** @param until when the lock ends; null where it has just ended */
export function refuseLocked(until: Date | null): Refusal {
  return new Refusal('account_locked', { until });
}
