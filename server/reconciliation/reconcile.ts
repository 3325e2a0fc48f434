import pg from 'pg';
import type { Database, Queryable } from '#database/connect.ts';
import { takeTurn } from '#database/take-turn.ts';
import type { Check, Mismatch, Scope, Window } from './check.ts';
import { checks } from './checks.ts';
import { withKnownBounds } from './known-bounds.ts';

/** One pass over the books. */
export interface Pass {
  readonly scope: Scope;
  /** Everything the pass found, a check's first hundred at most. */
  readonly mismatches: readonly Mismatch[];
  /** Those that were not known before. */
  readonly fresh: readonly Mismatch[];
  readonly tookMs: number;
}

export interface PassOptions {
  /** Called after each check. */
  readonly onCheck?: (name: string, found: number, tookMs: number) => void;
  /** The longest the pass may take, by its window, in milliseconds; without it, only the connection's limits hold. */
  readonly limitMs?: (window: TimedWindow) => number;
  /**
   * The pass runs beside players: it takes one core, and is not made while another such pass is over everything.
   */
  readonly besidePlayers?: boolean;
  /** Called in the snapshot of the pass, after a check of everything that found nothing. */
  readonly ifAllAgrees?: (tx: Queryable) => Promise<void>;
  /** Aborts the pass: the running statement is cancelled, and the pass throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface TimedWindow extends Window {
  /** How long ago the window begins; null for everything. */
  readonly lengthMs: number | null;
}

/** A pass that ran out of time. Its window is still to be checked. */
export class UnfinishedPass extends Error {
  override name = 'UnfinishedPass';
  readonly scope: Scope;
  /** The check that was under way. */
  readonly check: string;

  constructor(scope: Scope, check: string, limitMs: number) {
    super(`a pass over the books did not end within ${Math.round(limitMs / 1_000)} s: it came to the check “${check}”`);
    this.scope = scope;
    this.check = check;
  }
}

/** Another process makes a pass over everything at this moment. */
export class PassUnderWay extends Error {
  override name = 'PassUnderWay';
}

/**
 * SQL: the memory of each sort and hash of a pass, large enough that a pass over some million rows has them mostly in memory. A full
 * one takes more where the server has more: half of its shared buffers.
 */
const workMemory: Readonly<Record<Scope, string>> = {
  recent: `'64MB'`,
  full: `(select least(1024, greatest(256, setting::bigint * 8 / 1024 / 2)) || 'MB' from pg_settings where name = 'shared_buffers')`,
};

/**
 * Checks the books in one snapshot, so that a concurrent transaction is seen whole or not at all. A mismatch is recorded and
 * stops withdrawals; it is never corrected.
 *
 * @throws UnfinishedPass when its time was up
 * @throws PassUnderWay where a full pass beside players is asked for and another one is under way
 */
export async function reconcile(db: Database, asked: Scope, options: PassOptions = {}): Promise<Pass> {
  const startedAt = performance.now();
  const mismatches: Mismatch[] = [];
  const beginning = await readBeginning(db);
  const { window, horizon } = await db.transact(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    if (options.besidePlayers && asked === 'full' && !(await takeTurn(tx, 'full_pass'))) {
      throw new PassUnderWay('another process makes a pass over everything');
    }
    if (options.besidePlayers) await tx.query('set local max_parallel_workers_per_gather = 0');
    await tx.query(`select set_config('work_mem', ${workMemory[asked]}, true)`);
    const opened = await openWindow(tx, asked);
    const run = {
      window: opened.window,
      endsAt: startedAt + (options.limitMs?.(opened.window) ?? Infinity),
      startedAt,
    };
    const checked = await withKnownBounds(tx, opened.window);
    await cancellable(db, tx, options.signal, async () => {
      for (const check of checks) {
        if (check.fullOnly && opened.window.scope !== 'full') continue;
        const checkedAt = performance.now();
        options.signal?.throwIfAborted();
        const found = await findInTime(checked, check, run);
        mismatches.push(...found);
        options.onCheck?.(check.name, found.length, performance.now() - checkedAt);
      }
      if (mismatches.length > 0 || opened.window.scope !== 'full') return;
      await planLikeAPass(tx, {});
      await options.ifAllAgrees?.(tx);
    });
    return opened;
  });
  const fresh = await recordPass(db, window.scope, beginning, horizon, mismatches);
  return { scope: window.scope, mismatches, fresh, tookMs: performance.now() - startedAt };
}

