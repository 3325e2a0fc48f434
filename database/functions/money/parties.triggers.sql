-- A payment without a party in its row has a sealed one.
create or replace function require_party() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from party where payment_id = new.id) then
    raise exception 'payment % has no party', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- The party of a payment never changes. It can only be forgotten, together with all other payments of its client.
create or replace function keep_party() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and not exists (
    select from payment p join party_key k on k.client_id = p.client_id where p.id = old.payment_id
  ) then
    return old;
  end if;
  raise exception 'the party of payment % never changes', old.payment_id using errcode = 'restrict_violation';
end
$$;

-- A client's key can be sealed again. It goes only when the client was erased, and no law lets it go within a year.
create or replace function keep_party_key() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and exists (
    select from client where id = old.client_id and erased_at < clock_timestamp() - interval '1 year'
  ) then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.client_id = old.client_id and length(new.key_sealed) = length(old.key_sealed) then
    return new;
  end if;
  raise exception 'the key of client % stays', old.client_id using errcode = 'restrict_violation';
end
$$;
