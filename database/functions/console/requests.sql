-- Requests: acts that take two operators. See docs/decisions/0059.
--
-- A request is a stored row. Whoever asks and whoever approves sign the SHA-256 of its bytes with a passkey, and the worker carries it out
-- from the row, after it has looked at both signatures again. The console's login writes requests and approvals and carries nothing out;
-- the worker's login does the opposite.
--
-- Locks: operators (shared), then the request, then what it is about, then the head of the audit.

-- The bytes whose SHA-256 both sign: the tag `izi.act.v1`, with zero bytes to 16, then JSON in UTF-8. It names the site on which it is
-- signed, so that a signature can be checked without any setting.
create or replace function console.act_bytes(r console.request) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select 'izi.act.v1'::bytea || '\x000000000000'::bytea || convert_to(jsonb_build_object(
    'id', r.id, 'kind', r.kind, 'subject', r.subject, 'new', r.new_values, 'old', r.old_values, 'reason', r.reason,
    'evidence', r.evidence, 'askedBy', (select o.name from console.operator o where o.id = r.asked_by),
    'expiresAt', console.audit_time(r.expires_at), 'console', r.console_url
  )::text, 'UTF8')
$$;

-- The preconditions of a request of this kind, and whether each is met now, in the order of its description
-- (contract/operator/requests.ts). console.checks_of_<kind> answers `code` and `met`, and `params` where the words of a code need them.
-- They are looked at when it is asked for, approved and carried out. A kind without this function cannot be asked for. A request is refused
-- while an equal one is open; that is checked while it has no number.
create or replace function console.checks(r console.request) returns table (code text, met boolean, params jsonb)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query execute format($query$
    select d.one ->> 'code', (d.one ->> 'met')::boolean is true, nullif(d.one -> 'params', 'null')
    from (select to_jsonb(c) as one from console.%I($1) c) d
  $query$, 'checks_of_' || r.kind) using r;
  if r.number is null then
    return query
      select 'not_asked_already', o.number is null, case when o.number is not null then jsonb_build_object('number', o.number) end
      from (values (true)) one left join lateral (
        select q.number from console.request q
        where q.subject = r.subject and q.kind = r.kind and q.status in ('asked', 'approved') and q.expires_at > clock_timestamp()
          and console.sameness(q) = console.sameness(r)
        order by q.number limit 1
      ) o on true;
  end if;
end
$$;

-- The values by which requests of one kind about one subject differ. A draw is called off once, a payment is decided and made up for once,
-- and a transfer is recorded once, whatever is said of it, the outcome and the amount.
create or replace function console.sameness(r console.request) returns jsonb language sql immutable as $$
  select case
    when r.kind in ('decide_payment', 'call_off_draw') then '{}'
    when r.kind = 'adjust' and r.new_values ? 'payment' then jsonb_build_object('payment', r.new_values -> 'payment')
    when r.kind = 'top_up' then jsonb_build_object('transfer', lower(r.new_values ->> 'transfer'))
    when r.kind = 'raise_cap' then r.new_values - 'amount'
    else r.new_values - 'told'
  end
$$;

-- Further facts about the effect of a request, as they are now: console.facts_of_<kind>, where a kind has some.
create or replace function console.facts(r console.request) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_facts jsonb;
begin
  if to_regprocedure(format('console.%I(console.request)', 'facts_of_' || r.kind)) is not null then
    execute format('select console.%I($1)', 'facts_of_' || r.kind) into v_facts using r;
  end if;
  return coalesce(v_facts, '{}');
end
$$;

-- The first check that is not met, as {"code", "params"}; null where all are.
create or replace function console.unmet_check(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object('code', c.code, 'params', c.params))
  from console.checks(r) with ordinality as c (code, met, params, place) where not c.met order by c.place limit 1
$$;

