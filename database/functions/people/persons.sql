-- One person, once: an exclusion holds under every account of a person. See docs/decisions/0049.
--
-- Locks are taken in this order: the client's row, then the lock of all exclusions, then wallets. Whoever adds to `excluded`
-- holds the second one alone, whoever only compares holds it with others. So of an exclusion and a sign-up at the same moment,
-- the later one sees the earlier one.

-- The names of clients and exclusions in `excluded.source` and `person_match.source`.
create or replace function source_of_client(p_client bigint) returns text language sql immutable as $$
  select 'client ' || p_client
$$;

-- Serialises exclusions against each other and against look-ups.
create or replace function lock_exclusions(p_alone boolean) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if p_alone then
    lock table mutex.exclusions in exclusive mode;
  else
    lock table mutex.exclusions in row share mode;
  end if;
end
$$;

-- How many parts of a name must agree. A person who does not know their birth date is registered as born on 1 January, so this date
-- says less.
create or replace function parts_to_agree(p_birth_date date) returns integer language sql immutable as $$
  select case when extract(doy from p_birth_date) = 1 then 3 else 2 end
$$;

-- When the client's self-exclusion will be over; null without one. One on an account whose phone is not proven counts for
-- nobody: a stranger may have opened it.
create or replace function exclusion_ends_at(p_client bigint, p_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select max(b.ends_at) from play_break b join client c on c.id = b.client_id
  where b.client_id = p_client and b.kind = 'exclusion' and b.ends_at > p_at and c.confirmed_at is not null
$$;

-- The reason why a client's bets and deposits wait: `lock` while an operator has locked play, `may_not_play` for staff, their households
-- and suppliers, `identity` while the client may be an excluded person, `register` while the national register has not answered, null
-- otherwise. Withdrawals wait for none of them.
create or replace function money_waits_for(p_client bigint, p_at timestamptz) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when lock_ends_at(p_client, 'play', p_at) is not null then 'lock'
    when may_not_play(p_client) then 'may_not_play'
    when exists (select from person_match where client_id = p_client and cleared_at is null and ends_at > p_at) then 'identity'
    when exists (select from register_question where client_id = p_client) then 'register'
  end
$$;

-- Makes the client's next bet ask again what is left to stake, and so what money waits for.
create or replace function stop_stakes(p_client bigint) returns void
language sql set search_path = public, pg_temp as $$
  update wallet set stakes_left = 0, stakes_left_until = clock_timestamp() where client_id = p_client
$$;

-- Notes that a client may be this excluded person, and stops the client's bets.
create or replace function note_match(p_client bigint, p_source text, p_ends_at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into person_match (client_id, source, ends_at) values (p_client, p_source, p_ends_at)
  on conflict (client_id, source) do update set ends_at = excluded.ends_at
    where person_match.ends_at is distinct from excluded.ends_at;
  if found then
    perform stop_stakes(p_client);
  end if;
end
$$;

-- Compares the client's name with all excluded persons.
create or replace function match_client(p_client bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform note_match(p_client, e.source, max(e.ends_at))
  from client c
  join person_key k on k.client_id = c.id
  join excluded e on e.kind = 'name_part' and e.hmac = any (k.hmacs)
  where c.id = p_client and e.ends_at > clock_timestamp() and e.source <> source_of_client(p_client)
  group by e.source, c.birth_date having count(*) >= parts_to_agree(c.birth_date);
end
$$;

-- The other accounts that may be the same person's, by the client's name now and the names it was excluded under.
create or replace function accounts_like(p_client bigint) returns bigint[]
language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(c.id), '{}')
  from (
    select array_agg(hmac) as hmacs from (
      select unnest(hmacs) as hmac from person_key where client_id = p_client
      union select hmac from excluded where source = source_of_client(p_client) and kind = 'name_part'
    ) parts
  ) own
  join person_key k on k.hmacs && own.hmacs
  join client c on c.id = k.client_id
  where c.id <> p_client
    and (select count(*) from unnest(k.hmacs) as h (hmac) where h.hmac = any (own.hmacs)) >= parts_to_agree(c.birth_date)
$$;

-- Locks the wallets that an exclusion of this client changes, in the order in which everybody locks wallets.
create or replace function lock_wallets_of_person(p_client bigint) returns void
language sql set search_path = public, pg_temp as $$
  select from wallet where client_id = any (p_client || accounts_like(p_client)) order by client_id for no key update
$$;

-- Copies the keys of a client whose exclusion is running to the excluded persons, and stops the other accounts of that person.
-- The caller holds the lock of all exclusions alone, and those wallets.
create or replace function copy_exclusion(p_client bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_ends_at timestamptz := exclusion_ends_at(p_client, clock_timestamp());
  v_source text := source_of_client(p_client);
begin
  if v_ends_at is null then
    return;
  end if;
  insert into excluded (kind, hmac, ends_at, source)
  select 'name_part', h.hmac, v_ends_at, v_source
  from person_key k cross join unnest(k.hmacs) as h (hmac) where k.client_id = p_client
  on conflict (source, kind, hmac) do nothing;
  insert into excluded (kind, hmac, ends_at, source)
  select 'document', document_key, v_ends_at, v_source from identity_check where client_id = p_client and status = 'accepted'
  on conflict (source, kind, hmac) do nothing;
  -- A name given up since stays excluded as long as the others.
  update excluded set ends_at = v_ends_at where source = v_source;
  perform note_match(id, v_source, v_ends_at) from unnest(accounts_like(p_client)) as id;
end
$$;

-- Stores the HMACs of a client's name, as it is in the client's row, and compares them with the excluded persons.
-- To be called at sign-up, at every sign-in and at each change of name, in the transaction that writes it.
create or replace function key_person(p_client bigint, p_key_id bytea, p_hmacs bytea[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new boolean;
  v_excluded boolean;
begin
  perform from client where id = p_client for no key update;
  v_new := not exists (select from person_key where client_id = p_client and key_id = p_key_id and hmacs = p_hmacs);
  -- A client who takes a break holds the client's row too, so this cannot change before the end of the transaction.
  v_excluded := v_new and exclusion_ends_at(p_client, clock_timestamp()) is not null;
  perform lock_exclusions(v_excluded);
  if v_new then
    insert into person_key (client_id, key_id, hmacs) values (p_client, p_key_id, p_hmacs)
    on conflict (client_id) do update set key_id = excluded.key_id, hmacs = excluded.hmacs;
  end if;
  if v_excluded then
    perform lock_wallets_of_person(p_client);
  end if;
  perform match_client(p_client);
  if v_excluded then
    perform copy_exclusion(p_client);
  end if;
end
$$;

-- Ends all matches of a client whose document an operator has seen: it is another person than the excluded ones. Returns how
-- many were ended. Only for the owner of the tables.
create or replace function clear_person_match(p_client bigint, p_by text, p_reason text, p_request uuid default null) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  v_cleared integer;
begin
  perform from client where id = p_client for no key update;
  perform lock_exclusions(false);
  update person_match set cleared_at = clock_timestamp(), cleared_by = p_by, reason = p_reason, request_id = p_request
  where client_id = p_client and cleared_at is null;
  get diagnostics v_cleared = row_count;
  perform stop_stakes(p_client);
  return v_cleared;
end
$$;

-- Removes the keys of exclusions that are over; returns how many. The matches stay, as a record of why money waited.
create or replace function remove_ended_exclusions() returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_removed bigint;
begin
  delete from excluded where ends_at < clock_timestamp();
  get diagnostics v_removed = row_count;
  return v_removed;
end
$$;

-- Stops a client's bets and deposits until the national register has answered; returns the number of the question.
create or replace function ask_register(p_client bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_number bigint;
begin
  insert into register_question (client_id) values (p_client)
  on conflict (client_id) do update set asked_at = excluded.asked_at, number = default
  returning number into v_number;
  perform stop_stakes(p_client);
  return v_number;
end
$$;

-- The next client whom the register has not answered about for this long; nobody else is given the same one meanwhile.
create or replace function claim_register_question(p_after interval) returns table (client_id bigint, number bigint)
language sql security definer set search_path = public, pg_temp as $$
  update register_question q set asked_at = clock_timestamp()
  from (
    select r.client_id from register_question r where r.asked_at < clock_timestamp() - p_after
    order by r.asked_at limit 1 for update skip locked
  ) due
  where q.client_id = due.client_id
  returning q.client_id, q.number
$$;

-- Notes the register's answer: the entries that are this person's, until when each holds. An answer to an earlier question,
-- which came too late, changes nothing.
create or replace function note_register_answer(
  p_client bigint, p_number bigint, p_references text[], p_ends_at timestamptz[]
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from client where id = p_client for no key update;
  delete from register_question where client_id = p_client and number = p_number;
  if not found then
    return;
  end if;
  update person_match set ends_at = clock_timestamp()
  where client_id = p_client and source like 'register %' and ends_at > clock_timestamp()
    and source <> all (select 'register ' || r from unnest(p_references) r);
  perform note_match(p_client, 'register ' || e.reference, e.ends_at)
  from unnest(p_references, p_ends_at) as e (reference, ends_at);
end
$$;
