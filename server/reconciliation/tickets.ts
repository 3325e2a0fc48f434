import { randomBytes } from 'node:crypto';
import { sqlCheck, type Check } from './check.ts';

/** SQL: an amount as an integer, so that it fits in a bigint with a factor. A ticket's stake is one; a posting that is none differs still. */
const asInteger = (amount: string) => `greatest(least(${amount}, 2147483647), -2147483647)::integer`;

/**
 * SQL: a row for each ticket since `$1` and one for each bet posting, with its stake from either wallet, that of a posting below zero. A
 * ticket and what was posted for it are written in one statement and carry the same moment.
 */
const stakesAndPostings = (columns: (row: { id: string; at: string; isTicket: boolean }) => string) =>
  `select ${columns({ id: 'id', at: 'accepted_at', isTicket: true })}, stake - stake_win as dep, stake_win as win
   from ticket where accepted_at >= $1 and id >= (select first_ticket_id($1))
   union all
   select ${columns({ id: 'reference', at: 'at', isTicket: false })},
     case from_account when 'client_dep' then -${asInteger('amount')} else 0 end,
     case from_account when 'client_dep' then 0 else -${asInteger('amount')} end
   from posting where kind = 'bet' and at >= $1 and id >= (select posting_from($1))`;

/** SQL: what is not paid for, by name. It sorts or hashes every ticket. */
const unpaid = `
  select 'ticket' as subject, id, jsonb_build_object('client', client_id, 'draw', draw_id, 'at', at,
    'tickets', count(*) filter (where is_ticket), 'dep_missing', sum(dep), 'win_missing', sum(win)) as detail
  from (${stakesAndPostings(({ id, at, isTicket }) => `client_id, ${id} as id, draw_id, ${at} as at, ${isTicket} as is_ticket`)}) side
  group by client_id, id, draw_id, at
  having sum(dep) <> 0 or sum(win) <> 0`;

const factor = { a: '(key & 2147483647)', b: '(key >> 33 & 2147483647)' };

/**
 * SQL: whether all is paid for, in one reading and without sorting. Each client, id, draw and moment has two random factors `a` and `b` of
 * 31 bits: a hash with the seed `$2`, which nobody knows before the pass. Where stakes from the wallets differ by `dep` and `win`, both
 * sums are zero with one pair `a` and `b` at most, of 2^62 pairs: they are linear, and `dep² + win²` is their determinant.
 */
const allPaid = `
  select coalesce(sum(${factor.a} * dep + ${factor.b} * win), 0) = 0
    and coalesce(sum(${factor.b} * dep - ${factor.a} * win), 0) = 0 as "allPaid"
  from (${stakesAndPostings(({ id, at }) => `hash_record_extended(row(client_id, ${id}, draw_id, ${at}), $2) as key`)}) side`;

const namesUnpaid = sqlCheck(
  { name: 'bet', promise: 'each ticket was paid for by its bet postings, in its shares, and no other bet was posted' },
  unpaid,
);

/** Names what is not paid for only where something is not: with ten million tickets that takes six times as long. */
export const ticketsArePaidFor: Check = {
  ...namesUnpaid,
  async find(tx, window, inTime) {
    const seed = randomBytes(8).readBigInt64LE().toString();
    const [row] = await tx.query<{ allPaid: boolean }>(allPaid, [window.since, seed]);
    return row?.allPaid ? [] : namesUnpaid.find(tx, window, inTime);
  },
};

export const ticketsWereOnSale = sqlCheck(
  { name: 'sale', promise: 'each ticket was accepted while its draw was on sale and no stop was about it' },
  `select 'ticket' as subject, t.id, jsonb_build_object(
     'client', t.client_id, 'draw', t.draw_id, 'accepted_at', t.accepted_at, 'closes_at', d.closes_at) as detail
   from ticket t left join draw d on d.id = t.draw_id
   where t.accepted_at >= $1 and t.id >= (select first_ticket_id($1)) and (t.accepted_at >= d.opens_at and t.accepted_at < d.closes_at) is not true
   union all
   -- Statements about a draw read only the ids of its time.
   select 'ticket', t.id, jsonb_build_object('client', t.client_id, 'draw', t.draw_id, 'accepted_at', t.accepted_at)
   from ticket t
   where t.accepted_at >= $1 and not (t.id >= first_ticket_id(t.accepted_at) and t.id < end_of_ticket_ids(t.accepted_at))
     -- Nothing is written to a frozen month.
     and t.id >= (select first_ticket_id from month where frozen_at is null order by begins_on limit 1)
   union all
   select 'ticket', t.id, jsonb_build_object(
     'client', t.client_id, 'draw', t.draw_id, 'accepted_at', t.accepted_at, 'stop', s.id, 'stopped_at', s.stopped_at)
   from sales_stop s
   join ticket t on t.accepted_at > s.stopped_at and t.accepted_at < coalesce(s.ended_at, 'infinity')
     and coalesce(t.draw_id = s.draw_id, true) and coalesce(t.bet_type = s.bet_type, true)
   where t.accepted_at >= $1 and t.id >= (select first_ticket_id($1)) and coalesce(s.ended_at, 'infinity') > $1`,
);
