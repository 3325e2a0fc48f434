-- Caps on what a draw may have to pay. See docs/decisions/0075.
--
-- The worker computes what a draw may have to pay and hands the figures in. What follows from them, a pause or its end, is decided
-- here, from the caps that count at that moment, in the transaction that keeps the figures.
--
-- Locks: a change of caps takes `mutex.caps` first; a pause takes the draw and then the lock of stops, as any stop.

-- The cap that counts for a draw, null for a draw that has none of its own; no row where there was none ever. Of a cap that was taken
-- away the amount is null.
create or replace function cap_of(p_draw uuid, p_bet_type smallint, p_measure text) returns setof exposure_cap
language sql stable set search_path = public, pg_temp as $$
  select * from exposure_cap c
  where (c.draw_id = p_draw or c.draw_id is null) and c.bet_type is not distinct from p_bet_type and c.measure = p_measure
  order by c.draw_id is null, c.id desc limit 1
$$;

-- The caps that count for a draw, null for a draw that has none of its own.
create or replace function caps_of(p_draw uuid) returns setof exposure_cap
language sql stable set search_path = public, pg_temp as $$
  select c.*
  from (select null::smallint as bet_type union all select generate_series(1, 6)::smallint) t
  cross join (values ('worst'), ('p9999')) m (measure)
  cross join lateral cap_of(p_draw, t.bet_type, m.measure) c
  where c.amount is not null
$$;

-- How long until a draw is looked at again: 2 s in the last five minutes, before that the longer the more time there is.
create or replace function exposure_look_after(p_until_close interval) returns interval
language sql immutable as $$
  select case when p_until_close <= interval '5 min' then interval '2 s' else least(p_until_close / 30, interval '10 min') end
$$;

