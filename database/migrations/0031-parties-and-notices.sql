-- Who paid or was paid, sealed so that it can be forgotten; notices of providers in weeks that are dropped; and whose password is
-- weak.

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

-- Payments of earlier versions have their party in the row, until the background has sealed it.
alter table payment
  alter column phone drop not null,
  alter column first_name drop not null,
  alter column last_name drop not null,
  add constraint payment_party_is_whole_or_sealed check (
    num_nulls(phone, first_name, last_name) = 0 or num_nonnulls(phone, first_name, last_name, email) = 0
  );
create index payment_unsealed on payment (id) where phone is not null;
create constraint trigger payment_has_party after insert on payment deferrable initially deferred
  for each row when (new.phone is null) execute function require_party();

-- Who is due to be forgotten is looked for every hour.
create index client_erased on client (erased_at) where erased_at is not null;

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

-- Found at a sign-in, when the password is at hand: many people use it, and its owner is asked to change it.
alter table client add column password_is_weak boolean not null default false;
create trigger client_has_new_password before update of password_hash on client for each row
  when (new.password_hash is distinct from old.password_hash) execute function forget_weakness();

-- What a provider said word for word may hold a name or a phone. What is no plain word becomes one.
alter table payment_event disable trigger payment_event_is_history;
update payment_event set detail = detail || '{"cause": "not kept"}'
where detail ->> 'cause' !~ '^(answered \d{3}|no [a-z_]+( in the answer)?)$';
update payment_event set detail = detail || '{"ourRef": "not kept"}'
where detail ->> 'ourRef' !~ '^[\w/.-]{1,64}$';
alter table payment_event enable trigger payment_event_is_history;

-- Notices of providers lie in weeks, which are dropped 90 days after their end. They refer to payments without a foreign key:
-- making and dropping a week would lock the payments.
alter table webhook rename to webhook_before;
alter table webhook_before drop constraint webhook_pkey;
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
create trigger webhook_is_history before update or delete on webhook for each row execute function refuse_change();
create trigger webhook_is_kept before truncate on webhook for each statement execute function refuse_change();

-- The weeks that are there already. `partitions.sql`, which makes all others alike, is applied after the migrations.
do $$
declare
  v_week timestamp;
begin
  for v_week in
    select distinct date_trunc('week', received_at at time zone 'UTC') from webhook_before
    where received_at >= now() - interval '90 days'
  loop
    execute format('create table %I partition of webhook for values from (%L) to (%L)',
      'webhook_' || to_char(v_week, 'YYYY_MM_DD'), v_week at time zone 'UTC', (v_week + interval '1 week') at time zone 'UTC');
    execute format('create trigger webhook_is_kept before truncate on %I for each statement execute function refuse_change()',
      'webhook_' || to_char(v_week, 'YYYY_MM_DD'));
  end loop;
end
$$;
insert into webhook (provider, received_at, headers, body, payment_id)
select provider, received_at, headers, body, payment_id from webhook_before
where received_at >= now() - interval '90 days';
drop table webhook_before;
drop function if exists remove_old_webhooks(integer);
drop function if exists make_security_month(timestamptz);
