-- A change becomes an event where an endpoint subscribes to it (functions/site/webhooks.sql): ids, statuses, amounts and times, and never
-- the identity of a client.

create or replace function send_payment_out() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_data jsonb := jsonb_build_object('payment', new.id, 'client', new.client_id, 'direction', new.direction, 'amount', new.amount);
begin
  if new.status <> old.status and new.status in ('succeeded', 'paid', 'failed', 'expired') then
    perform send_out('payment.final', v_data || jsonb_build_object('status', new.status, 'failure', new.failure));
  elsif new.status <> old.status and new.status::text = 'review' then
    perform send_out('withdrawal.held', v_data);
  end if;
  if new.mismatch is distinct from old.mismatch and new.mismatch is not null then
    perform send_out('payment.mismatched', v_data || jsonb_build_object('mismatch', new.mismatch));
  end if;
  return null;
end
$$;

create or replace function send_review_out() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform send_out('withdrawal.decided', jsonb_build_object('payment', new.payment_id, 'verdict', new.verdict));
  return null;
end
$$;

create or replace function send_draw_out() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_data jsonb := jsonb_build_object('draw', new.id, 'drawsAt', console.instant(new.draws_at));
begin
  if old.sealed_at is null and new.sealed_at is not null then
    perform send_out('draw.sealed', v_data);
  end if;
  if new.status <> old.status and new.status = 'drawn' then
    perform send_out('draw.drawn', v_data || jsonb_build_object('numbers', string_to_array(new.result::text, null)));
  elsif new.status <> old.status and new.status = 'void' then
    perform send_out('draw.called_off', v_data);
  end if;
  if old.finished_at is null and new.finished_at is not null and listens_out('draw.settled') then
    perform send_out('draw.settled', v_data || (
      select jsonb_build_object('status', new.status, 'tickets', coalesce(sum(f.tickets), 0), 'stakes', coalesce(sum(f.stakes), 0),
        'paidTickets', coalesce(sum(case new.status when 'void' then f.tickets else f.won end), 0), 'payouts', coalesce(sum(f.payouts), 0))
      from draw_figure f where f.draw_id = new.id
    ));
  end if;
  return null;
end
$$;

create or replace function send_exclusion_out() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform send_out('client.excluded', jsonb_build_object('client', new.client_id, 'until', console.instant(new.ends_at)));
  return null;
end
$$;

create or replace function send_alarm_out() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform send_out('alarm.opened', jsonb_build_object('alarm', new.id, 'kind', new.kind));
  elsif old.closed_at is null and new.closed_at is not null then
    perform send_out('alarm.closed', jsonb_build_object('alarm', new.id, 'kind', new.kind));
  end if;
  return null;
end
$$;
