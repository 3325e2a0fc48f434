-- A draw's dues and its sales are written together.
create or replace function require_figures() returns trigger language plpgsql set search_path = public, pg_temp
-- The reasons are given in have_tickets.
set enable_seqscan = off set enable_indexscan = off
as $$
begin
  if not exists (select from draw_figure where draw_id = new.id) and exists (
    select from ticket where draw_id = new.id and id >= (ids_of_draw(new.id)).first and id < (ids_of_draw(new.id)).beyond
  ) then
    raise exception 'draw % is listed without its figures', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A lane of dues is paid in one direction, and nothing else of it changes.
create or replace function keep_due_lane() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.paid_through > old.paid_through
    and (new.draw_id, new.lane, new.after_client, new.last_client) = (old.draw_id, old.lane, old.after_client, old.last_client) then
    return new;
  end if;
  raise exception 'lane % of draw % is paid once, in one direction', old.lane, old.draw_id using errcode = 'restrict_violation';
end
$$;
