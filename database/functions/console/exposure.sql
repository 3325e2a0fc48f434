-- Operators' reads of exposure, and the reserve. See docs/decisions/0074.

-- The exposure of a draw as it was computed last, with null for what is not there yet; no row for an unknown draw. Who looks has it
-- computed again by the worker, while they keep looking.
create or replace function console.read_exposure(p_session text, p_draw uuid) returns table (
  status text, rules text, draws_at timestamptz, closes_at timestamptz, now timestamptz,
  computed_at timestamptz, ms integer, final boolean, figures text
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'getExposure');
  insert into exposure_wanted (draw_id, wanted_at, closely_at)
  select d.id, clock_timestamp(), clock_timestamp() from draw d where d.id = p_draw and d.status <> 'void'
  on conflict (draw_id) do update set wanted_at = excluded.wanted_at, closely_at = excluded.closely_at
  -- An operator who waits asks several times a second, and one write a second is enough.
  where exposure_wanted.closely_at is null or exposure_wanted.closely_at < excluded.closely_at - interval '1 s';
  return query
    select d.status::text, d.rules, d.draws_at, d.closes_at, clock_timestamp(), e.computed_at, e.ms, e.final, e.figures::text
    from draw d left join exposure e on e.draw_id = d.id where d.id = p_draw;
end
$$;

-- The draws on sale, the next one to close first, with what was computed of each last. Looking has it computed again, as above.
create or replace function console.list_exposures(p_session text, p_most integer) returns setof jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_draws uuid[];
begin
  perform console.require_to_read(p_session, 'listExposures');
  v_draws := array(
    select d.id from draw d
    where d.finished_at is null and d.status = 'open' and d.opens_at <= clock_timestamp() and d.closes_at > clock_timestamp()
    order by d.closes_at limit p_most
  );
  insert into exposure_wanted (draw_id, wanted_at) select u, clock_timestamp() from unnest(v_draws) u order by u
  on conflict (draw_id) do update set wanted_at = excluded.wanted_at
  where exposure_wanted.wanted_at < excluded.wanted_at - interval '3 s';
  return query
    select jsonb_build_object('id', d.id, 'drawsAt', console.instant(d.draws_at), 'closesAt', console.instant(d.closes_at),
      'computedAt', console.instant(e.computed_at), 'tickets', e.tickets, 'stakes', e.stakes, 'worst', e.worst)
    from draw d left join exposure e on e.draw_id = d.id where d.id = any (v_draws) order by d.closes_at, d.id;
end
$$;

-- The reserve, and who asked for it and approved it. No row while none is set.
create or replace function console.read_reserve(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.require_to_read(p_session, 'getExposure');
  return query
    select jsonb_build_object('number', r.number, 'amount', r.amount, 'setAt', console.instant(r.set_at), 'request', r.request_id,
      'askedBy', a.name, 'approvedBy', b.name)
    from reserve r join console.request q on q.id = r.request_id
    join console.operator a on a.id = q.asked_by left join console.operator b on b.id = q.approved_by
    order by r.number desc limit 1;
end
$$;

-- Like exposure_uniformity; without moments of the last thirty days.
create or replace function console.exposure_uniformity(p_session text, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_to timestamptz := coalesce(p_to, clock_timestamp());
  v_from timestamptz := coalesce(p_from, v_to - interval '30 days');
begin
  perform console.require_to_read(p_session, 'getUniformity');
  return (
    select jsonb_build_object('from', console.instant(v_from), 'to', console.instant(v_to), 'draws', u.draws, 'bands', u.bands,
      'statistic', u.statistic, 'pValue', u.p_value, 'verdict', u.verdict)
    from public.exposure_uniformity(v_from, v_to) u
  );
end
$$;

-- The exposure of a sealed draw as it was kept; no row where it is not kept.
create or replace function console.read_kept_exposure(p_session text, p_draw uuid) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'getExposure');
  return query
    select jsonb_build_object('digest', encode(k.digest, 'hex'), 'keptAt', console.instant(k.kept_at), 'paid', k.payout, 'below', k.below,
      'equal', k.equal, 'place', k.place,
      'agrees', (k.tickets, k.stakes) = (k.sealed_tickets, k.sealed_stakes) and coalesce(k.placed_digest = k.digest and k.payout = k.expected, true))
    from kept_exposure k where k.draw_id = p_draw;
end
$$;

create or replace function console.complete_reserve(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_newest reserve := (select t from reserve t order by t.number desc limit 1);
begin
  r.subject := coalesce(r.subject, 'reserve ' || coalesce(v_newest.number, 0) + 1);
  r.old_values := jsonb_build_object('number', coalesce(v_newest.number, 0), 'amount', v_newest.amount);
  return r;
end
$$;

create or replace function console.checks_of_reserve(r console.request) returns table (code text, met boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_amount numeric := (r.new_values ->> 'amount')::numeric;
  v_newest reserve := (select t from reserve t order by t.number desc limit 1);
begin
  return query values
    ('amount_in_francs',
      v_amount = trunc(v_amount) and v_amount between 1 and 9000000000000),
    ('differs_from_newest', v_newest.amount is distinct from v_amount),
    ('newest_unchanged', coalesce(v_newest.number, 0) = (r.old_values ->> 'number')::integer);
end
$$;

-- Sets another reserve. The worker calls it.
create or replace function console.execute_reserve(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'reserve');
begin
  lock table reserve in exclusive mode;
  perform console.require_checks(r);
  insert into reserve (number, amount, request_id)
  select coalesce(max(number), 0) + 1, (r.new_values ->> 'amount')::bigint, r.id from reserve;
  perform console.finish_request(r.id);
end
$$;
