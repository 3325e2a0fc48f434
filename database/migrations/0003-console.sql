-- What the console keeps beside: alarms, saved views, files, notes, and accounts with a mark.

-- An alarm opens and closes by itself. One of a kind and subject is open at a time.
create table console.alarm (
  id bigint generated always as identity primary key,
  kind text not null constraint alarm_kind_is_a_name check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  -- `draw <id>`, `provider sandbox`, `books`, `audit`, `operator jo`
  subject text not null,
  -- as it was when it opened: how many, since when
  detail jsonb not null default '{}',
  opened_at timestamptz not null default clock_timestamp(),
  -- whether messages about it were put into the queue
  told boolean not null default false,
  taken_by bigint references console.operator,
  taken_at timestamptz,
  closed_at timestamptz,
  constraint alarm_is_taken_by_somebody check ((taken_by is null) = (taken_at is null)),
  constraint alarm_closes_later check (closed_at >= opened_at)
);
create unique index alarm_open on console.alarm (kind, subject) where closed_at is null;
create index alarm_untold on console.alarm (id) where not told;
create trigger alarm_has_a_life before update on console.alarm for each row execute function keep_alarm();
create trigger alarm_stays before delete on console.alarm for each row execute function refuse_change();
create trigger alarm_is_kept before truncate on console.alarm for each statement execute function refuse_change();

-- A view of a screen of the console is its address under a name, kept by an operator for themselves or for their team. See
-- docs/decisions/0060.
create table console.saved_view (
  id uuid primary key default gen_random_uuid(),
  operator_id bigint not null references console.operator,
  -- the path of the screen, such as `/payments`
  screen text not null constraint saved_view_has_a_screen check (screen ~ '^/[a-z-]{1,40}$'),
  name text not null constraint saved_view_has_a_name check (name = btrim(name) and char_length(name) between 1 and 40),
  -- the address behind the path, without its question mark
  search text not null constraint saved_view_is_short check (char_length(search) <= 1000),
  -- whoever shares a role with its operator sees it too
  is_of_team boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint saved_view_once unique (operator_id, screen, name)
);

-- Files of more than a thousand people, which take two: functions/console/exports.sql. What was made stays for good.
create table console.people_file (
  request_id uuid primary key references console.request,
  made_at timestamptz not null default clock_timestamp(),
  people integer not null,
  parts integer not null,
  -- over all parts, in their order
  sha256 bytea not null
);
create trigger people_file_is_history before update or delete on console.people_file for each row execute function refuse_change();
create trigger people_file_is_kept before truncate on console.people_file for each statement execute function refuse_change();

-- Its content, for 24 hours.
create table console.people_file_part (
  request_id uuid not null references console.request,
  number integer not null,
  content text not null,
  primary key (request_id, number)
);
create trigger people_file_part_stays before update on console.people_file_part for each row execute function refuse_change();

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
create trigger note_stays before update on console.note for each row execute function refuse_change();

create table console.note_opened (
  note_id uuid not null references console.note on delete cascade,
  operator text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (note_id, operator)
);
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
