import { createCipheriv, createDecipheriv, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';

/** The operator's keys, which are not in the database: the signing key, and the key that encrypts the secrets of draws. */
export interface DrawKeys {
  /** Ed25519, 32 bytes, public. */
  readonly operatorKey: Buffer;
  /** Ed25519 over the message itself; deterministic. */
  sign(message: Uint8Array): Buffer;
  /** AES-256-GCM with the draw's hash as additional data, so that the secrets of two draws cannot be swapped. */
  encryptSecrets(secrets: DrawSecrets, drawHash: Uint8Array): Buffer;
  /** @throws Error when the key is wrong, or the bytes were not encrypted for this draw */
  decryptSecrets(encrypted: Uint8Array, drawHash: Uint8Array): DrawSecrets;
}

/** Random values of one draw, never reused; 32 bytes each. */
export interface DrawSecrets {
  /** S, which the commitment is to. */
  readonly seed: Uint8Array;
  /** The salts of its tickets are derived from this. Never published. */
  readonly saltKey: Uint8Array;
}

const keyLength = 32;
const ivLength = 12;
const tagLength = 16;

/** What precedes the 32 bytes of an Ed25519 secret in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * @param seedKey 32 bytes
 * @param operatorSecret the 32 bytes of an Ed25519 secret key
 */
export function openDrawKeys(seedKey: Uint8Array, operatorSecret: Uint8Array): DrawKeys {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, operatorSecret]),
    format: 'der',
    type: 'pkcs8',
  });
  const operatorKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-keyLength);

  function encryptSecrets({ seed, saltKey }: DrawSecrets, drawHash: Uint8Array): Buffer {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', seedKey, iv, { authTagLength: tagLength }).setAAD(drawHash);
    const encrypted = Buffer.concat([cipher.update(seed), cipher.update(saltKey), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
  }

  function decryptSecrets(encrypted: Uint8Array, drawHash: Uint8Array): DrawSecrets {
    const iv = encrypted.subarray(0, ivLength);
    const decipher = createDecipheriv('aes-256-gcm', seedKey, iv, { authTagLength: tagLength })
      .setAAD(drawHash)
      .setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
    const secrets = Buffer.concat([decipher.update(encrypted.subarray(ivLength + tagLength)), decipher.final()]);
    return { seed: secrets.subarray(0, keyLength), saltKey: secrets.subarray(keyLength) };
  }

  return { operatorKey, sign: (message) => sign(null, message, privateKey), encryptSecrets, decryptSecrets };
}
