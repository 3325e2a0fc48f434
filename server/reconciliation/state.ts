import type { Queryable } from '#database/connect.ts';
import type { HealthNote } from '#server/http/health.ts';

/** How the books stand, for health checks and metrics. */
export interface BooksState {
  /** Mismatches that nobody has closed yet. */
  readonly openMismatches: number;
  /** Closed months that were not as they were when they were last read again. */
  readonly changedMonths: number;
  readonly withdrawalsStopped: boolean;
  /** How long ago the last recent or full pass was done; null when there was none. */
  readonly lastPassAgeSeconds: number | null;
  readonly lastFullPassAgeSeconds: number | null;
  /** How many passes in a row ran out of time, in the scope that has more. */
  readonly unfinishedPasses: number;
  /** How long ago a full pass last ran out of time; null when the last one ended. */
  readonly unfinishedFullPassAgeSeconds: number | null;
  /** An operator has asked for a full pass, and none was tried since. */
  readonly fullIsWanted: boolean;
}

export async function readBooksState(db: Queryable): Promise<BooksState> {
  const [state] = await db.query<BooksState>(
    `select (select count(*) from mismatch where closed_at is null) as "openMismatches",
       (select count(*) from month where differs is not null) as "changedMonths",
       exists (select from operation_flag where name = 'withdrawals_stopped') as "withdrawalsStopped",
       extract(epoch from clock_timestamp() - max(finished_at))::float8 as "lastPassAgeSeconds",
       extract(epoch from clock_timestamp() - max(finished_at) filter (where scope = 'full'))::float8
         as "lastFullPassAgeSeconds",
       (select coalesce(max(tries), 0) from unfinished_pass) as "unfinishedPasses",
       (select extract(epoch from clock_timestamp() - last_at)::float8 from unfinished_pass where scope = 'full')
         as "unfinishedFullPassAgeSeconds",
       coalesce((select wanted_at from wanted_pass) > greatest(max(started_at) filter (where scope = 'full'),
         (select last_at from unfinished_pass where scope = 'full'), '-infinity'), false) as "fullIsWanted"
     from reconciliation_pass`,
  );
  return state!;
}

/** A pass is due every half minute. After this long without one, the books count as unchecked. */
const lateAfterSeconds = 180;

/**
 * One word on the books: `mismatch` until every mismatch is closed and no closed month is changed, `unchecked` while no pass comes,
 * `unfinished` when the last pass ran out of time, else `ok`.
 */
export function summarise(state: BooksState): 'ok' | 'mismatch' | 'unchecked' | 'unfinished' {
  const { openMismatches, changedMonths, lastPassAgeSeconds, unfinishedPasses } = state;
  if (openMismatches > 0 || changedMonths > 0) return 'mismatch';
  if (lastPassAgeSeconds === null || lastPassAgeSeconds > lateAfterSeconds) return 'unchecked';
  return unfinishedPasses > 0 ? 'unfinished' : 'ok';
}

/** Adds the state of the books to health checks as a note: a mismatch is for people and restarts no process. */
export function noteBooks(db: Queryable): HealthNote {
  return { name: 'books', read: async () => summarise(await readBooksState(db)) };
}
