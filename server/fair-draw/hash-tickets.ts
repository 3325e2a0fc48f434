import { hashLength } from '#domain/fair-draw/bytes.ts';
import { sortLeaves } from '#domain/fair-draw/leaves.ts';
import { leafMessage } from '#domain/fair-draw/ticket-record.ts';
import { openThread } from './in-thread.ts';
import { forEachRecord, packedTicketLength, saltsOfPacked } from './packed-tickets.ts';
import { platformHash } from './platform-hash.ts';
import { buildTiers, chunkLength, chunkRoots, hashesPerChunk, type TieredTree } from './tiered-tree.ts';

interface TicketsToHash {
  readonly drawId: string;
  readonly saltKey: Uint8Array;
  /** Rows of `packedTicket`, in pieces of any size and any order. */
  readonly pieces: readonly Uint8Array[];
}

/** The count, stakes and root of a draw's tickets for its seal, and their tree. */
export interface HashedTickets extends TieredTree {
  readonly size: number;
  readonly totalStake: number;
}

/** Up to this many tickets are hashed in this thread, in a few milliseconds; more in worker threads. */
const mostTicketsInline = 250;

/** Hashes the tickets of a draw into their tree without blocking the event loop for long. */
export async function hashDraw(tickets: TicketsToHash): Promise<HashedTickets> {
  return countTickets(tickets.pieces) <= mostTicketsInline ? hashTickets(tickets) : hashInThreads(tickets);
}

/** Hashes the tickets of a draw into their tree: some three microseconds of processor time per ticket. */
export function hashTickets({ drawId, saltKey, pieces }: TicketsToHash): HashedTickets {
  const unsorted = new Uint8Array(countTickets(pieces) * hashLength);
  const totalStake = hashPieces({ drawId, saltKey, pieces }, unsorted);
  return { size: unsorted.length / hashLength, totalStake, ...buildTiers(sortLeaves(unsorted)) };
}

/** One step of one of the threads that share the work on a draw. The arrays lie in memory that they share. */
export type HashStep =
  | ({ readonly step: 'hash'; readonly leaves: Uint8Array } & TicketsToHash)
  | { readonly step: 'sort'; readonly half: 0 | 1; readonly leaves: Uint8Array; readonly sorted: Uint8Array }
  | { readonly step: 'roots'; readonly leaves: Uint8Array; readonly roots: Uint8Array }
  | { readonly step: 'tiers'; readonly leaves: Uint8Array; readonly roots: Uint8Array };

/** Two threads take each step together: each hashes half of the tickets, sorts half of the leaves, and so on. */
async function hashInThreads({ drawId, saltKey, pieces }: TicketsToHash): Promise<HashedTickets> {
  const size = countTickets(pieces);
  const [unsorted, leaves] = [sharedBytes(size * hashLength), sharedBytes(size * hashLength)];
  const chunks = Math.ceil(size / hashesPerChunk);
  const roots = sharedBytes(chunks * hashLength);
  const halves = [pieces.slice(0, pieces.length / 2), pieces.slice(pieces.length / 2)];
  const middle = countTickets(halves[0]!) * hashLength;
  const middleChunk = Math.floor(chunks / 2);

  const threads = [0, 1].map(() => openThread(new URL('hash-tickets-thread.ts', import.meta.url)));
  const together = <Answer>(steps: readonly HashStep[]) =>
    Promise.all(steps.map((step, index) => threads[index]!.ask<Answer>(step)));
  try {
    const stakes = await together<number>([
      { step: 'hash', drawId, saltKey, pieces: halves[0]!, leaves: unsorted.subarray(0, middle) },
      { step: 'hash', drawId, saltKey, pieces: halves[1]!, leaves: unsorted.subarray(middle) },
    ]);
    await together([
      { step: 'sort', half: 0, leaves: unsorted, sorted: leaves },
      { step: 'sort', half: 1, leaves: unsorted, sorted: leaves },
    ]);
    await together([
      {
        step: 'roots',
        leaves: leaves.subarray(0, middleChunk * chunkLength),
        roots: roots.subarray(0, middleChunk * hashLength),
      },
      {
        step: 'roots',
        leaves: leaves.subarray(middleChunk * chunkLength),
        roots: roots.subarray(middleChunk * hashLength),
      },
    ]);
    const [tree] = await together<TieredTree>([{ step: 'tiers', leaves, roots }]);
    return { size, totalStake: stakes[0]! + stakes[1]!, ...tree! };
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length));

function countTickets(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((total, piece) => total + piece.length, 0) / packedTicketLength;
}

/** Does one step, in a thread. @returns what the step is asked for: the sum of the stakes, the tree, or nothing */
export function takeHashStep(asked: HashStep): number | TieredTree | null {
  switch (asked.step) {
    case 'hash':
      return hashPieces(asked, asked.leaves);
    case 'sort':
      sortHalf(asked.leaves, asked.half, asked.sorted);
      return null;
    case 'roots':
      asked.roots.set(chunkRoots(asked.leaves));
      return null;
    case 'tiers':
      return buildTiers(asked.leaves, asked.roots);
  }
}

/** Writes the leaves of tickets, in the order of the tickets. @returns the sum of the stakes */
function hashPieces({ drawId, saltKey, pieces }: TicketsToHash, leaves: Uint8Array): number {
  let totalStake = 0;
  let to = 0;
  for (const each of pieces) {
    const piece = Buffer.from(each.buffer, each.byteOffset, each.length);
    forEachRecord(drawId, piece, saltsOfPacked(piece, saltKey), (record, stake) => {
      leaves.set(platformHash(leafMessage(record)), to);
      to += hashLength;
      totalStake += stake;
    });
  }
  return totalStake;
}

/**
 * Sorts the leaves that begin with the bit 0, or those that begin with 1, and writes them where they belong: the ones to the
 * beginning, the others to the end. Leaves are hashes, so half of them begin with either.
 */
function sortHalf(leaves: Uint8Array, half: 0 | 1, sorted: Uint8Array): void {
  const own = new Uint8Array(leaves.length);
  let length = 0;
  for (let start = 0; start < leaves.length; start += hashLength) {
    if (leaves[start]! >> 7 !== half) continue;
    for (let offset = 0; offset < hashLength; offset++) own[length + offset] = leaves[start + offset]!;
    length += hashLength;
  }
  const ordered = sortLeaves(own.subarray(0, length));
  sorted.set(ordered, half === 0 ? 0 : sorted.length - ordered.length);
}
