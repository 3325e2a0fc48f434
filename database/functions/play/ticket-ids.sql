-- Ids of tickets begin with the milliseconds when they were made: at most 25 hours before their ticket was placed, and ten minutes after,
-- as place_checkouts sees to. So the tickets of a time are a range of ids. A statement names it by these functions, not by a sub-select:
-- then the range is known before the statement begins to read. Those without settings become part of the statement. The others are for
-- statements that find their rows by an index on ids. Where rows are found otherwise, by their draw or their time, PostgreSQL would call
-- the function for each row, 100 µs each: such a statement takes the range from variables.

-- Each ticket that was accepted at a moment or later has this id or a higher one.
create or replace function first_ticket_id(p_since timestamptz) returns uuid
language sql stable as $$
  select public.first_id_at(p_since - interval '25 hours')
$$;

-- Each ticket that was accepted at a moment or earlier has a lower id.
create or replace function end_of_ticket_ids(p_until timestamptz) returns uuid
language sql stable as $$
  select public.first_id_at(p_until + interval '1 hour')
$$;

-- The tickets of some draws have ids from `first` on and below `beyond`; those of any earlier draw are below `beyond` too. Null without draws.
create or replace function ids_of_draws(p_draws uuid[], out first uuid, out beyond uuid)
language sql stable set search_path = public, pg_temp as $$
  select first_ticket_id(min(opens_at)), end_of_ticket_ids(max(greatest(draws_at, closed_at))) from draw where id = any (p_draws)
$$;

create or replace function ids_of_draw(p_draw uuid, out first uuid, out beyond uuid)
language sql stable set search_path = public, pg_temp as $$
  select first_ticket_id(opens_at), end_of_ticket_ids(greatest(draws_at, closed_at)) from draw where id = p_draw
$$;

-- Each ticket of a draw at a moment or later has this id or a higher one. Null without a moment.
create or replace function first_ticket_id_of_draws(p_draws_at timestamptz) returns uuid
language sql stable set search_path = public, pg_temp as $$
  select first_ticket_id(p_draws_at - (select max(draws_at - opens_at) from draw))
$$;

-- Each ticket of an unfinished draw has this id or a higher one. Null where all draws are finished.
create or replace function first_open_ticket_id() returns uuid
language sql stable set search_path = public, pg_temp as $$
  select first_ticket_id_of_draws((select min(closes_at) from draw where finished_at is null))
$$;

-- Each ticket there is has a lower id, also after a clock was put back by a day.
create or replace function end_of_all_ticket_ids() returns uuid
language sql stable as $$
  select end_of_ticket_ids(clock_timestamp() + interval '1 day')
$$;
