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

-- An account that refused a payment stays refused; only the time of the next question to it changes, and whether it took the payment after
-- all.
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

-- The payment leaves its account. Where another account is taking its place, that account has it.
create or replace function end_payment_trial(p_payment uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from payment_trial t
  using (select o.payment_id from payment_trial o where o.payment_id = p_payment for update skip locked) mine
  where t.payment_id = mine.payment_id
$$;

-- Counts how a call of an account ended, and what became of its payment; pauses a network at an account that fails, and ends its pause.
-- A success writes nothing, unless something failed before.
--
-- Locks: the payment, its wallet, then the line; nobody is waited for in between. Whoever begins a payment reads the line and locks only
-- a trial, before any wallet.
create or replace function count_payment_outcome() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  p payment;
  l payment_line;
  v_account text;
  v_is_start boolean := new.from_status = 'created' and new.kind in ('accepted', 'under_way', 'rejected', 'unanswered') or new.kind = 'rerouted';
  v_failed boolean := new.kind in ('unanswered', 'absent') or new.kind in ('rejected', 'declined') and new.detail ? 'elsewhere'
    or new.kind = 'rerouted' and new.detail ->> 'because' not in ('stopped', 'paused');
  v_done bigint;
  v_all bigint;
  v_because text;
begin
  select * into p from payment where id = new.payment_id;
  v_account := case new.kind when 'rerouted' then new.detail ->> 'from' else p.provider end;
  if new.kind in ('rejected', 'unanswered', 'confirmed', 'declined', 'absent', 'expired', 'rerouted') then
    perform end_payment_trial(p.id);
  end if;
  if v_failed then
    insert into payment_line as q (account, country, method, direction, in_a_row)
    values (v_account, p.country, p.method, p.direction, v_is_start::integer)
    on conflict (account, country, method, direction) do update set in_a_row = q.in_a_row + excluded.in_a_row
    returning * into l;
    -- It is paused already.
    if l.until > v_now then
      return null;
    end if;
    -- The status of this payment follows its event; one that went elsewhere is counted by its attempt.
    select count(*) filter (where not o.failed), count(*) + (new.kind <> 'rerouted')::integer into v_done, v_all
    from payment_outcome o
    where (o.account, o.country, o.method, o.direction) = (l.account, l.country, l.method, l.direction)
      and o.at > greatest(v_now - interval '15 minutes', l.counts_from);
    -- A trial that fails is enough to pause it again.
    v_because := case when l.in_a_row >= 5 then 'in_a_row' when v_all >= 20 and v_done * 2 < v_all then 'rate' else l.because end;
    if v_because is not null then
      update payment_line q set because = v_because, paused_at = coalesce(q.paused_at, v_now), until = v_now + interval '5 minutes'
      where (q.account, q.country, q.method, q.direction) = (l.account, l.country, l.method, l.direction);
    end if;
  elsif v_is_start and new.kind <> 'rerouted' or new.kind = 'confirmed' then
    -- A call whose answer was lost is no good one because it was found later.
    if new.kind = 'confirmed' or not exists (select from payment_event e where e.payment_id = p.id and e.kind = 'unanswered') then
      update payment_line q
      set in_a_row = 0, counts_from = case when w.ends then v_now else q.counts_from end, because = case when not w.ends then q.because end,
        paused_at = case when not w.ends then q.paused_at end, until = case when not w.ends then q.until end
      from (select) one cross join lateral (
        -- An answer of before the pause does not end it. Where payments failed later, only one that succeeds does.
        select coalesce(q2.until <= v_now and (q2.because = 'in_a_row' or new.kind = 'confirmed'), false) as ends from payment_line q2
        where (q2.account, q2.country, q2.method, q2.direction) = (v_account, p.country, p.method, p.direction)
      ) w
      where (q.account, q.country, q.method, q.direction) = (v_account, p.country, p.method, p.direction) and (q.in_a_row > 0 or w.ends);
      if found and exists (
        select from payment_line q
        where (q.account, q.country, q.method, q.direction) = (v_account, p.country, p.method, p.direction) and q.until is null
      ) then
        perform end_payment_trial(p.id);
      end if;
    end if;
  end if;
  return null;
end
$$;
