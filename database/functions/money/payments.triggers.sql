-- Enforces a payment's life cycle for every writer: its terms never change, and a final status stays. A failed or expired
-- payment may still turn out to be paid, because the provider's word that money moved beats its word that it did not.
create or replace function keep_payment_life() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.client_id, new.direction, new.amount, new.from_win, new.from_dep, new.country, new.method,
      new.created_at, new.idempotency_key)
     is distinct from (old.id, old.client_id, old.direction, old.amount, old.from_win, old.from_dep, old.country, old.method,
      old.created_at, old.idempotency_key) then
    raise exception 'the content of payment % never changes', old.id using errcode = 'restrict_violation';
  end if;
  -- Only what its account has refused, and no provider has taken, goes to another account; never back to one that refused it.
  if new.provider <> old.provider and not (
    (old.status, new.status) = ('created', 'created') and old.provider_ref is null
    and exists (select from payment_attempt a where a.payment_id = old.id and a.account = old.provider)
    and not exists (select from payment_attempt a where a.payment_id = old.id and a.account = new.provider)
  ) then
    raise exception 'payment % stays at its account', old.id using errcode = 'restrict_violation';
  end if;
  -- A party in plain, such as one of the invented month, leaves the row once, when it is sealed.
  if (new.phone, new.first_name, new.last_name, new.email, new.request_hash)
     is distinct from (old.phone, old.first_name, old.last_name, old.email, old.request_hash)
     and not (old.phone is not null and new.phone is null and exists (select from party where payment_id = old.id)) then
    raise exception 'the party of payment % never changes', old.id using errcode = 'restrict_violation';
  end if;
  -- With another payment's reference this one would be confirmed by the other one's money.
  if old.provider_ref is not null and new.provider_ref is distinct from old.provider_ref then
    raise exception 'the reference of payment % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and (
    old.status in ('succeeded', 'paid')
    or old.status = 'failed' and new.status not in ('succeeded', 'paid')
    or old.status = 'expired' and new.status not in ('succeeded', 'failed')
    -- it is held before anything else happens to it, or never
    or new.status = 'review' and (old.status <> 'created' or exists (select from payment_event where payment_id = old.id)
      or not exists (select from withdrawal_review where payment_id = old.id))
    -- and continues only as an operator has decided
    or old.status = 'review' and not exists (
      select from withdrawal_review_end e
      where e.payment_id = old.id and (e.verdict, new.status) in (('released', 'created'), ('refused', 'failed'))
    )
    or new.status = 'created' and old.status <> 'review'
  ) then
    raise exception 'payment % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- An account that refused a payment stays one; what is asked of it later is when, and whether it took the payment after all.
create or replace function keep_payment_attempt() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.payment_id, new.account, new.because, new.at) is distinct from (old.payment_id, old.account, old.because, old.at)
     or old.paid_at is not null and new.paid_at is distinct from old.paid_at then
    raise exception 'an attempt of payment % never changes', old.payment_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- The terms of a stop of payments never change, and it ends once.
create or replace function keep_payment_stop() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null
     or (new.id, new.account, new.country, new.method, new.direction, new.told_en, new.told_fr, new.reason, new.stopped_by, new.stopped_at)
       is distinct from
       (old.id, old.account, old.country, old.method, old.direction, old.told_en, old.told_fr, old.reason, old.stopped_by, old.stopped_at) then
    raise exception 'stop % of payments never changes', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- Checks each posting of a payment against the payment's terms, so that no money moves without a stored payment.
create or replace function match_payment() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  p payment;
begin
  select * into p from payment where id = new.reference;
  if (p.client_id = new.client_id and new.amount = case
        when new.kind = 'deposit' and p.direction = 'deposit' then p.amount
        when new.kind = 'withdrawal_paid' and p.direction = 'withdrawal' then p.amount
        when new.kind = 'deposit' or p.direction = 'deposit' then null
        when 'client_win' in (new.from_account, new.to_account) then p.from_win
        when 'client_dep' in (new.from_account, new.to_account) then p.from_dep
      end) is not true then
    raise exception 'no payment % asks for this %', new.reference, new.kind using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