-- A request with the present values, and with the values that the database adds: console.complete_<kind>, where a kind has values before or
-- after; it sets expires_at to the moment from which it cannot be done any more. Null where there is nothing of the kind that it is about.
create or replace function console.complete(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_client bigint := console.client_of(r);
begin
  if v_client is not null and not console.client_is_there(v_client) then
    return null;
  end if;
  r.old_values := '{}';
  if to_regprocedure(format('console.%I(console.request)', 'complete_' || r.kind)) is not null then
    execute format('select * from console.%I($1)', 'complete_' || r.kind) into r using r;
  end if;
  return r;
end
$$;

-- Stores a request that may be asked for.
create or replace function console.keep_request(p_operator console.operator, r console.request) returns console.request
language plpgsql set search_path = public, pg_temp as $$
begin
  perform console.require_read(p_operator, console.client_of(r));
  insert into console.request (
    id, kind, subject, new_values, old_values, reason, evidence, asked_by, expires_at, act, console_url, asked_signature, unsigned, facts
  ) values (
    r.id, r.kind, r.subject, r.new_values, r.old_values, r.reason, r.evidence, p_operator.id, r.expires_at, r.act, r.console_url,
    r.asked_signature, case when r.asked_signature is null then 'demo' end, console.facts(r)
  ) returning * into r;
  perform console.write_audit(p_operator, 'request_made', r.subject, r.reason, r.id, r.old_values, r.new_values);
  return r;
end
$$;

-- The complete request of an operator. What the asker's own screen has shown is above what is now.
create or replace function console.read_request(
  p_operator console.operator, p_kind text, p_subject text, p_new jsonb, p_seen jsonb, p_reason text, p_evidence text, p_console_url text
) returns console.request
language plpgsql set search_path = public, pg_temp as $$
declare
  r console.request;
begin
  r.kind := p_kind;
  r.subject := p_subject;
  r.new_values := p_new;
  r.reason := p_reason;
  r.evidence := p_evidence;
  r.asked_by := p_operator.id;
  r.console_url := p_console_url;
  -- Notes on a player have to be read first.
  perform console.require_read(p_operator, console.client_of(r));
  r := console.complete(r);
  r.old_values := r.old_values || coalesce(p_seen, '{}');
  return r;
end
$$;

-- The request as it would be if it were asked for now: its subject, before, after, its checks, its approvers and its end. Null where there
-- is nothing of the kind that it is about.
create or replace function console.try_request(
  p_session text, p_kind text, p_subject text, p_new jsonb, p_seen jsonb, p_evidence text default null
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  k console.kind := (select one from console.kind one where one.kind = p_kind);
  o console.operator := console.require_role(p_session, k.ask_roles);
  r console.request := console.read_request(o, p_kind, p_subject, p_new, p_seen, null, p_evidence, null);
begin
  if r.kind is null then
    return null;
  end if;
  return jsonb_build_object('subject', r.subject, 'newValues', r.new_values, 'oldValues', r.old_values, 'facts', console.facts(r),
    'checks', console.list_checks(r), 'approvers', k.approve_roles,
    'expiresAt', console.instant(least(r.expires_at, clock_timestamp() + k.lasts)));
end
$$;

-- The checks of a request as they are now: [{"code", "met", "params"}].
create or replace function console.list_checks(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'met', c.met, 'params', c.params) order by c.place), '[]')
  from console.checks(r) with ordinality as c (code, met, params, place)
$$;

-- Asks for an act that takes two. Without a signature it has the bytes of the request signed within five minutes, in this session
-- alone; with one, what is asked for is given again, and must be what was signed. A demo operator signs nothing, and has asked at once.
--
-- Returns `sign` with the bytes, or `asked`; or the reason against it: `not_there`, `unmet` with the check in `detail`, `over` (the
-- challenge), `changed` (what was signed is something else, or what it was made from has changed).
create or replace function console.make_request(
  p_session text, p_kind text, p_subject text, p_new jsonb, p_seen jsonb, p_reason text, p_evidence text, p_console_url text,
  p_hash bytea, p_signature jsonb, out outcome text, out detail text, out id uuid, out act bytea
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, (select k.ask_roles from console.kind k where k.kind = p_kind));
  c console.act_challenge;
  r console.request;
