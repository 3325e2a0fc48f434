import type { Queryable, Transaction } from '#database/connect.ts';
import type { Identity } from '#server/identity/identity.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';

/** Why payouts wait, and for how many hours. */
const coolingOffHours = {
  /** A new password by a code, in a browser that is not known: after a SIM swap money would go to the thief's phone. */
  password_reset: 24,
  /** An authenticator app, an e-mail address or another factor was removed. */
  factor_removed: 24,
  /** A factor was replaced in a browser that nobody had used for a day. */
  factor_changed: 24,
  /** The database enforces this wait: `change_phone`. */
  phone_changed: 72,
  /** By two operators, who may have changed the phone too; then it is `phone_changed`. */
  name_changed: 48,
} as const;
type CoolingOffReason = keyof typeof coolingOffHours;

/**
 * Makes a client's payouts wait, and nothing else. A longer wait is never shortened. Without COOLING_OFF nothing waits.
 *
 * The caller has locked the client's row. This locks the wallet, so that a payout at the same moment comes either before or after.
 */
export async function startCoolingOff(
  { coolingOff, security }: Pick<Identity, 'coolingOff' | 'security'>,
  tx: Transaction,
  origin: Origin,
  clientId: number,
  reason: CoolingOffReason,
): Promise<void> {
  if (!coolingOff) return;
  const [row] = await tx.query<{ until: Date | null }>('select start_cooling_off($1, $2, $3) as until', [
    clientId,
    coolingOffHours[reason],
    reason,
  ]);
  if (row?.until != null) await recordCoolingOff({ security }, tx, origin, clientId, reason);
}

/** Records that a client's payouts wait from now on. */
export function recordCoolingOff(
  { security }: Pick<Identity, 'security'>,
  tx: Transaction,
  origin: Origin,
  clientId: number,
  reason: CoolingOffReason,
): Promise<void> {
  return security.record(tx, origin, { clientId, kind: 'cooling_off_begun', detail: { reason } });
}

/**
 * Whether a session's browser is younger than a day: one where nobody could be watched yet. A known device counts from when it was
 * first seen, another browser from its sign-in.
 */
export async function isYoungBrowser(db: Queryable, sessionId: string): Promise<boolean> {
  const [row] = await db.query<{ young: boolean }>(
    `select least(s.created_at, d.first_seen_at) > now() - interval '1 day' as young
     from session s left join device d on d.id = s.device_id where s.id = $1`,
    [sessionId],
  );
  return row?.young ?? true;
}

/** Why payouts wait; `undone` until an operator has looked, `locked` while one has locked withdrawals. */
export interface PayoutsWait {
  readonly reason: CoolingOffReason | 'undone' | 'locked';
  /** Null where it is not known yet. */
  readonly until: Date | null;
}

/** Why a client's payouts wait; null where they do not. For a payout, read it under the wallet's lock. */
export async function readPayoutsWait(db: Queryable, clientId: number): Promise<PayoutsWait | null> {
  const [row] = await db.query<PayoutsWait>('select reason, until from payouts_wait($1)', [clientId]);
  return row ?? null;
}
