-- What operators may do. See docs/decisions/0054.
--
-- Every function takes the secret of the operator's session, so nothing can be done here without one, and each writes its
-- line in the audit in the same transaction. Stopping takes one operator, starting again takes two.
--
-- Locks are taken in the order of persons.sql: the client's row, the exclusions, wallets.

-- The operator with this session; no row for an unknown one, or after the operator was disabled.
create or replace function console.operator_of(p_session text) returns table (id bigint, name text, roles text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.name, o.roles::text[] from console.operator o
  where o.token_hash = sha256(convert_to(p_session, 'UTF8')) and o.disabled_at is null
$$;

-- The same, for an act that these roles may do.
create or replace function console.require_role(p_session text, p_roles console.role[]) returns console.operator
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator;
begin
  -- Shared, so that who is disabled at this moment has either acted before or does not act.
  select * into o from console.operator
  where token_hash = sha256(convert_to(p_session, 'UTF8')) and disabled_at is null for share;
  if o.id is null or not o.roles && p_roles then
    raise exception 'no operator with one of the roles %', p_roles using errcode = 'insufficient_privilege';
  end if;
  return o;
end
$$;
