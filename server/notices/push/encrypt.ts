import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys that a browser gives to a sender of push messages (RFC 8291): bytes of an uncompressed P-256 point, and 16 secret bytes. */
interface BrowserKeys {
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** Push services take 4096 bytes at least; one record holds all of a message, with 16 bytes of tag and 1 of padding. */
const recordBytes = 4_096;
const headerBytes = 86;
/** The longest text that one message can carry, in bytes. */
export const mostPlainBytes = recordBytes - headerBytes - 17;

/**
 * Encrypts a push message for one browser: the body of the request, with `Content-Encoding: aes128gcm` (RFC 8291 and 8188).
 *
 * @param fresh the sender's private key (32 bytes) and the salt (16 bytes), only so that a test can compare
 * @throws Error for a key that is no point of the curve
 */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: BrowserKeys,
  fresh: { readonly privateKey: Buffer; readonly salt: Buffer } | null = null,
): Buffer {
  if (plain.length > mostPlainBytes) throw new RangeError(`a push message of ${plain.length} bytes is too long`);
  const own = createECDH('prime256v1');
  if (fresh === null) own.generateKeys();
  else own.setPrivateKey(fresh.privateKey);
  const ownPublic = own.getPublicKey();
  const salt = fresh?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic]);
  const input = derive(own.computeSecret(p256dh), auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The last record ends with 2.
  const sealed = [cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(recordBytes);
  sizes.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([salt, sizes, ownPublic, ...sealed]);
}

function derive(input: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes));
}
