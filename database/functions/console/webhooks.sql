-- Endpoints of webhooks: two operators make and change one, one stops it or has it told again. See docs/webhooks.md.

-- An endpoint as a request has it before; empty where there is none.
create or replace function console.webhook_values(p_id uuid) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce((
    select jsonb_build_object('url', e.url, 'types', e.types, 'generation', e.generation, 'stopped', e.stopped_at is not null)
    from webhook_endpoint e where e.id = p_id
  ), '{}')
$$;

-- The endpoint that a request is about: `webhook <id>`. Whoever asks for a new one has made the id.
create or replace function console.webhook_of(r console.request) returns uuid language sql immutable as $$
  select split_part(r.subject, ' ', 2)::uuid
$$;

create or replace function console.complete_webhook_endpoint(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  r.old_values := console.webhook_values(console.webhook_of(r));
  return r;
end
$$;

create or replace function console.checks_of_webhook_endpoint(r console.request) returns table (code text, met boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_now jsonb := console.webhook_values(console.webhook_of(r));
begin
  return query values
    ('differs_from_newest', v_now <> r.new_values || '{"stopped": false}'),
    ('newest_unchanged', v_now = r.old_values),
    ('keys_follow', (r.new_values ->> 'generation')::integer - coalesce((v_now ->> 'generation')::integer, 0)
      between (v_now = '{}')::integer and 1);
end
$$;

-- Makes or changes an endpoint, which is sent a test. One that was stopped starts again. For the worker, which has the keys.
create or replace function console.execute_webhook_endpoint(p_request uuid, p_public_key bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'webhook_endpoint');
  v_id uuid := console.webhook_of(r);
begin
  if p_public_key is null then
    raise exception 'webhooks_off' using errcode = 'object_not_in_prerequisite_state';
  end if;
  lock table webhook_endpoint in share row exclusive mode;
  perform console.require_checks(r);
  insert into webhook_endpoint as e (id, url, types, generation, public_key)
  values (v_id, r.new_values ->> 'url', array(select jsonb_array_elements_text(r.new_values -> 'types')),
    (r.new_values ->> 'generation')::integer, p_public_key)
  on conflict (id) do update set url = excluded.url, types = excluded.types, generation = excluded.generation,
    public_key = excluded.public_key, changed_at = clock_timestamp(), failing_since = null, stopped_at = null, stopped_because = null,
    former_until = case when excluded.generation > e.generation then clock_timestamp() + interval '24 hours' else e.former_until end;
  with event as (
    insert into webhook_event (type, data) values ('webhook.test', jsonb_build_object('endpoint', v_id)) returning id
  )
  insert into webhook_delivery (event_id, endpoint_id) select event.id, v_id from event;
  perform console.finish_request(r.id);
end
$$;

-- All endpoints, those that were stopped last.
create or replace function console.list_webhook_endpoints(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listWebhookEndpoints');
  return query
    select jsonb_build_object('id', e.id, 'url', e.url, 'types', e.types, 'generation', e.generation,
      'publicKey', 'whpk_' || encode(e.public_key, 'base64'),
      'formerUntil', case when e.former_until > clock_timestamp() then console.instant(e.former_until) end,
      'changedAt', console.instant(e.changed_at), 'failingSince', console.instant(e.failing_since),
      'stoppedAt', console.instant(e.stopped_at), 'stoppedBecause', e.stopped_because,
      'waiting', (
        select count(*) from (
          select from webhook_delivery d where d.next_try_at is not null and d.endpoint_id = e.id limit 1000
        ) w
      ))
    from webhook_endpoint e order by e.stopped_at is not null, e.changed_at desc, e.id limit 200;
end
$$;

-- The deliveries to an endpoint in the last 30 days, the newest first, after the last one of the page before.
create or replace function console.list_webhook_deliveries(
  p_session text, p_endpoint uuid, p_state text, p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listWebhookDeliveries');
  return query
    select jsonb_build_object('event', v.id, 'type', v.type, 'at', console.instant(v.at), 'subject', (
        select f.key || ' ' || f.value from jsonb_each_text(v.data) f
        where f.key in ('payment', 'draw', 'client', 'alarm') order by f.key desc limit 1
      ), 'state', s.state, 'tries', d.tries, 'status', d.status, 'failure', d.failure, 'triedAt', console.instant(d.tried_at),
      'nextTryAt', console.instant(d.next_try_at)), d.number::text
    from webhook_delivery d
    join webhook_event v on v.id = d.event_id
    cross join lateral (
      select case when d.next_try_at is not null then 'waiting' when d.delivered_at is not null then 'delivered' else 'given_up' end as state
    ) s
    where d.endpoint_id = p_endpoint and (p_before is null or d.number < p_before) and (p_state is null or s.state = p_state)
      and v.at > clock_timestamp() - interval '30 days'
    order by d.number desc limit p_most;
end
$$;

-- Stops an endpoint. Returns false where there is none; one that an operator has stopped stays as it is.
create or replace function console.stop_webhook_endpoint(p_session text, p_endpoint uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'stopWebhookEndpoint');
begin
  if stop_webhooks(p_endpoint, 'operator') then
    perform console.write_audit(o, 'webhook_stopped', 'webhook ' || p_endpoint, p_reason);
  end if;
  return exists (select from webhook_endpoint e where e.id = p_endpoint);
end
$$;

-- Sends again what an endpoint was sent, or would have been: one event, or those of a span that it listens to. They keep their ids.
-- Returns how many there are; null where there is no such endpoint, or it is stopped. `p_more`: what the line of the audit says besides.
create or replace function console.resend_webhooks(
  p_operator console.operator, p_endpoint uuid, p_event uuid, p_from timestamptz, p_until timestamptz, p_reason text, p_more jsonb default '{}'
) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  e webhook_endpoint;
  v_many integer;
begin
  select * into e from webhook_endpoint q where q.id = p_endpoint and q.stopped_at is null for no key update;
  if not found then
    return null;
  end if;
  insert into webhook_delivery as d (event_id, endpoint_id)
  select v.id, e.id from webhook_event v
  where case when p_event is null then v.at between p_from and p_until and v.type = any (e.types)
    else v.id = p_event and exists (select from webhook_delivery q where q.event_id = v.id and q.endpoint_id = e.id) end
  order by v.at
  on conflict (event_id, endpoint_id) do update set tries = 0, next_try_at = clock_timestamp(), delivered_at = null;
  get diagnostics v_many = row_count;
  if v_many > 0 then
    perform console.write_audit(p_operator, 'webhooks_replayed', 'webhook ' || e.id, p_reason, null, null, p_more || jsonb_strip_nulls(
      jsonb_build_object('event', p_event, 'from', console.instant(p_from), 'until', console.instant(p_until), 'events', v_many)));
  end if;
  return v_many;
end
$$;

create or replace function console.replay_webhooks(
  p_session text, p_endpoint uuid, p_event uuid, p_from timestamptz, p_until timestamptz, p_reason text
) returns integer
language sql security definer set search_path = public, pg_temp as $$
  select console.resend_webhooks(console.require(p_session, 'replayWebhooks'), p_endpoint, p_event, p_from, p_until, p_reason)
$$;
