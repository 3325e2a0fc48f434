-- Sums that the worker keeps, so that nobody who looks at the books adds up postings.

-- Up to where the newest pass over the books has seen all postings. While the database's clock is behind that, because it was
-- ahead and has been put back, postings from before may still come: null.
create or replace function all_seen_until() returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select case when next_since <= clock_timestamp() then next_since end
  from reconciliation_pass order by horizon desc, next_since desc limit 1
$$;

-- Takes the next postings into the sums by hour, up to where the last pass over the books has seen everything: no posting from
-- before that moment can come any more. Returns whether there is more to take in. One call takes six hours at most.
create or replace function keep_account_hours() returns boolean
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_all timestamptz := all_seen_until();
  v_from timestamptz;
  v_until timestamptz;
  v_ids record;
begin
  -- One process at a time.
  lock table account_hours_until in share row exclusive mode;
  select until into v_from from account_hours_until;
  -- The clock was put back, and postings have come since from hours that were summed: the sums are made again.
  if v_from > clock_timestamp() then
    perform forget_kept_sums();
    return true;
  end if;
  -- Once: the first of all postings.
  v_from := coalesce(v_from, (select date_trunc('hour', min(at)) from every_posting as posting));
  if v_from is null or v_all is null or v_all <= v_from then
    return false;
  end if;
  v_until := least(v_all, date_trunc('hour', v_from) + interval '6 hours');
  v_ids := ids_of_postings(v_from, v_until);
  insert into account_hour (hour, kind, from_account, to_account, provider, amount, postings)
  select hour, kind, from_account, to_account, provider, sum(amount), sum(postings)
  from (
    select date_trunc('hour', p.at) as hour, p.kind, p.from_account, p.to_account, '' as provider, sum(p.amount) as amount,
      count(*) as postings
    from every_posting p
    where p.at >= v_from and p.at < v_until and p.id >= v_ids.first and p.id < v_ids.beyond and 'clearing' not in (p.from_account, p.to_account)
    group by 1, 2, 3, 4
    union all
    select date_trunc('hour', p.at), p.kind, p.from_account, p.to_account, coalesce(case
        when p.kind = 'chargeback' then (
          select y.provider from chargeback c join payment y on y.id = c.payment_id where c.id = p.reference)
        when p.kind = 'top_up' then (select t.account from top_up t where t.request_id = p.reference)
        else (select y.provider from payment y where y.id = p.reference)
      end, ''), p.amount, 1
    from every_posting p
    where p.at >= v_from and p.at < v_until and p.id >= v_ids.first and p.id < v_ids.beyond and 'clearing' in (p.from_account, p.to_account)
  ) each
  group by 1, 2, 3, 4, 5
  on conflict (hour, kind, from_account, to_account, provider) do update
    set amount = account_hour.amount + excluded.amount, postings = account_hour.postings + excluded.postings;
  insert into account_hours_until (until) values (v_until) on conflict (only_one) do update set until = excluded.until;
  return v_until < v_all;
end
$$;

-- Empties the sums, so that they are made again: after history was written that lies in the past, as in a demonstration. Only for
-- the owner of the tables.
create or replace function forget_kept_sums() returns void
language sql set search_path = public, pg_temp as $$
  select forget_account_days();
  delete from account_hour;
  delete from account_hours_until
$$;

