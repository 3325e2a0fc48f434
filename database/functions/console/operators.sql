-- Operators: how they are made, get roles, and set new passkeys. See docs/decisions/0058.
--
-- The owner of the tables makes the first ones. Once two admins are in, a new operator, other roles and another passkey are
-- requests: an admin asks, compliance or another admin approves, the worker does it. Whoever is new to a role approves nothing for
-- a day, or whoever makes operators would make the second pair of eyes.

-- Whether two admins are in, who then make operators.
create or replace function console.admins_are_in() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) >= 2 from console.operator where 'admin' = any (roles) and active_at is not null and disabled_at is null and not demo
$$;

-- A link of a quarter of an hour; returns when it ends. An older one of the operator is over.
create or replace function console.make_link(p_operator bigint, p_hash bytea, p_direct boolean) returns timestamptz
language plpgsql set search_path = public, pg_temp as $$
declare
  v_ends timestamptz := clock_timestamp() + interval '15 minutes';
begin
  delete from console.link where expires_at < clock_timestamp() - interval '30 days';
  update console.link set expires_at = clock_timestamp()
  where operator_id = p_operator and used_at is null and expires_at > clock_timestamp();
  insert into console.link (hash, operator_id, direct, expires_at)
  values (p_hash, p_operator, p_direct, v_ends);
  return v_ends;
end
$$;

-- For `npm run operator`, as the owner of the tables: makes an operator where p_roles has some, and a link whose passkeys count at once.
-- Once two admins are in, it works only in an emergency, and everybody sees it.
--
-- Returns `made`; or the reason against it: `needs_two`, `not_there`.
create or replace function console.make_link_as_owner(p_name text, p_roles console.role[], p_hash bytea, p_emergency boolean) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator;
  v_owner console.operator;
  v_is_new boolean := p_roles is not null;
begin
  -- One at a time, so that no two see one admin each.
  lock table mutex.operators in exclusive mode;
  if console.admins_are_in() and not p_emergency then
    return 'needs_two';
  end if;
  if v_is_new then
    insert into console.operator (name, roles) values (p_name, p_roles) returning * into o;
  else
    select * into o from console.operator where name = p_name and disabled_at is null and not demo for no key update;
    if not found then
      return 'not_there';
    end if;
  end if;
  perform console.make_link(o.id, p_hash, true);
  v_owner.name := 'owner';
  perform console.write_audit(v_owner, case when p_emergency then 'emergency_link_made' else 'owner_link_made' end,
    'operator ' || o.name, null, null, null, jsonb_build_object('roles', o.roles, 'new', v_is_new));
  return 'made';
end
$$;

-- Ends all that an operator could do. Requests that they asked for or approved count no more.
create or replace function console.disable(p_operator bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update console.operator set disabled_at = clock_timestamp() where id = p_operator;
  update console.session set ended_at = clock_timestamp() where operator_id = p_operator and ended_at is null;
  update console.link set expires_at = clock_timestamp() where operator_id = p_operator and used_at is null and expires_at > clock_timestamp();
end
$$;

-- Disables an operator, for `npm run operator`.
create or replace function console.disable_as_owner(p_name text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator;
  v_owner console.operator;
begin
  select * into o from console.operator where name = p_name and disabled_at is null for no key update;
  if not found then
    return false;
  end if;
  perform console.disable(o.id);
  v_owner.name := 'owner';
  perform console.write_audit(v_owner, 'operator_disabled', 'operator ' || o.name);
  return true;
end
$$;

-- The operators, by name, after the one that was seen last.
create or replace function console.list_operators(p_session text, p_after text, p_most integer) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.require_to_read(p_session, 'listOperators');
  return query
    select jsonb_build_object('name', o.name, 'roles', o.roles::text[], 'demo', o.demo, 'createdAt', console.instant(o.created_at),
      'activeAt', console.instant(o.active_at), 'disabledAt', console.instant(o.disabled_at),
      'approvesFrom', console.instant(o.approves_from), 'lockedUntil', console.instant(console.password_locked_until(o)),
      'password', coalesce((
        select case when w.active_at is not null then 'active' when w.last_step is not null then 'waiting' else 'none' end
        from console.password w where w.operator_id = o.id
      ), 'none'),
      'sessions', (select count(*) from console.session s where s.operator_id = o.id and console.session_over(s, o) is null),
      'passkeys', console.passkeys_of(o.id)),
      o.name
    from console.operator o where p_after is null or o.name > p_after order by o.name limit p_most;
end
$$;

-- The passkeys of an operator that were not removed, as the API shows them.
create or replace function console.passkeys_of(p_operator bigint) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'fingerprint', console.fingerprint(p.public_key),
    'createdAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'active', p.active_at is not null)
    order by p.created_at, p.id), '[]')
  from console.passkey p where p.operator_id = p_operator and p.removed_at is null
