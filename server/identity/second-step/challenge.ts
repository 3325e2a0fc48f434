import type { Challenge } from '#contract/identity.ts';
import type { Factor } from '#contract/security.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import type { ClientRow } from '#server/identity/client.ts';
import type { Identity } from '#server/identity/identity.ts';
import { requireUnlocked } from '#server/identity/locks/locks.ts';
import { messageMethods } from '#server/identity/new-device/methods.ts';
import { namePasskeys } from '#server/identity/passkeys/use-passkey.ts';
import { newNonce, relyingPartyOf, requestPasskey } from '#server/identity/passkeys/webauthn.ts';
import { readSecondMethods } from '#server/identity/factors/second-factors.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';

const minutes = 10;
const mostGuesses = 5;

interface NewChallenge {
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

/**
 * Asks for the second factor where one is due; else null. The caller has locked the client's row.
 *
 * @throws Refusal account_locked
 */
export async function startChallenge(
  { security, newDeviceCode, publicUrl }: Pick<Identity, 'security' | 'newDeviceCode' | 'publicUrl'>,
  tx: Transaction,
  client: ClientRow,
  { provenBy, remember, passwordHash, isKnown }: Asked,
  origin: Origin,
): Promise<Challenge | null> {
  const clientId = client.id;
  await requireUnlocked(tx, clientId);
  const second = await readSecondMethods(tx, clientId);
  const needsCode = second.length === 0 && newDeviceCode && !isKnown;
  const methods = needsCode ? messageMethods(client, provenBy) : second;
  if (methods.length === 0) return null;
  const nonce = second.includes('passkey') ? newNonce() : null;
  const [row] = await tx.query<{ id: string; expires_at: Date }>(
    `insert into challenge (client_id, proven_by, remember, password_hash, passkey_nonce, expires_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 minute') returning id, expires_at`,
    [clientId, provenBy, remember, passwordHash, nonce, minutes],
  );
  if (row === undefined) throw new Error(`no challenge was stored for client ${clientId}`);
  const detail = { for: passwordHash === null ? 'sign_in' : 'password_reset' };
  await security.record(tx, origin, { clientId, kind: 'second_factor_asked', factor: provenBy[0]!, detail });
  const passkey = nonce && requestPasskey(relyingPartyOf(publicUrl()), nonce, await namePasskeys(tx, clientId));
  return { id: row.id, methods: [...methods], ...(passkey && { passkey }), expiresAt: row.expires_at.toISOString() };
}

interface Guess {
  /** The owner of the challenge. */
  readonly clientId: number;
  /** The bytes that a passkey has to sign; null where the client had none. */
  readonly nonce: Buffer | null;
}

/** Counts a guess; null when the challenge is over. Commit it before the guess is checked. */
export async function takeGuess(db: Queryable, id: string): Promise<Guess | null> {
  const [row] = await db.query<{ client_id: number; passkey_nonce: Buffer | null }>(
    `update challenge set guesses = guesses + 1
     where id = $1 and expires_at > clock_timestamp() and guesses < $2 returning client_id, passkey_nonce`,
    [id, mostGuesses],
  );
  return row === undefined ? null : { clientId: row.client_id, nonce: row.passkey_nonce };
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
