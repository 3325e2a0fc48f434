-- Operators: how they come in, what takes two of them, the audit and the log of who looked at whom. Clients have no part in these tables.

create schema console;

create type console.role as enum ('support', 'payments', 'draws', 'risk', 'compliance', 'auditor', 'admin');

create table console.operator (
  id bigint generated always as identity primary key,
  name text not null constraint operator_name_once unique
    constraint operator_name_is_plain check (name ~ '^[a-z][a-z0-9.-]{1,39}$'),
  -- whoever checks does not act
  roles console.role[] not null constraint operator_has_few_roles check (
    cardinality(roles) = 1 or cardinality(roles) = 2 and not roles && '{auditor,admin}' and roles[1] <> roles[2]
  ),
  created_at timestamptz not null default clock_timestamp(),
  -- a new operator is no second pair of eyes yet
  approves_from timestamptz not null default clock_timestamp() + interval '24 hours',
  -- a row that stays: what the operator did names it
  disabled_at timestamptz,
  -- made by a demonstration, where anybody may be an operator; production does not start beside one
  demo boolean not null default false,
  -- what the operator's authenticators know the operator by
  handle bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    constraint operator_handle_once unique,
  -- nobody signs in earlier: all ways in are set, and two operators have approved it or the owner of the tables has made it
  active_at timestamptz,
  -- Lines of the audit that no operator wrote are by the worker, the console or the owner of the tables, and no operator is called so.
  constraint operator_is_somebody check (name not in ('worker', 'console', 'owner'))
);
create trigger operator_leaves_a_trace after insert or update on console.operator for each row execute function trace_operator();
alter table console.operator enable always trigger operator_leaves_a_trace;

create table console.passkey (
  id uuid not null primary key default gen_random_uuid(),
  operator_id bigint not null references console.operator,
  credential_id bytea not null constraint console_passkey_once unique,
  -- one key is never two operators', under whatever credential
  public_key bytea not null constraint console_passkey_key_once unique,
  transports text[] not null,
  counter bigint not null,
  name text not null constraint console_passkey_is_named check (name <> ''),
  created_at timestamptz not null default clock_timestamp(),
  -- it signs nothing earlier
  active_at timestamptz,
  last_used_at timestamptz,
  removed_at timestamptz
);
create index console_passkey_of_operator on console.passkey (operator_id);
create trigger passkey_leaves_a_trace after insert or update on console.passkey for each row execute function trace_passkey();
alter table console.passkey enable always trigger passkey_leaves_a_trace;

-- The way in of operators who never approve: a password, and the codes of an app, each once.
create table console.password (
  operator_id bigint not null primary key references console.operator,
  -- argon2id, as a PHC string
  hash text not null,
  totp_sealed bytea not null,
  -- the step of the code that was used last; null until the app was tried
  last_step bigint,
  created_at timestamptz not null default clock_timestamp(),
  active_at timestamptz constraint password_has_an_app check (active_at is null or last_step is not null)
);
create trigger password_leaves_a_trace after insert or update on console.password for each row execute function trace_password();
alter table console.password enable always trigger password_leaves_a_trace;

-- Wrong passwords of operators are counted by address and name, and lock the password alone. See docs/decisions/0102.
create table console.password_try (
  -- `address <network>`, `address <network> name <name>`, `name <name>`.
  subject text primary key,
  began_at timestamptz not null default clock_timestamp(),
  tries integer not null default 1 check (tries >= 0)
);
create index password_try_at on console.password_try (began_at);

-- A session, from a sign-in or from a link. It stays when it has ended, so that whoever still uses it is told apart from nobody.
create type console.session_stage as enum ('setup', 'full');

create table console.session (
  id uuid not null primary key default gen_random_uuid(),
  -- SHA-256 of the secret in the cookie
  hash bytea not null constraint console_session_once unique,
  operator_id bigint not null references console.operator,
  -- of a link: only to set passkeys or a password
  stage console.session_stage not null,
  -- of a setup: the ways in that are set count at once, because the owner of the tables made the link
  direct boolean not null default false,
  -- passkey, password, link or demo
  signed_in_with text not null,
  address text not null,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- what an authenticator has to sign in this session to add a passkey
  nonce bytea,
  nonce_expires_at timestamptz
);
create index console_session_of_operator on console.session (operator_id, created_at);
create index console_session_time on console.session (expires_at);

-- Sessions that were ended because they held up others: see docs/decisions/0100. For the operators' alarm.
create table console.ended_session (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- who had signed in to the database
  login text not null,
  application text not null,
  -- what it had done: see end_harmful_sessions
  because text not null
);
create index ended_session_at on console.ended_session (at);

