import type { Database } from '#database/connect.ts';

/**
 * Calls off one draw that can never have a result: it was not sealed before its moment, or the beacon's value did not come
 * for as long as was committed to with the draw. Any number of processes may call this.
 *
 * @returns whether there was one
 */
export async function voidLostDraw(db: Database): Promise<boolean> {
  const [lost] = await db.query<{ id: string | null }>('select void_lost_draw() as id');
  return lost!.id !== null;
}
