-- What takes two operators, and the audit of what all of them do. See docs/decisions/0054.

-- Writes one line, in the transaction of the act; returns its number. The subject is `client 42`, `draw 1234`, `payment <uuid>`
-- or `operator jo`.
create or replace function console.write_audit(
  p_operator console.operator, p_act text, p_subject text, p_reason text default null, p_request uuid default null,
  p_before jsonb default null, p_after jsonb default null
) returns bigint
language sql set search_path = public, pg_temp as $$
  insert into console.audit (operator_id, act, client_id, reason, request_id, detail)
  values (p_operator.id, p_act, substring(p_subject from '^client ([0-9]+)$')::bigint, p_reason, p_request,
    coalesce(p_before, '{}') || coalesce(p_after, '{}'))
  returning number
$$;

-- Asks for an act that another operator has to approve. Returns the request; null where there is no such client.
create or replace function console.ask(p_session text, p_kind console.request_kind, p_client bigint, p_reason text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{support,risk,compliance}');
  v_id uuid;
begin
  perform from client where id = p_client and erased_at is null for no key update;
  if not found then
    return null;
  end if;
  insert into console.request (kind, client_id, reason, asked_by) values (p_kind, p_client, p_reason, o.id) returning id into v_id;
  perform console.write_audit(o, p_kind || '_asked', 'client ' || p_client, p_reason, v_id);
  return v_id;
end
$$;

-- The requests that wait to be approved, the oldest first.
create or replace function console.list_requests(p_session text) returns table (
  id uuid, kind console.request_kind, client_id bigint, reason text, asked_by text, asked_at timestamptz, expires_at timestamptz,
  own boolean
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{support,risk,compliance,auditor}');
begin
  return query
    select r.id, r.kind, r.client_id, r.reason, a.name, r.asked_at, r.expires_at, r.asked_by = o.id
    from console.request r join console.operator a on a.id = r.asked_by
    where r.expires_at > clock_timestamp() and not exists (select from console.request_end e where e.request_id = r.id)
    order by r.asked_at, r.id limit 100;
end
$$;

-- Approves a request and does what it asks for, or refuses it. Starting a reset sends a message, which is for the caller to do,
-- in this transaction. Who asked may refuse it, which takes it back.
--
-- Returns `approved` or `refused`; or what is in the way: `not_there`, `over` (ended or expired before), `own` (asked by the
-- same operator), `too_new` (an operator of less than a day). It raises no_data_found where there is nothing to lift.
create or replace function console.end_request(
  p_session text, p_request uuid, p_approve boolean, p_reason text,
  out outcome text, out kind console.request_kind, out client_id bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, '{support,risk,compliance}');
  r console.request;
  v_verdict console.verdict := case when p_approve then 'approved' else 'refused' end;
  v_done integer := 1;
begin
  select * into r from console.request q where q.id = p_request;
  if not found then
    outcome := 'not_there';
    return;
  end if;
  kind := r.kind;
  client_id := r.client_id;
  if p_approve and r.asked_by = o.id then
    outcome := 'own';
    return;
  end if;
  -- Whoever asked may take it back; all else is for those who approve.
  if r.asked_by <> o.id then
    o := console.require_role(p_session, '{risk,compliance}');
  end if;
  if p_approve and o.approves_from > clock_timestamp() then
    outcome := 'too_new';
    return;
  end if;
  perform from client where id = r.client_id for no key update;
  if r.expires_at <= clock_timestamp() then
    outcome := 'over';
    return;
  end if;
  -- The key of this table lets it end once.
  insert into console.request_end (request_id, verdict, decided_by, asked_by, expires_at)
  values (r.id, v_verdict, o.id, r.asked_by, r.expires_at) on conflict (request_id) do nothing;
  if not found then
    outcome := 'over';
    return;
  end if;
  if p_approve and r.kind = 'clear_match' then
    v_done := clear_person_match(r.client_id, o.name, r.reason);
  elsif p_approve and r.kind = 'lift_undo' then
    v_done := lift_undo(r.client_id, o.name, r.reason);
  end if;
  if v_done = 0 then
    raise exception 'there is nothing to lift' using errcode = 'no_data_found';
  end if;
  outcome := v_verdict;
  perform console.write_audit(o, r.kind || '_' || v_verdict, 'client ' || r.client_id, p_reason, r.id);
end
$$;
