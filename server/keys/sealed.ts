import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { findKey, keyIdLength, type KeyRing } from './key-ring.ts';

const ivLength = 12;
const tagLength = 16;
/** The bytes that sealing adds to a text. */
export const sealedOverhead = keyIdLength + ivLength + tagLength;

/** The ring does not hold the key that a value was sealed under. */
export class MissingKey extends Error {
  override readonly name = 'MissingKey';
  constructor(id: Uint8Array) {
    super(`the key ${Buffer.from(id).toString('hex')} is not among those that this process holds`);
  }
}

/**
 * Seals bytes with AES-256-GCM under the ring's current key: its id, the nonce, the tag, the ciphertext.
 *
 * @param ring of keys of 32 bytes
 * @param context what the bytes belong to: they cannot be opened as another's
 */
export function seal(ring: KeyRing, text: Uint8Array, context: Uint8Array): Buffer {
  const { id, secret } = ring.current;
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', secret, iv, { authTagLength: tagLength }).setAAD(context);
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([id, iv, cipher.getAuthTag(), encrypted]);
}

/**
 * Opens what `seal` made, under whichever key of the ring it names.
 *
 * @throws MissingKey
 * @throws Error when the bytes were changed, or were not sealed for this context
 */
export function openSealed(ring: KeyRing, sealed: Uint8Array, context: Uint8Array): Buffer {
  const id = keyIdOf(sealed);
  const key = findKey(ring, id);
  if (!key) throw new MissingKey(id);
  const encrypted = sealed.subarray(keyIdLength);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, encrypted.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
    .setAAD(context)
    .setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(encrypted.subarray(ivLength + tagLength)), decipher.final()]);
}

/** The id of the key that a sealed value names. */
export function keyIdOf(sealed: Uint8Array): Uint8Array {
  return sealed.subarray(0, keyIdLength);
}
