import type { Database } from '#database/connect.ts';
import { movements, sqlCheck } from './check.ts';

/**
 * Keeps the sums that operators look at: takes in the postings that the last pass has seen. Any number of processes may do it at
 * once; each posting is summed once.
 *
 * @param timeZone whose days the sums by account and day have
 * @returns whether there is more to take in
 */
export async function keepSums(db: Database, timeZone: string): Promise<boolean> {
  const [hours] = await db.query<{ more: boolean }>('select keep_account_hours() as more');
  // They begin with the first hour.
  const [days] = await db.query<{ more: boolean }>('select keep_account_days($1) as more', [timeZone]);
  return hours!.more || days!.more;
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
     select p.kind, p.from_account, p.to_account, sum(p.amount) as amount, sum(p.postings) as postings
     from ${movements} p join account_hours_until k on p.at < k.until group by 1, 2, 3
   ) p on (p.kind, p.from_account, p.to_account) = (h.kind, h.from_account, h.to_account)
   where (h.amount, h.postings) is distinct from (p.amount, p.postings)`,
);

export const figuresAreDraws = sqlCheck(
  {
    name: 'kept_figure',
    promise: 'the figures that are kept are those of the draws that are measured',
    fullOnly: true,
  },
  `select 'account' as subject, 'figures of bet type ' || coalesce(h.bet_type, f.bet_type) as id,
     jsonb_build_object('kept', to_jsonb(h), 'draws', to_jsonb(f)) as detail
   from (
     select bet_type, sum(draws) as draws, sum(tickets) as tickets, sum(stakes) as stakes, sum(won) as won, sum(payouts) as payouts,
       sum(expected) as expected, sum(variance) as variance
     from figure_quarter where measured and bet_type > 0 group by bet_type
   ) h
   full join (
     select g.bet_type, count(*) as draws, sum(g.tickets) as tickets, sum(g.stakes) as stakes, sum(g.won) as won,
       sum(g.payouts) as payouts, sum(s.expected) as expected, sum(s.variance) as variance
     from draw_spread s join draw_figure g on (g.draw_id, g.bet_type) = (s.draw_id, s.bet_type)
     -- The spread of draws that are added anew is known already.
     where not exists (select from figure_due q where q.draw_id = s.draw_id) group by g.bet_type
   ) f on f.bet_type = h.bet_type
   where (h.draws, h.tickets, h.stakes, h.won, h.payouts, h.expected, h.variance)
     is distinct from (f.draws, f.tickets, f.stakes, f.won, f.payouts, f.expected, f.variance)`,
);

export const daysAreHours = sqlCheck(
  { name: 'kept_day', promise: 'the sums by account and day are those by hour', fullOnly: true },
  `select 'account' as subject, 'clients' as id,
     jsonb_build_object('by_day', d.balance, 'by_client', c.balance, 'by_hour', h.balance, 'until', u.until) as detail
   from account_days_until u
   cross join lateral (
     select coalesce((select balance from account_day where client_id = 0 order by day desc limit 1), 0) as balance
   ) d
   cross join lateral (select coalesce(sum(balance), 0) as balance from account_last) c
   cross join lateral (
     select coalesce(sum(case when to_account::text like 'client\\_%' then amount else 0 end
       - case when from_account::text like 'client\\_%' then amount else 0 end), 0) as balance
     from account_hour where hour < u.until
   ) h
   -- In some zones a day begins at half past.
   where u.until = date_trunc('hour', u.until) and (d.balance, d.balance) is distinct from (c.balance, h.balance)`,
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
   where p.kind = 'adjustment' and p.at >= $1 and p.id >= (select posting_from($1)) and a.reference is null
   union all
   select 'account', a.client_id, to_jsonb(a)
   from adjustment a
   left join posted_once o on o.kind = 'adjustment'
     and (o.reference, o.from_account, o.to_account, o.client_id, o.amount) = (a.reference, a.from_account, a.to_account, a.client_id, a.amount)
   where ($2::xid8 = '0' or a.at >= $1) and o.reference is null`,
);