-- The effect of each posting on the accounts of its client, by its kind. The columns before `held` count a posting only where it has the
-- accounts of its kind; `balance` counts whatever came and went. So a posting of no right form makes the two differ.
create or replace view client_movement as
  select p.client_id, p.id, p.at,
    case when p.kind = 'deposit' and p.from_account = 'clearing' then n.net else 0 end as deposited,
    case when p.kind = 'bet' and p.to_account = 'draw_stakes' then -n.net else 0 end as staked,
    case when p.kind = 'payout' and p.from_account = 'house' then n.net else 0 end as won,
    case when p.kind = 'refund' and p.from_account = 'draw_stakes' then n.net else 0 end as returned,
    case when p.kind = 'adjustment' and 'adjustment' in (p.from_account, p.to_account) then n.net else 0 end as adjusted,
    case when p.kind in ('withdrawal', 'withdrawal_paid', 'withdrawal_returned') and 'clearing' in (p.from_account, p.to_account)
      then -n.net else 0 end as withdrawn,
    case when p.kind::text = 'chargeback' and p.to_account = 'clearing' then -n.net else 0 end as charged_back,
    case when p.to_account::text = 'client_held' then p.amount when p.from_account::text = 'client_held' then -p.amount else 0 end as held,
    case when p.from_account::text = 'client_owed' then p.amount when p.to_account::text = 'client_owed' then -p.amount else 0 end as owed,
    n.net as balance
  from every_posting p
  cross join lateral (
    select case when p.to_account::text in ('client_dep', 'client_win', 'client_held', 'client_owed') then p.amount else 0 end
      - case when p.from_account::text in ('client_dep', 'client_win', 'client_held', 'client_owed') then p.amount else 0 end as net
  ) n;

-- The stakes of clients on the draws whose stakes were banked in a span. Null for all clients: for a few, the tickets of all others need not
-- be sorted.
create or replace function stakes_settled(p_from timestamptz, p_to timestamptz, p_clients bigint[]) returns table (
  client_id bigint, settled numeric
)
language plpgsql stable set search_path = public, pg_temp
-- The reason is given in keep_account_days.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_ids record := ids_of_postings(p_from, p_to);
begin
  return query
    with banked as materialized (
      select d.id as draw_id, i.first, i.beyond
      from (
        select distinct p.reference as id from every_posting p
        where p.at >= p_from and p.at < p_to and p.id >= v_ids.first and p.id < v_ids.beyond and p.kind = 'stakes_banked'
      ) d
      cross join lateral ids_of_draw(d.id) i
    )
    select t.client_id, sum(t.stake)
    from banked b
    cross join lateral (
      select k.client_id, sum(k.stake) as stake from every_ticket k
      where k.draw_id = b.draw_id and k.id >= b.first and k.id < b.beyond and (p_clients is null or k.client_id = any (p_clients))
      group by k.client_id
    ) t
    group by t.client_id;
end
$$;

