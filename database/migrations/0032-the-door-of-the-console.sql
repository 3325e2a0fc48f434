-- How operators come in: passkeys, for some a password with an app, sessions. See functions/operators-door.sql.

-- Tokens are over. Whoever had one gets a link from the owner of the tables, and sets passkeys.
alter table console.operator
  drop column token_hash,
  -- made by a demonstration, where anybody may be an operator; production does not start beside one
  add column demo boolean not null default false,
  -- what the operator's authenticators know the operator by
  add column handle bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    constraint operator_handle_once unique,
  -- nobody signs in before: all ways in are set, and two operators have approved it or the owner of the tables has made it
  add column active_at timestamptz,
  add column wrong_tries integer not null default 0 constraint operator_wrong_tries_count check (wrong_tries >= 0),
  add column locked_until timestamptz;

create table console.passkey (
  id uuid not null primary key default gen_random_uuid(),
  operator_id bigint not null references console.operator,
  credential_id bytea not null constraint console_passkey_once unique,
  -- one key is never two operators', under whatever credential
  public_key bytea not null constraint console_passkey_key_once unique,
  transports text[] not null,
  counter bigint not null,
  name text not null constraint console_passkey_is_named check (name <> ''),
  created_at timestamptz not null default clock_timestamp(),
  -- it signs nothing before
  active_at timestamptz,
  last_used_at timestamptz,
  removed_at timestamptz
);
create index console_passkey_of_operator on console.passkey (operator_id);

-- The way in of operators who never approve: a password, and the codes of an app, each once.
create table console.password (
  operator_id bigint not null primary key references console.operator,
  -- argon2id, as a PHC string
  hash text not null,
  totp_sealed bytea not null,
  -- the step of the code that was used last; null until the app was tried
  last_step bigint,
  created_at timestamptz not null default clock_timestamp(),
  active_at timestamptz constraint password_has_an_app check (active_at is null or last_step is not null)
);

-- A session, from a sign-in or from a link. It stays when it has ended, so that whoever still uses it is told apart from nobody.
create type console.session_stage as enum ('setup', 'full');
create table console.session (
  id uuid not null primary key default gen_random_uuid(),
  -- SHA-256 of the secret in the cookie
  hash bytea not null constraint console_session_once unique,
  operator_id bigint not null references console.operator,
  -- of a link: only to set passkeys or a password
  stage console.session_stage not null,
  -- of a setup: the ways in that are set count at once, because the owner of the tables made the link
  direct boolean not null default false,
  -- passkey, password, link or demo
  signed_in_with text not null,
  address text not null,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- what an authenticator has to sign in this session to add a passkey
  nonce bytea,
  nonce_expires_at timestamptz
);
create index console_session_of_operator on console.session (operator_id, created_at);
create index console_session_time on console.session (expires_at);

-- A link that lets an operator in once, to set passkeys or a password.
create table console.link (
  -- SHA-256 of the secret in it
  hash bytea not null primary key,
  operator_id bigint not null references console.operator,
  direct boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_of_operator on console.link (operator_id);

-- What an authenticator has to sign to sign in, once.
create table console.sign_in (
  id uuid not null primary key default gen_random_uuid(),
  nonce bytea not null,
  expires_at timestamptz not null
);
create index sign_in_time on console.sign_in (expires_at);
