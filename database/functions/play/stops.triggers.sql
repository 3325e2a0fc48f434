-- The terms of a stop never change, and a stop ends once.
create or replace function keep_sales_stop() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null
     or (new.id, new.draw_id, new.bet_type, new.sentence, new.reason, new.stopped_by, new.cap_id, new.stopped_at)
       is distinct from
       (old.id, old.draw_id, old.bet_type, old.sentence, old.reason, old.stopped_by, old.cap_id, old.stopped_at) then
    raise exception 'stop % of sales never changes', old.id using errcode = 'restrict_violation';
  end if;
  if new.request_id is not null then
    perform pg_notify('draw', 'started ' || coalesce(new.draw_id::text, 'all'));
  end if;
  return new;
end
$$;
