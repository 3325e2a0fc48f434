-- The values of beacons that count: one for each round at most, and none that turned out to be false.
create or replace view known_round as
select chain, round, signature, stored_at from beacon_round where refused_at is null;

-- The steps of a draw's life. Each looks at the database's clock, at the seal, and at what was committed to before sales
-- opened. The application has no other way to change a draw.

-- Closes the sales of one due draw. A draw that nobody closed before its moment becomes void instead: its result was never
-- known. Returns its id, or null if none is due. A row that another process has locked is skipped.
create or replace function close_due_draw() returns uuid
language sql security definer set search_path = public, pg_temp as $$
  update draw set
    status = case when draws_at <= clock_timestamp() then 'void' else 'closed' end::draw_status,
    closed_at = clock_timestamp()
  where id = (
    select id from draw
    where finished_at is null and status = 'open' and closes_at <= statement_timestamp()
    order by closes_at limit 1 for update skip locked
  ) and status = 'open'
  returning id
$$;

-- Whether a draw can no longer have a result: it was not sealed before its moment, or the beacon's value did not come within
-- the committed patience. No other draw may be voided: whoever knows a result must not be able to undo it.
create or replace function is_draw_lost(p_draw draw) returns boolean
language sql volatile set search_path = public, pg_temp as $$
  select p_draw.draws_at <= clock_timestamp() and (p_draw.sealed_at is null or exists (
    select from commitment c
    where c.draw_id = p_draw.id and c.beacon_round is not null
      and p_draw.draws_at + c.patience_hours * interval '1 hour' <= clock_timestamp()
      and not exists (select from known_round b where (b.chain, b.round) = (c.beacon_chain, c.beacon_round))
  ))
$$;

-- Whether two people have called a draw off while it was on sale. Later than a minute before the close, whoever holds the seed
-- could try the tickets that are sold, and dislike the result.
create or replace function is_draw_called_off(p_draw draw) returns boolean
language sql volatile set search_path = public, pg_temp as $$
  select p_draw.status = 'open' and clock_timestamp() <= p_draw.closes_at - interval '60 s'
    and exists (select from call_off where draw_id = p_draw.id)
$$;

-- Voids one closed draw that is lost, and returns its id, as above.
create or replace function void_lost_draw() returns uuid
language sql security definer set search_path = public, pg_temp as $$
  update draw set status = 'void'
  where id = (
    select d.id from draw d
    where d.finished_at is null and d.status = 'closed' and d.draws_at <= statement_timestamp()
      -- No patience is shorter than an hour, so this skips the many draws that only wait to be drawn.
      and (d.sealed_at is null or d.draws_at <= statement_timestamp() - interval '1 hour') and is_draw_lost(d)
    order by d.closes_at limit 1 for update of d skip locked
  ) and status = 'closed'
  returning id
$$;

-- Locks one closed draw to be sealed, and returns its id, as above. A draw with less time left than this is lost; trying to
-- seal it would delay the ones behind it. Hashing a million tickets takes some seconds, in which the transaction is idle.
-- A worker that found no draw has nothing to hash, so it keeps the usual limit: where its network is cut, it is over soon.
create or replace function claim_draw_to_seal() returns uuid
language sql security definer set search_path = public, pg_temp as $$
  with claimed as (
    select id from draw
    where finished_at is null and status = 'closed' and sealed_at is null
      and draws_at > clock_timestamp() + interval '100 ms'
    order by closes_at limit 1 for update skip locked
  )
  select id from claimed where set_config('idle_in_transaction_session_timeout', '60s', true) is not null
$$;

