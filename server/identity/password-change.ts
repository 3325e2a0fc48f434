import { Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { lockClient, readClient, toUser } from './client.ts';
import type { Caller, Identity } from './identity.ts';
import { sendNotice } from './notices.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { endSessions, replaceToken } from './sessions.ts';
import type { SignedInUser } from './sign-in.ts';

/**
 * Changes the password. This session goes on under a new token, and every other one ends.
 *
 * @throws Refusal wrong_password, rate_limited, unauthenticated when the session ended in the meantime
 */
export async function changePassword(
  { db, limits, sending, forget }: Identity,
  { clientId, sessionId }: SignedIn,
  { currentPassword, password }: { readonly currentPassword: string; readonly password: string },
  { address }: Caller,
): Promise<SignedInUser> {
  await limits.passwordByAccount.take(String(clientId));
  const before = await readClient(db, clientId);
  if (!(await verifyPassword(currentPassword, before.password_hash))) throw refuseCurrent();
  const passwordHash = await hashPassword(password);
  const signedIn = await db.transact(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (client.password_hash !== before.password_hash) throw refuseCurrent();
    const jwt = await replaceToken(tx, sessionId);
    if (jwt === null) throw new Refusal('unauthenticated');
    await tx.query('update client set password_hash = $2 where id = $1', [clientId, passwordHash]);
    await endSessions(tx, clientId, sessionId);
    await sendNotice(tx, sending, { clientId, to: client.phone, template: 'password_changed', address });
    return { jwt, user: toUser(client) };
  });
  forget(clientId);
  await limits.passwordByAccount.forget(String(clientId));
  return signedIn;
}

function refuseCurrent(): Refusal {
  return new Refusal('wrong_password', {
    errors: [{ path: 'currentPassword', message: 'The current password is not right.', code: 'wrong_password' }],
  });
}
