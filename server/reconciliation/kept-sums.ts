import type { Database } from '#database/connect.ts';
import { sqlCheck } from './check.ts';

/**
 * Keeps the sums that operators look at: takes in the postings that the last pass has seen. Any number of processes may do it at
 * once; each posting is summed once.
 *
 * @returns whether there is more to take in
 */
export async function keepSums(db: Database): Promise<boolean> {
  const [row] = await db.query<{ more: boolean }>('select keep_account_hours() as more');
  return row!.more;
}

export const sumsArePostings = sqlCheck(
  { name: 'kept_sum', promise: 'the sums by hour are those of the postings', fullOnly: true },
  `select 'account' as subject, coalesce(h.kind, p.kind) || ' from ' || coalesce(h.from_account, p.from_account) || ' to '
       || coalesce(h.to_account, p.to_account) as id,
     jsonb_build_object('kept', h.amount, 'posted', p.amount, 'kept_postings', h.postings, 'postings', p.postings) as detail
   from (
     select kind, from_account, to_account, sum(amount) as amount, sum(postings) as postings from account_hour group by 1, 2, 3
   ) h
   full join (
     select p.kind, p.from_account, p.to_account, sum(p.amount) as amount, count(*) as postings
     from posting p join account_hours_until k on p.at < k.until group by 1, 2, 3
   ) p on (p.kind, p.from_account, p.to_account) = (h.kind, h.from_account, h.to_account)
   where (h.amount, h.postings) is distinct from (p.amount, p.postings)`,
);

export const adjustmentsHaveReasons = sqlCheck(
  {
    name: 'adjustment',
    promise: 'each correction by hand says who made it and why, and no reason stands without its posting',
  },
  `select 'posting' as subject, p.id, to_jsonb(p) as detail
   from posting p
   left join adjustment a
     on (a.reference, a.from_account, a.to_account, a.client_id, a.amount) = (p.reference, p.from_account, p.to_account, p.client_id, p.amount)
   where p.kind = 'adjustment' and p.kind not in ('bet', 'payout') and p.at >= $1 and a.reference is null
   union all
   select 'account', a.client_id, to_jsonb(a)
   from adjustment a
   left join posting p on p.kind = 'adjustment' and p.kind not in ('bet', 'payout')
     and (p.reference, p.from_account, p.to_account, p.client_id, p.amount) = (a.reference, a.from_account, a.to_account, a.client_id, a.amount)
   where a.at >= $1 and p.reference is null`,
);
