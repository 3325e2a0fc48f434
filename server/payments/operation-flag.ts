import type { Queryable } from '#database/connect.ts';

/** A switch for the whole site, which an operator or reconciliation sets. */
type OperationFlag = 'withdrawals_stopped';

export async function isRaised(db: Queryable, flag: OperationFlag): Promise<boolean> {
  const rows = await db.query('select from operation_flag where name = $1', [flag]);
  return rows.length > 0;
}
