import { openSigner } from '#server/keys/ed25519.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { openSealed, seal } from '#server/keys/sealed.ts';

/** One of the operator's keys, with its secret. */
export interface Signer {
  /** Ed25519, 32 bytes, public. */
  readonly operatorKey: Buffer;
  /** Ed25519 over the message itself; deterministic. */
  sign(message: Uint8Array): Buffer;
}

/**
 * The operator's keys, which are not in the database: those that sign, and those that encrypt the secrets of draws. As a
 * signer it is the current key.
 */
export interface DrawKeys extends Signer {
  /** The current one first. */
  readonly signers: readonly Signer[];
  /** The signer with this public key; undefined where this process does not hold it. */
  signerOf(operatorKey: Uint8Array): Signer | undefined;
  /** Null in a process that only serves the web. */
  readonly seedKeys: KeyRing | null;
  /** The draw's hash is additional data, so that the secrets of two draws cannot be swapped. */
  encryptSecrets(secrets: DrawSecrets, drawHash: Uint8Array): Buffer;
  /** @throws Error when the key is not held, or the bytes were not encrypted for this draw */
  decryptSecrets(encrypted: Uint8Array, drawHash: Uint8Array): DrawSecrets;
}

/** Random values of one draw, never reused; 32 bytes each. */
interface DrawSecrets {
  /** S, which the commitment is to. */
  readonly seed: Uint8Array;
  /** The salts of its tickets are derived from this. Never published. */
  readonly saltKey: Uint8Array;
}

const keyLength = 32;

/**
 * @param seedKeys null where the process has none
 * @param operatorKeys the 32 bytes of Ed25519 secret keys
 */
export function openDrawKeys(seedKeys: KeyRing | null, operatorKeys: KeyRing): DrawKeys {
  const signers = operatorKeys.all.map(({ secret }): Signer => {
    const { publicKey: operatorKey, sign } = openSigner(secret);
    return { operatorKey, sign };
  });

  function ring(): KeyRing {
    if (!seedKeys) throw new Error('this process has no SEED_KEY');
    return seedKeys;
  }

  function encryptSecrets({ seed, saltKey }: DrawSecrets, drawHash: Uint8Array): Buffer {
    return seal(ring(), Buffer.concat([seed, saltKey]), drawHash);
  }

  return {
    ...signers[0]!,
    signers,
    signerOf: (operatorKey) => signers.find((signer) => signer.operatorKey.equals(operatorKey)),
    seedKeys,
    encryptSecrets,
    decryptSecrets: (encrypted, drawHash) => openSecrets(ring(), encrypted, drawHash),
  };
}

/**
 * Decrypts the secrets of a draw.
 *
 * @throws Error when the ring does not hold their key, or the bytes were not encrypted for this draw
 */
export function openSecrets(seedKeys: KeyRing, encrypted: Uint8Array, drawHash: Uint8Array): DrawSecrets {
  const secrets = openSealed(seedKeys, encrypted, drawHash);
  return { seed: secrets.subarray(0, keyLength), saltKey: secrets.subarray(keyLength) };
}
