import type { Queryable } from '#database/connect.ts';

/** The ids of the draws whose sales are open, the next one to close first. */
export async function listDrawsOnSale(db: Queryable, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from draw
     where finished_at is null and status = 'open' and opens_at <= now() and closes_at > now()
     order by closes_at limit $1`,
    [most],
  );
  return rows.map(({ id }) => id);
}
