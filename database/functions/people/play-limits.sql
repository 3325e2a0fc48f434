-- A client's stakes since the beginning of a day, week or month, the posting up to which they are counted, and how many postings were added
-- to the stored count; null if none was stored. Refunded stakes of void draws do not count.
create or replace function count_stakes(
  p_client bigint, p_period limit_period, p_starts_at timestamptz, out stakes bigint, out through bigint, out added bigint
)
-- Stable, so all queries use one snapshot. One client's postings are written one after another, so the snapshot has no gaps.
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_more bigint;
  v_last bigint;
begin
  select c.stakes, c.through into count_stakes.stakes, count_stakes.through from stakes_counted c
  where c.client_id = p_client and c.period = p_period and c.starts_at = p_starts_at;
  if found then
    select sum(case p.kind when 'bet' then p.amount else -p.amount end) filter (
        where p.kind = 'bet' and p.at >= p_starts_at
        or p.kind = 'refund' and exists (
          select from ticket t where t.client_id = p_client and t.id = p.reference and t.accepted_at >= p_starts_at)
      ), max(p.id), count(*) into v_more, v_last, count_stakes.added
    from posting p where p.client_id = p_client and p.id > count_stakes.through;
    count_stakes.stakes := count_stakes.stakes + coalesce(v_more, 0);
    count_stakes.through := coalesce(v_last, count_stakes.through);
    return;
  end if;
  select coalesce(sum(t.stake) filter (where not (d.status = 'void' and (d.finished_at is not null or is_lane_paid(d.id, p_client)))), 0)
    into count_stakes.stakes
  from ticket t join draw d on d.id = t.draw_id
  where t.client_id = p_client and t.accepted_at >= p_starts_at and t.id >= first_ticket_id(p_starts_at) and t.id < end_of_all_ticket_ids();
  -- None that came before changes the count.
  select coalesce(max(p.id), greatest(posting_from(p_starts_at) - 1, 0)) into count_stakes.through from posting p
  where p.client_id = p_client and p.id >= posting_from(p_starts_at) and p.id < posting_before('infinity');
end
$$;

-- Counts what a client has staked and stores it, without a lock on the wallet: the next call adds concurrent stakes. Call it
-- in a separate transaction, so that nobody waits for the wallet while holding the stored counts.
create or replace function keep_stakes_counted(p_client bigint, p_time_zone text) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into stakes_counted (client_id, period, starts_at, stakes, through)
  select p_client, s.period, s.starts_at, c.stakes, c.through
  from (
    select period, date_trunc(period::text, clock_timestamp(), p_time_zone) as starts_at
    from unnest(enum_range(null::limit_period)) as period
  ) s
  cross join lateral count_stakes(p_client, s.period, s.starts_at) c
  -- Adding a few postings at each read costs less than storing the count again.
  where c.added is null or c.added >= 100
  order by s.period
  on conflict (client_id, period) do update
    set starts_at = excluded.starts_at, stakes = excluded.stakes, through = excluded.through
$$;

-- The lowest limit that operators, or the worker for a while, have set and that holds at a moment; null where there is none.
create or replace function operator_limit_of(
  p_client bigint, p_kind limit_kind, p_period limit_period, p_at timestamptz default clock_timestamp()
) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select min(amount) from operator_limit
  where client_id = p_client and kind = p_kind and period = p_period and (ends_at is null or ends_at > p_at)
$$;

-- When the lowest of these limits ends by itself; null where it does not.
create or replace function operator_limit_ends_at(
  p_client bigint, p_kind limit_kind, p_period limit_period, p_at timestamptz default clock_timestamp()
) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select o.ends_at from operator_limit o
  where o.client_id = p_client and o.kind = p_kind and o.period = p_period and (o.ends_at is null or o.ends_at > p_at)
  order by o.amount, o.ends_at desc nulls first limit 1
$$;

