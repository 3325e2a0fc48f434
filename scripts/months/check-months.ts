import type { Database } from '#database/connect.ts';
import { checkMonth, type ClosedMonth } from '#server/reconciliation/close-month.ts';
import { nameOfMonth } from '#server/reconciliation/digest-month.ts';

/**
 * Reads closed months again, says what differs, and notes it, so that the console and the metrics have it: in the login of the owner of the
 * tables alone. Resolves to whether nothing does.
 */
export async function checkMonths(
  db: Database,
  closed: readonly ClosedMonth[],
  print: (line: string) => void,
): Promise<boolean> {
  if (closed.length === 0) return true;
  let wrong = 0;
  for (const one of closed) {
    const differences = await checkMonth(db, one);
    await db.query('update month set checked_at = clock_timestamp(), differs = $2 where begins_on = $1', [
      one.month,
      differences.length === 0 ? null : differences.map(({ what }) => what),
    ]);
    print(`${differences.length === 0 ? '✓' : '✗'} ${nameOfMonth(one.month)}`);
    for (const { what, kept, found } of differences) print(`  ${what}: ${kept} when it was closed, ${found} now`);
    wrong += differences.length;
  }
  print(wrong === 0 ? '✓ Closed months are as they were.' : '✗ Closed months were changed.');
  return wrong === 0;
}