-- Stores the value of a beacon's round. The caller has verified its signature, which SQL cannot. A value that was refused by mistake counts
-- again. Where another value is stored, nothing changes: the worker that draws verifies it, and refuses a false one.
create or replace function store_round(p_chain bytea, p_round bigint, p_signature bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into beacon_round (chain, round, signature) values (p_chain, p_round, p_signature) on conflict do nothing;
  if not found then
    update beacon_round b set refused_at = null
    where (b.chain, b.round, b.signature) = (p_chain, p_round, p_signature) and b.refused_at is not null
      and not exists (select from known_round k where (k.chain, k.round) = (b.chain, b.round));
  end if;
end
$$;

-- Takes back a value whose signature is false, while a draw waits for its round: the true one takes its place. It is kept, and an
-- alarm. Once a draw has a result by it, it stays where everybody can see it.
create or replace function refuse_round(p_chain bytea, p_round bigint, p_signature bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  update beacon_round b set refused_at = clock_timestamp()
  where (b.chain, b.round, b.signature) = (p_chain, p_round, p_signature) and b.refused_at is null
    and exists (
      select from commitment c join draw d on d.id = c.draw_id
      where (c.beacon_chain, c.beacon_round) = (b.chain, b.round) and d.status = 'closed'
    )
$$;

-- Locks one sealed draw whose moment has come, and whose beacon value is there if it waits for one, as above. `p_chains`: the
-- beacons that the caller can verify.
create or replace function claim_draw_to_draw(p_chains bytea[]) returns uuid
language sql security definer set search_path = public, pg_temp as $$
  select d.id from draw d
  join commitment c on c.draw_id = d.id
  left join known_round b on (b.chain, b.round) = (c.beacon_chain, c.beacon_round)
  where d.finished_at is null and d.status = 'closed' and d.sealed_at is not null
    and d.draws_at <= statement_timestamp()
    and (c.beacon_round is null or b.signature is not null and c.beacon_chain = any (p_chains))
  order by d.closes_at limit 1 for update of d skip locked
$$;

-- The 16-byte tag at the start of every message of the fair draw.
create or replace function fair_tag(p_text text) returns bytea language sql immutable as $$
  select substring(convert_to(p_text, 'UTF8') || decode(repeat('00', 16), 'hex') from 1 for 16)
$$;

-- The time that a seal has to name, in milliseconds since 1970 as it is in the record. The result follows from the
-- seal, so whoever seals must have no choice of it. Without a beacon nothing else is left to chance, and it is the time
-- that sales closed, from the record of the draw; with one it is the second in which the transaction that seals began.
create or replace function seal_time(p_draw draw, p_commitment commitment) returns bytea
language sql stable as $$
  select case
    when p_commitment.beacon_round is null then substring(p_commitment.record from 41 for 8)
    else int8send(trunc(extract(epoch from greatest(p_draw.closes_at, date_trunc('second', now()))) * 1000)::bigint)
  end
$$;

-- The predecessor that the next seal has to name: the hash of the seal before it, null for the first, and its time. Seals form a chain, so
-- the lock is held until the caller commits, and other callers wait.
create or replace function prepare_seal(p_draw uuid, out previous bytea, out sealed_at bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table mutex.seals in exclusive mode;
  previous := (select hash from seal order by number desc limit 1);
  sealed_at := (
    select seal_time(d, c) from draw d join commitment c on c.draw_id = d.id where d.id = p_draw
  );
end
$$;

-- The fields that the announcement of the operator's next key has to name: the key before it, null for the first; the time, in milliseconds
-- since 1970 as it is in the record; and the hash of the newest seal, zeros before the first. No draw whose sales open later is committed
-- with the former key: the lock is held until the caller commits, and new draws wait.
create or replace function prepare_operator_key(out former bytea, out announced_at bytea, out seal_hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- See `refuse_former_key`.
  lock table mutex.operator_keys in exclusive mode;
  -- The newest seal stays the newest until the commit; see `prepare_seal`.
  lock table mutex.seals in exclusive mode;
  former := (select public_key from operator_key order by number desc limit 1);
  announced_at := int8send(
    ceil(extract(epoch from greatest(now(), (select max(opens_at) from draw))) * 1000)::bigint
  );
  seal_hash := coalesce((select hash from seal order by number desc limit 1), decode(repeat('00', 32), 'hex'));
end
$$;

-- Notes the operator's next key. The first has no announcement.
create or replace function announce_operator_key(
  p_key bytea, p_announcement bytea, p_former_signature bytea, p_signature bytea
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_next record;
begin
  select * into v_next from prepare_operator_key();
  if (case when v_next.former is null then p_announcement is null
      else p_announcement = fair_tag('izi.opkey.v1') || v_next.former || p_key || v_next.announced_at || v_next.seal_hash
      end) is not true then
    raise exception 'the operator''s key cannot be announced like that' using errcode = 'restrict_violation';
  end if;
  insert into operator_key (number, public_key, announcement, former_signature, signature)
  select coalesce(max(number), 0) + 1, p_key, p_announcement, p_former_signature, p_signature from operator_key;
end
$$;

-- Whether a seed is the one that was committed to.
create or replace function opens_commitment(p_seed bytea, p_commitment commitment) returns boolean
language sql immutable as $$
  select octet_length(p_seed) = 32
    and sha256(fair_tag('izi.seed.v1') || sha256(p_commitment.record) || p_seed) = p_commitment.commitment
$$;

-- Seals a closed draw. With a beacon the seed becomes public in the same commit, so that nobody can look at the result
-- first and call the draw off; without one the seed stays secret until the draw.
create or replace function seal_draw(p_draw uuid, p_record bytea, p_signature bytea, p_seed bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d draw;
  c commitment;
  v_now timestamptz;
  v_next record;
  v_sold record;
begin
  select * into d from draw where id = p_draw and status = 'closed' and draw.sealed_at is null for update;
  select * into c from commitment where draw_id = d.id;
  select * into v_next from prepare_seal(d.id);
  -- For the figures of its settlement, which players wait for. Of no draw, where the one asked for cannot be sealed.
  insert into draw_sold (draw_id, bet_type, tickets, stakes) select d.id, s.bet_type, s.tickets, s.stakes from sold_of(d.id) s;
  select coalesce(sum(tickets), 0)::bigint as tickets, coalesce(sum(stakes), 0)::bigint as stakes into v_sold
  from draw_sold where draw_id = d.id;
  v_now := clock_timestamp();
  if (v_now between d.closes_at and d.draws_at
      and substring(p_record from 1 for 16) = fair_tag('izi.seal.v1')
      and substring(p_record from 17 for 32) = sha256(c.record)
      and substring(p_record from 49 for 32) = c.commitment
      and substring(p_record from 81 for 8) = int8send(v_sold.tickets)
      and substring(p_record from 121 for 8) = int8send(v_sold.stakes)
      and substring(p_record from 129 for 8) = seal_time(d, c)
      and substring(p_record from 137) = coalesce(v_next.previous, decode(repeat('00', 32), 'hex'))
      and case when c.beacon_round is null then p_seed is null else opens_commitment(p_seed, c) end) is not true then
    raise exception 'draw % cannot be sealed like that', p_draw using errcode = 'restrict_violation';
  end if;
  insert into seal (number, draw_id, record, signature)
  select coalesce(max(number), 0) + 1, p_draw, p_record, p_signature from seal;
  insert into reveal (draw_id, seed) select p_draw, p_seed where p_seed is not null;
  update draw set sealed_at = v_now where id = p_draw;
end
$$;

-- For keys of up to 64 bytes.
create or replace function hmac_sha256(p_key bytea, p_message bytea) returns bytea language plpgsql immutable as $$
declare
  v_inner bytea := decode(repeat('36', 64), 'hex');
  v_outer bytea := decode(repeat('5c', 64), 'hex');
begin
  for i in 0 .. octet_length(p_key) - 1 loop
    v_inner := set_byte(v_inner, i, get_byte(v_inner, i) # get_byte(p_key, i));
    v_outer := set_byte(v_outer, i, get_byte(v_outer, i) # get_byte(p_key, i));
  end loop;
  return sha256(v_outer || sha256(v_inner || p_message));
end
$$;

-- The order of the nine numbers that seed, seal and beacon give; the format is in docs/fairness.md. `p_value` is the
-- beacon's 32 bytes, zeros without one.
create or replace function fair_result(p_record bytea, p_seal bytea, p_seed bytea, p_value bytea) returns integer
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  v_key bytea := hmac_sha256(p_seed, fair_tag('izi.rand.v1') || sha256(p_seal) || substring(p_record from 89 for 1)
    || substring(p_record from 122 for 8) || p_value);
  v_numbers integer[] := '{1, 2, 3, 4, 5, 6, 7, 8, 9}';
  v_block bytea;
  v_words integer := 0;
  v_word bigint;
  v_place integer;
  v_number integer;
begin
  for j in 1 .. 9 loop
    loop
      if v_words % 8 = 0 then
        v_block := hmac_sha256(v_key, fair_tag('izi.strm.v1') || int4send(v_words / 8));
      end if;
      v_word := ('x' || encode(substring(v_block from v_words % 8 * 4 + 1 for 4), 'hex'))::bit(32)::bigint;
      v_words := v_words + 1;
      -- A word above the last whole multiple would make some numbers likelier.
      exit when v_word < 4294967296 - 4294967296 % (10 - j);
    end loop;
    v_place := j + v_word % (10 - j);
    v_number := v_numbers[j];
    v_numbers[j] := v_numbers[v_place];
    v_numbers[v_place] := v_number;
  end loop;
  return array_to_string(v_numbers, '')::integer;
end
$$;

-- Records the result of a sealed draw whose moment has come, and whose beacon value is there if it waits for one; the
-- seed becomes public in the same commit. The derivation is implemented twice, and a result has to be right by both. That the
-- value is signed by its chain is for the caller to verify: SQL cannot.
create or replace function draw_result(p_draw uuid, p_seed bytea, p_result integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d draw;
  c commitment;
  s seal;
  v_signature bytea;
begin
  select * into d from draw where id = p_draw and status = 'closed' and sealed_at is not null for update;
  select * into c from commitment where draw_id = d.id;
  select * into s from seal where draw_id = d.id;
  select signature into v_signature from known_round where (chain, round) = (c.beacon_chain, c.beacon_round);
  if (d.draws_at <= clock_timestamp() and (c.beacon_round is null or v_signature is not null)) is not true then
    raise exception 'draw % cannot be drawn yet', p_draw using errcode = 'restrict_violation';
  end if;
  if (opens_commitment(p_seed, c) and p_result = fair_result(
        c.record, s.record, p_seed, coalesce(sha256(v_signature), decode(repeat('00', 32), 'hex'))
      )) is not true then
    raise exception 'that is not the result of draw %', p_draw using errcode = 'restrict_violation';
  end if;
  insert into reveal (draw_id, seed) values (p_draw, p_seed) on conflict do nothing;
  update draw set status = 'drawn', result = p_result, drawn_at = clock_timestamp() where id = p_draw;
end
$$;
