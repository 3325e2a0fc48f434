import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/payments.ts';
import type { Queryable } from '#database/connect.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { partyColumns, partyOf, type PartyRow } from './party/party.ts';
import { paymentColumns, presentPayment, type PaymentRow } from './payment-row.ts';

/** @throws Refusal not_found, also for another client's payment */
export async function getPayment(
  db: Queryable,
  partyKeys: KeyRing,
  clientId: number,
  id: string,
): Promise<contract.Payment> {
  const [row] = await db.query<PaymentRow & PartyRow>(
    `select ${paymentColumns}, ${partyColumns} from payment where id = $1 and client_id = $2`,
    [id, clientId],
  );
  if (row === undefined) throw new Refusal('not_found');
  return presentToOwner(partyKeys, row);
}

/** A client's payments, newest first. The cursor is the id of the last one that was seen. */
export async function listPayments(
  db: Queryable,
  partyKeys: KeyRing,
  clientId: number,
  { cursor, limit = defaultLimit }: RequestOf<typeof contract.listPayments>['query'],
): Promise<AnswerOf<typeof contract.listPayments>> {
  const rows = await db.query<PaymentRow & PartyRow>(
    `select ${paymentColumns}, ${partyColumns} from payment
     where client_id = $1
       and ($2::uuid is null or (created_at, id) < (select created_at, id from payment where id = $2 and client_id = $1))
     order by created_at desc, id desc limit $3`,
    // One more than asked for, to know whether there is a next page.
    [clientId, readCursor(cursor, uuidPattern), limit + 1],
  );
  return toPage(
    rows,
    limit,
    (row) => presentToOwner(partyKeys, row),
    ({ id }) => id,
  );
}

export function presentToOwner(partyKeys: KeyRing, row: PaymentRow & PartyRow): contract.Payment {
  return presentPayment(row, phoneOf(partyKeys, row));
}

/** The phone of a payment whose client is there. */
export function phoneOf(partyKeys: KeyRing, row: PartyRow): string {
  const party = partyOf(partyKeys, row);
  if (party === null) throw new Error(`the party of payment ${row.id} is unknown`);
  return party.phone;
}
