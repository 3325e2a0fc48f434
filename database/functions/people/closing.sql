-- Closing an account, and erasing the person fourteen days later. Every function locks the client before the wallet, as all
-- others do that need both.

-- Why an account cannot be closed or erased: owed, money, payment or ticket; null where it can be. The
-- caller has locked the wallet: no bet, deposit or withdrawal comes in between.
create or replace function open_in_account(p_client bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when w.owed > 0 then 'owed'
    when w.dep + w.win + w.held > 0 then 'money'
    when exists (
      select from payment p where p.client_id = p_client and p.status not in ('succeeded', 'paid', 'failed', 'expired')
    ) then 'payment'
    when exists (
      select from ticket t join draw d on d.id = t.draw_id
      where t.client_id = p_client and d.finished_at is null and t.id >= first_open_ticket_id()
    ) then 'ticket'
  end
  from (select) as one left join wallet w on w.client_id = p_client
$$;

-- Begins to close an account in which nothing is open, and stops its bets and deposits at once. Returns what is open, or when
-- the account will be erased; a closing that was begun before stays as it is. The caller has locked the client.
create or replace function begin_closing(p_client bigint, out what_is_open text, out erases_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from wallet where client_id = p_client for no key update;
  select c.erases_at into begin_closing.erases_at from closing c where c.client_id = p_client;
  if found then
    return;
  end if;
  what_is_open := open_in_account(p_client);
  if what_is_open is not null then
    return;
  end if;
  insert into closing as c (client_id, asked_at, erases_at) values (p_client, now(), now() + interval '14 days')
  returning c.erases_at into begin_closing.erases_at;
  update wallet set stakes_left = 0, stakes_left_until = begin_closing.erases_at where client_id = p_client;
end
$$;

-- Takes a closing back, unless it has a reason of ours. The caller has locked the client.
create or replace function take_back_closing(p_client bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from wallet where client_id = p_client for no key update;
  delete from closing where client_id = p_client and reason is null;
  if found then
    -- The remaining stake is computed again at the next bet, with the client's own limits.
    update wallet set stakes_left = 0, stakes_left_until = clock_timestamp() where client_id = p_client;
  end if;
end
$$;

-- Erases the person behind a client whose closing is due and who has nothing open; returns whether it did. Tickets, postings,
-- payments, limits, breaks, matches and stops of payouts stay under the client's number. A client whose row is locked is left for
-- the next time.
create or replace function erase_client(p_client bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c client;
  v_contacts text[];
begin
  -- Exclusions are locked before the client's row, which is never waited for here: an exclusion that finds this client holds its wallet.
  perform lock_exclusions(false);
  select * into c from client where id = p_client and erased_at is null for update skip locked;
  if not found then
    return false;
  end if;
  perform from wallet where client_id = p_client for no key update;
  if not exists (select from closing where client_id = p_client and erases_at <= clock_timestamp())
     or open_in_account(p_client) is not null then
    return false;
  end if;
  v_contacts := array(
    select lower(email) from client_email where client_id = p_client
    -- A client who only claims another client's phone does not remove the other's messages.
    union all select c.phone where not exists (select from client o where o.phone = c.phone and o.id <> p_client)
    union all select id::text from push_subscription where client_id = p_client
  );
  delete from message where lower(recipient) = any (v_contacts);
  delete from sent s using unnest(v_contacts) as contact where right(lower(s.key), length(contact) + 1) = ' ' || contact;
  delete from sign_in_wait where key = any (v_contacts);
  delete from challenge where client_id = p_client;
  delete from undo_link where client_id = p_client;
  delete from passkey_challenge where client_id = p_client;
  delete from passkey where client_id = p_client;
  delete from recovery_code where client_id = p_client;
  delete from totp where client_id = p_client;
  -- Subscriptions to push go with the sessions.
  delete from session where client_id = p_client;
  delete from notice where client_id = p_client;
  delete from notice_choice where client_id = p_client;
  delete from notice_setting where client_id = p_client;
  delete from device where client_id = p_client;
  delete from code where client_id = p_client;
  delete from client_email where client_id = p_client;
  -- The keys that exclude the client stay in `excluded`: otherwise the person could close an account and play under the next one.
  delete from person_key where client_id = p_client;
  delete from register_question where client_id = p_client;
  delete from favourite where client_id = p_client;
  delete from console.note where client_id = p_client;
  delete from reality_check where client_id = p_client;
  delete from console.care_due where client_id = p_client;
  delete from console.care_measure where client_id = p_client;
  delete from console.care_act where client_id = p_client;
  -- With its contacts.
  delete from console.care_case where client_id = p_client;
  perform erase_documents(p_client);
  delete from closing where client_id = p_client;
  update client set
    phone = null, email = null, password_hash = null, first_name = null, last_name = null, city = null, address = null,
    birth_date = date_trunc('year', birth_date), last_sign_in_at = null, password_changed_at = null,
    cooling_off_until = null, cooling_off_reason = null, phone_changed_at = null, handle = null,
    erased_at = clock_timestamp()
  where id = p_client;
  return true;
end
$$;

-- Closes the account of a client who is under 18, whatever is in it: bets and deposits stop, and what is there can be taken
-- out, deposits too. It is erased once it is empty. The caller has locked the client.
create or replace function close_underage(p_client bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_erases_at timestamptz := now() + interval '14 days';
begin
  perform from wallet where client_id = p_client for no key update;
  insert into closing (client_id, asked_at, erases_at, reason) values (p_client, now(), v_erases_at, 'underage')
  on conflict (client_id) do update set reason = excluded.reason;
  update wallet set stakes_left = 0, stakes_left_until = v_erases_at where client_id = p_client;
end
$$;
