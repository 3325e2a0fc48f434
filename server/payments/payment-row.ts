import type { Payment, PaymentStatus } from '#contract/payments.ts';
import type { Francs } from '#domain/money.ts';
import type { Direction } from './provider.ts';

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
  /** How much of a credited deposit the provider refunded. */
  readonly refunded: Francs;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const paymentColumns = `id, client_id, direction, amount, from_win, from_dep, country, method, provider,
  provider_ref, redirect_url, notify_secret, status, created_at, updated_at,
  (select coalesce(sum(c.amount), 0)::bigint from chargeback c where c.payment_id = payment.id) as refunded`;

/**
 * When to ask about a credited deposit again: it may be refunded weeks later, and the notice of that can be lost. Null after
 * the last check.
 */
export const nextLook = `(select min(created_at + look.after)
  from unnest('{1 day, 8 days, 38 days}'::interval[]) as look (after) where created_at + look.after > clock_timestamp())`;

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
    refunded: row.refunded,
    method: row.method,
    country: row.country,
    phone,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    redirectUrl: row.status === 'pending' ? row.redirect_url : null,
  };
}
