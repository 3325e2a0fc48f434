import type { Queryable } from '#database/connect.ts';

/** Caches the moments of draws, which never change. */
export interface DrawTimes {
  /** The moment of each of these draws; a draw that does not exist is missing. */
  findMoments(drawIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

/** Two weeks of draws every minute. */
const maxKnown = 20_000;

export function rememberDrawTimes(db: Queryable): DrawTimes {
  const known = new Map<string, Date>();

  async function findMoments(drawIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const missing = drawIds.filter((id) => !known.has(id));
    if (missing.length > 0) {
      if (known.size > maxKnown) known.clear();
      const rows = await db.query<{ id: string; draws_at: Date }>('select id, draws_at from draw where id = any ($1)', [
        missing,
      ]);
      for (const row of rows) known.set(row.id, row.draws_at);
    }
    return known;
  }

  return { findMoments };
}
