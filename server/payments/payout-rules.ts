import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { readClient } from '#server/identity/client.ts';
import { readPayoutsWait, type PayoutsWait } from '#server/identity/cooling-off/cooling-off.ts';
import type { Identity } from '#server/identity/identity.ts';
import { tellOwner } from '#server/identity/security-log/notices.ts';
import { requireProof } from '#server/identity/proof/proof.ts';
import { hasSecondFactor } from '#server/identity/factors/second-factors.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';

/** The most that may be withdrawn, and the proofs that it needs. */
export interface PayoutRules {
  readonly proofOver: {
    /** The most that may be withdrawn within 24 hours without a strong proof. */
    readonly amount: Francs;
    /** False: only clients with a second factor are asked. */
    readonly forEverybody: boolean;
  };
  /** For the notices of large withdrawals. */
  readonly notices: Pick<Identity, 'sending' | 'codeKey'>;
}

/**
 * Checks a withdrawal against what keeps money in an account. Call it under the wallet's lock, after the payment was inserted: each
 * of any number of concurrent withdrawals then counts those before it and itself. One that failed does not count.
 *
 * @returns whether it is large: it took the last 24 hours over the amount that needs a proof, and its owner has to be told
 * @throws Refusal cooling_off, proof_needed
 */
export async function checkPayout(
  tx: Queryable,
  { proofOver: { amount, forEverybody } }: PayoutRules,
  signedIn: SignedIn,
): Promise<boolean> {
  const { clientId } = signedIn;
  const waits = await readPayoutsWait(tx, clientId);
  if (waits !== null) throw refuse(waits);
  const [row] = await tx.query<{ is_over: boolean }>(
    `select coalesce(sum(amount), 0) > $2 as is_over from payment
     where client_id = $1 and direction = 'withdrawal' and status <> 'failed'
       and created_at > clock_timestamp() - interval '24 hours'`,
    [clientId, amount],
  );
  if (!row!.is_over) return false;
  if (!forEverybody && !(await hasSecondFactor(tx, clientId))) return false;
  await requireProof(tx, signedIn, 'strong');
  return true;
}

/** Tells a client of a large withdrawal. Call it last before the commit; see `tellOwner`. */
export async function tellOfPayout(
  tx: Queryable,
  { notices }: PayoutRules,
  clientId: number,
  { address }: Origin,
): Promise<void> {
  await tellOwner(notices, tx, await readClient(tx, clientId), { template: 'large_withdrawal', address });
}

const details = {
  undone:
    'Withdrawals are stopped, because the link in our message was used to protect this account. Contact us about it.',
  locked: 'We have locked withdrawals of this account. Contact us about it.',
} as const;

function refuse({ reason, until }: PayoutsWait): Refusal {
  const detail = reason === 'undone' || reason === 'locked' ? details[reason] : undefined;
  return new Refusal('cooling_off', { until, ...(detail !== undefined && { detail }) });
}
