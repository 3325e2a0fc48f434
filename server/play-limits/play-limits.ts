import type { BreakKind, PlayLimit, PlayLimits } from '#contract/play-limits.ts';
import type { Database, Queryable, Transaction } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { readLockEnd, refuseLocked } from '#server/identity/locks/locks.ts';
import { requireNotClosing } from '#server/identity/profile/closing.ts';
import type { Identity } from '#server/identity/identity.ts';
import { keyClient } from '#server/identity/persons/person-keys.ts';
import { lockProven, provePassword } from '#server/identity/proof/proof.ts';
import { recordEnded, type Origin } from '#server/identity/security-log/security-log.ts';
import { endSessions } from '#server/identity/sessions/sessions.ts';

/** A limit that a client sets; an amount of null removes it. */
type WantedLimit = Pick<PlayLimit, 'kind' | 'period' | 'amount'>;

export async function readPlayLimits(db: Database, clientId: number, timeZone: string): Promise<PlayLimits> {
  await countStakes(db, clientId, timeZone);
  return readLimits(db, clientId, timeZone);
}

async function readLimits(db: Queryable, clientId: number, timeZone: string): Promise<PlayLimits> {
  const rows = await db.query<LimitRow>(
    `select l.*, break_ends_at($1, now.at) as paused_until,
       money_waits_for($1, now.at) is not distinct from 'identity' as identity_needed,
       lock_ends_at($1, 'play', now.at) as locked_until,
       operator_limit_of($1, l.kind, l.period, now.at) as operator_amount,
       operator_limit_ends_at($1, l.kind, l.period, now.at) as operator_until,
       (select coalesce(sum(y.amount), 0)::bigint from payment y
        where l.kind = 'deposit' and y.client_id = $1 and y.created_at >= date_trunc(l.period::text, now.at, $2)
          and y.direction = 'deposit' and y.status in ('created', 'pending', 'expired')) as unanswered
     from (select clock_timestamp() as at) now cross join lateral play_limits_at($1, $2, now.at) l`,
    [clientId, timeZone],
  );
  return {
    limits: rows.map(presentLimit),
    pausedUntil: rows[0]!.paused_until?.toISOString() ?? null,
    identityNeeded: rows[0]!.identity_needed,
    lockedUntil: rows[0]!.locked_until?.toISOString() ?? null,
  };
}

/** The result of changing a limit: a higher one, or none, is in force only after a day. */
interface LimitChange {
  readonly kind: 'limit_lowered' | 'limit_raised';
  /** Such as `stake` and `day`. */
  readonly limit: Pick<PlayLimit, 'kind' | 'period'>;
}

/**
 * Sets limits, all or none, in the order in which they are given.
 *
 * @param onChange is called for each limit that changed, in the same transaction; what it throws undoes them all
 */
export async function setPlayLimits(
  db: Database,
  clientId: number,
  wanted: readonly WantedLimit[],
  timeZone: string,
  onChange: (tx: Transaction, change: LimitChange) => Promise<void>,
): Promise<PlayLimits> {
  await countStakes(db, clientId, timeZone);
  await db.transact(async (tx) => {
    // Locks the wallet, so that no other change comes in between.
    await tx.query('select lock_deposits($1)', [clientId]);
    const before = await readStored(tx, clientId);
    for (const { kind, period, amount } of wanted) {
      await tx.query('select set_play_limit($1, $2, $3, $4, $5)', [clientId, kind, period, amount, timeZone]);
    }
    for (const change of compareLimits(before, await readStored(tx, clientId))) await onChange(tx, change);
  });
  return readLimits(db, clientId, timeZone);
}

interface StoredLimit extends WantedLimit {
  /** The time until which a higher limit, or none, waits; null when none does. */
  readonly next_at: Date | null;
}

