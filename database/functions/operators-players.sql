-- What operators do to one player. See docs/decisions/0054.

-- Ends all sessions of a client, and the sign-ins that wait; returns how many sessions.
create or replace function console.end_all_sessions(p_client bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  v_ended integer;
begin
  delete from challenge where client_id = p_client;
  delete from session where client_id = p_client;
  get diagnostics v_ended = row_count;
  return v_ended;
end
$$;

-- Signs a client out everywhere; returns how many sessions ended, null where there is no such client.
create or replace function console.end_sessions(p_session text, p_client bigint, p_reason text) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{support,risk,compliance}');
  v_ended integer;
begin
  perform from client where id = p_client and erased_at is null for no key update;
  if not found then
    return null;
  end if;
  v_ended := console.end_all_sessions(p_client);
  perform console.write_audit(o, 'sessions_ended', 'client ' || p_client, p_reason, null, null, jsonb_build_object('sessions', v_ended));
  return v_ended;
end
$$;
