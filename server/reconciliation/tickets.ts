import { sqlCheck } from './check.ts';

/** A ticket and what was posted for it are written in one statement and carry the same moment. */
export const ticketsArePaidFor = sqlCheck(
  { name: 'bet', promise: 'each ticket was paid for by its bet postings, in its shares, and no other bet was posted' },
  `select 'ticket' as subject, coalesce(t.id, b.reference) as id, jsonb_build_object(
     'client', coalesce(t.client_id, b.client_id), 'stake_dep', t.dep, 'stake_win', t.win,
     'posted_dep', b.dep, 'posted_win', b.win) as detail
   from (
     select client_id, id, draw_id, accepted_at, (stake - stake_win)::bigint as dep, stake_win::bigint as win
     from ticket where accepted_at >= $1
   ) t
   full join (
     select client_id, reference, draw_id, at,
       coalesce(sum(amount) filter (where from_account = 'client_dep'), 0)::bigint as dep,
       coalesce(sum(amount) filter (where from_account = 'client_win'), 0)::bigint as win
     from posting where kind = 'bet' and at >= $1 group by client_id, reference, draw_id, at
   ) b on b.client_id = t.client_id and b.reference = t.id and b.draw_id = t.draw_id and b.at = t.accepted_at
   where (t.dep, t.win) is distinct from (b.dep, b.win)`,
);

export const ticketsWereOnSale = sqlCheck(
  { name: 'sale', promise: 'each ticket was accepted while its draw was on sale' },
  `select 'ticket' as subject, t.id, jsonb_build_object(
     'client', t.client_id, 'draw', t.draw_id, 'accepted_at', t.accepted_at, 'closes_at', d.closes_at) as detail
   from ticket t left join draw d on d.id = t.draw_id
   where t.accepted_at >= $1 and (t.accepted_at >= d.opens_at and t.accepted_at < d.closes_at) is not true`,
);
