import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '#contract/payments.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { partyColumns, type PartyRow } from './party/party.ts';
import { paymentColumns, type PaymentRow } from './payment-row.ts';
import { phoneOf, presentToOwner } from './read-payments.ts';
import { lookForItAfterMs } from './transition.ts';

/** Fields that answers of earlier versions lack. */
type LaterField = 'refunded' | 'reviewUntil' | 'refusedBecause';

/** The stored answer to a payment request, which a repeated request gets again. The phone is kept sealed, elsewhere. */
export type StoredAnswer =
  | { readonly payment: Omit<Payment, 'phone' | LaterField> & Partial<Pick<Payment, LaterField>> }
  /** `elsewhere`: the reason was the provider's, so that another way or a later try may succeed. */
  | { readonly refused: 'payment_rejected'; readonly elsewhere?: boolean };

/** How long a repeated request waits for the first one's answer. */
const waitMs = 10_000;
const askEveryMs = 50;

/**
 * The answer to an earlier request with this key; null when there was none.
 *
 * @param hashes that the request may be stored with: under the client's key, or as an earlier version stored it
 * @throws Refusal idempotency_mismatch, when that request was a different one; or the code it was refused with
 */
export async function replayAnswer(
  db: Queryable,
  partyKeys: KeyRing,
  clientId: number,
  key: string,
  hashes: readonly Buffer[],
): Promise<Payment | null> {
  const waitUntil = performance.now() + waitMs;
  for (;;) {
    const [row] = await db.query<
      PaymentRow & PartyRow & { same_request: boolean; is_over: boolean; answer: StoredAnswer | null }
    >(
      `select ${paymentColumns}, ${partyColumns}, request_hash = any ($3) as same_request,
         created_at < clock_timestamp() - $4 * interval '1 millisecond' as is_over, answer
       from payment where client_id = $1 and idempotency_key = $2`,
      [clientId, key, hashes, lookForItAfterMs],
    );
    if (row === undefined) return null;
    if (!row.same_request) throw new Refusal('idempotency_mismatch');
    if (row.answer !== null) return giveAnswer(row.answer, phoneOf(partyKeys, row));
    // The first request is still running, although the payment may have moved: a provider's notice can overtake the answer to the call.
    // Or its process ended before it answered. Then the sweep resolves the payment, and the payment itself is the answer.
    if (row.is_over || performance.now() > waitUntil) return presentToOwner(partyKeys, row);
    await sleep(askEveryMs);
  }
}

export function giveAnswer(answer: StoredAnswer, phone: string): Payment {
  if ('refused' in answer) {
    throw new Refusal(answer.refused, answer.elsewhere ? { detail: ({ payElsewhere }) => payElsewhere } : {});
  }
  return { refunded: 0, reviewUntil: null, refusedBecause: null, ...answer.payment, phone };
}

/** Stores the answer of a request. The first one stays. */
export async function storeAnswer(tx: Queryable, paymentId: string, answer: StoredAnswer): Promise<void> {
  await tx.query('update payment set answer = $2 where id = $1 and answer is null', [
    paymentId,
    JSON.stringify(answer),
  ]);
}
