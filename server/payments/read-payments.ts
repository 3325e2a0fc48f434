import type { Payment } from '#contract/payments.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { paymentColumns, presentPayment, type PaymentRow } from './payment-row.ts';

export interface PaymentPage {
  readonly data: Payment[];
  readonly meta: { readonly next: string | null };
}

/** @throws Refusal not_found, also for another client's payment */
export async function getPayment(db: Queryable, clientId: number, id: string): Promise<Payment> {
  const [row] = await db.query<PaymentRow>(`select ${paymentColumns} from payment where id = $1 and client_id = $2`, [
    id,
    clientId,
  ]);
  if (row === undefined) throw new Refusal('not_found');
  return presentPayment(row);
}

/** A client's payments, newest first. The cursor is the id of the last one that was seen. */
export async function listPayments(
  db: Queryable,
  clientId: number,
  cursor: string | undefined,
  limit: number,
): Promise<PaymentPage> {
  if (cursor !== undefined && !uuidPattern.test(cursor)) {
    throw new Refusal('invalid_request', { errors: [{ path: 'cursor', message: 'A cursor of an earlier answer.' }] });
  }
  const rows = await db.query<PaymentRow>(
    `select ${paymentColumns} from payment
     where client_id = $1
       and ($2::uuid is null or (created_at, id) < (select created_at, id from payment where id = $2 and client_id = $1))
     order by created_at desc, id desc limit $3`,
    // One more than asked for, to know whether there is a next page.
    [clientId, cursor ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  return { data: page.map(presentPayment), meta: { next: rows.length > limit ? page.at(-1)!.id : null } };
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
