import { announceOperatorKey } from '#server/fair-draw/operator-keys.ts';
import { makeDemoMonth, type DemoMonth, type MonthMade } from '#server/demo-month/make-month.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/**
 * A database with an invented month, in which at least so many withdrawals were paid. What the draws of a short month give decides
 * how many players withdraw, so it is made again until enough do.
 *
 * @param prepare changes the database before the month is made
 */
export async function monthWithWithdrawals(
  settings: DemoMonth,
  withdrawals: number,
  prepare: (database: TestDatabase) => Promise<void> = async () => {},
): Promise<{ readonly database: TestDatabase; readonly made: MonthMade | null }> {
  for (;;) {
    const database = await createTestDatabase();
    await announceOperatorKey(database.owner, settings.keys);
    await prepare(database);
    const made = await makeDemoMonth(database.owner, settings);
    const [row] = await database.owner.query<{ paid: number }>(
      `select count(*) as paid from payment where direction = 'withdrawal' and status = 'paid'`,
    );
    if (row!.paid >= withdrawals) return { database, made };
    await database.drop();
  }
}
