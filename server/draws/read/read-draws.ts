import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/draws.ts';
import { readClock } from '#database/clock.ts';
import type { Database } from '#database/connect.ts';
import type { DrawStatus } from '#domain/draw.ts';
import { localTimeIn, startOfDate, versionAt } from '#domain/timetable.ts';
import { defaultLimit, numberCursor, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readTimetable } from '#server/draws/timetable.ts';
import type { Language } from '#server/words/languages.ts';
import { countPaidTickets } from './paid-tickets.ts';
import { drawPresenter, findDraw, selectDraws, type DrawRow } from '#server/draws/draw.ts';

export type DrawReader = ReturnType<typeof createDrawReader>;
type DrawsQuery = RequestOf<typeof contract.listDraws>['query'];
type ResultsQuery = RequestOf<typeof contract.listResults>['query'];

const withResult: readonly DrawStatus[] = ['drawn', 'settled'];
const day = 24 * 60 * 60 * 1_000;

/** @param settings what the timetable is where the database has none yet; the time zone counts always */
export function createDrawReader(db: Database, settings: { timeZone: string; everyMinutes: number }) {
  const { timeZone } = settings;
  const present = drawPresenter(timeZone);
  const localTime = localTimeIn(timeZone);
  const paidTickets = countPaidTickets(db);

  async function list(query: DrawsQuery, language: Language = 'en'): Promise<AnswerOf<typeof contract.listDraws>> {
    const { limit = defaultLimit } = query;
    const rows = await db.query<DrawRow>(
      `${selectDraws}
       where d.draws_at >= coalesce($1::timestamptz, now())
         and ($2::timestamptz is null or d.draws_at < $2)
         and ($3::draw_status[] is null or d.status = any ($3))
         and ($4::timestamptz is null or d.draws_at > $4)
       order by d.draws_at limit $5`,
      [query.from ?? null, query.to ?? null, query.status ?? null, momentOf(query.cursor), limit + 1],
    );
    const { data, meta } = toPage(rows, limit, (row) => present(row, language), cursorOf);
    return { data, meta: { now: (await readClock(db)).toISOString(), ...meta } };
  }

  async function get(id: string, language: Language = 'en'): Promise<AnswerOf<typeof contract.getDraw>> {
    const draw = await findDraw(db, id);
    if (!draw) throw new Refusal('not_found');
    return {
      data: {
        ...present(draw, language),
        opensAt: draw.opens_at.toISOString(),
        sealedAt: draw.sealed_at?.toISOString() ?? null,
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
    const now = await readClock(db);
    const version = versionAt(await readTimetable(db), now.getTime());
    const dates = Map.groupBy(
      hours.map(({ start }) => localTime(start.getTime())),
      ({ date }) => date,
    );
    return {
      data: Array.from(dates, ([date, locals]) => ({ date, hours: locals.map(({ hour }) => hour) })),
      meta: { now: now.toISOString(), timeZone, everyMinutes: version?.everyMinutes ?? settings.everyMinutes },
    };
  }

  async function results(
    query: ResultsQuery,
    language: Language = 'en',
  ): Promise<AnswerOf<typeof contract.listResults>> {
    const { limit = defaultLimit } = query;
    const from = query.date === undefined ? null : startOfDate(query.date, timeZone);
    // A day may have 23 or 25 hours, so its end is computed as the start of the next date.
    const to = query.date === undefined ? null : startOfDate(dateAfter(query.date), timeZone);
    const rows = await db.query<DrawRow>({
      name: 'list-results',
      text: `${selectDraws}
       where d.status = any ($5) and d.draws_at <= now()
         and ($1::timestamptz is null or d.draws_at >= $1)
         and ($2::timestamptz is null or d.draws_at < $2)
         and ($3::timestamptz is null or d.draws_at < $3)
       order by d.draws_at desc limit $4`,
      values: [toDate(from), toDate(to), momentOf(query.cursor), limit + 1, query.status ?? withResult],
    });
    const settled = rows.slice(0, limit).filter(({ status }) => status === 'settled');
    const [paid, [last]] = await Promise.all([
      paidTickets.count(settled.map(({ id }) => id)),
      db.query<{ number: string }>({
        name: 'count-checkable-draws',
        // Seals are numbered from 1, so that nothing has to be counted.
        text: `select s.number from draw d join seal s on s.draw_id = d.id
          where d.status in ('drawn', 'settled') and d.draws_at <= now() order by d.draws_at desc limit 1`,
      }),
    ]);
    const presentResult = (row: DrawRow) => ({
      ...present(row, language),
      paidTickets: paid.get(row.id) ?? null,
    });
    const { data, meta } = toPage(rows, limit, presentResult, cursorOf);
    return { data, meta: { ...meta, checkable: Number(last?.number ?? 0) } };
  }

  /** How many tickets a settled draw has paid. */
  async function countPaid(drawId: string): Promise<number> {
    return (await paidTickets.count([drawId])).get(drawId)!;
  }

  return { list, get, timetable, results, countPaid };
}

/** The cursor is a draw's moment in milliseconds since 1970. */
const cursorOf = ({ draws_at }: DrawRow) => String(draws_at.getTime());

function momentOf(cursor: string | undefined): Date | null {
  const moment = readCursor(cursor, numberCursor);
  return moment === null ? null : new Date(Number(moment));
}

function toDate(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

function dateAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10);
}
