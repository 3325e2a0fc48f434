-- Sales that are stopped, and started again. Tickets that are sold stay: they are drawn and paid as planned.

-- Stops sales from this moment on: of a draw and a bet type, null for all; by an operator, or by a cap, of which the other one is
-- null. Returns the stop; null where an operator, or a cap, has stopped just that already, or the draw is not on sale. Bets under
-- way are waited for, and those that follow read the stop.
create or replace function stop_sales(
  p_draw uuid, p_bet_type smallint, p_sentence text, p_reason text, p_operator bigint, p_cap bigint
) returns uuid
language plpgsql set search_path = public, pg_temp as $$
declare
  v_stop uuid;
begin
  -- Nobody ends the sales of this draw until the commit, which ends the stops of the draw too.
  if p_draw is not null then
    perform from draw where id = p_draw and status = 'open' and closes_at > clock_timestamp() for share;
    if not found then
      return null;
    end if;
  end if;
  -- See place_checkouts.
  lock table mutex.sales_stops in exclusive mode;
  insert into sales_stop (draw_id, bet_type, sentence, reason, stopped_by, cap_id, stopped_at)
  values (p_draw, p_bet_type, p_sentence, p_reason, p_operator, p_cap, clock_timestamp())
  on conflict (draw_id, bet_type, (cap_id is null)) where ended_at is null do nothing
  returning id into v_stop;
  if v_stop is not null then
    perform pg_notify('draw', 'stopped ' || coalesce(p_draw::text, 'all'));
  end if;
  return v_stop;
end
$$;

-- Ends a stop, and returns whether it did. A ticket's time is cut to the millisecond, and so is the end.
create or replace function end_sales_stop(p_stop uuid, p_request uuid) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  lock table mutex.sales_stops in exclusive mode;
  update sales_stop
  set ended_at = greatest(stopped_at, date_trunc('milliseconds', clock_timestamp())), request_id = p_request
  where id = p_stop and ended_at is null;
  return found;
end
$$;
