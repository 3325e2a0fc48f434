-- The party of a payment, encrypted under a key of the client that can be destroyed. See docs/decisions/0055.

-- Seals the parties of payments that have them in their rows; of those that somebody else locks, none. Returns how many it
-- sealed. The answers of such payments repeat the phone, and lose it.
create or replace function seal_parties(p_payments uuid[], p_sealed bytea[], p_request_hashes bytea[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_sealed bigint;
begin
  insert into party (payment_id, sealed)
  select p.id, given.sealed
  from unnest(p_payments, p_sealed) as given (id, sealed)
  join (select id from payment where id = any (p_payments) and phone is not null for no key update skip locked) p using (id);
  -- The trigger lets the party out of the row only now.
  update payment p set
    phone = null, first_name = null, last_name = null, email = null, request_hash = given.request_hash,
    answer = (p.answer::jsonb #- '{payment,phone}')::json
  from unnest(p_payments, p_request_hashes) as given (id, request_hash)
  where p.id = given.id and p.phone is not null and exists (select from party where payment_id = p.id);
  get diagnostics v_sealed = row_count;
  return v_sealed;
end
$$;

-- Replaces the sealed key of a client by the same key sealed under another one, unless it was replaced before.
create or replace function reseal_party_key(p_client bigint, p_from bytea, p_to bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  update party_key set key_sealed = p_to where client_id = p_client and key_sealed = p_from
$$;

-- Destroys the keys of clients who were erased this many years before p_now, and what was sealed under them; at most 500
-- clients. Returns how many. Money may still come back to an erased account, and then somebody has to be paid: its key stays
-- until the account is empty. Only the owner of the tables says what time it is.
create or replace function forget_parties(p_years integer, p_now timestamptz) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  v_client bigint;
  v_clients bigint[] := '{}';
begin
  for v_client in
    select c.id from client c join party_key k on k.client_id = c.id
    where c.erased_at < p_now - p_years * interval '1 year' and open_in_account(c.id) is null
    order by c.erased_at limit 500 for no key update of c, k skip locked
  loop
    v_clients := v_clients || v_client;
  end loop;
  delete from party_key where client_id = any (v_clients);
  delete from party where payment_id in (select id from payment where client_id = any (v_clients));
  return cardinality(v_clients);
end
$$;

-- Forgets old parties by the database's clock, for the application.
create or replace function forget_old_parties(p_years integer) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  select forget_parties(p_years, clock_timestamp())
$$;

-- Two operators read together who a client's payments were about. Only the owner of the tables calls these; each call that
-- succeeds is a row of `party_look`, which nobody changes.

-- Asks. Returns the number of the question.
create or replace function ask_for_parties(p_client bigint, p_operator text, p_reason text) returns bigint
language sql set search_path = public, pg_temp as $$
  insert into party_look (client_id, kind, operator, reason, at)
  values (p_client, 'asked', trim(p_operator), p_reason, clock_timestamp()) returning id
$$;

-- Another operator approves, within seven days.
create or replace function approve_party_look(p_asked bigint, p_operator text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into party_look (client_id, kind, asked_id, operator, at)
  select client_id, 'approved', id, trim(p_operator), clock_timestamp() from party_look
  where id = p_asked and kind = 'asked' and at > clock_timestamp() - interval '7 days'
    and lower(operator) <> lower(trim(p_operator));
  if not found then
    raise exception 'question % is not there, is older than seven days, or is your own', p_asked
      using errcode = 'restrict_violation';
  end if;
end
$$;

-- Either of the two opens, within a day of the approval: the client's sealed key, and each payment with its sealed party.
create or replace function open_parties(p_asked bigint, p_operator text)
returns table (key_sealed bytea, payment_id uuid, sealed bytea, client_id bigint, direction payment_direction, amount bigint,
  status payment_status, created_at timestamptz)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  insert into party_look (client_id, kind, asked_id, operator, at)
  select asked.client_id, 'opened', asked.id, trim(p_operator), clock_timestamp()
  from party_look asked join party_look approved on approved.asked_id = asked.id and approved.kind = 'approved'
  where asked.id = p_asked and approved.at > clock_timestamp() - interval '1 day'
    and lower(trim(p_operator)) in (lower(asked.operator), lower(approved.operator));
  if not found then
    raise exception 'question % is not approved, was approved more than a day ago, or is of others', p_asked
      using errcode = 'restrict_violation';
  end if;
  return query
    select k.key_sealed, p.id, y.sealed, p.client_id, p.direction, p.amount, p.status, p.created_at
    from party_look asked
    join party_key k on k.client_id = asked.client_id
    join payment p on p.client_id = asked.client_id
    join party y on y.payment_id = p.id
    where asked.id = p_asked order by p.created_at, p.id;
end
$$;
