-- Who signed in, who failed to, and what was done to accounts. Nobody changes or deletes an event; whole months are dropped
-- when they are old. `client_id` and `device_id` refer to rows that may go earlier, so they are no foreign keys.
create table security_event (
  id uuid not null default gen_random_uuid(),
  -- null where what was typed belongs to nobody
  client_id bigint,
  at timestamptz not null,
  -- the application's contract lists them
  kind text not null constraint security_event_kind_is_a_name check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  factor text constraint security_event_factor_is_a_name check (factor ~ '^[a-z]+(_[a-z]+)*$'),
  -- the known device, where it was one
  device_id uuid,
  -- never a whole address
  network cidr constraint security_event_network_is_no_address
    check (masklen(network) = case family(network) when 4 then 24 else 48 end),
  detail jsonb not null default '{}',
  primary key (at, id)
) partition by range (at);
create index security_event_client on security_event (client_id, at, id);
create trigger security_event_is_history before update or delete on security_event
  for each row execute function refuse_change();
create trigger security_event_is_kept before truncate on security_event
  for each statement execute function refuse_change();
