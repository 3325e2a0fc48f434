-- Signs that play harms somebody, from stored rows, and the worker's acts about a strong sign. See docs/care.md and docs/decisions/0081.

-- The thresholds of each sign at a moment: 1 is notable, 2 is strong. `times`: the sign counts only where it is also so many times the
-- player's usual; with 0 the number alone counts, because no habit makes it harmless. The period of a sign is part of its definition.
create or replace function care_thresholds(p_at timestamptz) returns table (
  kind text, days integer, notable bigint, strong bigint, times integer, number integer
)
language sql stable set search_path = public, pg_temp as $$
  select s.kind, s.days, t.notable, t.strong, t.times, t.number
  from (values ('deposits', 1), ('deposited', 1), ('deposits_refused', 1), ('limits_raised', 7), ('staked', 7), ('chased', 7),
    ('draws_in_a_row', 1), ('night', 7), ('after_break', 7)) s (kind, days)
  cross join lateral (
    select * from care_threshold c where c.kind = s.kind and c.begins_at <= p_at order by c.number desc limit 1
  ) t
$$;

-- The signs of a player at a moment, a row each. `value` is of the last `days` days; `usual` is the mean of as many days in the 28
-- days before; of draws in a row, the longest row in those 28 days. Reads 35 days of this player's rows, by the player's key.
create or replace function care_indicators(p_client bigint, p_time_zone text, p_at timestamptz) returns table (
  kind text, days integer, value bigint, usual numeric, level integer, notable bigint, strong bigint, times integer
)
language sql stable set search_path = public, pg_temp as $$
  with mine as materialized (
    select t.draw_id, t.stake, t.accepted_at as at from every_ticket t
    where t.client_id = p_client and t.id >= first_ticket_id(p_at - interval '35 days')
      and t.accepted_at > p_at - interval '35 days' and t.accepted_at <= p_at
  ), by_draw as materialized (
    select m.draw_id, d.draws_at, d.drawn_at, d.status, sum(m.stake)::bigint as stake, min(m.at) as first_at, max(m.at) as last_at
    from mine m join draw d on d.id = m.draw_id group by m.draw_id, d.id
  ), deposit as materialized (
    select y.amount, y.status, y.created_at as at from payment y
    where y.client_id = p_client and y.direction = 'deposit' and y.status in ('succeeded', 'failed')
      and y.created_at > p_at - interval '35 days' and y.created_at <= p_at
  ), lost as (
    select b.drawn_at as at, b.stake from by_draw b
    where b.status in ('drawn', 'settled') and b.drawn_at <= p_at and b.stake > (
      select coalesce(sum(u.to_dep + u.to_win), 0) from due u where u.draw_id = b.draw_id and u.client_id = p_client)
  ), after_loss as (
    select e.at, e.lost, max(e.stake) over (order by e.at range between current row and interval '10 minutes' following) as staked
    from (select first_at as at, null::bigint as lost, stake from by_draw union all select at, stake, 0 from lost) e
  ), step as (
    -- A draw between two that were played ends a row, and so does the last day's beginning.
    select w.now, w.draws_at, lag(w.draws_at) over (partition by w.now order by w.draws_at) as before
    from (
      select true as now, draws_at from by_draw where last_at > p_at - interval '1 day'
      union all select false, draws_at from by_draw where first_at <= p_at - interval '1 day' and last_at > p_at - interval '29 days'
    ) w
  ), rows_of_draws as (
    select i.now, count(*) as length from (
      select s.now, count(*) filter (
        where s.before is null or exists (select from draw d where d.draws_at > s.before and d.draws_at < s.draws_at)
      ) over (partition by s.now order by s.draws_at) as island
      from step s
    ) i group by i.now, i.island
  ), event (kind, at, amount) as (
    select 'deposits', at, 1::bigint from deposit where status = 'succeeded'
    union all select 'deposited', at, amount from deposit where status = 'succeeded'
    union all select 'deposits_refused', at, 1 from deposit where status = 'failed'
    union all select 'limits_raised', s.at, 1 from security_event s
      where s.client_id = p_client and s.kind = 'limit_raised' and s.at > p_at - interval '35 days' and s.at <= p_at
    union all select 'staked', at, stake from mine
    -- At least twice the stake of a lost draw within ten minutes of it.
    union all select 'chased', at, 1 from after_loss where staked >= 2 * lost
    union all select 'night', at, 1 from mine where extract(hour from at at time zone p_time_zone) < 5
    union all select 'after_break', at, 1 from mine where exists (
      select from play_break b where b.client_id = p_client and b.ends_at <= mine.at and b.ends_at > mine.at - interval '1 day')
  ), figured as (
    select h.kind, h.days, h.notable, h.strong, h.times,
      coalesce(sum(e.amount) filter (where e.at > p_at - h.days * interval '1 day'), 0)::bigint as value,
      coalesce(sum(e.amount) filter (
        where e.at <= p_at - h.days * interval '1 day' and e.at > p_at - (h.days + 28) * interval '1 day'), 0) * h.days / 28.0 as usual
    from care_thresholds(p_at) h left join event e on e.kind = h.kind where h.kind <> 'draws_in_a_row'
    group by h.kind, h.days, h.notable, h.strong, h.times
    union all
    select h.kind, h.days, h.notable, h.strong, h.times,
      coalesce((select max(length) from rows_of_draws where now), 0), coalesce((select max(length) from rows_of_draws where not now), 0)
    from care_thresholds(p_at) h where h.kind = 'draws_in_a_row'
  )
  select f.kind, f.days, f.value, round(f.usual, 2),
    case when f.value < f.times * f.usual then 0 when f.value >= f.strong then 2 when f.value >= f.notable then 1 else 0 end as level,
    f.notable, f.strong, f.times
  from figured f order by level desc, f.kind
