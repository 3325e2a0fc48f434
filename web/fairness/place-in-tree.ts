import { toHex } from '#domain/fair-draw/bytes.ts';
import { hashNode } from '#domain/fair-draw/merkle.ts';

/** The path from a ticket's leaf up to the root, for drawing. */
export interface PlaceInTree {
  /** From 0. */
  readonly index: number;
  readonly size: number;
  /** The leaf first, the node below the root last; the root is not included. */
  readonly levels: readonly TreeLevel[];
  /** In hex, like all hashes here. */
  readonly root: string;
}

interface TreeLevel {
  readonly node: string;
  readonly sibling: string;
  /** On which side the node is hashed. */
  readonly side: 'left' | 'right';
}

/** Climbs from a leaf along its path (RFC 9162 §2.1.3.2). The path is known to lead to the root. */
export function placeInTree(leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[]): PlaceInTree {
  const levels: TreeLevel[] = [];
  let node = leaf;
  let position = index;
  let last = size - 1;
  for (const sibling of path) {
    // A last node without a sibling moves up unchanged until it has one.
    while (position === last && position % 2 === 0 && last > 0) {
      position /= 2;
      last /= 2;
    }
    const side = position % 2 === 1 ? 'right' : 'left';
    levels.push({ node: toHex(node), sibling: toHex(sibling), side });
    node = side === 'right' ? hashNode(sibling, node) : hashNode(node, sibling);
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return { index, size, levels, root: toHex(node) };
}
