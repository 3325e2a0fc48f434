import type { ProblemCode } from '#contract/problems.ts';
import { isUnavailable } from '#database/connect.ts';
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

/** Maps an error of the database to a refusal; null when it is a bug. */
export function refuseDatabaseError(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { constraint } = error as { constraint?: unknown };
  if (typeof constraint === 'string' && Object.hasOwn(constraintCodes, constraint)) {
    return new Refusal(constraintCodes[constraint]!);
  }
  return isUnavailable(error) ? new Refusal('unavailable') : null;
}
