import { problems } from '#contract/problems.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { lockClient, readClient, type ClientRow } from './client.ts';
import type { Identity } from './identity.ts';
import { verifyPassword } from './password.ts';
import type { Origin } from './security-log.ts';

/** Shows that the client gave the password. `lockProven` checks that it has not changed since. */
export interface Proof {
  readonly clientId: number;
  readonly passwordHash: string;
}

/**
 * Checks the client's password, for actions that a session alone does not allow.
 *
 * @param origin for the security log, which gets a wrong one
 * @throws Refusal proof_needed without a password, wrong_password, rate_limited
 */
export async function provePassword(
  { db, limits, security }: Pick<Identity, 'db' | 'limits' | 'security'>,
  clientId: number,
  password: string | undefined,
  origin: Origin,
): Promise<Proof> {
  if (password === undefined) throw new Refusal('proof_needed', { proof: { methods: ['password'], level: 'fresh' } });
  await limits.passwordByAccount.take(String(clientId)).catch((error: unknown) => {
    if (error instanceof Refusal) {
      security.note(origin, { clientId, kind: 'password_throttled', factor: 'password' });
    }
    throw error;
  });
  const { password_hash: passwordHash } = await readClient(db, clientId);
  if (!(await verifyPassword(password, passwordHash))) {
    security.note(origin, { clientId, kind: 'password_wrong', factor: 'password' });
    throw refusePassword();
  }
  await limits.passwordByAccount.forget(String(clientId));
  return { clientId, passwordHash };
}

/** Locks the row of a client who gave the password. @throws Refusal wrong_password when it was changed since */
export async function lockProven(tx: Queryable, { clientId, passwordHash }: Proof): Promise<ClientRow> {
  const client = await lockClient(tx, clientId);
  if (client.password_hash !== passwordHash) throw refusePassword();
  return client;
}

function refusePassword(): Refusal {
  return new Refusal('wrong_password', {
    errors: [{ path: 'currentPassword', message: problems.wrong_password[2], code: 'wrong_password' }],
  });
}
