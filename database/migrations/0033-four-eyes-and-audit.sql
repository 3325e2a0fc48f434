-- What takes two operators is a stored row that both sign, and what operators do is a chain of hashes. See
-- docs/decisions/0059.

-- What can be asked for: by whom, who may approve it, and how long that may take. A subject adds its kinds.
create table console.kind (
  kind text primary key constraint kind_is_a_name check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  ask_roles console.role[] not null,
  approve_roles console.role[] not null,
  lasts interval not null constraint kind_lasts_a_while check (lasts between '1 minute' and '7 days')
);
insert into console.kind (kind, ask_roles, approve_roles, lasts) values
  ('start_reset', '{support,risk,compliance}', '{risk,compliance}', '24 hours'),
  ('lift_undo', '{support,risk,compliance}', '{risk,compliance}', '24 hours'),
  ('clear_match', '{support,risk,compliance}', '{risk,compliance}', '24 hours');

create type console.request_status as enum ('asked', 'approved', 'done', 'refused', 'withdrawn', 'expired', 'failed');

drop trigger request_is_history on console.request;
alter table console.request
  alter column kind type text using kind::text,
  add constraint request_is_of_a_kind foreign key (kind) references console.kind,
  -- how people name it: R-1
  add column number bigint generated always as identity constraint request_number_once unique,
  -- whom or what it touches: `client 42`, `draw <id>`, `payment <id>`, `operator jo`
  add column subject text,
  add column new_values jsonb not null default '{}',
  -- as whoever asked saw them
  add column old_values jsonb not null default '{}',
  -- such as the line of a provider's statement
  add column evidence text,
  -- what both sign the SHA-256 of: console.act_bytes
  add column act bytea,
  -- where both signed
  add column console_url text,
  -- the use of a passkey, as a browser gives it
  add column asked_signature jsonb,
  add column status console.request_status not null default 'asked',
  add column approved_by bigint references console.operator,
  add column approved_at timestamptz,
  add column approved_signature jsonb,
  add column approved_because text,
  -- who refused or withdrew it; nobody where the worker ended it
  add column ended_by bigint references console.operator,
  add column ended_at timestamptz,
  -- the reason of a refusal, or why it failed
  add column ended_because text,
  -- why a signature may be missing: one of the two was a demo operator, or it is older than passkeys
  add column unsigned text constraint request_unsigned_is_known check (unsigned in ('demo', 'token')),
  alter column expires_at drop default;

update console.request r set
  subject = 'client ' || r.client_id,
  unsigned = 'token',
  status = case
    when e.verdict = 'approved' then 'done'
    when e.verdict = 'refused' and e.decided_by = r.asked_by then 'withdrawn'
    when e.verdict = 'refused' then 'refused'
    else 'expired' end::console.request_status,
  approved_by = case when e.verdict = 'approved' then e.decided_by end,
  approved_at = case when e.verdict = 'approved' then e.decided_at end,
  ended_by = case when e.verdict = 'refused' then e.decided_by end,
  -- One without signatures is not carried out any more: it is asked for again.
  ended_at = coalesce(e.decided_at, least(r.expires_at, clock_timestamp()))
from console.request q left join console.request_end e on e.request_id = q.id
where q.id = r.id;

drop table console.request_end;
drop type console.verdict;
drop function if exists console.ask;
drop function if exists console.list_requests;
drop function if exists console.end_request;
drop type console.request_kind;
drop index console.request_time;
alter table console.request
  drop constraint request_id_asked_by_expires_at_key,
  drop column client_id,
  alter column subject set not null,
  add constraint request_takes_two check (approved_by <> asked_by),
  add constraint request_names_its_approval check ((approved_by is null) = (approved_at is null)),
  add constraint request_is_approved_first check (status not in ('approved', 'done', 'failed') or approved_by is not null),
  add constraint request_is_approved_in_time check (approved_at < expires_at),
  add constraint request_is_done_in_time check (status <> 'done' or ended_at < expires_at),
  add constraint request_ends_once check ((status in ('asked', 'approved')) = (ended_at is null)),
  add constraint request_names_who_ended_it check ((status in ('refused', 'withdrawn')) = (ended_by is not null)),
  add constraint request_is_withdrawn_by_whoever_asked check (status <> 'withdrawn' or ended_by = asked_by),
  add constraint request_is_signed check (
    unsigned is not null or asked_signature is not null and (approved_by is null or approved_signature is not null)
  ),
  add constraint request_has_an_act check (unsigned = 'token' or act is not null and console_url is not null),
  add constraint request_from_before_has_ended check (unsigned <> 'token' or ended_at is not null);
create index request_of_subject on console.request (subject, number);
create index request_open on console.request (expires_at, number) where status in ('asked', 'approved');
create index request_asked_by on console.request (asked_by, number);
create trigger request_has_a_life before update on console.request for each row execute function keep_request_life();
create trigger request_stays before delete on console.request for each row execute function refuse_change();

-- What a passkey is to sign, of a session and an act, once.
create table console.act_challenge (
  -- SHA-256 of the session's secret
  session_hash bytea not null,
  -- what is signed: SHA-256 of the act
  hash bytea not null constraint act_challenge_is_of_the_act check (hash = sha256(act)),
  act bytea not null,
  request_id uuid not null,
  purpose text not null constraint act_challenge_purpose_known check (purpose in ('ask', 'approve')),
  expires_at timestamptz not null,
  -- when a signature came in, right or wrong
  used_at timestamptz,
  primary key (session_hash, hash)
);
create index act_challenge_time on console.act_challenge (expires_at);

