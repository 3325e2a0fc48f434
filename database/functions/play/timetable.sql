-- How often there is a draw. See docs/decisions/0061.

-- Makes the first version from the settings, where there is none. Later settings change nothing.
create or replace function make_first_timetable(p_every_minutes integer, p_close_seconds_before integer, p_time_zone text)
returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into timetable_version (number, begins_at, every_minutes, close_seconds_before, time_zone)
  select 1, '-infinity', p_every_minutes, p_close_seconds_before, p_time_zone
  where not exists (select from timetable_version)
  on conflict (number) do nothing
$$;

-- The number of the newest version. There is no newer one until the caller commits.
create or replace function hold_timetable() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table timetable_version in row share mode;
  return (select max(number) from timetable_version);
end
$$;

-- The version that decides about a draw at a moment.
create or replace function timetable_at(p_at timestamptz) returns timetable_version
language sql stable set search_path = public, pg_temp as $$
  select * from timetable_version where begins_at < p_at order by number desc limit 1
$$;

-- Whether there is a draw at a moment, every so many minutes of the hours of a time zone.
create or replace function has_draw_at(p_at timestamptz, p_every_minutes integer, p_time_zone text) returns boolean
language sql stable as $$
  select extract(minute from p_at at time zone p_time_zone)::integer % p_every_minutes = 0
    and p_at = date_trunc('minute', p_at)
$$;

-- The open draws after a moment that a new timetable has no place for. Where it begins sooner than the committed draws end,
-- these are called off; all others stay, with their terms.
create or replace function draws_without_place(p_begins_at timestamptz, p_every_minutes integer) returns setof draw
language sql stable set search_path = public, pg_temp as $$
  select d.* from draw d
  where d.draws_at > p_begins_at and d.status = 'open'
    and not has_draw_at(d.draws_at, p_every_minutes, (timetable_at(d.draws_at)).time_zone)
$$;

-- Where the committed draws end, which is where a new timetable begins unless it is to begin sooner.
create or replace function begin_of_next_timetable() returns timestamptz
language sql volatile set search_path = public, pg_temp as $$
  select greatest(clock_timestamp() + interval '1 s', (select max(draws_at) from draw))
$$;

-- Whether any of these draws has a ticket.
create or replace function have_tickets(p_draws uuid[]) returns boolean
language plpgsql stable set search_path = public, pg_temp
-- Ids begin with the moment of the draw, so a range of draws is a range of ids. A sequential scan would read the table up to the first
-- ticket of these draws, and an index scan in the order of ids all tickets since they opened.
set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan
as $$
begin
  return cardinality(p_draws) > 0 and exists (
    select from ticket t
    where t.draw_id >= (select id from unnest(p_draws) id order by id limit 1)
      and t.draw_id <= (select id from unnest(p_draws) id order by id desc limit 1)
      and t.accepted_at >= (select min(opens_at) from draw where id = any (p_draws))
      and t.draw_id = any (p_draws) and t.id >= (ids_of_draws(p_draws)).first and t.id < (ids_of_draws(p_draws)).beyond
  );
end
$$;
