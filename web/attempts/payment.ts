import { keepAttempts, mintId, type Attempts } from './attempt.ts';

/** The two calls that move money in or out and so must never be made twice by accident. */
export type Movement = 'deposit' | 'withdraw';

interface PaymentAttempt {
  /** The idempotency key it is sent under. */
  readonly key: string;
  /** The body as JSON. */
  readonly body: string;
}

/** In session storage: a payment is tried again in the tab that it was begun in. */
const attempts: Readonly<Record<Movement, Attempts<PaymentAttempt>>> = {
  deposit: keepAttempts('sessionStorage', 'attempt.deposit', readAttempt),
  withdraw: keepAttempts('sessionStorage', 'attempt.withdraw', readAttempt),
};

/**
 * The idempotency key for sending this body. It is minted once and kept until the payment is there, also through a closed
 * sheet and a reloaded page, so that a retry after a lost answer cannot move the money twice. Another body is another
 * attempt with a key of its own.
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

/** To be called once the payment is there: the next attempt is a new one. */
export function endAttempt(movement: Movement): void {
  attempts[movement].keep(null);
}

/**
 * Whether the server keeps this refusal under the key, so that the next try needs a new one. After all others the key stays:
 * a try that was refused, such as for its rate, may come after one that was carried out and whose answer was lost.
 */
export function spendsKey(code: string | null): boolean {
  return code === 'payment_rejected' || code === 'idempotency_mismatch';
}

function readAttempt(stored: unknown): PaymentAttempt | null {
  const { key, body } = stored as PaymentAttempt;
  return typeof key === 'string' && typeof body === 'string' ? { key, body } : null;
}
