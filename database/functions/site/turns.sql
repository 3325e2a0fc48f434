-- Work that one process does at a time, while the others go without. The turn ends with the transaction.

-- Takes the turn of `full_pass` or `notices`. Returns false where another transaction has it.
create or replace function take_turn(p_of text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case p_of
    when 'full_pass' then lock table mutex.full_pass in exclusive mode nowait;
    when 'notices' then lock table mutex.notices in exclusive mode nowait;
  end case;
  return true;
exception when lock_not_available then
  return false;
end
$$;

-- The server process that makes a pass over all books at this moment.
create or replace function process_in_full_pass() returns setof integer
language sql stable security definer set search_path = public, pg_temp as $$
  select pid from pg_locks
  where relation = 'mutex.full_pass'::regclass and granted
    and database = (select oid from pg_database where datname = current_database())
$$;

-- When the oldest open transaction in this database began, without that of a pass over all books, which writes nothing. The owner sees the
-- transactions of the logins that it is a member of. While any other session is connected, one is assumed that began `p_longest` ago.
create or replace function oldest_transaction(p_longest interval) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select case when bool_or(query = '<insufficient privilege>') then clock_timestamp() - p_longest
    else least(clock_timestamp(), min(xact_start)) end
  from pg_stat_activity
  -- `backend_type` is null for what the owner may not look at; autovacuum is nobody's session.
  where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend' and usesysid is not null
    and pid <> pg_backend_pid() and pid not in (select process_in_full_pass())
$$;
