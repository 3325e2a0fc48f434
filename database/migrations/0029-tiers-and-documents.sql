-- How much money may move before a client has shown a document, and the documents themselves: functions/documents.sql.

create type document_type as enum ('national_id', 'passport', 'residence_permit', 'driving_licence');
create type document_side as enum ('front', 'back');
create type identity_check_status as enum ('draft', 'waiting', 'accepted', 'refused');

-- The key that a client's documents are sealed with, itself sealed under DOCUMENT_KEY. Without this row they are lost.
create table client_document_key (
  client_id bigint primary key references client,
  key_sealed bytea not null
);

-- A document that a client shows: first a draft, then it waits for an operator, who accepts or refuses it.
create table identity_check (
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null references client,
  type document_type not null,
  country text not null constraint identity_check_country_is_a_code check (country ~ '^[A-Z]{2}$'),
  -- what the client sees of the number
  last4 text not null constraint identity_check_last4_is_short check (length(last4) <= 4),
  -- the whole number, under the client's key: an operator compares it with the picture
  number_sealed bytea not null,
  -- HMAC of country, type and number under PERSON_KEY, which tells the same document in two accounts and nothing else
  document_key bytea not null,
  expires_on date not null,
  status identity_check_status not null default 'draft',
  created_at timestamptz not null default clock_timestamp(),
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  -- what the client is told
  reason text,
  constraint identity_check_says_when_submitted check ((submitted_at is null) = (status = 'draft')),
  constraint identity_check_says_who_decided check (
    num_nonnulls(decided_at, decided_by) = case when status in ('accepted', 'refused') then 2 else 0 end
    and (status <> 'refused' or reason <> '')
  )
);
create index identity_check_client on identity_check (client_id, created_at);
create unique index identity_check_one_at_a_time on identity_check (client_id) where status in ('draft', 'waiting');
create unique index identity_check_once_accepted on identity_check (client_id) where status = 'accepted';
create unique index identity_check_document_once on identity_check (document_key) where status = 'accepted';
create index identity_check_waiting on identity_check (submitted_at, id) where status = 'waiting';
create trigger identity_check_keeps_its_life before update on identity_check
  for each row execute function keep_identity_check();

-- The pictures, as this server has drawn them anew, each under its client's key.
create table identity_image (
  check_id uuid not null references identity_check on delete cascade,
  side document_side not null,
  sealed bytea not null,
  uploaded_at timestamptz not null default clock_timestamp(),
  primary key (check_id, side)
);
-- Sealed bytes cannot be compressed.
alter table identity_image alter column sealed set storage external;

-- Exclusions know documents too. A new type, because a value that is added to one cannot be used in the same transaction.
alter type exclusion_kind rename to exclusion_kind_before;
create type exclusion_kind as enum ('name_part', 'document');
alter table excluded alter column kind type exclusion_kind using kind::text::exclusion_kind;
drop type exclusion_kind_before;

-- Why an account is being closed, where its owner cannot take that back: the client is under 18.
alter table closing add column reason text constraint closing_reason_is_known check (reason = 'underage');

-- Finds a client's large wins without reading all their postings. No bet and few payouts match, so it costs them nothing.
create index posting_large_win on posting (client_id) where kind = 'payout' and amount > 1000000;
