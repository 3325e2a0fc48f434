import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import type { Direction } from '#server/payments/provider.ts';
import { openClientKey, openParty, type Party } from './party.ts';

/** A payment with its party. */
interface SeenPayment {
  readonly paymentId: string;
  readonly createdAt: Date;
  readonly direction: Direction;
  readonly amount: Francs;
  readonly status: PaymentStatus;
  readonly party: Party;
}

/**
 * Opens the parties of a client's payments, for one of the two operators who asked and approved. Each call is noted for good.
 *
 * @param owner connects as the owner of the tables
 * @param asked the number that `ask_for_parties` returned
 * @throws Error when the question is not approved, was approved more than a day ago, or is of others
 */
export async function openParties(
  owner: Queryable,
  keys: KeyRing,
  asked: number,
  operator: string,
): Promise<SeenPayment[]> {
  const rows = await owner.query<{
    readonly key_sealed: Buffer;
    readonly payment_id: string;
    readonly sealed: Buffer;
    readonly client_id: number;
    readonly direction: Direction;
    readonly amount: Francs;
    readonly status: PaymentStatus;
    readonly created_at: Date;
  }>('select * from open_parties($1, $2)', [asked, operator]);
  return rows.map(({ key_sealed, payment_id, sealed, client_id, direction, amount, status, created_at }) => ({
    paymentId: payment_id,
    createdAt: created_at,
    direction,
    amount,
    status,
    party: openParty(openClientKey(keys, key_sealed, client_id), payment_id, sealed),
  }));
}
