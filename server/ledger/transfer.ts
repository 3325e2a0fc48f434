import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';

/** The accounts that the money of a payment passes through. */
type Account = 'client_dep' | 'client_win' | 'client_held' | 'clearing';

export interface Transfer {
  readonly clientId: number;
  readonly kind: 'deposit' | 'withdrawal' | 'withdrawal_returned' | 'withdrawal_paid';
  /** The id of the payment. With kind and accounts it is the transfer's idempotency key. */
  readonly reference: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: Francs;
}

type TransferOutcome = 'done' | 'already_done' | 'insufficient_funds' | 'unknown_client';

/**
 * Moves the money of a payment between two accounts of one client, or between the client and clearing. Idempotent. The
 * database refuses what the payment does not ask for.
 */
export async function transfer(tx: Queryable, transfer: Transfer): Promise<TransferOutcome> {
  const { clientId, kind, reference, from, to, amount } = transfer;
  const [row] = await tx.query<{ outcome: TransferOutcome }>(
    'select post_transfer($1, $2, $3, $4, $5, $6) as outcome',
    [clientId, kind, reference, from, to, amount],
  );
  return row!.outcome;
}

/**
 * Takes what a client owes for refunds out of the wallets, up to their balance.
 *
 * @returns what is still owed
 */
export async function repayOwed(tx: Queryable, clientId: number): Promise<Francs> {
  const [row] = await tx.query<{ owed: Francs }>('select repay_owed($1) as owed', [clientId]);
  return row!.owed;
}

/**
 * Gives a client money by hand, once for each reference. Only the database owner may call it; the application's role has
 * no right to.
 */
export async function adjust(
  owner: Queryable,
  { clientId, reference, amount }: Pick<Transfer, 'clientId' | 'reference' | 'amount'>,
): Promise<TransferOutcome> {
  const [row] = await owner.query<{ outcome: TransferOutcome }>(
    `select post_adjustment($1, $2, 'adjustment', 'client_dep', $3) as outcome`,
    [clientId, reference, amount],
  );
  return row!.outcome;
}
