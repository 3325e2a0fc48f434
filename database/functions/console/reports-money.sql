-- Reports of money. See docs/decisions/0079.

-- The movements in all accounts together and in the test accounts together, their balances before and after, and their open stakes at the
-- end: one row each. Postings after the last kept sum are added up once for both. Without a beginning only the end is computed.
create or replace function console.account_sums(p_from timestamptz, p_to timestamptz, p_zone text) returns table (
  is_test boolean, opening bigint, deposited bigint, staked bigint, won bigint, returned bigint, adjusted bigint, withdrawn bigint,
  charged_back bigint, closing bigint, held bigint, owed bigint, open_stakes bigint
)
language sql stable set search_path = public, pg_temp as $$
  with ended as materialized (
    select * from account_sums_at('{0}' || console.test_clients(), p_to, p_zone)
  ), begun as materialized (
    select * from account_sums_at(case when p_from is null then '{}' else '{0}' || console.test_clients() end, p_from, p_zone)
  )
  select t.is_test, coalesce(sum(b.balance), 0)::bigint, coalesce(sum(e.deposited - b.deposited), 0)::bigint,
    coalesce(sum(e.staked - b.staked), 0)::bigint, coalesce(sum(e.won - b.won), 0)::bigint, coalesce(sum(e.returned - b.returned), 0)::bigint,
    coalesce(sum(e.adjusted - b.adjusted), 0)::bigint, coalesce(sum(e.withdrawn - b.withdrawn), 0)::bigint,
    coalesce(sum(e.charged_back - b.charged_back), 0)::bigint, coalesce(sum(e.balance), 0)::bigint, coalesce(sum(e.held), 0)::bigint,
    coalesce(sum(e.owed), 0)::bigint, coalesce(sum(e.staked - e.returned - e.settled), 0)::bigint
  from (values (false), (true)) t (is_test)
  left join ended e on (e.client_id > 0) = t.is_test
  left join begun b on b.client_id = e.client_id
  group by t.is_test order by t.is_test
$$;

