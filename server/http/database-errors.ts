import type { ProblemCode } from '#contract/problems.ts';
import { Refusal } from './refusal.ts';

/** The constraints that callers can run into, and what they are told. The only place where this is said. */
const constraintCodes: Readonly<Record<string, ProblemCode>> = {
  client_email_once: 'email_taken',
  client_phone_once: 'phone_taken',
  wallet_dep_not_negative: 'insufficient_funds',
  wallet_win_not_negative: 'insufficient_funds',
};

/**
 * SQLSTATEs, and codes of the network, that say the database cannot answer now: connections refused or cut (08, ECONN…),
 * too many of them (53), stopped or starting (57P), a statement out of time (57014), a deadlock or a lock out of time.
 */
const unavailableCodes =
  /^(08|53|57P|57014|40001|40P01|55P03|25P03)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)$/;

/** What pg's own time limits and broken connections say; they carry no code. */
const unavailableMessages = /timeout exceeded when trying to connect|Query read timeout|Connection terminated/;

/** The refusal that an error of the database stands for; null when it is a bug. */
export function refuseDatabaseError(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (typeof constraint === 'string' && Object.hasOwn(constraintCodes, constraint)) {
    return new Refusal(constraintCodes[constraint]!);
  }
  const unavailable =
    (typeof code === 'string' && unavailableCodes.test(code)) || unavailableMessages.test(error.message);
  return unavailable ? new Refusal('unavailable') : null;
}
