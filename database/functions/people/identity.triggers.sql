-- Processes cache a token's owner for a short time. These triggers invalidate the cache, by the client's id.
create or replace function tell_sessions_ended() returns trigger language plpgsql as $$
begin
  -- Open pages end with them.
  perform pg_notify('session', client_id::text), pg_notify('client', client_id || ' session')
  from (select distinct client_id from ended) each;
  return null;
end
$$;

create or replace function tell_session_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.client_id::text);
  return null;
end
$$;

create or replace function tell_client_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.id::text);
  return null;
end
$$;

-- A new password is not the weak one.
create or replace function forget_weakness() returns trigger language plpgsql as $$
begin
  new.password_is_weak := false;
  return new;
end
$$;
