-- Identity documents: the queue, opening one, deciding. See docs/decisions/0054.
--
-- Locks are taken in the order of persons.sql: the client's row, the exclusions, wallets.

-- The documents that wait, the oldest first, after the one that was seen last.
create or replace function console.list_identity_checks(p_session text, p_after uuid, p_most integer) returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require(p_session, 'listIdentityChecks');
  return query
    select jsonb_build_object('id', c.id, 'clientId', c.client_id, 'type', c.type, 'country', c.country,
      'submittedAt', console.instant(c.submitted_at)),
      c.id::text
    from identity_check c
    where c.status = 'waiting'
      and (p_after is null or (c.submitted_at, c.id) > (select s.submitted_at, s.id from identity_check s where s.id = p_after))
    order by c.submitted_at, c.id limit p_most;
end
$$;

-- Opens one document: what it says but its number, which is sealed, and the sealed key of its client. No row where there is none that
-- was sent.
create or replace function console.open_identity_check(p_session text, p_check uuid)
returns table (item jsonb, number_sealed bytea, key_sealed bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require(p_session, 'getIdentityCheck');
  v_client bigint;
begin
  select c.client_id into v_client from identity_check c where c.id = p_check and c.status <> 'draft';
  if not found then
    return;
  end if;
  perform console.write_audit(o, 'identity_check_opened', 'client ' || v_client, null, null, null, jsonb_build_object('check', p_check));
  return query
    select jsonb_build_object('id', c.id, 'clientId', c.client_id, 'type', c.type, 'country', c.country,
      'submittedAt', console.instant(c.submitted_at), 'expiresOn', c.expires_on, 'status', c.status, 'reason', c.reason,
      'decidedAt', console.instant(c.decided_at), 'decidedBy', c.decided_by,
      'sides', array(select i.side from identity_image i where i.check_id = c.id order by i.side),
      'client', jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name, 'birthDate', p.birth_date),
      'matches', array(
        select m.source from person_match m
        where m.client_id = c.client_id and m.cleared_at is null and m.ends_at > clock_timestamp() order by m.source
      )),
      c.number_sealed, k.key_sealed
    from identity_check c join client p on p.id = c.client_id join client_document_key k on k.client_id = c.client_id
    where c.id = p_check;
end
$$;

-- Takes one picture out, sealed. No row where there is none.
create or replace function console.open_identity_image(p_session text, p_check uuid, p_side document_side) returns table (
  client_id bigint, sealed bytea, key_sealed bytea
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require(p_session, 'getIdentityImage');
  v_client bigint;
begin
  select c.client_id into v_client from identity_check c join identity_image i on i.check_id = c.id
  where c.id = p_check and i.side = p_side and c.status <> 'draft';
  if not found then
    return;
  end if;
  perform console.write_audit(o, 'identity_image_opened', 'client ' || v_client, null, null, null, jsonb_build_object('check', p_check, 'side', p_side));
  return query
    select c.client_id, i.sealed, k.key_sealed
    from identity_check c join identity_image i on i.check_id = c.id join client_document_key k on k.client_id = c.client_id
    where c.id = p_check and i.side = p_side;
end
$$;

-- The name that belongs to a document, of which the process makes HMACs with the birth date that the document shows.
create or replace function console.name_of_check(p_session text, p_check uuid) returns table (first_name text, last_name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.require_to_read(p_session, 'decideIdentityCheck');
  return query select c.first_name, c.last_name from identity_check i join client c on c.id = i.client_id where i.id = p_check;
end
$$;

-- Accepts or refuses a document, and tells its client. An accepted one sets tier 2 and the birth date that it shows. A client under 18 by it is refused,
-- and the account is closed. The same document is accepted in one account only; where it is that of an excluded person, bets and
-- deposits wait until the exclusion ends. p_other_person lifts the matches by name with all other excluded persons. p_hmacs are
-- of the name and the birth date that the document shows (key_person); null where persons are not compared.
--
-- Returns `accepted`, `refused`, `underage`; or the reason against it, and nothing has changed: `not_there`, `not_waiting`,
-- `document_over`, `document_taken`, `renamed` (the client has another name than that of the HMACs).
create or replace function console.decide_identity_check(
  p_session text, p_check uuid, p_accept boolean, p_reason text, p_birth_date date, p_other_person boolean,
  p_first_name text, p_last_name text, p_key_id bytea, p_hmacs bytea[], out outcome text, out client_id bigint, out sessions_ended integer
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require(p_session, 'decideIdentityCheck');
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
    if not exists (select from client where id = v_client and first_name = p_first_name and last_name = p_last_name) then
      outcome := 'renamed';
      return;
    end if;
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
      set ends_at = excluded.ends_at, cleared_at = null, cleared_by = null, reason = null, request_id = null, check_id = null;
    if p_other_person then
      update person_match set cleared_at = clock_timestamp(), cleared_by = o.name, reason = p_reason, check_id = c.id
      where client_id = v_client and cleared_at is null
        and source <> all (select e.source from excluded_by_document(v_client, c.document_key) e);
    end if;
    if v_excluded then
      perform lock_wallets_of_person(v_client);
      perform copy_exclusion(v_client);
    end if;
    if p_hmacs is not null then
      perform key_person(v_client, p_key_id, p_hmacs);
    end if;
    perform stop_stakes(v_client);
  else
    update identity_check set status = 'refused', decided_at = clock_timestamp(), decided_by = o.name, reason = p_reason where id = c.id;
  end if;
  if outcome = 'underage' then
    perform close_underage(v_client);
    sessions_ended := console.end_all_sessions(v_client);
  end if;
  insert into message (recipient, channel, template, parameters)
  select to_whom, (case when to_whom like '%@%' then 'email' else 'sms' end)::message_channel,
    case outcome when 'accepted' then 'identity_accepted' else 'identity_refused' end, '{}'
  from (
    select coalesce(
      (select e.email from client_email e where e.client_id = c.id and e.verified_at is not null),
      case when c.confirmed_at is not null then c.phone end
    ) as to_whom
    from client c where c.id = v_client
  ) as contact
  where to_whom is not null;
  perform console.write_audit(o, 'identity_check_' || outcome, 'client ' || v_client, p_reason, null, null,
    jsonb_build_object('check', p_check, 'otherPerson', p_accept and p_other_person));
end
$$;