-- All limits there can be on deposits, on stakes or on both (null), as they hold for a client at a moment: amount is null
-- where there is none. Of the client's own and that of operators the lower one counts, also where a higher one of the client's waits. Used is what counts since the day, week or month began in the operator's time zone. Stakes of
-- void draws and failed deposits do not count. An expired deposit counts, because it can still be paid.
create or replace function play_limits_at(
  p_client bigint, p_time_zone text, p_at timestamptz, p_kind limit_kind default null
) returns table (
  kind limit_kind, period limit_period, amount bigint, next_amount bigint, next_at timestamptz, used bigint,
  resets_at timestamptz
)
language sql stable set search_path = public, pg_temp as $$
  select k.kind, p.period, h.amount,
    case when l.next_at > p_at and h.next_amount is distinct from h.amount then h.next_amount end,
    case when l.next_at > p_at and h.next_amount is distinct from h.amount then l.next_at end,
    case k.kind
      when 'stake' then (select c.stakes from count_stakes(p_client, p.period, s.started_at) c)
      when 'deposit' then (
        select coalesce(sum(y.amount), 0)::bigint from payment y
        where y.client_id = p_client and y.created_at >= s.started_at
          and y.direction = 'deposit' and y.status in ('created', 'pending', 'expired', 'succeeded')
      )
    end,
    (date_trunc(p.period::text, p_at at time zone p_time_zone) + ('1 ' || p.period)::interval) at time zone p_time_zone
  from unnest(enum_range(p_kind, p_kind)) as k (kind)
  cross join unnest(enum_range(null::limit_period)) as p (period)
  cross join lateral (select date_trunc(p.period::text, p_at, p_time_zone) as started_at) s
  left join play_limit l on l.client_id = p_client and l.kind = k.kind and l.period = p.period
  cross join lateral (select operator_limit_of(p_client, k.kind, p.period, p_at) as amount) o
  cross join lateral (
    -- `least` leaves out nulls.
    select least(case when l.next_at <= p_at then l.next_amount else l.amount end, o.amount) as amount,
      least(l.next_amount, o.amount) as next_amount
  ) h
  order by k.kind, p.period
$$;