begin
  -- When two ask for the same at once, the second one sees the first.
  lock table mutex.requests in exclusive mode;
  if p_hash is not null then
    c := console.end_challenge(p_session, p_hash, 'ask');
    if c.hash is null then
      outcome := 'over';
      return;
    end if;
  end if;
  r := console.read_request(o, p_kind, p_subject, p_new, p_seen, p_reason, p_evidence, p_console_url);
  if r.kind is null then
    outcome := 'not_there';
    return;
  end if;
  if c.hash is null then
    r.id := gen_random_uuid();
    r.expires_at := least(r.expires_at, clock_timestamp() + (select k.lasts from console.kind k where k.kind = p_kind));
  else
    r.id := c.request_id;
    r.expires_at := (convert_from(substr(c.act, 17), 'UTF8')::jsonb ->> 'expiresAt')::timestamptz;
  end if;
  r.act := console.act_bytes(r);
  r.asked_signature := p_signature;
  if r.act <> c.act then
    outcome := 'changed';
    return;
  end if;
  detail := console.unmet_check(r)::text;
  if detail is not null then
    outcome := 'unmet';
    return;
  end if;
  id := r.id;
  act := r.act;
  if o.demo or c.hash is not null then
    perform console.keep_request(o, r);
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
  o console.operator := console.require(p_session, 'decideRequest');
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
  o console.operator := console.require(p_session, 'decideRequest');
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
  o console.operator := console.require(p_session, 'decideRequest');
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

-- The challenge of this session that was just answered, which this call uses up. Null where there is none.
create or replace function console.end_challenge(p_session text, p_hash bytea, p_purpose text) returns console.act_challenge
language sql set search_path = public, pg_temp as $$
  delete from console.act_challenge
  where session_hash = sha256(convert_to(p_session, 'UTF8')) and hash = p_hash and purpose = p_purpose
    and used_at is not null and expires_at > clock_timestamp()
  returning *
$$;

-- A request as it is now: its time may be over before the worker has noted it.
create or replace function console.status_now(r console.request) returns console.request_status
language sql stable set search_path = public, pg_temp as $$
  select case when r.status in ('asked', 'approved') and r.expires_at <= clock_timestamp() then 'expired' else r.status end
$$;

-- The request that waits to end a stop, or to raise a cap. It has no search path of its own, so that it becomes part of the statement.
create or replace function console.waiting_request(p_kind text, p_subject text, p_of text) returns table (id uuid) language sql stable as $$
  select r.id from console.request r
  where r.kind = p_kind and r.subject = p_subject and r.status in ('asked', 'approved') and r.expires_at > statement_timestamp()
    and coalesce(r.new_values ->> 'stop', r.old_values ->> 'cap') = p_of
  order by r.number desc limit 1
$$;

-- Whether an operator counts for an act of these roles, now. A role that was taken counts no more.
create or replace function console.counts(p_operator bigint, p_roles console.role[]) returns boolean
language sql volatile set search_path = public, pg_temp as $$
  select exists (
    select from console.operator o where o.id = p_operator and o.disabled_at is null and o.roles && p_roles for share
  )
$$;

-- The reason why an operator cannot approve a request; null where the operator can. `not_there`, `over`, `own`, `too_new`, `asker` (who
-- asked may not any more), `unmet`. The role has been looked at.
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
    -- A check may be about who approves.
    r.approved_by := p_operator.id;
    detail := console.unmet_check(r)::text;
    if detail is not null then
      outcome := 'unmet';
    end if;
  end if;
end
$$;

