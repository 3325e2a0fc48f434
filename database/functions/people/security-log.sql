-- The security log: one partition for each month in UTC.

-- Makes the partitions of this month and of the next three, and drops those that ended 13 months ago. Only the owner
-- may say what time it is.
create or replace function rotate_security_events(p_now timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  select rotate_partitions('security_event', 'month', 3, interval '13 months', p_now)
$$;

-- Rotates the partitions of security events by the database's clock, for the application.
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
    perform make_partition('security_event', 'month', v_now);
    insert into security_event (client_id, at, kind, factor, device_id, network, detail)
    values (p_client, v_now, p_kind, p_factor, p_device, p_network, p_detail);
  exception when others then
    raise warning 'a security event was not stored: %', sqlerrm;
  end;
end
$$;
