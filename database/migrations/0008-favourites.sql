-- Tickets that clients keep to play again, without a draw.
create table favourite (
  client_id bigint not null references client,
  -- made by the client, so that keeping one twice is keeping it once
  id uuid not null,
  label text not null,
  bet_type smallint not null constraint favourite_bet_type_known check (bet_type between 1 and 6),
  selection integer not null constraint favourite_selection_in_digits check (selection between 1 and 987654321),
  stake integer not null constraint favourite_stake_positive check (stake > 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (client_id, id)
);
