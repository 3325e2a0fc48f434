import type { Database } from '#database/connect.ts';
import type { Work } from '#server/background/background.ts';

/** How many players are measured in one transaction. A player who plays much takes some milliseconds. */
const portion = 50;
const everyMs = 30_000;

interface CareOptions {
  readonly db: Database;
  /** The time zone that says when it is night. */
  readonly timeZone: string;
  /** Whether the worker acts on strong signs, or only measures. */
  readonly acts: boolean;
}

/** The worker's care for players. Several processes share the players; what one did not finish, the next one continues with. */
export function createCare({ db, timeZone, acts }: CareOptions): Work {
  const call = async <T>(sql: string, values: readonly unknown[] = []): Promise<T> => {
    const [row] = await db.query<{ value: T }>(`select ${sql} as value`, [...values]);
    return row!.value;
  };
  return {
    name: 'care for players',
    async step() {
      const mayNote = await call<boolean>('note_care_due()');
      const measured = await call<number>('measure_care($1, $2)', [timeZone, portion]);
      const hasActed = acts && (await call<boolean>('act_on_care($1)', [timeZone]));
      return mayNote || measured === portion || hasActed;
    },
    everyMs,
  };
}
