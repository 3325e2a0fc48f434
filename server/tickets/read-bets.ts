import type * as contract from '#contract/bets.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type { Queryable } from '#database/connect.ts';
import type { TicketStatus } from '#domain/ticket.ts';
import { uuidv7Pattern } from '#domain/uuid.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { presentTicket, selectTickets, type StoredTicket } from './stored-ticket.ts';

export interface BetsQuery extends Omit<RequestOf<typeof contract.listBets>['query'], 'status'> {
  readonly status?: readonly TicketStatus[] | undefined;
}

/** A client's tickets, newest first. The cursor is the id of the last one that was seen. */
export async function listBets(
  db: Queryable,
  clientId: number,
  { status, drawId, from, to, cursor, limit = defaultLimit }: BetsQuery,
): Promise<AnswerOf<typeof contract.listBets>> {
  const rows = await db.query<StoredTicket>({
    name: 'list-bets',
    text: 'select * from client_tickets($1, $2, $3, $4, $5, $6, $7)',
    values: [clientId, status, drawId, from, to, readCursor(cursor, uuidv7Pattern), limit + 1],
  });
  return toPage(rows, limit, presentTicket, ({ id }) => id);
}

/** One of the client's tickets. @throws Refusal not_found, also for another client's ticket */
export async function getBet(db: Queryable, clientId: number, id: string): Promise<contract.Ticket> {
  const [row] = await db.query<StoredTicket>(`${selectTickets} where t.client_id = $1 and t.id = $2`, [clientId, id]);
  if (!row) throw new Refusal('not_found');
  return presentTicket(row);
}
