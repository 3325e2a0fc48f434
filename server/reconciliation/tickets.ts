import { sqlCheck } from './check.ts';

/** SQL: an amount as an integer, which is summed with a third of the memory. A ticket's stake is one; a posting that is none differs still. */
const asInteger = (amount: string) => `greatest(least(${amount}, 2147483647), -2147483647)::integer`;

/**
 * A ticket and what was posted for it are written in one statement and carry the same moment. Both are summed together,
 * because that takes half the time of a join.
 */
export const ticketsArePaidFor = sqlCheck(
  { name: 'bet', promise: 'each ticket was paid for by its bet postings, in its shares, and no other bet was posted' },
  `select 'ticket' as subject, id, jsonb_build_object('client', client_id, 'draw', draw_id, 'at', at,
     'tickets', count(*) filter (where is_ticket), 'dep_missing', sum(dep), 'win_missing', sum(win)) as detail
   from (
     select client_id, id, draw_id, accepted_at as at, true as is_ticket, stake - stake_win as dep, stake_win as win
     from ticket where accepted_at >= $1
     union all
     select client_id, reference, draw_id, at, false, case from_account when 'client_dep' then -${asInteger('amount')} else 0 end,
       case from_account when 'client_dep' then 0 else -${asInteger('amount')} end
     from posting where kind = 'bet' and at >= $1
   ) side
   group by client_id, id, draw_id, at
   having sum(dep) <> 0 or sum(win) <> 0`,
);

export const ticketsWereOnSale = sqlCheck(
  { name: 'sale', promise: 'each ticket was accepted while its draw was on sale and no stop was about it' },
  `select 'ticket' as subject, t.id, jsonb_build_object(
     'client', t.client_id, 'draw', t.draw_id, 'accepted_at', t.accepted_at, 'closes_at', d.closes_at) as detail
   from ticket t left join draw d on d.id = t.draw_id
   where t.accepted_at >= $1 and (t.accepted_at >= d.opens_at and t.accepted_at < d.closes_at) is not true
   union all
   select 'ticket', t.id, jsonb_build_object(
     'client', t.client_id, 'draw', t.draw_id, 'accepted_at', t.accepted_at, 'stop', s.id, 'stopped_at', s.stopped_at)
   from sales_stop s
   join ticket t on t.accepted_at > s.stopped_at and t.accepted_at < coalesce(s.ended_at, 'infinity')
     and coalesce(t.draw_id = s.draw_id, true) and coalesce(t.bet_type = s.bet_type, true)
   where t.accepted_at >= $1 and coalesce(s.ended_at, 'infinity') > $1`,
);
