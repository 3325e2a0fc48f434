import type { Challenge } from '#contract/identity.ts';
import type { Factor } from '#contract/security.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import type { ClientRow } from './client.ts';
import type { Identity } from './identity.ts';
import { messageMethods } from './new-device/methods.ts';
import { hasSecondFactor, secondMethods } from './second-factors.ts';
import type { Origin } from './security-log.ts';

const minutes = 10;
const mostGuesses = 5;

export interface NewChallenge {
  /** The factors that were shown already. */
  readonly provenBy: readonly Factor[];
  readonly remember: boolean;
  /** The hash of the new password that waits; null for a sign-in. */
  readonly passwordHash: string | null;
}

interface Asked extends NewChallenge {
  /** Whether this is a known device, which needs no code by SMS or e-mail. */
  readonly isKnown: boolean;
}

/** Asks for the second factor where one is due; else null. The caller has locked the client's row. */
export async function startChallenge(
  { security, newDeviceCode }: Pick<Identity, 'security' | 'newDeviceCode'>,
  tx: Transaction,
  client: ClientRow,
  { provenBy, remember, passwordHash, isKnown }: Asked,
  origin: Origin,
): Promise<Challenge | null> {
  const clientId = client.id;
  const needsCode = newDeviceCode && !isKnown;
  const methods = (await hasSecondFactor(tx, clientId))
    ? secondMethods
    : needsCode
      ? messageMethods(client, provenBy)
      : [];
  if (methods.length === 0) return null;
  const [row] = await tx.query<{ id: string; expires_at: Date }>(
    `insert into challenge (client_id, proven_by, remember, password_hash, expires_at)
     values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 minute') returning id, expires_at`,
    [clientId, provenBy, remember, passwordHash, minutes],
  );
  if (row === undefined) throw new Error(`no challenge was kept for client ${clientId}`);
  const detail = { for: passwordHash === null ? 'sign_in' : 'password_reset' };
  await security.record(tx, origin, { clientId, kind: 'second_factor_asked', factor: provenBy[0]!, detail });
  return { id: row.id, methods: [...methods], expiresAt: row.expires_at.toISOString() };
}

/** Counts a guess, and returns whose challenge it is; null when it is over. Commit it before the guess is checked. */
export async function takeGuess(db: Queryable, id: string): Promise<number | null> {
  const [row] = await db.query<{ client_id: number }>(
    `update challenge set guesses = guesses + 1
     where id = $1 and expires_at > clock_timestamp() and guesses < $2 returning client_id`,
    [id, mostGuesses],
  );
  return row?.client_id ?? null;
}

interface WaitingChallenge {
  readonly clientId: number;
  /** The factors that were shown already. */
  readonly provenBy: readonly Factor[];
  readonly hasGuesses: boolean;
}

/** A challenge whose time is not over; null when there is none. */
export async function readChallenge(db: Queryable, id: string): Promise<WaitingChallenge | null> {
  const [row] = await db.query<{ client_id: number; proven_by: Factor[]; guesses: number }>(
    'select client_id, proven_by, guesses from challenge where id = $1 and expires_at > clock_timestamp()',
    [id],
  );
  return row === undefined
    ? null
    : { clientId: row.client_id, provenBy: row.proven_by, hasGuesses: row.guesses < mostGuesses };
}

/** Ends a challenge, and returns what it was for; null when it is over already. */
export async function useChallenge(tx: Queryable, id: string): Promise<NewChallenge | null> {
  const [row] = await tx.query<{ proven_by: Factor[]; remember: boolean; password_hash: string | null }>(
    'delete from challenge where id = $1 and expires_at > clock_timestamp() returning proven_by, remember, password_hash',
    [id],
  );
  return row === undefined
    ? null
    : { provenBy: row.proven_by, remember: row.remember, passwordHash: row.password_hash };
}
