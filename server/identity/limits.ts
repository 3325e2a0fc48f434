import { createHash } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import { limitInDatabase, type Limiter } from '#server/http/rate-limit.ts';
import { Refusal } from '#server/http/refusal.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Rate limits for everything that can be guessed. Carriers put thousands of people behind one address, so for an address
 * only wrong tries and the number of accounts tried count. All are counted in the database, so that more processes or machines mean
 * no more tries. The limits of one account are in `sign-in-wait.ts`, those of
 * messages in `sending-limits.ts`.
 */
export interface IdentityLimits {
  readonly registerByAddress: Limiter;
  readonly wrongSignInByAddress: Limiter;
  readonly accountsByAddress: Limiter;
  /** Counts each account once that an address tried with a wrong password; see `countWrongSignIn`. */
  readonly accountOfAddress: Limiter;
  readonly signInByDevice: Limiter;
  readonly wrongCodeByAddress: Limiter;
  /** Each session has tries of its own, so that a stolen one uses up nobody else's. */
  readonly passwordBySession: Limiter;
  readonly codeBySession: Limiter;
  /** Codes of an authenticator app in a sign-in: only somebody who knows the password can use them up. */
  readonly codeByAccount: Limiter;
  readonly factorChangesByAccount: Limiter;
  readonly undoByAddress: Limiter;
  /**
   * Bounds the rows that strangers can make, far above what people behind one address need: no limit may close this way in.
   */
  readonly passkeysByAddress: Limiter;
}

/** `scale` multiplies the limits per address, never those per account or device. */
export function createIdentityLimits(db: Queryable, scale: number): IdentityLimits {
  return {
    registerByAddress: limitInDatabase(db, { name: 'register', points: 60, seconds: hour }, scale),
    wrongSignInByAddress: limitInDatabase(db, { name: 'sign-in', points: 100, seconds: 15 * minute }, scale),
    accountsByAddress: limitInDatabase(db, { name: 'sign-in-accounts', points: 500, seconds: day }, scale),
    accountOfAddress: limitInDatabase(db, { name: 'sign-in-account', points: 1, seconds: day }),
    signInByDevice: limitInDatabase(db, { name: 'sign-in-device', points: 10, seconds: 15 * minute }),
    wrongCodeByAddress: limitInDatabase(db, { name: 'guess', points: 60, seconds: 15 * minute }, scale),
    passwordBySession: limitInDatabase(db, { name: 'password', points: 10, seconds: 15 * minute }),
    codeBySession: limitInDatabase(db, { name: 'factor-session', points: 10, seconds: 15 * minute }),
    codeByAccount: limitInDatabase(db, { name: 'factor-account', points: 10, seconds: hour }),
    undoByAddress: limitInDatabase(db, { name: 'undo', points: 30, seconds: 15 * minute }, scale),
    factorChangesByAccount: limitInDatabase(db, { name: 'factor-change', points: 20, seconds: hour }),
    passkeysByAddress: limitInDatabase(db, { name: 'passkey', points: 3_000, seconds: 15 * minute }, scale),
  };
}

/** @throws Refusal rate_limited when the address guessed too often */
export async function checkSignInAddress(limits: IdentityLimits, address: string): Promise<void> {
  await Promise.all([limits.wrongSignInByAddress.check(address), limits.accountsByAddress.check(address)]);
}

/** Counts a wrong password. @param account what was typed, whether or not it is an account */
export async function countWrongSignIn(limits: IdentityLimits, address: string, account: string): Promise<void> {
  await limits.wrongSignInByAddress.count(address);
  // The typed text may be anything, of any length.
  const pair = createHash('sha256').update(`${address} ${account}`).digest('base64url');
  const isNew = await limits.accountOfAddress.take(pair).then(
    () => true,
    () => false,
  );
  if (isNew) await limits.accountsByAddress.count(address);
}

/**
 * Resolves to what `look` returns for a code. If that is a refusal, or `look` throws invalid_code, the code was wrong and counts.
 *
 * @throws Refusal invalid_code, rate_limited
 */
export async function guessCode<T>(
  { wrongCodeByAddress }: IdentityLimits,
  address: string,
  look: () => Promise<T | Refusal>,
): Promise<T> {
  await wrongCodeByAddress.check(address);
  const found = await look().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'invalid_code') return error;
    throw error;
  });
  if (!(found instanceof Refusal)) return found;
  await wrongCodeByAddress.count(address);
  throw found;
}
