-- Keys with which programs read: two operators make one, one revokes it. See docs/machine-keys.md.
--
-- A function that takes a key first is for the processes that serve programs, which may call no other (grants.sql). Each looks at the
-- key itself, so that a key that was revoked a moment ago reads nothing, and whoever takes over such a process reads nothing without
-- one. They answer with what operators see, less what is about a person.
--
-- Locks: the use of a key, then the endpoint of webhooks, then the head of the audit.

-- The key that a request is about: `machine_key <id>`. The browser that asks for it has made the id.
create or replace function console.machine_key_of(r console.request) returns text language sql immutable as $$
  select split_part(r.subject, ' ', 2)
$$;

create or replace function console.checks_of_machine_key(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values
    ('key_is_new', not exists (
      select from console.machine_key k
      where k.id = console.machine_key_of(r) or k.hash = decode(r.new_values ->> 'hash', 'hex')
    )),
    ('ends_in_a_year', (r.new_values ->> 'endsAt')::timestamptz between clock_timestamp() and clock_timestamp() + interval '365 days')
$$;

-- Makes a key. From here on it is taken.
create or replace function console.execute_machine_key(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'machine_key');
begin
  lock table console.machine_key in share row exclusive mode;
  perform console.require_checks(r);
  insert into console.machine_key (id, hash, name, scopes, addresses, per_minute, ends_at, request_id)
  values (console.machine_key_of(r), decode(r.new_values ->> 'hash', 'hex'), r.new_values ->> 'name',
    console.texts_of(r.new_values -> 'scopes'), console.texts_of(r.new_values -> 'addresses')::inet[],
    (r.new_values ->> 'perMinute')::integer, (r.new_values ->> 'endsAt')::timestamptz, r.id);
  perform console.finish_request(r.id);
end
$$;

-- Whether a row says what a request asked for.
create or replace function console.is_key_of(k console.machine_key, r console.request) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select r.kind = 'machine_key' and r.subject = 'machine_key ' || k.id and encode(k.hash, 'hex') = r.new_values ->> 'hash'
    and k.name = r.new_values ->> 'name' and k.scopes = console.texts_of(r.new_values -> 'scopes')
    and k.addresses = console.texts_of(r.new_values -> 'addresses')::inet[] and k.per_minute = (r.new_values ->> 'perMinute')::integer
    and k.ends_at = (r.new_values ->> 'endsAt')::timestamptz
$$;

-- Revokes a key at once. Returns false where there is none; one that was revoked stays as it is.
create or replace function console.revoke_machine_key(p_session text, p_key text, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'revokeMachineKey');
begin
  update console.machine_key k set revoked_at = clock_timestamp(), revoked_by = o.id where k.id = p_key and k.revoked_at is null;
  if found then
    perform console.write_audit(o, 'machine_key_revoked', 'machine_key ' || p_key, p_reason);
  end if;
  return exists (select from console.machine_key k where k.id = p_key);
end
$$;

-- The keys, first those that wait for their approval, then those that are taken, then those that are not any more.
create or replace function console.list_machine_keys(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listMachineKeys');
  return query
    select i.item from (
      select 0 as place, r.asked_at as at, r.subject as id, jsonb_build_object('id', console.machine_key_of(r), 'state', 'asked') || (r.new_values - 'hash')
        || jsonb_build_object('askedBy', o.name, 'approvedBy', null, 'madeAt', null, 'revokedAt', null, 'revokedBy', null,
          'lastUsedAt', null, 'usesToday', 0, 'refusedToday', 0, 'request', r.id) as item
      from console.request r join console.operator o on o.id = r.asked_by
      where r.kind = 'machine_key' and r.status in ('asked', 'approved') and r.expires_at > clock_timestamp()
      union all
      select case s.state when 'good' then 1 else 2 end, k.made_at, k.id,
        jsonb_build_object('id', k.id, 'state', s.state, 'name', k.name, 'scopes', k.scopes,
          'addresses', (select jsonb_agg(format('%s', a.one) order by a.place) from unnest(k.addresses) with ordinality a (one, place)), 'perMinute', k.per_minute,
          'endsAt', console.instant(k.ends_at), 'askedBy', a.name, 'approvedBy', b.name, 'madeAt', console.instant(k.made_at),
          'revokedAt', console.instant(k.revoked_at), 'revokedBy', v.name, 'lastUsedAt', console.instant(l.last_at),
          'usesToday', coalesce(u.uses, 0), 'refusedToday', coalesce(u.refused, 0), 'request', k.request_id)
      from console.machine_key k
      cross join lateral (
        select case when k.revoked_at is not null then 'revoked' when k.ends_at <= clock_timestamp() then 'ended' else 'good' end as state
      ) s
      left join console.request r on r.id = k.request_id
      left join console.operator a on a.id = r.asked_by left join console.operator b on b.id = r.approved_by
      left join console.operator v on v.id = k.revoked_by
      left join console.machine_key_use u on u.key_id = k.id and u.day = (clock_timestamp() at time zone 'UTC')::date
      left join lateral (
        select m.last_at from console.machine_key_use m where m.key_id = k.id order by m.day desc limit 1
      ) l on true
    ) i
    order by i.place, i.at desc, i.id limit 200;
end
$$;

-- Keys whose use an operator should look at: from an address that is new, or that they are not taken from. The newest ten of each key.
create or replace function console.keys_used_elsewhere() returns table (kind text, subject text, detail jsonb)
language sql stable set search_path = public, pg_temp as $$
  select case when n.allowed then 'machine_key_new_address' else 'machine_key_wrong_address' end, concat_ws(' ', 'machine_key', n.id, host(n.address)),
    jsonb_build_object('name', n.name, 'address', format('%s', n.address), 'since', console.instant(n.first_at))
  from (
    select k.id, k.name, a.address, a.allowed, a.first_at, row_number() over (partition by k.id, a.allowed order by a.first_at desc) as place
    from console.machine_key_address a join console.machine_key k on k.id = a.key_id
    where a.first_at > clock_timestamp() - interval '24 h' and k.revoked_at is null
  ) n where n.place <= 10
$$;

-- The key of this text, while it is taken. It is looked up by its hash, so the time that it takes tells nothing about another key.
create or replace function console.good_key(p_key text) returns console.machine_key
language sql stable set search_path = public, pg_temp as $$
  select k.* from console.machine_key k
  where k.hash = sha256(convert_to(p_key, 'UTF8')) and k.id = split_part(p_key, '_', 2) and k.revoked_at is null and k.ends_at > clock_timestamp()
$$;

-- The key with which a program calls, for what a scope allows. It raises insufficient_privilege where there is none.
create or replace function console.require_key(p_key text, p_scope text) returns console.machine_key
language plpgsql stable set search_path = public, pg_temp as $$
declare
  k console.machine_key := console.good_key(p_key);
begin
  if k.id is null or p_scope <> all (k.scopes) then
    raise exception 'this key may not do that' using errcode = 'insufficient_privilege';
  end if;
  return k;
end
$$;

-- Counts a call. `outcome` is `good`; `unknown`, also of a key that has ended or was revoked; `address` or `scope`, which it lacks;
-- or `limited`, and the next minute begins in so many seconds.
create or replace function console.use_key(
  p_key text, p_scope text, p_address inet, out outcome text, out key_id text, out per_minute integer, out seconds double precision
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  k console.machine_key := console.good_key(p_key);
  u console.machine_key_use;
  v_now timestamptz := clock_timestamp();
  v_day date := (v_now at time zone 'UTC')::date;
  v_minute timestamptz := date_trunc('minute', v_now);
  v_allowed boolean := exists (select from unnest(k.addresses) a (one) where p_address <<= a.one);
  v_from inet := case family(p_address) when 6 then network(set_masklen(p_address, 64)) else set_masklen(p_address, 32) end;
begin
  if k.id is null then
    outcome := 'unknown';
    return;
  end if;
  key_id := k.id;
  per_minute := k.per_minute;
  seconds := extract(epoch from v_minute + interval '1 minute' - v_now);
  outcome := case when not v_allowed then 'address' when p_scope <> all (k.scopes) then 'scope' else 'good' end;
  -- A crash may lose the counts of a moment: no call waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  insert into console.machine_key_use (key_id, day, last_at, minute) values (k.id, v_day, v_now, v_minute) on conflict do nothing;
  select * into u from console.machine_key_use m where m.key_id = k.id and m.day = v_day for update;
  u.in_minute := case when u.minute = v_minute then u.in_minute else 0 end;
  if outcome = 'good' and u.in_minute >= k.per_minute then
    outcome := 'limited';
  end if;
  update console.machine_key_use m
  set uses = m.uses + (outcome = 'good')::integer, refused = m.refused + (outcome <> 'good')::integer,
    last_at = greatest(m.last_at, v_now), minute = v_minute, in_minute = u.in_minute + (outcome = 'good')::integer
  where m.key_id = k.id and m.day = v_day;
  -- Somebody with a key and many addresses does not fill the table.
  if v_allowed or (select count(*) from console.machine_key_address a where a.key_id = k.id and not a.allowed) < 1000 then
    insert into console.machine_key_address (key_id, address, allowed) values (k.id, v_from, v_allowed) on conflict do nothing;
  end if;
end
$$;

-- Payments, the newest first, after the one that was seen last.
create or replace function console.machine_payments(p_key text, p_filters jsonb, p_last uuid, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_key(p_key, 'payments:read');
  return query
    select console.payment_terms(p) || jsonb_build_object('providerRef', p.provider_ref), p.id::text
    from console.find_payments(p_filters || '{"view": "all"}', p_last, p_most) p order by p.created_at desc, p.id desc;
end
$$;

-- Draws, the latest first, after the moment that was seen last.
create or replace function console.machine_draws(p_key text, p_from timestamptz, p_to timestamptz, p_status text[], p_after timestamptz, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_key(p_key, 'draws:read');
  return query
    select d.item - '{late,worst,ofCap,stops,players}'::text[], d.cursor
    from console.find_draws(p_from, p_to, p_status, null, null, false, null, null, p_after, false, p_most) d;
end
$$;

-- The reports without a person.
create or replace function console.is_report_for_machines(p_kind text) returns boolean language sql immutable as $$
  select p_kind in ('games', 'returns', 'liability', 'accounts_made')
$$;

create or replace function console.require_report(p_key text, p_kind text) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  perform console.require_key(p_key, 'reports:read');
  if console.is_report_for_machines(p_kind) is not true then
    raise exception 'this report is for people' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create or replace function console.machine_report_rows(
  p_key text, p_kind text, p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_report(p_key, p_kind);
  return query select * from console.find_report_rows(p_kind, p_from, p_to, p_zone, p_after, p_most);
end
$$;

create or replace function console.machine_report_sums(p_key text, p_kind text, p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_report(p_key, p_kind);
  return console.find_report_sums(p_kind, p_from, p_to, p_zone);
end
$$;

-- Statements of providers, the newest first. The names of files and operators, and how a file is read, are left out.
create or replace function console.machine_statements(p_key text, p_account text, p_before bigint, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_key(p_key, 'statements:read');
  return query
    select s.item - '{fileName,uploadedBy,layout}'::text[], s.cursor from console.find_statements(p_account, p_before, p_most) s;
end
$$;

-- Their differences, the newest first, without the player, the end of a phone, and what an operator has noted.
create or replace function console.machine_statement_differences(
  p_key text, p_account text, p_statement bigint, p_kinds text[], p_state text, p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_key(p_key, 'statements:read');
  return query
    select d.item - '{closedBy,note}'::text[] #- '{theirs,phoneEnd}' #- '{ours,client}', d.cursor
    from console.find_statement_differences(p_account, p_statement, p_kinds, p_state, p_before, p_most) d;
end
$$;

-- Sends an event or those of a span again to an endpoint of webhooks, as an operator does. Null where there is no such endpoint, or it
-- is stopped.
create or replace function console.machine_replay(p_key text, p_endpoint uuid, p_event uuid, p_from timestamptz, p_until timestamptz)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  k console.machine_key := console.require_key(p_key, 'webhooks:replay');
  o console.operator;
begin
  o.name := 'machine';
  return console.resend_webhooks(o, p_endpoint, p_event, p_from, p_until, null, jsonb_build_object('key', k.id));
end
$$;
