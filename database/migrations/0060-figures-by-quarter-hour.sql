-- Figures are kept by the quarter of an hour instead of by the hour: in some zones days begin at half or a quarter past, and no zone
-- that is in use divides an hour further. See docs/decisions/0083. Both queues are filled anew, so the sums are right meanwhile.

drop table figure_hour;
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

drop table withdrawal_hour;
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

insert into figure_due (draw_id) select id from draw where finished_at is not null on conflict do nothing;
insert into withdrawal_due (payment_id, asked_at, paid_at)
select id, created_at, updated_at from payment where direction = 'withdrawal' and status = 'paid' on conflict do nothing;
