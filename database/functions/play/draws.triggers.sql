-- Enforces a draw's life cycle for every writer: its terms never change, its result is set once, and its status never goes back.
create or replace function keep_draw_life() returns trigger language plpgsql as $$
begin
  if (new.id, new.draws_at, new.opens_at, new.closes_at, new.rules)
     is distinct from (old.id, old.draws_at, old.opens_at, old.closes_at, old.rules) then
    raise exception 'the terms of draw % never change', old.id using errcode = 'restrict_violation';
  end if;
  if old.result is not null and new.result is distinct from old.result then
    raise exception 'the result of draw % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if old.finished_at is not null then
    raise exception 'draw % is finished', old.id using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status then
    if (old.status, new.status) not in
       (('open', 'closed'), ('open', 'void'), ('closed', 'drawn'), ('closed', 'void'), ('drawn', 'settled')) then
      raise exception 'draw % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
    end if;
    if new.status = 'closed' and clock_timestamp() < old.closes_at
       or new.status = 'drawn' and clock_timestamp() < old.draws_at
       or new.status = 'void' and not is_draw_lost(old) and not is_draw_called_off(old) then
      raise exception 'draw % cannot be % yet', old.id, new.status using errcode = 'restrict_violation';
    end if;
    perform pg_notify('draw', new.status || ' ' || new.id);
    -- Where nothing is sold any more, nothing is stopped.
    if old.status = 'open' then
      update sales_stop set ended_at = greatest(stopped_at, clock_timestamp()) where draw_id = old.id and ended_at is null;
    end if;
  end if;
  if new.finished_at is not null then
    new.was_late := console.was_late(new);
  end if;
  return new;
end
$$;

create or replace function keep_draw_seal() returns trigger language plpgsql as $$
begin
  if old.sealed_at is not null or old.status <> 'closed' or new.status <> 'closed' then
    raise exception 'draw % cannot be sealed', old.id using errcode = 'restrict_violation';
  end if;
  perform pg_notify('draw', 'sealed ' || new.id);
  return new;
end
$$;

-- The time in the seal is read a little before the commit. A process that was delayed in between must not publish a seal when
-- the beacon's value may be known.
create or replace function refuse_late_seal() returns trigger language plpgsql as $$
begin
  if clock_timestamp() not between new.closes_at and new.draws_at then
    raise exception 'draw % is sealed too late', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- A value of a beacon never changes. Only whether it counts does: see `store_round` and `refuse_round`.
create or replace function keep_round() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.chain, new.round, new.signature, new.stored_at)
     is distinct from (old.chain, old.round, old.signature, old.stored_at) then
    raise exception 'a value of a beacon never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- No value is stored before its round's time, nor for a round that no sealed draw waits for. The beacon must be one that the owner has
-- entered.
create or replace function refuse_early_round() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
       select from beacon_chain
       where hash = new.chain and to_timestamp(genesis + (new.round - 1) * period) <= clock_timestamp()
     ) or not exists (
       select from commitment c join draw d on d.id = c.draw_id
       where (c.beacon_chain, c.beacon_round) = (new.chain, new.round)
         and d.sealed_at is not null and d.draws_at <= clock_timestamp()
     ) then
    raise exception 'no draw can have the value of round % yet', new.round using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A draw is committed with the operator's newest key, so that nobody need accept a former one for a draw that opens after the
-- change. The lock makes a change wait for the commitments under way, and those for a change.
create or replace function refuse_former_key() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_newest bytea;
begin
  lock table mutex.operator_keys in row share mode;
  select public_key into v_newest from operator_key order by number desc limit 1;
  if found and v_newest <> new.operator_key then
    raise exception 'draw % is not committed with the operator''s newest key', new.draw_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A tree is stored before its seal. A ticket that came later would make an honest seal look false.
create or replace function refuse_late_chunk() returns trigger language plpgsql as $$
begin
  if exists (select from added join seal on seal.draw_id = added.draw_id) then
    raise exception 'a sealed tree never grows' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- The time is checked when the request is carried out, a little before the commit. Somebody who could hold back the commit until
-- after the close could look at the tickets first.
create or replace function refuse_late_call_off() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from draw where id = new.draw_id and clock_timestamp() <= closes_at - interval '60 s') then
    raise exception 'draw % is called off too late', new.draw_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
