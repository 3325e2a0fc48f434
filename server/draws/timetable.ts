import type { Queryable } from '#database/connect.ts';
import type { Timetable, TimetableVersion } from '#domain/timetable.ts';

interface VersionRow {
  readonly number: number;
  readonly begins_at: Date | number;
  readonly every_minutes: number;
  readonly close_seconds_before: number;
  readonly time_zone: string;
}

/** The versions of the timetable, in order; none before a worker has made the first one. */
export async function readTimetable(db: Queryable): Promise<TimetableVersion[]> {
  const rows = await db.query<VersionRow>(
    'select number, begins_at, every_minutes, close_seconds_before, time_zone from timetable_version order by number',
  );
  return rows.map((row) => ({
    number: row.number,
    beginsAt: Number(row.begins_at),
    everyMinutes: row.every_minutes,
    closeSecondsBefore: row.close_seconds_before,
    timeZone: row.time_zone,
  }));
}

/** The versions, of which the first is made from the settings where there is none. */
export async function openTimetable(db: Queryable, settings: Timetable): Promise<TimetableVersion[]> {
  const { everyMinutes, closeSecondsBefore, timeZone } = settings;
  await db.query('select make_first_timetable($1, $2, $3)', [everyMinutes, closeSecondsBefore, timeZone]);
  return readTimetable(db);
}

/**
 * The number of the newest version, of which there is no newer one until the transaction ends: what was computed with it is
 * still right when it is stored.
 */
export async function holdTimetable(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ number: number }>('select hold_timetable() as number');
  return row!.number;
}
