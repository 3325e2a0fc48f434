import type { Queryable } from './connect.ts';

/** The database's clock, for code that cannot ask it in the same statement. */
export interface Clock {
  /** Milliseconds since 1970 on the database's clock, some milliseconds off at most. */
  now(): number;
  /** Asks the database at once: it may be another machine by now. */
  readAgain(): void;
  stop(): void;
}

const refreshMs = 10_000;

/**
 * Follows the database's clock. The machine's own wall clock is never used: it may be minutes off, and machines would
 * disagree. Between two readings the monotonic timer counts on.
 */
export async function followClock(db: Queryable): Promise<Clock> {
  const clock = createClock(db);
  await clock.start();
  return clock;
}

/** For a process that begins before its database answers: `now` throws until `start` has resolved. */
export function createClock(db: Queryable): Clock & { start(): Promise<void> } {
  let offset: number | undefined;
  const readAgain = () => {
    readOffset(db).then(
      (fresh) => (offset = fresh),
      () => {}, // Without an answer the last reading stays, and the monotonic timer counts on from it.
    );
  };
  const timer = setInterval(readAgain, refreshMs);
  timer.unref();
  return {
    async start() {
      offset = await readOffset(db);
    },
    now() {
      if (offset === undefined) throw new Error('the clock of the database has not been read yet');
      return offset + performance.now();
    },
    readAgain,
    stop: () => clearInterval(timer),
  };
}

async function readOffset(db: Queryable): Promise<number> {
  const before = performance.now();
  const now = await readClock(db);
  return now.getTime() - (before + performance.now()) / 2;
}

/** The time of the database's clock. */
export async function readClock(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now');
  return row!.now;
}
