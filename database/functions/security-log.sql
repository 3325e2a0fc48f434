-- The security log: one partition for each month in UTC.

-- Makes the partition of a month, if it is missing. It is attached, not created in place, so that nobody who writes or reads
-- events has to wait.
create or replace function make_security_month(p_at timestamptz) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  v_month timestamp := date_trunc('month', p_at at time zone 'UTC');
  v_name text := 'security_event_' || to_char(v_month, 'YYYY_MM');
begin
  perform pg_advisory_xact_lock(hashtextextended('security_event', 0));
  -- Not by to_regclass, which may answer from before the lock was free.
  if exists (select from pg_class where relname = v_name and relnamespace = 'public'::regnamespace) then
    return;
  end if;
  execute format('create table %I (like security_event including defaults including constraints)', v_name);
  -- Triggers on rows come with the attachment; this one does not.
  execute format('create trigger security_event_is_kept before truncate on %I for each statement execute function refuse_change()',
    v_name);
  execute format('alter table security_event attach partition %I for values from (%L) to (%L)',
    v_name, v_month at time zone 'UTC', (v_month + interval '1 month') at time zone 'UTC');
end
$$;

-- Makes the partitions of this month and of the next three, and drops those that ended 13 months ago. Only the owner
-- may say what time it is.
create or replace function rotate_security_events(p_now timestamptz) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  v_now timestamp := p_now at time zone 'UTC';
  v_month record;
begin
  for ahead in 0..3 loop
    begin
      perform make_security_month((date_trunc('month', v_now) + ahead * interval '1 month') at time zone 'UTC');
    exception when lock_not_available then
      -- Somebody else makes it, or analyses the table. The next run finds it or makes it.
      raise warning 'a month of security events was not made yet';
    end;
  end loop;
  for v_month in
    select c.relname as name, to_date(right(c.relname, 7), 'YYYY_MM') as starts_on
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'security_event'::regclass and c.relname ~ '^security_event_\d{4}_\d{2}$'
    order by c.relname
  loop
    continue when v_month.starts_on + interval '1 month' > v_now - interval '13 months';
    begin
      execute format('drop table %I', v_month.name);
    exception when lock_not_available then
      -- Somebody reads or writes for longer than a second. The next run drops it.
      raise warning '% is in use and was not dropped', v_month.name;
    end;
  end loop;
end
$$;

-- The same by the database's clock, for the application.
create or replace function keep_security_events() returns void
language sql security definer set search_path = public, pg_temp as $$
  select rotate_security_events(clock_timestamp())
$$;

-- Writes one event, at the database's time. A missing partition is made, and if even that fails the event is only warned of: it
-- must not undo what it tells of, such as a sign-in.
create or replace function record_security_event(
  p_client bigint, p_kind text, p_factor text, p_device uuid, p_network cidr, p_detail jsonb
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_constraint text;
begin
  insert into security_event (client_id, at, kind, factor, device_id, network, detail)
  values (p_client, v_now, p_kind, p_factor, p_device, p_network, p_detail);
exception when check_violation then
  -- The check of a column has a name; a missing partition has none.
  get stacked diagnostics v_constraint = constraint_name;
  if v_constraint <> '' then
    raise;
  end if;
  begin
    perform make_security_month(v_now);
    insert into security_event (client_id, at, kind, factor, device_id, network, detail)
    values (p_client, v_now, p_kind, p_factor, p_device, p_network, p_detail);
  exception when others then
    raise warning 'a security event was not stored: %', sqlerrm;
  end;
end
$$;
