import { uuidv7 } from '#domain/uuid.ts';
import type { ApiError } from '#web/api/errors.ts';
import type { ClientKey } from '#web/storage/storage.ts';

/** The two calls that move money in or out and so must never be made twice by accident. */
export type Movement = 'deposit' | 'withdraw';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The idempotency key for sending this body. It is minted once and kept until a definite answer, also through a closed
 * sheet and a reloaded page, so that a retry after a lost answer cannot move the money twice. Another body is another
 * attempt with a key of its own.
 */
export function attemptKey(movement: Movement, body: unknown, at: number, store: Store = sessionStorage): string {
  const written = JSON.stringify(body);
  const kept = readAttempt(movement, store);
  if (kept?.body === written) return kept.key;
  const key = uuidv7(at, crypto.getRandomValues(new Uint8Array(10)));
  store.setItem(storageKey(movement), JSON.stringify({ key, body: written }));
  return key;
}

/** To be called once the server has answered for certain, yes or no: the next attempt is a new one. */
export function endAttempt(movement: Movement, store: Store = sessionStorage): void {
  store.removeItem(storageKey(movement));
}

/** Whether a failed call was refused for certain. After any other failure the money may have moved. */
export function wasRefused(error: ApiError): boolean {
  return error.code !== null && error.status !== null && error.status < 500;
}

function readAttempt(movement: Movement, store: Store): { key: string; body: string } | null {
  const kept = store.getItem(storageKey(movement));
  return kept === null ? null : (JSON.parse(kept) as { key: string; body: string });
}

function storageKey(movement: Movement): ClientKey {
  return `attempt.${movement}`;
}
