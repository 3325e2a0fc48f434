-- Traces of acts that take two operators, and the traces that no such request explains. See docs/decisions/0059 and docs/audit.md.
--
-- console.traces_of_<kind>(p_since), of each kind: which acts of it were done since a moment, on whom, and by which request. Every kind
-- has one, or it could be done alone and nobody would know. `npm run audit` reads the same statements from this file, not from the
-- database: they use tables alone, and `p_since` as their only parameter.
--
-- Where an act has no table of its own, triggers write what they see to console.trace (triggers.sql).

create or replace function console.traces_of_lift_undo(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'client ' || s.client_id, s.id::text, s.lifted_at, s.request_id from payout_stop s where s.lifted_at >= p_since
$$;

-- A document that shows another person clears a match too, with one pair of eyes.
create or replace function console.traces_of_clear_match(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'client ' || m.client_id, m.client_id || ' ' || m.source, m.cleared_at, m.request_id
  from person_match m
  where m.cleared_at >= p_since and not exists (
    select from identity_check c where c.id = m.check_id and c.client_id = m.client_id and c.status = 'accepted'
  )
$$;

-- A stop ends with the sales of its draw too, which takes nobody.
create or replace function console.traces_of_start_sales(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select coalesce('draw ' || s.draw_id, 'sales all'), s.id::text, s.ended_at, s.request_id
  from sales_stop s left join draw d on d.id = s.draw_id
  where s.ended_at >= p_since and s.cap_id is null and (s.request_id is not null or d.id is null or d.status = 'open')
$$;

-- A cap that was raised, and a pause that ended because of it: later, when a look had found that the draw stays below.
create or replace function console.traces_of_raise_cap(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select coalesce('draw ' || c.draw_id, 'sales all'), 'cap ' || c.id, c.set_at, c.request_id
  from exposure_cap c
  left join lateral (
    select p.amount from exposure_cap p
    where p.id < c.id and (p.draw_id = c.draw_id or p.draw_id is null) and p.bet_type is not distinct from c.bet_type and p.measure = c.measure
    order by p.draw_id is null, p.id desc limit 1
  ) b on true
  where c.set_at >= p_since and (c.request_id is not null or c.amount is null or c.amount >= b.amount)
  union all
  select coalesce('draw ' || r.draw_id, 'sales all'), 'pause ' || s.id, case when r.set_at > s.stopped_at then r.set_at else s.ended_at end, s.request_id
  from sales_stop s
  join draw d on d.id = s.draw_id
  left join exposure_cap r on r.request_id = s.request_id
  where s.ended_at >= p_since and s.cap_id is not null and (s.request_id is not null or d.status = 'open')
$$;

create or replace function console.traces_of_reserve(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'reserve ' || r.number, r.number::text, r.set_at, r.request_id from reserve r where r.set_at >= p_since
$$;

-- The first nine came with the table.
create or replace function console.traces_of_care_threshold(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'care_threshold ' || t.kind, t.number::text, t.set_at, t.request_id from care_threshold t where t.number > 9 and t.set_at >= p_since
$$;

-- A draw is called off by a request of its own, or with others by another timetable.
create or replace function console.traces_of_call_off_draw(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'draw ' || c.draw_id, c.draw_id::text, c.at, c.request_id from call_off c
  where c.at >= p_since and not exists (
    select from timetable_version t join console.request r on r.id = t.request_id
    where r.id = c.request_id and r.status = 'done' and c.at between r.approved_at and r.ended_at
  )
$$;

create or replace function console.traces_of_pay_held_draw(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'draw ' || e.draw_id, e.draw_id::text, e.at, e.request_id from opinion.release e where e.at >= p_since
$$;

create or replace function console.traces_of_timetable(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'timetable ' || t.number, t.number::text, t.made_at, t.request_id from timetable_version t where t.number > 1 and t.made_at >= p_since
$$;

create or replace function console.traces_of_unlock(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'client ' || l.client_id, l.id::text, l.lifted_at, l.lifted_by from client_lock l where l.lifted_at >= p_since
$$;

create or replace function console.traces_of_let_play(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'person ' || m.id, m.id::text, m.ended_at, m.ended_by from console.may_not_play m where m.ended_at >= p_since
$$;

create or replace function console.traces_of_adjust(p_since timestamptz) returns table (
  id text, subject text, at timestamptz, request_id uuid
)
language sql stable set search_path = public, pg_temp as $$
  select a.reference::text, 'client ' || a.client_id, a.at, a.request_id from adjustment a
  where a.at >= p_since and (a.request_id is not null or exists (select from site_mode where mode = 'production'))
$$;

create or replace function console.traces_of_decide_payment(p_since timestamptz) returns table (
  id text, subject text, at timestamptz, request_id uuid
)
language sql stable set search_path = public, pg_temp as $$
  select v.id::text, 'payment ' || v.payment_id, v.at, (v.detail ->> 'request')::uuid from payment_event v
  where v.at >= p_since and v.detail ? 'request'
$$;

-- Releases that took two: with a request, or of more than one operator may release of a player in a day. A withdrawal that failed
-- meanwhile counted then and does not now, which may only hide one of these.
create or replace function console.traces_of_release_withdrawal(p_since timestamptz) returns table (
  id text, subject text, at timestamptz, request_id uuid
)
language sql stable set search_path = public, pg_temp as $$
  select p.id::text, 'payment ' || p.id, e.decided_at, e.request_id
  from withdrawal_review_end e join payment p on p.id = e.payment_id
  where e.decided_at >= p_since and e.verdict = 'released' and (e.request_id is not null or (
    select sum(o.amount) from payment o left join withdrawal_review_end x on x.payment_id = o.id
    where o.client_id = p.client_id and o.direction = 'withdrawal' and (o.id = p.id or (
      (o.status <> 'review' or x.verdict = 'released') and coalesce(x.decided_at, o.created_at) < e.decided_at
      and coalesce(x.decided_at, o.created_at) > e.decided_at - interval '24 hours'
      and not exists (select from payment_event f where f.payment_id = o.id and f.to_status = 'failed')))
  ) > console.released_by_one())
$$;

create or replace function console.traces_of_export_people(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'site players', f.request_id::text, f.made_at, f.request_id from console.people_file f where f.made_at >= p_since
$$;

-- A code to set a new password that no browser has asked for.
create or replace function console.traces_of_start_reset(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, t.request_id from console.trace t
  where t.kind = 'start_reset' and t.at >= p_since
$$;

-- The trigger cites a request only where it asked for this very phone.
create or replace function console.traces_of_change_phone(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, t.request_id from console.trace t
  where t.kind = 'change_phone' and t.at >= p_since
$$;

create or replace function console.traces_of_change_name(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, t.request_id from console.trace t
  where t.kind = 'change_name' and t.at >= p_since
$$;

create or replace function console.traces_of_let_withdrawals_go_on(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, t.request_id from console.trace t
  where t.kind = 'let_withdrawals_go_on' and t.at >= p_since
$$;

-- The roles are those that two have signed, and so are the passkeys.
create or replace function console.traces_of_operator_add(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, (select r.id from console.request r where r.id = t.request_id and r.new_values @> t.value) from console.trace t
  where t.kind = 'operator_add' and t.at >= p_since
    -- An operator who came in by a link of the tables' owner was let in by nobody else, and the audit and an alarm say so.
    and not exists (
      select from console.audit a
      where t.request_id is null and a.subject = t.subject and a.act in ('owner_link_made', 'emergency_link_made')
        and a.at between t.at - interval '31 minutes' and t.at
    )
$$;

create or replace function console.traces_of_operator_passkey(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, (select r.id from console.request r where r.id = t.request_id and r.new_values @> t.value) from console.trace t
  where t.kind = 'operator_passkey' and t.at >= p_since
    -- An operator who came in by a link of the tables' owner was let in by nobody else, and the audit and an alarm say so.
    and not exists (
      select from console.audit a
      where t.request_id is null and a.subject = t.subject and a.act in ('owner_link_made', 'emergency_link_made')
        and a.at between t.at - interval '31 minutes' and t.at
    )
$$;

create or replace function console.traces_of_operator_roles(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, (select r.id from console.request r where r.id = t.request_id and r.new_values @> t.value) from console.trace t
  where t.kind = 'operator_roles' and t.at >= p_since
$$;

-- Operators whose row differs from their last trace: somebody has switched the triggers off.
create or replace function console.operators_untraced() returns table (name text, kind text)
language sql stable set search_path = public, pg_temp as $$
  select o.name, 'operator_roles' from console.operator o
  where o.active_at is not null and not (o.demo and not exists (select from site_mode where mode = 'production'))
    and to_jsonb(o.roles) is distinct from (
      select t.value -> 'roles' from console.trace t
      where t.subject = 'operator ' || o.name and t.value ? 'roles' order by t.number desc limit 1
    )
  union all
  select o.name, 'operator_passkey' from console.operator o join console.passkey p on p.operator_id = o.id
  where p.active_at is not null and p.removed_at is null and not (o.demo and not exists (select from site_mode where mode = 'production'))
    and not exists (
      select from console.trace t
      where t.subject = 'operator ' || o.name
        and t.value -> 'passkeys' ? regexp_replace(encode(substr(sha256(p.public_key), 1, 16), 'hex'), '(....)(?=.)', '\1 ', 'g')
    )
$$;

-- Acts since a moment that no request of two operators explains, and requests whose lines are not in the audit. A request stands
-- behind what was done between its approval and its end.
create or replace function console.acts_without_two(p_since timestamptz) returns table (subject text, id text, detail jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_kind text;
  v_since timestamptz := greatest(p_since, (select m.applied_at from migration m where m.number = 1));
begin
  for v_kind in
    select k.kind from console.kind k
  loop
    return query execute format(
      $sql$
        select 'act', %1$L || ' ' || t.id, jsonb_build_object('kind', %1$L, 'subject', t.subject, 'at', t.at, 'request', t.request_id)
        from console.%2$I($1) t
        where not exists (
          select from console.request r
          where r.id = t.request_id and r.kind = %1$L and r.subject = t.subject and r.status = 'done' and r.approved_by <> r.asked_by
            and t.at between r.approved_at and r.ended_at
        )
      $sql$, v_kind, 'traces_of_' || v_kind) using v_since;
  end loop;
  return query select 'act', 'operator ' || u.name, jsonb_build_object('kind', u.kind, 'subject', 'operator ' || u.name) from console.operators_untraced() u;
  return query
    select 'request', r.id::text, jsonb_build_object('kind', r.kind, 'subject', r.subject, 'missing', l.act)
    from console.request r
    cross join lateral unnest(array['request_made', 'request_approved', 'request_done']) as l (act)
    where r.status = 'done' and r.ended_at >= v_since and r.unsigned is distinct from 'token'
      and not exists (select from console.audit a where a.request_id = r.id and a.act = l.act);
end
$$;

-- The requests that were carried out since a moment, with the values that their signatures are checked with; one page, after a number.
create or replace function console.done_requests(p_since timestamptz, p_after bigint, p_most integer) returns table (
  id uuid, number bigint, kind text, subject text, act bytea, asked_by text, approved_by text, asked_signature jsonb,
  approved_signature jsonb, unsigned text, asked_keys jsonb, approved_keys jsonb, in_demo boolean
)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.number, r.kind, r.subject, r.act, a.name, b.name, r.asked_signature, r.approved_signature, r.unsigned,
    console.keys_of(r.asked_by), console.keys_of(r.approved_by), exists (select from site_mode where mode = 'demo')
  from console.request r
  join console.operator a on a.id = r.asked_by join console.operator b on b.id = r.approved_by
  where r.status = 'done' and r.ended_at >= p_since and r.unsigned is distinct from 'token' and r.number > p_after
  order by r.number limit p_most
$$;

-- The trigger cites a request only where it asked for this address, these types and these keys.
create or replace function console.traces_of_webhook_endpoint(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, t.request_id from console.trace t
  where t.kind = 'webhook_endpoint' and t.at >= p_since
$$;

-- A key is traced to its request only where that asked for this hash, these scopes, addresses and this end.
create or replace function console.traces_of_machine_key(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select t.subject, t.number::text, t.at, t.request_id from console.trace t
  where t.kind = 'machine_key' and t.at >= p_since
$$;

create or replace function console.traces_of_resume_payments(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select case when s.country is null then 'account ' || s.account
      else concat_ws(' at ', concat_ws(' ', 'network', s.country, s.method, s.direction), s.account) end, s.id::text, s.ended_at, s.request_id
  from payment_stop s where s.ended_at >= p_since
$$;

create or replace function console.traces_of_top_up(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'account ' || t.account, t.request_id::text, t.recorded_at, t.request_id from top_up t where t.recorded_at >= p_since
$$;

-- The settings make the first version.
create or replace function console.traces_of_payment_routes(p_since timestamptz) returns table (subject text, id text, at timestamptz, request_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select 'routes ' || v.number, v.number::text, v.made_at, v.request_id
  from payment_route_version v where (v.number > 1 or v.request_id is not null) and v.made_at >= p_since
$$;
