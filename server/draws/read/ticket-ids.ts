import type { Queryable } from '#database/connect.ts';

/**
 * The ids of a draw's tickets: from the first one on and below the second; null for an unknown draw. A statement that reads all tickets of a
 * draw takes them as parameters. As a condition, `ids_of_draw` would be called for each row: 100 µs each.
 */
export async function ticketIdsOf(
  db: Queryable,
  drawId: string,
): Promise<[first: string | null, beyond: string | null]> {
  const [ids] = await db.query<{ first: string | null; beyond: string | null }>(
    'select first, beyond from ids_of_draw($1)',
    [drawId],
  );
  return [ids!.first, ids!.beyond];
}
