-- Thresholds of care, each with its history, changed by two: functions/care.sql. See docs/decisions/0093.

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

insert into console.kind (kind, ask_roles, approve_roles, lasts) values ('care_threshold', '{compliance}', '{compliance}', '24 hours');

-- It takes a moment now.
drop function if exists care_thresholds();
