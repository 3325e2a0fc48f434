import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, drawVectors, merkleVectors } from '#tests/vectors/vectors.ts';
import { concatBytes, toHex } from './bytes.ts';
import { findDisorder, findLeaf, sortLeaves } from './leaves.ts';
import { buildTree, inclusionPath, merkleRoot, pathLength, treeRoot, verifyInclusion } from './merkle.ts';

function hash(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(
    createHash('sha256')
      .update(concatBytes(...parts))
      .digest(),
  );
}

/** The leaves H(0x00 ‖ u32 i), flat. */
function numberedLeaves(size: number): Uint8Array {
  const leaves = new Uint8Array(size * 32);
  for (let index = 0; index < size; index++) {
    leaves.set(hash(Uint8Array.of(0, index >>> 24, index >>> 16, index >>> 8, index)), index * 32);
  }
  return leaves;
}

function leafAt(leaves: Uint8Array, index: number): Uint8Array {
  return leaves.slice(index * 32, index * 32 + 32);
}

describe('the tree hashes of RFC 6962 and RFC 9162', () => {
  const leaves = concatBytes(...merkleVectors.inputs.map((input) => hash(Uint8Array.of(0x00), bytesOf(input))));

  test.each(merkleVectors.roots.map((root, index) => ({ size: index + 1, root })))(
    'the root of $size leaves',
    ({ size, root }) => {
      expect(toHex(merkleRoot(leaves.subarray(0, size * 32)))).toBe(root);
      expect(toHex(treeRoot(buildTree(leaves.subarray(0, size * 32))))).toBe(root);
    },
  );

  test('the root of no leaves', () => {
    expect(toHex(merkleRoot(new Uint8Array(0)))).toBe(merkleVectors.emptyRoot);
    expect(toHex(treeRoot(buildTree(new Uint8Array(0))))).toBe(merkleVectors.emptyRoot);
  });

  test.each(merkleVectors.paths)('the path of leaf $index of $size', ({ index, size, path }) => {
    const tree = buildTree(leaves.subarray(0, size * 32));
    expect(inclusionPath(tree, index).map(toHex)).toEqual(path);
    expect(verifyInclusion(leafAt(leaves, index), index, size, path.map(bytesOf), treeRoot(tree))).toBe(true);
  });
});

test.each(drawVectors.trees)('the independent implementation’s root of $size leaves', ({ size, root }) => {
  const leaves = numberedLeaves(size);
  const before = leaves.slice();
  expect(toHex(merkleRoot(leaves))).toBe(root);
  expect(toHex(treeRoot(buildTree(leaves)))).toBe(root);
  expect(leaves).toEqual(before);
});

test('every leaf of every tree up to 70 leaves has a path, which proves that leaf at that place and nowhere else', () => {
  const all = numberedLeaves(70);
  for (let size = 1; size <= 70; size++) {
    const tree = buildTree(all.subarray(0, size * 32));
    const root = treeRoot(tree);
    for (let index = 0; index < size; index++) {
      const path = inclusionPath(tree, index);
      expect(path).toHaveLength(pathLength(index, size));
      expect(verifyInclusion(leafAt(all, index), index, size, path, root)).toBe(true);
      expect(verifyInclusion(leafAt(all, index), (index + 1) % size, size, path, root)).toBe(size === 1);
      expect(verifyInclusion(leafAt(all, index), index + size, size, path, root)).toBe(false);
    }
  }
});

test('a path that was shortened, lengthened or changed proves nothing', () => {
  const all = numberedLeaves(1_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 1_000 }),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (size, a, b, flip) => {
        const tree = buildTree(all.subarray(0, size * 32));
        const index = a % size;
        const leaf = leafAt(all, index);
        const path = inclusionPath(tree, index);
        const holds = (other: Uint8Array[]) => verifyInclusion(leaf, index, size, other, treeRoot(tree));
        expect(holds(path)).toBe(true);
        expect(holds(path.slice(1))).toBe(false);
        expect(holds(path.slice(0, -1))).toBe(false);
        expect(holds([...path, path[0]!])).toBe(false);
        const changed = path.map((node) => node.slice());
        changed[b % path.length]![b % 32]! ^= flip;
        expect(holds(changed)).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
});

test('an inner node is not accepted as a leaf, neither by its index in a smaller tree nor by its content', () => {
  const leaves = numberedLeaves(8);
  const tree = buildTree(leaves);
  const inner = leafAt(tree.levels[1]!, 2);
  const upperPath = inclusionPath(tree, 4).slice(1);
  // In a tree of four it would be a leaf; the sealed size says that there are eight.
  expect(verifyInclusion(inner, 2, 4, upperPath, treeRoot(tree))).toBe(true);
  expect(verifyInclusion(inner, 2, 8, upperPath, treeRoot(tree))).toBe(false);
  const children = concatBytes(leafAt(leaves, 4), leafAt(leaves, 5));
  expect(hash(Uint8Array.of(0x01), children)).toEqual(inner);
  expect(hash(Uint8Array.of(0x00), children)).not.toEqual(inner);
});

test('a path that is too long for the named tree size proves nothing', () => {
  const leaves = numberedLeaves(8);
  const tree = buildTree(leaves);
  // The last leaf of eight has left siblings only, as the last of four has, one fewer.
  expect(verifyInclusion(leafAt(leaves, 7), 7, 8, inclusionPath(tree, 7), treeRoot(tree))).toBe(true);
  expect(verifyInclusion(leafAt(leaves, 7), 3, 4, inclusionPath(tree, 7), treeRoot(tree))).toBe(false);
});

test('a path exists only for a leaf of the tree', () => {
  const tree = buildTree(numberedLeaves(3));
  for (const index of [-1, 3, 0.5, Number.NaN]) expect(() => inclusionPath(tree, index)).toThrow(RangeError);
});

describe('the order of leaves', () => {
  /** Leaves that often have the same first bytes, which real ones hardly ever have. */
  const similar = fc
    .array(fc.tuple(fc.nat(2), fc.nat(255)), { maxLength: 60 })
    .map((pairs) => concatBytes(...pairs.map(([first, last]) => Uint8Array.of(first, ...new Uint8Array(30), last))));

  test('is the order of their bytes', () => {
    fc.assert(
      fc.property(similar, (leaves) => {
        const hexes = Array.from({ length: leaves.length / 32 }, (_, index) => toHex(leafAt(leaves, index)));
        expect(toHex(sortLeaves(leaves))).toBe(hexes.toSorted().join(''));
      }),
    );
    const random = numberedLeaves(3_000);
    expect(findDisorder(sortLeaves(random))).toBeNull();
    expect(findDisorder(random)).not.toBeNull();
  });

  test('finds an existing leaf, and no other', () => {
    const leaves = sortLeaves(numberedLeaves(100));
    for (let index = 0; index < 100; index++) expect(findLeaf(leaves, leafAt(leaves, index))).toBe(index);
    expect(findLeaf(leaves, new Uint8Array(32))).toBe(-1);
    expect(findLeaf(leaves, new Uint8Array(32).fill(255))).toBe(-1);
    expect(findLeaf(new Uint8Array(0), new Uint8Array(32))).toBe(-1);
  });

  test('distinguishes a duplicate from a wrong order', () => {
    const [a, b] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    expect(findDisorder(concatBytes(a, b))).toBeNull();
    expect(findDisorder(concatBytes(a, a))).toEqual({ index: 1, duplicate: true });
    expect(findDisorder(concatBytes(a, b, a))).toEqual({ index: 2, duplicate: false });
  });
});
