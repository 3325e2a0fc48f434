import type * as contract from '#contract/bets.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type { Database, PreparedStatement } from '#database/connect.ts';
import { ticketStatuses, type TicketStatus } from '#domain/ticket.ts';
import { uuidv7Pattern } from '#domain/uuid.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { presentTicket, selectTickets, type StoredTicket } from './stored-ticket.ts';

export interface BetsQuery extends Omit<RequestOf<typeof contract.listBets>['query'], 'status'> {
  readonly status?: readonly TicketStatus[] | undefined;
}

/** SQL conditions for a ticket's status, by its draw and its due. */
const conditionOf: Record<TicketStatus, string> = {
  pending: `d.status in ('open', 'closed', 'drawn')`,
  win: `(d.status = 'settled' and u.ticket_id is not null)`,
  lost: `(d.status = 'settled' and u.ticket_id is null)`,
  void: `d.status = 'void'`,
};

/** A client's tickets, newest first. The cursor is the id of the last one that was seen. */
export async function listBets(
  db: Database,
  clientId: number,
  query: BetsQuery,
): Promise<AnswerOf<typeof contract.listBets>> {
  const { limit = defaultLimit } = query;
  const rows = await db.query<StoredTicket>(selectPage(clientId, query, limit + 1));
  return toPage(rows, limit, presentTicket, ({ id }) => id);
}

/** Each combination of conditions is a named prepared statement, because planning takes longer than running it. */
function selectPage(clientId: number, query: BetsQuery, limit: number): PreparedStatement {
  const { where, values, name } = matching([clientId, limit], query);
  const cursor = readCursor(query.cursor, uuidv7Pattern);
  if (cursor !== null) values.push(cursor);
  const before = cursor === null ? '' : `and t.id < $${values.length}`;
  return {
    name: `list-bets ${before && 'before '}${name}`,
    text: `${selectTickets} where t.client_id = $1 ${where} ${before} order by t.id desc limit $2`,
    values,
  };
}

/**
 * The SQL of a query's conditions on tickets, `and …`, for whatever is joined as `selectTickets` does it.
 *
 * @param values the statement's parameters so far; the conditions' own follow them
 * @returns also a name that differs where the text does
 */
export function matching(
  values: readonly unknown[],
  { status = ticketStatuses, drawId, from, to }: Pick<BetsQuery, 'status' | 'drawId' | 'from' | 'to'>,
): { where: string; values: unknown[]; name: string } {
  const all = [...values];
  const conditions: string[] = [];
  const names: string[] = [];
  const add = (name: string, condition: string, value: unknown) => {
    if (value === undefined) return;
    all.push(value);
    conditions.push(`and ${condition} $${all.length}`);
    names.push(name);
  };
  add('draw', 't.draw_id =', drawId);
  add('from', 't.accepted_at >=', from);
  add('to', 't.accepted_at <', to);
  const wanted = ticketStatuses.filter((each) => status.includes(each));
  if (wanted.length < ticketStatuses.length) {
    conditions.push(`and (${wanted.map((each) => conditionOf[each]).join(' or ')})`);
    names.push(...wanted);
  }
  return { where: conditions.join(' '), values: all, name: names.join(' ') };
}

/** One of the client's tickets. @throws Refusal not_found, also for another client's ticket */
export async function getBet(db: Database, clientId: number, id: string): Promise<contract.Ticket> {
  const [row] = await db.query<StoredTicket>(`${selectTickets} where t.client_id = $1 and t.id = $2`, [clientId, id]);
  if (!row) throw new Refusal('not_found');
  return presentTicket(row);
}
