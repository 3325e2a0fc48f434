import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { BeaconChain } from './beacon.ts';
import { equalBytes, toHex, writeU64 } from './bytes.ts';

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

/**
 * The places in the list of those rounds of one chain whose signature is wrong. All of them together take a fifth of the time of each by
 * itself: where the sum of the signatures, each with a random weight, is signed as the same sum of the messages, then all are right. Only
 * where it is not, each is looked at.
 *
 * @param randomBytes secret from whoever chose the signatures: somebody who knew a weight beforehand could let two false ones cancel out
 */
export function findFalseRounds(
  chain: BeaconChain,
  rounds: readonly { readonly round: number; readonly signature: Uint8Array }[],
  randomBytes: (length: number) => Uint8Array,
): number[] {
  if (rounds.length > 1 && areSigned(chain, rounds, randomBytes)) return [];
  return rounds.flatMap(({ round, signature }, index) =>
    verifyBeaconSignature(chain, round, signature) ? [] : [index],
  );
}

/** A wrong sum is right by chance once in 2^128 times. */
const weightBytes = 16;

function areSigned(
  chain: BeaconChain,
  rounds: readonly { readonly round: number; readonly signature: Uint8Array }[],
  randomBytes: (length: number) => Uint8Array,
): boolean {
  try {
    let signatures = bls12_381.G1.Point.ZERO;
    let messages = bls12_381.G1.Point.ZERO;
    for (const { round, signature } of rounds) {
      // It refuses a point outside of the group.
      const point = shortSignatures.Signature.fromBytes(signature);
      if (!equalBytes(shortSignatures.Signature.toBytes(point), signature)) return false;
      const weight = BigInt(`0x${toHex(randomBytes(weightBytes))}`) + 1n;
      signatures = signatures.add(point.multiplyUnsafe(weight));
      messages = messages.add(beaconMessage(round).multiplyUnsafe(weight));
    }
    return shortSignatures.verify(signatures, messages, chain.publicKey);
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
