-- Who runs the site, what they do, and what takes two of them: functions/operators.sql. Nothing of this is shared with clients.
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
  -- SHA-256 of the token, which is shown once
  token_hash bytea not null constraint operator_token_once unique,
  created_at timestamptz not null default clock_timestamp(),
  -- a new operator is no second pair of eyes yet
  approves_from timestamptz not null default clock_timestamp() + interval '24 hours',
  -- a row that stays: what the operator did names it
  disabled_at timestamptz
);

-- What one operator asks for and another one has to approve. The act is carried out from this row.
create type console.request_kind as enum ('start_reset', 'lift_undo', 'clear_match');
create table console.request (
  id uuid not null primary key default gen_random_uuid(),
  kind console.request_kind not null,
  client_id bigint not null,
  reason text not null constraint request_has_a_reason check (reason <> ''),
  asked_by bigint not null references console.operator,
  asked_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '24 hours',
  unique (id, asked_by, expires_at)
);
create index request_of_client on console.request (client_id, asked_at);
create index request_time on console.request (expires_at);

-- How a request ended: at most once, in time, and never approved by whoever asked.
create type console.verdict as enum ('approved', 'refused');
create table console.request_end (
  request_id uuid primary key,
  verdict console.verdict not null,
  decided_by bigint not null references console.operator,
  decided_at timestamptz not null default clock_timestamp(),
  -- as in the request
  asked_by bigint not null,
  expires_at timestamptz not null,
  foreign key (request_id, asked_by, expires_at) references console.request (id, asked_by, expires_at),
  constraint request_takes_two check (verdict = 'refused' or decided_by <> asked_by),
  constraint request_ends_in_time check (decided_at < expires_at)
);

-- Every act and every look: who, when, what, on whom, why.
create table console.audit (
  number bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  operator_id bigint not null references console.operator,
  act text not null constraint audit_act_is_a_name check (act ~ '^[a-z]+(_[a-z]+)*$'),
  client_id bigint,
  reason text,
  request_id uuid references console.request,
  detail jsonb not null default '{}'
);
create index audit_of_client on console.audit (client_id, number);

-- Nobody changes what was done.
create trigger request_is_history before update or delete on console.request for each row execute function refuse_change();
create trigger request_is_kept before truncate on console.request for each statement execute function refuse_change();
create trigger request_end_is_history before update or delete on console.request_end for each row execute function refuse_change();
create trigger request_end_is_kept before truncate on console.request_end for each statement execute function refuse_change();
create trigger audit_is_history before update or delete on console.audit for each row execute function refuse_change();
create trigger audit_is_kept before truncate on console.audit for each statement execute function refuse_change();
