-- The clients.

-- Removes at most p_most clients who have not proven their phone, have not signed in for seven days and have never had
-- money; returns how many. Locked rows are skipped until the next run.
create or replace function remove_unproven_clients(p_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before timestamptz := now() - interval '7 days';
  v_ids bigint[];
begin
  -- Before the clients' rows, which are never waited for here: an exclusion that finds one of these clients holds its wallet.
  perform lock_exclusions(false);
  v_ids := array(
    select c.id from client c
    where c.confirmed_at is null and c.erased_at is null and c.created_at < v_before
      and (c.last_sign_in_at is null or c.last_sign_in_at < v_before)
      and not exists (select from session s where s.client_id = c.id and s.last_seen_at >= v_before)
      and not exists (select from posting p where p.client_id = c.id)
      and not exists (select from ticket t where t.client_id = c.id)
      and not exists (select from payment y where y.client_id = c.id)
      -- Its phone was proven before an undo gave it back unproven.
      and not exists (select from payout_stop s where s.client_id = c.id)
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
  delete from wallet where client_id = any (v_ids);
  delete from client where id = any (v_ids);
  return cardinality(v_ids);
end
$$;
