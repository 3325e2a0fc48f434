import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { paymentColumns, type PaymentRow } from './payment-row.ts';

/** Which withdrawals an operator looks at before they are sent. */
export interface ReviewRules {
  /** One of more than this. */
  readonly over: Francs;
  /** A withdrawal that takes the client's last 24 hours over this is held. */
  readonly dayOver: Francs;
  /** One to a phone that the account has had for fewer days; 0: however new. */
  readonly phoneDays: number;
  /** The first one of a client, when it is over this. */
  readonly firstOver: Francs;
  /** One of a client who has staked less than this share of the deposits of the last 30 days, in percent; 0: any. */
  readonly playedPercent: number;
  /** How long after it was asked for its client is told that we will have decided. */
  readonly hours: number;
}

type ReviewReason = 'amount' | 'day' | 'new_phone' | 'first' | 'little_played';

interface Doubts {
  readonly amount: boolean;
  readonly day: boolean;
  readonly new_phone: boolean;
  readonly first: boolean;
  readonly little_played: boolean;
}

/** A withdrawal that is held, and what its first event says about it. */
interface Held {
  readonly payment: PaymentRow;
  readonly held: { readonly reasons: readonly ReviewReason[]; readonly until: string };
}

/**
 * Holds a withdrawal that one of the rules names. Call it under the wallet's lock, after the payment was inserted and before
 * its first event: each of any number of concurrent withdrawals then counts those before it and itself.
 *
 * @returns null where no rule names it
 */
export async function reviewWithdrawal(tx: Queryable, rules: ReviewRules, { id }: PaymentRow): Promise<Held | null> {
  const [doubts] = await tx.query<Doubts>(doubtsSql, [
    id,
    rules.over,
    rules.dayOver,
    rules.phoneDays,
    rules.firstOver,
    rules.playedPercent,
  ]);
  const reasons = (Object.keys(doubts!) as ReviewReason[]).filter((reason) => doubts![reason]);
  if (reasons.length === 0) return null;
  await tx.query(
    `insert into withdrawal_review (payment_id, reasons, until)
     values ($1, $2, date_trunc('second', clock_timestamp()) + $3 * interval '1 hour')`,
    [id, reasons, rules.hours],
  );
  const [payment] = await tx.query<PaymentRow>(
    `update payment set status = 'review', due_at = null where id = $1 returning ${paymentColumns}`,
    [id],
  );
  return { payment: payment!, held: { reasons, until: payment!.review_until!.toISOString() } };
}

/** Stakes of void draws were given back. */
const doubtsSql = `
  select p.amount > $2 as amount,
    (select sum(o.amount) from payment o
     where o.client_id = p.client_id and o.direction = 'withdrawal' and o.status <> 'failed'
       and o.created_at > now.at - interval '24 hours') > $3 as day,
    exists (select from client c where c.id = p.client_id
      and coalesce(c.phone_changed_at, c.confirmed_at) > now.at - $4 * interval '1 day') as new_phone,
    p.amount > $5 and not exists (
      select from payment o where o.client_id = p.client_id and o.direction = 'withdrawal' and o.status = 'paid'
    ) as first,
    $6 > 0 and (
      select coalesce(sum(t.stake), 0) from ticket t join draw d on d.id = t.draw_id
      where t.client_id = p.client_id and t.accepted_at > now.at - interval '30 days' and d.status <> 'void'
        and t.id >= first_ticket_id(now.at - interval '30 days')
    ) * 100 < $6 * (
      select coalesce(sum(o.amount), 0) from payment o
      where o.client_id = p.client_id and o.direction = 'deposit' and o.status = 'succeeded'
        and o.created_at > now.at - interval '30 days'
    ) as little_played
  from payment p cross join (select clock_timestamp() as at) now
  where p.id = $1`;