create or replace function console.rows_of_accounts(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_clients bigint[] := array(
    select w.client_id from wallet w
    where w.client_id > coalesce(p_after::bigint, 0) and not console.is_test(w.client_id)
      and not exists (select from client c where c.id = w.client_id and c.created_at >= p_to)
    order by w.client_id limit p_most);
begin
  return query
    select lpad(client_id::text, 19, '0'), jsonb_build_object('account', client_id, 'opening', b.balance,
      'in', e.deposited - b.deposited, 'staked', e.staked - b.staked, 'won', e.won - b.won, 'returned', e.returned - b.returned,
      'adjusted', e.adjusted - b.adjusted, 'out', e.withdrawn - b.withdrawn, 'chargedBack', e.charged_back - b.charged_back,
      'closing', e.balance, 'held', e.held, 'owed', e.owed, 'openStakes', e.staked - e.returned - e.settled)
    from account_sums_at(v_clients, p_from, p_zone) b join account_sums_at(v_clients, p_to, p_zone) e using (client_id);
end
$$;

create or replace function console.sums_of_accounts(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  -- All clients (a), those of test accounts (t), and the books (b).
  with s as (select * from console.account_sums(p_from, p_to, p_zone))
  select jsonb_build_object(
    'totals', jsonb_build_object('opening', a.opening - t.opening, 'in', a.deposited - t.deposited, 'staked', a.staked - t.staked,
      'won', a.won - t.won, 'returned', a.returned - t.returned, 'adjusted', a.adjusted - t.adjusted, 'out', a.withdrawn - t.withdrawn,
      'chargedBack', a.charged_back - t.charged_back, 'closing', a.closing - t.closing, 'held', a.held - t.held, 'owed', a.owed - t.owed,
      'openStakes', a.open_stakes - t.open_stakes),
    'books', jsonb_build_array(
      console.held_against('in', a.deposited - t.deposited, t.deposited, b.deposited),
      console.held_against('staked', a.staked - t.staked, t.staked, b.staked),
      console.held_against('won', a.won - t.won, t.won, b.won),
      console.held_against('returned', a.returned - t.returned, t.returned, b.returned),
      console.held_against('adjusted', a.adjusted - t.adjusted, t.adjusted, b.adjusted),
      console.held_against('out', a.withdrawn - t.withdrawn, t.withdrawn, b.withdrawn),
      console.held_against('chargedBack', a.charged_back - t.charged_back, t.charged_back, b.charged_back),
      console.held_against('openingAndMovements', a.opening + a.deposited - a.staked + a.won + a.returned + a.adjusted - a.withdrawn
        - a.charged_back - (t.opening + t.deposited - t.staked + t.won + t.returned + t.adjusted - t.withdrawn - t.charged_back),
        t.opening + t.deposited - t.staked + t.won + t.returned + t.adjusted - t.withdrawn - t.charged_back, a.closing))
      || console.balances_against(a.closing, t.closing, a.open_stakes, t.open_stakes, p_to))
  from s a join s t on t.is_test and not a.is_test, console.books_between(p_from, p_to) b
$$;

-- Holds what players had at a moment against the wallets of now, less what has moved since; and what their open tickets cost
-- against the stakes of the draws.
create or replace function console.balances_against(
  p_closing bigint, p_test_closing bigint, p_open bigint, p_test_open bigint, p_at timestamptz
) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_array(
    console.held_against('wallets', p_closing - p_test_closing, p_test_closing,
      (select sum(w.dep + w.win + w.held - w.owed) from wallet w) - (select s.net from console.books_between(p_at, 'infinity') s)),
    console.held_against('openStakes', p_open - p_test_open, p_test_open, (select s.draw_stakes from console.books_between('epoch', p_at) s)))
$$;

create or replace function console.rows_of_liability(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  -- The last day of the period.
  v_day date := (p_to at time zone p_zone)::date - 1;
begin
  return query
    with s as (select * from console.account_sums(null, p_to, p_zone))
    select l.key, jsonb_build_object('item', l.item, 'account', l.account, 'day', l.day, 'amount', l.amount)
    from s a join s t on t.is_test and not a.is_test, lateral (
      values
        ('1', 'wallets', null::text, null::date, (a.closing - a.held + a.owed) - (t.closing - t.held + t.owed)),
        ('2', 'held for withdrawals', null, null, a.held - t.held),
        ('3', 'owed by players', null, null, -(a.owed - t.owed)),
        ('4', 'open stakes', null, null, a.open_stakes - t.open_stakes),
        ('5', 'test accounts, left out', null, null, t.closing + t.open_stakes)
      union all
      -- The balances of the other accounts: an account that gave more than it took is below zero.
      select '6.' || m.account, m.account::text, null, null, sum(m.amount)::bigint
      from (
        select to_account, amount from moved_between('epoch', p_to)
        union all
        select from_account, -amount from moved_between('epoch', p_to)
      ) m (account, amount)
      where m.account::text in ('house', 'clearing', 'adjustment', 'capital') group by m.account
      union all
      -- A cursor has no spaces.
      select '7.' || replace(f.account, ' ', '_'), 'bank', f.account, f.day, f.amount
      from (
        select distinct on (b.account) b.account, b.day, b.amount from console.bank_figure b where b.day <= v_day
        order by b.account, b.day desc, b.number desc
      ) f
    ) l (key, item, account, day, amount);
end
$$;

create or replace function console.sums_of_liability(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  with s as (select * from console.account_sums(null, p_to, p_zone))
  select jsonb_build_object(
    -- The rows are balances of different kinds; only the balances owed to players are added up.
    'totals', jsonb_build_object('amount', a.closing + a.open_stakes - t.closing - t.open_stakes),
    'books', jsonb_build_array(
      console.held_against('allAccounts', a.closing + a.open_stakes - t.closing - t.open_stakes, t.closing + t.open_stakes, -b.others),
      console.held_against('held', a.held - t.held, t.held, b.held))
      || console.balances_against(a.closing, t.closing, a.open_stakes, t.open_stakes, p_to))
  from s a join s t on t.is_test and not a.is_test, console.books_between('epoch', p_to) b
$$;

-- Payouts of more than 1,000,000, which have an index of their own.
create or replace function console.large_payouts(p_from timestamptz, p_to timestamptz) returns table (
  id bigint, at timestamptz, client_id bigint, draw_id uuid, ticket_id uuid, bet_type smallint, stake bigint, paid bigint, due bigint
)
language sql stable set search_path = public, pg_temp as $$
  select p.id, p.at, p.client_id, p.draw_id, p.reference, t.bet_type, t.stake::bigint, p.amount, coalesce(u.to_dep + u.to_win, 0)
  from every_posting p
  left join every_ticket t on t.client_id = p.client_id and t.id = p.reference
  left join due u on u.draw_id = p.draw_id and u.client_id = p.client_id and u.ticket_id = p.reference
  where p.kind = 'payout' and p.amount > 1000000 and p.at >= p_from and p.at < p_to and p.id >= posting_from(p_from) and p.id < posting_before(p_to)
$$;

create or replace function console.rows_of_large_payouts(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select console.key_of(p.at, lpad(p.id::text, 19, '0')) as key, jsonb_build_object('at', console.instant(p.at), 'account', p.client_id,
    'draw', p.draw_id, 'ticket', p.ticket_id, 'betType', console.bet_name(p.bet_type), 'stake', p.stake, 'due', p.due, 'paid', p.paid, 'by', 'worker')
  from console.large_payouts(p_from, p_to) p where not console.is_test(p.client_id)
$$;

create or replace function console.sums_of_large_payouts(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'totals', jsonb_build_object('stake', coalesce(sum(p.stake) filter (where not t), 0), 'due', coalesce(sum(p.due) filter (where not t), 0),
      'paid', coalesce(sum(p.paid) filter (where not t), 0)),
    'books', jsonb_build_array(
      console.held_against('dues', sum(p.paid) filter (where not t), sum(p.paid) filter (where t), sum(p.due))))
  from console.large_payouts(p_from, p_to) p cross join lateral (select console.is_test(p.client_id) as t) o
$$;

-- Corrections by hand, at the moment of their posting.
create or replace function console.adjustments_between(p_from timestamptz, p_to timestamptz) returns table (
  at timestamptz, client_id bigint, reference uuid, wallet text, amount bigint, author text, reason text, told text, request_id uuid
)
language sql stable set search_path = public, pg_temp as $$
  select p.at, a.client_id, a.reference, case when 'client_dep' in (a.from_account, a.to_account) then 'dep' else 'win' end,
    case when a.from_account = 'adjustment' then a.amount else -a.amount end, a.author, a.reason, a.told, a.request_id
  from adjustment a
  join posted_once o on o.kind = 'adjustment' and (o.reference, o.from_account, o.to_account) = (a.reference, a.from_account, a.to_account)
  cross join lateral (select * from every_posting q where q.client_id = o.client_id and q.id = o.posting_id limit 1) p
  -- It is written right after its posting.
  where a.at >= p_from and a.at < p_to + interval '1 minute' and p.at >= p_from and p.at < p_to
$$;

create or replace function console.rows_of_adjustments(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select console.key_of(a.at, a.reference || a.wallet) as key, jsonb_build_object('at', console.instant(a.at), 'account', a.client_id,
    'wallet', a.wallet, 'amount', a.amount, 'who', a.author, 'reason', a.reason, 'told', a.told,
    'request', (select r.number from console.request r where r.id = a.request_id))
  from console.adjustments_between(console.moment_of_key(p_after, p_from), p_to) a where not console.is_test(a.client_id)
$$;

create or replace function console.sums_of_adjustments(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'totals', jsonb_build_object('amount', coalesce(sum(a.amount) filter (where not t), 0)),
    'books', jsonb_build_array(console.held_against('adjusted', sum(a.amount) filter (where not t), sum(a.amount) filter (where t),
      (select b.adjusted from console.books_between(p_from, p_to) b))))
  from console.adjustments_between(p_from, p_to) a cross join lateral (select console.is_test(a.client_id) as t) o
$$;

-- Payments that had not ended at a moment, with the status that they had then. One that has ended since was begun a month
-- before at most.
create or replace function console.pending_at(p_at timestamptz) returns table (
  id uuid, created_at timestamptz, client_id bigint, direction payment_direction, amount bigint, status payment_status, mismatch text, holds boolean
)
language sql stable set search_path = public, pg_temp as $$
  select p.id, p.created_at, p.client_id, p.direction, p.amount, e.to_status, p.mismatch, p.direction = 'withdrawal'
  from (
    select * from payment q where q.status not in ('succeeded', 'paid', 'failed', 'expired') and q.created_at < p_at
    union all
    select * from payment q
    where q.status in ('succeeded', 'paid', 'failed', 'expired') and q.created_at >= p_at - interval '31 days' and q.created_at < p_at
      and q.updated_at >= p_at
  ) p
  cross join lateral (
    select v.to_status from payment_event v where v.payment_id = p.id and v.at < p_at order by v.id desc limit 1
  ) e
  where e.to_status not in ('succeeded', 'paid', 'failed', 'expired')
$$;

create or replace function console.rows_of_pending(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select console.key_of(p.created_at, p.id::text) as key, jsonb_build_object('at', console.instant(p.created_at), 'payment', p.id,
    'account', p.client_id, 'direction', p.direction, 'amount', p.amount, 'status', p.status, 'mismatch', p.mismatch)
  from console.pending_at(p_to) p where not console.is_test(p.client_id)
$$;

create or replace function console.sums_of_pending(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'totals', jsonb_build_object('amount', coalesce(sum(p.amount) filter (where not t), 0)),
    'books', jsonb_build_array(console.held_against('held', sum(p.amount) filter (where p.holds and not t),
      sum(p.amount) filter (where p.holds and t), (select b.held from console.books_between('epoch', p_to) b))))
  from console.pending_at(p_to) p cross join lateral (select console.is_test(p.client_id) as t) o
$$;

-- Accounts with money in which nothing has moved for a year, as they are now.
create or replace function console.dormant_at(p_at timestamptz, p_zone text) returns table (client_id bigint, day date, balance bigint)
language sql stable set search_path = public, pg_temp as $$
  select a.client_id, a.day, a.balance
  from account_last a
  where a.balance > 0 and a.day < ((least(p_at, clock_timestamp()) at time zone p_zone) - interval '1 year')::date
    and not exists (
      select from account_day d join every_posting p on p.client_id = d.client_id and p.id > d.through
      where d.client_id = a.client_id and d.day = a.day and p.at >= (select until from account_days_until)
    )
$$;

create or replace function console.rows_of_dormant(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select lpad(a.client_id::text, 19, '0'), jsonb_build_object('account', a.client_id, 'lastMoved', a.day, 'balance', a.balance)
  from console.dormant_at(p_to, p_zone) a
  where a.client_id > coalesce(p_after::bigint, 0) and not console.is_test(a.client_id)
  order by a.client_id limit p_most
$$;

create or replace function console.sums_of_dormant(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'totals', jsonb_build_object('balance', coalesce(sum(a.balance) filter (where not t), 0)),
    'books', jsonb_build_array(console.held_against('wallets', sum(a.balance) filter (where not t), sum(a.balance) filter (where t),
      sum(w.dep + w.win + w.held - w.owed))))
  from console.dormant_at(p_to, p_zone) a left join wallet w using (client_id)
  cross join lateral (select a.client_id = any ((select console.test_clients())::bigint[]) as t) o
$$;

-- Payments of 1,000,000 and more, and what was posted for them through clearing.
create or replace function console.large_operations(p_from timestamptz, p_to timestamptz) returns table (
  id uuid, created_at timestamptz, client_id bigint, direction payment_direction, amount bigint, status payment_status, provider text,
  method text, country text, posted bigint
)
language sql stable set search_path = public, pg_temp as $$
  select p.id, p.created_at, p.client_id, p.direction, p.amount, p.status, p.provider, p.method, p.country, coalesce((
      select sum(g.amount) from posted_once g
      where g.kind in ('deposit', 'withdrawal', 'withdrawal_paid') and g.reference = p.id
        and 'clearing' in (g.from_account, g.to_account)
    ), 0)::bigint
  from payment p where p.amount >= 1000000 and p.created_at >= p_from and p.created_at < p_to
$$;

create or replace function console.rows_of_large_operations(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select console.key_of(p.created_at, p.id::text) as key, jsonb_build_object('at', console.instant(p.created_at), 'payment', p.id,
    'account', p.client_id, 'tier', tier_of(p.client_id), 'direction', p.direction, 'amount', p.amount, 'status', p.status,
    'provider', p.provider, 'method', p.method, 'country', p.country, 'posted', p.posted)
  from console.large_operations(console.moment_of_key(p_after, p_from), p_to) p where not console.is_test(p.client_id)
$$;

create or replace function console.sums_of_large_operations(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'totals', jsonb_build_object('amount', coalesce(sum(p.amount) filter (where not t), 0), 'posted', coalesce(sum(p.posted) filter (where not t), 0)),
    'books', jsonb_build_array(console.held_against('posted', sum(p.amount) filter (where p.status in ('succeeded', 'paid') and not t),
      sum(p.amount) filter (where p.status in ('succeeded', 'paid') and t), sum(p.posted))))
  from console.large_operations(p_from, p_to) p cross join lateral (select console.is_test(p.client_id) as t) o
$$;
