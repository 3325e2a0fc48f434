-- Lists of a client's tickets. They are functions because their plans are kept: to plan a statement opens every month that is there, and
-- costs ten times what reading a page does.

-- A ticket's status, by its draw and its due, which is null for none or not yet known.
create or replace function ticket_status(p_draw draw_status, p_due bigint) returns text
language sql immutable as $$
  select case p_draw when 'settled' then case when p_due is null then 'lost' else 'win' end when 'void' then 'void' else 'pending' end
$$;

-- Tickets with their draws and their dues. The lateral look-ups read on from the last ticket whatever the planner thinks of the draws.
create or replace view client_ticket as
select t.client_id, t.id, t.draw_id, t.bet_type, t.selection, t.stake, t.accepted_at, d.draws_at, d.status as draw_status, d.result, u.due
from every_ticket t
cross join lateral (select * from draw where draw.id = t.draw_id limit 1) d
left join lateral (
  select to_dep + to_win as due from due where due.draw_id = t.draw_id and due.client_id = t.client_id and due.ticket_id = t.id limit 1
) u on true;

-- The tickets that match, the newest first. p_statuses are those of ticket_status, null for any; p_before is the id that the page before
-- ended with. With p_before_draw too, these are the tickets of draws before that one, and of that one those with lower ids: the page before
-- is one of client_tickets_by_draw.
create or replace function client_tickets(
  p_client bigint, p_statuses text[], p_draw uuid, p_from timestamptz, p_to timestamptz, p_before uuid, p_most integer,
  p_before_draw uuid default null
) returns table (
  client_id bigint, id uuid, draw_id uuid, bet_type smallint, selection integer, stake integer, accepted_at timestamptz,
  draws_at timestamptz, draw_status draw_status, result integer, due bigint
)
language plpgsql stable rows 25 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
-- A plan made while a table was small would sort all that a client has.
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  v_draws_before timestamptz := (select draws_at from draw where id = p_before_draw);
  v_beyond uuid := least(
    (select beyond from ids_of_draw(coalesce(p_draw, p_before_draw))),
    end_of_ticket_ids(p_to),
    end_of_all_ticket_ids(),
    case when p_before_draw is null then p_before end
  );
  v_floor uuid := greatest((select first from ids_of_draw(p_draw)), first_ticket_id(p_from), '00000000-0000-0000-0000-000000000000');
  v_month month;
  v_first uuid;
  v_found integer;
begin
  for v_month in select * from months_to_read(v_beyond, null) loop
    v_first := greatest(v_month.first_ticket_id, v_floor);
    return query
      select * from client_ticket t
      where t.client_id = p_client and t.id >= v_first and t.id < v_beyond
        and (p_draw is null or t.draw_id = p_draw)
        and (p_from is null or t.accepted_at >= p_from) and (p_to is null or t.accepted_at < p_to)
        and (p_statuses is null or ticket_status(t.draw_status, t.due) = any (p_statuses))
        and (v_draws_before is null or (t.draws_at, t.id) < (v_draws_before, p_before))
      order by t.id desc limit p_most;
    get diagnostics v_found = row_count;
    p_most := p_most - v_found;
    exit when p_most = 0;
    v_floor := greatest(v_floor, (first_ids_of_client(p_client)).ticket);
    exit when v_first <= v_floor;
    v_beyond := v_first;
  end loop;
end
$$;

-- The same tickets, those of the latest draw first, each with the sums of all tickets that the client has on its draw. The page's draws
-- are at least as late as those of as many tickets that match and were bought last: these tell from where on tickets have to be read.
create or replace function client_tickets_by_draw(
  p_client bigint, p_statuses text[], p_draw uuid, p_from timestamptz, p_to timestamptz, p_before_draw uuid, p_before uuid, p_most integer
) returns table (
  client_id bigint, id uuid, draw_id uuid, bet_type smallint, selection integer, stake integer, accepted_at timestamptz,
  draws_at timestamptz, draw_status draw_status, result integer, due bigint, draw_tickets bigint, draw_stakes bigint, draw_paid bigint
)
language plpgsql stable rows 25 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
-- A plan made while a table was small would sort all that a client has.
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  v_first uuid := (
    select first_ticket_id_of_draws(min(draws_at))
    from client_tickets(p_client, p_statuses, p_draw, p_from, p_to, p_before, p_most, p_before_draw)
  );
  v_draws_before timestamptz := (select draws_at from draw where id = p_before_draw);
  -- Tickets of earlier draws have lower ids too.
  v_beyond uuid := coalesce((select beyond from ids_of_draw(p_before_draw)), end_of_all_ticket_ids());
begin
  if v_first is null then
    return;
  end if;
  return query
    with since as materialized (
      select * from client_ticket t
      where t.client_id = p_client and t.id >= v_first and t.id < v_beyond
    ), page as (
      select * from since t
      where (p_draw is null or t.draw_id = p_draw)
        and (p_from is null or t.accepted_at >= p_from) and (p_to is null or t.accepted_at < p_to)
        and (p_statuses is null or ticket_status(t.draw_status, t.due) = any (p_statuses))
        and (v_draws_before is null or (t.draws_at, t.id) < (v_draws_before, p_before))
      order by t.draws_at desc, t.id desc limit p_most
    ), sums as (
      select t.draw_id, count(*) as tickets, sum(t.stake)::bigint as stakes,
        coalesce(sum(case when t.draw_status = 'void' then t.stake else t.due end), 0)::bigint as paid
      from since t where t.draw_id in (select draw_id from page) group by t.draw_id
    )
    select page.*, sums.tickets, sums.stakes, sums.paid from page join sums using (draw_id) order by page.draws_at desc, page.id desc;
end
$$;
