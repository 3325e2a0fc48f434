-- Reports of draws. See docs/decisions/0079.

-- The tickets of test accounts on draws that were finished at a moment or later have these ids or higher ones: no ticket is older than its
-- account.
create or replace function console.first_ticket_id_of_tests(p_from timestamptz) returns uuid
language sql stable set search_path = public, pg_temp as $$
  select greatest(
    first_ticket_id_of_finished(p_from), (select (first_ids_of_client(client_id)).ticket as first from console.test_account order by first limit 1))
$$;

-- Stakes and payouts of the draws that were finished in a period, by unit of time, by whether they are void, and by bet type. The columns
-- `test_…` have the play of test accounts alone; the other columns have everybody's, test accounts included.
create or replace function console.played_between(p_from timestamptz, p_to timestamptz, p_unit text, p_zone text) returns table (
  unit_from timestamptz, bet_type smallint, is_void boolean, draws bigint, tickets bigint, stakes bigint, won bigint, payouts bigint,
  test_tickets bigint, test_stakes bigint, test_won bigint, test_payouts bigint
)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  -- A bound that is a call would be worked out for each account.
  v_first uuid := console.first_ticket_id_of_tests(p_from);
  v_beyond uuid := end_of_ticket_ids(p_to);
begin
  return query
  with figure as (
    select date_trunc(p_unit, f.at, p_zone) as unit_from, f.bet_type, f.status = 'void' as is_void, sum(f.draws)::bigint as draws,
      sum(f.tickets)::bigint as tickets, sum(f.stakes)::bigint as stakes, sum(f.won)::bigint as won, sum(f.payouts)::bigint as payouts
    from sums_of_finished(p_from, p_to) f group by 1, 2, 3
  ), test as (
    select date_trunc(p_unit, d.finished_at, p_zone) as unit_from, t.bet_type, d.status = 'void' as is_void, count(*) as tickets,
      sum(t.stake)::bigint as stakes, count(u.ticket_id) filter (where d.status = 'settled') as won,
      coalesce(sum(u.to_dep + u.to_win), 0)::bigint as payouts
    from console.test_account a
    join every_ticket t on t.client_id = a.client_id and t.id >= v_first and t.id < v_beyond
    join draw d on d.id = t.draw_id and d.finished_at >= p_from and d.finished_at < p_to and d.status in ('settled', 'void')
    left join due u on u.draw_id = t.draw_id and u.client_id = t.client_id and u.ticket_id = t.id
    group by 1, 2, 3
  )
  select f.unit_from, f.bet_type, f.is_void, f.draws, f.tickets, f.stakes, f.won, f.payouts, coalesce(t.tickets, 0), coalesce(t.stakes, 0),
    coalesce(t.won, 0), coalesce(t.payouts, 0)
  from figure f left join test t using (unit_from, bet_type, is_void);
end
$$;

