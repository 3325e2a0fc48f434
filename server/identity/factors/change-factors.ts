import type { Transaction } from '#database/connect.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { lockClient, type ClientRow } from '#server/identity/client.ts';
import type { Identity } from '#server/identity/identity.ts';
import { requireProof } from '#server/identity/proof/proof.ts';

/** Runs a change of factors for a client who has shown a strong proof, with the client's row locked. @throws Refusal proof_needed, rate_limited */
export async function changeFactors<T>(
  { db, limits }: Pick<Identity, 'db' | 'limits'>,
  signedIn: SignedIn,
  change: (tx: Transaction, client: ClientRow) => Promise<T>,
): Promise<T> {
  await requireProof(db, signedIn, 'strong');
  await limits.factorChangesByAccount.take(String(signedIn.clientId));
  return db.transact(async (tx) => {
    const client = await lockClient(tx, signedIn.clientId);
    // Once more under the lock: a second factor may have been added in between.
    await requireProof(tx, signedIn, 'strong');
    return change(tx, client);
  });
}
