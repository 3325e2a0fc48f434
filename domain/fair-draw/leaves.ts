import { hashLength, readU32 } from './bytes.ts';
import { countLeaves } from './merkle.ts';

const wordsPerHash = hashLength / 4;

/** Leaf hashes, flat, in the tree's order: bytewise ascending, so that the order reveals nothing about who bet when. */
export function sortLeaves(leaves: Uint8Array): Uint8Array {
  const count = countLeaves(leaves);
  // A number of 53 bits holds a leaf's place, and before it as much of the leaf's beginning as there is room for. Numbers are sorted without
  // a call for each comparison, and nearly all leaves differ in their beginnings.
  const places = 2 ** Math.max(21, Math.ceil(Math.log2(count)));
  const spare = places / 2 ** 21;
  const keys = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    keys[index] = Math.floor(readU32(leaves, index * hashLength) / spare) * places + index;
  }
  keys.sort();
  const order = Uint32Array.from(keys, (key) => key % places);
  sortAlike(
    order,
    (at) => Math.floor(keys[at]! / places),
    (left, right) => compareLeaves(leaves, left, right),
  );

  // Four bytes at a time.
  const { buffer, byteOffset } = leaves.byteOffset % 4 === 0 ? leaves : leaves.slice();
  const from = new Uint32Array(buffer, byteOffset, leaves.length / 4);
  const sorted = new Uint32Array(from.length);
  for (let to = 0, place = 0; place < count; place++) {
    const start = order[place]! * wordsPerHash;
    for (let word = start; word < start + wordsPerHash; word++) sorted[to++] = from[word]!;
  }
  return new Uint8Array(sorted.buffer);
}

/** Sorts each run of neighbours that begin alike by all of their bytes. */
function sortAlike(
  order: Uint32Array,
  beginningOf: (at: number) => number,
  compare: (left: number, right: number) => number,
): void {
  for (let start = 0, end = 1; end <= order.length; end++) {
    if (end < order.length && beginningOf(end) === beginningOf(start)) continue;
    if (end - start > 1) order.subarray(start, end).sort(compare);
    start = end;
  }
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
