import type { Payment } from '#contract/payments.ts';
import { keepAttempts, mintId, type Attempts } from './attempt.ts';
import { session } from '#web/storage/storage.ts';

export type Direction = Payment['direction'];

interface PaymentAttempt {
  /** The client who pays: another one may sign in in the same tab. */
  readonly clientId: number;
  /** The idempotency key. */
  readonly key: string;
  /** The body as JSON. */
  readonly body: string;
}

/** In session storage: a payment is retried in the tab that started it. */
const attempts: Readonly<Record<Direction, Attempts<PaymentAttempt>>> = {
  deposit: keepAttempts(session, 'attempt.deposit', readAttempt),
  withdrawal: keepAttempts(session, 'attempt.withdraw', readAttempt),
};

/**
 * A client's idempotency key for sending this body. It is created once and kept until the payment exists, also when the sheet is
 * closed or the page reloaded. So a retry after a lost answer cannot move the money twice. Another body gets a new key, and so does another client.
 *
 * @param now the server's time, in milliseconds since 1970
 */
export function attemptKey(direction: Direction, clientId: number, body: unknown, now: number): string {
  const written = JSON.stringify(body);
  const kept = attempts[direction].last();
  if (kept?.clientId === clientId && kept.body === written) return kept.key;
  const key = mintId(now);
  attempts[direction].keep({ clientId, key, body: written });
  return key;
}

/** Call it once the payment exists: the next attempt is a new one. */
export function endAttempt(direction: Direction): void {
  attempts[direction].keep(null);
}

/**
 * Whether the server stores this refusal under the key, so that the next try needs a new key. After other refusals, such as
 * for the rate, the key stays: an earlier try may have been carried out and its answer lost.
 */
export function spendsKey(code: string | null): boolean {
  return code === 'payment_rejected' || code === 'idempotency_mismatch';
}

function readAttempt(stored: unknown): PaymentAttempt | null {
  const { clientId, key, body } = stored as PaymentAttempt;
  return typeof clientId === 'number' && typeof key === 'string' && typeof body === 'string'
    ? { clientId, key, body }
    : null;
}