function readStored(tx: Queryable, clientId: number): Promise<StoredLimit[]> {
  return tx.query<StoredLimit>(
    `select kind, period, case when next_at <= clock_timestamp() then next_amount else amount end as amount,
       case when next_at > clock_timestamp() then next_at end as next_at
     from play_limit where client_id = $1 order by kind, period`,
    [clientId],
  );
}

function compareLimits(before: readonly StoredLimit[], after: readonly StoredLimit[]): LimitChange[] {
  return after.flatMap(({ kind, period, amount, next_at }): LimitChange[] => {
    const old = before.find((one) => one.kind === kind && one.period === period);
    const limit = { kind, period };
    const isSame = next_at?.getTime() === old?.next_at?.getTime();
    if (amount === (old?.amount ?? null) && isSame) return [];
    // A limit that is in force at once is a lower one, and it replaces a higher one that waited.
    return [{ kind: next_at === null ? 'limit_lowered' : 'limit_raised', limit }];
  });
}

/**
 * Begins a break for a client who shows the password. An exclusion also ends the client's sessions.
 *
 * @throws Refusal phone_unconfirmed, because a stranger may have opened the account with that phone; proof_needed,
 *   wrong_password, rate_limited
 */
export async function takeBreak(
  identity: Identity,
  signedIn: SignedIn,
  { kind, currentPassword }: { readonly kind: BreakKind; readonly currentPassword?: string | undefined },
  timeZone: string,
  origin: Origin,
): Promise<PlayLimits> {
  const { clientId, confirmed } = signedIn;
  if (!confirmed) throw new Refusal('phone_unconfirmed');
  const proof = await provePassword(identity, signedIn, currentPassword, origin);
  await countStakes(identity.db, clientId, timeZone);
  if (kind === 'exclusion') await keyClient(identity, clientId);
  const limits = await identity.db.transact(async (tx) => {
    await lockProven(tx, proof);
    const before = await readBreakEnd(tx, clientId);
    const after = await beginBreak(tx, clientId, kind, timeZone);
    // A break that would end before a running one changes nothing.
    if (after.pausedUntil !== (before?.toISOString() ?? null)) {
      const detail = { break: kind };
      await identity.security.record(tx, origin, { clientId, kind: 'break_started', factor: 'password', detail });
    }
    if (kind === 'exclusion') await recordEnded(identity, tx, origin, clientId, await endSessions(tx, clientId));
    return after;
  });
  identity.forget(clientId);
  return limits;
}

/**
 * Begins a break at once. An exclusion holds for other accounts of the same person too, where the client's keys are stored:
 * see `keyClient`.
 */
export async function beginBreak(
  tx: Queryable,
  clientId: number,
  kind: BreakKind,
  timeZone: string,
): Promise<PlayLimits> {
  await tx.query('select take_break($1, $2, $3)', [clientId, kind, timeZone]);
  return readLimits(tx, clientId, timeZone);
}

/**
 * Updates the stored count of the client's stakes. The first call may read all tickets of a month, so never call it while
 * the wallet is locked. Later calls read only new tickets.
 */
async function countStakes(db: Database, clientId: number, timeZone: string): Promise<void> {
  await db.query('select keep_stakes_counted($1, $2)', [clientId, timeZone]);
}

/**
 * Checks again a checkout that a limit or a break refused. The remaining amount was counted earlier, so it is recounted. If
 * there is room now, this returns and the checkout may be tried again.
 *
 * @throws Refusal account_closed, account_locked, excluded, identity_needed, limit_reached, unavailable
 */
export async function checkStakes(db: Database, clientId: number, total: Francs, timeZone: string): Promise<void> {
  await countStakes(db, clientId, timeZone);
  await db.query('select renew_stakes_left($1, $2)', [clientId, timeZone]);
  await requireNotClosing(db, clientId);
  await checkLimits(db, clientId, 'stake', total, timeZone);
}

/**
 * Checks a deposit against the limits. Call it in the transaction that has inserted the payment: the used amount includes
 * it.
 *
 * @throws Refusal account_closed, account_locked, excluded, identity_needed, limit_reached, unavailable
 */
