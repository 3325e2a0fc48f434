-- Deposits and withdrawals, their parties, their providers and the sandbox.

-- The sandbox: a payment provider to play with. It stands for an outside party, so nothing of ours refers to its tables.
create schema sandbox;

-- Payments: money that comes in from a payment provider and goes out through it.
--
-- The payment's row is the job: it says what was asked, how far it is and when to ask the provider again. It is written
-- before the provider hears of it, so that no call is ever made that the books do not know.
create type payment_direction as enum ('deposit', 'withdrawal');

create type payment_status as enum (
  'review',  -- a withdrawal that a rule holds begins with this: no provider has heard of it
  'created',  -- written down; the provider's answer is not known
  'pending',  -- a deposit that waits for its payer
  'processing',  -- a withdrawal that the provider took on
  'unknown',  -- a withdrawal whose call was not answered: it may be paid or not, so its money stays held
  'succeeded',
  'paid',
  'failed',
  'expired'
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
  -- Plain only until the background has sealed it, as for the invented month; see party.
  phone text,
  first_name text,
  last_name text,
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
  -- When a withdrawal that was held went to its provider; null for all others, which go when they are created.
  sent_at timestamptz,
  -- What only an operator can resolve, until it is: the kind of the event that says it.
  mismatch text constraint payment_mismatch_known check (
    mismatch in ('amount_mismatch', 'paid_after_return', 'refund_unclear', 'other_payment')
  ),
  constraint payment_once unique (client_id, idempotency_key),
  constraint payment_shares_add_up check (from_win + from_dep = case direction when 'withdrawal' then amount else 0 end),
  constraint payment_party_is_whole_or_sealed check (
    num_nulls(phone, first_name, last_name) = 0 or num_nonnulls(phone, first_name, last_name, email) = 0
  ),
  constraint payment_status_of_its_direction check (
    status in ('created', 'failed')
    or direction = 'deposit' and status in ('pending', 'succeeded', 'expired')
    or direction = 'withdrawal' and status not in ('pending', 'succeeded', 'expired')
  )
);
create unique index payment_at_provider on payment (provider, provider_ref);
create index payment_of_client on payment (client_id, created_at, id);
create index payment_due on payment (due_at) where due_at is not null;
create index payment_unsealed on payment (id) where phone is not null;
create index payment_mismatched on payment (created_at, id) where mismatch is not null;
-- Operators list payments by their time, and what is not finished again and again.
create index payment_at on payment (created_at, id);
create index payment_unfinished on payment (created_at, id) where status not in ('succeeded', 'paid', 'failed', 'expired');
create index payment_under_way on payment (client_id, direction) where status not in ('succeeded', 'paid', 'failed', 'expired');
create index payment_of_status on payment (status, created_at, id);
create index payment_of_provider on payment (provider, created_at, id);
-- What a provider calls a payment, whichever provider it is.
create index payment_provider_ref on payment (provider_ref text_pattern_ops) where provider_ref is not null;
create index payment_large on payment (created_at, id) where amount >= 1000000;
-- Operators look at the payments of a provider in a status. Where it has none, a list would read all of its payments without this index.
create index payment_of_provider_status on payment (provider, status, created_at, id);
-- The alarm for payouts whose provider named another phone is looked for every few seconds.
create index payment_other_phone on payment (updated_at) where failure = 'other_phone';
-- Which of them occur together: a status tells the direction, and a provider serves few countries.
create statistics payment_of_kind (mcv) on provider, status, direction, country from payment;
create trigger payment_life before update on payment for each row execute function keep_payment_life();
create trigger payment_is_kept before delete on payment for each row execute function refuse_change();
create constraint trigger payment_has_party after insert on payment deferrable initially deferred
  for each row when (new.phone is null) execute function require_party();
create trigger withdrawal_is_figured after update of status on payment for each row
  when (new.direction = 'withdrawal' and new.status = 'paid' and old.status <> 'paid') execute function note_paid_withdrawal();
