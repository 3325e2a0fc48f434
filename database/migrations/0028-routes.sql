-- A site has several accounts at payment providers. A payment that one has refused with certainty may go to another.
alter type payment_event_kind add value 'rerouted';  -- its account refused it before any money could move: another one has it now
alter type payment_event_kind add value 'paid_elsewhere';  -- an account that had refused it confirms it all the same: nothing was booked

-- The accounts that refused a payment, which then went to another one. Each is asked again, whether it took the payment after all.
create table payment_attempt (
  payment_id uuid not null references payment,
  account text not null,
  -- why it was refused, in the provider's word
  because text not null,
  at timestamptz not null default clock_timestamp(),
  due_at timestamptz default clock_timestamp() + interval '15 minutes',
  -- when it said that it took it all the same
  paid_at timestamptz,
  primary key (payment_id, account)
);
create index payment_attempt_due on payment_attempt (due_at) where due_at is not null;
create index payment_attempt_paid on payment_attempt (paid_at) where paid_at is not null;
create trigger payment_attempt_life before update on payment_attempt for each row execute function keep_payment_attempt();
create trigger payment_attempt_stays before delete on payment_attempt for each row execute function refuse_change();
create trigger payment_attempt_is_kept before truncate on payment_attempt for each statement execute function refuse_change();
