import type { Queryable } from '#database/connect.ts';

/**
 * Stops withdrawals where the second opinion disagrees on a draw, as a mismatch in the books does. Each disagreement does so once.
 *
 * @returns false: nothing else waits for it
 */
export async function heedOpinions(db: Queryable): Promise<boolean> {
  await db.query('select heed_opinions()');
  return false;
}
