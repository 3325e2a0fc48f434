-- The clients. The application writes neither whose an account is nor the phone that money goes to: only these functions do, and
-- what two operators approved.

-- Marks an unproven phone as proven. The caller has locked the client.
create or replace function prove_phone(p_client bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client set confirmed_at = clock_timestamp() where id = p_client and confirmed_at is null and erased_at is null;
  -- This phone may belong to somebody who may not play.
  if found and may_not_play(p_client) then
    perform from wallet where client_id = p_client for no key update;
    perform stop_stakes(p_client);
  end if;
end
$$;

-- Makes a phone the account's, after the code that it got was entered in this transaction. Codes and sign-ins that wait on the old
-- phone are void. Withdrawals wait for 72 hours; p_wait says whether they do in a demonstration, production always waits. Returns until
-- when; null where they do not wait, or as long already. The caller has locked the client.
--
-- Only one client can prove a phone: the update of a second one violates `client_phone_once`.
create or replace function change_phone(p_client bigint, p_phone text, p_wait boolean) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_old text;
begin
  if not exists (
    select from code
    where client_id = p_client and purpose = 'change_phone' and destination = p_phone and used_at >= now() and used_at < expires_at
  ) then
    raise exception 'no code was entered for another phone of client %', p_client using errcode = 'restrict_violation';
  end if;
  select phone into v_old from client where id = p_client and confirmed_at is not null and erased_at is null for no key update;
  if not found then
    raise exception 'client % has no proven phone', p_client using errcode = 'restrict_violation';
  end if;
  perform own_change(p_client);
  perform replace_phone(p_client, v_old, p_phone);
  perform own_change(null);
  if p_wait or coalesce((select mode = 'production' from site_mode), false) then
    return start_cooling_off(p_client, 72, 'phone_changed');
  end if;
  return null;
end
$$;

-- Says that what this client changes now is the client's own doing, which takes no operators: see trace_client. Null: nobody's.
create or replace function own_change(p_client bigint) returns void language sql as $$
  select set_config('izi.own_change', coalesce(p_client::text, ''), true)
$$;

-- The effects of a new phone, whoever has changed it.
create or replace function replace_phone(p_client bigint, p_old text, p_phone text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update client set phone = p_phone, confirmed_at = clock_timestamp(), phone_changed_at = clock_timestamp() where id = p_client;
  delete from code where client_id = p_client and destination = p_old;
  delete from challenge where client_id = p_client;
  if may_not_play(p_client) then
    perform from wallet where client_id = p_client for no key update;
    perform stop_stakes(p_client);
  end if;
end
$$;

-- Gives the phone back that an undo restores, as unproven; where it is null or somebody else has proven it meanwhile, the present one
-- stays, unproven. Only while withdrawals are stopped, which two operators lift.
create or replace function give_phone_back(p_client bigint, p_former text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from payout_stop where client_id = p_client and lifted_at is null) then
    raise exception 'client % has no undone change', p_client using errcode = 'restrict_violation';
  end if;
  perform own_change(p_client);
  update client c set confirmed_at = null, phone = case
    when p_former is null or exists (select from client o where o.phone = p_former and o.confirmed_at is not null and o.id <> p_client)
    then c.phone else p_former end
  where id = p_client and erased_at is null;
  perform own_change(null);
end
$$;

-- Changes the client's name in the profile; null leaves a part as it is. The caller has locked the client.
create or replace function change_name(p_client bigint, p_first_name text, p_last_name text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select own_change(p_client);
  select replace_name(p_client, p_first_name, p_last_name);
  select own_change(null);
$$;

-- Replaces a client's name, whoever changes it.
create or replace function replace_name(p_client bigint, p_first_name text, p_last_name text) returns void
language sql set search_path = public, pg_temp as $$
  update client set first_name = coalesce(p_first_name, first_name), last_name = coalesce(p_last_name, last_name)
  where id = p_client and erased_at is null
$$;

-- How names are compared by their beginning: without accents and capitals. The indexes of `client` hold the same.
create or replace function fold_name(p_name text) returns text language sql immutable as $$
  select lower(regexp_replace(normalize(p_name, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;

-- Removes at most p_most clients who have not proven their phone, have not signed in for seven days and have never had
-- money; returns how many. Locked rows are skipped until the next run.
create or replace function remove_unproven_clients(p_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before timestamptz := now() - interval '7 days';
  v_ids bigint[];
begin
  -- Exclusions are locked before the clients' rows, which are never waited for here: an exclusion that finds one of these clients holds its
  -- wallet.
  perform lock_exclusions(false);
  v_ids := array(
    select c.id from client c
    where c.confirmed_at is null and c.erased_at is null and c.created_at < v_before
      and (c.last_sign_in_at is null or c.last_sign_in_at < v_before)
      and not exists (select from session s where s.client_id = c.id and s.last_seen_at >= v_before)
      -- The offset keeps the planner from joining all postings.
      and not exists (
        select from every_posting p
        where p.client_id = c.id and p.id >= (first_ids_of_client(c.id)).posting and p.id < posting_before('infinity') offset 0)
      and not exists (
        select from every_ticket t
        where t.client_id = c.id and t.id >= (first_ids_of_client(c.id)).ticket and t.id < end_of_all_ticket_ids() offset 0)
      and not exists (select from payment y where y.client_id = c.id)
      -- Its phone was proven before an undo gave it back unproven.
      and not exists (select from payout_stop s where s.client_id = c.id)
      -- Locks of operators stay.
      and not exists (select from client_lock l where l.client_id = c.id)
      and not exists (select from operator_limit l where l.client_id = c.id)
    order by c.created_at limit p_most
    for update of c skip locked
  );
  delete from session where client_id = any (v_ids);
  delete from code where client_id = any (v_ids);
  delete from client_email where client_id = any (v_ids);
  delete from person_key where client_id = any (v_ids);
  delete from person_match where client_id = any (v_ids);
  delete from register_question where client_id = any (v_ids);
  delete from undo_link where client_id = any (v_ids);
  delete from favourite where client_id = any (v_ids);
  delete from closing where client_id = any (v_ids);
  delete from play_break where client_id = any (v_ids);
  delete from play_limit where client_id = any (v_ids);
  delete from notice where client_id = any (v_ids);
  delete from notice_choice where client_id = any (v_ids);
  delete from notice_setting where client_id = any (v_ids);
  delete from console.note where client_id = any (v_ids);
  delete from wallet where client_id = any (v_ids);
  delete from client where id = any (v_ids);
  return cardinality(v_ids);
end
$$;
