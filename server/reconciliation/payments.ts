import { sqlCheck, writtenSince } from './check.ts';

const paymentKinds = `('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned')`;

const sumOf = (kind: string, from: string, to: string) =>
  `coalesce(sum(p.amount) filter (where p.kind = '${kind}' and p.from_account = '${from}' and p.to_account = '${to}'), 0)`;

/**
 * SQL: the postings with a reference. The notes of a payment have them too; those of closed months are as they were when the month was
 * checked.
 */
const postedFor = (kinds: string, reference: string) =>
  `(
    select p.client_id, p.kind, p.from_account, p.to_account, p.amount
    from posted_once o join posting p on (p.client_id, p.id) = (o.client_id, o.posting_id)
    where o.kind in ${kinds} and o.reference = ${reference} and p.id >= (select first_open_posting_id())
    union all
    select o.client_id, o.kind, o.from_account, o.to_account, o.amount
    from posted_once o
    where o.kind in ${kinds} and o.reference = ${reference} and o.posting_id < (select first_open_posting_id())
  ) p`;

/** The event by which a paid withdrawal was given back. */
const reversalOf = (payment: string) =>
  `select from payment_event e where e.payment_id = ${payment}.id and e.kind = 'reversed' and e.to_status = 'paid'`;

/**
 * A payment's postings, wallet by wallet, against what its status says: a deposit is credited once it succeeded; a
 * withdrawal is held from the start, then paid, or returned, or returned and, when it turned out to be paid, taken again. One that
 * was paid and reversed has been given back.
 */
export const paymentsArePosted = sqlCheck(
  { name: 'payment', promise: 'each payment moved just the money that its status says, and nothing else moved any' },
  `select 'payment' as subject, id, jsonb_build_object('direction', direction, 'status', status, 'amount', amount,
     'credited', credited, 'held', held_win + held_dep, 'returned', back_win + back_dep, 'paid', paid,
     'taken_again', again_win + again_dep, 'given_back', given_win + given_dep, 'of_another_account', strays) as detail
   from (
     select a.id, a.direction, a.status, a.amount, a.from_win, a.from_dep, a.status = 'paid' and exists (${reversalOf('a')}) as is_reversed, m.*
     from (
       select a.id from payment a where ${writtenSince('a')}
       union select p.reference from posting p where p.kind in ${paymentKinds} and p.at >= $1 and p.id >= (select posting_from($1))
     ) t
     join payment a on a.id = t.id
     cross join lateral (
       select ${sumOf('deposit', 'clearing', 'client_dep')} as credited,
         ${sumOf('withdrawal', 'client_win', 'client_held')} as held_win,
         ${sumOf('withdrawal', 'client_dep', 'client_held')} as held_dep,
         ${sumOf('withdrawal_returned', 'client_held', 'client_win')} as back_win,
         ${sumOf('withdrawal_returned', 'client_held', 'client_dep')} as back_dep,
         ${sumOf('withdrawal_paid', 'client_held', 'clearing')} as paid,
         ${sumOf('withdrawal', 'client_win', 'clearing')} as again_win,
         ${sumOf('withdrawal', 'client_dep', 'clearing')} as again_dep,
         ${sumOf('withdrawal_returned', 'clearing', 'client_win')} as given_win,
         ${sumOf('withdrawal_returned', 'clearing', 'client_dep')} as given_dep,
         count(*) filter (where p.client_id <> a.client_id) as strays
       from ${postedFor(paymentKinds, 'a.id')}
     ) m
   ) a
   where strays > 0
   or (given_win, given_dep) <> (case when is_reversed then from_win else 0 end, case when is_reversed then from_dep else 0 end)
   or case
     when direction = 'deposit' then
       (credited, held_win, held_dep, back_win, back_dep, paid, again_win, again_dep)
       <> (case status when 'succeeded' then amount else 0 end, 0, 0, 0, 0, 0, 0, 0)
     when status = 'failed' then
       (credited, held_win, held_dep, back_win, back_dep, paid, again_win, again_dep)
       <> (0, from_win, from_dep, from_win, from_dep, 0, 0, 0)
     when status = 'paid' then
       (credited, held_win, held_dep, back_win, back_dep, paid, again_win, again_dep)
         <> (0, from_win, from_dep, 0, 0, amount, 0, 0)
       and (credited, held_win, held_dep, back_win, back_dep, paid, again_win, again_dep)
         <> (0, from_win, from_dep, from_win, from_dep, 0, from_win, from_dep)
     else
       (credited, held_win, held_dep, back_win, back_dep, paid, again_win, again_dep)
       <> (0, from_win, from_dep, 0, 0, 0, 0, 0)
   end`,
);

