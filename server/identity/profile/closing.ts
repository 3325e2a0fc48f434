import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { lockClient } from '#server/identity/client.ts';
import type { Identity } from '#server/identity/identity.ts';
import { requireProof } from '#server/identity/proof/proof.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';

/** The reasons why an account cannot be closed. */
type Open = 'owed' | 'money' | 'payment' | 'ticket';

const refusalOf: Readonly<Record<Open, () => Refusal>> = {
  owed: () => new Refusal('money_owed'),
  money: () => inUse('money'),
  payment: () => inUse('payment'),
  ticket: () => inUse('ticket'),
};
const inUse = (open: Exclude<Open, 'owed'>) => new Refusal('account_in_use', { detail: (words) => words.inUse[open] });

/** When the account will be erased; null while it is not being closed. */
export async function readClosing(db: Queryable, clientId: number): Promise<Date | null> {
  const [closing] = await db.query<{ erases_at: Date }>('select erases_at from closing where client_id = $1', [
    clientId,
  ]);
  return closing?.erases_at ?? null;
}

/** For bets and deposits. @throws Refusal account_closed */
export async function requireNotClosing(db: Queryable, clientId: number): Promise<void> {
  if ((await readClosing(db, clientId)) !== null) throw new Refusal('account_closed');
}

/**
 * Begins to close an account, which stops its bets and deposits at once. Asked for again, it changes nothing.
 *
 * @returns when the account will be erased
 * @throws Refusal proof_needed; account_in_use, money_owed when something is open
 */
export async function beginClosing(
  { db, security }: Pick<Identity, 'db' | 'security'>,
  signedIn: SignedIn,
  origin: Origin,
): Promise<Date> {
  const erasesAt = await db.transact(async (tx) => {
    await lockClient(tx, signedIn.clientId);
    await requireProof(tx, signedIn, 'fresh');
    const [row] = await tx.query<{ what_is_open: Open | null; erases_at: Date }>('select * from begin_closing($1)', [
      signedIn.clientId,
    ]);
    const { what_is_open, erases_at } = row!;
    if (what_is_open !== null) throw refusalOf[what_is_open]();
    return erases_at;
  });
  // Noted, not recorded: asked for again it changes nothing, and rows that a client can add to without end are bounded so.
  security.note(origin, { clientId: signedIn.clientId, kind: 'closing_begun' });
  return erasesAt;
}

/** Keeps an account after all. @throws Refusal account_closed for a client under 18; unauthenticated when it was erased in the meantime */
export async function takeBackClosing(
  { db, security }: Pick<Identity, 'db' | 'security'>,
  clientId: number,
  origin: Origin,
): Promise<void> {
  await db.transact(async (tx) => {
    await lockClient(tx, clientId);
    await tx.query('select take_back_closing($1)', [clientId]);
    // A closing that is still there was begun by the operator and is final.
    await requireNotClosing(tx, clientId);
  });
  security.note(origin, { clientId, kind: 'closing_taken_back' });
}

/**
 * Erases the persons whose closing is due, each in a transaction of its own. An account into which money has come since, such
 * as a late deposit, is left until it is empty again.
 */
export async function eraseClosed(db: Queryable): Promise<void> {
  const due = await db.query<{ client_id: number }>(
    'select client_id from closing where erases_at <= now() order by erases_at',
  );
  for (const { client_id } of due) await db.query('select erase_client($1)', [client_id]);
}
