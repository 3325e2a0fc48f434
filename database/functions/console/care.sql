-- Care on the console: signs, cases, and talks with players. See docs/care.md and docs/decisions/0081.

-- Whether an operator sees a case: support only those of their own.
create or replace function console.sees_case(o console.operator, c console.care_case) returns boolean language sql immutable as $$
  -- Support does not see a case that is assigned to nobody.
  select console.may(o, 'allCareCases') or coalesce(o.name in (c.assigned_to, c.opened_by), false)
$$;

-- Players with a sign, the strongest first. p_score and p_before are of the last one that was seen.
create or replace function console.list_care_signs(p_session text, p_kinds text[], p_score integer, p_before bigint, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_whole boolean := not console.sees_masked(console.require_to_read(p_session, 'listCareSigns'));
begin
  return query
    select jsonb_build_object('id', m.client_id, 'name', (select console.shown_name(c, v_whole) from client c where c.id = m.client_id), 'measuredAt', console.instant(m.measured_at), 'strong', m.strong, 'notable', m.notable,
      'indicators', m.indicators, 'openCase', (select c.id from console.care_case c where c.client_id = m.client_id and c.closed_at is null)),
      m.score || '_' || m.client_id
    from console.care_measure m
    where (p_score is null or (m.score, m.client_id) < (p_score, p_before))
      and (p_kinds is null or exists (select from jsonb_array_elements(m.indicators) e where e ->> 'kind' = any (p_kinds)))
    order by m.score desc, m.client_id desc limit p_most;
end
$$;

-- The worker's own acts about a player, the newest first.
create or replace function console.care_acts_of(p_client bigint) returns table (at timestamptz, item jsonb)
language sql stable set search_path = public, pg_temp as $$
  select a.at, jsonb_build_object('at', console.instant(a.at), 'did', a.did, 'endsAt', console.instant(a.ends_at), 'limits', a.limits,
    'kinds', array(select e ->> 'kind' from jsonb_array_elements(a.indicators) e))
  from console.care_act a where a.client_id = p_client order by a.at desc limit 20
$$;

-- All signs of one player, as of now, and what the worker did because of them.
create or replace function console.player_care(p_session text, p_client bigint, p_time_zone text) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_at_player(p_session, p_client, 'care', 'getPlayerCare');
  return jsonb_build_object(
    'indicators', to_jsonb(array(
      select jsonb_build_object('kind', i.kind, 'days', i.days, 'value', i.value, 'usual', i.usual::double precision, 'level', i.level,
        'notable', i.notable, 'strong', i.strong, 'times', i.times)
      from care_indicators(p_client, p_time_zone, clock_timestamp()) i
    )),
    'acts', to_jsonb(array(select a.item from console.care_acts_of(p_client) a)));
end
$$;

-- Cases, the newest first, before the one that was seen last. `p_open`, `p_kinds`, `p_mine`, `p_client`: null for all.
create or replace function console.list_care_cases(
  p_session text, p_open boolean, p_kinds text[], p_mine boolean, p_client bigint, p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_to_read(p_session, 'listCareCases');
  v_whole boolean := not console.sees_masked(o);
begin
  return query
    select jsonb_build_object('id', c.id, 'clientId', c.client_id,
      'name', (select console.shown_name(p, v_whole) from client p where p.id = c.client_id), 'openedAt', console.instant(c.opened_at), 'openedBy', c.opened_by,
      'kinds', c.kinds, 'assignedTo', c.assigned_to, 'contacts', n.contacts, 'reached', n.reached, 'closedAt', console.instant(c.closed_at),
      'outcome', c.outcome),
      c.id::text
    from (
      select * from console.care_case c
      where (p_before is null or c.id < p_before) and (p_open is null or (c.closed_at is null) = p_open)
        and (p_kinds is null or c.kinds && p_kinds) and (p_client is null or c.client_id = p_client)
        and (not coalesce(p_mine, false) or o.name in (c.assigned_to, c.opened_by)) and console.sees_case(o, c)
      order by c.id desc limit p_most
    ) c
    cross join lateral (
      select count(*) as contacts, coalesce(bool_or(t.reached), false) as reached from console.care_contact t where t.case_id = c.id
    ) n
    order by c.id desc;
end
$$;

-- One case, which is a look at its player: how it stands, the contacts, and what changed after each of them and after what the worker did.
create or replace function console.read_care_case(p_session text, p_case bigint) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'getCareCase');
  c console.care_case;
  v_moments timestamptz[];
begin
  select * into c from console.care_case where id = p_case;
  if c.id is null or not console.sees_case(o, c) then
    raise exception 'there is no case %', p_case using errcode = 'no_data_found';
  end if;
  perform console.look_at_player(p_session, c.client_id, 'care', 'getCareCase');
  v_moments := array(
    select at from (
      select c.opened_at as at
      union select t.at from console.care_contact t where t.case_id = c.id
      union select a.at from console.care_act a where a.client_id = c.client_id and a.at > c.opened_at - interval '28 days'
    ) m order by at desc limit 20);
  return jsonb_build_object(
    'id', c.id, 'clientId', c.client_id, 'openedAt', console.instant(c.opened_at), 'openedBy', c.opened_by, 'reason', c.reason,
    'indicators', c.indicators, 'assignedTo', c.assigned_to, 'closedAt', console.instant(c.closed_at), 'closedBy', c.closed_by,
    'outcome', c.outcome, 'closingReason', c.closing_reason,
    'contacts', array(
      select jsonb_build_object('number', t.number, 'at', console.instant(t.at), 'by', t.by, 'way', t.way,
        'reached', t.reached, 'text', t.text)
      from console.care_contact t where t.case_id = c.id order by t.number),
    'acts', array(
      select a.item
      from console.care_acts_of(c.client_id) a order by a.at),
    'changes', (
      select jsonb_agg(jsonb_build_object('at', console.instant(h.at), 'days', round(h.days::numeric, 2), 'stakedBefore', h.staked_before,
        'stakedAfter', h.staked_after, 'depositedBefore', h.deposited_before, 'depositedAfter', h.deposited_after) order by h.at)
      from care_changes(c.client_id, v_moments) h));
end
$$;

-- Creates a case by hand, with the signs as they are. Returns its number; null where one is open.
create or replace function console.create_care_case(p_session text, p_client bigint, p_reason text, p_time_zone text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.act_on_player(p_session, p_client, 'createCareCase');
  v_signs jsonb := coalesce(care_signs(p_client, p_time_zone, clock_timestamp(), 1), '[]');
  v_id bigint;
begin
  insert into console.care_case (client_id, opened_by, reason, indicators, kinds, assigned_to)
  values (p_client, o.name, p_reason, v_signs, array(select e ->> 'kind' from jsonb_array_elements(v_signs) e), o.name)
  on conflict (client_id) where closed_at is null do nothing returning id into v_id;
  if v_id is not null then
    perform console.write_audit(o, 'care_case_opened', 'client ' || p_client, p_reason, null, null, jsonb_build_object('case', v_id));
  end if;
  return v_id;
end
$$;

-- The open case that somebody acts on, whose row is locked, after its player's. It raises no_data_found where there is none for this operator, and
-- leaves `c.id` null where it was closed.
create or replace function console.act_on_case(p_session text, p_case bigint, out o console.operator, out c console.care_case)
language plpgsql set search_path = public, pg_temp as $$
declare
  v_client bigint := (select client_id from console.care_case where id = p_case);
begin
  o := console.act_on_player(p_session, v_client, 'noteCareContact');
  select * into c from console.care_case where id = p_case for update;
  if c.id is null or not console.sees_case(o, c) then
    raise exception 'there is no case %', p_case using errcode = 'no_data_found';
  end if;
  if c.closed_at is not null then
    c := null;
  end if;
end
$$;

-- Notes that somebody spoke to the player, or tried to. It is the p_number-th of the case: returns false where that one is there
-- already, or the case is closed. The audit has no word of it: the words go with the account.
create or replace function console.note_care_contact(
  p_session text, p_case bigint, p_number integer, p_way text, p_reached boolean, p_text text
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record := console.act_on_case(p_session, p_case);
begin
  if (a.c).id is null or p_number <> (select count(*) + 1 from console.care_contact where case_id = p_case) then
    return false;
  end if;
  insert into console.care_contact (case_id, number, by, way, reached, text)
  values (p_case, p_number, (a.o).name, p_way, p_reached, p_text);
  perform console.write_audit(a.o, 'care_contact_noted', 'client ' || (a.c).client_id, null, null, null,
    jsonb_build_object('case', p_case, 'contact', p_number, 'way', p_way, 'reached', p_reached));
  return true;
end
$$;

-- Makes a case somebody's. Returns false where it is closed, or nobody who looks after players has that name.
create or replace function console.assign_care_case(p_session text, p_case bigint, p_to text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record := console.act_on_case(p_session, p_case);
begin
  if (a.c).id is null or not exists (
    select from console.operator who where who.name = p_to and who.disabled_at is null and console.may(who, 'assignCareCase')
  ) then
    return false;
  end if;
  if (a.c).assigned_to is distinct from p_to then
    update console.care_case set assigned_to = p_to where id = p_case;
    perform console.write_audit(a.o, 'care_case_assigned', 'client ' || (a.c).client_id, null, null,
      jsonb_build_object('assignedTo', (a.c).assigned_to), jsonb_build_object('case', p_case, 'assignedTo', p_to));
  end if;
  return true;
end
$$;

-- Closes a case. Returns false where it is closed already.
create or replace function console.close_care_case(p_session text, p_case bigint, p_outcome text, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record := console.act_on_case(p_session, p_case);
begin
  if (a.c).id is null then
    return false;
  end if;
  update console.care_case set closed_at = clock_timestamp(), closed_by = (a.o).name, outcome = p_outcome, closing_reason = p_reason
  where id = p_case;
  perform console.write_audit(a.o, 'care_case_closed', 'client ' || (a.c).client_id, p_reason, null, null,
    jsonb_build_object('case', p_case, 'outcome', p_outcome));
  return true;
end
$$;

-- The figures of care in the last 28 days, in players: of whom a case was opened, who was spoken to and who was reached, and whom the
-- worker limited or gave a break.
create or replace function console.care_figures(p_session text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_since timestamptz := clock_timestamp() - interval '28 days';
begin
  perform console.require_to_read(p_session, 'getCareFigures');
  return (
    select jsonb_build_object('opened', (select count(distinct c.client_id) from console.care_case c where c.opened_at > v_since),
      'tried', t.tried, 'reached', t.reached, 'limited', a.limited, 'paused', a.paused,
      'waiting', (select count(*) from console.care_case c where c.closed_at is null))
    from (
      select count(distinct c.client_id) as tried, count(distinct c.client_id) filter (where t.reached) as reached
      from console.care_contact t join console.care_case c on c.id = t.case_id where t.at > v_since
    ) t cross join (
      select count(distinct a.client_id) filter (where a.did = 'limit') as limited, count(distinct a.client_id) filter (where a.did = 'break') as paused
      from console.care_act a where a.at > v_since
    ) a);
end
$$;

-- Thresholds

-- The thresholds of all signs, those that hold first and then the newest. One `waits` until it begins, and is `over` where a newer one
-- of the same sign has begun or begins before it does.
create or replace function console.list_care_thresholds(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_now timestamptz := statement_timestamp();
begin
  perform console.require_to_read(p_session, 'listCareThresholds');
  return query
    select jsonb_build_object('number', t.number, 'kind', t.kind, 'days', h.days, 'notable', t.notable, 'strong', t.strong, 'times', t.times,
      'beginsAt', console.instant(case when isfinite(t.begins_at) then t.begins_at end), 'setAt', console.instant(t.set_at), 'state', s.state,
      'request', case when t.request_id is not null then
        jsonb_build_object('id', t.request_id, 'askedBy', a.name, 'approvedBy', b.name, 'reason', r.reason) end)
    from care_threshold t
    join care_thresholds(v_now) h on h.kind = t.kind
    cross join lateral (
      select case when t.number = h.number then 'holds'
        when t.begins_at > v_now and not exists (
          select from care_threshold n where n.kind = t.kind and n.number > t.number and n.begins_at <= t.begins_at) then 'waits'
        else 'over' end as state
    ) s
    left join console.request r on r.id = t.request_id
    left join console.operator a on a.id = r.asked_by
    left join console.operator b on b.id = r.approved_by
    order by s.state = 'holds' desc, t.number desc limit 200;
end
$$;

-- The subject of a request for other thresholds of a sign: `care_threshold deposits`.
create or replace function console.sign_of(r console.request) returns text language sql immutable as $$
  select split_part(r.subject, ' ', 2)
$$;

create or replace function console.complete_care_threshold(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('number', t.number, 'notable', t.notable, 'strong', t.strong, 'times', t.times)
  into r.old_values from care_threshold t where t.kind = console.sign_of(r) order by t.number desc limit 1;
  return r;
end
$$;

create or replace function console.checks_of_care_threshold(r console.request) returns table (code text, met boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_notable numeric := (r.new_values ->> 'notable')::numeric;
  v_strong numeric := (r.new_values ->> 'strong')::numeric;
  v_times numeric := (r.new_values ->> 'times')::numeric;
  v_newest care_threshold := (select t from care_threshold t where t.kind = console.sign_of(r) order by t.number desc limit 1);
begin
  return query values
    ('begins_ahead', coalesce((r.new_values ->> 'beginsAt')::timestamptz > clock_timestamp(), false)),
    ('whole_thresholds', coalesce(
      v_notable = trunc(v_notable) and v_strong = trunc(v_strong) and v_notable >= 1 and v_strong between v_notable and 9000000000000, false)),
    ('times_in_range', coalesce(v_times = trunc(v_times) and v_times between 0 and 100, false)),
    ('differs_from_newest', (v_newest.notable, v_newest.strong, v_newest.times) is distinct from (v_notable, v_strong, v_times)),
    ('newest_unchanged', coalesce(v_newest.number = (r.old_values ->> 'number')::integer, false));
end
$$;

-- Sets other thresholds of a sign, from when they begin. The worker calls it.
create or replace function console.execute_care_threshold(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'care_threshold');
begin
  lock table care_threshold in exclusive mode;
  perform console.require_checks(r);
  insert into care_threshold (number, kind, notable, strong, times, begins_at, request_id)
  select max(t.number) + 1, console.sign_of(r), (r.new_values ->> 'notable')::bigint, (r.new_values ->> 'strong')::bigint,
    (r.new_values ->> 'times')::integer, (r.new_values ->> 'beginsAt')::timestamptz, r.id
  from care_threshold t;
  perform console.finish_request(r.id);
end
$$;
