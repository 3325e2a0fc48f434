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

/**
 * How far a pass looks back beyond the beginning of the last one: longer than any statement may run, so that what a
 * transaction wrote is looked at however late it was committed.
 */
const overlap = '15 minutes';

/** Large enough that a full pass over some million rows sorts and hashes mostly in memory. */
const workMemory = '64MB';

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
  const { window, snapshot } = await db.transact(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query(`set local work_mem = '${workMemory}'`);
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
  const fresh = await recordPass(db, window.scope, snapshot, mismatches);
  return { scope: window.scope, mismatches, fresh, tookMs: performance.now() - startedAt };
}

interface Snapshot {
  readonly startedAt: string;
  readonly horizon: string;
}

/** A recent pass goes on where the last one began. Without one, or where the database was restored, all is looked at. */
async function openWindow(tx: Queryable, asked: Scope): Promise<{ window: Window; snapshot: Snapshot }> {
  const [now] = await tx.query<{ started_at: string; horizon: string }>(
    `select clock_timestamp()::text as started_at, pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
  );
  const snapshot = { startedAt: now!.started_at, horizon: now!.horizon };
  const [last] = await tx.query<{ since: string; horizon: string }>(
    `select (started_at - interval '${overlap}')::text as since, horizon::text from reconciliation_pass
     where horizon <= $1::xid8 order by started_at desc limit 1`,
    [snapshot.horizon],
  );
  const window: Window =
    asked === 'recent' && last ? { scope: 'recent', ...last } : { scope: 'full', since: '-infinity', horizon: '0' };
  return { window, snapshot };
}

async function recordPass(
  db: Database,
  scope: Scope,
  { startedAt, horizon }: Snapshot,
  mismatches: readonly Mismatch[],
): Promise<Mismatch[]> {
  const rows = await db.query<Mismatch & { is_new: boolean }>(
    `select check_name as "check", subject, subject_id as id, detail, found_at = last_found_at as is_new
     from record_pass($1, $2, $3, $4)`,
    [scope, startedAt, horizon, JSON.stringify(mismatches)],
  );
  return rows.filter((row) => row.is_new).map(({ check, subject, id, detail }) => ({ check, subject, id, detail }));
}
