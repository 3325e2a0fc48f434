import { movements, sqlCheck, writtenSince } from './check.ts';

/** The change of one of the client's accounts by a posting. */
const change = (account: string) =>
  `case '${account}'::account when p.to_account then p.amount when p.from_account then -p.amount else 0 end`;

/**
 * SQL: the balances of a client's last line in the open months, or else of the last closed month. It is looked up for each client, and
 * where the open months begin is read once for all of them.
 */
const lastLine = (client: string, where = '') =>
  `select dep_after, win_after from (
     (select 1 as at, p.dep_after, p.win_after from posting p
      where p.client_id = ${client} and p.id >= (select first_open_posting_id()) ${where} order by p.id desc limit 1)
     union all
     (select 2, m.dep, m.win from month_balance m where m.client_id = ${client} order by m.month desc limit 1)
   ) line order by at limit 1`;

/** Every kind of posting, and the accounts it may go between. */
const events = [
  ['deposit', 'clearing', 'client_dep'],
  ['bet', 'client_dep', 'draw_stakes'],
  ['bet', 'client_win', 'draw_stakes'],
  ['stakes_banked', 'draw_stakes', 'house'],
  ['payout', 'house', 'client_win'],
  ['refund', 'draw_stakes', 'client_dep'],
  ['refund', 'draw_stakes', 'client_win'],
  ['withdrawal', 'client_win', 'client_held'],
  ['withdrawal', 'client_dep', 'client_held'],
  ['withdrawal', 'client_win', 'clearing'],
  ['withdrawal', 'client_dep', 'clearing'],
  ['withdrawal_paid', 'client_held', 'clearing'],
  ['withdrawal_returned', 'client_held', 'client_win'],
  ['withdrawal_returned', 'client_held', 'client_dep'],
  ['withdrawal_returned', 'clearing', 'client_win'],
  ['withdrawal_returned', 'clearing', 'client_dep'],
  ['chargeback', 'client_dep', 'clearing'],
  ['chargeback', 'client_win', 'clearing'],
  ['chargeback', 'client_owed', 'clearing'],
  ['chargeback_repaid', 'client_dep', 'client_owed'],
  ['chargeback_repaid', 'client_win', 'client_owed'],
  ['adjustment', 'adjustment', 'client_dep'],
  ['adjustment', 'adjustment', 'client_win'],
  ['adjustment', 'client_dep', 'adjustment'],
  ['adjustment', 'client_win', 'adjustment'],
  ['top_up', 'clearing', 'capital'],
  ['top_up', 'capital', 'clearing'],
];
const eventColumn = (index: number) => events.map((event) => event[index]);

export const postingsAreEvents = sqlCheck(
  { name: 'posting', promise: 'every posting is an event of the product, between its two accounts' },
  `select 'posting' as subject, p.id, to_jsonb(p) as detail
   from posting p
   where p.at >= $1 and p.id >= (select posting_from($1)) and (
     p.amount <= 0 or (p.client_id = 0) <> (p.kind in ('stakes_banked', 'top_up'))
     or (p.client_id <> 0 and (p.dep_after < 0 or p.win_after < 0 or p.dep_after is null or p.win_after is null))
     or (p.kind, p.from_account, p.to_account)
       not in (select * from unnest($3::posting_kind[], $4::account[], $5::account[]))
   )`,
  () => [eventColumn(0), eventColumn(1), eventColumn(2)],
);

/** Look-ups by reference read the notes of postings, and a noted reference cannot be posted again. */
export const postingsAreNotedOnce = sqlCheck(
  { name: 'once', promise: 'each posting that happens once is noted, as it is, and nothing else is noted' },
  `select 'posting' as subject, p.id, to_jsonb(p) as detail
   from posting p
   left join posted_once o on (o.kind, o.reference, o.from_account, o.to_account, o.client_id, o.posting_id, o.amount)
     = (p.kind, p.reference, p.from_account, p.to_account, p.client_id, p.id, p.amount)
   where p.kind not in ('bet', 'payout') and p.at >= $1 and p.id >= (select posting_from($1)) and o.kind is null
   union all
   select 'posting', o.posting_id, to_jsonb(o)
   from posted_once o
   left join posting p on (p.client_id, p.id) = (o.client_id, o.posting_id) and p.kind not in ('bet', 'payout')
   where $2::xid8 = '0' and o.posting_id >= (select first_open_posting_id()) and p.id is null`,
);

/**
 * Each line's balances must equal those of the line before plus its own change. If a line does not follow from the one
 * before it in the window, its real predecessor is looked up: the window is cut by time, and two lines of a client may have
 * been written in the other order.
 */
