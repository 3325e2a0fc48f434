import type { IdentityStatus } from '#contract/documents.ts';
import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { Refusal } from '#server/http/refusal.ts';

interface TierRow {
  readonly tier: IdentityStatus['tier'];
  readonly per_day: Francs | null;
  readonly per_30_days: Francs | null;
  readonly day_in: Francs;
  readonly days_in: Francs;
  readonly day_out: Francs;
  readonly days_out: Francs;
  readonly waiting_win: Francs | null;
}

/** A client's tier with its limits, and what counts against them. */
export async function readTier(
  db: Queryable,
  clientId: number,
): Promise<Pick<IdentityStatus, 'tier' | 'limits' | 'used' | 'waitingWin'>> {
  const [row] = await db.query<TierRow>(
    `select t.tier, l.per_day, l.per_30_days, i.in_day as day_in, i.in_30_days as days_in, o.in_day as day_out,
       o.in_30_days as days_out, case when t.tier < 2 then large_win($1) end as waiting_win
     from (select tier_of($1) as tier, clock_timestamp() as at) t
     cross join lateral tier_limits(t.tier) l
     cross join lateral tier_used($1, 'deposit', t.at) i
     cross join lateral tier_used($1, 'withdrawal', t.at) o`,
    [clientId],
  );
  const { tier, per_day, per_30_days, waiting_win, ...used } = row!;
  return {
    tier,
    limits: { perDay: per_day, per30Days: per_30_days },
    used: {
      deposit: { perDay: used.day_in, per30Days: used.days_in },
      withdrawal: { perDay: used.day_out, per30Days: used.days_out },
    },
    waitingWin: waiting_win,
  };
}

interface InTheWay {
  readonly tier: IdentityStatus['tier'];
  readonly most: Francs;
  readonly used: Francs;
  /** 1 or 30; null for a large win. */
  readonly days: number | null;
}

/**
 * Checks a payment that was just inserted against the limits of its client's tier. Call it under the wallet's lock: it counts
 * the payments before this one.
 *
 * @throws Refusal identity_needed where a document would help, limit_reached where it would not
 */
export async function checkTier(tx: Queryable, paymentId: string): Promise<void> {
  const [found] = await tx.query<InTheWay>('select * from tier_in_the_way($1)', [paymentId]);
  if (!found) return;
  const { tier, most, used, days } = found;
  const identity = { tier, limit: most, used };
  if (tier === 2) {
    throw new Refusal('limit_reached', { identity, detail: (words) => words.overTier(words.francs(most), days) });
  }
  throw new Refusal('identity_needed', {
    identity,
    detail: (words) =>
      days === null ? words.largeWin(words.francs(used)) : words.withoutDocument(words.francs(most), days),
  });
}
