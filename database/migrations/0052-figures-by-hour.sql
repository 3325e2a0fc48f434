-- What is shown to everybody of the money, kept by the hour: functions/figures.sql. See docs/decisions/0077.

-- How the payouts of a settled draw are spread over all 362,880 results, by bet type; 0 is the draw as a whole.
create table draw_spread (
  draw_id uuid not null references draw,
  bet_type smallint not null constraint draw_spread_bet_type_known check (bet_type between 0 and 6),
  -- the mean, times 362,880
  expected numeric not null constraint draw_spread_expected_not_negative check (expected >= 0),
  -- the variance, times 362,880²
  variance numeric not null constraint draw_spread_variance_not_negative check (variance >= 0),
  -- what the worst result costs
  most bigint not null constraint draw_spread_most_not_negative check (most >= 0),
  primary key (draw_id, bet_type)
);
create trigger draw_spread_is_history before update or delete on draw_spread for each row execute function refuse_change();
create trigger draw_spread_is_kept before truncate on draw_spread for each statement execute function refuse_change();

-- Draws that were settled or refunded in the hour that begins at `hour`. Of a void draw `payouts` are the stakes that went back.
create table figure_hour (
  hour timestamptz not null constraint figure_hour_is_whole check (hour = date_trunc('hour', hour, 'UTC')),
  status draw_status not null constraint figure_hour_is_of_finished_draws check (status in ('settled', 'void')),
  -- 0 is the draws as a whole
  bet_type smallint not null constraint figure_hour_bet_type_known check (bet_type between 0 and 6),
  -- whether the spread of these draws is known
  measured boolean not null,
  draws integer not null,
  tickets bigint not null,
  stakes bigint not null,
  won bigint not null,
  payouts bigint not null,
  -- of it, accounts that operators have marked as the site's own
  own_tickets bigint not null,
  own_stakes bigint not null,
  own_payouts bigint not null,
  -- sums over the draws, as in draw_spread
  expected numeric not null,
  variance numeric not null,
  most numeric not null,
  -- how far the worst result of any one draw lies above the mean of that draw, and the mean above nothing, in francs, rounded up
  above bigint not null,
  below bigint not null,
  primary key (hour, status, bet_type, measured)
);

-- Finished draws that are not in the hours yet.
create table figure_due (
  draw_id uuid primary key references draw
);

-- Withdrawals that were paid in the hour that begins at `hour`, by the whole minutes from asked to paid, rounded up.
create table withdrawal_hour (
  hour timestamptz not null constraint withdrawal_hour_is_whole check (hour = date_trunc('hour', hour, 'UTC')),
  -- whether it was held to be looked at
  held boolean not null,
  minutes integer not null constraint withdrawal_hour_minutes_not_negative check (minutes >= 0),
  payments bigint not null constraint withdrawal_hour_has_payments check (payments > 0),
  primary key (hour, held, minutes)
);

-- Paid withdrawals that are not in the hours yet.
create table withdrawal_due (
  payment_id uuid primary key references payment,
  asked_at timestamptz not null,
  paid_at timestamptz not null
);

create trigger draw_is_figured after insert on draw for each row
  when (new.finished_at is not null) execute function note_finished_draw();
create trigger draw_gets_figured after update of finished_at on draw for each row
  when (old.finished_at is null and new.finished_at is not null) execute function note_finished_draw();
create trigger withdrawal_is_figured after update of status on payment for each row
  when (new.direction = 'withdrawal' and new.status = 'paid' and old.status <> 'paid') execute function note_paid_withdrawal();

-- There are few of them among many draws.
create index draw_void on draw (finished_at) where status = 'void' and finished_at is not null;

insert into figure_due (draw_id) select id from draw where finished_at is not null;
insert into withdrawal_due (payment_id, asked_at, paid_at)
select id, created_at, updated_at from payment where direction = 'withdrawal' and status = 'paid';
