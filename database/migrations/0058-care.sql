-- Care: signs that play harms somebody, what is done about it, and a player's reality check: functions/care.sql. See docs/decisions/0081.

-- A limit that the worker has set ends by itself; what operators set has no end.
alter table operator_limit add column ends_at timestamptz,
  add constraint operator_limit_lasts check (ends_at > set_at);

-- Up to which moment players who did something were noted in care_due.
create table console.care_noted (
  only_one boolean primary key default true constraint care_noted_is_one check (only_one),
  through timestamptz not null
);
insert into console.care_noted (through) values (clock_timestamp());

-- Players who did something since they were measured.
create table console.care_due (
  client_id bigint primary key
);

-- The last measure of each player who has a sign. It is made again from the rows that it was made from.
create table console.care_measure (
  client_id bigint primary key references wallet,
  measured_at timestamptz not null,
  strong smallint not null,
  notable smallint not null,
  -- The more, the higher in the list: first by strong signs, then by notable ones.
  score integer not null generated always as (strong * 100 + notable) stored constraint care_measure_has_a_sign check (score > 0),
  -- A row of care_indicators each, the strongest first.
  indicators jsonb not null,
  -- When the worker may act on a strong sign; null where there is none.
  act_at timestamptz,
  constraint care_measure_acts_on_strong check ((strong > 0) = (act_at is not null))
);
create index care_measure_strongest on console.care_measure (score, client_id);
create index care_measure_oldest on console.care_measure (measured_at);
create index care_measure_to_act_on on console.care_measure (act_at) where act_at is not null;

-- What the worker did about a strong sign by itself.
create table console.care_act (
  id bigint generated always as identity primary key,
  client_id bigint not null references wallet,
  at timestamptz not null default clock_timestamp(),
  did text not null constraint care_act_known check (did in ('limit', 'break')),
  ends_at timestamptz not null,
  -- {limit kind: francs a week}; null of a break
  limits jsonb,
  -- the strong signs, as in care_measure
  indicators jsonb not null,
  constraint care_act_limits check ((did = 'limit') = (limits is not null))
);
create index care_act_of_client on console.care_act (client_id, at);
create index care_act_at on console.care_act (at);

create table console.care_case (
  id bigint generated always as identity primary key,
  client_id bigint not null references wallet,
  opened_at timestamptz not null default clock_timestamp(),
  -- an operator's name, or `worker`
  opened_by text not null,
  -- why; null of a case that the worker has opened
  reason text constraint care_case_has_a_reason check (reason <> ''),
  -- the signs there were, as in care_measure, and their kinds
  indicators jsonb not null,
  kinds text[] not null,
  -- the operator's name whose case it is
  assigned_to text,
  closed_at timestamptz,
  closed_by text,
  outcome text constraint care_case_outcome check (outcome in ('eased', 'tools', 'no_harm', 'unreached')),
  closing_reason text,
  constraint care_case_ends_whole check (num_nonnulls(closed_at, closed_by, outcome, closing_reason) in (0, 4))
);
create unique index care_case_open on console.care_case (client_id) where closed_at is null;
create index care_case_of_client on console.care_case (client_id, id);
create index care_case_opened on console.care_case (opened_at);

-- Each time somebody spoke to the player, or tried to.
create table console.care_contact (
  case_id bigint not null references console.care_case on delete cascade,
  -- 1, 2, 3…
  number smallint not null,
  at timestamptz not null default clock_timestamp(),
  by text not null,
  way text not null constraint care_contact_way check (way in ('call', 'message', 'e-mail', 'visit')),
  reached boolean not null,
  text text not null constraint care_contact_says_something check (text <> ''),
  primary key (case_id, number)
);
create index care_contact_at on console.care_contact (at);

-- A player's own: after so many minutes of play, how long it has been and what it has cost.
create table reality_check (
  client_id bigint primary key references wallet,
  every_minutes smallint not null constraint reality_check_minutes check (every_minutes between 5 and 240)
);

-- It takes a moment now.
drop function if exists operator_limit_of(bigint, limit_kind, limit_period);
