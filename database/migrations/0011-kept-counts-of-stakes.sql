-- What a client has staked since the day, week and month began, counted up to one of the client's postings: only later
-- postings have to be read to bring it up to date. It is a copy of what the books say and may be emptied at any time.
create table stakes_counted (
  client_id bigint not null,
  period limit_period not null,
  -- a row of another beginning (an earlier period, another time zone) counts nothing
  starts_at timestamptz not null,
  stakes bigint not null constraint stakes_counted_not_negative check (stakes >= 0),
  -- the last posting that is counted
  through bigint not null,
  primary key (client_id, period)
) with (fillfactor = 50);
drop function place_bets;
drop function play_limits_at, renew_stakes_left, set_play_limit;

-- What is in the way of each ticket of a batch at a moment, null where nothing is:
--   ticket_placed     the client has placed this very ticket already
--   ticket_conflict   the id is in use, by another client or for another ticket
--   unknown_draw, draw_not_open, draw_closed
-- Without security definer and settings of its own it becomes a part of the statement that asks.
create function judge_tickets(
  t_client bigint[], t_id uuid[], t_draw uuid[], t_bet_type smallint[], t_selection integer[], t_stake integer[],
  p_now timestamptz
) returns table (
  client_id bigint, id uuid, draw_id uuid, bet_type smallint, selection integer, stake integer, "position" bigint,
  in_the_way text
)
language sql stable as $$
  select u.client_id, u.id, u.draw_id, u.bet_type, u.selection, u.stake, u.position,
    case
      when k.id is not null then
        case when k.client_id = u.client_id and k.draw_id = u.draw_id and k.bet_type = u.bet_type
                  and k.selection = u.selection and k.stake = u.stake
          then 'ticket_placed' else 'ticket_conflict' end
      when d.id is null then 'unknown_draw'
      when d.status <> 'open' or d.closes_at <= p_now then 'draw_closed'
      when d.opens_at > p_now then 'draw_not_open'
    end
  from unnest(t_client, t_id, t_draw, t_bet_type, t_selection, t_stake)
    with ordinality as u (client_id, id, draw_id, bet_type, selection, stake, position)
  -- Looked up one by one: joined, a plan that was made while a table was small would read all of it ever after.
  left join lateral (select * from draw where draw.id = u.draw_id limit 1) d on true
  left join lateral (select * from ticket where ticket.id = u.id limit 1) k on true
$$;

