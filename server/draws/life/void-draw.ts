import type { Database } from '#database/connect.ts';

/**
 * Voids one draw that cannot get a result any more: it was not sealed before its moment, or its beacon value did not come
 * within the patience of its commitment. Safe in any number of processes.
 *
 * @returns whether there was one
 */
export async function voidLostDraw(db: Database): Promise<boolean> {
  const [lost] = await db.query<{ id: string | null }>('select void_lost_draw() as id');
  return lost!.id !== null;
}
