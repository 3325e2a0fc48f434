-- Sessions that block others. Time limits that a login sets itself bound mistakes only, because whoever has taken over a process sets
-- them again. These hold for everybody but the owner: see docs/decisions/0100.

-- How long a session of each login may block others. A null is no limit.
--   idle         in a transaction without a statement. The processes set five seconds themselves
--   waited_for   in a transaction that another session waits for at this moment. A bet waits for five seconds: it is placed after the end
--   writing      in a transaction that has written or locked rows. No statement of the worker runs for longer
--   reading      in any transaction. A worker's pass over all books may read for hours
create or replace function session_limits() returns table (
  login text, idle interval, waited_for interval, writing interval, reading interval
)
language sql immutable as $$
  values
    ('izi_app', interval '10 s', interval '10 s', interval '1 min', null::interval),
    -- Sealing and listing a large draw take minutes, and are waited for.
    ('izi_worker', interval '10 s', null, interval '15 min', null),
    ('izi_console', interval '10 s', interval '3 s', interval '5 min', interval '5 min'),
    ('izi_machine', interval '10 s', interval '3 s', interval '1 min', interval '1 min'),
    ('izi_opinion', null, interval '3 s', interval '10 s', interval '30 min')
$$;

-- The sessions of the processes' logins, each once for each login that its user is a member of, without those of the owner. A worker's
-- login is a member of izi_app too, and has its own limits alone.
create or replace function sessions_of_logins() returns table (
  pid integer, user_id oid, user_name name, login text, idle interval, waited_for interval, writing interval, reading interval
)
language sql stable set search_path = public, pg_temp as $$
  select a.pid, a.usesysid, a.usename, l.login, l.idle, l.waited_for, l.writing, l.reading
  from pg_stat_activity a
  join session_limits() l on pg_has_role(a.usesysid, l.login::name, 'member')
    and not (l.login = 'izi_app' and pg_has_role(a.usesysid, 'izi_worker', 'member'))
  -- `backend_type` is null for a session that the owner may not look at.
  where coalesce(a.backend_type, 'client backend') = 'client backend' and a.datname = current_database() and a.pid <> pg_backend_pid()
    and not pg_has_role(a.usesysid, current_user, 'member')
$$;

-- Ends each session that has blocked others for too long, and returns what was ended. For the worker, every second.
--
-- While the queue of notifications is a tenth full, `waited_for` holds for every transaction: a session that listens and stays in one
-- keeps all later notifications from being removed, and where the queue is full no transaction that notifies can commit.
create or replace function end_harmful_sessions() returns setof console.ended_session
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
  v_is_queue_filling boolean := pg_notification_queue_usage() > 0.1;
begin
  for v in
    with waiting as materialized (
      select distinct unnest(pg_blocking_pids(w.pid)) as blocker
      from (select distinct pid from pg_locks where not granted) w
    ), late as (
      select s.pid, s.user_name, a.application_name, case
          when a.state like 'idle in transaction%' and a.state_change < clock_timestamp() - s.idle then 'idle in a transaction'
          when a.xact_start < clock_timestamp() - s.waited_for and exists (select from waiting where blocker = s.pid)
            and not exists (select from pg_locks w where w.pid = s.pid and not w.granted)
            -- A commit waits for a slow disk or a standby, as everybody's does.
            and lower(coalesce(a.wait_event, '')) not in ('walsync', 'walwrite', 'syncrep') then 'others waited for it'
          when a.xact_start < clock_timestamp() - s.waited_for and v_is_queue_filling then 'the queue of notifications was filling'
          when a.xact_start < clock_timestamp() - s.writing and a.backend_xid is not null then 'a long transaction that writes'
          when a.xact_start < clock_timestamp() - s.reading then 'a long transaction'
        end as because
      from sessions_of_logins() s join pg_stat_activity a on a.pid = s.pid
    )
    select distinct on (pid) * from late where because is not null order by pid
  loop
    begin
      continue when not pg_terminate_backend(v.pid);
    exception when insufficient_privilege then
      continue;
    end;
    return query
      insert into console.ended_session (login, application, because)
      values (v.user_name, v.application_name, v.because) returning *;
  end loop;
  delete from console.ended_session where at < clock_timestamp() - interval '30 days';
end
$$;

-- The users whose sessions the owner can neither see nor end, because nobody granted them to the owner.
create or replace function logins_out_of_reach() returns setof name
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct user_name from sessions_of_logins() where not pg_has_role(user_id, 'usage')
$$;
