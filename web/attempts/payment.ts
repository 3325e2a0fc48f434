import { keepAttempts, mintId, type Attempts } from './attempt.ts';

/** The two calls that move money in or out; neither may be made twice by accident. */
export type Movement = 'deposit' | 'withdraw';

interface PaymentAttempt {
  /** The idempotency key. */
  readonly key: string;
  /** The body as JSON. */
  readonly body: string;
}

/** In session storage: a payment is retried in the tab that started it. */
const attempts: Readonly<Record<Movement, Attempts<PaymentAttempt>>> = {
  deposit: keepAttempts('sessionStorage', 'attempt.deposit', readAttempt),
  withdraw: keepAttempts('sessionStorage', 'attempt.withdraw', readAttempt),
};

/**
 * The idempotency key for sending this body. It is created once and kept until the payment exists, also when the sheet is
 * closed or the page reloaded. So a retry after a lost answer cannot move the money twice. Another body gets a new key.
 *
 * @param now the server's time, in milliseconds since 1970
 */
export function attemptKey(movement: Movement, body: unknown, now: number): string {
  const written = JSON.stringify(body);
  const kept = attempts[movement].last();
  if (kept?.body === written) return kept.key;
  const key = mintId(now);
  attempts[movement].keep({ key, body: written });
  return key;
}

/** Call it once the payment exists: the next attempt is a new one. */
export function endAttempt(movement: Movement): void {
  attempts[movement].keep(null);
}

/**
 * Whether the server stores this refusal under the key, so that the next try needs a new key. After other refusals, such as
 * for the rate, the key stays: an earlier try may have been carried out and its answer lost.
 */
export function spendsKey(code: string | null): boolean {
  return code === 'payment_rejected' || code === 'idempotency_mismatch';
}

function readAttempt(stored: unknown): PaymentAttempt | null {
  const { key, body } = stored as PaymentAttempt;
  return typeof key === 'string' && typeof body === 'string' ? { key, body } : null;
}