$$;

-- Invites somebody: a name with roles, who can do nothing yet, and a link to set passkeys. They are let in by two others, who
-- compare the fingerprints of the passkeys. Returns when the link ends; null where the name was used before.
create or replace function console.invite(p_session text, p_name text, p_roles console.role[], p_hash bytea, p_reason text) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'inviteOperator');
  v_id bigint;
begin
  insert into console.operator (name, roles) values (p_name, p_roles) on conflict (name) do nothing returning id into v_id;
  if v_id is null then
    return null;
  end if;
  perform console.write_audit(o, 'operator_invited', 'operator ' || p_name, p_reason, null, null, jsonb_build_object('roles', p_roles));
  return console.make_link(v_id, p_hash, false);
end
$$;

-- Makes a new link for an operator, to set passkeys that wait for two others. Returns when it ends; null where there is no such operator.
create or replace function console.renew_link(p_session text, p_name text, p_hash bytea, p_reason text) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'makeOperatorLink');
  v_id bigint;
begin
  select id into v_id from console.operator where name = p_name and disabled_at is null and not demo for no key update;
  if v_id is null then
    return null;
  end if;
  perform console.write_audit(o, 'operator_link_made', 'operator ' || p_name, p_reason);
  return console.make_link(v_id, p_hash, false);
end
$$;

-- The fingerprints of the passkeys that wait for two others, in order.
create or replace function console.waiting_passkeys(p_operator bigint) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(console.fingerprint(public_key) order by console.fingerprint(public_key)), '[]')
  from console.passkey where operator_id = p_operator and active_at is null and removed_at is null
$$;

create or replace function console.waiting_password(p_operator bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from console.password where operator_id = p_operator and active_at is null and last_step is not null)
$$;

-- The operator that a request is about; none where the operator was disabled, or is of a demonstration.
create or replace function console.operator_in(r console.request) returns console.operator
language sql stable set search_path = public, pg_temp as $$
  select o from console.operator o
  where o.name = substring(r.subject from '^operator (.+)$') and o.disabled_at is null and not o.demo
$$;

-- The passkeys and the password of an operator that wait for two others.
create or replace function console.waiting_of(o console.operator) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('passkeys', console.waiting_passkeys(o.id), 'password', console.waiting_password(o.id))
$$;

