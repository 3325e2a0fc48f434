import type { Database, Queryable } from '#database/connect.ts';
import type { Mismatch, Scope, Window } from './check.ts';
import { checks } from './checks.ts';

/** One pass over the books. */
export interface Pass {
  readonly scope: Scope;
  /** Everything the pass found, a check's first hundred at most. */
  readonly mismatches: readonly Mismatch[];
  /** Those that were not known before. */
  readonly fresh: readonly Mismatch[];
  readonly tookMs: number;
}

/** Large enough that a pass over some million rows sorts and hashes mostly in memory. */
const workMemory = { recent: '64MB', full: '256MB' } as const;

/**
 * Looks over the books, in one snapshot, so that what moves meanwhile is seen whole or not at all. What does not agree is
 * written down and stops withdrawals; it is never corrected.
 *
 * @param onCheck told of each check when it is done
 */
export async function reconcile(
  db: Database,
  asked: Scope,
  onCheck: (name: string, found: number, tookMs: number) => void = () => {},
): Promise<Pass> {
  const startedAt = performance.now();
  const mismatches: Mismatch[] = [];
  const beginning = await readBeginning(db);
  const { window, horizon } = await db.transact(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query(`set local work_mem = '${workMemory[asked]}'`);
    const opened = await openWindow(tx, asked);
    for (const check of checks) {
      if (check.fullOnly && opened.window.scope !== 'full') continue;
      const checkedAt = performance.now();
      const found = await check.find(tx, opened.window);
      mismatches.push(...found.map((finding) => ({ check: check.name, ...finding })));
      onCheck(check.name, found.length, performance.now() - checkedAt);
    }
    return opened;
  });
  const fresh = await recordPass(db, window.scope, beginning, horizon, mismatches);
  return { scope: window.scope, mismatches, fresh, tookMs: performance.now() - startedAt };
}

interface Beginning {
  readonly started_at: string;
  readonly next_since: string;
}

/** Postings and tickets carry the clock of their own statement; this is far more than it could differ from other clocks. */
const margin = '1 minute';
/** Longer than any statement may run. */
const longestTransaction = '15 minutes';

/**
 * From when on the next pass has to look, for all that this one's snapshot will not see: from the beginning of the oldest
 * transaction under way. It is asked before the snapshot is taken, so that none begins in between unnoticed. Where other
 * users' transactions may not be seen, one may have been under way for as long as any may last.
 */
async function readBeginning(db: Queryable): Promise<Beginning> {
  const [row] = await db.query<Beginning>(
    `select clock_timestamp()::text as started_at,
       (case when bool_or(query = '<insufficient privilege>') then clock_timestamp() - interval '${longestTransaction}'
         else least(clock_timestamp(), min(xact_start)) - interval '${margin}' end)::text as next_since
     from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return row!;
}

/** A recent pass goes on where the last one began. Without one, or where the database was restored, all is looked at. */
async function openWindow(tx: Queryable, asked: Scope): Promise<{ window: Window; horizon: string }> {
  const [now] = await tx.query<{ horizon: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as horizon');
  const { horizon } = now!;
  const [last] = await tx.query<{ since: string; horizon: string }>(
    `select next_since::text as since, horizon::text from reconciliation_pass
     where horizon <= $1::xid8 order by next_since desc limit 1`,
    [horizon],
  );
  const window: Window =
    asked === 'recent' && last ? { scope: 'recent', ...last } : { scope: 'full', since: '-infinity', horizon: '0' };
  return { window, horizon };
}

async function recordPass(
  db: Database,
  scope: Scope,
  { started_at, next_since }: Beginning,
  horizon: string,
  mismatches: readonly Mismatch[],
): Promise<Mismatch[]> {
  const rows = await db.query<Mismatch & { is_new: boolean }>(
    `select check_name as "check", subject, subject_id as id, detail, found_at = last_found_at as is_new
     from record_pass($1, $2, $3, $4, $5)`,
    [scope, started_at, next_since, horizon, JSON.stringify(mismatches)],
  );
  return rows.filter((row) => row.is_new).map(({ check, subject, id, detail }) => ({ check, subject, id, detail }));
}
