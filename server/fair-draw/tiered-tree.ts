import { concatBytes, hashLength } from '#domain/fair-draw/bytes.ts';
import { findLeaf } from '#domain/fair-draw/leaves.ts';
import { buildTree, inclusionPath, merkleRoot } from '#domain/fair-draw/merkle.ts';
import { platformHash } from './platform-hash.ts';

/**
 * A draw's tree as it is stored: tiers of chunks of up to 256 hashes. Each tier holds the roots of the chunks below, up to a
 * tier with one chunk. 256 is a power of two, so a chunk's root is a node of the whole tree, and a path through the tree
 * goes through one chunk of each tier.
 */
export interface TieredTree {
  readonly root: Uint8Array;
  /** The leaves first; none for a draw without tickets. */
  readonly tiers: readonly Uint8Array[];
}

export const hashesPerChunk = 256;
export const chunkLength = hashesPerChunk * hashLength;

/**
 * @param leaves in the tree's order
 * @param roots of the chunks of the leaves, where they are known
 */
export function buildTiers(leaves: Uint8Array, roots?: Uint8Array): TieredTree {
  if (leaves.length === 0) return { root: merkleRoot(leaves), tiers: [] };
  const tiers = [leaves];
  let top = roots ?? chunkRoots(leaves);
  while (top.length > hashLength) {
    tiers.push(top);
    top = chunkRoots(top);
  }
  return { root: top, tiers };
}

/** The roots of the chunks of a tier, or of a part of it that begins where a chunk does. */
export function chunkRoots(tier: Uint8Array): Uint8Array {
  const roots: Uint8Array[] = [];
  for (let start = 0; start < tier.length; start += chunkLength) {
    roots.push(merkleRoot(tier.subarray(start, start + chunkLength), platformHash));
  }
  return concatBytes(...roots);
}

/** More than any draw needs: 256⁶ leaves are 2.8 × 10¹⁴. */
const mostTiers = 6;

/** The numbers of the chunks that the path of a leaf goes through, from the lowest tier up. */
export function chunksOfPath(index: number): number[] {
  return Array.from({ length: mostTiers }, (_, tier) => Math.floor(index / hashesPerChunk ** (tier + 1)));
}

/** The path of a leaf, from those chunks of `chunksOfPath` that exist. */
export function pathThroughChunks(index: number, chunks: readonly Uint8Array[]): Uint8Array[] {
  return chunks.flatMap((chunk, tier) => {
    const place = Math.floor(index / hashesPerChunk ** tier) % hashesPerChunk;
    return inclusionPath(buildTree(chunk), place);
  });
}

/** The index of a leaf in the tree, given the only chunk that can hold it; null where it is not there. */
export function placeInChunk(leaf: Uint8Array, number: number, chunk: Uint8Array): number | null {
  const place = findLeaf(chunk, leaf);
  return place === -1 ? null : number * hashesPerChunk + place;
}
