-- What operators may do. See docs/decisions/0054.
--
-- Every function takes the operator's token, so the application's login can do nothing here without one, and each writes its
-- line in the audit in the same transaction. Stopping takes one operator, starting again takes two.
--
-- Locks are taken in the order of persons.sql: the client's row, the exclusions, wallets.

-- The operator with this token; no row for an unknown one, or after the operator was disabled.
create or replace function console.operator_of(p_token text) returns table (id bigint, name text, roles text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.name, o.roles::text[] from console.operator o
  where o.token_hash = sha256(convert_to(p_token, 'UTF8')) and o.disabled_at is null
$$;

-- The same, for an act that these roles may do.
create or replace function console.require_role(p_token text, p_roles console.role[]) returns console.operator
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator;
begin
  -- Shared, so that who is disabled at this moment has either acted before or does not act.
  select * into o from console.operator
  where token_hash = sha256(convert_to(p_token, 'UTF8')) and disabled_at is null for share;
  if o.id is null or not o.roles && p_roles then
    raise exception 'no operator with one of the roles %', p_roles using errcode = 'insufficient_privilege';
  end if;
  return o;
end
$$;

create or replace function console.write_audit(
  p_operator bigint, p_act text, p_client bigint, p_reason text, p_request uuid default null, p_detail jsonb default '{}'
) returns void
language sql set search_path = public, pg_temp as $$
  insert into console.audit (operator_id, act, client_id, reason, request_id, detail)
  values (p_operator, p_act, p_client, p_reason, p_request, p_detail)
$$;

-- The documents that wait, the oldest first, after the one that was seen last.
create or replace function console.list_identity_checks(p_token text, p_after uuid, p_most integer) returns table (
  id uuid, client_id bigint, type document_type, country text, submitted_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_role(p_token, '{risk,compliance,auditor}');
  return query
    select c.id, c.client_id, c.type, c.country, c.submitted_at from identity_check c
    where c.status = 'waiting'
      and (p_after is null or (c.submitted_at, c.id) > (select s.submitted_at, s.id from identity_check s where s.id = p_after))
    order by c.submitted_at, c.id limit p_most;
end
$$;

-- Opens one document: who shows it, what is sealed and under which key, and whom the client is taken for. No row where there is
-- none that was sent.
create or replace function console.open_identity_check(p_token text, p_check uuid) returns table (
  id uuid, client_id bigint, type document_type, country text, expires_on date, status identity_check_status, reason text,
  submitted_at timestamptz, decided_at timestamptz, decided_by text, first_name text, last_name text, birth_date date,
  number_sealed bytea, key_sealed bytea, sides document_side[], matches text[]
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_token, '{risk,compliance,auditor}');
  v_client bigint;
begin
  select c.client_id into v_client from identity_check c where c.id = p_check and c.status <> 'draft';
  if not found then
    return;
  end if;
  perform console.write_audit(o.id, 'identity_check_opened', v_client, null, null, jsonb_build_object('check', p_check));
  return query
    select c.id, c.client_id, c.type, c.country, c.expires_on, c.status, c.reason, c.submitted_at, c.decided_at, c.decided_by,
      p.first_name, p.last_name, p.birth_date, c.number_sealed, k.key_sealed,
      array(select i.side from identity_image i where i.check_id = c.id order by i.side),
      array(
        select m.source from person_match m
        where m.client_id = c.client_id and m.cleared_at is null and m.ends_at > clock_timestamp() order by m.source
      )
    from identity_check c join client p on p.id = c.client_id join client_document_key k on k.client_id = c.client_id
    where c.id = p_check;
end
$$;

-- Takes one picture out, sealed. No row where there is none.
create or replace function console.open_identity_image(p_token text, p_check uuid, p_side document_side) returns table (
  client_id bigint, sealed bytea, key_sealed bytea
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_token, '{risk,compliance,auditor}');
  v_client bigint;
begin
  select c.client_id into v_client from identity_check c join identity_image i on i.check_id = c.id
  where c.id = p_check and i.side = p_side and c.status <> 'draft';
  if not found then
    return;
  end if;
  perform console.write_audit(o.id, 'identity_image_opened', v_client, null, null, jsonb_build_object('check', p_check, 'side', p_side));
  return query
    select c.client_id, i.sealed, k.key_sealed
    from identity_check c join identity_image i on i.check_id = c.id join client_document_key k on k.client_id = c.client_id
    where c.id = p_check and i.side = p_side;
end
$$;

-- Ends all sessions of a client, and the sign-ins that wait; returns how many sessions.
create or replace function console.end_all_sessions(p_client bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  v_ended integer;
begin
  delete from challenge where client_id = p_client;
  delete from session where client_id = p_client;
  get diagnostics v_ended = row_count;
  return v_ended;
end
$$;

-- Accepts or refuses a document. An accepted one sets tier 2 and the birth date that it shows. Who is under 18 by it is refused,
-- and the account is closed. The same document is accepted in one account only; where it is that of an excluded person, bets and
-- deposits wait until the exclusion ends. p_other_person lifts the matches by name with all other excluded persons.
--
-- Returns `accepted`, `refused`, `underage`; or what is in the way, and nothing has changed: `not_there`, `not_waiting`,
-- `document_over`, `document_taken`.
create or replace function console.decide_identity_check(
  p_token text, p_check uuid, p_accept boolean, p_reason text, p_birth_date date, p_other_person boolean,
  out outcome text, out client_id bigint, out sessions_ended integer
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_token, '{compliance}');
  c identity_check;
  v_client bigint;
  v_today date := (clock_timestamp() at time zone 'UTC')::date;
  v_excluded boolean;
begin
  sessions_ended := 0;
  select i.client_id into v_client from identity_check i where i.id = p_check and i.status <> 'draft';
  if not found then
    outcome := 'not_there';
    return;
  end if;
  perform from client where id = v_client for no key update;
  select * into c from identity_check i where i.id = p_check for update;
  client_id := v_client;
  if c.id is null or c.status <> 'waiting' then
    outcome := 'not_waiting';
    return;
  end if;
  if not p_accept then
    outcome := 'refused';
  elsif p_birth_date > v_today - interval '18 years' then
    outcome := 'underage';
  elsif c.expires_on < v_today then
    outcome := 'document_over';
    return;
  else
    outcome := 'accepted';
  end if;

  if outcome = 'accepted' then
    v_excluded := exclusion_ends_at(v_client, clock_timestamp()) is not null;
    perform lock_exclusions(v_excluded);
    begin
      update identity_check set status = 'accepted', decided_at = clock_timestamp(), decided_by = o.name, reason = null where id = c.id;
    exception when unique_violation then
      outcome := 'document_taken';
      return;
    end;
    update client set birth_date = p_birth_date where id = v_client and birth_date <> p_birth_date;
    insert into person_match (client_id, source, ends_at)
    select v_client, e.source, e.ends_at from excluded_by_document(v_client, c.document_key) e
    on conflict (client_id, source) do update
      set ends_at = excluded.ends_at, cleared_at = null, cleared_by = null, reason = null;
    if p_other_person then
      update person_match set cleared_at = clock_timestamp(), cleared_by = o.name, reason = p_reason
      where client_id = v_client and cleared_at is null
        and source <> all (select e.source from excluded_by_document(v_client, c.document_key) e);
    end if;
    if v_excluded then
      perform lock_wallets_of_person(v_client);
      perform copy_exclusion(v_client);
    end if;
    perform stop_stakes(v_client);
  else
    update identity_check set status = 'refused', decided_at = clock_timestamp(), decided_by = o.name, reason = p_reason where id = c.id;
  end if;
  if outcome = 'underage' then
    perform close_underage(v_client);
    sessions_ended := console.end_all_sessions(v_client);
  end if;
  perform console.write_audit(o.id, 'identity_check_' || outcome, v_client, p_reason, null,
    jsonb_build_object('check', p_check, 'otherPerson', p_accept and p_other_person));
end
$$;

-- Signs a client out everywhere; returns how many sessions ended, null where there is no such client.
create or replace function console.end_sessions(p_token text, p_client bigint, p_reason text) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_token, '{support,risk,compliance}');
  v_ended integer;
begin
  perform from client where id = p_client and erased_at is null for no key update;
  if not found then
    return null;
  end if;
  v_ended := console.end_all_sessions(p_client);
  perform console.write_audit(o.id, 'sessions_ended', p_client, p_reason, null, jsonb_build_object('sessions', v_ended));
  return v_ended;
end
$$;

-- Asks for an act that another operator has to approve. Returns the request; null where there is no such client.
create or replace function console.ask(p_token text, p_kind console.request_kind, p_client bigint, p_reason text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_token, '{support,risk,compliance}');
  v_id uuid;
begin
  perform from client where id = p_client and erased_at is null for no key update;
  if not found then
    return null;
  end if;
  insert into console.request (kind, client_id, reason, asked_by) values (p_kind, p_client, p_reason, o.id) returning id into v_id;
  perform console.write_audit(o.id, p_kind || '_asked', p_client, p_reason, v_id);
  return v_id;
end
$$;

-- The requests that wait to be approved, the oldest first.
create or replace function console.list_requests(p_token text) returns table (
  id uuid, kind console.request_kind, client_id bigint, reason text, asked_by text, asked_at timestamptz, expires_at timestamptz,
  own boolean
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_token, '{support,risk,compliance,auditor}');
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
  p_token text, p_request uuid, p_approve boolean, p_reason text,
  out outcome text, out kind console.request_kind, out client_id bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_token, '{support,risk,compliance}');
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
    o := console.require_role(p_token, '{risk,compliance}');
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
  perform console.write_audit(o.id, r.kind || '_' || v_verdict, r.client_id, p_reason, r.id);
end
$$;