export const postingsHavePayments = sqlCheck(
  { name: 'payment_of_posting', promise: 'no payment was posted that nobody asked for' },
  `select 'posting' as subject, p.id, to_jsonb(p) as detail
   from posting p left join payment a on a.id = p.reference
   where p.kind in ${paymentKinds} and p.at >= $1 and p.id >= (select posting_from($1)) and a.id is null
   union all
   select 'posting', p.id, to_jsonb(p) from posting p left join chargeback c on c.id = p.reference
   where p.kind = 'chargeback' and p.at >= $1 and p.id >= (select posting_from($1)) and c.id is null`,
);

/** A deposit refunded in several steps has several chargebacks. */
export const chargebacksArePosted = sqlCheck(
  {
    name: 'chargeback',
    promise:
      'each refund of a deposit was taken from its client’s accounts, in its shares, and is no more than was paid',
  },
  `select 'payment' as subject, payment_id as id, jsonb_build_object('chargeback', id, 'amount', amount, 'from_dep', from_dep,
     'from_win', from_win, 'from_owed', from_owed, 'posted_dep', dep, 'posted_win', win, 'posted_owed', owed) as detail
   from (
     select c.*, m.dep, m.win, m.owed,
       a.id is null or a.direction <> 'deposit' or a.status <> 'succeeded' or a.client_id <> c.client_id
         or m.strays > 0 or a.amount < (select sum(k.amount) from chargeback k where k.payment_id = c.payment_id) as wrong
     from (
       select id from chargeback where $2::xid8 = '0' or at >= $1
       union select reference from posting where kind = 'chargeback' and at >= $1 and id >= (select posting_from($1))
     ) t
     join chargeback c on c.id = t.id
     left join payment a on a.id = c.payment_id
     cross join lateral (
       select ${sumOf('chargeback', 'client_dep', 'clearing')} as dep, ${sumOf('chargeback', 'client_win', 'clearing')} as win,
         ${sumOf('chargeback', 'client_owed', 'clearing')} as owed, count(*) filter (where p.client_id <> c.client_id) as strays
       from ${postedFor(`('chargeback')`, 'c.id')}
     ) m
   ) c
   where wrong or (dep, win, owed) <> (from_dep, from_win, from_owed)`,
);

export const clearingIsPayments = sqlCheck(
  {
    name: 'clearing',
    promise:
      'what each provider took in and paid out for us, and what was transferred to it, is what passed through clearing',
    fullOnly: true,
  },
  `select 'account' as subject, 'clearing of ' || coalesce(a.provider, 'nobody') as id,
     jsonb_build_object('paid_minus_deposited', coalesce(a.amount, 0), 'posted', coalesce(p.amount, 0)) as detail
   from (
     select provider,
       sum(case when status = 'succeeded' then refunded - amount when status = 'paid' and not is_reversed then amount else 0 end)::bigint
         as amount
     from (
       select provider, status, amount,
         (select coalesce(sum(c.amount), 0) from chargeback c where c.payment_id = payment.id) as refunded,
         status = 'paid' and exists (${reversalOf('payment')}) as is_reversed
       from payment
       union all
       -- A transfer to the provider is more that it holds, as a deposit is.
       select account, 'succeeded', amount, 0, false from top_up
     ) each
     group by provider
   ) a
   full join (
     select coalesce(t.account, a.provider) as provider, sum(case when p.to_account = 'clearing' then p.amount else -p.amount end)::bigint as amount
     from (
       select kind, reference, from_account, to_account, amount from posting
       where 'clearing' in (from_account, to_account) and id >= (select first_open_posting_id())
       union all
       select kind, reference, from_account, to_account, amount from posted_once
       where 'clearing' in (from_account, to_account) and posting_id < (select first_open_posting_id())
     ) p
     left join top_up t on t.request_id = p.reference and p.kind = 'top_up'
     left join chargeback c on c.id = p.reference and p.kind = 'chargeback'
     left join payment a on a.id = coalesce(c.payment_id, p.reference)
     group by 1
   ) p on p.provider = a.provider
   where coalesce(a.amount, 0) <> coalesce(p.amount, 0)`,
);

export const topUpsArePosted = sqlCheck(
  {
    name: 'top_up',
    promise: 'each recorded transfer between the bank and a provider was posted, and no other one was',
  },
  `select 'posting' as subject, p.id::text as id, to_jsonb(p) as detail
   from posting p left join top_up t on t.request_id = p.reference
   where p.kind = 'top_up' and p.at >= $1 and p.id >= (select posting_from($1))
     and (case p.from_account when 'clearing' then p.amount else -p.amount end) is distinct from t.amount
   union all
   select 'account', t.account, to_jsonb(t)
   from top_up t left join posted_once o on o.kind = 'top_up' and o.reference = t.request_id
     and case o.from_account when 'clearing' then o.amount else -o.amount end = t.amount
   where t.recorded_at >= $1 and o.reference is null`,
);
