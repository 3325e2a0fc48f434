-- What takes two operators. See docs/decisions/0059.
--
-- A request is a stored row. Whoever asks and whoever approves sign the SHA-256 of its bytes with a passkey, and the worker
-- carries it out from the row, after it has looked at both signatures again. The console's login writes requests and approvals
-- and carries nothing out; the worker's login does the opposite.
--
-- Locks: operators (shared), then the request, then what it is about, then the head of the audit.

-- What both sign the SHA-256 of: the tag `izi.act.v1`, with zero bytes to 16, then JSON in UTF-8. It names the site on which it
-- is signed, so that a signature can be checked without any setting.
create or replace function console.act_bytes(r console.request) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select 'izi.act.v1'::bytea || '\x000000000000'::bytea || convert_to(jsonb_build_object(
    'id', r.id, 'kind', r.kind, 'subject', r.subject, 'new', r.new_values, 'old', r.old_values, 'reason', r.reason,
    'evidence', r.evidence, 'askedBy', (select o.name from console.operator o where o.id = r.asked_by),
    'expiresAt', console.audit_time(r.expires_at), 'console', r.console_url
  )::text, 'UTF8')
$$;

-- What the database demands of a request of this kind, and whether it is so now: console.demands_of_<kind>. They are looked at
-- when it is asked for, approved and carried out. A kind without this function cannot be asked for.
create or replace function console.demands(r console.request) returns table (demand text, met boolean)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query execute format('select d.demand, d.met is true from console.%I($1) d', 'demands_of_' || r.kind) using r;
end
$$;

-- The first demand that is not met, or null.
create or replace function console.unmet_demand(r console.request) returns text
language sql stable set search_path = public, pg_temp as $$
  select d.demand from console.demands(r) with ordinality as d (demand, met, place) where not d.met order by d.place limit 1
$$;

-- Stores a request that may be asked for.
create or replace function console.keep_request(p_operator console.operator, r console.request) returns console.request
language plpgsql set search_path = public, pg_temp as $$
begin
  perform console.require_read(p_operator, console.client_of(r));
  insert into console.request (
    id, kind, subject, new_values, old_values, reason, evidence, asked_by, expires_at, act, console_url, asked_signature, unsigned
  ) values (
    r.id, r.kind, r.subject, r.new_values, r.old_values, r.reason, r.evidence, p_operator.id, r.expires_at, r.act, r.console_url,
    r.asked_signature, case when r.asked_signature is null then 'demo' end
  ) returning * into r;
  perform console.write_audit(p_operator, 'request_made', r.subject, r.reason, r.id, r.old_values, r.new_values);
  return r;
end
$$;

