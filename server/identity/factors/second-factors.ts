import type { ProofMethod } from '#contract/problems.ts';
import type { Factor } from '#contract/security.ts';
import type { UsedCredential } from '#contract/webauthn.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { ChangeNotice } from '#server/messages/texts.ts';
import type { Identity } from '#server/identity/identity.ts';
import { checkUse, isStillSet } from '#server/identity/passkeys/use-passkey.ts';
import { findRecoveryCode, useRecoveryCode, type FoundRecoveryCode } from './recovery-codes.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { useTotp } from './totp.ts';

export type SecondMethod = Extract<ProofMethod, 'passkey' | 'totp' | 'recovery_code'>;

/**
 * The second factors that this client can show: those that were set up, and the recovery codes that came with them.
 * Empty without one.
 */
export async function readSecondMethods(db: Queryable, clientId: number): Promise<SecondMethod[]> {
  const [row] = await db.query<{ passkey: boolean; totp: boolean }>(
    `select exists (select from passkey where client_id = $1) as passkey,
       exists (select from totp where client_id = $1 and confirmed_at is not null) as totp`,
    [clientId],
  );
  const { passkey, totp } = row!;
  if (!passkey && !totp) return [];
  return [...(passkey ? (['passkey'] as const) : []), ...(totp ? (['totp'] as const) : []), 'recovery_code'];
}

/** Whether the client has set up a second factor: a passkey or an authenticator app. Recovery codes come with the first. */
export async function hasSecondFactor(db: Queryable, clientId: number): Promise<boolean> {
  return (await readSecondMethods(db, clientId)).length > 0;
}

/** At most one of the three, from the body of a call. */
interface SecondProof {
  /** Six digits of the authenticator app. */
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly credential?: UsedCredential | undefined;
}

export function methodOf({ code, recoveryCode, credential }: SecondProof): SecondMethod | null {
  if (credential !== undefined) return 'passkey';
  if (code !== undefined) return 'totp';
  return recoveryCode === undefined ? null : 'recovery_code';
}

/** A second factor to use up in a transaction. */
export interface PreparedSecond {
  readonly method: Factor;
  /** Returns null if it is right, else the refusal for the caller to throw. */
  use(tx: Transaction): Promise<Refusal | null>;
  /** The notice for its owner once it was used; null for none. */
  notice(): ChangeNotice | null;
}

/**
 * Does the costly part of the check, outside the transaction. Null when nothing is given.
 *
 * @param takeNonce what a passkey had to sign; null when that is over
 * @throws Refusal challenge_over, passkey_unknown, passkey_refused
 */
export async function prepareSecond(
  identity: Identity,
  clientId: number,
  { code, recoveryCode, credential }: SecondProof,
  takeNonce: () => Promise<Buffer | null>,
  origin: Origin,
): Promise<PreparedSecond | null> {
  const { db, factorKeys } = identity;
  if (credential !== undefined) {
    const nonce = await takeNonce();
    if (nonce === null) throw new Refusal('challenge_over');
    const used = await checkUse(identity, nonce, credential, clientId, origin);
    return {
      method: 'passkey',
      use: async (tx) => ((await isStillSet(tx, used)) ? null : new Refusal('passkey_unknown')),
      notice: () => null,
    };
  }
  if (code !== undefined) {
    return { method: 'totp', use: (tx) => useTotp(tx, factorKeys, clientId, code), notice: () => null };
  }
  if (recoveryCode === undefined) return null;
  const found: FoundRecoveryCode | null = await findRecoveryCode(db, clientId, recoveryCode);
  return {
    method: 'recovery_code',
    use: (tx) => useRecoveryCode(tx, clientId, found),
    notice: () => 'recovery_code_used',
  };
}

/** Resolves to what `look` returns for a second factor. A wrong code, and one too many, are noted in the security log. */
export async function watchGuess<T>(
  { security }: Pick<Identity, 'security'>,
  origin: Origin,
  clientId: number,
  factor: Factor,
  look: () => Promise<T>,
): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const code = error instanceof Refusal ? error.code : null;
    if (code === 'invalid_code') security.note(origin, { clientId, kind: 'code_wrong', factor });
    if (code === 'rate_limited') security.note(origin, { clientId, kind: 'code_throttled', factor });
    throw error;
  }
}
