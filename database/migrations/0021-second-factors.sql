-- What a session has proven, and second factors: an authenticator app and recovery codes.

-- When the client last showed who they are in this session, and by which factors. Sessions of the version before have shown
-- nothing, so the next act that needs a proof asks for one.
alter table session
  add column proven_at timestamptz,
  add column proven_by text[] not null default '{}'
    constraint session_proven_by check (proven_by <@ array['password', 'phone', 'email', 'totp', 'recovery_code']);

-- Null: before this version, which kept no time.
alter table client add column password_changed_at timestamptz;
alter table client alter column password_changed_at set default now();

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
  expires_at timestamptz not null
);
create index challenge_client on challenge (client_id);
create index challenge_expires_at on challenge (expires_at);
