-- Posts what must succeed, because the wallet is locked and was checked. A failure is a bug: it raises, and nothing is posted.
create or replace function post_or_fail(
  p_client bigint, p_kind posting_kind, p_reference uuid, p_from account, p_to account, p_amount bigint
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_outcome text := post(p_client, p_kind, p_reference, p_from, p_to, p_amount);
begin
  if v_outcome <> 'done' then
    raise exception '% from % to % of client % is %', p_kind, p_from, p_to, p_client, v_outcome using errcode = 'restrict_violation';
  end if;
end
$$;

-- Books a provider's refund of a credited deposit; p_refunded is the total so far. Takes it from the client's deposits, then
-- winnings, and the rest as owed, because no wallet goes below zero. Returns the newly booked amount; 0 if all was booked.
create or replace function charge_back(p_payment uuid, p_refunded bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p payment;
  w wallet;
  v_id uuid := gen_random_uuid();
  v_more bigint;
  v_dep bigint;
  v_win bigint;
begin
  -- Lock the payment first, so that two calls for the same refund run one after the other.
  select * into p from payment where id = p_payment for no key update;
  if (p.direction = 'deposit' and p.status = 'succeeded' and p_refunded between 1 and p.amount) is not true then
    raise exception 'payment % cannot have that refund', p_payment using errcode = 'restrict_violation';
  end if;
  select p_refunded - coalesce(sum(amount), 0) into v_more from chargeback where payment_id = p.id;
  if v_more <= 0 then
    return 0;
  end if;
  select * into w from wallet where client_id = p.client_id for no key update;
  v_dep := least(w.dep, v_more);
  v_win := least(w.win, v_more - v_dep);
  insert into chargeback (id, payment_id, client_id, amount, from_dep, from_win, from_owed, at)
  values (v_id, p.id, p.client_id, v_more, v_dep, v_win, v_more - v_dep - v_win, clock_timestamp());
  perform post_or_fail(p.client_id, 'chargeback', v_id, share.account, 'clearing', share.amount)
  from (values ('client_dep'::account, v_dep), ('client_win', v_win), ('client_owed', v_more - v_dep - v_win)) as share (account, amount)
  where share.amount > 0;
  return v_more;
end
$$;

-- How much of a payment was undone after its end, by `p_at` or now: what was refunded of a deposit; all of a withdrawal that was reversed.
create or replace function refunded(p payment, p_at timestamptz default null) returns bigint language sql stable as $$
  select case
    when p.direction = 'deposit' then
      (select coalesce(sum(c.amount), 0)::bigint from chargeback c where c.payment_id = p.id and c.at <= coalesce(p_at, c.at))
    when p.status = 'paid' and exists (
      select from payment_event e
      where e.payment_id = p.id and e.kind::text = 'reversed' and e.to_status = 'paid' and e.at <= coalesce(p_at, e.at)
    ) then p.amount
    else 0
  end
$$;

-- Takes what a client owes from the wallets, up to their balance. Returns what is still owed.
create or replace function repay_owed(p_client bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  w wallet;
  v_id uuid := gen_random_uuid();
  v_dep bigint;
  v_win bigint;
begin
  select * into w from wallet where client_id = p_client for no key update;
  v_dep := least(w.dep, w.owed);
  v_win := least(w.win, w.owed - v_dep);
  perform post_or_fail(p_client, 'chargeback_repaid', v_id, share.account, 'client_owed', share.amount)
  from (values ('client_dep'::account, v_dep), ('client_win', v_win)) as share (account, amount)
  where share.amount > 0;
  return w.owed - v_dep - v_win;
end
$$;

-- Gives a payment that its account has refused with certainty, or that waited for an operator until its account was stopped, to another
-- account, before that one is called. Returns whether it did: not where anything else has happened to the payment since, nor where the
-- other account is stopped.
create or replace function reroute_payment(p_payment uuid, p_from text, p_to text, p_because text, p_due_ms integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table mutex.payment_stops in row share mode;
  perform from payment p where p.id = p_payment and p.provider = p_from and p.status = 'created' and p.provider_ref is null
    and not exists (select from payment_stop s where s.ended_at is null and is_stopped_by(s, p_to, p.country, p.method, p.direction))
    for no key update;
  if not found then
    return false;
  end if;
  insert into payment_attempt (payment_id, account, because) values (p_payment, p_from, p_because);
  update payment
  set provider = p_to, sent_at = clock_timestamp(), updated_at = clock_timestamp(), asked = 0,
    due_at = clock_timestamp() + p_due_ms * interval '1 millisecond'
  where id = p_payment;
  insert into payment_event (payment_id, kind, from_status, to_status, detail)
  values (p_payment, 'rerouted', 'created', 'created', jsonb_build_object('from', p_from, 'to', p_to, 'because', p_because));
  return true;
end
$$;

-- Stores a provider's notice, and makes the week that it falls into where the background has not done so.
create or replace function store_webhook(p_provider text, p_headers jsonb, p_body bytea, p_payment uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  insert into webhook (provider, received_at, headers, body, payment_id) values (p_provider, v_now, p_headers, p_body, p_payment);
exception when check_violation then
  perform make_partition('webhook', 'week', v_now);
  insert into webhook (provider, received_at, headers, body, payment_id) values (p_provider, v_now, p_headers, p_body, p_payment);
end
$$;

-- Makes the weeks of this and the next month, and drops those that ended 90 days ago.
create or replace function rotate_webhooks(p_now timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  select rotate_partitions('webhook', 'week', 4, interval '90 days', p_now)
$$;

-- Rotates the partitions of webhooks by the database's clock, for the application.
create or replace function keep_webhooks() returns void
language sql security definer set search_path = public, pg_temp as $$
  select rotate_webhooks(clock_timestamp())
$$;
