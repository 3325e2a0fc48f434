-- Which accounts carry payments is decided on the console: one operator stops an account or a network, two start it again, and two
-- change the routes. See functions/money/payment-routes.sql.

-- A payment that begins holds it in row share mode: who stops payments waits for those under way.
create table mutex.payment_stops ();

-- The accounts of each network, by version. The settings make the first one, later ones are made by two operators.
create table payment_route_version (
  number integer primary key constraint payment_route_version_counts check (number > 0),
  -- the newest version that has begun decides
  begins_at timestamptz not null,
  -- a network and its accounts in the order in which they are tried: `CI wave deposit = pawapay, cinetpay_ci`; none: each account carries
  -- all that it offers
  lines text[] not null,
  made_at timestamptz not null default clock_timestamp(),
  -- of the two who asked for it and approved it; null for a first one that the settings made
  request_id uuid,
  constraint payment_route_version_by_two check (number = 1 or request_id is not null)
);
create trigger payment_route_version_is_history before update or delete on payment_route_version
  for each row execute function refuse_change();
create trigger payment_route_version_is_kept before truncate on payment_route_version
  for each statement execute function refuse_change();

-- The version that chose the account; null for a payment from before the first version.
alter table payment add column route_version integer references payment_route_version;

-- Whether it failed for a reason of its provider, which says nothing of the payer.
alter table payment add column provider_failed boolean not null default false;

-- Payments that are stopped: those of an account, of a network, or of a network at an account.
create table payment_stop (
  id uuid primary key default gen_random_uuid(),
  -- null: every account
  account text,
  -- null: every network of the account
  country text,
  method text,
  direction payment_direction,
  -- what players read
  told_en text not null constraint payment_stop_told_en check (told_en <> ''),
  told_fr text not null constraint payment_stop_told_fr check (told_fr <> ''),
  reason text not null constraint payment_stop_has_a_reason check (reason <> ''),
  stopped_by bigint not null references console.operator,
  -- no payment that the stop is about began between these two; null: it goes on
  stopped_at timestamptz not null,
  ended_at timestamptz,
  -- of the two who started them again
  request_id uuid,
  constraint payment_stop_of_something check (num_nonnulls(account, country) > 0),
  constraint payment_stop_network_whole check (num_nonnulls(country, method, direction) in (0, 3)),
  constraint payment_stop_ends_after_it_began check (ended_at >= stopped_at),
  constraint payment_stop_ended_by_request check ((request_id is null) = (ended_at is null))
);
-- The same is not stopped twice.
create unique index payment_stop_once on payment_stop (account, country, method, direction) nulls not distinct where ended_at is null;
create trigger payment_stop_life before update on payment_stop for each row execute function keep_payment_stop();
create trigger payment_stop_stays before delete on payment_stop for each row execute function refuse_change();
create trigger payment_stop_is_kept before truncate on payment_stop for each statement execute function refuse_change();

-- The alarm of a failing account looks for the refusals of the last minutes.
create index payment_attempt_at on payment_attempt (at);

-- What the accounts of the site carry, as a worker has asked each minute.
create table payment_offer (
  account text,
  country text,
  method text,
  direction payment_direction,
  label text not null,
  -- when it was offered last
  seen_at timestamptz not null,
  primary key (account, country, method, direction)
);

-- What lies in the wallets that accounts pay withdrawals from, as they said last.
create table payment_float (
  account text not null,
  country text not null,
  -- null: one wallet for all methods of the country
  method text,
  amount bigint not null,
  -- There is an alarm below it; null: none. A worker's setting.
  least bigint,
  read_at timestamptz not null
);
create unique index payment_float_of_wallet on payment_float (account, country, method) nulls not distinct;
