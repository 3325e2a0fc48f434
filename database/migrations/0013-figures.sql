-- Figures that everybody may see.

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

-- Finished draws that are not in figure_quarter yet.
create table figure_due (draw_id uuid primary key references draw);

-- Paid withdrawals that are not in withdrawal_quarter yet.
create table withdrawal_due (
  payment_id uuid primary key references payment,
  asked_at timestamptz not null,
  paid_at timestamptz not null
);

-- Draws that were settled or refunded in the quarter of an hour that begins at `begins_at`. Of a void draw `payouts` are the stakes
-- that went back.
create table figure_quarter (
  begins_at timestamptz not null
    constraint figure_quarter_is_whole check (begins_at = date_bin('15 minutes', begins_at, '2000-01-01 00:00+00'::timestamptz)),
  status draw_status not null constraint figure_quarter_is_of_finished_draws check (status in ('settled', 'void')),
  -- 0 is the draws as a whole
  bet_type smallint not null constraint figure_quarter_bet_type_known check (bet_type between 0 and 6),
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
  primary key (begins_at, status, bet_type, measured)
);

-- Withdrawals that were paid in the quarter of an hour that begins at `begins_at`, by the whole minutes from asked to paid, rounded up.
create table withdrawal_quarter (
  begins_at timestamptz not null
    constraint withdrawal_quarter_is_whole check (begins_at = date_bin('15 minutes', begins_at, '2000-01-01 00:00+00'::timestamptz)),
  -- whether it was held to be looked at
  held boolean not null,
  minutes integer not null constraint withdrawal_quarter_minutes_not_negative check (minutes >= 0),
  payments bigint not null constraint withdrawal_quarter_has_payments check (payments > 0),
  primary key (begins_at, held, minutes)
);
