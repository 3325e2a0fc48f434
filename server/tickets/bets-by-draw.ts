import type { DrawSums, listBets } from '#contract/bets.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { PreparedStatement, Queryable } from '#database/connect.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Sentence } from '#server/words/languages.ts';
import { matching, type BetsQuery } from './read-bets.ts';
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

async function listWaiting(db: Queryable, clientId: number, query: BetsQuery, limit: number): Promise<BetsByDraw> {
  const rows = await db.query<WaitingRow>(selectWaiting(clientId, query, limit + 1));
  const { waiting_tickets: tickets, waiting_stakes: staked } = rows[0]!;
  const { data, meta } = toPage(rows.filter(hasTicket), limit, presentTicket, cursorOf);
  return { data, meta: { ...meta, waiting: { tickets, staked } } };
}

function hasTicket<R extends { readonly id: string | null }>(row: R): row is R & StoredTicket {
  return row.id !== null;
}

function selectWaiting(clientId: number, query: BetsQuery, limit: number): PreparedStatement {
  const conditions = matching([clientId, limit], query);
  const { after, values } = beyond('>', query.cursor, conditions.values);
  return {
    name: `list-waiting ${after && 'after '}${conditions.name}`,
    text: `
      with waiting as (
        select count(*) as waiting_tickets, coalesce(sum(t.stake), 0)::bigint as waiting_stakes
        from ticket t join draw d on d.id = t.draw_id
        where t.client_id = $1 and t.id >= first_open_ticket_id() ${conditions.where}
      ), page as (
        ${selectTickets}
        where t.client_id = $1 and t.id >= first_open_ticket_id() ${conditions.where} ${after}
        order by d.draws_at, t.id limit $2
      )
      select * from waiting left join page on true order by page.draws_at, page.id`,
    values,
  };
}

interface DrawnRow extends StoredTicket {
  readonly draw_tickets: number;
  readonly draw_stakes: number;
  readonly draw_paid: number;
}

async function listDrawn(db: Queryable, clientId: number, query: BetsQuery, limit: number): Promise<BetsByDraw> {
  const rows = await db.query<DrawnRow>(selectDrawn(clientId, query, limit + 1));
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

/**
 * The page's draws are at least as late as those of as many tickets that match and were bought last: so with the earliest
 * of these it is known from where on the tickets have to be read.
 */
function selectDrawn(clientId: number, query: BetsQuery, limit: number): PreparedStatement {
  const conditions = matching([clientId, limit], query);
  const { after, values } = beyond('<', query.cursor, conditions.values);
  const latest = after && `and t.id < (ids_of_draw($${values.length - 1})).beyond`;
  const where = `${conditions.where} ${after} ${latest}`;
  return {
    name: `list-drawn ${after && 'after '}${conditions.name}`,
    text: `
      with bought_last as materialized (
        select d.draws_at
        from ticket t
        -- Lateral, so that whatever the planner thinks of the draws, it reads on from the last ticket until it has enough.
        cross join lateral (select * from draw where draw.id = t.draw_id limit 1) d
        left join due u on u.draw_id = t.draw_id and u.client_id = t.client_id and u.ticket_id = t.id
        where t.client_id = $1 ${where}
        order by t.id desc limit $2
      ), oldest as materialized (
        select case when count(*) < $2 then ${firstId} else first_ticket_id_of_draws(min(draws_at)) end as id
        from bought_last
      ), page as materialized (
        ${selectTickets}
        where t.client_id = $1 and t.id >= (select id from oldest) ${where}
        order by d.draws_at desc, t.id desc limit $2
      ), sums as (
        select t.draw_id, count(*) as draw_tickets, sum(t.stake)::bigint as draw_stakes,
          coalesce(sum(case when d.status = 'void' then t.stake else u.to_dep + u.to_win end), 0)::bigint as draw_paid
        from ticket t
        join draw d on d.id = t.draw_id
        left join due u on u.draw_id = t.draw_id and u.client_id = t.client_id and u.ticket_id = t.id
        where t.client_id = $1 and t.id >= (select id from oldest) and t.draw_id in (select draw_id from page)
        group by t.draw_id
      )
      select * from page join sums using (draw_id) order by page.draws_at desc, page.id desc`,
    values,
  };
}

function cursorOf({ draw_id, id }: StoredTicket): string {
  return `${draw_id}.${id}`;
}

/** The condition that a ticket comes after the cursor; its two parameters are the last two. @throws Refusal */
function beyond(
  comparison: '<' | '>',
  cursor: string | undefined,
  values: readonly unknown[],
): { after: string; values: unknown[] } {
  const ids = readCursor(cursor, cursorPattern)?.split('.');
  if (ids === undefined) return { after: '', values: [...values] };
  const all = [...values, ...ids];
  return { after: `and (d.draws_at, t.id) ${comparison} (${momentOf(all)}, $${all.length})`, values: all };
}

/** The moment of the cursor's draw. */
function momentOf(values: readonly unknown[]): string {
  return `(select draws_at from draw where id = $${values.length - 1})`;
}

const firstId = `'00000000-0000-0000-0000-000000000000'::uuid`;
