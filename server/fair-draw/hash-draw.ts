import { hashTickets, type HashedTickets, type TicketsToHash } from './hash-tickets.ts';
import { inThread } from './in-thread.ts';
import { packedTicketLength } from './packed-tickets.ts';

/** Up to this many tickets are hashed in this thread, in a few milliseconds; more in a worker thread. */
const mostTicketsInline = 250;

/** Hashes the tickets of a draw into their tree without blocking the event loop for long. */
export async function hashDraw(tickets: TicketsToHash): Promise<HashedTickets> {
  const size = tickets.pieces.reduce((total, piece) => total + piece.length, 0) / packedTicketLength;
  if (size <= mostTicketsInline) return hashTickets(tickets);
  return inThread<HashedTickets>(new URL('hash-tickets-thread.ts', import.meta.url), tickets);
}