-- Prepares an approval: the operator signs the bytes of the request, within five minutes, in this session alone.
--
-- Returns `sign` with the bytes, `demo` for a demo operator, who signs nothing; `not_there`, or the reason against it (above).
create or replace function console.prepare_approval(
  p_session text, p_request uuid, out outcome text, out detail text, out act bytea
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require(p_session, 'decideRequest');
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
-- Returns `approved`; `not_there`, `challenge_over`, or the reason against it (above).
create or replace function console.approve_request(
  p_session text, p_request uuid, p_because text, p_signature jsonb, out outcome text, out detail text
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require(p_session, 'decideRequest');
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
-- Returns `refused` or `withdrawn`; or the reason against it: `not_there`, `over`, `own` (to be withdrawn), `not_own` (to be refused).
create or replace function console.end_request(p_session text, p_request uuid, p_verdict text, p_because text, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'decideRequest');
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
  select p_operator.roles && (k.ask_roles || k.approve_roles) or console.may(p_operator, 'allRequests')
$$;

-- A request as lists show it to an operator.
create or replace function console.request_item(r console.request, o console.operator) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', r.id, 'number', r.number, 'kind', r.kind, 'subject', r.subject, 'status', console.status_now(r),
    'reason', r.reason, 'askedBy', (select a.name from console.operator a where a.id = r.asked_by), 'askedAt', console.instant(r.asked_at),
    'expiresAt', console.instant(r.expires_at), 'endedAt', console.instant(r.ended_at), 'endedBecause', r.ended_because,
    'failure', case when r.status = 'failed' then console.failure_of(r.ended_because) end, 'own', r.asked_by = o.id,
    'drawsAt', (select console.instant(d.draws_at) from draw d where d.id = console.draw_of(r.subject)))
$$;

-- Requests: `mine`, those `for_me` to approve (the one that ends first comes first), or `all` (the newest first). `p_last` is the
-- number of the one that was seen last.
create or replace function console.list_requests(
  p_session text, p_whose text, p_kinds text[], p_states text[], p_subject text, p_last bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'listRequests');
begin
  if p_whose = 'for_me' then
    return query
      select console.request_item(r, o), r.number::text
      from console.request r join console.kind k on k.kind = r.kind
      where r.status = 'asked' and r.expires_at > clock_timestamp() and r.asked_by <> o.id and o.roles && k.approve_roles
        and (p_kinds is null or r.kind = any (p_kinds))
        and (p_subject is null or r.subject = p_subject)
        and (p_last is null or (r.expires_at, r.number) > (select l.expires_at, l.number from console.request l where l.number = p_last))
      order by r.expires_at, r.number limit p_most;
    return;
  end if;
  return query
    select console.request_item(r, o), r.number::text
    from console.request r join console.kind k on k.kind = r.kind
    where (p_last is null or r.number < p_last)
      and (r.asked_by = o.id or p_whose = 'all' and console.sees_requests(o, k))
      and (p_kinds is null or r.kind = any (p_kinds))
      and (p_states is null or console.status_now(r)::text = any (p_states))
      and (p_subject is null or r.subject = p_subject)
    order by r.number desc limit p_most;
end
$$;

-- Opens a request: all that an operator sees of it. The first time that somebody else than its author opens it is written down. Null
-- where there is none that this operator may see.
create or replace function console.open_request(p_session text, p_request uuid) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'getRequest');
  r console.request;
  k console.kind;
  v_now jsonb;
