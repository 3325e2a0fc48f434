import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, requireHash, tag } from './bytes.ts';

export const signatureLength = 64;
export const operatorKeyLength = 32;

const commitmentTag = tag('izi.comm.v1');
const receiptTag = tag('izi.rcpt.v1');

/** The bytes that the operator signs before sales open. */
export function commitmentMessage(drawHash: Uint8Array, commitment: Uint8Array): Uint8Array {
  return concatBytes(commitmentTag, requireHash(drawHash, 'draw hash'), requireHash(commitment, 'commitment'));
}

/** The bytes that the operator signs for a ticket: the promise that its leaf will be in the draw's tree. */
export function receiptMessage(drawHash: Uint8Array, leaf: Uint8Array): Uint8Array {
  return concatBytes(receiptTag, requireHash(drawHash, 'draw hash'), requireHash(leaf, 'leaf'));
}

/** The bytes that the operator signs for a seal: Z itself, which begins with a tag of its own. */
export function sealMessage(sealRecord: Uint8Array): Uint8Array {
  return sealRecord;
}

/** Verifies an Ed25519 signature by RFC 8032's strict rules; a malformed signature or key gives false as well. */
export function verifySignature(signature: Uint8Array, message: Uint8Array, operatorKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, operatorKey, { zip215: false });
  } catch {
    return false;
  }
}
