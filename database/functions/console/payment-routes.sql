-- Operators stop the payments of accounts and networks alone, and start them again and change the routes by two. See
-- docs/decisions/0131.

-- The subject of a stop: `account pawapay`, `network CI wave deposit`, `network CI wave deposit at pawapay`.
create or replace function console.payment_stop_subject(p_account text, p_country text, p_method text, p_direction payment_direction)
returns text language sql immutable as $$
  select case when p_country is null then 'account ' || p_account
    else concat_ws(' at ', concat_ws(' ', 'network', p_country, p_method, p_direction), p_account) end
$$;

-- Stops payments from this moment on: those of an account, of a network, or of a network at an account. Those under way are waited for,
-- and end as they would have. Returns the stop; null where just that is stopped already.
create or replace function console.stop_payments(
  p_session text, p_account text, p_country text, p_method text, p_direction payment_direction, p_told_en text, p_told_fr text,
  p_reason text
) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'stopPayments');
  v_stop uuid;
begin
  lock table mutex.payment_stops in exclusive mode;
  insert into payment_stop (account, country, method, direction, told_en, told_fr, reason, stopped_by, stopped_at)
  values (p_account, p_country, p_method, p_direction, p_told_en, p_told_fr, p_reason, o.id, clock_timestamp())
  on conflict (account, country, method, direction) where ended_at is null do nothing
  returning id into v_stop;
  if v_stop is not null then
    perform console.write_audit(o, 'payments_stopped', console.payment_stop_subject(p_account, p_country, p_method, p_direction), p_reason,
      null, jsonb_build_object('stopped', false),
      jsonb_build_object('stopped', true, 'stop', v_stop, 'toldEn', p_told_en, 'toldFr', p_told_fr));
  end if;
  return v_stop;
end
$$;

