import type { Queryable } from '#database/connect.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { lockClient } from './client.ts';
import type { Identity } from './identity.ts';
import { lockProven, provePassword } from './proof.ts';
import type { Origin } from './security-log.ts';

/** Locks the client's row for an act that was proven. @throws Refusal wrong_password when the password has changed since */
export type LockClient = (tx: Queryable) => Promise<unknown>;

/**
 * Requires a fresh proof of who is calling: a sign-in within the last ten minutes, or the password.
 *
 * @throws Refusal proof_needed, wrong_password, rate_limited
 */
export async function requireFreshProof(
  identity: Pick<Identity, 'db' | 'limits' | 'security'>,
  { clientId, sessionId }: SignedIn,
  password: string | undefined,
  origin: Origin,
): Promise<LockClient> {
  if (password === undefined) {
    const fresh = await identity.db.query(
      `select from session where id = $1 and created_at > now() - interval '10 minutes'`,
      [sessionId],
    );
    if (fresh.length > 0) return (tx) => lockClient(tx, clientId);
  }
  const proof = await provePassword(identity, clientId, password, origin);
  return (tx) => lockProven(tx, proof);
}
