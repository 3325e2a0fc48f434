-- What operators transfer between their bank and the wallets at providers, and networks that pause at an account by themselves.
alter type account add value 'capital';  -- what the operator has put into wallets at providers, less what came back to the bank
alter type posting_kind add value 'top_up';

-- A transfer that two operators have recorded. Its request is the reference of its posting.
create table top_up (
  request_id uuid primary key,
  -- our account at the provider, as in payment.provider
  account text not null,
  -- to the wallet; negative: back to the bank
  amount bigint not null constraint top_up_moves_something check (amount <> 0),
  -- what the bank or the provider calls it
  transfer_ref text not null constraint top_up_has_a_reference check (trim(transfer_ref) <> ''),
  transferred_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp()
);
-- One transfer is recorded once, however its reference is written.
create unique index top_up_once on top_up (account, lower(transfer_ref));
create index top_up_newest on top_up (recorded_at);
create trigger top_up_is_history before update or delete on top_up for each row execute function refuse_change();
create trigger top_up_is_kept before truncate on top_up for each statement execute function refuse_change();

-- How calls of a network at an account ended last, where any failed for a reason of the account. New payments skip what is paused while
-- another account takes them; after that one payment at a time tries it.
create table payment_line (
  account text,
  country text,
  method text,
  direction payment_direction,
  -- calls one after the other that the account refused for a reason of its own, or did not answer
  in_a_row integer not null default 0,
  because text constraint payment_line_because_known check (because in ('in_a_row', 'rate')),
  -- null: not paused
  paused_at timestamptz,
  until timestamptz,
  -- payments from before do not count for the rate: they paused it already
  counts_from timestamptz not null default '-infinity',
  primary key (account, country, method, direction),
  constraint payment_line_paused_whole check (num_nulls(because, paused_at, until) in (0, 3))
);

-- The payment that tries a network again whose pause is over.
create table payment_trial (
  account text,
  country text,
  method text,
  direction payment_direction,
  payment_id uuid not null,
  at timestamptz not null,
  primary key (account, country, method, direction)
);
create index payment_trial_of_payment on payment_trial (payment_id);

-- By their texts: an earlier migration of the same transaction may have added a kind, and PostgreSQL 15 refuses to name it until the commit.
create trigger payment_event_is_counted after insert on payment_event for each row
  when (new.kind::text in ('accepted', 'rejected', 'unanswered', 'under_way', 'confirmed', 'declined', 'absent', 'expired', 'rerouted'))
  execute function count_payment_outcome();

-- Within how many seconds 95 % of the payments of a network at an account succeeded in the last seven days, worked out each hour.
create table payment_usual (
  account text,
  country text,
  method text,
  direction payment_direction,
  seconds double precision not null,
  payments bigint not null,
  worked_out_at timestamptz not null,
  primary key (account, country, method, direction)
);

-- Until when it lasts, if as much is paid out as seven days ago from this time on; null: longer than seven days.
alter table payment_float add column lasts_until timestamptz;

-- How many differences of an account's statements are open, counted each minute: whether both sides agree is worked out for each.
create table console.statement_open (
  account text primary key,
  differences bigint not null,
  since timestamptz not null
);