-- Acts that took two name their request, so that one without is found.
alter table person_match
  add column request_id uuid references console.request,
  -- or the document that showed that the client is another person
  add column check_id uuid;
alter table payout_stop add column request_id uuid references console.request;
drop function if exists clear_person_match(bigint, text, text);
drop function if exists lift_undo(bigint, text, text);

-- The audit: each record's hash is that of the hash before and its exact bytes. console.write_audit alone adds to it.
drop index console.audit_of_client;
alter table console.audit rename to former_audit;
alter table console.former_audit rename constraint audit_pkey to former_audit_pkey;
drop function if exists console.write_audit;
create table console.audit (
  number bigint primary key,
  -- these repeat the record, for look-ups
  at timestamptz not null,
  -- nobody where the worker acted
  operator_id bigint references console.operator,
  act text not null constraint audit_act_is_a_name check (act ~ '^[a-z]+(_[a-z]+)*$'),
  subject text,
  request_id uuid references console.request,
  -- JSON: at, who, session, address, act, subject, before, after, reason, request
  record bytea not null,
  hash bytea not null constraint audit_hash_once unique
);
create index audit_subject on console.audit (subject, number);
-- `operator`, of `operator jo`
create index audit_about on console.audit (split_part(subject, ' ', 1), number);
create index audit_operator on console.audit (operator_id, number);
create index audit_act on console.audit (act, number);
create index audit_at on console.audit (at, number);
-- acts that take two
create index audit_of_two on console.audit (number) where request_id is not null;
create index audit_request on console.audit (request_id, number) where request_id is not null;

-- The newest line, locked by whoever writes the next one.
create table console.audit_head (
  is_head boolean primary key default true constraint audit_has_one_head check (is_head),
  number bigint not null,
  hash bytea not null
);
insert into console.audit_head (number, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The lines from before, in their order. They name no session and no address.
do $$
declare
  l record;
  v_record bytea;
  v_number bigint := 0;
  v_hash bytea := decode(repeat('00', 32), 'hex');
begin
  for l in
    select a.*, o.name, 'client ' || a.client_id as subject
    from console.former_audit a join console.operator o on o.id = a.operator_id order by a.number
  loop
    v_record := convert_to(jsonb_build_object(
      'at', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'who', l.name, 'session', null,
      'address', null, 'act', l.act, 'subject', l.subject, 'before', null, 'after', nullif(l.detail, '{}'),
      'reason', l.reason, 'request', l.request_id)::text, 'UTF8');
    v_number := v_number + 1;
    v_hash := sha256(v_hash || v_record);
    insert into console.audit (number, at, operator_id, act, subject, request_id, record, hash)
    values (v_number, l.at, l.operator_id, l.act, l.subject, l.request_id, v_record, v_hash);
  end loop;
  update console.audit_head set number = v_number, hash = v_hash;
end
$$;
drop table console.former_audit;

create trigger audit_continues before insert on console.audit for each row execute function continue_audit();
create trigger audit_is_history before update or delete on console.audit for each row execute function refuse_change();
create trigger audit_is_kept before truncate on console.audit for each statement execute function refuse_change();
create trigger audit_head_follows before update on console.audit_head for each row execute function keep_audit_head();
create trigger audit_head_stays before delete on console.audit_head for each row execute function refuse_change();
create trigger audit_head_is_kept before truncate on console.audit_head for each statement execute function refuse_change();

-- Heads that the operator's key signed, so that whoever keeps one can tell whether the lines before it have changed.
create table console.signed_head (
  number bigint primary key references console.audit,
  hash bytea not null,
  -- milliseconds since 1970, as they are signed
  at_ms bigint not null,
  operator_key bytea not null,
  signature bytea not null constraint signed_head_is_signed check (octet_length(signature) = 64)
);
create trigger signed_head_is_history before update or delete on console.signed_head for each row execute function refuse_change();
create trigger signed_head_is_kept before truncate on console.signed_head for each statement execute function refuse_change();

-- How the last look over the chain ended.
create table console.audit_check (
  is_last boolean primary key default true constraint audit_check_is_one check (is_last),
  checked_at timestamptz not null,
  lines bigint not null,
  took_ms integer not null,
  -- the first line that is wrong, and why
  wrong_number bigint,
  wrong_because text
);

-- Who looked at whom: each player that was opened, each field that was shown unmasked.
create table console.view_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  operator_id bigint not null references console.operator,
  session text,
  address text,
  subject text not null,
  what text not null,
  why text
);
create index view_log_operator on console.view_log (operator_id, id);
create index view_log_subject on console.view_log (subject, id);
create index view_log_at on console.view_log (at, id);
create trigger view_log_is_history before update or delete on console.view_log for each row execute function refuse_change();
create trigger view_log_is_kept before truncate on console.view_log for each statement execute function refuse_change();

-- The days whose looks are in the audit, each by one hash.
create table console.view_digest (
  day date primary key,
  looks bigint not null,
  hash bytea not null,
  audit_number bigint not null references console.audit
);
create trigger view_digest_is_history before update or delete on console.view_digest for each row execute function refuse_change();
create trigger view_digest_is_kept before truncate on console.view_digest for each statement execute function refuse_change();

-- Operators: functions/operators-people.sql.
insert into console.kind (kind, ask_roles, approve_roles, lasts) values
  ('operator_add', '{admin}', '{compliance,admin}', '24 hours'),
  ('operator_roles', '{admin}', '{compliance,admin}', '24 hours'),
  ('operator_passkey', '{admin}', '{compliance,admin}', '24 hours');
