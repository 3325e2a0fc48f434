import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import type { Work } from '#server/background/background.ts';
import { channelOf, enqueueMessage } from '#server/messages/enqueue.ts';

interface Watch {
  readonly db: Database;
  /** E-mail addresses and phones that every new alarm goes to. */
  readonly contacts: readonly string[];
  readonly log: Pick<Logger, 'warn'>;
}

interface NewAlarm {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
}

/** Most alarms are about something that has lasted for minutes by then, and one query takes the database milliseconds. */
const everyMs = 10_000;
const salesEveryMs = 5_000;
/** An hour of minutes is counted in some milliseconds; after a long stop the rest follows at once. */
const minutesAtOnce = 60;

/** Opens and closes alarms, and puts a message about each new one into the queue, in one transaction. */
export function createWatch({ db, contacts, log }: Watch): Work {
  async function step(): Promise<boolean> {
    const opened = await db.transact(async (tx) => {
      const alarms = await tx.query<NewAlarm>('select id, kind, subject from console.watch()');
      for (const { kind, subject } of alarms) {
        for (const to of contacts) {
          await enqueueMessage(tx, {
            to,
            channel: channelOf(to),
            template: 'alarm',
            parameters: { kind, subject },
            clientId: null,
          });
        }
      }
      return alarms;
    });
    for (const alarm of opened) log.warn(alarm, 'an alarm of the operators opened');
    return false;
  }
  return { name: 'watching for alarms', everyMs, step };
}

/** Sums what was sold minute by minute, and how many players came, for the overview. `timeZone` says whose days. */
export function createSalesCount({ db, timeZone }: Pick<Watch, 'db'> & { readonly timeZone: string }): Work {
  async function step(): Promise<boolean> {
    const [row] = await db.query<{ more: boolean }>('select count_sales($1, $2) as more', [minutesAtOnce, timeZone]);
    return row!.more;
  }
  return { name: 'counting sales', everyMs: salesEveryMs, step };
}
