-- What clients hold themselves to: limits on what they add and stake, and breaks from play.
--
-- The wallet's row is the lock of all of it. It also carries what the client may still stake, so that taking bets costs
-- nothing more for those who have limits, and nothing at all for those who have none; see functions/tickets.sql.

create type limit_kind as enum ('deposit', 'stake');
create type limit_period as enum ('day', 'week', 'month');
create type break_kind as enum ('day', 'week', 'month', 'exclusion');

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

create table play_break (
  client_id bigint not null references wallet,
  kind break_kind not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (client_id, starts_at),
  constraint play_break_lasts check (ends_at > starts_at)
);
create trigger play_break_is_history before update or delete on play_break
  for each row execute function refuse_change();
create trigger play_break_is_kept before truncate on play_break for each statement execute function refuse_change();
