import type { Database } from '#database/connect.ts';
import type { Work } from '#server/background/background.ts';
import { enqueueMessage } from '#server/messages/enqueue.ts';
import type { Business } from '#server/messages/morning-report-text.ts';

interface MorningReport {
  readonly db: Database;
  /** The site's time zone, in which a day begins. */
  readonly timeZone: string;
  /** The e-mail addresses that get it. */
  readonly contacts: readonly string[];
}

const everyMs = 60_000;

interface DueReport {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly business: Business;
  readonly week_before: Business;
}

/**
 * Tells the business of yesterday from six in the morning on, once. A report that nobody could send on its day is left out: the reports of
 * the console have every day. The day is noted in the transaction that puts the messages into their queue.
 */
export function createMorningReport({ db, timeZone, contacts }: MorningReport): Work {
  async function step(): Promise<boolean> {
    await db.transact(async (tx) => {
      const [report] = await tx.query<DueReport>(
        'select day::text, business, week_before from console.morning_report($1)',
        [timeZone],
      );
      if (!report) return;
      const { day, business, week_before: weekBefore } = report;
      for (const to of contacts) {
        await enqueueMessage(tx, {
          to,
          channel: 'email',
          template: 'morning_report',
          parameters: { day, business, weekBefore },
          clientId: null,
        });
      }
    });
    return false;
  }
  return { name: 'sending the morning report', everyMs, step };
}
