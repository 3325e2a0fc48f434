import type { DrawSums, listBets } from '#contract/bets.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Queryable } from '#database/connect.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Sentence } from '#server/words/languages.ts';
import type { BetsQuery } from './read-bets.ts';
import { presentTicket, selectTickets, type StoredTicket } from './stored-ticket.ts';

type BetsByDraw = AnswerOf<typeof listBets>;

const cursorPattern = /^[0-9a-f]{8}-[0-9a-f-]{27}\.[0-9a-f]{8}-[0-9a-f-]{27}$/;

/**
 * A client's tickets by draw: those that wait with the next draw first, the others with the latest draw first. A cursor is
 * the ids of the draw and the ticket that a page ended with. Only a range of the client's tickets is read.
 */
export async function listBetsByDraw(db: Queryable, clientId: number, query: BetsQuery): Promise<BetsByDraw> {
  const { status = [], limit = defaultLimit } = query;
  const isWaiting = status.includes('pending');
  if (status.length === 0 || (isWaiting && status.some((each) => each !== 'pending'))) {
    const message: Sentence = ({ byDraw }) => byDraw;
    throw new Refusal('invalid_request', { errors: [{ path: 'status', message }] });
  }
  return isWaiting ? listWaiting(db, clientId, query, limit) : listDrawn(db, clientId, query, limit);
}

/** The sums come with every row, and in a row without a ticket where the page is empty. */
type WaitingRow = (StoredTicket | { readonly id: null }) & {
  readonly waiting_tickets: number;
  readonly waiting_stakes: number;
};

async function listWaiting(
  db: Queryable,
  clientId: number,
  { drawId, from, to, cursor }: BetsQuery,
  limit: number,
): Promise<BetsByDraw> {
  const rows = await db.query<WaitingRow>({
    name: 'list-waiting',
    text: selectWaiting,
    values: [clientId, drawId, from, to, ...idsOf(cursor), limit + 1],
  });
  const { waiting_tickets: tickets, waiting_stakes: staked } = rows[0]!;
  const { data, meta } = toPage(rows.filter(hasTicket), limit, presentTicket, cursorOf);
  return { data, meta: { ...meta, waiting: { tickets, staked } } };
}

function hasTicket<R extends { readonly id: string | null }>(row: R): row is R & StoredTicket {
  return row.id !== null;
}

const isAsked = `t.client_id = $1 and t.id >= first_open_ticket_id() and d.status in ('open', 'closed', 'drawn')
  and ($2::uuid is null or t.draw_id = $2)
  and ($3::timestamptz is null or t.accepted_at >= $3) and ($4::timestamptz is null or t.accepted_at < $4)`;

const selectWaiting = `
  with waiting as (
    select count(*) as waiting_tickets, coalesce(sum(t.stake), 0)::bigint as waiting_stakes
    from every_ticket t join draw d on d.id = t.draw_id
    where ${isAsked}
  ), page as (
    ${selectTickets}
    where ${isAsked}
      and ($5::uuid is null or (d.draws_at, t.id) > ((select draws_at from draw where id = $5), $6::uuid))
    order by d.draws_at, t.id limit $7
  )
  select * from waiting left join page on true order by page.draws_at, page.id`;

interface DrawnRow extends StoredTicket {
  readonly draw_tickets: number;
  readonly draw_stakes: number;
  readonly draw_paid: number;
}

async function listDrawn(
  db: Queryable,
  clientId: number,
  { status, drawId, from, to, cursor }: BetsQuery,
  limit: number,
): Promise<BetsByDraw> {
  const rows = await db.query<DrawnRow>({
    name: 'list-drawn',
    text: 'select * from client_tickets_by_draw($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [clientId, status, drawId, from, to, ...idsOf(cursor), limit + 1],
  });
  const { data, meta } = toPage(rows, limit, presentTicket, cursorOf);
  const draws = new Map(rows.slice(0, limit).map((row) => [row.draw_id, sumsOf(row)]));
  return { data, meta: { ...meta, draws: [...draws.values()] } };
}

function sumsOf(row: DrawnRow): DrawSums {
  return {
    drawId: row.draw_id,
    tickets: row.draw_tickets,
    staked: row.draw_stakes,
    paid: row.draw_paid,
  };
}

function cursorOf({ draw_id, id }: StoredTicket): string {
  return `${draw_id}.${id}`;
}

/** The draw and the ticket that the page before ended with. @throws Refusal */
function idsOf(cursor: string | undefined): readonly (string | null)[] {
  return readCursor(cursor, cursorPattern)?.split('.') ?? [null, null];
}
