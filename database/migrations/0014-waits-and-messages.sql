-- Waits that nobody can turn on others, messages that are counted, and no code that can be read.

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
  trusted_until timestamptz not null
);
create index device_client on device (client_id);
create index device_trusted_until on device (trusted_until);

alter table session add column device_id uuid references device on delete set null;
create index session_device on session (device_id) where device_id is not null;

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

-- A code is worked out from its nonce and CODE_KEY whenever it is needed. Those on their way now end: they are good for ten
-- minutes, and who misses one asks again.
delete from code;
alter table code
  drop column hmac,
  add column nonce bytea not null,
  -- the address that asked for it and was counted; forgotten with the code after a day
  add column asked_by text;

-- A message holds which text it is and what stands in it. Those with codes go; of the others the text is known.
alter table message
  add column template text,
  add column parameters jsonb not null default '{}';
update message set template = case
  when text like 'Somebody tried to sign up at Izi with this phone number,%' then 'phone_has_account'
  when text like 'Somebody tried to sign up at Izi with this e-mail address,%' then 'email_has_account'
  when text like 'The password of your Izi account was changed.%' then 'password_changed'
  when text like 'The e-mail address of your Izi account was changed.%' then 'email_changed'
end;
delete from message where template is null;
alter table message alter column template set not null, drop column text;
-- A dropped column stays in the table's file until the table is written anew, and the codes in it could be read there.
cluster message using message_pkey;
