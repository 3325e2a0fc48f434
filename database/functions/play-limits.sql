-- All limits there can be, as they hold for a client at a moment: amount is null where there is none. Used is what counts
-- since the day, week or month began in the operator's time zone. What came back does not: stakes of void draws, and
-- deposits that failed. One that expired counts, because it can still be paid.
create or replace function play_limits_at(p_client bigint, p_time_zone text, p_at timestamptz) returns table (
  kind limit_kind, period limit_period, amount bigint, next_amount bigint, next_at timestamptz, used bigint,
  resets_at timestamptz
)
language sql stable set search_path = public, pg_temp as $$
  select k.kind, p.period,
    case when l.next_at <= p_at then l.next_amount else l.amount end,
    case when l.next_at > p_at then l.next_amount end,
    case when l.next_at > p_at then l.next_at end,
    case k.kind
      when 'stake' then (
        -- Ids of tickets begin with the milliseconds of the time they were made at, at most a day before they were
        -- accepted: so the key finds the newest tickets, and the older ones are not read.
        select coalesce(sum(t.stake), 0)::bigint from ticket t join draw d on d.id = t.draw_id
        where t.client_id = p_client and t.accepted_at >= s.started_at and d.status <> 'void' and t.id >= (
          lpad(to_hex((extract(epoch from s.started_at - interval '25 hours') * 1000)::bigint), 12, '0')
            || repeat('0', 20))::uuid
      )
      when 'deposit' then (
        select coalesce(sum(y.amount), 0)::bigint from payment y
        where y.client_id = p_client and y.created_at >= s.started_at
          and y.direction = 'deposit' and y.status in ('created', 'pending', 'expired', 'succeeded')
      )
    end,
    (date_trunc(p.period::text, p_at at time zone p_time_zone) + ('1 ' || p.period)::interval) at time zone p_time_zone
  from unnest(enum_range(null::limit_kind)) as k (kind)
  cross join unnest(enum_range(null::limit_period)) as p (period)
  cross join lateral (select date_trunc(p.period::text, p_at, p_time_zone) as started_at) s
  left join play_limit l on l.client_id = p_client and l.kind = k.kind and l.period = p.period
  order by k.kind, p.period
$$;

-- When the client's breaks will be over; null when there is none.
create or replace function break_ends_at(p_client bigint, p_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select max(ends_at) from play_break where client_id = p_client and ends_at > p_at
$$;

-- Counts anew what a client may still stake, and until when that holds: to the end of the break or of the first day,
-- week or month that a limit is for, or until a limit is raised. Nobody stakes meanwhile, because it locks the wallet.
create or replace function renew_stakes_left(p_client bigint, p_time_zone text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz;
  v_break_ends_at timestamptz;
begin
  perform from wallet where client_id = p_client for no key update;
  v_now := clock_timestamp();
  v_break_ends_at := break_ends_at(p_client, v_now);
  if v_break_ends_at is not null then
    update wallet set stakes_left = 0, stakes_left_until = v_break_ends_at where client_id = p_client;
  else
    update wallet set (stakes_left, stakes_left_until) = (
      select min(greatest(l.amount - l.used, 0)), min(least(l.resets_at, l.next_at))
      from play_limits_at(p_client, p_time_zone, v_now) l where l.kind = 'stake' and l.amount is not null
    ) where client_id = p_client;
  end if;
end
$$;

-- Sets a limit, or with null asks for it to be removed. A lower one holds at once; a higher one, or none, after a day.
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
  select l.amount, l.next_amount, l.next_at into v_amount, v_next_amount, v_next_at
  from play_limits_at(p_client, p_time_zone, v_now) l where l.kind = p_kind and l.period = p_period;
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
  perform renew_stakes_left(p_client, p_time_zone);
end
$$;

-- Begins a break, which nobody can end early; one that would be over before another one is none.
create or replace function take_break(p_client bigint, p_kind break_kind, p_time_zone text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz;
  v_ends_at timestamptz;
begin
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
end
$$;

-- Makes whoever starts a deposit wait for the others of the client, so that the limits can be read without a gap: each
-- inserts its payment, calls this, and then reads what is used.
create or replace function lock_deposits(p_client bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  select from wallet where client_id = p_client for no key update
$$;

-- Takes away the limits and breaks of a client whose phone is not proven yet, for the phone's owner who takes the account
-- over. The caller has locked the client's row.
create or replace function void_play_limits(p_client bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from wallet where client_id = p_client for no key update;
  if exists (select from client where id = p_client and confirmed_at is not null) then
    raise exception 'client % has a proven phone', p_client using errcode = 'restrict_violation';
  end if;
  delete from play_break where client_id = p_client;
  delete from play_limit where client_id = p_client;
  update wallet set stakes_left = null, stakes_left_until = null where client_id = p_client;
end
$$;
