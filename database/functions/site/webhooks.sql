-- Webhooks that leave: events for the endpoints that listen to them. See docs/webhooks.md.
--
-- Locks: the endpoint, then its deliveries.

-- Writes an event for each endpoint that listens to its type; nothing where none does. One that was stopped within the last 31 days
-- still counts, so that what it misses can be replayed. It is called in the transaction of what happened.
create or replace function send_out(p_type text, p_data jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if not listens_out(p_type) then
    return;
  end if;
  with event as (
    insert into webhook_event (type, data) values (p_type, p_data) returning id
  )
  insert into webhook_delivery (event_id, endpoint_id)
  select event.id, e.id from event, webhook_endpoint e where p_type = any (e.types) and e.stopped_at is null;
end
$$;

create or replace function listens_out(p_type text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from webhook_endpoint e
    where p_type = any (e.types) and (e.stopped_at is null or e.stopped_at > clock_timestamp() - interval '31 days')
  )
$$;

-- The endpoints that something is due for.
create or replace function due_webhook_endpoints() returns table (endpoint_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct d.endpoint_id from webhook_delivery d where d.next_try_at <= clock_timestamp()
$$;

-- Claims what is due for an endpoint. A claim is a lease of a minute: after a crash the event is sent again, with the same id. It is
-- committed to disk before anything leaves, and with it what happened, also where that did not wait for the disk (settlement).
create or replace function claim_webhooks(p_endpoint uuid, p_most integer) returns table (
  number bigint, tries integer, url text, generation integer, former_too boolean, tried_at timestamptz, event_id uuid, type text, at timestamptz, data jsonb
)
language sql security definer set search_path = public, pg_temp as $$
  with claimed as (
    update webhook_delivery d
    -- An event that was written while its endpoint was being stopped is not sent.
    set tries = d.tries + 1, tried_at = clock_timestamp(),
      next_try_at = case when e.stopped_at is null then clock_timestamp() + interval '1 minute' end
    from webhook_event v, webhook_endpoint e
    where v.id = d.event_id and e.id = d.endpoint_id and d.number in (
      select w.number from webhook_delivery w
      where w.endpoint_id = p_endpoint and w.next_try_at <= clock_timestamp()
      order by w.next_try_at, w.number limit p_most for update skip locked
    )
    returning d.number, d.tries, e.url, e.generation, e.former_until, e.stopped_at, d.tried_at, v.id, v.type, v.at, v.data
  )
  select c.number, c.tries, c.url, c.generation, coalesce(c.former_until > c.tried_at, false), c.tried_at, c.id, c.type, c.at, c.data
  from claimed c where c.stopped_at is null
$$;

-- Notes how a try ended: with the status of an answer, or why there was none. `p_wait`: the seconds that the answer asks to wait.
--
-- 2xx: it has arrived. 410: nothing is wanted any more, so the endpoint is stopped, as it is after the last try.
create or replace function note_webhook_try(p_number bigint, p_tries integer, p_status integer, p_failure text, p_wait integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_endpoint uuid := (select d.endpoint_id from webhook_delivery d where d.number = p_number);
  v_waits constant interval[] := '{5 s,5 min,30 min,2 h,5 h,10 h,14 h,20 h,24 h}';
  d webhook_delivery;
begin
  perform from webhook_endpoint e where e.id = v_endpoint for no key update;
  select * into d from webhook_delivery w where w.number = p_number for update;
  if p_status between 200 and 299 then
    update webhook_delivery w set delivered_at = clock_timestamp(), next_try_at = null, status = p_status, failure = null
    where w.number = p_number;
    update webhook_endpoint e set failing_since = null where e.id = v_endpoint and e.failing_since is not null;
  -- The answer to a try whose lease was over says nothing: another try is under way, or the endpoint was stopped.
  elsif d.tries = p_tries and d.next_try_at is not null then
    update webhook_delivery w
    set status = p_status, failure = p_failure,
      next_try_at = clock_timestamp() + greatest(v_waits[d.tries] * (1 + random() / 5), make_interval(secs => least(coalesce(p_wait, 0), 86400)))
    where w.number = p_number;
    update webhook_endpoint e set failing_since = clock_timestamp() where e.id = v_endpoint and e.failing_since is null;
    if p_status = 410 or d.tries > cardinality(v_waits) then
      perform stop_webhooks(v_endpoint, case p_status when 410 then 'gone' else 'failing' end);
    end if;
  end if;
end
$$;

-- Stops an endpoint: nothing that waits for it is sent any more. One that was stopped stays as it is, except that an operator's word counts
-- in place of our own. Returns whether that changed something.
create or replace function stop_webhooks(p_endpoint uuid, p_because text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update webhook_endpoint e set stopped_at = coalesce(e.stopped_at, clock_timestamp()), stopped_because = p_because
  where e.id = p_endpoint and (e.stopped_at is null or e.stopped_because <> 'operator' and p_because = 'operator');
  if not found then
    return false;
  end if;
  update webhook_delivery d set next_try_at = null where d.endpoint_id = p_endpoint and d.next_try_at is not null;
  return true;
end
$$;

-- Removes what nobody can replay any more.
create or replace function remove_old_webhooks() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from webhook_event where at < clock_timestamp() - interval '31 days'
$$;
