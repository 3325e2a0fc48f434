-- The figures that everybody may see, and that operators see too: kept by the quarter of an hour as draws are finished and withdrawals paid.
-- The console and the public page read the same functions. See docs/decisions/0077.

-- Takes one finished draw into the quarters of an hour, once, however many processes try. The columns hold how its payouts are spread, by bet
-- type and as a whole (0); empty where that is not known, and for a void draw. Returns whether it was still to be done.
create or replace function keep_figures(
  p_draw uuid, s_bet_type smallint[], s_expected numeric[], s_variance numeric[], s_most bigint[]
) returns boolean
language plpgsql security definer set search_path = public, pg_temp
-- The reason is given in make_lanes.
set enable_seqscan = off
as $$
declare
  d draw;
  v_ids record := ids_of_draw(p_draw);
  v_measured boolean := cardinality(s_bet_type) > 0;
begin
  delete from figure_due where draw_id = p_draw;
  if not found then
    return false;
  end if;
  select * into strict d from draw where id = p_draw and finished_at is not null;
  insert into draw_spread (draw_id, bet_type, expected, variance, most)
  select p_draw, * from unnest(s_bet_type, s_expected, s_variance, s_most)
  -- It was there already where the sums are made again: it is the same.
  on conflict do nothing;
  with own as (
    select t.bet_type, count(*) as tickets, sum(t.stake) as stakes, coalesce(sum(u.to_dep + u.to_win), 0) as payouts
    from console.test_account a
    join ticket t on t.client_id = a.client_id and t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond
    left join due u on u.draw_id = t.draw_id and u.client_id = t.client_id and u.ticket_id = t.id
    group by t.bet_type
  ), figures as (
    select f.bet_type, f.tickets, f.stakes, f.won, f.payouts, coalesce(o.tickets, 0) as own_tickets,
      coalesce(o.stakes, 0) as own_stakes, coalesce(o.payouts, 0) as own_payouts
    from draw_figure f left join own o using (bet_type)
    where f.draw_id = p_draw
  ), all_of_it as (
    select * from figures
    union all
    select 0::smallint, coalesce(sum(tickets), 0), coalesce(sum(stakes), 0), coalesce(sum(won), 0), coalesce(sum(payouts), 0),
      coalesce(sum(own_tickets), 0), coalesce(sum(own_stakes), 0), coalesce(sum(own_payouts), 0)
    from figures
  )
  insert into figure_quarter as h (begins_at, status, bet_type, measured, draws, tickets, stakes, won, payouts, own_tickets, own_stakes,
    own_payouts, expected, variance, most, above, below)
  select quarter_of(d.finished_at), d.status, f.bet_type, v_measured, 1, f.tickets, f.stakes, f.won, f.payouts,
    f.own_tickets, f.own_stakes, f.own_payouts, coalesce(s.expected, 0), coalesce(s.variance, 0), coalesce(s.most, 0),
    coalesce(ceil(s.most - s.expected / 362880), 0), coalesce(ceil(s.expected / 362880), 0)
  from all_of_it f left join draw_spread s on s.draw_id = p_draw and s.bet_type = f.bet_type
  on conflict (begins_at, status, bet_type, measured) do update set
    draws = h.draws + 1, tickets = h.tickets + excluded.tickets, stakes = h.stakes + excluded.stakes, won = h.won + excluded.won,
    payouts = h.payouts + excluded.payouts, own_tickets = h.own_tickets + excluded.own_tickets,
    own_stakes = h.own_stakes + excluded.own_stakes, own_payouts = h.own_payouts + excluded.own_payouts,
    expected = h.expected + excluded.expected, variance = h.variance + excluded.variance, most = h.most + excluded.most,
    above = greatest(h.above, excluded.above), below = greatest(h.below, excluded.below);
  return true;
end
$$;

