-- Who excluded themselves stay excluded under a new phone: functions/persons.sql.
--
-- Names and birth dates are compared as HMACs under PERSON_KEY, so none of these tables tells a name. What a new account may do
-- with money still hangs on its wallet's row, which bets read anyway: functions/play-limits.sql.

-- The HMACs of the parts of each client's name, each with the birth date. A client without a row waits to be keyed.
create table person_key (
  client_id bigint primary key references client,
  -- names the PERSON_KEY they were made with, so that a client is keyed again after the key has changed
  key_id bytea not null,
  hmacs bytea[] not null
);
create index person_key_hmacs on person_key using gin (hmacs);

-- What is known of the persons who may not play, until ends_at, which may be 'infinity'.
create type exclusion_kind as enum ('name_part');
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

-- It returns what else money waits for as well now.
drop function if exists limit_in_the_way(bigint, limit_kind, bigint, text);
