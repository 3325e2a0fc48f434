import type { Draw } from '#contract/draws.ts';
import type { Queryable } from '#database/connect.ts';
import type { DrawStatus } from '#domain/draw.ts';
import { numberStrings } from '#domain/result.ts';
import { localTimeIn } from '#domain/timetable.ts';

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
}

/** SQL: columns and join of a draw, whose alias is `d`, to be followed by `where` and `order by`. */
export const selectDraws = `
  select d.id, d.draws_at, d.opens_at, d.closes_at, d.rules, d.status, d.result, d.sealed_at, d.drawn_at, d.finished_at, c.commitment
  from draw d join commitment c on c.draw_id = d.id`;

/** Converts rows to the API's draws, with minutes in `timeZone`. */
export function drawPresenter(timeZone: string): (row: DrawRow) => Draw {
  const localTime = localTimeIn(timeZone);
  return (row) => ({
    id: row.id,
    fullDate: row.draws_at.toISOString(),
    minute: localTime(row.draws_at.getTime()).minute,
    closesAt: row.closes_at.toISOString(),
    status: row.status,
    rules: row.rules,
    commitment: row.commitment.toString('hex'),
    result: row.result === null ? null : numberStrings(row.result),
  });
}

export async function findDraw(db: Queryable, id: string): Promise<DrawRow | undefined> {
  const [row] = await db.query<DrawRow>(`${selectDraws} where d.id = $1`, [id]);
  return row;
}
