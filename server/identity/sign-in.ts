import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import type { credentials } from '#contract/forms/identity.ts';
import type { User } from '#contract/identity.ts';
import { Refusal } from '../http/refusal.ts';
import { findClient, lockClient, toUser, type ClientRow } from './client.ts';
import type { Caller, Identity } from './identity.ts';
import { verifyPassword } from './password.ts';
import { findPhones } from './phone-number.ts';
import { startSession } from './sessions.ts';

export interface SignedInUser {
  /** The session's token. */
  readonly jwt: string;
  readonly user: User;
}

/**
 * Signs in with a phone, in any usual form, or an e-mail address. Whatever is wrong, the answer and the work are the same.
 *
 * @throws Refusal wrong_credentials, rate_limited
 */
export async function signIn(
  { db, limits }: Identity,
  { identifier, password, remember = false }: v.InferOutput<typeof credentials>,
  caller: Caller,
): Promise<SignedInUser> {
  await limits.signInByAddress.take(caller.address);
  const client = await findClient(db, findPhones(identifier), identifier.includes('@') ? identifier : null);
  const account = accountKey(client, identifier);
  await limits.signInByAccount.take(account);
  if (!(await verifyPassword(password, client?.password_hash ?? null)) || client === null) {
    throw new Refusal('wrong_credentials');
  }
  await limits.signInByAccount.forget(account);
  return db.transact(async (tx) => {
    const { password_hash } = await lockClient(tx, client.id);
    // The password was changed while the old one was looked at.
    if (password_hash !== client.password_hash) throw new Refusal('wrong_credentials');
    const [signedIn] = await tx.query<ClientRow>(
      'update client set last_sign_in_at = now() where id = $1 returning *',
      [client.id],
    );
    if (signedIn === undefined) throw new Error(`client ${client.id} is gone`);
    const jwt = await startSession(tx, client.id, { userAgent: caller.userAgent, remember });
    return { jwt, user: toUser(signedIn) };
  });
}

/** Tries of one account count together, however its phone is written; those of none count too, or the limit would tell. */
function accountKey(client: ClientRow | null, identifier: string): string {
  return client === null ? createHash('sha256').update(identifier.toLowerCase()).digest('hex') : String(client.id);
}
