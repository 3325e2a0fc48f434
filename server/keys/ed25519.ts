import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';

interface Ed25519Signer {
  /** 32 bytes. */
  readonly publicKey: Buffer;
  /** Over the message itself; deterministic. */
  sign(message: Uint8Array): Buffer;
}

const keyLength = 32;

/** The bytes before the 32 bytes of an Ed25519 secret in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret 32 bytes */
export function openSigner(secret: Uint8Array): Ed25519Signer {
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-keyLength);
  return { publicKey, sign: (message) => sign(null, message, privateKey) };
}
