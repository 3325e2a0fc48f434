import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';

const nonceBytes = 12;
const tagBytes = 16;

export interface Sealed {
  /** Which key seals it. */
  readonly keyId: string;
  /** AES-256-GCM: a nonce of 12 bytes, the ciphertext, a tag of 16 bytes. */
  readonly bytes: Buffer;
}

/** Seals the secrets of authenticator apps. A secret is bound to its client: in another client's row it does not open. */
export interface FactorKeys {
  readonly ids: readonly string[];
  seal(secret: Buffer, clientId: number): Sealed;
  /** @throws Error when the key is missing, or the bytes were changed or belong to another client */
  open(sealed: Sealed, clientId: number): Buffer;
  /** Whether the newest key seals it. */
  isCurrent(sealed: Sealed): boolean;
}

/** @param keys 32 bytes each. The first one seals, and the others open what they sealed before. */
export function openFactorKeys(keys: readonly Buffer[]): FactorKeys {
  const byId = new Map(keys.map((key) => [idOf(key), key] as const));
  const [current] = byId.keys();
  if (current === undefined) throw new Error('there is no key for factors');

  return {
    ids: [...byId.keys()],
    seal(secret, clientId) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', byId.get(current)!, nonce).setAAD(boundTo(clientId));
      const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
      return { keyId: current, bytes: Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]) };
    },
    open({ keyId, bytes }, clientId) {
      const key = byId.get(keyId);
      if (key === undefined) throw new Error(`FACTOR_KEY lacks the key ${keyId}`);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(boundTo(clientId))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
    isCurrent: ({ keyId }) => keyId === current,
  };
}

/** Derived from the key, so that two keys can never have the same id by mistake. It does not reveal the key. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('factor key id\n').update(key).digest('hex').slice(0, 16);
}

function boundTo(clientId: number): Buffer {
  return Buffer.from(`client ${clientId}`);
}

/** The id of a key that stored secrets need and that is not configured; null when none is missing. */
export async function findMissingFactorKey(db: Queryable, { ids }: FactorKeys): Promise<string | null> {
  const [row] = await db.query<{ key_id: string }>('select key_id from totp where key_id <> all ($1) limit 1', [ids]);
  return row?.key_id ?? null;
}
