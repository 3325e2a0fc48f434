-- The person behind an account: exclusions, matches and identity documents.

-- The HMACs of the parts of each client's name, each with the birth date. A client without a row waits to be keyed.
create table person_key (
  client_id bigint primary key references client,
  -- names the PERSON_KEY they were made with, so that a client is keyed again after the key has changed
  key_id bytea not null,
  hmacs bytea[] not null
);
create index person_key_hmacs on person_key using gin (hmacs);

-- The HMACs of the persons who are excluded from play.
create type exclusion_kind as enum ('name_part', 'document');

create table excluded (
  kind exclusion_kind not null,
  hmac bytea not null,
  ends_at timestamptz not null,
  -- whose exclusion it is, such as `client 42`: two parts of a name agree only when they are the same person's
  source text not null,
  primary key (source, kind, hmac)
);
create index excluded_hmac on excluded (kind, hmac);

-- The clients who may be an excluded person. Their money waits for a document until ends_at, or until an operator has found
-- that they are somebody else, which stays true.
create table person_match (
  client_id bigint not null references client,
  -- as in excluded, or `register …` for an entry of a national register
  source text not null,
  ends_at timestamptz not null,
  matched_at timestamptz not null default clock_timestamp(),
  cleared_at timestamptz,
  cleared_by text,
  reason text,
  -- the request of two operators who cleared it
  request_id uuid references console.request,
  -- or the document that showed that the client is another person
  check_id uuid,
  primary key (client_id, source),
  constraint person_match_says_who_cleared check (
    num_nonnulls(cleared_at, cleared_by, reason) in (0, 3) and cleared_by <> '' and reason <> ''
  )
);

-- The clients whom the national register has to be asked about; empty without a register.
create table register_question (
  client_id bigint primary key references client,
  asked_at timestamptz not null default clock_timestamp(),
  -- tells an answer to an earlier question from one to this
  number bigint generated always as identity
);
create index register_question_asked_at on register_question (asked_at);

-- The key that a client's documents are sealed with, itself sealed under DOCUMENT_KEY. Without this row they are lost.
create table client_document_key (
  client_id bigint primary key references client,
  key_sealed bytea not null
);

-- How much money may move before a client has shown a document, and the documents themselves: functions/people/documents.sql.
create type document_type as enum ('national_id', 'passport', 'residence_permit', 'driving_licence');

create type identity_check_status as enum ('draft', 'waiting', 'accepted', 'refused');

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
create trigger identity_check_is_told after update on identity_check for each row
  when (old.status <> new.status) execute function tell_client('identity');

create type document_side as enum ('front', 'back');

-- The pictures, as this server has drawn them anew, each under its client's key.
create table identity_image (
  check_id uuid not null references identity_check on delete cascade,
  side document_side not null,
  sealed bytea not null,
  uploaded_at timestamptz not null default clock_timestamp(),
  primary key (check_id, side)
);
-- PostgreSQL 15 has no word for it in `create table`.
alter table identity_image alter column sealed set storage external;
