import type { Draw } from '#contract/draws.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import type { Queryable } from '#database/connect.ts';
import type { DrawStatus } from '#domain/draw.ts';
import { numberStrings } from '#domain/result.ts';
import { localTimeIn } from '#domain/timetable.ts';
import { write, type Language } from '#server/words/languages.ts';
import { sentenceOf } from './sales-stops.ts';

/** A row of `draw`; `result` is the nine numbers as the digits of one integer. */
export interface DrawRow {
  readonly id: string;
  readonly draws_at: Date;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly rules: string;
  readonly status: DrawStatus;
  readonly result: number | null;
  readonly sealed_at: Date | null;
  readonly drawn_at: Date | null;
  readonly finished_at: Date | null;
  readonly commitment: Buffer;
  /** The stops in force, the oldest first; null where there are none, and for a draw that is not open. */
  readonly stops:
    | readonly {
        readonly betType: number | null;
        readonly sentence: string;
        readonly byCap: boolean;
        readonly since: string;
      }[]
    | null;
  readonly called_off_at: Date | null;
  /** The sentence for players, by language. */
  readonly called_off_told: Readonly<Record<Language, string>> | null;
}

/** SQL: columns and join of a draw, whose alias is `d`, to be followed by `where` and `order by`. */
export const selectDraws = `
  select d.id, d.draws_at, d.opens_at, d.closes_at, d.rules, d.status, d.result, d.sealed_at, d.drawn_at, d.finished_at, c.commitment,
    case when d.status = 'open' then (
      select jsonb_agg(jsonb_build_object('betType', s.bet_type, 'sentence', s.sentence, 'byCap', s.cap_id is not null,
        'since', s.stopped_at) order by s.stopped_at)
      from sales_stop s where s.ended_at is null and coalesce(s.draw_id = d.id, true)
    ) end as stops,
    o.at as called_off_at,
    case when o.at is not null then jsonb_build_object('en', o.told_en, 'fr', o.told_fr) end as called_off_told
  from draw d join commitment c on c.draw_id = d.id left join call_off o on o.draw_id = d.id`;

/** Converts rows to the API's draws, with minutes in `timeZone`; for somebody who reads `language`. */
export function drawPresenter(timeZone: string): (row: DrawRow, language: Language) => Draw {
  const localTime = localTimeIn(timeZone);
  return (row, language) => ({
    id: row.id,
    fullDate: row.draws_at.toISOString(),
    minute: localTime(row.draws_at.getTime()).minute,
    closesAt: row.closes_at.toISOString(),
    status: row.status,
    rules: row.rules,
    commitment: row.commitment.toString('hex'),
    result: row.result === null ? null : numberStrings(row.result),
    stops: (row.stops ?? []).map(({ betType, sentence, byCap, since }) => ({
      name: betType === null ? null : betTypeOfCode(betType).name,
      sentence: write(sentenceOf({ sentence, by_cap: byCap }), language),
      cause: byCap ? ('cap' as const) : ('operator' as const),
      since: new Date(since).toISOString(),
    })),
    calledOff:
      row.called_off_at && row.called_off_told
        ? { at: row.called_off_at.toISOString(), reason: row.called_off_told[language] }
        : null,
  });
}

export async function findDraw(db: Queryable, id: string): Promise<DrawRow | undefined> {
  const [row] = await db.query<DrawRow>(`${selectDraws} where d.id = $1`, [id]);
  return row;
}
