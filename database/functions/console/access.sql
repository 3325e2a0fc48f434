-- The door of the operators' console: sign-in, sessions, who is who. See docs/decisions/0058.
--
-- Every function that an operator's call reaches takes the secret of the session first and begins with console.require or
-- console.require_to_read, which name a right of contract/operator/rights.ts. So nothing can be done without a session, and each act
-- writes its line in the audit in the same transaction.
--
-- The process looks at signatures and passwords: the database cannot. So acts that take two are signed besides
-- (operators-acts.sql).

-- How long a session may rest, and how long it may last.
create or replace function console.session_rests() returns interval language sql immutable as $$ select interval '15 minutes' $$;
create or replace function console.session_lasts() returns interval language sql immutable as $$ select interval '12 hours' $$;

-- Why a session has ended: `ended`, `expired`, `idle`; of its operator: `disabled`. Null while it is good.
create or replace function console.session_over(s console.session, o console.operator) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when s.id is null or s.ended_at is not null then 'ended'
    when s.expires_at <= clock_timestamp() then 'expired'
    when s.last_used_at <= clock_timestamp() - console.session_rests() then 'idle'
    when o.disabled_at is not null then 'disabled'
  end
$$;

-- Remembers whose transaction this is, for the lines of the audit.
create or replace function console.act_in(s console.session) returns void
language sql set search_path = public, pg_temp as $$
  select set_config('console.session', coalesce(s.id::text, ''), true), set_config('console.address', coalesce(s.address, ''), true)
$$;

-- The operator of this session, who needs this right to act. It raises insufficient_privilege without a session or the right.
create or replace function console.require(p_session text, p_right text) returns console.operator
language sql set search_path = public, pg_temp as $$
  select console.require_role(p_session, console.roles_of(p_right))
$$;

-- The operator of a session who has a right, for a call that only reads.
create or replace function console.require_to_read(p_session text, p_right text) returns console.operator
language sql stable set search_path = public, pg_temp as $$
  select console.look_as(p_session, console.roles_of(p_right))
$$;

-- Whether an operator has a right.
create or replace function console.may(o console.operator, p_right text) returns boolean
language sql immutable as $$
  select coalesce(o.roles && console.roles_of(p_right), false)
$$;

-- The operator of this session, for an act of these roles. Its row is locked until the commit: an operator who is disabled or loses
-- the role at this moment has either acted before, or does not act.
create or replace function console.require_role(p_session text, p_roles console.role[]) returns console.operator
language plpgsql set search_path = public, pg_temp as $$
declare
  s console.session;
  o console.operator;
begin
  if current_setting('transaction_read_only')::boolean then
    return console.look_as(p_session, p_roles);
  end if;
  select * into s from console.session where hash = sha256(convert_to(p_session, 'UTF8'));
  select * into o from console.operator where id = s.operator_id for share;
  perform console.require_good(s, o, p_roles);
  return o;
end
$$;

-- Acts as the operator of a session in one of some roles, for what only reads.
create or replace function console.look_as(p_session text, p_roles console.role[]) returns console.operator
language plpgsql stable set search_path = public, pg_temp as $$
declare
  s console.session;
  o console.operator;
begin
  select * into s from console.session where hash = sha256(convert_to(p_session, 'UTF8'));
  select * into o from console.operator where id = s.operator_id;
  perform console.require_good(s, o, p_roles);
  return o;
end
$$;

create or replace function console.require_good(s console.session, o console.operator, p_roles console.role[]) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if s.id is null or s.stage <> 'full' or console.session_over(s, o) is not null then
    raise exception 'no session of an operator' using errcode = 'insufficient_privilege';
  elsif (o.roles && p_roles) is not true then
    raise exception 'no operator with one of the roles %', p_roles using errcode = 'insufficient_privilege';
  end if;
  perform console.act_in(s);
end
$$;

