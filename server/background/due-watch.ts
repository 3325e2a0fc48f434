import type { Queryable } from '#database/connect.ts';
import type { OnDue, Work } from './background.ts';

/** The names that `work_due` in the database returns. */
export const dueWorks = [
  'draws',
  'exposures',
  'caps',
  'payments',
  'sandbox',
  'notices',
  'messages',
  'requests',
  'webhooks',
  'statements',
] as const;
type DueWork = (typeof dueWorks)[number];

interface DueWatch {
  /** For the works of one name. */
  when(name: DueWork): OnDue;
  readonly work: Work;
}

/** The longest that something is due before it is seen. */
const everyMs = 500;

/** Asks the database in one statement what is due, and wakes it, so that an idle site does not ask for each work by itself. */
export function createDueWatch(db: Queryable): DueWatch {
  const wakes = new Map<string, () => void>();

  async function step(): Promise<boolean> {
    const [row] = await db.query<{ due: string[] }>('select work_due() as due');
    for (const name of row!.due) wakes.get(name)?.();
    return false;
  }

  return {
    when: (name) => (wake) => void wakes.set(name, wake),
    work: { name: 'asking what is due', everyMs, step },
  };
}
