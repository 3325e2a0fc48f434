import type { Queryable } from '#database/connect.ts';
import { limitInDatabase, limitInMemory, type Limiter } from '../http/rate-limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What can be guessed, or costs a message, and how often it may be tried. */
export interface IdentityLimits {
  readonly registerByAddress: Limiter;
  readonly signInByAddress: Limiter;
  readonly signInByAccount: Limiter;
  readonly guessByAddress: Limiter;
  readonly passwordByAccount: Limiter;
  readonly sendByAddress: Limiter;
  readonly sendBySite: Limiter;
  readonly sendByDestination: readonly Limiter[];
}

/** `scale` multiplies the limits per address and for the whole site, never those per account or phone. */
export function createIdentityLimits(db: Queryable, scale: number): IdentityLimits {
  return {
    registerByAddress: limitInMemory({ name: 'register', points: 60, seconds: HOUR }, scale),
    signInByAddress: limitInMemory({ name: 'sign-in', points: 100, seconds: 15 * MINUTE }, scale),
    signInByAccount: limitInDatabase(db, { name: 'sign-in', points: 10, seconds: 15 * MINUTE }),
    guessByAddress: limitInMemory({ name: 'guess', points: 60, seconds: 15 * MINUTE }, scale),
    passwordByAccount: limitInDatabase(db, { name: 'password', points: 10, seconds: 15 * MINUTE }),
    sendByAddress: limitInMemory({ name: 'send', points: 60, seconds: HOUR }, scale),
    sendBySite: limitInMemory({ name: 'send-site', points: 3_000, seconds: HOUR }, scale),
    sendByDestination: [
      limitInDatabase(db, { name: 'send-hour', points: 5, seconds: HOUR }),
      limitInDatabase(db, { name: 'send-day', points: 10, seconds: DAY }),
    ],
  };
}

/** Counts one message to a phone or an e-mail address. @throws Refusal rate_limited */
export async function countSending(limits: IdentityLimits, destination: string, address: string): Promise<void> {
  await limits.sendByAddress.take(address);
  for (const limiter of limits.sendByDestination) await limiter.take(destination);
  // Last, so that what the others turn away does not use up everybody's.
  await limits.sendBySite.take('site');
}
