import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';

export interface Wallet {
  readonly dep: Francs;
  readonly win: Francs;
  /** Money of withdrawals that are neither paid nor returned yet. */
  readonly held: Francs;
}

/** Creates an empty wallet for a client; an existing one stays unchanged. */
export async function openWallet(tx: Queryable, clientId: number): Promise<void> {
  await tx.query('select open_wallet($1)', [clientId]);
}

/** A client's balances; zero for a client without a row. */
export async function readWallet(db: Queryable, clientId: number): Promise<Wallet> {
  const [wallet] = await db.query<Wallet>({
    name: 'read-wallet',
    text: 'select dep, win, held from wallet where client_id = $1',
    values: [clientId],
  });
  return wallet ?? { dep: 0, win: 0, held: 0 };
}
