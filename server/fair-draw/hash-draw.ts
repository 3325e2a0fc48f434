import { hashTickets, type HashedTickets, type TicketsToHash } from './hash-tickets.ts';
import { inThread } from './in-thread.ts';
import { packedTicketLength } from './packed-tickets.ts';

/** Up to so many tickets are hashed here, in a few milliseconds; more than that in a thread of their own. */
const mostTicketsInline = 250;

/** Hashes the tickets of a draw to their tree, without holding up other calls. */
export async function hashDraw(tickets: TicketsToHash): Promise<HashedTickets> {
  const size = tickets.pieces.reduce((total, piece) => total + piece.length, 0) / packedTicketLength;
  if (size <= mostTicketsInline) return hashTickets(tickets);
  return inThread<HashedTickets>(new URL('hash-tickets-thread.ts', import.meta.url), tickets);
}
