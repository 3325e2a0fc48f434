import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, hashLength, type Hash } from './bytes.ts';

/**
 * The tree of RFC 9162 §2.1 over leaf hashes. The hashes are in one flat array, one after the other: a million leaves are
 * one allocation and one download, and give the garbage collector no work.
 *
 * The RFC splits n leaves at the largest power of two below n. Pairing neighbours level by level, and moving an odd last
 * node up unchanged, gives the same tree from the bottom.
 */
export interface MerkleTree {
  readonly size: number;
  /** The leaves first, then each level above; the last level is the root. */
  readonly levels: readonly Uint8Array[];
}

const emptyRoot = sha256(new Uint8Array(0));

export function countLeaves(leaves: Uint8Array): number {
  return leaves.length / hashLength;
}

/** Every node of the tree: twice the leaves' memory, and then any path in O(log n). */
export function buildTree(leaves: Uint8Array): MerkleTree {
  const size = countLeaves(leaves);
  const levels = [leaves];
  for (let count = size; count > 1; count = Math.ceil(count / 2)) {
    const above = new Uint8Array(Math.ceil(count / 2) * hashLength);
    hashLevel(levels.at(-1)!, count, above, sha256);
    levels.push(above);
  }
  return { size, levels };
}

export function treeRoot(tree: MerkleTree): Uint8Array {
  return tree.size === 0 ? emptyRoot : tree.levels.at(-1)!;
}

/** The sibling hashes from the leaf at `index` up to the root, lowest first; log2(n) copies of 32 bytes. */
export function inclusionPath(tree: MerkleTree, index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= tree.size) throw new RangeError(`no leaf ${index}`);
  const path: Uint8Array[] = [];
  let position = index;
  for (const level of tree.levels.slice(0, -1)) {
    const sibling = nodeAt(level, position ^ 1);
    // The last node of an odd level has no sibling and moves up unchanged.
    if (sibling.length > 0) path.push(sibling.slice());
    position >>>= 1;
  }
  return path;
}

/**
 * The root alone, in a copy of the leaves that is overwritten level by level.
 *
 * @param hash SHA-256; the server gives its platform's
 */
export function merkleRoot(leaves: Uint8Array, hash: Hash = sha256): Uint8Array {
  if (leaves.length === 0) return emptyRoot;
  const nodes = leaves.slice();
  for (let count = countLeaves(leaves); count > 1; count = Math.ceil(count / 2)) hashLevel(nodes, count, nodes, hash);
  return nodes.slice(0, hashLength);
}

/** Whether a path proves that `leaf` is leaf number `index` of the `size` leaves under `root` (RFC 9162 §2.1.3.2). */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (index >= size || path.some((node) => node.length !== hashLength)) return false;
  let position = index;
  let last = size - 1;
  let node = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      node = hashNode(sibling, node);
      while (position % 2 === 0 && position !== 0) {
        position /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      node = hashNode(node, sibling);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(node, root);
}

/** How many hashes the path of a leaf must have. */
export function pathLength(index: number, size: number): number {
  let length = 0;
  for (let position = index, last = size - 1; last > 0; last = Math.floor(last / 2)) {
    if (position % 2 === 1 || position < last) length += 1;
    position = Math.floor(position / 2);
  }
  return length;
}

/** Hashes `count` nodes in pairs. `above` may be `below` itself, because a pair is read before its place is written. */
function hashLevel(below: Uint8Array, count: number, above: Uint8Array, hash: Hash): void {
  const pairs = Math.floor(count / 2);
  for (let pair = 0; pair < pairs; pair++) {
    const start = pair * 2 * hashLength;
    node65.set(below.subarray(start, start + 2 * hashLength), 1);
    above.set(hash(node65), pair * hashLength);
  }
  if (count % 2 === 1) above.set(nodeAt(below, count - 1), pairs * hashLength);
}

/** Every node is hashed from this one buffer, so that a tree allocates none per node. */
const node65 = new Uint8Array(1 + 2 * hashLength);
node65[0] = 0x01;

/** H(0x01 ‖ left ‖ right). The prefix prevents an inner node from being accepted as a leaf. */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  node65.set(left, 1);
  node65.set(right, 1 + hashLength);
  return sha256(node65);
}

function nodeAt(level: Uint8Array, position: number): Uint8Array {
  return level.subarray(position * hashLength, (position + 1) * hashLength);
}
