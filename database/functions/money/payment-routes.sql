-- Which accounts carry payments: versions of the routes, stops, and what the accounts offer and hold.

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

-- The same. They stay in force until the commit: an operator who stops payments waits for it.
create or replace function hold_payment_stops()
returns table (account text, country text, method text, direction payment_direction, told json)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table mutex.payment_stops in row share mode;
  return query select * from payment_stops_in_force();
end
$$;

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
  insert into payment_float (account, country, method, amount, least, read_at)
  select p_account, f.country, f.method, f.amount, p_least, clock_timestamp()
  from jsonb_to_recordset(p_floats) as f (country text, method text, amount bigint);
end
$$;
