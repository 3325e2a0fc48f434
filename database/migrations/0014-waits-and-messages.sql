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

-- Whether a limit that counts each destination once has counted this one.
create function is_counted_already(p_scope text, p_unless text) returns boolean
language sql stable as $$
  select exists (
    select from sent where scope = p_scope || ' to' and key = p_unless and since + "window" > clock_timestamp()
  )
$$;

-- What is refused, and for how many seconds: the limit that holds for longest. Each limit is
-- {scope, key, seconds: how long it counts, most: messages, mostCost: francs, wait: seconds after the first message, twice
-- as long after each further one, judgedAfter: codes, of which so many are sent before 30 % have to be entered, unless: what
-- was counted already and is not counted again}.
create function refused_sending(p_limits jsonb, p_cost integer) returns table (scope text, key text, retry_after float8)
language sql stable as $$
  select s.scope, s.key, extract(epoch from full_until - clock_timestamp())::float8
  from jsonb_to_recordset(p_limits) as l (
    scope text, key text, seconds integer, most integer, "mostCost" bigint, wait integer, "judgedAfter" integer,
    unless text)
  join sent s on s.scope = l.scope and s.key = l.key and s."window" = l.seconds * interval '1 second'
  cross join lateral (
    select greatest(
      case when s.count >= l.most or s.cost + p_cost > l."mostCost"
             or (s.count >= l."judgedAfter" and s.entered < 0.3 * s.count) then s.since + s."window" end,
      case when s.count > 0 then s.last_at + l.wait * power(2, least(s.count, 20) - 1) * interval '1 second' end
    ) as full_until
  ) f
  where s.since + s."window" > clock_timestamp() and full_until > clock_timestamp() and not is_counted_already(l.scope, l.unless)
  order by full_until desc limit 1
$$;

-- Counts a message under every one of the limits, or under none and answers with the one that refuses it. What
-- is refused costs a look and no lock. The rows are locked in the order of the limits, the same for all callers, and those
-- that many share come last: call it last before the commit.
create function count_sending(p_limits jsonb, p_cost integer) returns table (scope text, key text, retry_after float8)
language plpgsql as $$
#variable_conflict use_column
declare
  v_limits jsonb;
begin
  select coalesce(jsonb_agg(l order by place), '[]') into v_limits
  from jsonb_array_elements(p_limits) with ordinality as a (l, place)
  where not is_counted_already(l ->> 'scope', l ->> 'unless');
  return query select * from refused_sending(v_limits, p_cost);
  if found then
    return;
  end if;

  insert into sent (scope, key, "window", since, last_at, count, cost)
  select l ->> 'scope', l ->> 'key', (l ->> 'seconds')::integer * interval '1 second', clock_timestamp(), clock_timestamp(), 0, 0
  from jsonb_array_elements(v_limits) with ordinality as a (l, place) order by place
  on conflict do nothing;
  perform from jsonb_array_elements(v_limits) with ordinality as a (l, place)
  join sent s on s.scope = l ->> 'scope' and s.key = l ->> 'key' and s."window" = (l ->> 'seconds')::integer * interval '1 second'
  order by place for no key update of s;
  return query select * from refused_sending(v_limits, p_cost);
  if found then
    return;
  end if;

  update sent s set
    since = case when s.since + s."window" <= clock_timestamp() then clock_timestamp() else s.since end,
    last_at = clock_timestamp(),
    count = case when s.since + s."window" <= clock_timestamp() then 1 else s.count + 1 end,
    cost = case when s.since + s."window" <= clock_timestamp() then p_cost else s.cost + p_cost end,
    entered = case when s.since + s."window" <= clock_timestamp() then 0 else s.entered end
  from jsonb_array_elements(v_limits) as l
  where s.scope = l ->> 'scope' and s.key = l ->> 'key' and s."window" = (l ->> 'seconds')::integer * interval '1 second';
end
$$;

grant select, insert, update, delete on device, sign_in_wait, sent to izi_app;
