-- Payouts that wait after an account has changed hands, perhaps, and links by which its owner takes a change back.

-- Until when payouts wait, and for which change. Nothing else waits.
alter table client
  add column cooling_off_until timestamptz,
  add column cooling_off_reason text,
  add constraint client_cooling_off_has_a_reason check (num_nulls(cooling_off_until, cooling_off_reason) in (0, 2));

-- The links that notices of a change carry. A message holds a nonce, this table the hash of the token that follows from it and
-- from CODE_KEY: who has only the database cannot make a link.
create table undo_link (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  -- SHA-256 of the token
  token_hash bytea not null constraint undo_link_token_once unique,
  -- the template of the notice
  act text not null,
  -- the kind of contact that was changed, and what it was before: null where there was none
  contact text constraint undo_link_contact check (contact in ('email', 'phone')),
  former text,
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint undo_link_gives_back_a_contact check (former is null or contact is not null)
);
create index undo_link_client on undo_link (client_id, id);
create index undo_link_expires_at on undo_link (expires_at);

-- Payouts that an undo stopped, until an operator has looked.
create table payout_stop (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  -- the act that was undone
  act text not null,
  stopped_at timestamptz not null default clock_timestamp(),
  lifted_at timestamptz,
  lifted_by text,
  reason text,
  constraint payout_stop_says_who_lifted check (
    num_nonnulls(lifted_at, lifted_by, reason) in (0, 3) and lifted_by <> '' and reason <> ''
  )
);
create index payout_stop_client on payout_stop (client_id);
