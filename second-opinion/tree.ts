import { createCipheriv, createHash, hash as hashOnce } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256, tag, uuidBytes } from './bytes.ts';

// The leaves of a draw's tickets, their order, and the root over them: docs/fairness.md, RFC 9162 §2.1.1.

const leafLength = 32;

export interface SoldTicket {
  /** 16 bytes. */
  readonly id: Uint8Array;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  readonly type: number;
  readonly numbers: readonly number[];
  readonly stake: number;
}

/** The salts of a draw's tickets. Each is the ticket's id, exactly one block, encrypted with AES-256 under the draw's key of salts. */
export function saltMaker(saltKey: Uint8Array): (id: Uint8Array) => Uint8Array {
  const cipher = createCipheriv('aes-256-ecb', saltKey, null).setAutoPadding(false);
  return (id) => cipher.update(id);
}

/** Makes the leaves of one draw's tickets: `H(0x00 ‖ T)`. */
export function leafMaker(drawId: string, saltOf: (id: Uint8Array) => Uint8Array): (ticket: SoldTicket) => Buffer {
  const bytes = Buffer.alloc(1 + 96);
  const record = bytes.subarray(1);
  tag('izi.ticket.v1').copy(record, 0);
  uuidBytes(drawId).copy(record, 16);
  return ({ id, acceptedAt, type, numbers, stake }) => {
    record.set(id, 32);
    record.writeUIntBE(acceptedAt, 50, 6);
    record[56] = type;
    record.writeUIntBE(stake, 59, 6);
    record[65] = numbers.length;
    record.fill(0, 66, 80);
    record.set(numbers, 66);
    record.set(saltOf(id), 80);
    return hashOnce('sha256', bytes, 'buffer');
  };
}

/** So many leaves of a part are in memory, 8 MB for all parts; more are on the disk. */
const blockLeaves = 1_024;
const blockLength = blockLeaves * leafLength;

interface Part {
  readonly block: Buffer;
  length: number;
  /** Where the blocks before it lie in the file. */
  readonly written: number[];
}

/**
 * The leaves of one draw, kept by their first byte, and sorted one part after the other. A large draw's go to a file, which has
 * no name any more once it is open, so that nothing is left of it whatever happens.
 */
export class Leaves {
  #parts: (Part | null)[] = Array.from({ length: 256 }, () => null);
  #count = 0;
  #file: number | null = null;
  #fileLength = 0;

  /** @throws Error when the disk is full */
  add(leaf: Uint8Array): void {
    const part = (this.#parts[leaf[0]!] ??= { block: Buffer.alloc(blockLength), length: 0, written: [] });
    if (part.length === blockLength) this.#write(part);
    part.block.set(leaf, part.length);
    part.length += leafLength;
    this.#count++;
  }

  /** Sorts them, and computes what is published of them. They are gone then. */
  finish(): { readonly count: number; readonly root: Buffer; readonly digest: Buffer; readonly twice: boolean } {
    const tree = new Tree();
    const all = createHash('sha256');
    let before: Uint8Array | null = null;
    let twice = false;
    for (const [which, part] of this.#parts.entries()) {
      if (part === null) continue;
      const sorted = sortLeaves(this.#read(part));
      this.#parts[which] = null;
      all.update(sorted);
      for (let at = 0; at < sorted.length; at += leafLength) {
        const leaf = sorted.subarray(at, at + leafLength);
        twice ||= before !== null && leaf.equals(before);
        tree.add(leaf);
        before = leaf;
      }
    }
    this.close();
    return { count: this.#count, root: tree.root(), digest: all.digest(), twice };
  }

  /** Gives the file back. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(part: Part): void {
    this.#file ??= openWithoutName();
    for (let done = 0; done < blockLength;)
      done += writeSync(this.#file, part.block, done, blockLength - done, this.#fileLength + done);
    part.written.push(this.#fileLength);
    this.#fileLength += blockLength;
    part.length = 0;
  }

  #read({ block, length, written }: Part): Buffer {
    const leaves = Buffer.alloc(written.length * blockLength + length);
    for (const [index, at] of written.entries()) {
      for (let done = 0; done < blockLength;) {
        const read = readSync(this.#file!, leaves, index * blockLength + done, blockLength - done, at + done);
        if (read === 0) throw new Error('the file of the leaves is too short');
        done += read;
      }
    }
    block.copy(leaves, written.length * blockLength, 0, length);
    return leaves;
  }
}

function openWithoutName(): number {
  const folder = mkdtempSync(join(tmpdir(), 'izi-leaves-'));
  try {
    return openSync(join(folder, 'leaves'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In ascending order of their bytes. */
function sortLeaves(leaves: Buffer): Buffer {
  const count = leaves.length / leafLength;
  const keys = Float64Array.from({ length: count }, (_, index) => leaves.readUIntBE(index * leafLength + 1, 6));
  const order = Uint32Array.from(keys.keys()).toSorted(
    (one, other) =>
      keys[one]! - keys[other]! ||
      leaves.compare(leaves, other * leafLength, (other + 1) * leafLength, one * leafLength, (one + 1) * leafLength),
  );
  const sorted = Buffer.alloc(leaves.length);
  for (const [place, index] of order.entries()) {
    leaves.copy(sorted, place * leafLength, index * leafLength, (index + 1) * leafLength);
  }
  return sorted;
}

/** The root over leaves that come in order. It holds whole subtrees, the largest first: one for each binary one in their count. */
export class Tree {
  #roots: Buffer[] = [];
  #count = 0;
  #pair = Buffer.alloc(1 + 2 * leafLength, 1);

  add(leaf: Uint8Array): void {
    let root: Buffer = Buffer.from(leaf);
    for (let size = this.#count++; size % 2 === 1; size = (size - 1) / 2) root = this.#join(this.#roots.pop()!, root);
    this.#roots.push(root);
  }

  /** Split at the largest power of two below n: so the smallest subtrees are joined first. */
  root(): Buffer {
    if (this.#count === 0) return sha256();
    return this.#roots.reduceRight((right, left) => this.#join(left, right));
  }

  #join(left: Uint8Array, right: Uint8Array): Buffer {
    this.#pair.set(left, 1);
    this.#pair.set(right, 1 + leafLength);
    return hashOnce('sha256', this.#pair, 'buffer');
  }
}
