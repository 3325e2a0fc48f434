import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashLength, toHex } from '#domain/fair-draw/bytes.ts';
import { sortLeaves } from '#domain/fair-draw/leaves.ts';
import { buildTree, inclusionPath, treeRoot } from '#domain/fair-draw/merkle.ts';
import { buildTiers, chunkLength, chunksOfPath, pathThroughChunks, placeInChunk } from './tiered-tree.ts';

function makeLeaves(count: number): Uint8Array {
  const leaves = new Uint8Array(count * hashLength);
  for (let index = 0; index < count; index++) {
    leaves.set(createHash('sha256').update(String(index)).digest(), index * hashLength);
  }
  return sortLeaves(leaves);
}

const chunkOf = (tier: Uint8Array, chunk: number) => tier.subarray(chunk * chunkLength, (chunk + 1) * chunkLength);

test.each([1, 2, 3, 255, 256, 257, 511, 512, 513, 1_000, 65_536, 65_537, 66_000])(
  'the tree of %i leaves in chunks equals the tree itself',
  (count) => {
    const leaves = makeLeaves(count);
    const tree = buildTree(leaves);
    const { root, tiers } = buildTiers(leaves);
    expect(root).toEqual(treeRoot(tree));
    expect(tiers).toHaveLength(Math.max(1, Math.ceil(Math.log2(count) / 8)));
    const places = count < 1_000 ? [...Array(count).keys()] : [0, 1, 255, 256, count >> 1, count - 2, count - 1];
    for (const index of places) {
      const chunks = chunksOfPath(index);
      const path = pathThroughChunks(
        index,
        tiers.map((tier, number) => chunkOf(tier, chunks[number]!)),
      );
      // As texts: Vitest compares arrays of bytes one byte at a time, and here are thousands.
      expect(path.map(toHex)).toEqual(inclusionPath(tree, index).map(toHex));
      const leaf = leaves.subarray(index * hashLength, (index + 1) * hashLength);
      expect(placeInChunk(leaf, chunks[0]!, chunkOf(leaves, chunks[0]!))).toBe(index);
    }
  },
);

test('no leaves have the root of the empty tree, and no chunks', () => {
  expect(buildTiers(new Uint8Array(0))).toEqual({ root: treeRoot(buildTree(new Uint8Array(0))), tiers: [] });
});

test('an unknown leaf has no place', () => {
  expect(placeInChunk(new Uint8Array(hashLength), 0, makeLeaves(10))).toBeNull();
});
