-- The accounts that carry payments: versions of the routes, stops, and the offers and balances of the accounts.

-- Whether a stop is about payments of a network at an account.
create or replace function is_stopped_by(s payment_stop, p_account text, p_country text, p_method text, p_direction payment_direction)
returns boolean language sql immutable as $$
  select coalesce(s.account = p_account, true)
    and (s.country is null or (s.country, s.method, s.direction) = (p_country, p_method, p_direction))
$$;

-- The stops in force, the oldest first.
create or replace function payment_stops_in_force()
returns table (account text, country text, method text, direction payment_direction, told json)
language sql stable set search_path = public, pg_temp as $$
  select s.account, s.country, s.method, s.direction, json_build_object('en', s.told_en, 'fr', s.told_fr)
  from payment_stop s where s.ended_at is null order by s.stopped_at, s.id
$$;

-- The networks at accounts that pause by themselves, and until when; one whose time is over is tried by one payment at a time.
create or replace function payment_pauses()
returns table (account text, country text, method text, direction payment_direction, until timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select l.account, l.country, l.method, l.direction, l.until from payment_line l where l.until is not null
$$;

-- Makes a payment the only one that tries a network at an account again. A trial without an end makes room after two minutes. It takes no
-- lock on another payment's trial, which that payment gives up while it holds its wallet.
create or replace function claim_payment_trial(
  p_payment uuid, p_account text, p_country text, p_method text, p_direction payment_direction
) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into payment_trial (account, country, method, direction, payment_id, at)
  values (p_account, p_country, p_method, p_direction, p_payment, clock_timestamp()) on conflict do nothing;
  if found then
    return true;
  end if;
  update payment_trial t set payment_id = p_payment, at = clock_timestamp()
  from (
    select o.account from payment_trial o
    where (o.account, o.country, o.method, o.direction) = (p_account, p_country, p_method, p_direction)
      and o.at < clock_timestamp() - interval '2 minutes' for update skip locked
  ) old
  where (t.account, t.country, t.method, t.direction) = (p_account, p_country, p_method, p_direction);
  return found;
end
$$;

-- The accounts among those given, in the order in which they are tried, that take a payment that begins now: not stopped ones, nor paused
-- ones while another is left. Where all are stopped, the sentence of the first stop. The answer holds until the commit: an operator who
-- stops payments waits for it, and only this payment tries a paused account.
create or replace function hold_payment_accounts(
  p_payment uuid, p_accounts text[], p_country text, p_method text, p_direction payment_direction, out accounts text[], out told json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_open text[];
  v_going text[];
  v_tried text;
begin
  lock table mutex.payment_stops in row share mode;
  v_open := array(
    select a.account from unnest(p_accounts) with ordinality a (account, place)
    where not exists (
      select from payment_stop s where s.ended_at is null and is_stopped_by(s, a.account, p_country, p_method, p_direction)
    ) order by a.place
  );
  if v_open = '{}' then
    accounts := v_open;
    select json_build_object('en', s.told_en, 'fr', s.told_fr) into told from payment_stop s
    where s.ended_at is null and is_stopped_by(s, p_accounts[1], p_country, p_method, p_direction) order by s.stopped_at, s.id limit 1;
    return;
  end if;
  v_going := array(
    select a.account from unnest(v_open) with ordinality a (account, place)
    where not exists (
      select from payment_pauses() q where (q.account, q.country, q.method, q.direction) = (a.account, p_country, p_method, p_direction)
    ) order by a.place
  );
  -- The last one is never paused: it may work, and nobody else would.
  accounts := case v_going when '{}' then v_open else v_going end;
  if v_going <> '{}' and v_open[1] <> v_going[1] then
    -- The first account whose pause is over, among those that come before the one in use.
    select q.account into v_tried from payment_pauses() q
    where q.until <= clock_timestamp() and (q.country, q.method, q.direction) = (p_country, p_method, p_direction)
      and array_position(v_open, q.account) < array_position(v_open, v_going[1])
    order by array_position(v_open, q.account) limit 1;
    if v_tried is not null and not claim_payment_trial(p_payment, v_tried, p_country, p_method, p_direction) then
      v_tried := null;
    end if;
    if v_tried is not null then
      accounts := v_tried || v_going;
    end if;
  end if;
end
$$;

-- The payments that succeeded, or failed for a reason of the account or without an answer. What failed for a reason of the payer is in
-- neither.
create or replace view payment_outcome as
  select p.provider as account, p.country, p.method, p.direction, p.created_at as at, p.status not in ('succeeded', 'paid') as failed
  from payment p
  where p.status in ('succeeded', 'paid', 'unknown') or p.status = 'failed' and p.provider_failed
  union all
  -- The payment's next account, after this one had refused it.
  select a.account, p.country, p.method, p.direction, a.at, true
  from payment_attempt a join payment p on p.id = a.payment_id
  where a.because not in ('stopped', 'paused');

-- Makes the first version of the routes from the settings, if there is none.
create or replace function make_first_payment_routes(p_lines text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into payment_route_version (number, begins_at, lines)
  select 1, clock_timestamp(), p_lines where not exists (select from payment_route_version)
  on conflict (number) do nothing
$$;

-- Notes what the accounts of the site offer now: [{"account", "country", "method", "direction", "label"}]. What one has offered stays
-- known while it is an account of the site.
create or replace function keep_payment_offers(p_accounts text[], p_offers jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One process after the other.
  lock table payment_offer in share row exclusive mode;
  delete from payment_offer where account <> all (p_accounts);
  delete from payment_float where account <> all (p_accounts);
  insert into payment_offer (account, country, method, direction, label, seen_at)
  select o.account, o.country, o.method, o.direction, o.label, clock_timestamp()
  from jsonb_to_recordset(p_offers) as o (account text, country text, method text, direction payment_direction, label text)
  on conflict (account, country, method, direction) do update set label = excluded.label, seen_at = excluded.seen_at;
end
$$;

-- Notes what the wallets of an account hold: [{"country", "method", "amount"}]; `p_least` as in the table.
create or replace function keep_payment_floats(p_account text, p_floats jsonb, p_least bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table payment_float in share row exclusive mode;
  delete from payment_float where account = p_account;
  insert into payment_float (account, country, method, amount, least, read_at, lasts_until)
  select p_account, f.country, f.method, f.amount, p_least, clock_timestamp(), (
    select min(w.at) + interval '7 days' from (
      select p.created_at as at, sum(p.amount) over (order by p.created_at, p.id) as paid_out from payment p
      where p.provider = p_account and p.status = 'paid' and p.country = f.country and (f.method is null or p.method = f.method)
        and p.created_at >= clock_timestamp() - interval '7 days'
    ) w where w.paid_out > f.amount
  )
  from jsonb_to_recordset(p_floats) as f (country text, method text, amount bigint);
end
$$;

-- Works out anew, once an hour, how long payments usually take.
create or replace function keep_payment_usual() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One process after the other.
  lock table payment_usual in share row exclusive mode;
  if exists (select from payment_usual u where u.worked_out_at > clock_timestamp() - interval '1 hour') then
    return;
  end if;
  delete from payment_usual;
  insert into payment_usual (account, country, method, direction, seconds, payments, worked_out_at)
  select p.provider, p.country, p.method, p.direction,
    percentile_cont(0.95) within group (order by extract(epoch from p.updated_at - coalesce(p.sent_at, p.created_at))), count(*), clock_timestamp()
  from payment p
  where p.created_at > clock_timestamp() - interval '7 days' and p.status in ('succeeded', 'paid')
  group by p.provider, p.country, p.method, p.direction having count(*) >= 100;
end
$$;
