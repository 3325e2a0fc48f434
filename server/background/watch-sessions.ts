import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import type { Work } from './background.ts';

interface SessionWatch {
  /** Uses a connection of its own, because all others may be waiting for the lock in question. */
  readonly db: Database;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

interface EndedSession {
  readonly login: string;
  readonly application: string;
  readonly because: string;
}

const everyMs = 1_000;
/** Steps between two checks for sessions that cannot be ended: an hour. */
const stepsPerLook = 3_600;

/** Ends sessions of the processes' logins that block others; `end_harmful_sessions` says for how long they may. */
export function createSessionWatch({ db, log }: SessionWatch): Work {
  let steps = 0;

  async function step(): Promise<boolean> {
    const ended = await db.query<EndedSession>('select login, application, because from end_harmful_sessions()');
    for (const session of ended) log.error(session, 'a database session blocked others and was ended');
    if (steps++ % stepsPerLook === 0) await lookForOutOfReach();
    return false;
  }

  async function lookForOutOfReach(): Promise<void> {
    for (const { login } of await db.query<{ login: string }>('select login from logins_out_of_reach() login')) {
      log.warn({ login }, 'the owner of the tables cannot end the sessions of a login: grant it to the owner');
    }
  }

  return { name: 'watching sessions of the database', everyMs, step };
}
