import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';

export type Account =
  | 'client_dep'
  | 'client_win'
  | 'client_held'
  | 'draw_stakes'
  | 'house'
  | 'clearing'
  | 'adjustment';

export interface Transfer {
  readonly clientId: number;
  readonly kind: 'deposit' | 'withdrawal' | 'withdrawal_returned' | 'withdrawal_paid' | 'adjustment';
  /** The id of the payment or adjustment; with kind and accounts it makes the transfer happen once. */
  readonly reference: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: Francs;
}

export type TransferOutcome = 'done' | 'already_done' | 'insufficient_funds' | 'unknown_client';

/** Moves money between two accounts of one client, or between the client and the outside. Safe to call again. */
export async function transfer(tx: Queryable, transfer: Transfer): Promise<TransferOutcome> {
  const { clientId, kind, reference, from, to, amount } = transfer;
  const [row] = await tx.query<{ outcome: TransferOutcome }>(
    'select post_transfer($1, $2, $3, $4, $5, $6) as outcome',
    [clientId, kind, reference, from, to, amount],
  );
  return row!.outcome;
}
