import { createHmac } from 'node:crypto';

/** A secret with its id. */
interface NamedKey {
  /** 8 bytes that are derived from the secret and do not reveal it: stored values name their key by them. */
  readonly id: Buffer;
  readonly secret: Buffer;
}

/**
 * The keys of one purpose. New values are made with the current key. The former ones are for values from before the
 * change, and for values of processes that have the next key already.
 */
export interface KeyRing {
  readonly current: NamedKey;
  readonly former: readonly NamedKey[];
  /** The current key first. */
  readonly all: readonly NamedKey[];
}

export const keyIdLength = 8;

/**
 * @param former in any order; those that are named twice, or are the current key, count once
 */
export function openKeyRing(current: Uint8Array | string, former: readonly (Uint8Array | string)[] = []): KeyRing {
  const first = nameKey(current);
  const all = [first];
  for (const key of former.map(nameKey)) if (!all.some(({ id }) => id.equals(key.id))) all.push(key);
  return { current: first, former: all.slice(1), all };
}

/** The key with this id; undefined where the ring does not hold it. */
export function findKey({ all }: KeyRing, id: Uint8Array): NamedKey | undefined {
  return all.find((key) => key.id.equals(id));
}

function nameKey(key: Uint8Array | string): NamedKey {
  const secret = Buffer.from(key as Uint8Array);
  return { id: createHmac('sha256', secret).update('izi.key-id.v1').digest().subarray(0, keyIdLength), secret };
}
