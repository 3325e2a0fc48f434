-- Passkeys (WebAuthn): functions and checks are in server/identity/passkeys.

-- A passkey by itself is a strong proof.
alter table session
  drop constraint session_proven_by,
  add constraint session_proven_by
    check (proven_by <@ array['password', 'phone', 'email', 'totp', 'recovery_code', 'passkey']) not valid;
alter table session validate constraint session_proven_by;

-- WebAuthn's user.id: 32 random bytes that say nothing of the person. Null until the client sets the first passkey.
alter table client add column handle bytea constraint client_handle check (length(handle) = 32);

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

-- What a passkey has to sign as the second factor; null where the client has none.
alter table challenge add column passkey_nonce bytea;