-- Takes withdrawals that were paid into the quarters of an hour, at most so many, each once. Returns whether there may be more.
create or replace function keep_withdrawals(p_most integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_taken bigint;
begin
  with next as (
    select payment_id from withdrawal_due limit p_most for update skip locked
  ), taken as (
    delete from withdrawal_due w using next n where w.payment_id = n.payment_id returning w.*
  ), kept as (
    insert into withdrawal_quarter as h (begins_at, held, minutes, payments)
    select quarter_of(t.paid_at), exists (select from withdrawal_review r where r.payment_id = t.payment_id),
      whole_minutes(t.asked_at, t.paid_at), count(*)
    from taken t group by 1, 2, 3
    on conflict (begins_at, held, minutes) do update set payments = h.payments + excluded.payments
  )
  select count(*) into v_taken from taken;
  return v_taken = p_most;
end
$$;

-- The beginning of the quarter of an hour of a moment. In every zone a day begins with one.
create or replace function quarter_of(p_at timestamptz) returns timestamptz
language sql immutable as $$
  select date_bin('15 minutes', p_at, '2000-01-01 00:00+00')
$$;

-- The minutes between two moments, rounded up.
create or replace function whole_minutes(p_from timestamptz, p_to timestamptz) returns integer
language sql immutable as $$
  select greatest(ceil(extract(epoch from p_to - p_from) / 60), 0)::integer
$$;

-- Empties the sums, so that they are made again: after history was written that lies in the past, as in a demonstration. How
-- payouts are spread is computed again, and is the same. Only for the owner of the tables.
create or replace function forget_figures() returns void
language sql set search_path = public, pg_temp as $$
  delete from figure_quarter;
  delete from draw_spread;
  delete from withdrawal_quarter;
  insert into figure_due (draw_id) select id from draw where finished_at is not null on conflict do nothing;
  insert into withdrawal_due (payment_id, asked_at, paid_at)
  select id, created_at, updated_at from payment where direction = 'withdrawal' and status = 'paid' on conflict do nothing
$$;

-- The band that the payouts of fair draws stay in, in francs, rounded outwards: they leave it less than once in a thousand times,
-- whatever the stakes, once in two thousand on each side. For a sum of independent draws of which mean and variance are known
-- exactly, that follows from Bernstein's inequality, and from Cantelli's; the narrower one holds as well as the other. 7.6009024596
-- is ln(2000), rounded up. `p_above` and `p_below`: how far one draw alone can be from its mean.
create or replace function fair_band(p_expected numeric, p_variance numeric, p_most numeric, p_above numeric, p_below numeric)
returns table (low bigint, high bigint)
language sql immutable as $$
  select
    greatest(floor(m.mean - least(l.l * p_below / 3 + sqrt((l.l * p_below / 3) ^ 2 + 2 * l.l * m.variance), m.cantelli) - 0.001), 0)::bigint,
    least(ceil(m.mean + least(l.l * p_above / 3 + sqrt((l.l * p_above / 3) ^ 2 + 2 * l.l * m.variance), m.cantelli) + 0.001), p_most)::bigint
  from (values (7.6009024596)) l (l)
  cross join (
    select p_expected / 362880, p_variance / (362880::numeric * 362880), sqrt(1999 * p_variance) / 362880
  ) m (mean, variance, cantelli)
$$;

-- The band that the payouts of fair draws stay in about nineteen times in twenty, in francs, rounded outwards: 1.96 standard deviations
-- around the mean, as if their sum were spread normally. No row where it goes beyond three times the stakes, because it says nothing then.
create or replace function likely_band(p_expected numeric, p_variance numeric, p_most numeric, p_stakes numeric)
returns table (low bigint, high bigint)
language sql immutable as $$
  select greatest(floor(b.mean - b.reach), 0)::bigint, least(ceil(b.mean + b.reach), p_most)::bigint
  from (select p_expected / 362880, 1.96 * sqrt(p_variance) / 362880) b (mean, reach)
  where b.mean + b.reach <= 3 * p_stakes
$$;

-- Stakes and payouts of finished draws by bet type, at the beginning of the quarter of an hour in which they were finished, or at their own
-- moment while they are not yet in the kept sums.
create or replace function sums_of_finished(p_from timestamptz, p_to timestamptz) returns table (
  at timestamptz, status draw_status, bet_type smallint, draws bigint, tickets bigint, stakes bigint, won bigint, payouts bigint
)
language sql stable security definer set search_path = public, pg_temp
-- The reason is given in figures_by_day.
set plan_cache_mode = force_custom_plan
as $$
  select h.begins_at, h.status, h.bet_type, h.draws, h.tickets, h.stakes, h.won, h.payouts
  from figure_quarter h where h.begins_at >= p_from and h.begins_at < p_to and h.bet_type > 0
  union all
  select d.finished_at, d.status, f.bet_type, 1, f.tickets, f.stakes, f.won, f.payouts
  from figure_due q join draw d on d.id = q.draw_id join draw_figure f on f.draw_id = d.id
  where d.finished_at >= p_from and d.finished_at < p_to
$$;

-- Stakes and payouts of finished draws, by the day of the site's zone on which they were finished, the newest first, by status, and by bet
-- type (0 is the sum of all types). The last rows, without a day, are the sums of all days. The columns `fair_…` count the draws whose
-- spread is known; they are null where there are none.
create or replace function figures_by_day(p_from timestamptz, p_to timestamptz, p_zone text) returns table (
  day timestamptz, status draw_status, bet_type smallint, draws bigint, tickets bigint, stakes bigint, won bigint, payouts bigint,
  own_tickets bigint, own_stakes bigint, own_payouts bigint, fair_draws bigint, fair_stakes bigint, fair_payouts bigint,
  fair_expected bigint, fair_low bigint, fair_high bigint
)
language sql stable security definer set search_path = public, pg_temp
-- A plan that was made while a table was small would keep scanning it.
set plan_cache_mode = force_custom_plan
-- The quarters of an hour of some months are sorted in memory.
set work_mem = '32MB'
as $$
  with due as (
    select d.id, d.status, d.finished_at from figure_due q join draw d on d.id = q.draw_id
    where d.finished_at >= p_from and d.finished_at < p_to
  ), rows as (
    select h.begins_at as at, h.status, h.bet_type, h.measured, h.draws, h.tickets, h.stakes, h.won, h.payouts, h.own_tickets,
      h.own_stakes, h.own_payouts, h.expected, h.variance, h.most, h.above, h.below
    from figure_quarter h where h.begins_at >= p_from and h.begins_at < p_to
    union all
    select q.finished_at, q.status, f.bet_type, false, 1, f.tickets, f.stakes, f.won, f.payouts, 0, 0, 0, 0, 0, 0, 0, 0
    from due q join draw_figure f on f.draw_id = q.id
    union all
    select q.finished_at, q.status, 0::smallint, false, 1, f.tickets, f.stakes, f.won, f.payouts, 0, 0, 0, 0, 0, 0, 0, 0
    from due q cross join lateral (
      select coalesce(sum(g.tickets), 0) as tickets, coalesce(sum(g.stakes), 0) as stakes, coalesce(sum(g.won), 0) as won,
        coalesce(sum(g.payouts), 0) as payouts
      from draw_figure g where g.draw_id = q.id
    ) f
  ), days as (
    select date_trunc('day', r.at, p_zone) as day, r.status, r.bet_type, sum(r.draws) as draws, sum(r.tickets) as tickets,
      sum(r.stakes) as stakes, sum(r.won) as won, sum(r.payouts) as payouts, sum(r.own_tickets) as own_tickets,
      sum(r.own_stakes) as own_stakes, sum(r.own_payouts) as own_payouts, sum(r.draws) filter (where r.measured) as fair_draws,
      sum(r.stakes) filter (where r.measured) as fair_stakes, sum(r.payouts) filter (where r.measured) as fair_payouts,
      sum(r.expected) as expected, sum(r.variance) as variance, sum(r.most) as most, max(r.above) as above, max(r.below) as below
    from rows r group by 1, 2, 3
  ), whole as (
    -- All together from the days, so that no quarter is added up twice.
    select * from days
    union all
    select null, d.status, d.bet_type, sum(d.draws), sum(d.tickets), sum(d.stakes), sum(d.won), sum(d.payouts), sum(d.own_tickets),
      sum(d.own_stakes), sum(d.own_payouts), sum(d.fair_draws), sum(d.fair_stakes), sum(d.fair_payouts), sum(d.expected), sum(d.variance),
      sum(d.most), max(d.above), max(d.below)
    from days d group by d.status, d.bet_type
  )
  select d.day, d.status, d.bet_type, d.draws::bigint, d.tickets::bigint, d.stakes::bigint, d.won::bigint, d.payouts::bigint,
    d.own_tickets::bigint, d.own_stakes::bigint, d.own_payouts::bigint, d.fair_draws::bigint, d.fair_stakes::bigint,
    d.fair_payouts::bigint, case when d.fair_draws > 0 then round(d.expected / 362880)::bigint end, b.low, b.high
  from whole d
  left join lateral fair_band(d.expected, d.variance, d.most, d.above, d.below) b on d.fair_draws > 0
  order by d.day desc nulls last, d.status, d.bet_type
$$;

-- Withdrawals that were paid, by the day of the site's zone and whether they were held to be looked at: how many, and within how
-- many whole minutes half of them, and nineteen in twenty, were.
create or replace function withdrawals_by_day(p_from timestamptz, p_to timestamptz, p_zone text) returns table (
  day timestamptz, held boolean, paid bigint, median integer, p95 integer
)
language sql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
  with rows as (
    select h.begins_at as at, h.held, h.minutes, h.payments from withdrawal_quarter h
    where h.begins_at >= p_from and h.begins_at < p_to
    union all
    select w.paid_at, exists (select from withdrawal_review v where v.payment_id = w.payment_id),
      whole_minutes(w.asked_at, w.paid_at), 1
    from withdrawal_due w where w.paid_at >= p_from and w.paid_at < p_to
  ), minutes as (
    select date_trunc('day', r.at, p_zone) as day, r.held, r.minutes, sum(r.payments) as payments from rows r group by 1, 2, 3
  ), counted as (
    select m.*, sum(m.payments) over (partition by m.day, m.held order by m.minutes) as within,
      sum(m.payments) over (partition by m.day, m.held) as paid
    from minutes m
  )
  select c.day, c.held, max(c.paid)::bigint, min(c.minutes) filter (where c.within * 2 >= c.paid),
    min(c.minutes) filter (where c.within * 20 >= c.paid * 19)
  from counted c group by c.day, c.held order by c.day desc, c.held
$$;

-- Corrections by hand, by the day of the site's zone: how many, and how much went to players and from them.
create or replace function adjustments_by_day(p_from timestamptz, p_to timestamptz, p_zone text) returns table (
  day timestamptz, adjustments bigint, to_players bigint, from_players bigint
)
language sql stable security definer set search_path = public, pg_temp as $$
  select date_trunc('day', a.at, p_zone), count(*), coalesce(sum(a.amount) filter (where a.from_account = 'adjustment'), 0)::bigint,
    coalesce(sum(a.amount) filter (where a.to_account = 'adjustment'), 0)::bigint
  from adjustment a where a.at >= p_from and a.at < p_to
  group by 1 order by 1 desc
$$;

-- Other events: draws that were called off, stops of sales, changes of the timetable, at most two hundred of each, the newest first; how
-- the books and the audit stand now; whether it is a demonstration. Holds nothing that is not for everybody: of a stop the sentence that
-- players were told, and of nobody a name.
create or replace function public_events(p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
  select jsonb_build_object(
    'now', clock_timestamp(),
    'voids', (
      select coalesce(jsonb_agg(jsonb_build_object('drawId', w.id, 'drawsAt', w.draws_at, 'at', w.finished_at, 'because', w.because,
        'told', case when w.told_en is not null then jsonb_build_object('en', w.told_en, 'fr', w.told_fr) end, 'tickets', w.tickets, 'stakes', w.stakes) order by w.finished_at desc, w.id), '[]')
      from (
        select d.id, d.draws_at, d.finished_at, c.told_en, c.told_fr, f.tickets, f.stakes, case
            when c.draw_id is not null then 'called_off' when d.sealed_at is null then 'not_sealed' else 'no_beacon'
          end as because
        from draw d left join call_off c on c.draw_id = d.id
        cross join lateral (
          select coalesce(sum(g.tickets), 0) as tickets, coalesce(sum(g.stakes), 0) as stakes from draw_figure g where g.draw_id = d.id
        ) f
        where d.status = 'void' and d.finished_at >= p_from and d.finished_at < p_to
        order by d.finished_at desc, d.id limit 200
      ) w
    ),
    'stops', (
      select coalesce(jsonb_agg(jsonb_build_object('drawId', w.draw_id, 'betType', w.bet_type, 'sentence', w.sentence,
        'from', w.stopped_at, 'to', w.ended_at) order by w.stopped_at desc, w.id), '[]')
      from (
        select * from sales_stop t where t.stopped_at < p_to and (t.ended_at is null or t.ended_at >= p_from)
        order by t.stopped_at desc, t.id limit 200
      ) w
    ),
    'timetable', (
      select coalesce(jsonb_agg(jsonb_build_object('at', t.begins_at, 'everyMinutes', t.every_minutes,
        'closeSecondsBefore', t.close_seconds_before) order by t.begins_at desc), '[]')
      from timetable_version t where t.begins_at >= p_from and t.begins_at < p_to
    ),
    'books', jsonb_build_object(
      'lastFullPassAt', (select finished_at from reconciliation_pass where scope = 'full'),
      'lastPassAt', (select max(finished_at) from reconciliation_pass),
      'mismatches', (select count(*) from mismatch where closed_at is null),
      'withdrawalsStopped', exists (select from operation_flag where name = 'withdrawals_stopped')
    ),
    'audit', (select jsonb_build_object('number', h.number, 'head', encode(h.hash, 'hex')) from console.audit_head h),
    'signedHead', (
      select jsonb_build_object('number', s.number, 'head', encode(s.hash, 'hex'),
        'at', to_timestamp(s.at_ms / 1000.0), 'signature', encode(s.signature, 'hex'))
      from console.signed_head s order by s.number desc limit 1
    ),
    'demo', (select mode = 'demo' from site_mode)
  )
$$;
