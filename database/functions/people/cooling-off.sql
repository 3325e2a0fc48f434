-- Rules that keep money in an account that may have been taken over. Every function locks the client before the wallet, as all others do
-- that need both.

-- The reason why a client's payouts wait, and its end: `undone` while an operator has to look, which has no end by itself; else a lock
-- (`locked`) or the reason of the cooling-off, whichever ends last. No row where payouts do not wait. The caller holds the wallet's lock
-- before a payout.
create or replace function payouts_wait(p_client bigint) returns table (reason text, until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from (
    select 'undone', null::timestamptz from payout_stop where client_id = p_client and lifted_at is null
    union all
    select cooling_off_reason, cooling_off_until from client where id = p_client and cooling_off_until > clock_timestamp()
    union all
    select 'locked', until from (select lock_ends_at(p_client, 'withdrawals', clock_timestamp()) as until) l where until is not null
  ) w (reason, until)
  order by until desc nulls first limit 1
$$;

-- Makes a client's payouts wait for so many hours. Returns until when, or null where they wait for as long already. The caller has
-- locked the client; the wallet's lock puts a payout at the same moment either before this or after it.
create or replace function start_cooling_off(p_client bigint, p_hours integer, p_reason text) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_until timestamptz;
begin
  perform from wallet where client_id = p_client for no key update;
  update client set cooling_off_until = clock_timestamp() + p_hours * interval '1 hour', cooling_off_reason = p_reason
  where id = p_client and erased_at is null
    and coalesce(cooling_off_until, '-infinity') < clock_timestamp() + p_hours * interval '1 hour'
  returning cooling_off_until into v_until;
  return v_until;
end
$$;

-- Stops a client's payouts until an operator has looked. The caller has locked the client.
create or replace function stop_payouts(p_client bigint, p_act text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from wallet where client_id = p_client for no key update;
  insert into payout_stop (client_id, act) values (p_client, p_act);
end
$$;

-- Lets a client's payouts continue after an undo, because an operator has seen that the right person has the account. Returns how
-- many stops were lifted. Only for the owner of the tables.
create or replace function lift_undo(p_client bigint, p_by text, p_reason text, p_request uuid default null) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  v_lifted integer;
begin
  perform from client where id = p_client for no key update;
  update payout_stop set lifted_at = clock_timestamp(), lifted_by = p_by, reason = p_reason, request_id = p_request
  where client_id = p_client and lifted_at is null;
  get diagnostics v_lifted = row_count;
  if v_lifted > 0 then
    perform record_security_event(p_client, 'undo_lifted', null, null, null, '{}');
  end if;
  return v_lifted;
end
$$;