export async function checkDeposit(tx: Queryable, clientId: number, timeZone: string): Promise<void> {
  await tx.query('select lock_deposits($1)', [clientId]);
  await requireNotClosing(tx, clientId);
  await checkLimits(tx, clientId, 'deposit', 0, timeZone);
}

/** Whether a client's break is running, the client's bets wait for an identity check, or the client is under 18. */
export async function isPlayStopped(db: Queryable, clientId: number): Promise<boolean> {
  const [row] = await db.query<{ stopped: boolean }>(
    `select break_ends_at($1, at) is not null or money_waits_for($1, at) is not distinct from 'identity'
       or is_closed_for_good($1) as stopped
     from clock_timestamp() as at`,
    [clientId],
  );
  return row!.stopped;
}

async function readBreakEnd(db: Queryable, clientId: number): Promise<Date | null> {
  const [row] = await db.query<{ ends_at: Date | null }>('select break_ends_at($1, clock_timestamp()) as ends_at', [
    clientId,
  ]);
  return row!.ends_at;
}

interface LimitInTheWay {
  readonly paused_until: Date | null;
  /** `register` where the national register has not answered yet; `lock` while an operator has locked play. */
  readonly waits_for: 'lock' | 'may_not_play' | 'identity' | 'register' | null;
  readonly period: PlayLimit['period'];
  readonly amount: Francs;
  readonly resets_at: Date;
}

async function checkLimits(
  db: Queryable,
  clientId: number,
  kind: PlayLimit['kind'],
  more: Francs,
  timeZone: string,
): Promise<void> {
  const [found] = await db.query<LimitInTheWay>('select * from limit_in_the_way($1, $2, $3, $4)', [
    clientId,
    kind,
    more,
    timeZone,
  ]);
  if (!found) return;
  const { paused_until, waits_for, period, amount, resets_at } = found;
  if (paused_until !== null) {
    throw new Refusal('excluded', { detail: (words) => words.pausedUntil(formatMoment(paused_until, timeZone)) });
  }
  if (waits_for === 'lock') throw refuseLocked(await readLockEnd(db, clientId, 'play'));
  if (waits_for === 'may_not_play') {
    throw new Refusal('account_locked', {
      detail: ({ mayNotPlay }) => mayNotPlay,
      until: null,
    });
  }
  if (waits_for === 'identity') throw new Refusal('identity_needed');
  if (waits_for === 'register') throw new Refusal('unavailable', { retryAfterSeconds: 30 });
  throw new Refusal('limit_reached', {
    detail: (words) => words.overLimit(kind, period, words.francs(amount), formatMoment(resets_at, timeZone)),
  });
}

/** `20/11/2026 14:30` in the operator's time zone. */
function formatMoment(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return format.format(at).replace(',', '');
}

interface LimitRow {
  readonly kind: PlayLimit['kind'];
  readonly period: PlayLimit['period'];
  readonly amount: Francs | null;
  readonly next_amount: Francs | null;
  readonly next_at: Date | null;
  readonly used: Francs;
  readonly unanswered: Francs;
  readonly resets_at: Date;
  readonly paused_until: Date | null;
  readonly identity_needed: boolean;
  readonly locked_until: Date | null;
  readonly operator_amount: Francs | null;
  readonly operator_until: Date | null;
}

function presentLimit({
  kind,
  period,
  amount,
  operator_amount,
  operator_until,
  used,
  unanswered,
  resets_at,
  next_amount,
  next_at,
}: LimitRow): PlayLimit {
  return {
    kind,
    period,
    amount,
    operatorAmount: operator_amount,
    operatorUntil: operator_until?.toISOString() ?? null,
    used,
    unanswered,
    resetsAt: resets_at.toISOString(),
    next: next_at && { amount: next_amount, at: next_at.toISOString() },
  };
}
