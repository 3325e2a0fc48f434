-- Clients: their contacts, sessions, devices, second factors, codes and messages, and the security log.

-- Clients, their sessions, the codes that they were sent, and the messages that carry the codes.
create table client (
  id bigint generated always as identity primary key,
  -- E.164
  phone text,
  email text,
  -- argon2id, as a PHC string
  password_hash text,
  first_name text,
  last_name text,
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
  last_sign_in_at timestamptz,
  password_changed_at timestamptz default now(),
  -- An erased client keeps the number, the country and the year of birth (as 1 January), because tickets and postings stay.
  erased_at timestamptz,
  -- WebAuthn's user.id: 32 random bytes that say nothing of the person. Null until the client sets the first passkey.
  handle bytea constraint client_handle check (length(handle) = 32),
  -- Until when payouts wait, and for which change. Nothing else waits.
  cooling_off_until timestamptz,
  cooling_off_reason text,
  -- When the phone was replaced last. Null: it is the one of the sign-up.
  phone_changed_at timestamptz,
  -- Found at a sign-in, when the password is at hand: many people use it, and its owner is asked to change it.
  password_is_weak boolean not null default false,
  -- the language of the messages to the client
  locale text not null default 'en' check (locale in ('en', 'fr')),
  constraint client_is_whole_or_erased check (
    case when erased_at is null then num_nulls(phone, password_hash, first_name, last_name) = 0
    else num_nonnulls(phone, email, password_hash, first_name, last_name, city, address, last_sign_in_at) = 0 end
  ),
  constraint client_cooling_off_has_a_reason check (num_nulls(cooling_off_until, cooling_off_reason) in (0, 2))
);
create unique index client_phone_once on client (phone) where confirmed_at is not null;
create index client_unconfirmed on client (created_at) where confirmed_at is null;
-- The worker looks every hour for clients whose data is due to be erased.
create index client_erased on client (erased_at) where erased_at is not null;
create index client_phone on client (phone text_pattern_ops);
-- As `fold_name` does.
create index client_name on client (
  lower(regexp_replace(normalize(first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g')) text_pattern_ops
) where erased_at is null;
create index client_last_name on client (
  lower(regexp_replace(normalize(last_name || ' ' || first_name, NFKD), '[\u0300-\u036f]', '', 'g')) text_pattern_ops
) where erased_at is null;
create index client_of_country on client (country, id);
-- What reports look for and nothing else has an index for: docs/decisions/0079. Bets and postings pay for none of it.
create index client_created on client (created_at);
create trigger client_changed after update on client for each row
  when (old.confirmed_at is distinct from new.confirmed_at or old.phone <> new.phone or old.role <> new.role)
  execute function tell_client_changed();
create trigger client_has_new_password before update of password_hash on client for each row
  when (new.password_hash is distinct from old.password_hash) execute function forget_weakness();
create trigger client_leaves_a_trace after update of phone, first_name, last_name on client
  for each row execute function trace_client();
-- Also for a session that has switched triggers off for itself.
alter table client enable always trigger client_leaves_a_trace;

-- Browsers that a client gave a strong proof in: the password and a code of the phone. Such a browser has tries and
-- messages of its own for this client, which nobody else uses up. It signs nobody in.
create table device (
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null references client,
  -- SHA-256 of the secret; the secret itself is only ever in the browser
  secret_hash bytea not null constraint device_secret_once unique,
  name text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  trusted_until timestamptz not null,
  -- Browsers in which several clients are known: whoever shows another client's secret shares the browser.
  browser uuid not null default gen_random_uuid()
);
create index device_client on device (client_id);
create index device_trusted_until on device (trusted_until);
create index device_browser on device (browser);

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
  expires_at timestamptz not null,
  device_id uuid references device on delete set null,
  -- When the client last showed who they are in this session, and by which factors.
  proven_at timestamptz,
  proven_by text[] not null default '{}',
  constraint session_proven_by
    check (proven_by <@ array['password', 'phone', 'email', 'totp', 'recovery_code', 'passkey'])
);
create index session_client on session (client_id);
create index session_expires_at on session (expires_at);
create index session_device on session (device_id) where device_id is not null;
create trigger session_ended after delete on session
  referencing old table as ended for each statement execute function tell_sessions_ended();
create trigger session_changed after update on session for each row
  when (old.token_hash <> new.token_hash) execute function tell_session_changed();
-- Nobody signs in while sign-in is locked, whichever way.
create trigger session_waits_for_lock before insert on session for each row execute function refuse_locked_session();

-- A client has one proven address at most and one that waits for its code at most: the old one stays until then.
create table client_email (
  client_id bigint not null references client,
  email text not null,
  asked_at timestamptz not null,
  verified_at timestamptz
);
create unique index client_email_proven on client_email (client_id) where verified_at is not null;
create unique index client_email_asked on client_email (client_id) where verified_at is null;
create unique index client_email_once on client_email (lower(email)) where verified_at is not null;
create index client_email_address on client_email (lower(email));

create type code_purpose as enum ('confirm_phone', 'reset_password', 'confirm_email', 'second_step', 'change_phone');

-- The last code sent for each purpose to each place. A code is used up by being right, or by five guesses. It is worked out from its
-- nonce and CODE_KEY whenever it is needed.
create table code (
  client_id bigint not null references client,
  purpose code_purpose not null,
  -- the phone or e-mail address it was sent to
  destination text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  guesses smallint not null default 0,
  used_at timestamptz,
  nonce bytea not null,
  -- the address that asked for it and was counted; forgotten with the code after a day
  asked_by text,
  -- What the code is bound to, as a hash: the browser that asked for a new password, or the sign-in that waits. Empty: the
  -- client's session.
  flow bytea not null default '',
  -- The guesses that named no flow. They count apart, so that a stranger's use up nobody else's.
  open_guesses smallint not null default 0,
  primary key (client_id, purpose, destination, flow)
);
create trigger code_leaves_a_trace after insert or update of nonce, flow on code
  for each row when (new.flow = sha256('a reset that an operator started')) execute function trace_reset();
alter table code enable always trigger code_leaves_a_trace;

-- Sign-ins and new passwords that wait for their second factor. The row is deleted when the factor is shown.
create table challenge (
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null references client,
  -- the factors that were shown already
  proven_by text[] not null,
  remember boolean not null,
  -- the new password, where one was set with a code; null for a sign-in
  password_hash text,
  guesses smallint not null default 0,
  expires_at timestamptz not null,
  -- What a passkey has to sign as the second factor; null where the client has none.
  passkey_nonce bytea
);
create index challenge_client on challenge (client_id);
create index challenge_expires_at on challenge (expires_at);

-- The secret of a client's authenticator app (RFC 6238).
create table totp (
  client_id bigint primary key references client,
  -- AES-256-GCM under FACTOR_KEY; it begins with the id of the key
  secret_sealed bytea not null,
  -- null until the first code has shown that the app holds the secret; before that it is no factor
  confirmed_at timestamptz,
  -- the step of the last code that was used: neither it nor an older one is taken again
  last_step bigint
);

-- Each code may be used once. Its first digit says which row it is.
create table recovery_code (
  client_id bigint not null references client,
  place smallint not null constraint recovery_code_place check (place between 0 and 9),
  -- argon2id
  hash text not null,
  used_at timestamptz,
  primary key (client_id, place)
);

create table passkey (
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null references client,
  -- chosen by the authenticator; no two clients have the same
  credential_id bytea not null constraint passkey_credential_once unique,
  -- COSE_Key
  public_key bytea not null,
  -- how often the authenticator says it was used; 0 where it does not count
  counter bigint not null,
  transports text[] not null,
  -- whether the authenticator keeps a copy elsewhere, such as in the account of its maker
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index passkey_client on passkey (client_id);

-- What was asked of an authenticator and not answered yet. The row is deleted by the answer, right or wrong.
create table passkey_challenge (
  id uuid primary key default gen_random_uuid(),
  purpose text not null constraint passkey_challenge_purpose check (purpose in ('sign_in', 'add', 'proof')),
  -- who asked; null for a sign-in, where nobody knows yet, and who knows the id asked
  client_id bigint references client,
  -- the session that asked
  flow uuid,
  nonce bytea not null,
  expires_at timestamptz not null,
  constraint passkey_challenge_belongs_to_a_session
    check (case purpose when 'sign_in' then num_nulls(client_id, flow) = 2 else num_nulls(client_id, flow) = 0 end),
  -- A session has one of each purpose: asking anew replaces it.
  constraint passkey_challenge_once unique (flow, purpose)
);
create index passkey_challenge_client on passkey_challenge (client_id);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);

-- Tries that were counted, by what they tried. What a crash forgets here is no loss, so it is not logged.
create unlogged table rate_limit (
  key text primary key,
  points integer not null default 0,
  -- milliseconds since 1970
  expire bigint
);

-- Tries of a password from browsers that are not known, by what was typed. What a crash forgets here is no loss.
create unlogged table sign_in_wait (
  -- a phone, or the hash of anything else
  key text primary key,
  -- tries since then that were not right, at most a day of them
  wrong integer not null,
  since timestamptz not null,
  -- until then no password is looked at
  until timestamptz not null
);
create index sign_in_wait_since on sign_in_wait (since);

create type message_channel as enum ('sms', 'email', 'push');

-- Messages to send. They are written in the transaction that they tell about, and leave once it is committed.
create table message (
  id bigint generated always as identity primary key,
  recipient text not null,
  channel message_channel not null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  attempts smallint not null default 0,
  -- null once sent or given up
  next_try_at timestamptz default clock_timestamp(),
  -- Which text it is, and what stands in it. The text is written when the message is sent, in its language.
  template text not null,
  parameters jsonb not null default '{}',
  locale text not null default 'en' check (locale in ('en', 'fr'))
);
create index message_due on message (next_try_at) where next_try_at is not null;
create index message_recipient on message (lower(recipient), id);

-- Messages that were really sent, by whatever limits them. A row counts from its first message on, for an hour or a day,
-- and then begins anew. It is logged, unlike the tries: a crash must not give the money for messages out again.
create table sent (
  scope text not null,
  key text not null,
  "window" interval not null,
  since timestamptz not null,
  last_at timestamptz not null,
  count integer not null,
  -- francs
  cost bigint not null,
  -- how many of the codes were entered
  entered integer not null default 0,
  primary key (scope, key, "window")
) with (fillfactor = 50);
create index sent_since on sent (since);

-- The links that notices of a change carry. A message holds a nonce, this table the hash of the token that follows from it and
-- from CODE_KEY: who has only the database cannot make a link.
create table undo_link (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  -- SHA-256 of the token
  token_hash bytea not null constraint undo_link_token_once unique,
  -- the template of the notice
  act text not null,
  -- the kind of contact that was changed, and what it was before: null where there was none
  contact text constraint undo_link_contact check (contact in ('email', 'phone')),
  former text,
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint undo_link_gives_back_a_contact check (former is null or contact is not null)
);
create index undo_link_client on undo_link (client_id, id);
create index undo_link_expires_at on undo_link (expires_at);

-- Payouts that an undo stopped, until an operator has looked.
create table payout_stop (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  -- the act that was undone
  act text not null,
  stopped_at timestamptz not null default clock_timestamp(),
  lifted_at timestamptz,
  lifted_by text,
  reason text,
  request_id uuid references console.request,
  constraint payout_stop_says_who_lifted check (
    num_nonnulls(lifted_at, lifted_by, reason) in (0, 3) and lifted_by <> '' and reason <> ''
  )
);
create index payout_stop_client on payout_stop (client_id);

-- Accounts that their owners are closing. The row goes when the closing is taken back, and when the account is erased.
create table closing (
  client_id bigint primary key references client,
  asked_at timestamptz not null,
  erases_at timestamptz not null,
  -- Why an account is being closed, where its owner cannot take that back: the client is under 18.
  reason text constraint closing_reason_is_known check (reason = 'underage'),
  constraint closing_can_be_taken_back check (erases_at > asked_at)
);

-- Tickets that clients keep to play again, without a draw.
create table favourite (
  client_id bigint not null references client,
  -- made by the client, so that keeping one twice is keeping it once
  id uuid not null,
  label text not null,
  bet_type smallint not null constraint favourite_bet_type_known check (bet_type between 1 and 6),
  selection integer not null constraint favourite_selection_in_digits check (selection between 1 and 987654321),
  stake integer not null constraint favourite_stake_positive check (stake > 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (client_id, id)
);

-- Sign-ins, failed sign-ins, and changes of accounts. Nobody changes or deletes an event; whole months are dropped
-- when they are old. `client_id` and `device_id` refer to rows that may go earlier, so they are no foreign keys.
create table security_event (
  id uuid not null default gen_random_uuid(),
  -- null where what was typed belongs to nobody
  client_id bigint,
  at timestamptz not null,
  -- the application's contract lists them
  kind text not null constraint security_event_kind_is_a_name check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  factor text constraint security_event_factor_is_a_name check (factor ~ '^[a-z]+(_[a-z]+)*$'),
  -- the known device, where it was one
  device_id uuid,
  -- never a whole address
  network cidr constraint security_event_network_is_no_address
    check (masklen(network) = case family(network) when 4 then 24 else 48 end),
  detail jsonb not null default '{}',
  primary key (at, id)
) partition by range (at);
create index security_event_client on security_event (client_id, at, id);
create trigger security_event_is_history before update or delete on security_event
  for each row execute function refuse_change();
create trigger security_event_is_kept before truncate on security_event
  for each statement execute function refuse_change();