interface Run {
  readonly window: Window;
  readonly startedAt: number;
  readonly endsAt: number;
}

/** PostgreSQL's code for a statement that timed out or was cancelled. */
const cancelled = '57014';

async function findInTime(tx: Queryable, check: Check, { window, startedAt, endsAt }: Run): Promise<Mismatch[]> {
  const unfinished = () => new UnfinishedPass(window.scope, check.name, endsAt - startedAt);
  const leftMs = endsAt - performance.now();
  if (leftMs <= 0) throw unfinished();
  await planLikeAPass(tx, check);
  if (Number.isFinite(leftMs)) await tx.query(`set local statement_timeout = ${Math.ceil(leftMs)}`);
  try {
    const whole = check.beyondMonths && window.scope === 'full';
    const found = await check.find(tx, whole ? { ...window, since: '-infinity' } : window, () => {
      if (performance.now() > endsAt) throw unfinished();
    });
    return found.map((finding) => ({ check: check.name, ...finding }));
  } catch (error) {
    throw isCancelled(error) && Number.isFinite(endsAt) ? unfinished() : error;
  }
}

/** Sets the planner options of a check for this transaction. */
export async function planLikeAPass(tx: Queryable, { hashJoins }: Pick<Check, 'hashJoins'>): Promise<void> {
  await tx.query(`select set_config('enable_nestloop', $1, true), set_config('enable_mergejoin', $1, true)`, [
    hashJoins ? 'off' : 'on',
  ]);
}

function isCancelled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === cancelled;
}

const cancelEveryMs = 100;

/**
 * Does `work` in the transaction `tx`. After an abort it cancels the running statement, repeatedly, because the transaction
 * may be between two statements. It returns only when no cancellation is pending: a late one would hit the connection's next
 * user.
 */
async function cancellable(
  db: Queryable,
  tx: Queryable,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (signal === undefined) return work();
  const [backend] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling ??= db
      .query('select pg_cancel_backend($1)', [backend!.pid])
      .catch(() => {})
      .finally(() => (cancelling = undefined));
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    cancel();
    timer = setInterval(cancel, cancelEveryMs);
  };
  signal.addEventListener('abort', begin, { once: true });
  try {
    signal.throwIfAborted();
    await work();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', begin);
    clearInterval(timer);
    await cancelling;
  }
}

interface Beginning {
  readonly started_at: string;
  readonly next_since: string;
}

/** Postings and tickets carry their own statement's clock. This is far more than clocks can differ. */
const margin = '10 seconds';
/** Longer than any statement may run. */
const longestTransaction = '15 minutes';

/**
 * Where the next pass's window must begin to include all that this snapshot does not see: at the start of the oldest open
 * transaction. Read it before the snapshot is taken, so that no transaction starts in between unnoticed.
 */
async function readBeginning(db: Queryable): Promise<Beginning> {
  const [row] = await db.query<Beginning>(
    `select clock_timestamp()::text as started_at,
       (oldest_transaction(interval '${longestTransaction}') - interval '${margin}')::text as next_since`,
  );
  return row!;
}

/** A recent pass starts where the last one began. Without one, or after a restore, the pass is a full one. */
async function openWindow(tx: Queryable, asked: Scope): Promise<{ window: TimedWindow; horizon: string }> {
  const [now] = await tx.query<{ horizon: string; open: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, first_open_moment()::text as open',
  );
  const { horizon, open } = now!;
  const [last] = await tx.query<{ since: string; horizon: string; lengthMs: number }>(
    // After the clock was put back, the last one may lie ahead: look as far back as a transaction may last.
    `select since::text, horizon::text, (extract(epoch from clock_timestamp() - since) * 1000)::float8 as "lengthMs"
     from (
       select horizon,
         case when next_since > clock_timestamp() then clock_timestamp() - interval '${longestTransaction}' else next_since end as since
       from reconciliation_pass
       where horizon <= $1::xid8 order by horizon desc, next_since desc limit 1
     ) last`,
    [horizon],
  );
  const window: TimedWindow =
    asked === 'recent' && last
      ? { scope: 'recent', ...last }
      : { scope: 'full', since: open, horizon: '0', lengthMs: null };
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
