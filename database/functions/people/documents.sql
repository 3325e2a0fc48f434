-- Tiers and identity documents. See docs/decisions/0053.

-- 0: the phone is not proven, so no money moves. 1: the phone is proven. 2: an operator has accepted a document.
create or replace function tier_of(p_client bigint) returns smallint
language sql stable security definer set search_path = public, pg_temp as $$
  select (case
    when c.confirmed_at is null then 0
    when exists (select from identity_check where client_id = c.id and status = 'accepted') then 2
    else 1
  end)::smallint from client c where c.id = p_client
$$;

-- The most that may be deposited, and as much again withdrawn, in each tier: in the last 24 hours and in the last 30 days. Null is no limit
-- of its own.
create or replace function tier_limits(p_tier smallint, out per_day bigint, out per_30_days bigint)
language sql immutable as $$
  select case p_tier when 0 then 0 when 2 then 2000000 end, case p_tier when 0 then 0 when 1 then 200000 when 2 then 10000000 end
$$;

-- The deposits or withdrawals that count: paid, or under way. A deposit that expired counts for a day, because it can still be paid: it is
-- credited then, and counts from then on. The caller's clock is the database's.
create or replace function tier_used(p_client bigint, p_direction payment_direction, p_at timestamptz, out in_day bigint, out in_30_days bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(amount) filter (where created_at > p_at - interval '24 hours'), 0)::bigint, coalesce(sum(amount), 0)::bigint
  from payment
  where client_id = p_client and direction = p_direction and created_at > p_at - interval '30 days'
    and (status <> 'failed' and status <> 'expired' or status = 'expired' and created_at > p_at - interval '24 hours')
$$;

-- The client's largest win of over 1,000,000 francs, whose payout needs a document; null where there is none.
create or replace function large_win(p_client bigint) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select max(amount) from every_posting as posting
  where client_id = p_client and id >= (first_ids_of_client(p_client)).posting and id < posting_before('infinity')
    and kind = 'payout' and amount > 1000000
$$;

-- The limit that forbids a payment that has just been inserted, and the amount that counted against it before. No row where none does. Call
-- it under the wallet's lock, so that it sees the payments before it. A client who is under 18 by the document takes out what there is.
create or replace function tier_in_the_way(p_payment uuid) returns table (tier smallint, most bigint, used bigint, days integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.tier, rule.most, rule.used, rule.days
  from payment p
  cross join lateral (select tier_of(p.client_id) as tier, clock_timestamp() as at) s
  cross join lateral tier_limits(s.tier) l
  cross join lateral tier_used(p.client_id, p.direction, s.at) u
  cross join lateral (values
    (1, l.per_day, u.in_day - p.amount, p.amount),
    (30, l.per_30_days, u.in_30_days - p.amount, p.amount),
    -- A win is over this limit by itself.
    (null, case when p.from_win > 0 and s.tier < 2 then 1000000 end, large_win(p.client_id), 0)
  ) as rule (days, most, used, more)
  where p.id = p_payment and rule.used + rule.more > rule.most
    and not (p.direction = 'withdrawal' and is_closed_for_good(p.client_id))
  order by rule.days nulls last limit 1
$$;

-- Whether the account is being closed because its owner is under 18.
create or replace function is_closed_for_good(p_client bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from closing where client_id = p_client and reason is not null)
$$;

-- Begins a draft, in place of an earlier one. Returns the reason against it: `waiting` or `accepted`; null where nothing is. The
-- caller has locked the client, and gives the id, because the number is sealed for it.
create or replace function start_identity_check(
  p_client bigint, p_check uuid, p_type document_type, p_country text, p_last4 text, p_number_sealed bytea, p_document_key bytea,
  p_expires_on date
) returns identity_check_status
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_status identity_check_status;
begin
  select status into v_status from identity_check where client_id = p_client and status in ('waiting', 'accepted') limit 1;
  if found then
    return v_status;
  end if;
  delete from identity_check where client_id = p_client and status = 'draft';
  insert into identity_check (id, client_id, type, country, last4, number_sealed, document_key, expires_on)
  values (p_check, p_client, p_type, p_country, p_last4, p_number_sealed, p_document_key, p_expires_on);
  return null;
end
$$;

-- Keeps a picture of a draft, in place of an earlier one of the same side; false where there is no such draft of this client. An
-- operator sees what was sent, so nothing changes after that.
create or replace function keep_identity_image(p_client bigint, p_check uuid, p_side document_side, p_sealed bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from identity_check where id = p_check and client_id = p_client and status = 'draft' for update;
  if not found then
    return false;
  end if;
  insert into identity_image (check_id, side, sealed) values (p_check, p_side, p_sealed)
  on conflict (check_id, side) do update set sealed = excluded.sealed, uploaded_at = clock_timestamp();
  return true;
end
$$;

-- Sends a draft to the operators. Returns the reason against it: `not_there`, `not_draft`, `incomplete`, `expired`; null when it is
-- sent. The caller has locked the client.
create or replace function submit_identity_check(p_client bigint, p_check uuid, p_sides document_side[]) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c identity_check;
begin
  select * into c from identity_check where id = p_check and client_id = p_client for update;
  if not found then
    return 'not_there';
  elsif c.status <> 'draft' then
    return 'not_draft';
  elsif c.expires_on < (clock_timestamp() at time zone 'UTC')::date then
    return 'expired';
  elsif exists (
    select from unnest(p_sides) as side where side <> all (select i.side from identity_image i where i.check_id = c.id)
  ) then
    return 'incomplete';
  end if;
  update identity_check set status = 'waiting', submitted_at = clock_timestamp() where id = c.id;
  return null;
end
$$;

-- Removes what is no longer needed: drafts after 7 days, and the pictures of a refused document after 30. Returns how many
-- pictures.
create or replace function remove_old_documents() returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_removed bigint;
begin
  delete from identity_check where status = 'draft' and created_at < clock_timestamp() - interval '7 days';
  delete from identity_image i using identity_check c
  where c.id = i.check_id and c.status = 'refused' and c.decided_at < clock_timestamp() - interval '30 days';
  get diagnostics v_removed = row_count;
  return v_removed;
end
$$;

-- Forgets the documents of a client. Without the key the pictures cannot be opened any more, not in a backup of them either.
create or replace function erase_documents(p_client bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from identity_check where client_id = p_client;
  delete from client_document_key where client_id = p_client;
$$;

-- The keys of an accepted document's clients, where they are excluded: the same document is the same person.
create or replace function excluded_by_document(p_client bigint, p_document_key bytea) returns table (source text, ends_at timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select e.source, max(e.ends_at) from excluded e
  where e.kind = 'document' and e.hmac = p_document_key and e.ends_at > clock_timestamp() and e.source <> source_of_client(p_client)
  group by e.source
$$;