begin
  select * into r from console.request q where q.id = p_request;
  select * into k from console.kind q where q.kind = r.kind;
  if r.id is null or r.asked_by <> o.id and not console.sees_requests(o, k) then
    return null;
  end if;
  if r.asked_by <> o.id and not exists (
    select from console.audit a where a.request_id = r.id and a.operator_id = o.id and a.act = 'request_opened'
  ) then
    perform console.write_audit(o, 'request_opened', r.subject, null, r.id);
  end if;
  v_now := console.request_now(r, k, o);
  return console.request_item(r, o) || jsonb_build_object('newValues', r.new_values, 'oldValues', r.old_values, 'evidence', r.evidence,
    'act', encode(r.act, 'hex'),
    'askedWith', (
      select p.name from console.passkey p
      where p.operator_id = r.asked_by
        and translate(encode(p.credential_id, 'base64'), E'+/=\n', '-_') = r.asked_signature ->> 'id'
    ),
    'askedLately', (
      select count(*) from console.request q
      where q.asked_by = r.asked_by and q.kind = r.kind and q.number <> r.number and q.asked_at between r.asked_at - interval '30 days' and r.asked_at
    ),
    'unsigned', r.unsigned, 'approvedBy', (select a.name from console.operator a where a.id = r.approved_by),
    'approvedAt', console.instant(r.approved_at), 'approvedBecause', r.approved_because,
    'endedBy', (select a.name from console.operator a where a.id = r.ended_by),
    'mayApprove', r.asked_by <> o.id and o.roles && k.approve_roles and console.status_now(r) = 'asked' and o.approves_from <= clock_timestamp(),
    'nowValues', v_now -> 'oldValues', 'facts', r.facts, 'nowFacts', v_now -> 'facts', 'checks', coalesce(v_now -> 'checks', '[]'),
    -- The events of the request so far: the lines of the audit about it.
    'events', array(
      select jsonb_build_object('number', a.number, 'at', console.instant(a.at), 'who', coalesce(w.name, 'worker'),
        'act', a.act, 'reason', convert_from(a.record, 'UTF8')::jsonb ->> 'reason')
      from console.audit a left join console.operator w on w.id = a.operator_id where a.request_id = r.id order by a.number
    ));
end
$$;

-- Why a request failed: a code, after a space its parameters (server/operator-work/carry-out.ts). Null where it is a sentence.
create or replace function console.failure_of(p_because text) returns jsonb language sql immutable as $$
  select case
    when position(' ' in p_because) = 0 then jsonb_build_object('code', p_because, 'params', null)
    when split_part(p_because, ' ', 2) like '{%' then
      jsonb_build_object('code', split_part(p_because, ' ', 1), 'params', substr(p_because, position(' ' in p_because) + 1)::jsonb)
  end
$$;

-- A request as things are now, for the operator who opens it: before, as the asker would see it, and the checks; null once it is over.
create or replace function console.request_now(r console.request, k console.kind, o console.operator) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare
  v_checks jsonb;
begin
  if console.status_now(r) not in ('asked', 'approved') then
    return null;
  end if;
  if r.status = 'asked' and r.asked_by <> o.id and o.roles && k.approve_roles then
    -- Checks the request as if this operator had approved it.
    r.approved_by := o.id;
  end if;
  select console.list_checks(r) || jsonb_agg(jsonb_build_object('code', c.code, 'met', c.met, 'params', null)) into v_checks
  from (values
    ('asker_may_ask', true, console.counts(r.asked_by, k.ask_roles)),
    ('request_open', true, true),
    ('not_own_request', r.status = 'asked' and r.asked_by <> o.id, true),
    ('role_approves', r.status = 'asked' and r.asked_by <> o.id, o.roles && k.approve_roles),
    ('operator_for_a_day', r.status = 'asked' and r.asked_by <> o.id, o.approves_from <= clock_timestamp()),
    ('somebody_else_approves', r.status = 'asked' and r.asked_by = o.id, false)
  ) c (code, counts, met) where c.counts;
  return jsonb_build_object('oldValues', (console.complete(r)).old_values, 'facts', console.facts(r), 'checks', v_checks);
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

-- The checks once more, after their subject is locked. The raised error is the code, with its parameters in the detail.
create or replace function console.require_checks(r console.request) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_unmet jsonb := console.unmet_check(r);
begin
  if v_unmet is not null then
    raise exception '%', v_unmet ->> 'code'
      using errcode = 'object_not_in_prerequisite_state', detail = coalesce(v_unmet ->> 'params', '');
  end if;
end
$$;

-- Every function that carries a request out begins with this: it locks the request, and raises unless two different operators
-- whose roles still count have asked for it and approved it, it is in time and not done, and all checks are met.
--
-- A check can change until what it is about is locked, so the function looks again after it has locked that.
create or replace function console.require_approved(p_request uuid, p_kind text) returns console.request
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request;
  k console.kind;