create or replace function console.rows_of_games(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select p.bet_type::text, jsonb_build_object('betType', console.bet_name(p.bet_type),
    'draws', coalesce(sum(p.draws) filter (where not p.is_void), 0),
    'tickets', coalesce(sum(p.tickets - p.test_tickets) filter (where not p.is_void), 0),
    'stakes', coalesce(sum(p.stakes - p.test_stakes) filter (where not p.is_void), 0),
    'won', coalesce(sum(p.won - p.test_won) filter (where not p.is_void), 0),
    'payouts', coalesce(sum(p.payouts - p.test_payouts) filter (where not p.is_void), 0),
    'ggr', coalesce(sum(p.stakes - p.test_stakes - p.payouts + p.test_payouts) filter (where not p.is_void), 0),
    'voidTickets', coalesce(sum(p.tickets - p.test_tickets) filter (where p.is_void), 0),
    'voidStakes', coalesce(sum(p.stakes - p.test_stakes) filter (where p.is_void), 0))
  from console.played_between(p_from, p_to, 'year', p_zone) p
  group by p.bet_type
$$;

create or replace function console.sums_of_games(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    -- The stakes by bet type, from which the rules give the expected payout.
    'stakes', (
      select coalesce(jsonb_object_agg(console.bet_name(s.bet_type), s.stakes), '{}')
      from (
        select q.bet_type, sum(q.stakes - q.test_stakes) as stakes from console.played_between(p_from, p_to, 'year', p_zone) q
        where not q.is_void group by q.bet_type
      ) s
    ),
    'totals', jsonb_build_object(
      'tickets', coalesce(sum(p.tickets - p.test_tickets) filter (where not p.is_void), 0),
      'stakes', coalesce(sum(p.stakes - p.test_stakes) filter (where not p.is_void), 0),
      'won', coalesce(sum(p.won - p.test_won) filter (where not p.is_void), 0),
      'payouts', coalesce(sum(p.payouts - p.test_payouts) filter (where not p.is_void), 0),
      'ggr', coalesce(sum(p.stakes - p.test_stakes - p.payouts + p.test_payouts) filter (where not p.is_void), 0),
      'voidTickets', coalesce(sum(p.tickets - p.test_tickets) filter (where p.is_void), 0),
      'voidStakes', coalesce(sum(p.stakes - p.test_stakes) filter (where p.is_void), 0)),
    'books', jsonb_build_array(
      console.held_against('stakes', sum(p.stakes - p.test_stakes) filter (where not p.is_void), sum(p.test_stakes) filter (where not p.is_void),
        min(b.banked)),
      console.held_against('payouts', sum(p.payouts - p.test_payouts) filter (where not p.is_void),
        sum(p.test_payouts) filter (where not p.is_void), min(b.won)),
      console.held_against('voidStakes', sum(p.payouts - p.test_payouts) filter (where p.is_void), sum(p.test_payouts) filter (where p.is_void),
        min(b.returned))))
  from console.posted_for_draws(p_from, p_to) b
  left join console.played_between(p_from, p_to, 'year', p_zone) p on true
$$;

-- Stakes and payouts of the settled draws of a period, by unit of time and bet type (0 is all together), with the band that fair payouts
-- lie in; the rows without a unit are those of the whole period. The band is known of draws whose spread is kept, and only of all their tickets: here
-- those of test accounts are counted.
create or replace function console.bands_between(p_from timestamptz, p_to timestamptz, p_unit text, p_zone text) returns table (
  unit_from timestamptz, bet_type smallint, stakes bigint, payouts bigint, low bigint, high bigint
)
language sql stable set search_path = public, pg_temp as $$
  select f.unit_from, f.bet_type, f.stakes::bigint, f.payouts::bigint, b.low, b.high
  from (
    select q.unit_from, q.bet_type, sum(q.stakes) as stakes, sum(q.payouts) as payouts, sum(q.expected) as expected,
      sum(q.variance) as variance, sum(q.most) as most
    from (
      select date_trunc(p_unit, h.begins_at, p_zone) as unit_from, h.* from figure_quarter h
      where h.begins_at >= p_from and h.begins_at < p_to and h.status = 'settled' and h.measured
    ) q group by grouping sets ((q.unit_from, q.bet_type), (q.bet_type))
  ) f left join lateral likely_band(f.expected, f.variance, f.most, f.stakes) b on true
  where f.stakes > 0
$$;

-- One row a day, or one a month for more than a month.
create or replace function console.rows_of_returns(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select (p.unit_from at time zone p_zone)::date || '.' || p.bet_type as key, jsonb_build_object('from', (p.unit_from at time zone p_zone)::date,
    'betType', console.bet_name(p.bet_type), 'tickets', p.tickets - p.test_tickets, 'stakes', p.stakes - p.test_stakes, 'payouts', p.payouts - p.test_payouts,
    'bandFrom', round(b.low::numeric / b.stakes, 6), 'bandTo', round(b.high::numeric / b.stakes, 6))
  from (select case when p_to <= p_from + interval '32 days' then 'day' else 'month' end) u (unit)
  cross join lateral console.played_between(p_from, p_to, u.unit, p_zone) p
  left join lateral console.bands_between(p_from, p_to, u.unit, p_zone) b on b.unit_from = p.unit_from and b.bet_type = p.bet_type
  where not p.is_void
$$;

create or replace function console.sums_of_returns(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  -- Totals of the returns are those of the games, for all but the voids.
  select jsonb_build_object(
    'stakes', g.sums -> 'stakes',
    'totals', jsonb_build_object('tickets', g.sums -> 'totals' -> 'tickets', 'stakes', g.sums -> 'totals' -> 'stakes', 'payouts', g.sums -> 'totals' -> 'payouts',
      'bandFrom', t.low, 'bandTo', t.high),
    'bands', coalesce(t.bands, '[]'),
    'books', jsonb_build_array(g.sums -> 'books' -> 0, g.sums -> 'books' -> 1))
  from console.sums_of_games(p_from, p_to, p_zone) g (sums)
  cross join (
    select round(min(b.low) filter (where b.bet_type = 0)::numeric / min(b.stakes) filter (where b.bet_type = 0), 6) as low,
      round(min(b.high) filter (where b.bet_type = 0)::numeric / min(b.stakes) filter (where b.bet_type = 0), 6) as high,
      jsonb_agg(jsonb_build_object('betType', case when b.bet_type > 0 then console.bet_name(b.bet_type) end, 'stakes', b.stakes,
        'payouts', b.payouts, 'low', b.low, 'high', b.high) order by b.bet_type) as bands
    from console.bands_between(p_from, p_to, 'year', p_zone) b where b.unit_from is null
  ) t
$$;

-- Draws without a result, and what their players got back.
create or replace function console.voids_between(p_from timestamptz, p_to timestamptz) returns table (
  id uuid, draws_at timestamptz, finished_at timestamptz, reason text, request_id uuid, tickets bigint, stakes bigint, returned bigint,
  test_tickets bigint, test_stakes bigint
)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_first uuid := console.first_ticket_id_of_tests(p_from);
  v_beyond uuid := end_of_ticket_ids(p_to);
begin
  return query
  select d.id, d.draws_at, d.finished_at, c.reason, c.request_id, coalesce(f.tickets, 0), coalesce(f.stakes, 0), coalesce(f.payouts, 0),
    coalesce(t.tickets, 0), coalesce(t.stakes, 0)
  from draw d
  left join call_off c on c.draw_id = d.id
  left join lateral (
    select sum(q.tickets)::bigint as tickets, sum(q.stakes)::bigint as stakes, sum(q.payouts)::bigint as payouts from draw_figure q where q.draw_id = d.id
  ) f on true
  left join (
    select k.draw_id, count(*) as tickets, sum(k.stake)::bigint as stakes
    from console.test_account a join every_ticket k on k.client_id = a.client_id and k.id >= v_first and k.id < v_beyond
    group by k.draw_id
  ) t on t.draw_id = d.id
  where d.status = 'void' and d.finished_at >= p_from and d.finished_at < p_to;
end
$$;

create or replace function console.rows_of_voids(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select console.key_of(v.finished_at, v.id::text) as key, jsonb_build_object('at', console.instant(v.finished_at), 'draw', v.id,
    'drawsAt', console.instant(v.draws_at), 'who', case when v.request_id is null then 'worker' else 'two operators' end,
    'reason', v.reason, 'request', (select r.number from console.request r where r.id = v.request_id),
    'tickets', v.tickets - v.test_tickets, 'stakes', v.stakes - v.test_stakes)
  from console.voids_between(console.moment_of_key(p_after, p_from), p_to) v
$$;

create or replace function console.sums_of_voids(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'totals', jsonb_build_object('tickets', coalesce(sum(v.tickets - v.test_tickets), 0), 'stakes', coalesce(sum(v.stakes - v.test_stakes), 0)),
    'books', jsonb_build_array(console.held_against('returned', sum(v.stakes - v.test_stakes), sum(v.test_stakes),
      min(b.returned))))
  from console.posted_for_draws(p_from, p_to) b
  left join console.voids_between(p_from, p_to) v on true
$$;