-- A link that lets an operator in once, to set passkeys or a password.
create table console.link (
  -- SHA-256 of the secret in it
  hash bytea not null primary key,
  operator_id bigint not null references console.operator,
  direct boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_of_operator on console.link (operator_id);

-- What an authenticator has to sign to sign in, once.
create table console.sign_in (
  id uuid not null primary key default gen_random_uuid(),
  nonce bytea not null,
  expires_at timestamptz not null
);
create index sign_in_time on console.sign_in (expires_at);

-- What can be asked for: by whom, who may approve it, and how long that may take. functions/console/kinds.sql has the rows.
create table console.kind (
  kind text primary key constraint kind_is_a_name check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  ask_roles console.role[] not null,
  approve_roles console.role[] not null,
  lasts interval not null constraint kind_lasts_a_while check (lasts between '1 minute' and '7 days')
);

create type console.request_status as enum ('asked', 'approved', 'done', 'refused', 'withdrawn', 'expired', 'failed');

-- What one operator asks for and another one approves: a stored row that both sign. The act is carried out from it. See
-- docs/decisions/0059.
create table console.request (
  id uuid not null primary key default gen_random_uuid(),
  kind text not null,
  reason text not null constraint request_has_a_reason check (reason <> ''),
  asked_by bigint not null references console.operator,
  asked_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- how people name it: R-1
  number bigint generated always as identity constraint request_number_once unique,
  -- whom or what it touches: `client 42`, `draw <id>`, `payment <id>`, `operator jo`
  subject text not null,
  new_values jsonb not null default '{}',
  -- as whoever asked saw them
  old_values jsonb not null default '{}',
  -- such as the line of a provider's statement
  evidence text,
  -- what both sign the SHA-256 of: console.act_bytes
  act bytea,
  -- where both signed
  console_url text,
  -- the use of a passkey, as a browser gives it
  asked_signature jsonb,
  status console.request_status not null default 'asked',
  approved_by bigint references console.operator,
  approved_at timestamptz,
  approved_signature jsonb,
  approved_because text,
  -- who refused or withdrew it; nobody where the worker ended it
  ended_by bigint references console.operator,
  ended_at timestamptz,
  -- the reason of a refusal, or why it failed
  ended_because text,
  -- why a signature may be missing: one of the two was a demo operator. No request of this version has `token`
  unsigned text constraint request_unsigned_is_known check (unsigned in ('demo', 'token')),
  constraint request_is_of_a_kind foreign key (kind) references console.kind,
  constraint request_takes_two check (approved_by <> asked_by),
  constraint request_names_its_approval check ((approved_by is null) = (approved_at is null)),
  constraint request_is_approved_first check (status not in ('approved', 'done', 'failed') or approved_by is not null),
  constraint request_is_approved_in_time check (approved_at < expires_at),
  constraint request_is_done_in_time check (status <> 'done' or ended_at < expires_at),
  constraint request_ends_once check ((status in ('asked', 'approved')) = (ended_at is null)),
  constraint request_names_who_ended_it check ((status in ('refused', 'withdrawn')) = (ended_by is not null)),
  constraint request_is_withdrawn_by_whoever_asked check (status <> 'withdrawn' or ended_by = asked_by),
  constraint request_is_signed check (
    unsigned is not null or asked_signature is not null and (approved_by is null or approved_signature is not null)
  ),
  constraint request_has_an_act check (unsigned = 'token' or act is not null and console_url is not null),
  constraint request_from_before_has_ended check (unsigned <> 'token' or ended_at is not null)
);
create index request_of_subject on console.request (subject, number);
create index request_open on console.request (expires_at, number) where status in ('asked', 'approved');
create index request_asked_by on console.request (asked_by, number);
create trigger request_is_kept before truncate on console.request for each statement execute function refuse_change();
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

-- Every act: each record's hash is that of the hash before and its exact bytes. console.write_audit alone adds to it.
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
-- An admin sees lines about operators, some of which no operator wrote.
create index audit_of_nobody_about_operators on console.audit (number)
  where operator_id is null and split_part(subject, ' ', 1) = 'operator';
-- What somebody did of one kind: without it, where they never did it, a list would read all of their lines in search of one.
create index audit_act_by on console.audit (act, operator_id, number);
-- Which acts are whose: the worker's are none of an operator's.
create statistics console.audit_who_acts (mcv) on operator_id, act from console.audit;
create trigger audit_continues before insert on console.audit for each row execute function continue_audit();
create trigger audit_is_history before update or delete on console.audit for each row execute function refuse_change();
create trigger audit_is_kept before truncate on console.audit for each statement execute function refuse_change();

-- The newest line, locked by whoever writes the next one.
create table console.audit_head (
  is_head boolean primary key default true constraint audit_has_one_head check (is_head),
  number bigint not null,
  hash bytea not null
);
create trigger audit_head_follows before update on console.audit_head for each row execute function keep_audit_head();
create trigger audit_head_stays before delete on console.audit_head for each row execute function refuse_change();
create trigger audit_head_is_kept before truncate on console.audit_head for each statement execute function refuse_change();
insert into console.audit_head (number, hash) values (0, decode(repeat('00', 32), 'hex'));

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

-- The views of players by operators: each player that was opened, each field that was shown unmasked.
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

-- What only two operators may change leaves a trace, whoever changes it and however: functions/console/traces.sql compares each with
-- its request. See docs/audit.md.
create table console.trace (
  number bigint generated always as identity primary key,
  kind text not null references console.kind,
  subject text not null,
  at timestamptz not null default clock_timestamp(),
  -- what became so, of operators; nothing of a player
  value jsonb,
  -- the request that asked for this. No reference: one that was made up is found, and not refused
  request_id uuid
);
create index trace_time on console.trace (kind, at);
create index trace_subject on console.trace (subject, number);
create trigger trace_is_history before update or delete on console.trace for each row execute function refuse_change();
create trigger trace_is_kept before truncate on console.trace for each statement execute function refuse_change();
alter table console.trace enable always trigger trace_is_history;
