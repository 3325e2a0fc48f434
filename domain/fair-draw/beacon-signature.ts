import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { BeaconChain } from './beacon.ts';
import { equalBytes, writeU64 } from './bytes.ts';

const { shortSignatures } = bls12_381;
const domainSeparation = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/**
 * Whether these 48 bytes are the chain's signature of a round. This is a separate file because the pairing is most of the
 * code of a check, and a draw without a beacon does not need it.
 */
export function verifyBeaconSignature(chain: BeaconChain, round: number, signature: Uint8Array): boolean {
  try {
    const point = shortSignatures.Signature.fromBytes(signature);
    // The draw's randomness is the hash of these bytes, so a second encoding of the same point must be refused.
    if (!equalBytes(shortSignatures.Signature.toBytes(point), signature)) return false;
    return shortSignatures.verify(point, beaconMessage(round), chain.publicKey);
  } catch {
    return false;
  }
}

/** The point of G1 that the chain signs for a round: its number, hashed, then hashed to the curve. */
export function beaconMessage(round: number): ReturnType<typeof shortSignatures.hash> {
  const bytes = new Uint8Array(8);
  writeU64(bytes, 0, round);
  return shortSignatures.hash(sha256(bytes), domainSeparation);
}
