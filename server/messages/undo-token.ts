import { createHmac } from 'node:crypto';

const tokenBytes = 16;

/**
 * The token of a link that undoes a change: 128 bits, as base64url. Only the nonce is stored, and a hash of the token, so nobody
 * can make a link from the database without `key`.
 *
 * @param nonce random, and new for each link
 */
export function undoToken(key: Uint8Array, nonce: Buffer): string {
  const mac = createHmac('sha256', key).update('undo\n').update(nonce).digest();
  return mac.subarray(0, tokenBytes).toString('base64url');
}