create or replace function console.complete_operator_add(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
declare
  o console.operator := console.operator_in(r);
begin
  r.new_values := jsonb_build_object('roles', to_jsonb(o.roles::text[])) || console.waiting_of(o);
  return case when o.id is not null then r end;
end
$$;

create or replace function console.checks_of_operator_add(r console.request) returns table (code text, met boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  o console.operator := console.operator_in(r);
begin
  return query values
    ('operator_invited', o.id is not null and o.active_at is null),
    ('roles_as_invited', to_jsonb(o.roles::text[]) = r.new_values -> 'roles'),
    ('set_up', o.id is not null and console.is_set_up(o, false)),
    ('all_that_is_set', console.waiting_passkeys(o.id) = r.new_values -> 'passkeys'
      and to_jsonb(console.waiting_password(o.id)) = r.new_values -> 'password'),
    ('about_somebody_else', r.asked_by <> o.id and (r.approved_by is null or r.approved_by <> o.id));
end
$$;

create or replace function console.complete_operator_passkey(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
declare
  o console.operator := console.operator_in(r);
begin
  r.new_values := console.waiting_of(o);
  return case when o.id is not null then r end;
end
$$;

create or replace function console.checks_of_operator_passkey(r console.request) returns table (code text, met boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  o console.operator := console.operator_in(r);
begin
  return query values
    ('operator_in', o.active_at is not null),
    ('something_new', o.id is not null
      and (console.waiting_passkeys(o.id) <> '[]' or console.waiting_password(o.id))),
    ('all_that_is_new', console.waiting_passkeys(o.id) = r.new_values -> 'passkeys'
      and to_jsonb(console.waiting_password(o.id)) = r.new_values -> 'password'),
    ('about_somebody_else', r.asked_by <> o.id and (r.approved_by is null or r.approved_by <> o.id));
end
$$;

create or replace function console.complete_operator_roles(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
declare
  o console.operator := console.operator_in(r);
begin
  r.old_values := jsonb_build_object('roles', to_jsonb(o.roles::text[]));
  return case when o.id is not null then r end;
end
$$;

create or replace function console.checks_of_operator_roles(r console.request) returns table (code text, met boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  o console.operator := console.operator_in(r);
  v_roles console.role[] := array(select jsonb_array_elements_text(r.new_values -> 'roles'))::console.role[];
begin
  return query values
    ('operator_in', o.active_at is not null),
    ('roles_as_seen', to_jsonb(o.roles::text[]) = r.old_values -> 'roles'),
    ('roles_change', o.id is not null and not (o.roles @> v_roles and v_roles @> o.roles)),
    ('has_two_passkeys', o.id is not null and (not console.approves(v_roles) or (
      select count(*) >= 2 from console.passkey p where p.operator_id = o.id and p.active_at is not null and p.removed_at is null
    ))),
    ('about_somebody_else', r.asked_by <> o.id and (r.approved_by is null or r.approved_by <> o.id));
end
$$;

-- The passkeys and the password that an operator has set count from now on, and the operator approves nothing for a day.
create or replace function console.activate(p_operator bigint) returns void
language sql set search_path = public, pg_temp as $$
  update console.passkey set active_at = clock_timestamp() where operator_id = p_operator and active_at is null and removed_at is null;
  update console.password set active_at = clock_timestamp() where operator_id = p_operator and active_at is null and last_step is not null;
  update console.operator set active_at = coalesce(active_at, clock_timestamp()),
    approves_from = clock_timestamp() + interval '24 hours'
  where id = p_operator;
$$;

-- Carries out an approved request. The row of the operator is locked, so that no passkey is set meanwhile that nobody has compared.
create or replace function console.execute_operator_add(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved_for_operator(p_request, 'operator_add');
begin
  perform console.activate((console.operator_in(r)).id);
  perform console.finish_request(p_request);
end
$$;

create or replace function console.execute_operator_passkey(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved_for_operator(p_request, 'operator_passkey');
begin
  perform console.activate((console.operator_in(r)).id);
  perform console.finish_request(p_request);
end
$$;

create or replace function console.execute_operator_roles(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved_for_operator(p_request, 'operator_roles');
begin
  update console.operator set roles = array(select jsonb_array_elements_text(r.new_values -> 'roles'))::console.role[],
    approves_from = clock_timestamp() + interval '24 hours'
  where id = (console.operator_in(r)).id;
  perform console.finish_request(p_request);
end
$$;

-- Holds the operator whom a request is about, and looks at the checks again.
create or replace function console.require_approved_for_operator(p_request_id uuid, p_kind text) returns console.request
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from console.operator o join console.request r on r.subject = 'operator ' || o.name where r.id = p_request_id for no key update of o;
  return console.require_approved(p_request_id, p_kind);
end
$$;

-- Removes a passkey; its signatures are refused from now on. Returns whether there was one.
create or replace function console.remove_passkey(p_session text, p_name text, p_passkey uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'removeOperatorPasskey');
  k console.passkey;
begin
  update console.passkey set removed_at = clock_timestamp()
  where id = p_passkey and removed_at is null
    and operator_id = (select q.id from console.operator q where q.name = p_name and not q.demo)
  returning * into k;
  if not found then
    return false;
  end if;
  perform console.write_audit(o, 'passkey_removed', 'operator ' || p_name, p_reason, null,
    jsonb_build_object('name', k.name, 'fingerprint', console.fingerprint(k.public_key)));
  return true;
end
$$;

-- Disables an operator at once and for good. Returns whether there was one.
create or replace function console.disable_operator(p_session text, p_name text, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'disableOperator');
  v_id bigint;
begin
  select id into v_id from console.operator where name = p_name and disabled_at is null and id <> o.id for no key update;
  if v_id is null then
    return false;
  end if;
  perform console.disable(v_id);
  perform console.write_audit(o, 'operator_disabled', 'operator ' || p_name, p_reason);
  return true;
end
$$;
