import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { lockClient, readClient, type ClientRow } from './client.ts';
import type { Identity } from './identity.ts';
import { verifyPassword } from './password.ts';

/** That the client has shown the password, which has to be the same still when it counts; see `lockProven`. */
export interface Proof {
  readonly clientId: number;
  readonly passwordHash: string;
}

/**
 * Has the client show the password, for what a session alone may not do.
 *
 * @throws Refusal proof_needed without a password, wrong_password, rate_limited
 */
export async function provePassword(
  { db, limits }: Pick<Identity, 'db' | 'limits'>,
  clientId: number,
  password: string | undefined,
): Promise<Proof> {
  if (password === undefined) throw new Refusal('proof_needed', { proof: { methods: ['password'], level: 'fresh' } });
  await limits.passwordByAccount.take(String(clientId));
  const { password_hash: passwordHash } = await readClient(db, clientId);
  if (!(await verifyPassword(password, passwordHash))) throw refusePassword();
  await limits.passwordByAccount.forget(String(clientId));
  return { clientId, passwordHash };
}

/** Locks the row of a client who has shown the password. @throws Refusal wrong_password when it was changed since */
export async function lockProven(tx: Queryable, { clientId, passwordHash }: Proof): Promise<ClientRow> {
  const client = await lockClient(tx, clientId);
  if (client.password_hash !== passwordHash) throw refusePassword();
  return client;
}

function refusePassword(): Refusal {
  return new Refusal('wrong_password', {
    errors: [{ path: 'currentPassword', message: 'The current password is not right.', code: 'wrong_password' }],
  });
}
