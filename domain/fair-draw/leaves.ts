import { hashLength, readU32 } from './bytes.ts';
import { countLeaves } from './merkle.ts';

/** Leaf hashes, flat, in the tree's order: bytewise ascending, so that the order reveals nothing about who bet when. */
export function sortLeaves(leaves: Uint8Array): Uint8Array {
  const count = countLeaves(leaves);
  // Nearly all hashes differ in their first four bytes; only those that do not are compared in full.
  const prefixes = new Uint32Array(count);
  const order = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    prefixes[index] = readU32(leaves, index * hashLength);
    order[index] = index;
  }
  order.sort((left, right) => prefixes[left]! - prefixes[right]! || compareLeaves(leaves, left, right));
  const sorted = new Uint8Array(leaves.length);
  order.forEach((from, to) => {
    sorted.set(leaves.subarray(from * hashLength, (from + 1) * hashLength), to * hashLength);
  });
  return sorted;
}

/** The first leaf that is not above the one before it; null when the leaves are strictly ascending. */
export function findDisorder(leaves: Uint8Array): { index: number; duplicate: boolean } | null {
  for (let index = 1; index < countLeaves(leaves); index++) {
    const difference = compareLeaves(leaves, index - 1, index);
    if (difference >= 0) return { index, duplicate: difference === 0 };
  }
  return null;
}

/** The index of a leaf among sorted leaves; −1 when it is not there. */
export function findLeaf(leaves: Uint8Array, leaf: Uint8Array): number {
  let low = 0;
  let high = countLeaves(leaves) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const difference = compareBytes(leaves, middle * hashLength, leaf, 0);
    if (difference === 0) return middle;
    if (difference < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function compareLeaves(leaves: Uint8Array, left: number, right: number): number {
  return compareBytes(leaves, left * hashLength, leaves, right * hashLength);
}

function compareBytes(left: Uint8Array, leftStart: number, right: Uint8Array, rightStart: number): number {
  for (let offset = 0; offset < hashLength; offset++) {
    const difference = left[leftStart + offset]! - right[rightStart + offset]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
