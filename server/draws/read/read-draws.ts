import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/draws.ts';
import type { Database } from '#database/connect.ts';
import type { DrawStatus } from '#domain/draw.ts';
import { numberStrings } from '#domain/result.ts';
import { localTimeIn, startOfDate } from '#domain/timetable.ts';
import { Refusal } from '#server/http/refusal.ts';
import { countPaidTickets } from './paid-tickets.ts';
import { drawPresenter, findDraw, selectDraws, type DrawRow } from '#server/draws/draw.ts';

export interface DrawReader {
  list(query: DrawsQuery): Promise<AnswerOf<typeof contract.listDraws>>;
  get(id: string): Promise<AnswerOf<typeof contract.getDraw>>;
  timetable(): Promise<AnswerOf<typeof contract.getTimetable>>;
  results(query: ResultsQuery): Promise<AnswerOf<typeof contract.listResults>>;
}

export interface DrawsQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: readonly DrawStatus[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface ResultsQuery {
  /** A day in the operator's time zone, `YYYY-MM-DD`. */
  readonly date?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

const defaultLimit = 20;
const day = 24 * 60 * 60 * 1_000;

export function createDrawReader(db: Database, settings: { timeZone: string; everyMinutes: number }): DrawReader {
  const { timeZone, everyMinutes } = settings;
  const present = drawPresenter(timeZone);
  const localTime = localTimeIn(timeZone);
  const paidTickets = countPaidTickets(db);

  async function list(query: DrawsQuery): Promise<AnswerOf<typeof contract.listDraws>> {
    const limit = query.limit ?? defaultLimit;
    const rows = await db.query<DrawRow>(
      `${selectDraws}
       where d.draws_at >= coalesce($1::timestamptz, now())
         and ($2::timestamptz is null or d.draws_at < $2)
         and ($3::draw_status[] is null or d.status = any ($3))
         and ($4::timestamptz is null or d.draws_at > $4)
       order by d.draws_at limit $5`,
      [query.from ?? null, query.to ?? null, query.status ?? null, readCursor(query.cursor), limit + 1],
    );
    const [clock] = await db.query<{ now: Date }>('select clock_timestamp() as now');
    return {
      data: rows.slice(0, limit).map(present),
      meta: { now: clock!.now.toISOString(), next: nextCursor(rows, limit) },
    };
  }

  async function get(id: string): Promise<AnswerOf<typeof contract.getDraw>> {
    const draw = await findDraw(db, id);
    if (!draw) throw new Refusal('not_found');
    return {
      data: {
        ...present(draw),
        opensAt: draw.opens_at.toISOString(),
        drawnAt: draw.drawn_at?.toISOString() ?? null,
        settledAt: draw.status === 'settled' ? draw.finished_at!.toISOString() : null,
      },
    };
  }

  async function timetable(): Promise<AnswerOf<typeof contract.getTimetable>> {
    const hours = await db.query<{ start: Date }>(
      `select distinct date_trunc('hour', draws_at, $1) as start from draw
       where finished_at is null and status = 'open' and closes_at > now() order by 1`,
      [timeZone],
    );
    const [clock] = await db.query<{ now: Date }>('select clock_timestamp() as now');
    const dates = new Map<string, string[]>();
    for (const { start } of hours) {
      const local = localTime(start.getTime());
      const known = dates.get(local.date);
      if (known) known.push(local.hour);
      else dates.set(local.date, [local.hour]);
    }
    return {
      data: Array.from(dates, ([date, hoursOfDate]) => ({ date, hours: hoursOfDate })),
      meta: { now: clock!.now.toISOString(), timeZone, everyMinutes },
    };
  }

  async function results(query: ResultsQuery): Promise<AnswerOf<typeof contract.listResults>> {
    const limit = query.limit ?? defaultLimit;
    const from = query.date === undefined ? null : startOfDate(query.date, timeZone);
    // A day may have 23 or 25 hours, so its end is computed as the start of the next date.
    const to = query.date === undefined ? null : startOfDate(dateAfter(query.date), timeZone);
    const rows = await db.query<DrawRow>({
      name: 'list-results',
      text: `${selectDraws}
       where d.status in ('drawn', 'settled') and d.draws_at <= now()
         and ($1::timestamptz is null or d.draws_at >= $1)
         and ($2::timestamptz is null or d.draws_at < $2)
         and ($3::timestamptz is null or d.draws_at < $3)
       order by d.draws_at desc limit $4`,
      values: [toDate(from), toDate(to), readCursor(query.cursor), limit + 1],
    });
    const page = rows.slice(0, limit);
    const paid = await paidTickets.of(page.filter(({ status }) => status === 'settled').map(({ id }) => id));
    return {
      data: page.map((row) => ({
        ...present(row),
        result: numberStrings(row.result!),
        paidTickets: paid.get(row.id) ?? null,
      })),
      meta: { next: nextCursor(rows, limit) },
    };
  }

  return { list, get, timetable, results };
}

/** The cursor is a draw's moment in milliseconds since 1970. */
function readCursor(cursor: string | undefined): Date | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) {
    throw new Refusal('invalid_request', { errors: [{ path: 'cursor', message: 'A cursor of an earlier answer.' }] });
  }
  return new Date(Number(cursor));
}

function nextCursor(rows: readonly DrawRow[], limit: number): string | null {
  return rows.length > limit ? String(rows[limit - 1]!.draws_at.getTime()) : null;
}

function toDate(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

function dateAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10);
}