export const statementsContinue = sqlCheck(
  { name: 'statement', promise: 'each line of a statement continues the one before it' },
  `select 'account' as subject, d.client_id as id, jsonb_build_object(
     'posting', d.id, 'dep_before', coalesce(b.dep_after, 0), 'dep_change', d.dep_change, 'dep_after', d.dep_after,
     'win_before', coalesce(b.win_after, 0), 'win_change', d.win_change, 'win_after', d.win_after) as detail
   from (
     select line.*, lag(dep_after) over w + dep_change = dep_after and lag(win_after) over w + win_change = win_after as follows
     from (
       -- The sum keeps the planner from reading them through their index, which is not the order in which they lie: they are sorted.
       select p.client_id + 0 as client_id, p.id, p.dep_after, p.win_after, ${change('client_dep')} as dep_change,
         ${change('client_win')} as win_change
       from posting p
       where p.client_id <> 0 and p.at >= $1 and p.id >= (select posting_from($1)) and p.id >= (select first_open_posting_id()) and ${writtenSince('p')}
     ) line
     window w as (partition by client_id order by id)
   ) d
   left join lateral (${lastLine('d.client_id', 'and p.id < d.id')}) b on true
   where d.follows is not true and (d.dep_after, d.win_after)
     is distinct from (coalesce(b.dep_after, 0) + d.dep_change, coalesce(b.win_after, 0) + d.win_change)`,
);

/**
 * The last line in the window is usually the last of all. It is not if two lines of a client were written in the other
 * order, or if none lies in the window. So only for a wallet that differs from it is the real last line looked up. A full pass looks it
 * up for every wallet, and for every client who has postings: sorting all postings takes longer.
 */
export const statementsEndAtWallets = sqlCheck(
  { name: 'wallet', promise: 'each wallet holds what the last line of its statement says' },
  `with last as materialized (
     select distinct on (p.client_id) p.client_id, p.dep_after, p.win_after
     from posting p
     where $2::xid8 <> '0' and p.client_id <> 0 and p.at >= $1 and p.id >= (select posting_from($1)) and p.id >= (select first_open_posting_id())
     order by p.client_id, p.id desc
   ), differing as (
     select t.client_id, w.dep, w.win
     from (
       select w.client_id from wallet w where ${writtenSince('w')}
       union select last.client_id from last
       union select p.client_id from posting p where $2::xid8 = '0' and p.client_id <> 0 and p.id >= (select first_open_posting_id()) group by p.client_id
       union select m.client_id from month_balance m where $2::xid8 = '0'
     ) t
     left join wallet w on w.client_id = t.client_id
     left join last on last.client_id = t.client_id
     where $2::xid8 = '0' or (w.dep, w.win) is distinct from (last.dep_after, last.win_after) or w.dep < 0 or w.win < 0
   )
   select 'account' as subject, t.client_id as id, jsonb_build_object(
     'dep', t.dep, 'dep_posted', coalesce(l.dep_after, 0), 'win', t.win, 'win_posted', coalesce(l.win_after, 0)) as detail
   from differing t
   left join lateral (${lastLine('t.client_id')}) l on true
   where (t.dep, t.win) is distinct from (coalesce(l.dep_after, 0), coalesce(l.win_after, 0)) or t.dep < 0 or t.win < 0`,
);

export const heldIsUnderWay = sqlCheck(
  { name: 'held', promise: 'what an account holds is its withdrawals under way' },
  `select 'account' as subject, coalesce(w.client_id, u.client_id) as id,
     jsonb_build_object('held', w.held, 'under_way', u.amount) as detail
   from (select client_id, held from wallet where held <> 0) w
   full join (
     select client_id, sum(amount)::bigint as amount from payment
     where direction = 'withdrawal' and status not in ('succeeded', 'paid', 'failed', 'expired') group by client_id
   ) u on u.client_id = w.client_id
   where w.held is distinct from u.amount`,
);

export const walletsAreTheirPostings = sqlCheck(
  { name: 'balance', promise: 'each stored wallet is the sum of its postings', fullOnly: true },
  `select 'account' as subject, coalesce(w.client_id, s.client_id) as id, jsonb_build_object(
     'dep', w.dep, 'win', w.win, 'held', w.held, 'owed', w.owed,
     'dep_posted', s.dep, 'win_posted', s.win, 'held_posted', s.held, 'owed_posted', s.owed) as detail
   from wallet w
   full join (
     select client_id, sum(dep)::bigint as dep, sum(win)::bigint as win, sum(held)::bigint as held, sum(owed)::bigint as owed
     from (
       select p.client_id, sum(${change('client_dep')}) as dep, sum(${change('client_win')}) as win,
         sum(${change('client_held')}) as held, -sum(${change('client_owed')}) as owed
       from posting p where p.client_id <> 0 and p.id >= (select first_open_posting_id()) group by p.client_id
       union all
       (select distinct on (client_id) client_id, dep, win, held, owed from month_balance order by client_id, month desc)
     ) part
     group by client_id
   ) s on s.client_id = w.client_id
   where w.client_id is null
     or (w.dep, w.win, w.held, w.owed)
       <> (coalesce(s.dep, 0), coalesce(s.win, 0), coalesce(s.held, 0), coalesce(s.owed, 0))`,
);

export const balancesSumToZero = sqlCheck(
  { name: 'total', promise: 'all stored wallets and all other accounts together come to nothing', fullOnly: true },
  `select 'account' as subject, 'all' as id,
     jsonb_build_object('wallets', w.total, 'other_accounts', s.total) as detail
   from (select coalesce(sum(dep + win + held - owed), 0) as total from wallet) w
   cross join (
     select coalesce(sum(
       case when p.to_account in ('client_dep', 'client_win', 'client_held', 'client_owed') then 0 else p.amount end
       - case when p.from_account in ('client_dep', 'client_win', 'client_held', 'client_owed') then 0 else p.amount end
     ), 0) as total
     from ${movements} p
   ) s
   where w.total + s.total <> 0`,
);
