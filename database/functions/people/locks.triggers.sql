-- A lock is lifted once, and nothing else about it changes.
create or replace function keep_lock() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.lifted_at is null
     and (new.id, new.client_id, new.kind, new.begins_at, new.ends_at, new.locked_by, new.reason)
     is not distinct from (old.id, old.client_id, old.kind, old.begins_at, old.ends_at, old.locked_by, old.reason) then
    return new;
  end if;
  raise exception 'history never changes: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end
$$;

-- The lock was committed before, since whoever signs a client in has locked the client's row.
create or replace function refuse_locked_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from client_lock
    where client_id = new.client_id and kind = 'sign_in' and lifted_at is null and ends_at > clock_timestamp()
  ) then
    raise exception 'sign-in of client % is locked', new.client_id
      using errcode = 'restrict_violation', constraint = 'session_waits_for_lock';
  end if;
  return new;
end
$$;
