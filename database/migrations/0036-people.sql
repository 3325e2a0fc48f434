-- What operators see of players and do to them: functions/operators-players.sql. See docs/decisions/0063.

-- What an operator has locked: it ends by itself, and before that by two.
create type lock_kind as enum ('sign_in', 'play', 'withdrawals');
create table client_lock (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  kind lock_kind not null,
  begins_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null default clock_timestamp() + interval '72 hours',
  -- the operator's name, which is never used again
  locked_by text not null,
  reason text not null constraint client_lock_has_a_reason check (reason <> ''),
  lifted_at timestamptz,
  -- the request that two signed
  lifted_by uuid,
  constraint client_lock_lasts check (ends_at > begins_at),
  constraint client_lock_says_who_lifted check (num_nonnulls(lifted_at, lifted_by) in (0, 2))
);
create index client_lock_running on client_lock (client_id, kind, ends_at) where lifted_at is null;
create index client_lock_ends on client_lock (ends_at) where lifted_at is null;
create trigger client_lock_is_kept before update or delete on client_lock for each row execute function keep_lock();
create trigger client_lock_stays before truncate on client_lock for each statement execute function refuse_change();

-- Nobody signs in while sign-in is locked, whichever way.
create trigger session_waits_for_lock before insert on session for each row execute function refuse_locked_session();

-- Limits that operators have set. The lowest counts beside the client's own, and none is ever taken back.
create table operator_limit (
  id bigint generated always as identity primary key,
  client_id bigint not null references wallet,
  kind limit_kind not null,
  period limit_period not null,
  amount bigint not null constraint operator_limit_amount check (amount >= 0),
  set_at timestamptz not null default clock_timestamp(),
  set_by text not null,
  reason text not null constraint operator_limit_has_a_reason check (reason <> '')
);
create index operator_limit_lowest on operator_limit (client_id, kind, period, amount);
create trigger operator_limit_is_history before update or delete on operator_limit for each row execute function refuse_change();
create trigger operator_limit_is_kept before truncate on operator_limit for each statement execute function refuse_change();

-- Notes about a player. Who wants to do anything to the player opens those to be read first.
create table console.note (
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  written_by text not null,
  text text not null constraint note_says_something check (text <> ''),
  read_first boolean not null
);
create index note_of_client on console.note (client_id, at, id);
create index note_read_first on console.note (client_id) where read_first;
create table console.note_opened (
  note_id uuid not null references console.note on delete cascade,
  operator text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (note_id, operator)
);
create trigger note_stays before update on console.note for each row execute function refuse_change();
create trigger note_opened_stays before update on console.note_opened for each row execute function refuse_change();

-- Staff, their households and suppliers, who may not play. By phone they are known before they have an account.
create table console.may_not_play (
  id bigint generated always as identity primary key,
  relation text not null constraint may_not_play_relation check (relation in ('staff', 'household', 'supplier')),
  name text not null constraint may_not_play_named check (name <> ''),
  -- E.164
  phone text,
  client_id bigint,
  reason text not null constraint may_not_play_has_a_reason check (reason <> ''),
  added_at timestamptz not null default clock_timestamp(),
  added_by text not null,
  ended_at timestamptz,
  -- the request that two signed
  ended_by uuid,
  constraint may_not_play_is_somebody check (num_nonnulls(phone, client_id) = 1),
  constraint may_not_play_says_who_ended check (num_nonnulls(ended_at, ended_by) in (0, 2))
);
create unique index may_not_play_phone on console.may_not_play (phone) where ended_at is null;
create unique index may_not_play_client on console.may_not_play (client_id) where ended_at is null;

-- Accounts of ours, which reports leave out.
create table console.test_account (
  client_id bigint primary key,
  marked_at timestamptz not null default clock_timestamp(),
  marked_by text not null,
  reason text not null constraint test_account_has_a_reason check (reason <> '')
);

-- Players are found by the beginning of a phone or a name. The phone's index serves equality too.
drop index client_phone;
create index client_phone on client (phone text_pattern_ops);
-- As `fold_name` does.
create index client_name on client (
  lower(regexp_replace(normalize(first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g')) text_pattern_ops
) where erased_at is null;
create index client_last_name on client (
  lower(regexp_replace(normalize(last_name || ' ' || first_name, NFKD), '[\u0300-\u036f]', '', 'g')) text_pattern_ops
) where erased_at is null;
create index client_of_country on client (country, id);
create index play_break_ends on play_break (ends_at);
-- What a provider calls a payment, whichever provider it is.
create index payment_provider_ref on payment (provider_ref text_pattern_ops) where provider_ref is not null;

-- Browsers in which several clients are known: whoever shows another client's secret shares the browser.
alter table device add column browser uuid not null default gen_random_uuid();
create index device_browser on device (browser);

insert into console.kind (kind, ask_roles, approve_roles, lasts) values
  ('unlock', '{support}', '{risk,compliance}', '24 hours'),
  ('change_phone', '{support}', '{compliance}', '24 hours'),
  ('change_name', '{support}', '{compliance}', '24 hours'),
  ('let_play', '{risk,compliance}', '{compliance}', '24 hours');
