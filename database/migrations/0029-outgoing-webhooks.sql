-- Webhooks that leave: what happened here, for programs of those whom the operator works with. What providers send to us is in the
-- table `webhook`. See functions/site/webhooks.sql and docs/webhooks.md.

-- An address that gets events of some types. Two operators make and change one, one stops it.
create table webhook_endpoint (
  id uuid primary key,
  url text not null,
  types text[] not null constraint webhook_endpoint_listens check (cardinality(types) > 0),
  -- The number of its signing keys, which follow from WEBHOOK_KEY. The keys before sign too until `former_until`.
  generation integer not null constraint webhook_endpoint_has_keys check (generation > 0),
  -- what receivers check `v1a` with: Ed25519
  public_key bytea not null constraint webhook_endpoint_key_whole check (length(public_key) = 32),
  former_until timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  -- since when nothing has arrived that was sent; null where the last event has
  failing_since timestamptz,
  stopped_at timestamptz,
  stopped_because text constraint webhook_endpoint_stop_known check (stopped_because in ('operator', 'gone', 'failing')),
  constraint webhook_endpoint_stopped_whole check ((stopped_at is null) = (stopped_because is null))
);
create trigger webhook_endpoint_is_kept before delete on webhook_endpoint for each row execute function refuse_change();
create trigger webhook_endpoint_leaves_a_trace after insert or update on webhook_endpoint
  for each row execute function trace_webhook_endpoint();
alter table webhook_endpoint enable always trigger webhook_endpoint_leaves_a_trace;

-- Something that happened, written in the transaction in which it did. The id is what receivers know it again by.
create table webhook_event (
  id uuid primary key default gen_random_uuid(),
  type text not null,
  at timestamptz not null default clock_timestamp(),
  data jsonb not null
);
create index webhook_event_at on webhook_event (at);
create trigger webhook_event_is_history before update on webhook_event for each row execute function refuse_change();

-- An event on its way to an endpoint.
create table webhook_delivery (
  number bigint generated always as identity primary key,
  event_id uuid not null references webhook_event on delete cascade,
  endpoint_id uuid not null references webhook_endpoint,
  -- since it was written, or replayed
  tries integer not null default 0,
  -- null once it has arrived, or nobody tries any more
  next_try_at timestamptz default clock_timestamp(),
  tried_at timestamptz,
  -- the status of the last answer; or why there was none
  status integer,
  failure text,
  delivered_at timestamptz,
  constraint webhook_delivery_once unique (event_id, endpoint_id)
);
create index webhook_delivery_due on webhook_delivery (next_try_at) where next_try_at is not null;
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, number);

create trigger payment_is_sent_out after update on payment for each row
  when (old.status <> new.status or old.mismatch is distinct from new.mismatch) execute function send_payment_out();
create trigger withdrawal_review_end_is_sent_out after insert on withdrawal_review_end
  for each row execute function send_review_out();
create trigger draw_is_sent_out after update on draw for each row
  when (old.status <> new.status or old.sealed_at is null and new.sealed_at is not null or old.finished_at is null and new.finished_at is not null)
  execute function send_draw_out();
create trigger play_break_is_sent_out after insert on play_break for each row
  when (new.kind = 'exclusion') execute function send_exclusion_out();
create trigger alarm_is_sent_out after insert or update of closed_at on console.alarm for each row execute function send_alarm_out();