-- Places many checkouts in one go, each as a whole or not at all, and answers each of them:
--   placed              with both wallets after it and when it was accepted
--   placed_before       all of its tickets were placed already
--   in_the_way          with what is in the way of which ticket
--   limit               the client may not stake so much, as far as was counted: see renew_stakes_left
--   insufficient_funds
--   busy                somebody else has locked the wallet or a draw: nothing is known yet, to be tried again
--
-- p_clients holds the client of each checkout, ascending and none twice. No two checkouts hold the same ticket id.
create function place_bets(
  p_clients bigint[], p_draws uuid[],
  t_client bigint[], t_id uuid[], t_draw uuid[], t_bet_type smallint[], t_selection integer[], t_stake integer[]
) returns table (client_id bigint, answer text, in_the_way jsonb, dep bigint, win bigint, accepted_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
-- A plan made while a table was empty would scan it for ever after; these keep the plan to the indexes.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_on_sale uuid[];
  v_locked bigint[];
  v_now timestamptz;
begin
  -- unnest would fill up a column that is too short, and a batch that is too long would hold its locks too long.
  if (cardinality(p_clients) <= cardinality(t_id) and cardinality(t_id) between 1 and 10000 and cardinality(t_id) = all (array[
    cardinality(t_client), cardinality(t_draw), cardinality(t_bet_type), cardinality(t_selection), cardinality(t_stake)
  ])) is not true then
    raise exception 'the columns of a batch do not fit each other' using errcode = 'check_violation';
  end if;
  -- Whoever closes a draw locks its row for update, and passes over a row that is locked here: a draw closes before this
  -- transaction or after it. A row that is locked for update is being closed, sealed or settled: it is not on sale, and
  -- nobody waits for it.
  v_on_sale := array(
    select id from draw
    where id = any (p_draws) and status = 'open' and closes_at > clock_timestamp()
    order by id for share skip locked
  );
  -- The clock is read once, after the lock, and is what each ticket says it was accepted at.
  v_now := date_trunc('milliseconds', clock_timestamp());

  -- Locked in a separate statement, so that the next one sees the wallets as they were locked. A wallet that somebody else
  -- holds is passed over: the whole batch would wait for one client.
  v_locked := array(
    select w.client_id from wallet w where w.client_id = any (p_clients) order by w.client_id
    for no key update skip locked
  );

  return query
  with line as materialized (
    select j.client_id, j.id, j.draw_id, j.bet_type, j.selection, j.stake, j.position,
      -- An open draw that could not be locked.
      case when j.in_the_way is null and (j.draw_id = any (v_on_sale)) is not true then 'busy' else j.in_the_way end as in_the_way
    from judge_tickets(t_client, t_id, t_draw, t_bet_type, t_selection, t_stake, v_now) j
  ), basket as materialized (
    select l.client_id, sum(l.stake)::bigint as total, count(*) as tickets,
      count(*) filter (where l.in_the_way is null) as good,
      count(*) filter (where l.in_the_way = 'ticket_placed') as placed,
      count(*) filter (where l.in_the_way = 'busy') as busy,
      jsonb_object_agg(l.id, l.in_the_way) filter (where l.in_the_way is not null) as in_the_way
    from line l group by l.client_id
  ), locked as materialized (
    select w.client_id, w.dep, w.win, w.stakes_left, w.stakes_left_until, c.position
    from unnest(v_locked) with ordinality as c (client_id, position) join wallet w on w.client_id = c.client_id
  ), before as materialized (
    select w.client_id, w.dep, w.win, w.stakes_left, w.stakes_left_until, b.total, least(w.dep, b.total) as from_dep
    from locked w join basket b on b.client_id = w.client_id
    where b.good = b.tickets
    order by w.position
  ), after as (
    update wallet w set dep = b.dep - b.from_dep, win = b.win - (b.total - b.from_dep), stakes_left = b.stakes_left - b.total
    from before b
    where w.client_id = b.client_id and b.dep + b.win >= b.total
      and (b.stakes_left is null or b.stakes_left >= b.total and b.stakes_left_until > v_now)
    returning w.client_id, w.dep, w.win
  ), share as materialized (
    -- Deposits are spent first, ticket by ticket in the order of the basket, then winnings.
    select l.*, b.dep as dep_before, b.win as win_before, b.from_dep,
      least(sum(l.stake) over earlier, b.from_dep) - least(sum(l.stake) over earlier - l.stake, b.from_dep) as stake_dep,
      sum(l.stake) over earlier as spent
    from line l join before b on b.client_id = l.client_id join after a on a.client_id = l.client_id
    window earlier as (partition by l.client_id order by l.position)
  ), placed as (
    insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
    select s.client_id, s.id, s.draw_id, s.bet_type, s.selection, s.stake, s.stake - s.stake_dep, v_now
    -- in the order of ids, so that of two writers with the same ids one waits for the other and never both
    from share s order by s.id
  ), posted as (
    insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
    select s.client_id, p.from_account, 'draw_stakes', p.amount, 'bet', s.id, s.draw_id, v_now, p.dep_after, p.win_after
    from share s
    cross join lateral (values
      ('client_dep'::account, s.stake_dep, s.dep_before - least(s.spent, s.from_dep), s.win_before),
      ('client_win'::account, s.stake - s.stake_dep, s.dep_before - s.from_dep, s.win_before - (s.spent - s.from_dep))
    ) as p (from_account, amount, dep_after, win_after)
    where p.amount > 0
    order by s.position, p.from_account
  )
  select b.client_id,
    case
      when a.client_id is not null then 'placed'
      -- Whoever holds the wallet may be placing these very tickets, so nothing is said of them yet.
      when w.client_id is null then
        case when exists (select from wallet x where x.client_id = b.client_id) then 'busy' else 'insufficient_funds' end
      when b.busy > 0 then 'busy'
      when b.placed = b.tickets then 'placed_before'
      when b.good < b.tickets then 'in_the_way'
      when w.stakes_left < b.total or w.stakes_left_until <= v_now then 'limit'
      else 'insufficient_funds'
    end,
    b.in_the_way, a.dep, a.win, v_now
  from basket b left join locked w on w.client_id = b.client_id left join after a on a.client_id = b.client_id;
end
$$;

-- What a client has staked since the beginning of a day, week or month, and the posting it is counted up to. What came
-- back does not count: the stakes of void draws, once they are refunded.
create function count_stakes(
  p_client bigint, p_period limit_period, p_starts_at timestamptz, out stakes bigint, out through bigint
)
-- Stable: all of it is one snapshot. Within a client postings follow each other, so what is visible has no gaps.
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
      ), max(p.id) into v_more, v_last
    from posting p where p.client_id = p_client and p.id > count_stakes.through;
    count_stakes.stakes := count_stakes.stakes + coalesce(v_more, 0);
    count_stakes.through := coalesce(v_last, count_stakes.through);
    return;
  end if;
  -- Ids of tickets begin with the milliseconds of the time they were made at, at most a day before they were accepted: so
  -- the key finds the newest tickets, and the older ones are not read.
  select coalesce(sum(t.stake) filter (where not (d.status = 'void' and d.paid_through >= p_client)), 0)
    into count_stakes.stakes
  from ticket t join draw d on d.id = t.draw_id
  where t.client_id = p_client and t.accepted_at >= p_starts_at and t.id >= (
    lpad(to_hex((extract(epoch from p_starts_at - interval '25 hours') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  select coalesce(max(p.id), 0) into count_stakes.through from posting p where p.client_id = p_client;
end
$$;

-- Counts what a client has staked and keeps it, without a lock on the wallet: what is staked meanwhile is added by whoever
-- asks next. In a transaction of its own, so that nobody holds the kept counts and waits for the wallet.
create function keep_stakes_counted(p_client bigint, p_time_zone text) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into stakes_counted (client_id, period, starts_at, stakes, through)
  select p_client, s.period, s.starts_at, c.stakes, c.through
  from (
    select period, date_trunc(period::text, clock_timestamp(), p_time_zone) as starts_at
    from unnest(enum_range(null::limit_period)) as period
  ) s
  cross join lateral count_stakes(p_client, s.period, s.starts_at) c
  where not exists (
    select from stakes_counted k
    where k.client_id = p_client and k.period = s.period and k.starts_at = s.starts_at and k.through = c.through
  )
  order by s.period
  on conflict (client_id, period) do update
    set starts_at = excluded.starts_at, stakes = excluded.stakes, through = excluded.through
$$;

-- All limits there can be on deposits, on stakes or on both (null), as they hold for a client at a moment: amount is null
-- where there is none. Used is what counts since the day, week or month began in the operator's time zone. What came back
-- does not: stakes of void draws, and deposits that failed.
create function play_limits_at(p_client bigint, p_kind limit_kind, p_time_zone text, p_at timestamptz) returns table (
  kind limit_kind, period limit_period, amount bigint, next_amount bigint, next_at timestamptz, used bigint,
  resets_at timestamptz
)
language sql stable set search_path = public, pg_temp as $$
  select k.kind, p.period,
    case when l.next_at <= p_at then l.next_amount else l.amount end,
    case when l.next_at > p_at then l.next_amount end,
    case when l.next_at > p_at then l.next_at end,
    case k.kind
      when 'stake' then (select c.stakes from count_stakes(p_client, p.period, s.started_at) c)
      when 'deposit' then (
        select coalesce(sum(y.amount), 0)::bigint from payment y
        where y.client_id = p_client and y.created_at >= s.started_at
          and y.direction = 'deposit' and y.status in ('created', 'pending', 'succeeded')
      )
    end,
    (date_trunc(p.period::text, p_at at time zone p_time_zone) + ('1 ' || p.period)::interval) at time zone p_time_zone
  from unnest(enum_range(p_kind, p_kind)) as k (kind)
  cross join unnest(enum_range(null::limit_period)) as p (period)
  cross join lateral (select date_trunc(p.period::text, p_at, p_time_zone) as started_at) s
  left join play_limit l on l.client_id = p_client and l.kind = k.kind and l.period = p.period
  order by k.kind, p.period
$$;

-- Counts anew what a client may still stake, and until when that holds: to the end of the break or of the first day,
-- week or month that a limit is for, or until a limit is raised. Nobody stakes meanwhile, because it locks the wallet: so
-- keep_stakes_counted is called before, in a transaction of its own, and little is left to count here.
create function renew_stakes_left(p_client bigint, p_time_zone text) returns void
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
      from play_limits_at(p_client, 'stake', p_time_zone, v_now) l where l.amount is not null
    ) where client_id = p_client;
  end if;
end
$$;

-- What keeps a client from so much more: a break, or else the first limit that it would go over. No row where nothing does.
create function limit_in_the_way(p_client bigint, p_kind limit_kind, p_more bigint, p_time_zone text) returns table (
  paused_until timestamptz, period limit_period, amount bigint, resets_at timestamptz
)
language sql stable set search_path = public, pg_temp as $$
  select break_ends_at(p_client, now.at), l.period, l.amount, l.resets_at
  from (select clock_timestamp() as at) now
  left join lateral (
    select * from play_limits_at(p_client, p_kind, p_time_zone, now.at) reached
    where reached.used + p_more > reached.amount order by reached.period limit 1
  ) l on true
  where break_ends_at(p_client, now.at) is not null or l.period is not null
$$;

-- Sets limits in their order; null asks for one to be removed. A lower one holds at once; a higher one, or none, after a
-- day. As for renew_stakes_left, stakes are counted before.
create function set_play_limits(
  p_client bigint, p_kinds limit_kind[], p_periods limit_period[], p_amounts bigint[], p_time_zone text
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz;
  v_limit record;
begin
  perform from wallet where client_id = p_client for no key update;
  v_now := clock_timestamp();
  update play_limit set amount = next_amount, next_amount = null, next_at = null
  where client_id = p_client and next_at <= v_now;
  for v_limit in
    select * from unnest(p_kinds, p_periods, p_amounts) with ordinality as wanted (kind, period, amount, position)
    order by position
  loop
    insert into play_limit as l (client_id, kind, period, amount)
    values (p_client, v_limit.kind, v_limit.period, v_limit.amount)
    on conflict (client_id, kind, period) do update set (amount, next_amount, next_at) = (
      select
        case when falls.at_once then excluded.amount else l.amount end,
        case when falls.at_once then null else excluded.amount end,
        case
          when falls.at_once then null
          -- Asked for again, it does not wait anew.
          when l.next_at is not null and l.next_amount is not distinct from excluded.amount then l.next_at
          else v_now + interval '24 hours'
        end
      from (select l.amount is null or excluded.amount <= l.amount as at_once) falls
    );
  end loop;
  perform renew_stakes_left(p_client, p_time_zone);
end
$$;

revoke all on function judge_tickets, place_bets, count_stakes, keep_stakes_counted, play_limits_at, renew_stakes_left,
  limit_in_the_way, set_play_limits from public;
grant execute on function judge_tickets, place_bets, count_stakes, keep_stakes_counted, play_limits_at, renew_stakes_left,
  limit_in_the_way, set_play_limits to izi_app;
grant select on stakes_counted to izi_app;
