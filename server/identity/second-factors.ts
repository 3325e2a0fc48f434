import type { ProofMethod } from '#contract/problems.ts';
import type { Factor } from '#contract/security.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Identity } from './identity.ts';
import { findRecoveryCode, useRecoveryCode, type FoundRecoveryCode } from './recovery-codes.ts';
import type { Origin } from './security-log.ts';
import { readTotpState, useTotp } from './totp.ts';

/** What shows a second factor, where the client has set one up. */
export const secondMethods = ['totp', 'recovery_code'] as const satisfies readonly ProofMethod[];
export type SecondMethod = (typeof secondMethods)[number];

/** Whether the client has set up a second factor: an authenticator app, which comes with recovery codes. */
export async function hasSecondFactor(db: Queryable, clientId: number): Promise<boolean> {
  return (await readTotpState(db, clientId)) === 'confirmed';
}

/** One of the two, as a call gives it. */
export interface SecondProof {
  /** Six digits of the authenticator app. */
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

/** A second factor to use up in a transaction. */
export interface PreparedSecond {
  readonly method: Factor;
  /** Returns null if it is right, else the refusal for the caller to throw. */
  use(tx: Queryable): Promise<Refusal | null>;
}

/** Does the costly part of the check, outside the transaction. Null when neither is given. */
export async function prepareSecond(
  { db, factorKeys }: Pick<Identity, 'db' | 'factorKeys'>,
  clientId: number,
  { code, recoveryCode }: SecondProof,
): Promise<PreparedSecond | null> {
  if (code !== undefined) return { method: 'totp', use: (tx) => useTotp(tx, factorKeys, clientId, code) };
  if (recoveryCode === undefined) return null;
  const found: FoundRecoveryCode | null = await findRecoveryCode(db, clientId, recoveryCode);
  return { method: 'recovery_code', use: (tx) => useRecoveryCode(tx, clientId, found) };
}

/** Resolves to what `look` returns for a second factor. A wrong one, and one too many, are noted in the security log. */
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
