import type { ProblemCode } from '#contract/problems.ts';
import { Refusal } from './refusal.ts';

/** The only place that maps a violated constraint to a problem code. Violating any other constraint is a bug. */
const constraintCodes: Readonly<Record<string, ProblemCode>> = {
  client_email_once: 'email_taken',
  client_phone_once: 'phone_taken',
  note_is_read_first: 'read_first',
  moment_has_passed: 'moment_ahead',
  moment_is_of_its_life: 'not_there_yet',
  session_waits_for_lock: 'account_locked',
  wallet_dep_not_negative: 'insufficient_funds',
  wallet_win_not_negative: 'insufficient_funds',
};

/**
 * SQLSTATEs and network error codes that mean the database cannot answer now: connection refused or lost (08, ECONN…),
 * insufficient resources (53), shutting down or starting (57P), statement timeout (57014), serialization failure (40001),
 * deadlock (40P01), lock timeout (55P03), idle transaction timeout (25P03), a standby that only reads (25006).
 */
const unavailableCodes =
  /^(08|53|57P|57014|40001|40P01|55P03|25P03|25006)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/** Messages of pg's own timeouts and lost connections, which have no code. */
const unavailableMessages = /timeout exceeded when trying to connect|Query read timeout|Connection terminated/;

/** Maps an error of the database to a refusal; null when it is a bug. */
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
