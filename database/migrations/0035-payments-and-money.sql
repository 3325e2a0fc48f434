-- What operators see of payments and money, and what they do: functions/operators-payments.sql and operators-money.sql.

-- A withdrawal that a rule holds begins with this status, and no provider has heard of it. The value cannot be used in the
-- transaction that adds it, so the conditions below name all others.
alter type payment_status add value 'review' before 'created';
alter type payment_event_kind add value 'released';  -- an operator lets a held withdrawal go: it is sent now
alter type payment_event_kind add value 'refused';   -- an operator refuses it: the money goes back

alter table payment drop constraint payment_status_of_its_direction;
alter table payment add constraint payment_status_of_its_direction check (
  status in ('created', 'failed')
  or direction = 'deposit' and status in ('pending', 'succeeded', 'expired')
  or direction = 'withdrawal' and status not in ('pending', 'succeeded', 'expired')
);

-- When a withdrawal that was held went to its provider; null for all others, which go when they are created.
alter table payment add column sent_at timestamptz;

-- What only an operator can resolve, until it is: the kind of the event that says it.
alter table payment add column mismatch text constraint payment_mismatch_known check (
  mismatch in ('amount_mismatch', 'paid_after_return', 'refund_unclear', 'other_payment')
);
update payment p set mismatch = e.kind
from (
  select distinct on (payment_id) payment_id, kind::text as kind from payment_event
  where kind::text <> 'expired' order by payment_id, id desc
) e
where e.payment_id = p.id and e.kind in ('amount_mismatch', 'paid_after_return', 'refund_unclear', 'other_payment');
drop index payment_mismatch;
create index payment_mismatched on payment (created_at, id) where mismatch is not null;

-- Operators list payments by their time, and what is not finished again and again.
create index payment_at on payment (created_at, id);
create index payment_unfinished on payment (created_at, id) where status not in ('succeeded', 'paid', 'failed', 'expired');
drop index payment_under_way;
create index payment_under_way on payment (client_id, direction) where status not in ('succeeded', 'paid', 'failed', 'expired');

create index payment_of_status on payment (status, created_at, id);
create index payment_of_provider on payment (provider, created_at, id);
create index webhook_of_payment on webhook (payment_id, received_at);

-- What operators decided by hand is found by its time.
create index payment_event_by_hand on payment_event (at) where detail ? 'request';

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

-- Who corrected a wallet by hand, and why. It has the key of its posting.
create table adjustment (
  reference uuid not null,
  from_account account not null,
  to_account account not null,
  client_id bigint not null references wallet,
  amount bigint not null constraint adjustment_positive check (amount > 0),
  author text not null constraint adjustment_has_author check (trim(author) <> ''),
  reason text not null constraint adjustment_has_reason check (trim(reason) <> ''),
  -- what the player reads in the statement
  told text constraint adjustment_tells_something check (trim(told) <> ''),
  -- what two operators approved; null for what the owner of the tables posts, which only a demonstration may have
  request_id uuid unique,
  at timestamptz not null default clock_timestamp(),
  primary key (reference, from_account, to_account)
);
create index adjustment_at on adjustment (at, reference);
insert into adjustment (reference, from_account, to_account, client_id, amount, author, reason, at)
select reference, from_account, to_account, client_id, amount, 'the owner of the tables', 'posted before adjustments kept a reason', at
from posting where kind = 'adjustment' and kind not in ('bet', 'payout');
create trigger adjustment_is_history before update or delete on adjustment for each row execute function refuse_change();
create trigger adjustment_is_kept before truncate on adjustment for each statement execute function refuse_change();
-- It takes an author, a reason and a request as well now.
drop function if exists post_adjustment(bigint, uuid, account, account, bigint);

-- Who stopped withdrawals: an operator's name; null for a mismatch.
alter table operation_flag add column raised_by text;

-- It takes the request of two operators now.
drop function if exists resume_withdrawals();

-- An operator wants a full pass over the books now.
create table wanted_pass (
  only_one boolean primary key default true constraint wanted_pass_is_one check (only_one),
  wanted_at timestamptz not null
);

-- What was posted in each hour, summed once. A look at the books adds up these rows and reads no posting.
create table account_hour (
  hour timestamptz not null,
  kind posting_kind not null,
  from_account account not null,
  to_account account not null,
  -- whose clearing it went through; empty for all else
  provider text not null,
  amount bigint not null,
  postings bigint not null,
  primary key (hour, kind, from_account, to_account, provider)
);
-- All postings before this moment are in these sums, and no later ones.
create table account_hours_until (
  only_one boolean primary key default true constraint account_hours_until_is_one check (only_one),
  until timestamptz not null
);

-- What draws took and paid is added up by the day on which they were settled.
create index draw_finished on draw (finished_at) where finished_at is not null;

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

-- What takes two of this. Whoever works with payments asks.
insert into console.kind (kind, ask_roles, approve_roles, lasts) values
  ('release_withdrawal', '{payments}', '{risk,compliance}', '24 hours'),
  ('decide_payment', '{payments}', '{risk,compliance}', '24 hours'),
  ('adjust', '{payments}', '{compliance}', '1 hour'),
  ('let_withdrawals_go_on', '{payments}', '{compliance}', '1 hour');