$$;

-- The signs of at least a level as they are kept: a JSON array, the strongest first; null where there is none.
create or replace function care_signs(p_client bigint, p_time_zone text, p_at timestamptz, p_level integer) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_agg(jsonb_build_object('kind', i.kind, 'days', i.days, 'value', i.value, 'usual', i.usual, 'level', i.level)
    order by i.level desc, i.kind)
  from care_indicators(p_client, p_time_zone, p_at) i where i.level >= p_level
$$;

-- Notes who did something since the last time, a quarter of an hour at most, and whose measure is six hours old. Postings and
-- payments are found by their time; a posting may be committed some seconds after its moment, and a deposit may fail an hour later.
-- Returns whether there is more to note. Of several workers one notes, the others find nothing to do.
create or replace function note_care_due() returns boolean
language plpgsql security definer set search_path = public, pg_temp
-- The planner would rather read all postings.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_from timestamptz;
  v_until timestamptz;
  v_ids record;
begin
  select through into v_from from console.care_noted for update skip locked;
  if v_from is null or v_from > v_now - interval '15 minutes' then
    return false;
  end if;
  v_until := v_from + interval '15 minutes';
  v_ids := ids_of_postings(v_from - interval '2 minutes', v_until);
  insert into console.care_due (client_id)
  select client_id from (
    select p.client_id from every_posting p
    where p.at >= v_from - interval '2 minutes' and p.at < v_until and p.id >= v_ids.first and p.id < v_ids.beyond and p.client_id > 0
    union
    select y.client_id from payment y where y.created_at >= v_from - interval '1 hour' and y.created_at < v_until
    union
    select m.client_id from console.care_measure m where m.measured_at < v_now - interval '6 hours'
  ) did order by client_id
  on conflict do nothing;
  update console.care_noted set through = v_until;
  return v_until <= v_now - interval '15 minutes';
end
$$;

