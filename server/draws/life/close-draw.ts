import type { Database } from '#database/connect.ts';

/**
 * Closes the sales of one draw whose time has come. A draw that nobody closed before its moment is void instead: its
 * result was never known, and every stake goes back.
 *
 * Any number of processes may call this: the row is claimed, and a row that another one holds is skipped.
 *
 * @returns whether there was one
 */
export async function closeDueDraw(db: Database): Promise<boolean> {
  const [closed] = await db.query<{ id: string | null }>('select close_due_draw() as id');
  return closed!.id !== null;
}

/**
 * How long, in milliseconds of the database's clock, until the next draw has to be closed; null when there is none. 0 or
 * less: one is due.
 */
export async function timeToNextClose(db: Database): Promise<number | null> {
  const [row] = await db.query<{ wait: number | null }>(
    `select extract(epoch from min(closes_at) - clock_timestamp())::float8 * 1000 as wait
     from (select closes_at from draw where finished_at is null and status = 'open' order by closes_at limit 1) next`,
  );
  return row?.wait ?? null;
}
