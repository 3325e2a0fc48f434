-- Passes over the books and what they found.

create type reconciliation_scope as enum ('recent', 'full');

-- The last pass of each scope. The next recent pass goes on where the last pass of either stopped: what was written by
-- transactions that began earlier than next_since, and by those before horizon, that pass saw.
create table reconciliation_pass (
  scope reconciliation_scope primary key,
  next_since timestamptz not null,
  horizon xid8 not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  mismatches integer not null
);

-- Passes over the books that did not end in their time, since the last one that did.
create table unfinished_pass (
  scope reconciliation_scope primary key,
  tries integer not null,
  last_at timestamptz not null,
  -- the check that was under way
  check_name text not null
);

-- Every mismatch that a pass ever found.
create table mismatch (
  id bigint generated always as identity primary key,
  check_name text not null,
  -- what does not agree: an account, ticket, draw, payment or posting, and which
  subject text not null,
  subject_id text not null,
  detail jsonb not null,
  found_at timestamptz not null default clock_timestamp(),
  last_found_at timestamptz not null default clock_timestamp(),
  -- when somebody let withdrawals go on, after a full pass that found nothing
  closed_at timestamptz
);
create unique index mismatch_open on mismatch (check_name, subject, subject_id) where closed_at is null;

-- An operator wants a full pass over the books now.
create table wanted_pass (
  only_one boolean primary key default true constraint wanted_pass_is_one check (only_one),
  wanted_at timestamptz not null
);
