-- Refunds of deposits that had been credited, and passes over the books that did not end.

alter type account add value 'client_owed';          -- below zero by what a client owes: a refund of money that was spent
alter type posting_kind add value 'chargeback';
alter type posting_kind add value 'chargeback_repaid';
-- the provider says that a deposit which was credited was given back to its payer
alter type payment_event_kind add value 'refunded';
-- the provider gave a part of a deposit back and does not say how much: nothing was booked
alter type payment_event_kind add value 'refund_unclear';
-- the provider's answer is about another payment, or in another currency: nothing was done
alter type payment_event_kind add value 'other_payment';

-- What a client owes, because a refund found less in the wallets than was refunded. Nothing can be withdrawn meanwhile.
alter table wallet add column owed bigint not null default 0 constraint wallet_owed_not_negative check (owed >= 0);

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

-- What is under way is counted when another payment is asked for, and added up by each pass over the books.
create index payment_under_way on payment (client_id, direction)
  where status in ('created', 'pending', 'processing', 'unknown');
create index wallet_holding on wallet (client_id) where held <> 0;

-- The sandbox gives a collection back, in one step or in several.
alter table sandbox.collection add column refunded bigint not null default 0
  constraint collection_refunded_within_amount check (refunded between 0 and amount);
alter table sandbox.collection add constraint collection_refunded_was_approved check (refunded = 0 or status = 'approved');

-- Passes over the books that did not end in their time, since the last one that did.
create table unfinished_pass (
  scope reconciliation_scope primary key,
  tries integer not null,
  last_at timestamptz not null,
  -- the check that was under way
  check_name text not null
);
