-- Payments: money that comes in from a payment provider and goes out through it.
--
-- The payment's row is the job: it says what was asked, how far it is and when to ask the provider again. It is written
-- before the provider hears of it, so that no call is ever made that the books do not know.

create type payment_direction as enum ('deposit', 'withdrawal');

create type payment_status as enum (
  'created',     -- written down; the provider's answer is not known
  'pending',     -- a deposit that waits for its payer
  'processing',  -- a withdrawal that the provider took on
  'unknown',     -- a withdrawal whose call was not answered: it may be paid or not, so its money stays held
  'succeeded', 'paid', 'failed', 'expired'
);

create table payment (
  -- our reference at the provider
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null references wallet,
  direction payment_direction not null,
  amount bigint not null constraint payment_amount_positive check (amount > 0),
  -- what a withdrawal took from each wallet, and what is put back into each when it fails
  from_win bigint not null default 0 check (from_win >= 0),
  from_dep bigint not null default 0 check (from_dep >= 0),
  country text not null,
  method text not null,
  phone text not null,
  first_name text not null,
  last_name text not null,
  email text,

  provider text not null,
  provider_ref text,
  redirect_url text,
  -- what the provider's unsigned notices repeat
  notify_secret text,

  status payment_status not null default 'created',
  -- why it failed, in the provider's word
  failure text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),

  -- when to ask the provider again, and how often it has been asked since the payment last moved
  due_at timestamptz,
  asked integer not null default 0,

  idempotency_key text not null,
  request_hash bytea not null,
  -- the answer to the request, given again when the request comes again; null until there is one
  answer json,

  constraint payment_once unique (client_id, idempotency_key),
  constraint payment_status_of_its_direction check (
    status in ('created', 'failed')
    or direction = 'deposit' and status in ('pending', 'succeeded', 'expired')
    or direction = 'withdrawal' and status in ('processing', 'unknown', 'paid')
  ),
  constraint payment_shares_add_up check (from_win + from_dep = case direction when 'withdrawal' then amount else 0 end)
);

create unique index payment_at_provider on payment (provider, provider_ref);
create index payment_of_client on payment (client_id, created_at, id);
create index payment_due on payment (due_at) where due_at is not null;

create trigger payment_life before update on payment for each row execute function keep_payment_life();
create trigger payment_is_kept before delete on payment for each row execute function refuse_change();

create trigger posting_of_a_payment before insert on posting for each row
  when (new.kind in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned'))
  execute function match_payment();

create type payment_event_kind as enum (
  'created', 'accepted', 'rejected', 'unanswered', 'under_way', 'confirmed', 'declined', 'absent', 'expired',
  -- the provider confirmed another amount than was asked: nothing was credited
  'amount_mismatch',
  -- the provider paid a withdrawal after it had failed, and the money it gave back is no longer in the wallet
  'paid_after_return'
);

-- What happened to a payment, in order. The two mismatches are for an operator to look into.
create table payment_event (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payment,
  at timestamptz not null default clock_timestamp(),
  kind payment_event_kind not null,
  from_status payment_status,
  to_status payment_status not null,
  detail jsonb not null default '{}'
);
create index payment_event_of_payment on payment_event (payment_id, id);
create index payment_mismatch on payment_event (id) where kind in ('amount_mismatch', 'paid_after_return');
create trigger payment_event_is_history before update or delete on payment_event
  for each row execute function refuse_change();
create trigger payment_event_is_kept before truncate on payment_event for each statement execute function refuse_change();

-- Every notice whose signature held, byte for byte as it came.
create table webhook (
  id bigint generated always as identity primary key,
  provider text not null,
  received_at timestamptz not null default clock_timestamp(),
  headers jsonb not null,
  body bytea not null,
  -- the payment it is about, where it names one that we know
  payment_id uuid references payment
);
create trigger webhook_is_history before update or delete on webhook for each row execute function refuse_change();
create trigger webhook_is_kept before truncate on webhook for each statement execute function refuse_change();

-- A flag is raised while its row is there: `withdrawals_stopped` keeps all money in.
create table operation_flag (
  name text primary key,
  reason text not null,
  raised_at timestamptz not null default clock_timestamp()
);

-- The sandbox: a payment provider to play with. It stands for an outside party, so nothing of ours refers to its tables.
create schema sandbox;

create table sandbox.collection (
  ref text primary key,
  merchant_reference text not null constraint collection_once unique,
  amount bigint not null check (amount > 0),
  method text not null,
  phone text not null,
  payer text not null,
  return_url text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz
);

create table sandbox.payout (
  ref text primary key,
  merchant_reference text not null constraint payout_once unique,
  amount bigint not null check (amount > 0),
  method text not null,
  phone text not null,
  -- lost: taken on and never heard of again, as happens with real ones
  status text not null check (status in ('processing', 'paid', 'failed', 'lost')),
  created_at timestamptz not null default clock_timestamp(),
  decides_at timestamptz,
  decided_at timestamptz
);
create index payout_undecided on sandbox.payout (decides_at) where status = 'processing';

-- Notices on their way to the merchant.
create table sandbox.notice (
  id bigint generated always as identity primary key,
  body text not null,
  tries integer not null default 0,
  due_at timestamptz default clock_timestamp()
);
create index notice_due on sandbox.notice (due_at) where due_at is not null;
