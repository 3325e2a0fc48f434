-- Closing an account, and forgetting the person fourteen days later.

-- Accounts that their owners are closing. The row goes when the closing is taken back, and when the account is erased.
create table closing (
  client_id bigint primary key references client,
  asked_at timestamptz not null,
  erases_at timestamptz not null,
  constraint closing_can_be_taken_back check (erases_at > asked_at)
);

-- An erased client keeps the number, the country and the year of birth (as 1 January), because tickets and postings stay.
alter table client
  add column erased_at timestamptz,
  alter column phone drop not null,
  alter column password_hash drop not null,
  alter column first_name drop not null,
  alter column last_name drop not null,
  add constraint client_is_whole_or_erased check (
    case when erased_at is null then num_nulls(phone, password_hash, first_name, last_name) = 0
    else num_nonnulls(phone, email, password_hash, first_name, last_name, city, address, last_sign_in_at) = 0 end
  );

-- The raw notices of payment providers are history for 90 days, and are removed afterwards.
drop trigger webhook_is_history on webhook;
create trigger webhook_is_history before update or delete on webhook for each row execute function keep_webhook();