-- When the client's breaks will be over; null when there is none.
create or replace function break_ends_at(p_client bigint, p_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select max(ends_at) from play_break where client_id = p_client and ends_at > p_at
$$;

-- Recounts what a client may still stake, and until when that holds: to the end of the break or of the first day,
-- week or month that a limit is for, or until a limit is raised. While money waits for something, it holds for this moment only,
-- so that each bet asks again. It locks the wallet, which blocks the client's bets. So
-- call keep_stakes_counted before, in a separate transaction, and little is left to count here.
create or replace function renew_stakes_left(p_client bigint, p_time_zone text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz;
  v_no_play_until timestamptz;
begin
  perform from wallet where client_id = p_client for no key update;
  v_now := clock_timestamp();
  -- The account is being closed, or a break is running.
  v_no_play_until := coalesce((select erases_at from closing where client_id = p_client), break_ends_at(p_client, v_now));
  if v_no_play_until is not null then
    update wallet set stakes_left = 0, stakes_left_until = v_no_play_until where client_id = p_client;
  elsif money_waits_for(p_client, v_now) is not null then
    update wallet set stakes_left = 0, stakes_left_until = v_now where client_id = p_client;
  else
    update wallet set (stakes_left, stakes_left_until) = (
      select min(greatest(l.amount - l.used, 0)),
        -- A limit that the worker has set ends by itself.
        min(least(l.resets_at, l.next_at, operator_limit_ends_at(p_client, 'stake', l.period, v_now)))
      from play_limits_at(p_client, p_time_zone, v_now, 'stake') l where l.amount is not null
    ) where client_id = p_client;
  end if;
end
$$;

-- The rule that forbids a client p_more francs: a break, or else the reason why money waits, or else the first limit that they would
-- exceed. No row if none does.
create or replace function limit_in_the_way(p_client bigint, p_kind limit_kind, p_more bigint, p_time_zone text) returns table (
  paused_until timestamptz, waits_for text, period limit_period, amount bigint, resets_at timestamptz
)
language sql stable set search_path = public, pg_temp as $$
  select w.paused_until, w.waits_for, l.period, l.amount, l.resets_at
  from (select clock_timestamp() as at) now
  cross join lateral (
    select break_ends_at(p_client, now.at) as paused_until, money_waits_for(p_client, now.at) as waits_for
  ) w
  left join lateral (
    select * from play_limits_at(p_client, p_time_zone, now.at, p_kind) reached
    where reached.used + p_more > reached.amount order by reached.period limit 1
  ) l on true
  where num_nonnulls(w.paused_until, w.waits_for, l.period) > 0
$$;

-- Sets a limit, or with null asks for it to be removed. A lower limit is in force at once; a higher one, or none, after a day. Call
-- keep_stakes_counted before, as for renew_stakes_left.
create or replace function set_play_limit(
  p_client bigint, p_kind limit_kind, p_period limit_period, p_amount bigint, p_time_zone text
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz;
  v_amount bigint;
  v_next_amount bigint;
  v_next_at timestamptz;
begin
  perform from wallet where client_id = p_client for no key update;
  v_now := clock_timestamp();
  select case when l.next_at <= v_now then l.next_amount else l.amount end,
    case when l.next_at > v_now then l.next_amount end, case when l.next_at > v_now then l.next_at end
    into v_amount, v_next_amount, v_next_at
  from play_limit l where l.client_id = p_client and l.kind = p_kind and l.period = p_period;
  if v_amount is null or p_amount <= v_amount then
    v_amount := p_amount;
    v_next_amount := null;
    v_next_at := null;
  elsif v_next_at is null or v_next_amount is distinct from p_amount then
    v_next_amount := p_amount;
    v_next_at := v_now + interval '24 hours';
  end if;
  insert into play_limit (client_id, kind, period, amount, next_amount, next_at)
  values (p_client, p_kind, p_period, v_amount, v_next_amount, v_next_at)
  on conflict (client_id, kind, period) do update
    set amount = excluded.amount, next_amount = excluded.next_amount, next_at = excluded.next_at;
  if p_kind = 'stake' then
    perform renew_stakes_left(p_client, p_time_zone);
  end if;
end
$$;

-- Begins a break, which nobody can end early. If it would end before a running one, nothing changes. An exclusion holds for
-- every account of the same person.
create or replace function take_break(p_client bigint, p_kind break_kind, p_time_zone text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz;
  v_ends_at timestamptz;
begin
  if p_kind = 'exclusion' then
    perform from client where id = p_client for no key update;
    perform lock_exclusions(true);
    perform lock_wallets_of_person(p_client);
  end if;
  perform from wallet where client_id = p_client for no key update;
  v_now := clock_timestamp();
  v_ends_at := v_now + case p_kind
    when 'day' then interval '24 hours'
    when 'week' then interval '7 days'
    when 'month' then interval '1 month'
    when 'exclusion' then interval '6 months'
  end;
  insert into play_break (client_id, kind, starts_at, ends_at)
  select p_client, p_kind, v_now, v_ends_at
  where v_ends_at > coalesce(break_ends_at(p_client, v_now), v_now);
  perform renew_stakes_left(p_client, p_time_zone);
  if p_kind = 'exclusion' then
    perform copy_exclusion(p_client);
  end if;
end
$$;

-- Serialises the deposits of a client, so that each sees the ones before it when it reads the limits: a deposit inserts its
-- payment, calls this, and then reads what is used.
create or replace function lock_deposits(p_client bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  select from wallet where client_id = p_client for no key update
$$;

-- Removes the limits, breaks and closing of a client whose phone is not proven yet, when the phone's owner takes the account over. The caller has locked the client's row.
create or replace function void_play_limits(p_client bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from wallet where client_id = p_client for no key update;
  if exists (select from client where id = p_client and confirmed_at is not null) then
    raise exception 'client % has a proven phone', p_client using errcode = 'restrict_violation';
  end if;
  delete from play_break where client_id = p_client;
  delete from play_limit where client_id = p_client;
  delete from closing where client_id = p_client;
  update wallet set stakes_left = null, stakes_left_until = null where client_id = p_client;
  -- The reason why money waits is no limit of the client's own, so it stays.
  if money_waits_for(p_client, clock_timestamp()) is not null then
    perform stop_stakes(p_client);
  end if;
end
$$;