-- Measures some of the players who are due, opens a case where a sign is strong, and forgets the measure of whoever has none. Returns
-- how many it measured. Several workers measure at once, each others.
create or replace function measure_care(p_time_zone text, p_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_players bigint[];
begin
  with taken as (
    delete from console.care_due where client_id in (
      select client_id from console.care_due order by client_id limit p_most for update skip locked)
    returning client_id
  )
  select array_agg(client_id order by client_id) into v_players from taken;
  if v_players is null then
    return 0;
  end if;
  with measured as materialized (
    select u.client_id, s.signs,
      (select count(*) from jsonb_array_elements(s.signs) e where e ->> 'level' = '2') as strong, coalesce(jsonb_array_length(s.signs), 0) as all_signs
    from unnest(v_players) as u (client_id) cross join lateral (select care_signs(u.client_id, p_time_zone, v_now, 1) as signs) s
    where not exists (select from client c where c.id = u.client_id and c.erased_at is not null)
  ), gone as (
    delete from console.care_measure m using measured g where g.client_id = m.client_id and g.signs is null
  ), kept as (
    insert into console.care_measure (client_id, measured_at, strong, notable, indicators, act_at)
    select client_id, v_now, strong, all_signs - strong, signs, case when strong > 0 then v_now end from measured where signs is not null
    on conflict (client_id) do update set measured_at = excluded.measured_at, strong = excluded.strong, notable = excluded.notable,
      indicators = excluded.indicators,
      -- A strong sign that the worker is due to act on stays due.
      act_at = case when excluded.strong > 0 then coalesce(care_measure.act_at, excluded.act_at) end
  )
  insert into console.care_case (client_id, opened_by, indicators, kinds)
  select g.client_id, 'worker', g.signs, array(select e ->> 'kind' from jsonb_array_elements(g.signs) e)
  from measured g where g.strong > 0
    and not exists (select from console.care_case c where c.client_id = g.client_id and c.closed_at is null)
    -- Somebody has looked at the same days, which made it strong then.
    and not exists (select from console.care_case c where c.client_id = g.client_id and c.closed_at > v_now - interval '7 days')
    and not console.is_test(g.client_id)
  on conflict (client_id) where closed_at is null do nothing;
  return cardinality(v_players);
end
$$;

-- Acts on one player whose sign is strong, at most once in seven days: a limit of the player's own usual for 28 days; while it runs,
-- and for as long after a break, a break of a week. The sign is measured again, so no old one is acted on. Returns whether there was
-- a player to look at.
create or replace function act_on_care(p_time_zone text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz;
  v_client bigint;
  v_last console.care_act;
  v_wait timestamptz;
  v_signs jsonb;
  v_kinds text;
  v_limits jsonb;
  v_ends_at timestamptz;
begin
  select client_id into v_client from console.care_measure where act_at <= clock_timestamp() order by act_at limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  -- The client before the wallet, as all do. Whoever holds the client is not waited for: this is tried again.
  perform from client where id = v_client and erased_at is null for no key update skip locked;
  if not found then
    update console.care_measure set act_at = clock_timestamp() + interval '1 minute' where client_id = v_client;
    return true;
  end if;
  perform from wallet where client_id = v_client for no key update;
  v_now := clock_timestamp();
  select * into v_last from console.care_act where client_id = v_client order by at desc limit 1;
  v_signs := care_signs(v_client, p_time_zone, v_now, 2);
  v_wait := case
    when console.is_test(v_client) or exists (select from closing where client_id = v_client) or v_signs is null then v_now + interval '1 day'
    else greatest(break_ends_at(v_client, v_now), v_last.at + interval '7 days')
  end;
  if v_wait > v_now then
    update console.care_measure set act_at = v_wait where client_id = v_client;
    return true;
  end if;
  v_kinds := (select string_agg(e ->> 'kind', ', ') from jsonb_array_elements(v_signs) e);
  if v_last.at > v_now - interval '28 days' then
    perform take_break(v_client, 'week', p_time_zone);
    v_ends_at := break_ends_at(v_client, v_now);
  else
    v_ends_at := v_now + interval '28 days';
    -- The usual amount of a week, rounded up to a hundred, and never less than 5,000.
    select jsonb_object_agg(case i.kind when 'staked' then 'stake' else 'deposit' end,
      greatest(5000, ceil(i.usual * 7 / i.days / 100) * 100)::bigint) into v_limits
    from care_indicators(v_client, p_time_zone, v_now) i where i.kind in ('staked', 'deposited');
    insert into operator_limit (client_id, kind, period, amount, set_at, set_by, reason, ends_at)
    select v_client, l.key::limit_kind, 'week', l.value::bigint, v_now, 'worker', 'Signs of harm: ' || v_kinds, v_ends_at
    from jsonb_each_text(v_limits) l;
    -- The next bet computes the remaining stake again.
    perform stop_stakes(v_client);
  end if;
  insert into console.care_act (client_id, at, did, ends_at, limits, indicators)
  values (v_client, v_now, case when v_limits is null then 'break' else 'limit' end, v_ends_at, v_limits, v_signs);
  update console.care_measure set act_at = v_now + interval '7 days' where client_id = v_client;
  perform console.tell(v_client, case when v_limits is null then 'care_break' else 'care_limit' end);
  perform record_security_event(v_client, 'operator_acted', null, null, null,
    jsonb_build_object('operator', 'worker', 'act', case when v_limits is null then 'break_started' else 'limit_tightened' end));
  perform console.write_audit(null, case when v_limits is null then 'care_break_started' else 'care_limits_set' end, 'client ' || v_client,
    null, null, null, jsonb_build_object('signs', v_kinds, 'limits', v_limits, 'until', console.instant(v_ends_at)));
  return true;
end
$$;

-- The stakes and deposits of a player in the 28 days before each moment, and since it: for 28 days at most.
create or replace function care_changes(p_client bigint, p_moments timestamptz[]) returns table (
  at timestamptz, days double precision, staked_before bigint, staked_after bigint, deposited_before bigint, deposited_after bigint
)
language sql stable set search_path = public, pg_temp as $$
  with moved as materialized (
    select t.accepted_at as at, t.stake::bigint as staked, 0::bigint as deposited from every_ticket t
    where t.client_id = p_client and t.id >= first_ticket_id((select min(m) from unnest(p_moments) m) - interval '28 days')
    union all
    select y.created_at, 0, y.amount from payment y
    where y.client_id = p_client and y.direction = 'deposit' and y.status = 'succeeded'
      and y.created_at > (select min(m) from unnest(p_moments) m) - interval '28 days'
  )
  select m.at, least(extract(epoch from clock_timestamp() - m.at) / 86400, 28)::double precision,
    coalesce(sum(v.staked) filter (where v.at <= m.at), 0)::bigint, coalesce(sum(v.staked) filter (where v.at > m.at), 0)::bigint,
    coalesce(sum(v.deposited) filter (where v.at <= m.at), 0)::bigint, coalesce(sum(v.deposited) filter (where v.at > m.at), 0)::bigint
  from unnest(p_moments) as m (at)
  left join moved v on v.at > m.at - interval '28 days' and v.at <= m.at + interval '28 days'
  group by m.at
$$;
