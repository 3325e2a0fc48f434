-- Limits and breaks of players, and locks and limits by operators.

-- What clients hold themselves to: limits on what they add and stake, and breaks from play.
--
-- The wallet's row is the lock of all of it. It also carries what the client may still stake, so that taking bets costs
-- nothing more for those who have limits, and nothing at all for those who have none; see functions/play/tickets.sql.
create type limit_kind as enum ('deposit', 'stake');

create type limit_period as enum ('day', 'week', 'month');

-- A limit that waits to be raised or removed has next_at; next_amount is then the higher amount, or null for none.
create table play_limit (
  client_id bigint not null references wallet,
  kind limit_kind not null,
  period limit_period not null,
  amount bigint check (amount >= 0),
  next_amount bigint,
  next_at timestamptz,
  primary key (client_id, kind, period),
  constraint play_limit_waits_to_be_raised check (next_at is not null or next_amount is null),
  constraint play_limit_falls_at_once check (next_amount > amount)
);
create trigger play_limit_is_told after insert or update on play_limit for each row execute function tell_client('limits');

create type break_kind as enum ('day', 'week', 'month', 'exclusion');

create table play_break (
  client_id bigint not null references wallet,
  kind break_kind not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (client_id, starts_at),
  constraint play_break_lasts check (ends_at > starts_at)
);
create index play_break_ends on play_break (ends_at);
create trigger play_break_is_kept before truncate on play_break for each statement execute function refuse_change();
create trigger play_break_is_history before update or delete on play_break for each row execute function keep_break();
-- What an open page hears of besides.
create trigger play_break_is_told after insert on play_break for each row execute function tell_client('limits');

-- What a client has staked since the day, week and month began, counted up to one of the client's postings: only later
-- postings have to be read to bring it up to date. It is a copy of what the books say and may be emptied at any time.
create table stakes_counted (
  client_id bigint not null,
  period limit_period not null,
  -- a row of another beginning (an earlier period, another time zone) counts nothing
  starts_at timestamptz not null,
  stakes bigint not null constraint stakes_counted_not_negative check (stakes >= 0),
  -- the last posting that is counted
  through bigint not null,
  primary key (client_id, period)
) with (fillfactor = 50);

-- What an operator has locked: it ends by itself, or earlier by two operators.
create type lock_kind as enum ('sign_in', 'play', 'withdrawals');

create table client_lock (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  kind lock_kind not null,
  begins_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null default clock_timestamp() + interval '72 hours',
  -- the operator's name, which is never used again
  locked_by text not null,
  reason text not null constraint client_lock_has_a_reason check (reason <> ''),
  lifted_at timestamptz,
  -- the request that two signed
  lifted_by uuid,
  constraint client_lock_lasts check (ends_at > begins_at),
  constraint client_lock_says_who_lifted check (num_nonnulls(lifted_at, lifted_by) in (0, 2))
);
create index client_lock_running on client_lock (client_id, kind, ends_at) where lifted_at is null;
create index client_lock_ends on client_lock (ends_at) where lifted_at is null;
create trigger client_lock_is_kept before update or delete on client_lock for each row execute function keep_lock();
create trigger client_lock_stays before truncate on client_lock for each statement execute function refuse_change();
create trigger client_lock_is_told after insert or update on client_lock for each row execute function tell_client('limits');

-- Limits that operators have set. The lowest counts beside the client's own, and none is ever taken back.
create table operator_limit (
  id bigint generated always as identity primary key,
  client_id bigint not null references wallet,
  kind limit_kind not null,
  period limit_period not null,
  amount bigint not null constraint operator_limit_amount check (amount >= 0),
  set_at timestamptz not null default clock_timestamp(),
  set_by text not null,
  reason text not null constraint operator_limit_has_a_reason check (reason <> ''),
  -- A limit that the worker has set ends by itself; what operators set has no end.
  ends_at timestamptz,
  constraint operator_limit_lasts check (ends_at > set_at)
);
create index operator_limit_lowest on operator_limit (client_id, kind, period, amount);
create trigger operator_limit_is_history before update or delete on operator_limit for each row execute function refuse_change();
create trigger operator_limit_is_kept before truncate on operator_limit for each statement execute function refuse_change();
create trigger operator_limit_is_told after insert on operator_limit for each row execute function tell_client('limits');