create or replace function console.complete_resume_payments(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_stop uuid := coalesce(r.new_values ->> 'stop', substring(r.subject from '^payment_stop (.+)$'))::uuid;
begin
  select console.payment_stop_subject(s.account, s.country, s.method, s.direction),
    jsonb_build_object('stopped', true, 'toldEn', s.told_en, 'toldFr', s.told_fr, 'stoppedBy', a.name, 'stoppedAt', s.stopped_at),
    jsonb_build_object('stopped', false, 'stop', s.id)
  into r.subject, r.old_values, r.new_values
  from payment_stop s join console.operator a on a.id = s.stopped_by
  where s.id = v_stop and s.ended_at is null;
  return case when found then r end;
end
$$;

create or replace function console.facts_of_resume_payments(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('stopReason', s.reason) from payment_stop s where s.id = (r.new_values ->> 'stop')::uuid
$$;

create or replace function console.checks_of_resume_payments(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select v.code, coalesce(v.met, false)
  from (select (r.new_values ->> 'stop')::uuid as id) asked
  left join payment_stop s on s.id = asked.id
  cross join lateral (values
    ('payments_stopped', s.ended_at is null and s.id is not null),
    ('not_their_stop', s.stopped_by <> r.asked_by and s.stopped_by is distinct from r.approved_by)
  ) v (code, met)
$$;

-- The worker calls it.
create or replace function console.execute_resume_payments(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'resume_payments');
begin
  lock table mutex.payment_stops in exclusive mode;
  perform console.require_checks(r);
  update payment_stop s set ended_at = greatest(s.stopped_at, clock_timestamp()), request_id = r.id
  where s.id = (r.new_values ->> 'stop')::uuid and s.ended_at is null;
  perform console.finish_request(r.id);
end
$$;

-- The accounts that lines of routes name, with their networks.
create or replace function console.route_accounts(p_lines text[])
returns table (country text, method text, direction text, account text) language sql immutable as $$
  select m.part[1], m.part[2], m.part[3], a.account
  from unnest(p_lines) l (line)
  cross join lateral regexp_match(l.line, '^(\S+) (\S+) (\S+) = (.+)$') m (part)
  cross join lateral regexp_split_to_table(m.part[4], ', ') a (account)
$$;

create or replace function console.complete_payment_routes(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select coalesce(r.subject, 'routes ' || coalesce(v.number, 0) + 1),
    jsonb_build_object('number', coalesce(v.number, 0), 'lines', coalesce(v.lines, '{}'))
  into r.subject, r.old_values
  from (values (true)) one left join lateral (select * from payment_route_version q order by q.number desc limit 1) v on true;
  return r;
end
$$;

create or replace function console.facts_of_payment_routes(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'added', array(select l from jsonb_array_elements_text(r.new_values -> 'lines') l
      where not r.old_values -> 'lines' ? l order by l),
    'removed', array(select l from jsonb_array_elements_text(r.old_values -> 'lines') l
      where not r.new_values -> 'lines' ? l order by l))
$$;

create or replace function console.checks_of_payment_routes(r console.request) returns table (code text, met boolean, params jsonb)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_lines text[] := array(select jsonb_array_elements_text(r.new_values -> 'lines'));
  v_newest payment_route_version;
  v_strange text := (
    select a.account from console.route_accounts(v_lines) a
    where not exists (select from payment_offer o where o.account = a.account) limit 1
  );
  v_missing text := (
    select concat_ws(' ', a.country, a.method, a.direction, '=', a.account) from console.route_accounts(v_lines) a
    where exists (select from payment_offer o where o.account = a.account) and not exists (
      select from payment_offer o
      where (o.account, o.country, o.method, o.direction::text) = (a.account, a.country, a.method, a.direction)
    ) limit 1
  );
begin
  select * into v_newest from payment_route_version q order by q.number desc limit 1;
  return query values
    ('begins_ahead', coalesce((r.new_values ->> 'beginsAt')::timestamptz > clock_timestamp(), true), null::jsonb),
    ('differs_from_newest', v_lines <> coalesce(v_newest.lines, '{}'), null),
    ('newest_unchanged', coalesce(v_newest.number, 0) = (r.old_values ->> 'number')::integer, null),
    ('accounts_known', v_strange is null, case when v_strange is not null then jsonb_build_object('account', v_strange) end),
    ('accounts_carry', v_missing is null, case when v_missing is not null then jsonb_build_object('line', v_missing) end);
end
$$;

-- Makes a new version of the routes. The worker calls it.
create or replace function console.execute_payment_routes(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'payment_routes');
begin
  lock table payment_route_version in share row exclusive mode;
  perform console.require_checks(r);
  insert into payment_route_version (number, begins_at, lines, request_id)
  select (r.old_values ->> 'number')::integer + 1, coalesce((r.new_values ->> 'beginsAt')::timestamptz, clock_timestamp()),
    array(select jsonb_array_elements_text(r.new_values -> 'lines')), r.id;
  perform console.finish_request(r.id);
end
$$;

-- The routes in force and those to come, the offers and balances of the accounts, and the stops.
create or replace function console.read_routes(p_session text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'getPaymentRoutes');
  v_now payment_route_version;
begin
  select * into v_now from payment_route_version v where v.begins_at <= clock_timestamp() order by v.number desc limit 1;
  return jsonb_build_object(
    'number', v_now.number, 'lines', coalesce(v_now.lines, '{}'),
    'next', array(
      select jsonb_build_object('number', v.number, 'lines', v.lines, 'beginsAt', console.instant(v.begins_at))
      from payment_route_version v where v.begins_at > clock_timestamp() order by v.number
    ),
    'offers', array(
      select jsonb_build_object('account', f.account, 'country', f.country, 'method', f.method, 'direction', f.direction,
        'label', f.label, 'seenAt', console.instant(f.seen_at))
      from payment_offer f order by f.country, f.method, f.direction, f.account
    ),
    'floats', array(
      select jsonb_build_object('account', f.account, 'country', f.country, 'method', f.method, 'amount', f.amount,
        'least', f.least, 'lastsUntil', console.instant(f.lasts_until), 'readAt', console.instant(f.read_at))
      from payment_float f order by f.account, f.country, f.method
    ),
    'held', array(
      select jsonb_build_object('account', k.account,
        'byBooks', case when exists (select from account_hours_until) then coalesce(b.amount, 0) end,
        'byProvider', (select sum(f.amount) from payment_float f where f.account = k.account))
      from (select distinct f.account from payment_offer f) k
      left join console.held_by_books() b on b.account = k.account
      order by k.account
    ),
    'pauses', array(
      select jsonb_build_object('account', l.account, 'country', l.country, 'method', l.method, 'direction', l.direction,
        'because', l.because, 'pausedAt', console.instant(l.paused_at), 'until', console.instant(l.until), 'isTried', l.until <= clock_timestamp())
      from payment_line l where l.until is not null order by l.paused_at, l.account
    ),
    'incidents', array(
      select jsonb_build_object('id', l.id, 'kind', l.kind, 'subject', l.subject,
        'payments', (l.detail ->> 'payments')::integer, 'openedAt', console.instant(l.opened_at), 'closedAt', console.instant(l.closed_at))
      from console.alarm l
      where l.opened_at > clock_timestamp() - interval '7 days' and l.kind in ('provider_failing', 'provider_paused', 'provider_slow',
        'provider_silent', 'payment_unknown', 'float_low', 'float_unread', 'route_alone', 'other_phone', 'paid_elsewhere')
      order by l.id desc limit 50
    ),
    'topUps', console.newest_top_ups(20),
    'stops', array(
      select jsonb_build_object('id', s.id, 'account', s.account, 'country', s.country, 'method', s.method,
        'direction', s.direction, 'toldEn', s.told_en, 'toldFr', s.told_fr, 'reason', s.reason, 'stoppedBy', a.name,
        'own', s.stopped_by = o.id, 'stoppedAt', console.instant(s.stopped_at),
        'asked', (
          select w.id from console.waiting_request(
            'resume_payments', console.payment_stop_subject(s.account, s.country, s.method, s.direction), s.id::text) w
        ))
      from payment_stop s join console.operator a on a.id = s.stopped_by where s.ended_at is null order by s.stopped_at, s.id
    ));
end
$$;

-- The accounts that carry each network, by the routes in force or by what they offer, and whether new payments go there: it was offered in
-- the last minutes, is not stopped, and does not pause.
create or replace function console.route_standing() returns table (country text, method text, direction text, account text, is_usable boolean)
language sql stable set search_path = public, pg_temp as $$
  with newest as (
    select v.lines from payment_route_version v where v.begins_at <= clock_timestamp() order by v.number desc limit 1
  ), named as (
    select a.country, a.method, a.direction, a.account from newest n cross join lateral console.route_accounts(n.lines) a
    union all
    select o.country, o.method, o.direction::text, o.account from payment_offer o
    where not exists (select from newest n where cardinality(n.lines) > 0)
  )
  select n.country, n.method, n.direction, n.account,
    exists (
      select from payment_offer o
      where (o.account, o.country, o.method, o.direction::text) = (n.account, n.country, n.method, n.direction)
        and o.seen_at > clock_timestamp() - interval '10 min'
    ) and not exists (
      select from payment_stop s where s.ended_at is null and is_stopped_by(s, n.account, n.country, n.method, n.direction::payment_direction)
    ) and not exists (
      select from payment_pauses() q where (q.account, q.country, q.method, q.direction::text) = (n.account, n.country, n.method, n.direction)
    )
  from named n
$$;