create trigger payment_is_told after update on payment for each row
  when (old.status <> new.status) execute function tell_payment();

create type payment_event_kind as enum (
  'created',
  'accepted',
  'rejected',
  'unanswered',
  'under_way',
  'confirmed',
  'declined',
  'absent',
  'expired',
  -- the provider confirmed another amount than was asked: nothing was credited
  'amount_mismatch',
  -- the provider paid a withdrawal after it had failed, and the money it gave back is no longer in the wallet
  'paid_after_return',
  -- the provider says that a deposit which was credited was given back to its payer
  'refunded',
  -- the provider gave a part of a deposit back and does not say how much: nothing was booked
  'refund_unclear',
  -- the provider's answer is about another payment, or in another currency: nothing was done
  'other_payment',
  'released',  -- an operator lets a held withdrawal go: it is sent now
  'refused'  -- an operator refuses it: the money goes back
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
-- What operators decided by hand is found by its time.
create index payment_event_by_hand on payment_event (at) where detail ? 'request';
create trigger payment_event_is_history before update or delete on payment_event
  for each row execute function refuse_change();
create trigger payment_event_is_kept before truncate on payment_event for each statement execute function refuse_change();

-- Notices of providers, in weeks that are dropped 90 days after their end: functions/site/partitions.sql makes them. They refer to
-- payments without a foreign key: making and dropping a week would lock the payments.
create table webhook (
  id uuid not null default gen_random_uuid(),
  provider text not null,
  received_at timestamptz not null default clock_timestamp(),
  -- without what authorizes
  headers jsonb not null,
  body bytea not null,
  -- the payment it is about, where it names one that we know
  payment_id uuid,
  primary key (received_at, id)
) partition by range (received_at);
create index webhook_of_payment on webhook (payment_id, received_at);
create trigger webhook_is_history before update or delete on webhook for each row execute function refuse_change();
create trigger webhook_is_kept before truncate on webhook for each statement execute function refuse_change();

-- What a provider gave back of a deposit that had been credited, and where it was taken from. A deposit may be refunded in
-- several steps, a row each; the id is the reference of its postings.
create table chargeback (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payment,
  client_id bigint not null references wallet,
  amount bigint not null constraint chargeback_positive check (amount > 0),
  from_dep bigint not null check (from_dep >= 0),
  from_win bigint not null check (from_win >= 0),
  from_owed bigint not null check (from_owed >= 0),
  at timestamptz not null,
  constraint chargeback_shares_add_up check (from_dep + from_win + from_owed = amount)
);
create index chargeback_of_payment on chargeback (payment_id);
create trigger chargeback_is_history before update or delete on chargeback for each row execute function refuse_change();
create trigger chargeback_is_kept before truncate on chargeback for each statement execute function refuse_change();

-- Why a withdrawal was held, and what its player was told about the time.
create table withdrawal_review (
  payment_id uuid primary key references payment,
  reasons text[] not null constraint withdrawal_review_has_known_reasons check (
    cardinality(reasons) > 0 and reasons <@ '{amount,day,new_phone,first,little_played}'
  ),
  until timestamptz not null,
  held_at timestamptz not null default clock_timestamp()
);
create trigger withdrawal_review_is_history before update or delete on withdrawal_review
  for each row execute function refuse_change();
create trigger withdrawal_review_is_kept before truncate on withdrawal_review for each statement execute function refuse_change();

-- What an operator decided about a held withdrawal, once. A process that works carries it out.
create type review_verdict as enum ('released', 'refused');

create table withdrawal_review_end (
  payment_id uuid primary key references withdrawal_review,
  verdict review_verdict not null,
  decided_by bigint not null references console.operator,
  decided_at timestamptz not null default clock_timestamp(),
  reason text not null constraint withdrawal_review_end_has_reason check (trim(reason) <> ''),
  -- what the player reads
  told text,
  -- of a large one, which takes two
  request_id uuid,
  constraint withdrawal_refused_says_why check ((told is not null) = (verdict = 'refused') and trim(told) <> '')
);
create index withdrawal_review_end_at on withdrawal_review_end (decided_at);
create trigger withdrawal_review_end_is_history before update or delete on withdrawal_review_end
  for each row execute function refuse_change();
create trigger withdrawal_review_end_is_kept before truncate on withdrawal_review_end
  for each statement execute function refuse_change();

-- The last answer of a provider about a payment, in words of our own: no name and no phone.
create table provider_answer (
  payment_id uuid primary key references payment,
  asked_at timestamptz not null,
  answered_at timestamptz not null,
  said text not null,
  detail jsonb not null default '{}'
) with (fillfactor = 70);

-- A key of 32 random bytes for each client who ever paid, sealed under PARTY_KEY; the first 8 bytes name the key it is sealed
-- under. When it is destroyed, nobody can read the client's parties any more.
create table party_key (
  client_id bigint primary key references wallet,
  key_sealed bytea not null,
  key_id bytea not null generated always as (substring(key_sealed for 8)) stored
);
create index party_key_sealed_under on party_key (key_id);
create trigger party_key_life before update or delete on party_key for each row execute function keep_party_key();
create trigger party_key_is_kept before truncate on party_key for each statement execute function refuse_change();

-- Name, phone and e-mail of a payment, sealed under the client's key and bound to the payment.
create table party (
  payment_id uuid primary key references payment,
  sealed bytea not null
);
create trigger party_life before update or delete on party for each row execute function keep_party();
create trigger party_is_kept before truncate on party for each statement execute function refuse_change();

-- Operators who look at the parties of a client, two together: one asks, another approves, and either opens.
create type party_look_kind as enum ('asked', 'approved', 'opened');

create table party_look (
  id bigint generated always as identity primary key,
  client_id bigint not null references wallet,
  kind party_look_kind not null,
  -- the row that asked; null in that row
  asked_id bigint references party_look,
  operator text not null constraint party_look_operator_named check (operator = trim(operator) and operator <> ''),
  reason text,
  at timestamptz not null,
  constraint party_look_has_reason check ((kind = 'asked') = (asked_id is null) and (kind = 'asked') = (reason is not null)),
  constraint party_look_reason_said check (trim(reason) <> '')
);
create unique index party_look_approved_once on party_look (asked_id) where kind = 'approved';
create trigger party_look_is_history before update or delete on party_look for each row execute function refuse_change();
create trigger party_look_is_kept before truncate on party_look for each statement execute function refuse_change();

-- Accounts of players that are known to be an operator's own.
create table console.own_account (
  operator_id bigint not null references console.operator,
  client_id bigint not null references wallet,
  noted_at timestamptz not null default clock_timestamp(),
  primary key (operator_id, client_id)
);
create trigger own_account_is_history before update or delete on console.own_account for each row execute function refuse_change();
create trigger own_account_is_kept before truncate on console.own_account for each statement execute function refuse_change();

-- What the bank says is on an account, as somebody typed it in. A correction is another row.
create table console.bank_figure (
  number bigint generated always as identity primary key,
  day date not null,
  account text not null constraint bank_figure_account_named check (account ~ '^[[:alnum:]][[:alnum:] ._-]{0,39}$'),
  amount bigint not null,
  note text,
  typed_by bigint not null references console.operator,
  typed_at timestamptz not null default clock_timestamp()
);
create index bank_figure_of_day on console.bank_figure (day, account, number);
create trigger bank_figure_is_history before update or delete on console.bank_figure
  for each row execute function refuse_change();
create trigger bank_figure_is_kept before truncate on console.bank_figure for each statement execute function refuse_change();

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
  decided_at timestamptz,
  -- The sandbox gives a collection back, in one step or in several.
  refunded bigint not null default 0
    constraint collection_refunded_within_amount check (refunded between 0 and amount),
  constraint collection_refunded_was_approved check (refunded = 0 or status = 'approved')
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
