import { randomBytes } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import { currentRules } from '#domain/draw.ts';
import { drawTimes, type Timetable } from '#domain/timetable.ts';
import { uuidv7 } from '#domain/uuid.ts';

const day = 24 * 60 * 60 * 1_000;

/**
 * Makes the draws of the days ahead that are not there yet. Sales of a new draw open at once. Two processes may fill at
 * the same time: a moment has one draw, and the second to come leaves the first one's.
 *
 * @returns how many draws it made
 */
export async function fillTimetable(db: Queryable, timetable: Timetable, daysAhead: number): Promise<number> {
  const [clock] = await db.query<{ now: Date }>('select clock_timestamp() as now');
  const now = clock!.now.getTime();
  // The timetable may have become denser since it was filled, so days that have draws are looked at again, all but the
  // ones that could not be sold any more.
  const times = drawTimes(timetable, now + timetable.closeSecondsBefore * 1_000, now + daysAhead * day);
  const rows = await db.query<{ id: string }>(
    `insert into draw (id, draws_at, opens_at, closes_at, rules)
     select id, to_timestamp(draws_at / 1000.0), date_trunc('milliseconds', clock_timestamp()), to_timestamp(closes_at / 1000.0), $4
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as d (id, draws_at, closes_at)
     where not exists (select from draw where draw.draws_at = to_timestamp(d.draws_at / 1000.0))
     on conflict (draws_at) do nothing returning id`,
    [
      times.map((time) => uuidv7(time.drawsAt, randomBytes(10))),
      times.map((time) => time.drawsAt),
      times.map((time) => time.closesAt),
      currentRules,
    ],
  );
  return rows.length;
}
