import { concatBytes, hashLength } from '#domain/fair-draw/bytes.ts';
import { sortLeaves } from '#domain/fair-draw/leaves.ts';
import { ticketLeaf } from '#domain/fair-draw/ticket-record.ts';
import { inThread } from './in-thread.ts';
import { forEachRecord, packedTicketLength, saltsOfPacked } from './packed-tickets.ts';
import { buildTiers, type TieredTree } from './tiered-tree.ts';

export interface TicketsToHash {
  readonly drawId: string;
  readonly saltKey: Uint8Array;
  /** Rows of `packedTicket`, in pieces of any size and any order. */
  readonly pieces: readonly Uint8Array[];
}

/** What a seal says about the tickets of a draw, and their tree. */
export interface HashedTickets extends TieredTree {
  readonly size: number;
  readonly totalStake: number;
}

/** Up to this many tickets are hashed in this thread, in a few milliseconds; more in a worker thread. */
const mostTicketsInline = 250;

/** Hashes the tickets of a draw into their tree without blocking the event loop for long. */
export async function hashDraw(tickets: TicketsToHash): Promise<HashedTickets> {
  const size = tickets.pieces.reduce((total, piece) => total + piece.length, 0) / packedTicketLength;
  if (size <= mostTicketsInline) return hashTickets(tickets);
  return inThread<HashedTickets>(new URL('hash-tickets-thread.ts', import.meta.url), tickets);
}

/** Hashes the tickets of a draw into their tree: some ten microseconds of processor time per ticket. */
export function hashTickets({ drawId, saltKey, pieces }: TicketsToHash): HashedTickets {
  const hashed = pieces.map((piece) =>
    hashPiece(drawId, saltKey, Buffer.from(piece.buffer, piece.byteOffset, piece.length)),
  );
  const leaves = sortLeaves(concatBytes(...hashed.map((piece) => piece.leaves)));
  return {
    size: leaves.length / hashLength,
    totalStake: hashed.reduce((total, piece) => total + piece.totalStake, 0),
    ...buildTiers(leaves),
  };
}

function hashPiece(drawId: string, saltKey: Uint8Array, piece: Buffer): { leaves: Uint8Array; totalStake: number } {
  const leaves = new Uint8Array((piece.length / packedTicketLength) * hashLength);
  let totalStake = 0;
  forEachRecord(drawId, piece, saltsOfPacked(piece, saltKey), (record, stake, index) => {
    leaves.set(ticketLeaf(record), index * hashLength);
    totalStake += stake;
  });
  return { leaves, totalStake };
}