-- Takes the next postings into the sums by account and day, six hours at most, once the last pass over the books has seen all
-- of them. Returns whether there is more to take in.
create or replace function keep_account_days(p_zone text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
-- Postings are found by their time and tickets by their draw: the planner would rather read both tables.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
declare
  v_seen timestamptz := all_seen_until();
  v_zone text;
  v_from timestamptz;
  v_day date;
  v_until timestamptz;
  v_ids record;
begin
  -- One process at a time.
  lock table account_days_until in share row exclusive mode;
  select until, zone into v_from, v_zone from account_days_until;
  if v_zone <> p_zone then
    perform forget_account_days();
    v_from := null;
  end if;
  v_from := coalesce(v_from, (select date_trunc('day', min(hour), p_zone) from account_hour));
  v_day := (v_from at time zone p_zone)::date;
  v_until := least(v_from + interval '6 hours', (v_day + 1)::timestamp at time zone p_zone);
  if v_until is null or v_seen is null or v_seen < v_until then
    return false;
  end if;
  v_ids := ids_of_postings(v_from, v_until);
  with moved as materialized (
    select m.client_id, sum(m.deposited) as deposited, sum(m.staked) as staked, sum(m.won) as won, sum(m.returned) as returned,
      sum(m.adjusted) as adjusted, sum(m.withdrawn) as withdrawn, sum(m.charged_back) as charged_back, sum(m.held) as held,
      sum(m.owed) as owed, sum(m.balance) as balance,
      -- A posting reads the clock before it gets its id, at most the length of a statement apart.
      max(m.id) filter (where m.at < v_until - interval '10 minutes') as through
    from client_movement m where m.at >= v_from and m.at < v_until and m.id >= v_ids.first and m.id < v_ids.beyond group by m.client_id
  ), settled as materialized (
    select * from stakes_settled(v_from, v_until, null)
  ), added as materialized (
    select client_id, m.client_id is not null as has_moved, coalesce(m.deposited, 0) as deposited, coalesce(m.staked, 0) as staked,
      coalesce(m.won, 0) as won, coalesce(m.returned, 0) as returned, coalesce(m.adjusted, 0) as adjusted,
      coalesce(m.withdrawn, 0) as withdrawn, coalesce(m.charged_back, 0) as charged_back, coalesce(m.held, 0) as held,
      coalesce(m.owed, 0) as owed, coalesce(m.balance, 0) as balance, coalesce(s.settled, 0) as settled, m.through
    from moved m full join settled s using (client_id)
    where client_id > 0
  ), kept as (
    insert into account_day as k (client_id, day, deposited, staked, won, returned, adjusted, withdrawn, charged_back, held, owed, balance,
      settled, through)
    select a.client_id, v_day, a.deposited + coalesce(b.deposited, 0), a.staked + coalesce(b.staked, 0), a.won + coalesce(b.won, 0),
      a.returned + coalesce(b.returned, 0), a.adjusted + coalesce(b.adjusted, 0), a.withdrawn + coalesce(b.withdrawn, 0),
      a.charged_back + coalesce(b.charged_back, 0), a.held + coalesce(b.held, 0), a.owed + coalesce(b.owed, 0),
      a.balance + coalesce(b.balance, 0), a.settled + coalesce(b.settled, 0), coalesce(a.through, b.through, 0)
    from (
      select client_id, deposited, staked, won, returned, adjusted, withdrawn, charged_back, held, owed, balance, settled, through from added
      union all
      select 0, sum(deposited), sum(staked), sum(won), sum(returned), sum(adjusted), sum(withdrawn), sum(charged_back), sum(held), sum(owed),
        sum(balance), sum(settled), 0
      from added having count(*) > 0
    ) a
    left join lateral (
      select * from account_day d where d.client_id = a.client_id and d.day <= v_day order by d.day desc limit 1
    ) b on true
    on conflict (client_id, day) do update set deposited = excluded.deposited, staked = excluded.staked, won = excluded.won,
      returned = excluded.returned, adjusted = excluded.adjusted, withdrawn = excluded.withdrawn, charged_back = excluded.charged_back,
      held = excluded.held, owed = excluded.owed, balance = excluded.balance, settled = excluded.settled, through = excluded.through
    returning k.client_id, k.balance
  )
  insert into account_last (client_id, day, balance)
  select k.client_id, v_day, k.balance from kept k join added a using (client_id) where a.has_moved
  on conflict (client_id) do update set day = excluded.day, balance = excluded.balance;
  insert into account_days_until (until, zone) values (v_until, p_zone)
  on conflict (only_one) do update set until = excluded.until, zone = excluded.zone;
  return true;
end
$$;

-- The sums of some clients at a moment: 0 stands for all of them together. The moment is the beginning of a day of the zone, or
-- lies ahead. Stored sums are read, and later movements are added; without sums of this zone, all of it.
create or replace function account_sums_at(p_clients bigint[], p_at timestamptz, p_zone text) returns table (
  client_id bigint, deposited bigint, staked bigint, won bigint, returned bigint, adjusted bigint, withdrawn bigint, charged_back bigint,
  held bigint, owed bigint, balance bigint, settled bigint
)
language plpgsql stable set search_path = public, pg_temp
-- The reason is given in keep_account_days.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_until timestamptz := coalesce((select until from account_days_until where zone = p_zone), '-infinity');
  -- A bound in every case, so that one look into the index finds the row.
  v_before date := case
    when v_until = '-infinity' then '-infinity'::date when p_at >= v_until then 'infinity' else (p_at at time zone p_zone)::date end;
  v_ids record := ids_of_postings(v_until, p_at);
begin
  return query
    with kept as materialized (
      select c.client_id, k.deposited, k.staked, k.won, k.returned, k.adjusted, k.withdrawn, k.charged_back, k.held, k.owed, k.balance,
        k.settled, coalesce(k.through, 0) as through
      from unnest(p_clients) c (client_id)
      left join lateral (
        select * from account_day d where d.client_id = c.client_id and d.day < v_before order by d.day desc limit 1
      ) k on true
    ), live as (
      select k.client_id, sum(m.deposited) as deposited, sum(m.staked) as staked, sum(m.won) as won, sum(m.returned) as returned,
        sum(m.adjusted) as adjusted, sum(m.withdrawn) as withdrawn, sum(m.charged_back) as charged_back, sum(m.held) as held,
        sum(m.owed) as owed, sum(m.balance) as balance
      from kept k
      cross join lateral (
        select * from client_movement c
        where c.client_id = k.client_id and c.id > k.through and c.at >= v_until and c.at < p_at and c.id >= v_ids.first
          and c.id < v_ids.beyond
      ) m
      where k.client_id > 0 and p_at > v_until group by k.client_id
      union all
      select 0, sum(m.deposited), sum(m.staked), sum(m.won), sum(m.returned), sum(m.adjusted), sum(m.withdrawn), sum(m.charged_back),
        sum(m.held), sum(m.owed), sum(m.balance)
      from client_movement m where 0 = any (p_clients) and p_at > v_until and m.at >= v_until and m.at < p_at and m.id >= v_ids.first and m.id < v_ids.beyond
    ), settled as materialized (
      select * from stakes_settled(v_until, p_at, case when 0 = any (p_clients) then null else p_clients end)
    )
    select k.client_id, (coalesce(k.deposited, 0) + coalesce(l.deposited, 0))::bigint, (coalesce(k.staked, 0) + coalesce(l.staked, 0))::bigint,
      (coalesce(k.won, 0) + coalesce(l.won, 0))::bigint, (coalesce(k.returned, 0) + coalesce(l.returned, 0))::bigint,
      (coalesce(k.adjusted, 0) + coalesce(l.adjusted, 0))::bigint, (coalesce(k.withdrawn, 0) + coalesce(l.withdrawn, 0))::bigint,
      (coalesce(k.charged_back, 0) + coalesce(l.charged_back, 0))::bigint, (coalesce(k.held, 0) + coalesce(l.held, 0))::bigint,
      (coalesce(k.owed, 0) + coalesce(l.owed, 0))::bigint, (coalesce(k.balance, 0) + coalesce(l.balance, 0))::bigint,
      (coalesce(k.settled, 0) + coalesce(s.settled, 0))::bigint
    from kept k
    left join live l using (client_id)
    left join (select * from settled union all select 0, sum(settled) from settled) s using (client_id);
end
$$;

-- The movements from one moment to another, by kind and accounts. A day and less is summed from the postings themselves; of more, whole
-- hours are taken from the sums by hour.
create or replace function moved_between(p_from timestamptz, p_to timestamptz) returns table (
  kind posting_kind, from_account account, to_account account, amount bigint
)
language plpgsql stable set search_path = public, pg_temp
-- The reason is given in keep_account_days.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_first timestamptz := case when date_trunc('hour', p_from) = p_from then p_from else date_trunc('hour', p_from) + interval '1 hour' end;
  v_last timestamptz := least(coalesce((select date_trunc('hour', until) from account_hours_until), '-infinity'), date_trunc('hour', p_to));
  v_before record;
  v_after record;
begin
  -- A day has 25 hours where clocks go back.
  if p_to <= p_from + interval '25 hours' or v_last <= v_first then
    v_first := p_from;
    v_last := p_from;
  end if;
  v_before := ids_of_postings(p_from, v_first);
  v_after := ids_of_postings(v_last, p_to);
  return query
    select m.kind, m.from_account, m.to_account, sum(m.amount)::bigint
    from (
      select h.kind, h.from_account, h.to_account, h.amount from account_hour h where h.hour >= v_first and h.hour < v_last
      union all
      select p.kind, p.from_account, p.to_account, p.amount from every_posting p
      where p.at >= p_from and p.at < v_first and p.id >= v_before.first and p.id < v_before.beyond
      union all
      select p.kind, p.from_account, p.to_account, p.amount from every_posting p
      where p.at >= v_last and p.at < p_to and p.id >= v_after.first and p.id < v_after.beyond
    ) m
    group by 1, 2, 3;
end
$$;

create or replace function forget_account_days() returns void
language sql set search_path = public, pg_temp as $$
  delete from account_day;
  delete from account_last;
  delete from account_days_until
$$;