-- The draws to be looked at now, the next one to close first: on sale, with a cap. Each is given to one process, which need not come
-- back: it is due again soon.
create or replace function claim_exposure_looks(p_most integer) returns table (draw_id uuid, closes_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
  v_all boolean := exists (select from exposure_cap where draw_id is null);
begin
  if not v_all and not exists (select from exposure_cap) then
    return;
  end if;
  return query
    with due as materialized (
      select d.id, d.closes_at from draw d left join exposure_look l on l.draw_id = d.id
      where d.finished_at is null and d.status = 'open' and d.opens_at <= v_now and d.closes_at > v_now
        and coalesce(l.due_at <= v_now, true)
        and (v_all or exists (select from exposure_cap c where c.draw_id = d.id))
      order by d.closes_at limit p_most
    ), claimed as (
      insert into exposure_look as l (draw_id, due_at)
      select u.id, v_now + exposure_look_after(u.closes_at - v_now) from due u order by u.id
      on conflict (draw_id) do update set due_at = excluded.due_at where l.due_at <= v_now
      returning l.draw_id
    )
    select c.draw_id, u.closes_at from claimed c join due u on u.id = c.draw_id order by u.closes_at;
end
$$;

-- Looks at all draws again, after their caps have changed.
create or replace function look_at_exposures_now(p_draw uuid) returns void
language sql set search_path = public, pg_temp as $$
  update exposure_look set due_at = least(due_at, clock_timestamp()) where draw_id = p_draw or p_draw is null
$$;

-- The draws with a cap whose exposure was not computed for three times as long as it should, and a minute.
create or replace function unknown_exposures() returns table (draw_id uuid, since timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select d.id, k.since
  from draw d
  left join exposure_look l on l.draw_id = d.id
  cross join lateral (
    select greatest(d.opens_at, l.computed_at, (select min(c.set_at) from exposure_cap c where c.draw_id = d.id or c.draw_id is null)) as since
  ) k
  where exists (select from exposure_cap)
    and d.finished_at is null and d.status = 'open' and d.closes_at > clock_timestamp()
    and k.since < clock_timestamp() - interval '1 min' - 3 * exposure_look_after(d.closes_at - clock_timestamp())
    and exists (select from exposure_cap c where c.draw_id = d.id or c.draw_id is null)
$$;

-- How many francs of a figure are at stake: of a bet type, null for all of the draw.
create or replace function exposure_figure(p_figures jsonb, p_bet_type smallint, p_measure text) returns bigint
language sql immutable as $$
  select coalesce((case when p_bet_type is null then p_figures else p_figures -> 'byType' -> p_bet_type::text end ->> p_measure)::bigint, 0)
$$;

-- The bet types to pause by these figures, null for all of them, and the cap. At 90 % of a cap on a bet type, that type is paused. At 90 %
-- of a cap on a whole draw it is the type that contributes most, and at 95 % all types.
create or replace function pauses_wanted(p_draw uuid, p_figures jsonb) returns table (bet_type smallint, cap_id bigint, figure bigint)
language sql stable set search_path = public, pg_temp as $$
  select case
      when c.bet_type is not null then c.bet_type
      when f.figure * 20 >= c.amount * 19 then null
      else (
        select t.key::smallint from jsonb_each(p_figures -> 'byType') t
        order by (t.value -> 'without' ->> c.measure)::bigint, t.key::smallint limit 1
      )
    end, c.id, f.figure
  from caps_of(p_draw) c
  cross join lateral (select exposure_figure(p_figures, c.bet_type, c.measure) as figure) f
  where f.figure * 10 >= c.amount * 9
$$;

-- Keeps what a look at a draw has found, pauses what has to be paused, and ends the pauses whose cap two people have raised far enough.
-- Nothing where a later look was kept already, or the draw is not on sale any more. Returns how many pauses began and ended.
create or replace function keep_exposure_look(
  p_draw uuid, p_computed_at timestamptz, p_figures jsonb, p_sentence text, out began integer, out ended integer
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  w record;
  s record;
  v_stop uuid;
  v_reason text;
begin
  began := 0;
  ended := 0;
  update exposure_look set computed_at = p_computed_at, figures = p_figures
  where draw_id = p_draw and coalesce(computed_at <= p_computed_at, true);
  -- The draw is locked before the stops, as by whoever else stops sales.
  if not found or not exists (select from draw where id = p_draw and status = 'open' and closes_at > clock_timestamp()) then
    return;
  end if;
  for w in select * from pauses_wanted(p_draw, p_figures) order by bet_type nulls first loop
    continue when exists (
      select from sales_stop o where o.draw_id = p_draw and o.bet_type is not distinct from w.bet_type and o.cap_id is not null and o.ended_at is null
    );
    select format('%s of %s is %s XOF: the cap is %s XOF', case c.measure when 'worst' then 'The worst case' else 'The p99.99' end,
      case when c.bet_type is null then 'the draw' else 'the bet type' end,
      -- In groups of three, as amounts stand on the console.
      translate(to_char(w.figure, 'FM999,999,999,999,990'), ',', chr(160)), translate(to_char(c.amount, 'FM999,999,999,999,990'), ',', chr(160)))
    into v_reason
    from exposure_cap c where c.id = w.cap_id;
    v_stop := stop_sales(p_draw, w.bet_type, p_sentence, v_reason, null, w.cap_id);
    if v_stop is not null then
      began := began + 1;
      perform console.write_audit(null, 'sales_paused', 'draw ' || p_draw, v_reason, null, jsonb_build_object('stopped', false),
        jsonb_build_object('stopped', true, 'stop', v_stop, 'draw', p_draw, 'betType', w.bet_type, 'cap', w.cap_id,
          'figure', w.figure, 'computedAt', console.audit_time(p_computed_at)));
    end if;
  end loop;
  for s in
    select o.id, o.bet_type, r.request_id
    from sales_stop o
    join exposure_cap c on c.id = o.cap_id
    -- The newest raise of the cap that counts, after the pause and before these figures.
    cross join lateral (
      select n.request_id from cap_of(p_draw, c.bet_type, c.measure) k
      join exposure_cap n on n.draw_id is not distinct from k.draw_id and n.bet_type is not distinct from k.bet_type
        and n.measure = k.measure
      where n.request_id is not null and n.set_at > o.stopped_at and n.set_at < p_computed_at
        and (k.amount is null or exposure_figure(p_figures, c.bet_type, c.measure) * 10 < k.amount * 9)
      order by n.id desc limit 1
    ) r
    where o.draw_id = p_draw and o.cap_id is not null and o.ended_at is null
      and not exists (select from pauses_wanted(p_draw, p_figures) p where p.bet_type is null or p.bet_type = o.bet_type)
  loop
    if end_sales_stop(s.id, s.request_id) then
      ended := ended + 1;
      perform console.write_audit(null, 'pause_ended', 'draw ' || p_draw, null, s.request_id, jsonb_build_object('stopped', true),
        jsonb_build_object('stopped', false, 'stop', s.id, 'draw', p_draw, 'betType', s.bet_type));
    end if;
  end loop;
end
$$;

-- Removes what was found of draws whose sales ended a day ago. Returns how many.
create or replace function remove_old_exposure_looks() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with removed as (
    delete from exposure_look l using draw d
    where d.id = l.draw_id and d.closes_at < clock_timestamp() - interval '1 day' returning l.draw_id
  )
  select count(*) from removed
$$;
