-- Signs that play harms somebody, and what is done about it: functions/people/care.sql. See docs/decisions/0081.

-- Up to which moment players who did something were noted in care_due.
create table console.care_noted (
  only_one boolean primary key default true constraint care_noted_is_one check (only_one),
  through timestamptz not null
);
insert into console.care_noted (through) values (clock_timestamp());

-- Players who did something since they were measured.
create table console.care_due (client_id bigint primary key);

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

-- From when a sign counts as notable and as strong. Of a sign the one holds that was set last among those that have begun.
create table care_threshold (
  number integer primary key constraint care_threshold_number_positive check (number > 0),
  kind text not null constraint care_threshold_of_a_sign check (kind in (
    'deposits', 'deposited', 'deposits_refused', 'limits_raised', 'staked', 'chased', 'draws_in_a_row', 'night', 'after_break')),
  notable bigint not null constraint care_threshold_notable_positive check (notable > 0),
  strong bigint not null,
  -- only where it is also so many times the player's own usual; with 0 the number alone counts
  times integer not null constraint care_threshold_times_few check (times between 0 and 100),
  begins_at timestamptz not null,
  set_at timestamptz not null default clock_timestamp(),
  -- the first ones are ours
  request_id uuid unique references console.request,
  constraint care_threshold_strong_above_notable check (strong >= notable)
);
create index care_threshold_newest on care_threshold (kind, number);
create trigger care_threshold_is_history before update or delete on care_threshold for each row execute function refuse_change();
create trigger care_threshold_is_kept before truncate on care_threshold for each statement execute function refuse_change();
insert into care_threshold (number, kind, notable, strong, times, begins_at) values
  -- Spend. Several deposits in a day, more than usual, is the sign that studies agree on most.
  (1, 'deposits', 4, 8, 2, '-infinity'),
  (2, 'deposited', 50000, 200000, 3, '-infinity'),
  -- Money that is not there was tried to be spent.
  (3, 'deposits_refused', 3, 6, 0, '-infinity'),
  -- Use of the tools: own limits are in the way.
  (4, 'limits_raised', 2, 4, 0, '-infinity'),
  -- Spend against the own pattern.
  (5, 'staked', 50000, 200000, 3, '-infinity'),
  -- Losses are chased.
  (6, 'chased', 3, 10, 0, '-infinity'),
  -- Time: 24 draws of 5 minutes are two hours without a pause, 72 are six.
  (7, 'draws_in_a_row', 24, 72, 0, '-infinity'),
  (8, 'night', 20, 100, 2, '-infinity'),
  -- The account: who ended a break came straight back.
  (9, 'after_break', 5, 30, 0, '-infinity');
