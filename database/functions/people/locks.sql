-- Locks of operators, and clients who may not play at all.

-- When a lock of a client will be over; null while nothing of this kind is locked.
create or replace function lock_ends_at(p_client bigint, p_kind lock_kind, p_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select max(ends_at) from client_lock where client_id = p_client and kind = p_kind and lifted_at is null and ends_at > p_at
$$;

-- Whether a client is on the list of those who may not play, by number or by phone.
create or replace function may_not_play(p_client bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from console.may_not_play m where m.client_id = p_client and m.ended_at is null)
    or exists (select from client c join console.may_not_play m on m.phone = c.phone where c.id = p_client and m.ended_at is null)
$$;