-- Finds a session and, where p_use says so, notes that it was used. `over` says why it has ended; no row where there never was one. The
-- first call after the end of a session records that end.
create or replace function console.use_session(p_session text, p_use boolean) returns table (
  operator_id bigint, name text, roles text[], demo boolean, session_id uuid, stage console.session_stage, over text,
  ends_at timestamptz, idle_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  s console.session;
  o console.operator;
  v_over text;
begin
  select * into s from console.session where hash = sha256(convert_to(p_session, 'UTF8'));
  if not found then
    return;
  end if;
  select * into strict o from console.operator q where q.id = s.operator_id;
  v_over := console.session_over(s, o);
  if v_over in ('expired', 'idle') then
    update console.session q set ended_at = clock_timestamp() where q.id = s.id and q.ended_at is null;
    if found then
      perform console.act_in(s);
      perform console.write_audit(o, 'session_' || v_over, 'operator ' || o.name);
    end if;
  elsif v_over is null and p_use and s.last_used_at < clock_timestamp() - interval '5 seconds' then
    update console.session q set last_used_at = clock_timestamp() where q.id = s.id returning q.* into s;
  end if;
  return query select o.id, o.name, o.roles::text[], o.demo, s.id, s.stage, v_over, s.expires_at, s.last_used_at + console.session_rests();
end
$$;

-- Records that a call was refused: of which address, and why. The session may be over.
create or replace function console.note_refusal(p_session text, p_call text, p_why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s console.session;
  o console.operator;
begin
  select * into s from console.session where hash = sha256(convert_to(p_session, 'UTF8'));
  if not found then
    return;
  end if;
  select * into strict o from console.operator where id = s.operator_id;
  perform console.act_in(s);
  perform console.write_audit(o, 'call_refused', 'operator ' || o.name, null, null, null,
    jsonb_build_object('call', p_call, 'why', p_why));
end
$$;

-- Opens a session and removes what has run out long ago; returns its id. A full session ends the session of a link.
create or replace function console.open_session(
  o console.operator, p_session text, p_stage console.session_stage, p_direct boolean, p_with text, p_address text, p_user_agent text
) returns uuid
language plpgsql set search_path = public, pg_temp as $$
declare
  s console.session;
begin
  delete from console.session where expires_at < clock_timestamp() - interval '30 days';
  delete from console.sign_in where expires_at < clock_timestamp();
  update console.session set ended_at = clock_timestamp()
  where operator_id = o.id and stage = 'setup' and ended_at is null and p_stage = 'full';
  insert into console.session (hash, operator_id, stage, direct, signed_in_with, address, user_agent, expires_at)
  values (sha256(convert_to(p_session, 'UTF8')), o.id, p_stage, p_direct, p_with, p_address, left(p_user_agent, 300),
    clock_timestamp() + case when p_stage = 'setup' then console.session_rests() else console.session_lasts() end)
  returning * into s;
  perform console.act_in(s);
  perform console.write_audit(o, 'signed_in', 'operator ' || o.name, null, null, null, jsonb_build_object('with', p_with));
  return s.id;
end
$$;

-- How long wrong passwords are counted together, from the first one.
create or replace function console.tries_last() returns interval language sql immutable as $$ select interval '15 minutes' $$;

-- Counts one try of a subject, and returns how many there are. Concurrent calls wait for each other, so none is missed.
create or replace function console.count_try(p_subject text) returns integer
language sql set search_path = public, pg_temp as $$
  insert into console.password_try as t (subject) values (p_subject)
  on conflict (subject) do update set
    tries = case when t.began_at <= clock_timestamp() - console.tries_last() then 1 else t.tries + 1 end,
    began_at = case when t.began_at <= clock_timestamp() - console.tries_last() then clock_timestamp() else t.began_at end
  returning tries
$$;

-- The time until which an operator's password lets nobody in from an unknown address: after ten wrong tries within a quarter of an hour,
-- from two addresses at least. Null where it does.
create or replace function console.password_locked_until(o console.operator) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select t.began_at + console.tries_last() from console.password_try t
  where t.subject = 'name ' || o.name and t.tries >= 10 and t.began_at > clock_timestamp() - console.tries_last()
$$;

-- Records that a way in was wrong.
create or replace function console.note_wrong_try(o console.operator, p_address text, p_with text, p_more jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform set_config('console.session', '', true), set_config('console.address', p_address, true);
  perform console.write_audit(o, 'sign_in_failed', 'operator ' || o.name, null, null, null, jsonb_build_object('with', p_with) || p_more);
end
$$;

-- Records that the signature of a passkey was wrong, five times within a quarter of an hour at most. Nobody can guess a
-- signature, so it locks nothing.
create or replace function console.note_wrong_passkey(k console.passkey, p_address text, p_why text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator;
begin
  if console.count_try('passkey ' || k.id) <= 5 then
    select * into strict o from console.operator where id = k.operator_id;
    perform console.note_wrong_try(o, p_address, 'passkey', jsonb_build_object('why', p_why));
  end if;
end
$$;

-- Whether an operator may sign in: active, not disabled.
create or replace function console.may_sign_in(o console.operator) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select o.id is not null and o.active_at is not null and o.disabled_at is null
$$;

-- A challenge for a sign-in with a passkey, of ten minutes; returns its id.
create or replace function console.begin_sign_in(p_nonce bytea) returns uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into console.sign_in (nonce, expires_at) values (p_nonce, clock_timestamp() + interval '10 minutes') returning id
$$;

-- Ends a challenge and returns the bytes to sign, with the key of the passkey; the key is null where the passkey lets nobody
-- in. No row where the challenge is over. Commit it before the signature is checked.
create or replace function console.take_sign_in(p_id uuid, p_credential bytea) returns table (
  nonce bytea, passkey_id uuid, public_key bytea, handle bytea
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_nonce bytea;
begin
  delete from console.sign_in q where q.id = p_id and q.expires_at > clock_timestamp() returning q.nonce into v_nonce;
  if not found then
    return;
  end if;
  return query
    select v_nonce, p.id, p.public_key, o.handle
    from (select) as one
    left join (console.passkey p join console.operator o on o.id = p.operator_id)
      on p.credential_id = p_credential and p.active_at is not null and p.removed_at is null and console.may_sign_in(o);
end
$$;

-- Signs in with a passkey whose signature is right, and opens a session. A counter that does not rise means that somebody may
-- have copied the key, so it lets nobody in. Returns whether it did.
create or replace function console.sign_in_with_passkey(
  p_passkey uuid, p_counter bigint, p_secret text, p_address text, p_user_agent text
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  k console.passkey;
  o console.operator;
begin
  select * into o from console.operator
  where id = (select operator_id from console.passkey where id = p_passkey) for no key update;
  select * into k from console.passkey where id = p_passkey for update;
  if not found or k.removed_at is not null or k.active_at is null or not console.may_sign_in(o) then
    return false;
  elsif greatest(k.counter, p_counter) > 0 and p_counter <= k.counter then
    perform console.note_wrong_passkey(k, p_address, 'counter');
    return false;
  end if;
  update console.passkey set counter = p_counter, last_used_at = clock_timestamp() where id = k.id;
  perform console.open_session(o, p_secret, 'full', false, 'passkey', p_address, p_user_agent);
  return true;
end
$$;

-- Notes that the signature of a passkey was wrong.
create or replace function console.refuse_passkey(p_passkey uuid, p_address text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select console.note_wrong_passkey(k, p_address, 'signature') from console.passkey k where k.id = p_passkey
$$;

-- Counts a try to sign in with a password, and returns what it is checked with. No row where this lets nobody in: no such
-- operator, one whose roles approve, or too many wrong tries within a quarter of an hour. It is counted before the password is
-- checked, so that tries at the same time count too. `p_network` is what addresses are counted by.
--
-- An address has five tries for a name and twenty in all, so one address alone neither guesses nor locks. Ten tries for a name, of
-- all addresses, lock its password; not for an address from which the operator was in during the last month, which has its own five.
create or replace function console.begin_password(p_name text, p_address text, p_network text) returns table (
  operator_id bigint, hash text, totp_sealed bytea, last_step bigint, step bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator;
begin
  delete from console.password_try where subject in (
    select subject from console.password_try where began_at <= clock_timestamp() - console.tries_last() limit 100 for update skip locked
  );
  if console.count_try('address ' || p_network) > 20 or console.count_try('address ' || p_network || ' name ' || p_name) > 5 then
    return;
  end if;
  select * into o from console.operator where name = p_name;
  if console.count_try('name ' || p_name) > 10 and not exists (
    select from console.session s where s.operator_id = o.id and s.stage = 'full' and s.address = p_address
      and s.created_at > clock_timestamp() - interval '30 days'
  ) then
    return;
  end if;
  return query
    select o.id, p.hash, p.totp_sealed, p.last_step, floor(extract(epoch from clock_timestamp()) / 30)::bigint
    from console.password p
    where p.operator_id = o.id and p.active_at is not null and console.may_sign_in(o) and not console.approves(o.roles);
end
$$;

-- Whether one of these roles ever approves: such an operator signs in with passkeys only.
create or replace function console.approves(p_roles console.role[]) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select p_roles && console.roles_of('approve')
$$;

-- Signs in with a password and a code that are right, and opens a session. Each code counts once. p_sealed is the app's secret
-- under the key of now. The try counts no more. Returns whether it did.
create or replace function console.sign_in_with_password(
  p_operator bigint, p_step bigint, p_sealed bytea, p_secret text, p_address text, p_network text, p_user_agent text
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator;
begin
  select * into o from console.operator where id = p_operator for no key update;
  if not console.may_sign_in(o) or console.approves(o.roles) then
    return false;
  end if;
  update console.password set last_step = p_step, totp_sealed = p_sealed
  where operator_id = p_operator and active_at is not null and last_step < p_step;
  if not found then
    perform console.refuse_password(o.id, p_address);
    return false;
  end if;
  -- The order is that in which a try counts them, so that two calls never wait for each other.
  update console.password_try set tries = tries - 1 where subject = 'address ' || p_network and tries > 0;
  delete from console.password_try where subject = 'address ' || p_network || ' name ' || o.name;
  update console.password_try set tries = tries - 1 where subject = 'name ' || o.name and tries > 0;
  perform console.open_session(o, p_secret, 'full', false, 'password', p_address, p_user_agent);
  return true;
end
$$;

-- Notes that a password or a code was wrong.
create or replace function console.refuse_password(p_operator bigint, p_address text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select console.note_wrong_try(o, p_address, 'password', jsonb_build_object('locked', console.password_locked_until(o) is not null))
  from console.operator o where o.id = p_operator
$$;

-- In a demonstration only: lets anybody in as an operator of these roles, who may approve at once. There are ten of each set of
-- roles at most, and each call takes the one who has rested longest, so that one can ask and another approve. Null elsewhere.
create or replace function console.sign_in_to_demo(p_roles console.role[], p_secret text, p_address text, p_user_agent text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator;
  v_roles console.role[] := array(select r from unnest(p_roles) r order by r);
  v_many integer;
begin
  if not exists (select from site_mode where mode = 'demo') then
    return null;
  end if;
  -- One at a time, so that no two make the same one.
  lock table mutex.demo_operators in exclusive mode;
  select count(*) into v_many from console.operator where demo and roles = v_roles;
  if v_many < 10 then
    insert into console.operator (name, roles, demo, active_at, approves_from)
    values ('demo-' || array_to_string(v_roles, '-') || '-' || v_many + 1, v_roles, true, clock_timestamp(), clock_timestamp())
    returning * into o;
  else
    select q.* into o from console.operator q
    where q.demo and q.roles = v_roles and q.disabled_at is null
    order by (select max(s.created_at) from console.session s where s.operator_id = q.id) nulls first limit 1
    for no key update;
  end if;
  if o.id is null then
    return null;
  end if;
  perform console.open_session(o, p_secret, 'full', false, 'demo', p_address, p_user_agent);
  return o.name;
end
$$;

-- Ends this session, whatever its stage.
create or replace function console.sign_out(p_session text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s console.session;
  o console.operator;
begin
  update console.session set ended_at = clock_timestamp()
  where hash = sha256(convert_to(p_session, 'UTF8')) and ended_at is null returning * into s;
  if found then
    select * into strict o from console.operator where id = s.operator_id;
    perform console.act_in(s);
    perform console.write_audit(o, 'signed_out', 'operator ' || o.name);
  end if;
end
$$;

-- The sessions of the operator that are open, the newest first. The server names the device.
create or replace function console.list_sessions(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'listSessions');
begin
  return query
    select jsonb_build_object('id', s.id, 'address', s.address, 'userAgent', s.user_agent, 'with', s.signed_in_with,
      'createdAt', console.instant(s.created_at), 'lastUsedAt', console.instant(s.last_used_at), 'endsAt', console.instant(s.expires_at),
      'own', s.hash = sha256(convert_to(p_session, 'UTF8')))
    from console.session s
    where s.operator_id = o.id and console.session_over(s, o) is null order by s.created_at desc;
end
$$;

-- Ends one of the operator's own sessions. Returns whether there was one.
create or replace function console.end_own_session(p_session text, p_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'endSession');
begin
  update console.session set ended_at = clock_timestamp() where id = p_id and operator_id = o.id and ended_at is null;
  if not found then
    return false;
  end if;
  perform console.write_audit(o, 'session_ended', 'operator ' || o.name, null, null, null, jsonb_build_object('session', p_id));
  return true;
end
$$;

-- Uses a link up and opens the session that it lets into; returns whether it did.
create or replace function console.use_link(p_link text, p_secret text, p_address text, p_user_agent text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l console.link;
  o console.operator;
begin
  update console.link set used_at = clock_timestamp()
  where hash = sha256(convert_to(p_link, 'UTF8')) and used_at is null and expires_at > clock_timestamp() returning * into l;
  if not found then
    return false;
  end if;
  select * into o from console.operator where id = l.operator_id and disabled_at is null for no key update;
  if not found then
    return false;
  end if;
  perform console.open_session(o, p_secret, 'setup', l.direct, 'link', p_address, p_user_agent);
  return true;
end
$$;

-- The session and the operator of a call that sets a passkey or a password, locked until the commit. Raises where there is none.
create or replace function console.require_any_stage(p_session text, out s console.session, out o console.operator)
language plpgsql set search_path = public, pg_temp as $$
begin
  select * into s from console.session where hash = sha256(convert_to(p_session, 'UTF8')) for no key update;
  select * into o from console.operator where id = s.operator_id for no key update;
  if s.id is null or console.session_over(s, o) is not null then
    raise exception 'no session of an operator' using errcode = 'insufficient_privilege';
  end if;
  perform console.act_in(s);
end
$$;

-- Keeps what an authenticator has to sign to add a passkey in this session, for ten minutes; returns whose it will be and which
-- credentials the operator has.
create or replace function console.begin_passkey(p_session text, p_nonce bytea) returns table (
  handle bytea, name text, existing bytea[]
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record := console.require_any_stage(p_session);
  s console.session := c.s;
  o console.operator := c.o;
begin
  update console.session q set nonce = p_nonce, nonce_expires_at = clock_timestamp() + interval '10 minutes' where q.id = s.id;
  return query select o.handle, o.name,
    array(select p.credential_id from console.passkey p where p.operator_id = o.id and p.removed_at is null);
end
$$;

-- Ends that challenge and returns the bytes to sign; null where it is over. Commit it before the answer is checked.
create or replace function console.take_passkey_nonce(p_session text) returns bytea
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record := console.require_any_stage(p_session);
  s console.session := c.s;
begin
  update console.session q set nonce = null, nonce_expires_at = null where q.id = s.id;
  return case when s.nonce_expires_at > clock_timestamp() then s.nonce end;
end
$$;

-- Sets a passkey. It counts at once where the owner of the tables made the link, and only for an operator who is not in
-- yet; otherwise it waits for two operators. Returns `set`, or the reason against it: `full` (ten), `taken` (the
-- credential or the key is there).
create or replace function console.add_passkey(
  p_session text, p_credential bytea, p_public_key bytea, p_transports text[], p_counter bigint, p_name text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record := console.require_any_stage(p_session);
  s console.session := c.s;
  o console.operator := c.o;
begin
  if (select count(*) from console.passkey where operator_id = o.id and removed_at is null) >= 10 then
    return 'full';
  end if;
  begin
    insert into console.passkey (operator_id, credential_id, public_key, transports, counter, name, active_at)
    values (o.id, p_credential, p_public_key, p_transports, p_counter, p_name, case when s.direct then clock_timestamp() end);
  exception when unique_violation then
    return 'taken';
  end;
  perform console.write_audit(o, 'passkey_set', 'operator ' || o.name, null, null, null,
    jsonb_build_object('name', p_name, 'fingerprint', console.fingerprint(p_public_key), 'active', s.direct));
  perform console.let_in(s, o);
  return 'set';
end
$$;

-- The fingerprint by which people compare a passkey: the first 16 bytes of SHA-256 of its public key, in groups of four digits.
create or replace function console.fingerprint(p_public_key bytea) returns text
language sql immutable set search_path = public, pg_temp as $$
  select regexp_replace(encode(substr(sha256(p_public_key), 1, 16), 'hex'), '(....)(?=.)', '\1 ', 'g')
$$;

-- Whether what an operator has set is enough: two passkeys, or a password and an app where no role approves.
create or replace function console.is_set_up(o console.operator, p_active_only boolean) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select (
      select count(*) >= 2 from console.passkey
      where operator_id = o.id and removed_at is null and (active_at is not null or not p_active_only)
    ) or not console.approves(o.roles) and exists (
      select from console.password where operator_id = o.id and last_step is not null and (active_at is not null or not p_active_only)
    )
$$;

-- In a session of a link that the owner of the tables made: an operator who has set enough may sign in, a day before
-- approving anything. All else ends with the session.
create or replace function console.let_in(s console.session, o console.operator) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if s.direct and console.is_set_up(o, true) then
    update console.operator set active_at = coalesce(active_at, clock_timestamp()),
      approves_from = clock_timestamp() + interval '24 hours'
    where id = o.id;
    if o.active_at is null then
      perform console.write_audit(o, 'operator_let_in', 'operator ' || o.name);
    end if;
  end if;
end
$$;

-- Sets a password and the secret of an app, which count once the app has shown its first code; one of before counts no more. Returns
-- `set`; `not_here` where a role approves, or outside of a session of a link.
create or replace function console.set_password(p_session text, p_hash text, p_totp_sealed bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record := console.require_any_stage(p_session);
  s console.session := c.s;
  o console.operator := c.o;
  v_was_active boolean;
begin
  if s.stage <> 'setup' or console.approves(o.roles) then
    return 'not_here';
  end if;
  v_was_active := exists (select from console.password w where w.operator_id = o.id and w.active_at is not null);
  insert into console.password (operator_id, hash, totp_sealed) values (o.id, p_hash, p_totp_sealed)
  on conflict (operator_id) do update
    set hash = excluded.hash, totp_sealed = excluded.totp_sealed, last_step = null, active_at = null, created_at = clock_timestamp();
  perform console.write_audit(o, 'password_chosen', 'operator ' || o.name, null, null, jsonb_build_object('active', v_was_active),
    jsonb_build_object('active', false));
  return 'set';
end
$$;

-- The secret of the app that waits for its first code, and the step of now.
create or replace function console.waiting_app(p_session text) returns table (operator_id bigint, totp_sealed bytea, step bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record := console.require_any_stage(p_session);
  s console.session := c.s;
  o console.operator := c.o;
begin
  if s.stage = 'setup' then
    return query select o.id, p.totp_sealed, floor(extract(epoch from clock_timestamp()) / 30)::bigint
      from console.password p where p.operator_id = o.id and p.last_step is null;
  end if;
end
$$;

-- Takes the first code of an app, which was right.
create or replace function console.confirm_password(p_session text, p_step bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record := console.require_any_stage(p_session);
  s console.session := c.s;
  o console.operator := c.o;
begin
  update console.password set last_step = p_step, active_at = case when s.direct then clock_timestamp() end
  where operator_id = o.id and last_step is null and s.stage = 'setup';
  if found then
    perform console.write_audit(o, 'password_set', 'operator ' || o.name, null, null, null, jsonb_build_object('active', s.direct));
    perform console.let_in(s, o);
  end if;
end
$$;

-- The passkeys of this session's operator, and whether a password is set up.
create or replace function console.ways_in(p_session text) returns table (
  passkeys jsonb, password boolean, complete boolean, active boolean
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record := console.require_any_stage(p_session);
  o console.operator := c.o;
begin
  return query select
    console.passkeys_of(o.id),
    exists (select from console.password w where w.operator_id = o.id and w.last_step is not null),
    console.is_set_up(o, false), o.active_at is not null and console.is_set_up(o, true);
end
$$;

-- Whose database this is, and whether a demonstration has let anybody in.
create or replace function console.site() returns table (mode text, has_demo_operators boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select (select s.mode::text from site_mode s), exists (select from console.operator where demo)
$$;

-- The keys that operators' apps are sealed under, by the first bytes of what is sealed, and how many each has.
create or replace function console.app_keys(p_length integer) returns table (key_id bytea, apps bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select substring(p.totp_sealed for p_length), count(*) from console.password p group by 1
$$;
