-- Traces of what only two operators may change. Each cites the request that is being carried out in this transaction, where that
-- asked for this; the check `act` finds those that do not. See docs/audit.md.

-- The request that is being carried out, see console.require_approved; null where none is.
create or replace function request_of_now() returns uuid language sql stable as $$
  select nullif(current_setting('console.request', true), '')::uuid
$$;

create or replace function leave_trace(p_kind text, p_subject text, p_value jsonb, p_request uuid) returns void
language sql set search_path = public, pg_temp as $$
  insert into console.trace (kind, subject, value, request_id) values (p_kind, p_subject, p_value, p_request)
$$;

-- Another phone or name. What players do themselves says so (own_change) and takes nobody. Erasing leaves neither phone nor name.
create or replace function trace_client() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new jsonb := (select r.new_values from console.request r where r.id = request_of_now());
begin
  if current_setting('izi.own_change', true) = new.id::text then
    return null;
  end if;
  if new.phone <> old.phone or new.phone is not null and old.phone is null then
    perform leave_trace('change_phone', 'client ' || new.id, null, case when v_new ->> 'phone' = new.phone then request_of_now() end);
  end if;
  if (new.first_name, new.last_name) is distinct from (old.first_name, old.last_name) and num_nonnulls(new.first_name, new.last_name) > 0 then
    perform leave_trace('change_name', 'client ' || new.id, null,
      case when (v_new ->> 'firstName', v_new ->> 'lastName') = (new.first_name, new.last_name) then request_of_now() end);
  end if;
  return null;
end
$$;

-- A code that sets a new password and that no browser has asked for.
create or replace function trace_reset() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform leave_trace('start_reset', 'client ' || new.client_id, null, request_of_now());
  return null;
end
$$;

-- Withdrawals resume. In a demonstration the owner of the tables lets them alone.
create or replace function trace_withdrawals() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if request_of_now() is not null or exists (select from site_mode where mode = 'production') then
    perform leave_trace('let_withdrawals_go_on', 'site withdrawals', null, request_of_now());
  end if;
  return null;
end
$$;

-- Operators of a demonstration are let in without anybody. Production does not start beside one.
create or replace function is_demo_operator(p_demo boolean) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select p_demo and not exists (select from site_mode where mode = 'production')
$$;

-- An operator who is in, in again, somebody else or may approve earlier than before; or has other roles.
create or replace function trace_operator() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_subject text := 'operator ' || new.name;
  v_value jsonb := jsonb_build_object('roles', new.roles);
  o console.operator;
begin
  if tg_op = 'UPDATE' then
    o := old;
  end if;
  if new.active_at is null or is_demo_operator(new.demo) then
    return null;
  end if;
  if o.active_at is null or new.disabled_at is null and o.disabled_at is not null or new.approves_from < o.approves_from
    or new.name <> o.name or new.handle <> o.handle or new.demo <> o.demo then
    perform leave_trace('operator_add', v_subject, v_value, request_of_now());
  elsif new.roles <> o.roles then
    perform leave_trace('operator_roles', v_subject, v_value, request_of_now());
  end if;
  return null;
end
$$;

-- A passkey that counts from now on, or is another one.
create or replace function trace_passkey() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.active_at is not null and new.removed_at is null and (tg_op = 'INSERT' or old.active_at is null or old.removed_at is not null
      or (new.operator_id, new.credential_id, new.public_key) is distinct from (old.operator_id, old.credential_id, old.public_key)) then
    perform trace_way_in(new.operator_id, jsonb_build_object('passkeys', jsonb_build_array(console.fingerprint(new.public_key))));
  end if;
  return null;
end
$$;

-- A password that counts from now on, or is another one. Its app's secret is sealed again now and then, and lets nobody in alone.
create or replace function trace_password() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.active_at is not null
    and (tg_op = 'INSERT' or old.active_at is null or (new.operator_id, new.hash) is distinct from (old.operator_id, old.hash)) then
    perform trace_way_in(new.operator_id, '{"password": true}');
  end if;
  return null;
end
$$;

-- A new operator is admitted with the passkeys that are set; an admitted operator may set more.
create or replace function trace_way_in(p_operator bigint, p_value jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator;
begin
  select * into o from console.operator where id = p_operator;
  if not is_demo_operator(o.demo) then
    perform leave_trace(coalesce((select r.kind from console.request r where r.id = request_of_now() and r.kind = 'operator_add'), 'operator_passkey'),
      'operator ' || o.name, p_value, request_of_now());
  end if;
end
$$;

-- An endpoint of webhooks that is new, gets other events, somewhere else or under other keys, or starts again. Stopping it takes one.
create or replace function trace_webhook_endpoint() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_subject text := 'webhook ' || new.id;
begin
  if tg_op = 'INSERT' or old.stopped_at is not null and new.stopped_at is null
    or (new.id, new.url, new.types, new.generation, new.public_key) is distinct from (old.id, old.url, old.types, old.generation, old.public_key)
  then
    perform leave_trace('webhook_endpoint', v_subject, null, (
      select r.id from console.request r
      where r.id = request_of_now() and r.kind = 'webhook_endpoint' and r.subject = v_subject
        and r.new_values = jsonb_build_object('url', new.url, 'types', new.types, 'generation', new.generation)
    ));
  end if;
  return null;
end
$$;

-- A machine key that is new, has another secret, has more rights, or is in force again: these take two. Revoking it takes one.
create or replace function trace_machine_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.revoked_at is not null and new.revoked_at is null
    or (new.id, new.hash, new.name, new.scopes, new.addresses, new.per_minute, new.ends_at)
      is distinct from (old.id, old.hash, old.name, old.scopes, old.addresses, old.per_minute, old.ends_at)
  then
    perform leave_trace('machine_key', 'machine_key ' || new.id, null, (
      select r.id from console.request r where r.id = request_of_now() and r.id = new.request_id and console.is_key_of(new, r)
    ));
  end if;
  return null;
end
$$;
