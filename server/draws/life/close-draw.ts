import type { Database } from '#database/connect.ts';

/**
 * Closes the sales of one draw that is due. A draw that was not closed before its moment becomes void instead: it never
 * gets a result, and all stakes are refunded.
 *
 * Safe in any number of processes: it claims the row, and skips a row that is locked.
 *
 * @returns whether there was one
 */
export async function closeDueDraw(db: Database): Promise<boolean> {
  const [closed] = await db.query<{ id: string | null }>('select close_due_draw() as id');
  return closed!.id !== null;
}

/** Milliseconds until the next draw must be closed, by the database's clock. 0 or less: one is due; null: there is none. */
export async function timeToNextClose(db: Database): Promise<number | null> {
  const [row] = await db.query<{ wait: number | null }>(
    `select extract(epoch from min(closes_at) - clock_timestamp())::float8 * 1000 as wait
     from (select closes_at from draw where finished_at is null and status = 'open' order by closes_at limit 1) next`,
  );
  return row?.wait ?? null;
}
