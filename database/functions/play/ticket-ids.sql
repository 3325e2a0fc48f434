-- Ids of tickets begin with the milliseconds when they were made: at most 25 hours before their ticket was placed, and ten minutes after,
-- as place_checkouts sees to. So the tickets of a time are a range of ids. A statement names it by these functions, not by a sub-select:
-- then the range is known before the statement begins to read. Those without settings become part of the statement.

-- The lowest id that can be made at a moment.
create or replace function first_id_at(p_at timestamptz) returns uuid
language sql stable as $$
  select case
    when p_at < 'epoch' then '00000000-0000-0000-0000-000000000000'
    when p_at >= '9999-01-01' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    else (lpad(to_hex(floor(extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  end
$$;

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
  select first_ticket_id(min(opens_at)), end_of_ticket_ids(max(draws_at)) from draw where id = any (p_draws)
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
