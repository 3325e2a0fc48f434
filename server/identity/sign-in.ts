import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import type { credentials } from '#contract/forms/identity.ts';
import type { User } from '#contract/identity.ts';
import { Refusal } from '../http/refusal.ts';
import { findClients, lockClient, MOST_CLAIMING, readClient, toUser, type ClientRow, type Matches } from './client.ts';
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
  const matches = await findClients(db, findPhones(identifier), identifier.includes('@') ? identifier : null);
  const accounts = accountKeys(matches, identifier);
  for (const account of accounts) await limits.signInByAccount.take(account);
  const client = await findByPassword(matches, password);
  if (client === null) throw new Refusal('wrong_credentials');
  // Whoever only claims a phone could otherwise clear the tries of its owner's account.
  if (matches.proven.includes(client)) await limits.signInByAccount.forget(String(client.id));
  return db.transact(async (tx) => {
    const { password_hash } = await lockClient(tx, client.id);
    // The password was changed while the old one was looked at.
    if (password_hash !== client.password_hash) throw new Refusal('wrong_credentials');
    await tx.query('update client set last_sign_in_at = now() where id = $1', [client.id]);
    const jwt = await startSession(tx, client.id, { userAgent: caller.userAgent, remember });
    return { jwt, user: toUser(await readClient(tx, client.id)) };
  });
}

/**
 * The client whose password this is. Who has proven the phone or the address is tried first. Where there are fewer to try,
 * as much work is done, or the time would tell how many have an account: one who has proven it, and the most that may
 * claim it.
 */
async function findByPassword({ proven, claiming }: Matches, password: string): Promise<ClientRow | null> {
  const absent = Array.from<null>({ length: MOST_CLAIMING - claiming.length }).fill(null);
  for (const client of [...(proven.length > 0 ? proven : [null]), ...claiming, ...absent]) {
    if (await verifyPassword(password, client?.password_hash ?? null)) return client;
  }
  return null;
}

/** Tries of one account count together, however its phone is written; those of none count too, or the limit would tell. */
function accountKeys({ proven }: Matches, identifier: string): string[] {
  if (proven.length > 0) return proven.map(({ id }) => String(id));
  return [createHash('sha256').update(identifier.toLowerCase()).digest('hex')];
}