begin
  select * into r from console.request q where q.id = p_request for update;
  select * into k from console.kind q where q.kind = p_kind;
  if r.id is null or k.kind is null or r.kind <> p_kind or r.status <> 'approved' then
    raise exception 'not_approved' using errcode = 'object_not_in_prerequisite_state';
  elsif r.expires_at <= clock_timestamp() then
    raise exception 'time_over' using errcode = 'object_not_in_prerequisite_state';
  elsif r.approved_by = r.asked_by or r.act is distinct from console.act_bytes(r) then
    raise exception 'not_what_was_signed' using errcode = 'object_not_in_prerequisite_state';
  elsif r.unsigned is not null and not exists (select from site_mode where mode = 'demo') then
    raise exception 'signature_missing' using errcode = 'object_not_in_prerequisite_state';
  elsif not console.counts(r.asked_by, k.ask_roles) then
    raise exception 'asker_may_not' using errcode = 'object_not_in_prerequisite_state';
  elsif not console.counts(r.approved_by, k.approve_roles) then
    raise exception 'approver_may_not' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.require_checks(r);
  -- Triggers that record later changes of this transaction name the request by this setting.
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
    raise exception 'not_approved' using errcode = 'object_not_in_prerequisite_state';
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

-- Notes why a request cannot be carried out, as a code; it is over with that. Returns whether it was open until now.
create or replace function console.fail_request(p_request uuid, p_because text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request;
begin
  update console.request q set status = 'failed', ended_at = clock_timestamp(), ended_because = p_because
  where q.id = p_request and q.status in ('asked', 'approved') returning * into r;
  if r.id is null then
    return false;
  end if;
  perform console.write_audit(null, 'request_failed', r.subject, p_because, r.id);
  return true;
end
$$;

-- Whether a check that is not met now never will be, so that its request is closed.
create or replace function console.is_for_good(p_check text) returns boolean language sql immutable as $$
  select p_check in (
    'account_exists', 'all_that_is_new', 'all_that_is_set', 'amount_unchanged', 'begins_ahead', 'cap_unchanged', 'closes_in_a_minute',
    'draw_held', 'draw_on_sale', 'draw_open', 'entry_exists', 'locked', 'newest_unchanged', 'operator_in', 'operator_invited',
    'opinion_unchanged', 'payment_still', 'payments_stopped', 'payouts_stopped', 'person_matched', 'roles_as_invited', 'roles_as_seen', 'sales_stopped',
    'something_new', 'withdrawal_held', 'withdrawals_stopped'
  )
$$;

-- Ends the requests whose time is over, and those that can never be done any more, with the check that says so; returns how many.
create or replace function console.expire_requests() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request;
  v_because text;
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
  -- Only open requests are ended here: an approved one fails when it is carried out.
  for r in select * from console.request q where q.status = 'asked' and q.expires_at > clock_timestamp() order by q.number loop
    select concat_ws(' ', c.code, c.params) into v_because
    from console.checks(r) with ordinality as c (code, met, params, place)
    where not c.met and console.is_for_good(c.code) order by c.place limit 1;
    if found and console.fail_request(r.id, v_because) then
      v_ended := v_ended + 1;
    end if;
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

create or replace function console.checks_of_start_reset(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values ('account_exists', console.client_is_there(console.client_of(r)))
$$;

create or replace function console.checks_of_lift_undo(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values ('account_exists', console.client_is_there(console.client_of(r))),
    ('payouts_stopped', exists (select from payout_stop where client_id = console.client_of(r) and lifted_at is null))
$$;

create or replace function console.checks_of_clear_match(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values ('account_exists', console.client_is_there(console.client_of(r))),
    ('person_matched',
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
    raise exception 'payouts_stopped' using errcode = 'object_not_in_prerequisite_state';
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
    raise exception 'person_matched' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.finish_request(r.id);
end
$$;
