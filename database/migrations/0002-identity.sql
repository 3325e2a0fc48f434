-- Who the clients are, where they are signed in, the codes they were sent, and the messages that carry them.

create table client (
  id bigint generated always as identity primary key,
  -- E.164
  phone text not null constraint client_phone_once unique,
  email text,
  -- argon2id, as a PHC string
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  birth_date date not null,
  -- ISO 3166 alpha-2
  country text not null,
  city text,
  address text,
  role text not null default 'client',
  -- when the phone was proven; money moves only from then on
  confirmed_at timestamptz,
  accepted_terms_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz
);
create unique index client_email_once on client (lower(email));

create table session (
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null references client,
  -- SHA-256 of the token; the token itself is only ever in the browser
  token_hash bytea not null constraint session_token_once unique,
  -- without it the session ends after 30 idle minutes
  remember boolean not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_client on session (client_id);
create index session_expires_at on session (expires_at);

create trigger session_ended after delete on session
  referencing old table as ended for each statement execute function tell_sessions_ended();

create trigger session_changed after update on session for each row
  when (old.token_hash <> new.token_hash) execute function tell_session_changed();

create trigger client_changed after update on client for each row
  when (old.confirmed_at is distinct from new.confirmed_at or old.phone <> new.phone or old.role <> new.role)
  execute function tell_client_changed();

create type code_purpose as enum ('confirm_phone', 'reset_password');

-- The last code sent for each purpose to each place. A code is used up by being right, or by five guesses.
create table code (
  client_id bigint not null references client,
  purpose code_purpose not null,
  -- the phone or e-mail address it was sent to
  destination text not null,
  -- HMAC over purpose, destination and code
  hmac bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  guesses smallint not null default 0,
  used_at timestamptz,
  primary key (client_id, purpose, destination)
);

-- Tries that were counted, by what they tried. What a crash forgets here is no loss, so it is not logged.
create unlogged table rate_limit (
  key text primary key,
  points integer not null default 0,
  -- milliseconds since 1970
  expire bigint
);

create type message_channel as enum ('sms', 'email');

-- Messages to send. They are written in the transaction that they tell about, and leave once it is committed.
create table message (
  id bigint generated always as identity primary key,
  recipient text not null,
  channel message_channel not null,
  text text not null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  attempts smallint not null default 0,
  -- null once sent or given up
  next_try_at timestamptz default clock_timestamp()
);
create index message_due on message (next_try_at) where next_try_at is not null;
create index message_recipient on message (lower(recipient), id);
