import { expect, it } from 'vitest';
import { bytesNamed } from '#tests/support/draws/fair-draw.ts';
import { concatBytes, toHex } from '#domain/fair-draw/bytes.ts';
import { buildTree, inclusionPath, treeRoot } from '#domain/fair-draw/merkle.ts';
import { placeInTree } from './place-in-tree.ts';

it.each(Array.from({ length: 17 }, (_, size) => size + 1))('climbs to the root from every leaf of %i', (size) => {
  const leaves = Array.from({ length: size }, (_, index) => bytesNamed(`leaf ${index}`));
  const tree = buildTree(concatBytes(...leaves));
  leaves.forEach((leaf, index) => {
    const path = inclusionPath(tree, index);
    const place = placeInTree(leaf, index, size, path);
    expect(place.root).toBe(toHex(treeRoot(tree)));
    expect(place.levels.map((level) => level.sibling)).toEqual(path.map(toHex));
    if (size > 1) expect(place.levels[0]!.node).toBe(toHex(leaf));
  });
});
