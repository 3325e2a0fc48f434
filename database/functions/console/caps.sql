-- Operators' acts on caps of exposure: one lowers a cap, two raise it. See docs/decisions/0075.

-- The subject of a request about a cap: a draw, or all draws.
create or replace function console.subject_of_cap(p_draw uuid) returns text language sql immutable as $$
  select coalesce('draw ' || p_draw, 'sales all')
$$;

-- Serialises changes of caps.
create or replace function hold_caps() returns void language plpgsql as $$
begin
  lock table mutex.caps in exclusive mode;
end
$$;

-- Lowers a cap, at once: of a draw, null for each draw that has none of its own, and of a bet type, null for all of a draw. A first
-- cap lowers what had none. Returns `lowered`; or the reason against it: `not_lower`, with what counts now in `amount`, or `not_on_sale`.
create or replace function console.lower_cap(
  p_session text, p_draw uuid, p_bet_type smallint, p_measure text, p_amount bigint, p_reason text,
  out outcome text, out amount bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require(p_session, 'lowerCap');
begin
  perform hold_caps();
  if p_draw is not null and not exists (select from draw d where d.id = p_draw and d.status = 'open' and d.closes_at > clock_timestamp()) then
    outcome := 'not_on_sale';
    return;
  end if;
  amount := (select c.amount from cap_of(p_draw, p_bet_type, p_measure) c);
  if p_amount >= amount then
    outcome := 'not_lower';
    return;
  end if;
  insert into exposure_cap (draw_id, bet_type, measure, amount, reason, set_by)
  values (p_draw, p_bet_type, p_measure, p_amount, p_reason, o.id);
  perform look_at_exposures_now(p_draw);
  perform console.write_audit(o, 'cap_lowered', console.subject_of_cap(p_draw), p_reason, null,
    jsonb_build_object('betType', p_bet_type, 'measure', p_measure, 'amount', amount),
    jsonb_build_object('betType', p_bet_type, 'measure', p_measure, 'amount', p_amount));
  amount := p_amount;
  outcome := 'lowered';
end
$$;

-- The cap that a request to raise it names; none for an unknown draw.
create or replace function console.complete_raise_cap(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_draw uuid := (r.new_values ->> 'draw')::uuid;
begin
  if v_draw is not null and not exists (select from draw d where d.id = v_draw) then
    return null;
  end if;
  r.subject := console.subject_of_cap(v_draw);
  select r.new_values || jsonb_build_object('amount', c.amount, 'cap', c.id) into r.old_values
  from (values (true)) one left join cap_of(v_draw, (r.new_values ->> 'betType')::smallint, r.new_values ->> 'measure') c on true;
  return r;
end
$$;

-- The present exposure of a draw.
create or replace function console.facts_of_raise_cap(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('exposureNow', exposure_figure(l.figures, (r.new_values ->> 'betType')::smallint, r.new_values ->> 'measure'))
  from exposure_look l where l.draw_id = (r.new_values ->> 'draw')::uuid and l.figures is not null
$$;

create or replace function console.checks_of_raise_cap(r console.request) returns table (code text, met boolean)
language sql volatile set search_path = public, pg_temp as $$
  select v.code, coalesce(v.met, false)
  from (
    select (r.new_values ->> 'draw')::uuid as draw_id, (r.new_values ->> 'betType')::smallint as bet_type,
      r.new_values ->> 'measure' as measure, (r.new_values ->> 'amount')::bigint as amount
  ) asked
  left join cap_of(asked.draw_id, asked.bet_type, asked.measure) c on true
  left join draw d on d.id = asked.draw_id
  cross join lateral (values
    ('cap_unchanged',
      c.id is not distinct from (r.old_values ->> 'cap')::bigint and r.subject = console.subject_of_cap(asked.draw_id)),
    ('cap_raised', c.amount is not null and (asked.amount is null or asked.amount > c.amount)),
    ('not_their_cap',
      c.request_id is not null or c.set_by <> r.asked_by and c.set_by is distinct from r.approved_by),
    ('draw_on_sale', asked.draw_id is null or d.status = 'open' and d.closes_at > clock_timestamp())
  ) v (code, met)
$$;

-- Raises a cap. The pauses that it caused end when the exposure was computed again. The worker calls it.
create or replace function console.execute_raise_cap(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'raise_cap');
begin
  perform hold_caps();
  perform console.require_checks(r);
  insert into exposure_cap (draw_id, bet_type, measure, amount, reason, set_by, request_id)
  values ((r.new_values ->> 'draw')::uuid, (r.new_values ->> 'betType')::smallint, r.new_values ->> 'measure',
    (r.new_values ->> 'amount')::bigint, r.reason, r.asked_by, r.id);
  perform look_at_exposures_now((r.new_values ->> 'draw')::uuid);
  perform console.finish_request(r.id);
end
$$;

-- The cap that paused a stop's sales, and the figure that had come to 90 % of it; null for a stop of an operator. The stored reason says the
-- same in English, for the audit: the console has words for these values in each of its languages.
create or replace function console.cap_of_stop(s sales_stop) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('name', console.bet_name(c.bet_type), 'measure', c.measure, 'amount', c.amount, 'figure', (
    select (a.after ->> 'figure')::bigint
    from console.audit l cross join lateral (select convert_from(l.record, 'UTF8')::jsonb -> 'after' as after) a
    where l.subject = 'draw ' || s.draw_id and l.act = 'sales_paused' and a.after ->> 'stop' = s.id::text limit 1
  ))
  from exposure_cap c where c.id = s.cap_id
$$;

-- The caps that count for a draw, null for a draw that has none of its own; those that were decided last; what was found last of the
-- draw; and its pauses, null for those of all draws. One answer, at one moment.
create or replace function console.read_caps(p_session text, p_draw uuid) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'readCaps');
begin
  return jsonb_build_object(
    'now', console.instant(clock_timestamp()),
    'caps', array(
      select jsonb_build_object('name', console.bet_name(c.bet_type), 'measure', c.measure, 'amount', c.amount,
        'ofDraw', c.draw_id is not null, 'setAt', console.instant(c.set_at), 'setBy', a.name, 'reason', c.reason, 'request', c.request_id,
        'own', c.request_id is null and c.set_by = o.id,
        'figure', case when l.figures is not null then exposure_figure(l.figures, c.bet_type, c.measure) end,
        'asked', (select w.id from console.waiting_request('raise_cap', console.subject_of_cap(p_draw), c.id::text) w))
      from caps_of(p_draw) c join console.operator a on a.id = c.set_by left join exposure_look l on l.draw_id = p_draw
      order by c.bet_type nulls first, c.measure desc
    ),
    'computedAt', (select console.instant(l.computed_at) from exposure_look l where l.draw_id = p_draw),
    'decisions', array(
      select jsonb_build_object('id', c.id,
        'draw', case when c.draw_id is not null then jsonb_build_object('id', c.draw_id, 'drawsAt', console.instant(d.draws_at)) end,
        'name', console.bet_name(c.bet_type), 'measure', c.measure, 'amount', c.amount, 'before', c.before,
        'setAt', console.instant(c.set_at), 'setBy', a.name, 'reason', c.reason, 'request', c.request_id)
      from exposure_cap c join console.operator a on a.id = c.set_by left join draw d on d.id = c.draw_id
      where p_draw is null or c.draw_id = p_draw or c.draw_id is null order by c.id desc limit 20
    ),
    'pauses', array(
      select jsonb_build_object('id', s.id,
        'draw', jsonb_build_object('id', s.draw_id, 'drawsAt', console.instant(d.draws_at)), 'name', console.bet_name(s.bet_type),
        'reason', s.reason, 'cap', console.cap_of_stop(s), 'stoppedAt', console.instant(s.stopped_at), 'endedAt', console.instant(s.ended_at),
        'request', s.request_id)
      from sales_stop s join draw d on d.id = s.draw_id
      where s.cap_id is not null and (p_draw is null or s.draw_id = p_draw) order by s.stopped_at desc, s.id desc limit 20
    )
  );
end
$$;
