import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { knownPasswords } from './breached-passwords.ts';
import { personOf, readClient, toUser } from '#server/identity/client.ts';
import { isYoungBrowser, startCoolingOff } from '#server/identity/cooling-off/cooling-off.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { hashPassword } from './password.ts';
import { lockProven, provePassword } from '#server/identity/proof/proof.ts';
import { recordEnded } from '#server/identity/security-log/security-log.ts';
import { endSessions, replaceToken } from '#server/identity/sessions/sessions.ts';
import type { SignedInUser } from '#server/identity/sign-in/sign-in.ts';
import { requireStrongPassword } from './weak-password.ts';

/**
 * Changes the password. This session continues under a new token, and every other one ends.
 *
 * @throws Refusal wrong_password, weak_password, rate_limited, unauthenticated when the session ended in the meantime
 */
export async function changePassword(
  identity: Identity,
  signedIn: SignedIn,
  { currentPassword, password }: { readonly currentPassword: string; readonly password: string },
  caller: Caller,
): Promise<SignedInUser> {
  const { clientId, sessionId } = signedIn;
  const proof = await provePassword(identity, signedIn, currentPassword, caller);
  const known = await knownPasswords(identity, password);
  requireStrongPassword(known, password, personOf(await readClient(identity.db, clientId)));
  const passwordHash = await hashPassword(password);
  const changed = await identity.db.transact(async (tx) => {
    const client = await lockProven(tx, proof);
    const jwt = await replaceToken(tx, sessionId);
    if (jwt === null) throw new Refusal('unauthenticated');
    await tx.query('update client set password_hash = $2, password_changed_at = now() where id = $1', [
      clientId,
      passwordHash,
    ]);
    if (await isYoungBrowser(tx, sessionId)) await startCoolingOff(identity, tx, caller, clientId, 'factor_changed');
    await identity.security.record(tx, caller, { clientId, kind: 'password_changed', factor: 'password' });
    await recordEnded(identity, tx, caller, clientId, await endSessions(tx, clientId, sessionId));
    await tellAllContacts(identity, tx, client, { template: 'password_changed', address: caller.address });
    return { jwt, user: toUser({ ...client, password_is_weak: false }) };
  });
  identity.forget(clientId);
  return changed;
}
