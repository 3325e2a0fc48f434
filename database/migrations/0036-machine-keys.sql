-- Keys with which programs read on a listener of their own. See functions/console/machine-keys.sql and docs/machine-keys.md.

-- A key as two operators have made it. Nothing of it changes but that one operator revokes it.
create table console.machine_key (
  -- what stands in the key between its first two underscores
  id text primary key constraint machine_key_id_form check (id ~ '^[a-z0-9]{12}$'),
  -- SHA-256 of the whole key. The browser that asked for it made the key and kept it.
  hash bytea not null constraint machine_key_once unique constraint machine_key_hash_whole check (length(hash) = 32),
  name text not null,
  scopes text[] not null constraint machine_key_may_something check (cardinality(scopes) > 0),
  -- addresses and ranges from which it is taken
  addresses inet[] not null constraint machine_key_from_somewhere check (cardinality(addresses) > 0),
  per_minute integer not null constraint machine_key_calls check (per_minute > 0),
  made_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  -- the request of the two
  request_id uuid references console.request,
  revoked_at timestamptz,
  revoked_by bigint references console.operator,
  constraint machine_key_lasts_a_year check (ends_at <= made_at + interval '365 days'),
  constraint machine_key_revoked_whole check ((revoked_at is null) = (revoked_by is null))
);
create index machine_key_of_request on console.machine_key (request_id);
create index machine_key_revoked_by on console.machine_key (revoked_by);
create trigger machine_key_is_kept before delete on console.machine_key for each row execute function refuse_change();
create trigger machine_key_leaves_a_trace after insert or update on console.machine_key
  for each row execute function trace_machine_key();
alter table console.machine_key enable always trigger machine_key_leaves_a_trace;

-- How often a key was used on a day (UTC), and in the minute of its last call.
create table console.machine_key_use (
  key_id text not null references console.machine_key,
  day date not null,
  uses bigint not null default 0,
  -- calls from elsewhere, without the scope, or over the limit
  refused bigint not null default 0,
  last_at timestamptz not null,
  minute timestamptz not null,
  in_minute integer not null default 0,
  primary key (key_id, day)
);

-- From where a key was used, since when; of IPv6 the /64, which one subscriber holds whole.
create table console.machine_key_address (
  key_id text not null references console.machine_key,
  address inet not null,
  -- whether the key is taken from there
  allowed boolean not null,
  first_at timestamptz not null default clock_timestamp(),
  primary key (key_id, address, allowed)
);
create index machine_key_address_new on console.machine_key_address (first_at);