-- Prepares a request: looks at the role and the demands, and has its bytes signed within five minutes, in this session alone.
-- A demo operator signs nothing, and has asked at once.
--
-- Returns `sign` with the bytes, or `asked`; or what is in the way: `unmet`, with the demand in `detail`.
create or replace function console.prepare_request(
  p_session text, p_kind text, p_subject text, p_new jsonb, p_old jsonb, p_reason text, p_evidence text, p_console_url text,
  out outcome text, out detail text, out id uuid, out act bytea
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  k console.kind;
  o console.operator;
  r console.request;
begin
  select * into strict k from console.kind where kind = p_kind;
  o := console.require_role(p_session, k.ask_roles);
  r.id := gen_random_uuid();
  r.kind := p_kind;
  r.subject := p_subject;
  r.new_values := p_new;
  r.old_values := p_old;
  r.reason := p_reason;
  r.evidence := p_evidence;
  r.asked_by := o.id;
  r.expires_at := clock_timestamp() + k.lasts;
  r.console_url := p_console_url;
  detail := console.unmet_demand(r);
  if detail is not null then
    outcome := 'unmet';
    return;
  end if;
  r.act := console.act_bytes(r);
  id := r.id;
  act := r.act;
  if o.demo then
    r := console.keep_request(o, r);
    outcome := 'asked';
    return;
  end if;
  perform console.add_challenge(p_session, r.act, r.id, 'ask');
  outcome := 'sign';
end
$$;

create or replace function console.add_challenge(p_session text, p_act bytea, p_request uuid, p_purpose text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from console.act_challenge where expires_at < clock_timestamp();
  insert into console.act_challenge (session_hash, hash, act, request_id, purpose, expires_at)
  values (sha256(convert_to(p_session, 'UTF8')), sha256(p_act), p_act, p_request, p_purpose, clock_timestamp() + interval '5 minutes')
  on conflict (session_hash, hash) do update set expires_at = excluded.expires_at, used_at = null;
end
$$;

-- Uses a challenge up, and returns the key that its signature is to be checked with; null where the passkey is not this
-- operator's. No row where there is no such challenge in this session. Commit it before the signature is checked.
create or replace function console.use_challenge(p_session text, p_hash bytea, p_purpose text, p_credential bytea)
returns table (public_key bytea, console_url text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, enum_range(null::console.role));
  c console.act_challenge;
begin
  update console.act_challenge a set used_at = clock_timestamp()
  where a.session_hash = sha256(convert_to(p_session, 'UTF8')) and a.hash = p_hash and a.purpose = p_purpose
    and a.used_at is null and a.expires_at > clock_timestamp()
  returning * into c;
  if not found then
    return;
  end if;
  return query
    select (
        select p.public_key from console.passkey p
        where p.credential_id = p_credential and p.operator_id = o.id
          and p.active_at <= clock_timestamp() and p.removed_at is null
      ),
      convert_from(substr(c.act, 17), 'UTF8')::jsonb ->> 'console';
end
$$;

-- The passkeys of whoever has this session, for a request that names them.
create or replace function console.name_passkeys(p_session text) returns table (credential_id bytea, transports text[])
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, enum_range(null::console.role));
begin
  return query
    select p.credential_id, p.transports from console.passkey p
    where p.operator_id = o.id and p.active_at <= clock_timestamp() and p.removed_at is null order by p.created_at, p.id;
end
$$;

-- Notes that a passkey has signed. False where its counter did not rise: somebody may have copied the key, so it signs nothing.
create or replace function console.note_signature(p_session text, p_credential bytea, p_counter bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, enum_range(null::console.role));
  k console.passkey;
begin
  select * into k from console.passkey p where p.credential_id = p_credential and p.operator_id = o.id for update;
  if k.id is null then
    return false;
  elsif greatest(k.counter, p_counter) > 0 and p_counter <= k.counter then
    perform console.write_audit(o, 'passkey_counter_fell', 'operator ' || o.name, null, null, null, jsonb_build_object('passkey', k.name));
    return false;
  end if;
  update console.passkey set counter = p_counter, last_used_at = clock_timestamp() where id = k.id;
  return true;
end
$$;

-- The challenge of this session that was answered a moment ago, and is over with this. Null where there is none.
create or replace function console.end_challenge(p_session text, p_hash bytea, p_purpose text) returns console.act_challenge
language sql set search_path = public, pg_temp as $$
  delete from console.act_challenge
  where session_hash = sha256(convert_to(p_session, 'UTF8')) and hash = p_hash and purpose = p_purpose
    and used_at is not null and expires_at > clock_timestamp()
  returning *
$$;

-- Asks for what was prepared, with its signature. What is asked for is given again: it must be what was signed.
--
-- Returns `asked`; or what is in the way: `over` (the challenge), `changed` (what was signed is something else, or what it was
-- made from has changed), `unmet`.
create or replace function console.ask(
  p_session text, p_hash bytea, p_signature jsonb, p_kind text, p_subject text, p_new jsonb, p_old jsonb, p_reason text,
  p_evidence text, p_console_url text, out outcome text, out detail text, out id uuid
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, (select k.ask_roles from console.kind k where k.kind = p_kind));
  c console.act_challenge := console.end_challenge(p_session, p_hash, 'ask');
  r console.request;
begin
  if c.hash is null then
    outcome := 'over';
    return;
  end if;
  r.id := c.request_id;
  r.kind := p_kind;
  r.subject := p_subject;
  r.new_values := p_new;
  r.old_values := p_old;
  r.reason := p_reason;
  r.evidence := p_evidence;
  r.asked_by := o.id;
  r.expires_at := (convert_from(substr(c.act, 17), 'UTF8')::jsonb ->> 'expiresAt')::timestamptz;
  r.console_url := p_console_url;
  r.act := console.act_bytes(r);
  r.asked_signature := p_signature;
  if r.act <> c.act then
    outcome := 'changed';
    return;
  end if;
  detail := console.unmet_demand(r);
  if detail is not null then
    outcome := 'unmet';
    return;
  end if;
  r := console.keep_request(o, r);
  outcome := 'asked';
  id := r.id;
end
$$;

-- A request as it is now: its time may be over before the worker has noted it.
create or replace function console.status_now(r console.request) returns console.request_status
language sql stable set search_path = public, pg_temp as $$
  select case when r.status in ('asked', 'approved') and r.expires_at <= clock_timestamp() then 'expired' else r.status end
$$;

-- Whether an operator counts for an act of these roles, now. A role that was taken counts no more.
create or replace function console.counts(p_operator bigint, p_roles console.role[]) returns boolean
language sql volatile set search_path = public, pg_temp as $$
  select exists (
    select from console.operator o where o.id = p_operator and o.disabled_at is null and o.roles && p_roles for share
  )
$$;

-- What keeps an operator from approving a request; null where nothing does. `not_there`, `over`, `own`, `too_new`, `asker`
-- (who asked may not any more), `unmet`. The role has been looked at.
create or replace function console.approval_in_the_way(
  p_operator console.operator, r console.request, k console.kind, out outcome text, out detail text
)
language plpgsql set search_path = public, pg_temp as $$
begin
  if r.asked_by = p_operator.id then
    outcome := 'own';
  elsif console.status_now(r) <> 'asked' then
    outcome := 'over';
  elsif p_operator.approves_from > clock_timestamp() then
    outcome := 'too_new';
  elsif not console.counts(r.asked_by, k.ask_roles) then
    outcome := 'asker';
  else
    -- A demand may be about who approves.
    r.approved_by := p_operator.id;
    detail := console.unmet_demand(r);
    if detail is not null then
      outcome := 'unmet';
    end if;
  end if;
end
$$;

-- Prepares an approval: whoever may approve signs the bytes of the request, within five minutes, in this session alone.
--
-- Returns `sign` with the bytes, `demo` for a demo operator, who signs nothing; `not_there`, or what is in the way (above).
create or replace function console.prepare_approval(
  p_session text, p_request uuid, out outcome text, out detail text, out act bytea
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, enum_range(null::console.role));
  r console.request;
  k console.kind;
begin
  select * into r from console.request q where q.id = p_request;
  if not found then
    outcome := 'not_there';
    return;
  end if;
  select * into strict k from console.kind q where q.kind = r.kind;
  o := console.require_role(p_session, k.approve_roles);
  select i.outcome, i.detail into outcome, detail from console.approval_in_the_way(o, r, k) i;
  if outcome is not null then
    return;
  end if;
  if o.demo then
    outcome := 'demo';
    return;
  end if;
  perform console.add_challenge(p_session, r.act, r.id, 'approve');
  act := r.act;
  outcome := 'sign';
end
$$;

-- Approves a request; the worker carries it out. A demo operator gives no signature.
--
-- Returns `approved`; `not_there`, `challenge_over`, or what is in the way (above).
create or replace function console.approve_request(
  p_session text, p_request uuid, p_because text, p_signature jsonb, out outcome text, out detail text
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, enum_range(null::console.role));
  r console.request;
  k console.kind;
  c console.act_challenge;
begin
  select * into r from console.request q where q.id = p_request for update;
  if not found then
    outcome := 'not_there';
    return;
  end if;
  select * into strict k from console.kind q where q.kind = r.kind;
  o := console.require_role(p_session, k.approve_roles);
  select i.outcome, i.detail into outcome, detail from console.approval_in_the_way(o, r, k) i;
  if outcome is not null then
    return;
  end if;
  if not o.demo then
    c := console.end_challenge(p_session, sha256(r.act), 'approve');
    if c.hash is null or p_signature is null then
      outcome := 'challenge_over';
      return;
    end if;
  end if;
  perform console.require_read(o, console.client_of(r));
  update console.request q set
    status = 'approved', approved_by = o.id, approved_at = clock_timestamp(), approved_because = p_because,
    approved_signature = case when not o.demo then p_signature end,
    unsigned = case when o.demo then 'demo' else q.unsigned end
  where q.id = r.id;
  perform console.write_audit(o, 'request_approved', r.subject, p_because, r.id, r.old_values, r.new_values);
  outcome := 'approved';
end
$$;

-- Refuses a request, or takes one's own back.
--
-- Returns `refused` or `withdrawn`; or what is in the way: `not_there`, `over`, `own` (to be withdrawn), `not_own` (to be refused).
create or replace function console.end_request(p_session text, p_request uuid, p_verdict text, p_because text, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, enum_range(null::console.role));
  r console.request;
begin
  select * into r from console.request q where q.id = p_request for update;
  if not found then
    outcome := 'not_there';
    return;
  end if;
  if p_verdict = 'withdrawn' then
    if r.asked_by <> o.id then
      outcome := 'not_own';
      return;
    end if;
  elsif r.asked_by = o.id then
    outcome := 'own';
    return;
  else
    o := console.require_role(p_session, (select k.approve_roles from console.kind k where k.kind = r.kind));
  end if;
  if console.status_now(r) <> 'asked' then
    outcome := 'over';
    return;
  end if;
  update console.request q set
    status = p_verdict::console.request_status, ended_by = o.id, ended_at = clock_timestamp(), ended_because = p_because
  where q.id = r.id;
  perform console.write_audit(o, 'request_' || p_verdict, r.subject, p_because, r.id, null, null);
  outcome := p_verdict;
end
$$;

-- Whether an operator may see requests of a kind: who may ask for it or approve it, and auditors.
create or replace function console.sees_requests(p_operator console.operator, k console.kind) returns boolean language sql immutable as $$
  select p_operator.roles && (k.ask_roles || k.approve_roles || '{auditor}'::console.role[])
$$;

-- Requests: `mine`, those `for_me` to approve (the one that ends first comes first), or `all` (the newest first). `p_last` is the
-- number of the one that was seen last.
create or replace function console.list_requests(
  p_session text, p_whose text, p_kinds text[], p_states text[], p_subject text, p_last bigint, p_most integer
) returns table (
  id uuid, number bigint, kind text, subject text, status console.request_status, reason text, asked_by text, asked_at timestamptz,
  expires_at timestamptz, ended_at timestamptz, own boolean
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.look_as(p_session, enum_range(null::console.role));
begin
  if p_whose = 'for_me' then
    return query
      select r.id, r.number, r.kind, r.subject, console.status_now(r), r.reason, a.name, r.asked_at, r.expires_at, r.ended_at, false
      from console.request r join console.kind k on k.kind = r.kind join console.operator a on a.id = r.asked_by
      where r.status = 'asked' and r.expires_at > clock_timestamp() and r.asked_by <> o.id and o.roles && k.approve_roles
        and (p_kinds is null or r.kind = any (p_kinds))
        and (p_subject is null or r.subject = p_subject)
        and (p_last is null or (r.expires_at, r.number) > (select l.expires_at, l.number from console.request l where l.number = p_last))
      order by r.expires_at, r.number limit p_most;
    return;
  end if;
  return query
    select r.id, r.number, r.kind, r.subject, console.status_now(r), r.reason, a.name, r.asked_at, r.expires_at, r.ended_at,
      r.asked_by = o.id
    from console.request r join console.kind k on k.kind = r.kind join console.operator a on a.id = r.asked_by
    where (p_last is null or r.number < p_last)
      and (r.asked_by = o.id or p_whose = 'all' and console.sees_requests(o, k))
      and (p_kinds is null or r.kind = any (p_kinds))
      and (p_states is null or console.status_now(r)::text = any (p_states))
      and (p_subject is null or r.subject = p_subject)
    order by r.number desc limit p_most;
end
$$;

-- Opens a request. The first time that somebody else than its author opens it is written down. No row where there is none that
-- this operator may see.
create or replace function console.open_request(p_session text, p_request uuid) returns table (
  id uuid, number bigint, kind text, subject text, status console.request_status, new_values jsonb, old_values jsonb, reason text,
  evidence text, act bytea, asked_by text, asked_roles text[], asked_at timestamptz, asked_with text, expires_at timestamptz,
  unsigned text, approved_by text, approved_at timestamptz, approved_because text, ended_by text, ended_at timestamptz,
  ended_because text, own boolean, may_approve boolean
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, enum_range(null::console.role));
  r console.request;
  k console.kind;
begin
  select * into r from console.request q where q.id = p_request;
  select * into k from console.kind q where q.kind = r.kind;
  if r.id is null or r.asked_by <> o.id and not console.sees_requests(o, k) then
    return;
  end if;
  if r.asked_by <> o.id and not exists (
    select from console.audit a where a.request_id = r.id and a.operator_id = o.id and a.act = 'request_opened'
  ) then
    perform console.write_audit(o, 'request_opened', r.subject, null, r.id);
  end if;
  return query
    select r.id, r.number, r.kind, r.subject, console.status_now(r), r.new_values, r.old_values, r.reason, r.evidence, r.act, a.name,
      a.roles::text[], r.asked_at,
      (select p.name from console.passkey p
       where p.operator_id = r.asked_by
         and translate(encode(p.credential_id, 'base64'), E'+/=\n', '-_') = r.asked_signature ->> 'id'),
      r.expires_at, r.unsigned, b.name, r.approved_at, r.approved_because, e.name, r.ended_at, r.ended_because, r.asked_by = o.id,
      r.asked_by <> o.id and o.roles && k.approve_roles and console.status_now(r) = 'asked' and o.approves_from <= clock_timestamp()
    from console.operator a
    left join console.operator b on b.id = r.approved_by
    left join console.operator e on e.id = r.ended_by
    where a.id = r.asked_by;
end
$$;

-- What the database will demand of a request, and what is so now; nothing once it is over.
create or replace function console.request_demands(p_session text, p_request uuid) returns table (demand text, met boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, enum_range(null::console.role));
  r console.request;
  k console.kind;
begin
  select * into r from console.request q where q.id = p_request;
  select * into k from console.kind q where q.kind = r.kind;
  if r.id is null or console.status_now(r) not in ('asked', 'approved') or r.asked_by <> o.id and not console.sees_requests(o, k) then
    return;
  end if;
  if r.status = 'asked' and r.asked_by <> o.id and o.roles && k.approve_roles then
    -- As if this operator approved it.
    r.approved_by := o.id;
  end if;
  return query select d.demand, d.met from console.demands(r) d;
  return query values
    ('Whoever asked may still ask for this', console.counts(r.asked_by, k.ask_roles)),
    ('It is neither withdrawn nor expired', true);
  if r.status = 'asked' and r.asked_by <> o.id then
    return query values
      ('You did not ask for it', true),
      ('Your role may approve it', o.roles && k.approve_roles),
      ('You have been an operator for a day', o.approves_from <= clock_timestamp());
  elsif r.status = 'asked' then
    return query values ('Somebody else approves it', false);
  end if;
end
$$;

-- What happened to a request so far: the lines of the audit about it.
create or replace function console.request_events(p_session text, p_request uuid) returns table (
  number bigint, at timestamptz, who text, act text, reason text
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.look_as(p_session, enum_range(null::console.role));
begin
  return query
    select a.number, a.at, coalesce(w.name, 'worker'), a.act, convert_from(a.record, 'UTF8')::jsonb ->> 'reason'
    from console.request r
    join console.kind k on k.kind = r.kind
    join console.audit a on a.request_id = r.id
    left join console.operator w on w.id = a.operator_id
    where r.id = p_request and (r.asked_by = o.id or console.sees_requests(o, k))
    order by a.number;
end
$$;

-- The requests that the worker is to carry out, the one that was approved first comes first.
create or replace function console.approved_requests() returns table (id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id from console.request r where r.status = 'approved' and r.expires_at > clock_timestamp() order by r.approved_at
$$;

-- Takes an approved request, with the passkeys that its signatures are checked with. No row where it is over, or another process
-- is at it.
create or replace function console.take_approved(p_request uuid) returns table (
  id uuid, number bigint, kind text, subject text, new_values jsonb, old_values jsonb, reason text, evidence text, act bytea,
  console_url text, asked_by text, approved_by text, asked_signature jsonb, approved_signature jsonb, unsigned text,
  asked_keys jsonb, approved_keys jsonb
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform from console.request r where r.id = p_request and r.status = 'approved' for update skip locked;
  if not found then
    return;
  end if;
  return query
    select r.id, r.number, r.kind, r.subject, r.new_values, r.old_values, r.reason, r.evidence, r.act, r.console_url, a.name, b.name,
      r.asked_signature, r.approved_signature, r.unsigned, console.keys_of(r.asked_by), console.keys_of(r.approved_by)
    from console.request r
    join console.operator a on a.id = r.asked_by join console.operator b on b.id = r.approved_by
    where r.id = p_request;
end
$$;

-- The passkeys that an operator has or had, by the id of their credential: {"<base64url>": "<public key in hex>"}.
create or replace function console.keys_of(p_operator bigint) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(
    translate(encode(p.credential_id, 'base64'), E'+/=\n', '-_'), encode(p.public_key, 'hex')), '{}')
  from console.passkey p where p.operator_id = p_operator
$$;

-- Every function that carries a request out begins with this: it locks the request, and raises unless two different operators
-- whose roles still count have asked for it and approved it, it is in time and not done, and all that is demanded is so.
--
-- A demand can change until what it is about is locked, so the function looks again after it has locked that.
create or replace function console.require_approved(p_request uuid, p_kind text) returns console.request
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request;
  k console.kind;
  v_unmet text;
begin
  select * into r from console.request q where q.id = p_request for update;
  select * into k from console.kind q where q.kind = p_kind;
  if r.id is null or k.kind is null or r.kind <> p_kind or r.status <> 'approved' then
    raise exception 'This is not approved.' using errcode = 'object_not_in_prerequisite_state';
  elsif r.expires_at <= clock_timestamp() then
    raise exception 'Its time is over.' using errcode = 'object_not_in_prerequisite_state';
  elsif r.approved_by = r.asked_by or r.act is distinct from console.act_bytes(r) then
    raise exception 'It is not what two people signed.' using errcode = 'object_not_in_prerequisite_state';
  elsif r.unsigned is not null and not exists (select from site_mode where mode = 'demo') then
    raise exception 'It lacks a signature.' using errcode = 'object_not_in_prerequisite_state';
  elsif not console.counts(r.asked_by, k.ask_roles) then
    raise exception 'Whoever asked may not ask for this any more.' using errcode = 'object_not_in_prerequisite_state';
  elsif not console.counts(r.approved_by, k.approve_roles) then
    raise exception 'Whoever approved may not approve this any more.' using errcode = 'object_not_in_prerequisite_state';
  end if;
  v_unmet := console.unmet_demand(r);
  if v_unmet is not null then
    raise exception 'Not so any more: %', v_unmet using errcode = 'object_not_in_prerequisite_state';
  end if;
  -- What is changed from here on cites it.
  perform set_config('console.request', r.id::text, true);
  return r;
end
$$;

-- Every function that carries a request out ends with this, in the same transaction. No login may call it alone: an act that is
-- called done was done.
create or replace function console.finish_request(p_request uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  r console.request;
begin
  update console.request q set status = 'done', ended_at = clock_timestamp() where q.id = p_request and q.status = 'approved' returning * into r;
  if r.id is null then
    raise exception 'This is not approved.' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform set_config('console.request', '', true);
  perform console.write_audit(null, 'request_done', r.subject, r.reason, r.id, r.old_values, r.new_values);
end
$$;

-- Whether a request was carried out.
create or replace function console.is_done(p_request uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from console.request r where r.id = p_request and r.status = 'done')
$$;

-- Notes why a request cannot be carried out; it is over with that. Returns whether it was approved until now.
create or replace function console.fail_request(p_request uuid, p_because text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request;
begin
  update console.request q set status = 'failed', ended_at = clock_timestamp(), ended_because = p_because
  where q.id = p_request and q.status = 'approved' returning * into r;
  if r.id is null then
    return false;
  end if;
  perform console.write_audit(null, 'request_failed', r.subject, p_because, r.id);
  return true;
end
$$;

-- Ends the requests whose time is over; returns how many.
create or replace function console.expire_requests() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request;
  v_ended integer := 0;
begin
  for r in
    select * from console.request q where q.status in ('asked', 'approved') and q.expires_at <= clock_timestamp()
    order by q.expires_at limit 100 for update skip locked
  loop
    update console.request q set status = 'expired', ended_at = clock_timestamp() where q.id = r.id;
    perform console.write_audit(null, 'request_expired', r.subject, null, r.id);
    v_ended := v_ended + 1;
  end loop;
  return v_ended;
end
$$;

-- The client that a request is about.
create or replace function console.client_of(r console.request) returns bigint language sql immutable as $$
  select substring(r.subject from '^client (\d{1,15})$')::bigint
$$;

create or replace function console.client_is_there(p_client bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from client where id = p_client and erased_at is null)
$$;

create or replace function console.demands_of_start_reset(r console.request) returns table (demand text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values ('The account is there', console.client_is_there(console.client_of(r)))
$$;

create or replace function console.demands_of_lift_undo(r console.request) returns table (demand text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values ('The account is there', console.client_is_there(console.client_of(r))),
    ('An undo has stopped payouts', exists (select from payout_stop where client_id = console.client_of(r) and lifted_at is null))
$$;

create or replace function console.demands_of_clear_match(r console.request) returns table (demand text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values ('The account is there', console.client_is_there(console.client_of(r))),
    ('The client is taken for an excluded person',
      exists (select from person_match where client_id = console.client_of(r) and cleared_at is null))
$$;

-- A reset is a code that is sent: the caller puts it into the queue in this transaction.
create or replace function console.execute_start_reset(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_approved(p_request, 'start_reset');
  perform console.finish_request(p_request);
end
$$;

create or replace function console.execute_lift_undo(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'lift_undo');
begin
  if lift_undo(console.client_of(r), (select name from console.operator where id = r.approved_by), r.reason, r.id) = 0 then
    raise exception 'There is nothing to lift any more.' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.finish_request(r.id);
end
$$;

create or replace function console.execute_clear_match(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'clear_match');
begin
  if clear_person_match(console.client_of(r), (select name from console.operator where id = r.approved_by), r.reason, r.id) = 0 then
    raise exception 'There is nothing to clear any more.' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.finish_request(r.id);
end
$$;
