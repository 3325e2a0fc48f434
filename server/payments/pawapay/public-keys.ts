import { createPublicKey, type KeyObject } from 'node:crypto';
import { fieldsOf, type Reply } from '#server/payments/call.ts';
import { keepAnswer, shortLimitMs, type Send } from './calls.ts';

/**
 * The keys that pawaPay signs its notices with, by id. They are asked for each hour, and when a notice names one that we do not
 * know, at most once a minute: anybody can send us such a notice.
 */
export function createPublicKeys(send: Send, now: () => number) {
  const kept = keepAnswer(
    async () => readKeys(await send('GET', 'public-key/http', undefined, shortLimitMs)),
    { freshMs: 3_600_000, usableMs: 86_400_000, pauseMs: 60_000 },
    now,
  );
  return async (keyId: string): Promise<KeyObject | null> => {
    const known = (await kept.read())?.get(keyId);
    return known ?? (await kept.readAgain())?.get(keyId) ?? null;
  };
}

/** Null when the answer has no key that we can use. */
export function readKeys(reply: Reply): Map<string, KeyObject> | null {
  if (reply.kind !== 'answered' || reply.status !== 200 || !Array.isArray(reply.body)) return null;
  const keys = new Map<string, KeyObject>();
  for (const entry of reply.body) {
    const { id, key } = fieldsOf(entry);
    const read = typeof key === 'string' ? readKey(key) : null;
    if (typeof id === 'string' && read !== null) keys.set(id, read);
  }
  return keys.size === 0 ? null : keys;
}

function readKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
