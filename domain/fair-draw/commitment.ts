import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, requireHash, tag } from './bytes.ts';

const seedTag = tag('izi.seed.v1');

/** C = H(tag ‖ drawHash ‖ S). It binds the operator to a seed before sales open, without revealing the seed. */
export function commitmentTo(drawHash: Uint8Array, seed: Uint8Array): Uint8Array {
  return sha256(concatBytes(seedTag, requireHash(drawHash, 'draw hash'), requireHash(seed, 'seed')));
}
