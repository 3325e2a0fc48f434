import type { Payment, PaymentStatus } from '#contract/payments.ts';
import type { Francs } from '#domain/money.ts';
import type { Direction } from './provider.ts';

/** Faults that only an operator can resolve. */
export type MismatchKind = 'amount_mismatch' | 'paid_after_return' | 'refund_unclear' | 'other_payment';

export interface PaymentRow {
  readonly id: string;
  readonly client_id: number;
  readonly direction: Direction;
  readonly amount: Francs;
  readonly from_win: Francs;
  readonly from_dep: Francs;
  readonly country: string;
  readonly method: string;
  readonly provider: string;
  readonly provider_ref: string | null;
  readonly redirect_url: string | null;
  readonly notify_secret: string | null;
  readonly status: PaymentStatus;
  /** How much the provider refunded of a credited deposit; all of a paid withdrawal that it reversed. */
  readonly refunded: Francs;
  /** Set for a withdrawal that was held: the client was told that the review ends by then. */
  readonly review_until: Date | null;
  /** The sentence for the client about a refused one. */
  readonly refused_because: string | null;
  /** Statuses that only an operator can resolve. */
  readonly mismatch: MismatchKind | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const paymentColumns = `id, client_id, direction, amount, from_win, from_dep, country, method, provider,
  provider_ref, redirect_url, notify_secret, status, mismatch, created_at, updated_at,
  (select r.until from withdrawal_review r where r.payment_id = payment.id) as review_until,
  (select e.told from withdrawal_review_end e where e.payment_id = payment.id) as refused_because,
  refunded(payment)`;

/**
 * When to ask about a credited deposit again: it may be refunded weeks later, and the notice of that can be lost. Null after
 * the last check.
 */
export const nextLook = `(select min(created_at + look.after)
  from unnest('{1 day, 8 days, 38 days}'::interval[]) as look (after) where created_at + look.after > clock_timestamp())`;

/**
 * When to ask about a paid withdrawal again whose provider can reverse it for three days. Null after the last check. An hour more
 * than three days have passed by then, so no reversal comes after it.
 */
export const nextReversalLook = `(select min(updated_at + look.after)
  from unnest('{1 day, 73 hours}'::interval[]) as look (after) where updated_at + look.after > clock_timestamp())`;

/**
 * A payment as its client sees it.
 *
 * @param phone of its party, in E.164
 */
export function presentPayment(row: PaymentRow, phone: string): Payment {
  return {
    id: row.id,
    direction: row.direction,
    amount: row.amount,
    status: row.status,
    reviewUntil: row.status === 'review' ? (row.review_until?.toISOString() ?? null) : null,
    refusedBecause: row.refused_because,
    refunded: row.refunded,
    method: row.method,
    country: row.country,
    phone,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    redirectUrl: row.status === 'pending' ? row.redirect_url : null,
  };
}
