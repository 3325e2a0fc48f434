import type { Ticket } from '#contract/bets.ts';
import type { Database, PreparedStatement } from '#database/connect.ts';
import { ticketStatuses, type TicketStatus } from '#domain/ticket.ts';
import { uuidv7Pattern } from '#domain/uuid.ts';
import { Refusal } from '#server/http/refusal.ts';
import { presentTicket, selectTickets, type StoredTicket } from './stored-ticket.ts';

export interface BetsQuery {
  readonly status?: readonly TicketStatus[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The id of the last ticket of the page before. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

const defaultLimit = 20;

/** SQL conditions for a ticket's status, by its draw and its due. */
const conditionOf: Record<TicketStatus, string> = {
  pending: `d.status in ('open', 'closed', 'drawn')`,
  win: `(d.status = 'settled' and u.ticket_id is not null)`,
  lost: `(d.status = 'settled' and u.ticket_id is null)`,
  void: `d.status = 'void'`,
};

/** A client's tickets, newest first. */
export async function listBets(
  db: Database,
  clientId: number,
  query: BetsQuery,
): Promise<{ data: Ticket[]; meta: { next: string | null } }> {
  const limit = query.limit ?? defaultLimit;
  if (query.cursor !== undefined && !uuidv7Pattern.test(query.cursor)) {
    throw new Refusal('invalid_request', { errors: [{ path: 'cursor', message: 'A cursor of an earlier answer.' }] });
  }
  const rows = await db.query<StoredTicket>(selectPage(clientId, query, limit + 1));
  const page = rows.slice(0, limit);
  return {
    data: page.map(presentTicket),
    meta: { next: rows.length > limit ? page.at(-1)!.id : null },
  };
}

/** Each combination of conditions is a named prepared statement, because planning takes longer than running it. */
function selectPage(
  clientId: number,
  { status = ticketStatuses, cursor, from, to }: BetsQuery,
  limit: number,
): PreparedStatement {
  const values: unknown[] = [clientId, limit];
  const conditions = ['t.client_id = $1'];
  const names = ['list-bets'];
  const add = (name: string, condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
    names.push(name);
  };
  add('before', 't.id <', cursor);
  add('from', 't.accepted_at >=', from);
  add('to', 't.accepted_at <', to);
  const wanted = ticketStatuses.filter((each) => status.includes(each));
  if (wanted.length < ticketStatuses.length) {
    conditions.push(`(${wanted.map((each) => conditionOf[each]).join(' or ')})`);
    names.push(...wanted);
  }
  return {
    name: names.join(' '),
    text: `${selectTickets} where ${conditions.join(' and ')} order by t.id desc limit $2`,
    values,
  };
}

/** One of the client's tickets. @throws Refusal not_found, also for another client's ticket */
export async function getBet(db: Database, clientId: number, id: string): Promise<Ticket> {
  const [row] = await db.query<StoredTicket>(`${selectTickets} where t.client_id = $1 and t.id = $2`, [clientId, id]);
  if (!row) throw new Refusal('not_found');
  return presentTicket(row);
}
