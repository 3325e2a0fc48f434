-- Operators' reads of draws and acts on them. See docs/decisions/0061.
--
-- Sales stop by one operator, at once. What takes two is carried out by the worker: the functions `execute_…` here, which take the request
-- alone.

-- When the steps of a draw are planned. A step that takes longer than a second more is late.
create or replace function console.planned_steps(d draw, p_beacon boolean) returns table (
  sealed timestamptz, round timestamptz, drawn timestamptz, listed timestamptz, paid timestamptz
)
language sql immutable as $$
  select least(d.closes_at + interval '5 s', d.draws_at),
    -- A round of the beacon is 3 s long, and the first one after the draw's moment counts.
    case when p_beacon then d.draws_at + interval '3 s' end,
    d.draws_at + interval '1 s' * case when p_beacon then 4 else 1 end,
    d.draws_at + interval '1 s' * case when p_beacon then 5 else 2 end,
    d.draws_at + interval '1 s' * case when p_beacon then 6 else 3 end
$$;

-- The first step of a draw that came late, or that should have come by now; null where there is none. Of a void draw it is the
-- step that never came. p_round_at: when the beacon's value was stored, null where it is not there.
create or replace function console.late_step(
  d draw, p_beacon boolean, p_round_at timestamptz, p_called_off boolean, p_now timestamptz
) returns table (step text, seconds double precision)
language sql stable as $$
  select l.step, extract(epoch from
    case l.step when 'closed' then coalesce(d.closed_at, p_now) - d.closes_at
      when 'sealed' then coalesce(d.sealed_at, d.closed_at, p_now) - l.sealed
      when 'round' then coalesce(p_round_at, d.finished_at, p_now) - l.round
      when 'drawn' then coalesce(d.drawn_at, p_now) - l.drawn
      when 'listed' then coalesce(d.dues_listed_at, p_now) - l.listed
      when 'paid' then coalesce(d.finished_at, p_now) - l.paid
    end)::float8
  from (
    select p.*, case
      when p_called_off then null
      when d.status = 'void' then case when d.sealed_at is null then 'sealed' else 'round' end
      when coalesce(d.closed_at, p_now) > d.closes_at + interval '1 s' then 'closed'
      when coalesce(d.sealed_at, p_now) > p.sealed + interval '1 s' then 'sealed'
      when coalesce(p_round_at, p_now) > p.round + interval '1 s' then 'round'
      when coalesce(d.drawn_at, p_now) > p.drawn + interval '1 s' then 'drawn'
      when coalesce(d.dues_listed_at, p_now) > p.listed + interval '1 s' then 'listed'
      when coalesce(d.finished_at, p_now) > p.paid + interval '1 s' then 'paid'
    end as step
    from console.planned_steps(d, p_beacon) p
  ) l
$$;

-- Whether a step of a draw that is being finished came late.
create or replace function console.was_late(d draw) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from commitment m
    left join known_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
    cross join lateral console.late_step(d, m.beacon_round is not null,
      coalesce(b.stored_at, case when b.round is not null then d.draws_at end),
      exists (select from call_off c where c.draw_id = d.id), clock_timestamp()) l
    where m.draw_id = d.id and l.step is not null
  )
$$;

-- When the timetable had draws of some kinds: of the versions that began before a moment, the newest decides.
create or replace function console.times_of_kinds(p_kinds integer[]) returns tstzmultirange
language sql stable set search_path = public, pg_temp as $$
  select range_agg(tstzrange(v.begins_at, v.ends_at, '(]'))
  from (
    select t.begins_at, lead(t.begins_at) over (order by t.begins_at, t.number) as ends_at,
      (select w.every_minutes from timetable_version w where w.begins_at <= t.begins_at order by w.number desc limit 1) as every_minutes
    from timetable_version t
  ) v
  where v.every_minutes = any (p_kinds) and v.begins_at is distinct from v.ends_at
$$;

-- How many players have tickets in a draw. Null above five thousand tickets, which a list does not read.
create or replace function console.count_players(p_draw uuid, p_tickets bigint) returns bigint
language plpgsql stable set search_path = public, pg_temp
-- For the reason that make_lanes gives.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
declare
  v_ids record := ids_of_draw(p_draw);
begin
  return case when p_tickets = 0 then 0 when p_tickets <= 5000 then
    (select count(distinct t.client_id) from every_ticket t where t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond) end;
end
$$;

-- Draws by their moment, `p_ascending` the soonest first, after one that was seen last. Tickets, stakes and payouts are null
-- until the dues are listed. p_needs_somebody: what is late and not finished. p_staked and p_net: between which amounts.
create or replace function console.find_draws(
  p_from timestamptz, p_to timestamptz, p_status text[], p_kind integer[], p_late text[],
  p_needs_somebody boolean, p_staked int8range, p_net int8range, p_after timestamptz, p_ascending boolean, p_limit integer
) returns table (item jsonb, cursor text)
language plpgsql set search_path = public, pg_temp as $$
declare
  -- A kind is a time, for which the draws have an index.
  v_times tstzmultirange := console.times_of_kinds(p_kind);
  v_from timestamptz := greatest(p_from, lower(v_times));
  v_to timestamptz := p_to;
begin
  if p_kind is not null then
    if v_times is null then return; end if;
    -- A range ends with the draw that the next version begins after.
    v_to := least(p_to, upper(v_times) + interval '1 microsecond');
  end if;
  -- The query is composed, so that each combination of filters has a plan of its own. No value of the caller is in its text.
  return query execute format($list$
    select jsonb_build_object('id', d.id, 'drawsAt', console.instant(d.draws_at), 'opensAt', console.instant(d.opens_at),
        'closesAt', console.instant(d.closes_at), 'status', d.status, 'kind', k.every_minutes,
        'result', console.numbers(d.result),
        'late', case when l.step is not null then jsonb_build_object('step', l.step, 'seconds', l.seconds) end,
        'publishedAt', console.instant(d.drawn_at),
        'tickets', coalesce(f.tickets, o.tickets), 'players', console.count_players(d.id, coalesce(f.tickets, o.tickets)),
        'staked', coalesce(f.stakes, o.stakes), 'worst', coalesce(h.worst, (w.figures ->> 'worst')::bigint, e.worst),
        'ofCap', case when d.status = 'open' and w.figures is not null then (
          select max(exposure_figure(w.figures, q.bet_type, q.measure)::float8 / q.amount) from caps_of(d.id) q) end,
        'paid', f.payouts, 'net', f.stakes - f.payouts, 'calledOff', c.draw_id is not null, 'stops', s.stops),
      (extract(epoch from d.draws_at) * 1000)::bigint::text
    from draw d
    join commitment m on m.draw_id = d.id
    left join known_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
    left join call_off c on c.draw_id = d.id
    left join kept_exposure h on h.draw_id = d.id
    left join exposure_look w on w.draw_id = d.id
    left join exposure e on e.draw_id = d.id
    cross join lateral console.late_step(d, m.beacon_round is not null, coalesce(b.stored_at, case when b.round is not null then d.draws_at end),
      c.draw_id is not null, statement_timestamp()) l
    left join lateral (
      select every_minutes from timetable_version where begins_at < d.draws_at order by number desc limit 1
    ) k on true
    left join lateral (
      select coalesce(sum(g.tickets), 0)::bigint as tickets, coalesce(sum(g.stakes), 0)::bigint as stakes,
        coalesce(sum(g.payouts), 0)::bigint as payouts
      from draw_figure g where g.draw_id = d.id having d.dues_listed_at is not null
    ) f on true
    -- The sales so far, until there are figures.
    cross join lateral (
      select coalesce(sum(g.tickets), 0)::bigint as tickets, coalesce(sum(g.stakes), 0)::bigint as stakes
      from console.draw_sold_by(d.id, 'infinity') g where d.dues_listed_at is null
    ) o
    left join lateral (
      select count(*) as stops from sales_stop s
      where s.ended_at is null and d.status = 'open' and coalesce(s.draw_id = d.id, true)
    ) s on true
    where %s
    order by d.draws_at %s limit $9
  $list$, concat_ws(' and ', 'true',
    case when v_from is not null then 'd.draws_at >= $1' end,
    case when v_to is not null then 'd.draws_at < $2' end,
    case when p_status is not null then 'd.status = any ($3::draw_status[])' end,
    case when p_kind is not null then '$4 @> d.draws_at' end,
    -- The condition is written as in the index draw_late. A draw that is not closed yet is not late.
    case when p_late is not null then '(d.was_late or d.finished_at is null) and d.closes_at < statement_timestamp() and l.step = any ($5)' end,
    case when p_needs_somebody then 'd.finished_at is null and d.closes_at < statement_timestamp() and l.step is not null' end,
    case when p_after is not null then case when p_ascending then 'd.draws_at > $6' else 'd.draws_at < $6' end end,
    case when p_staked is not null then '$7 @> coalesce(f.stakes, o.stakes)' end,
    case when p_net is not null then '$8 @> (f.stakes - f.payouts)' end
  ), case when p_ascending then 'asc' else 'desc' end)
  using v_from, v_to, p_status, v_times, p_late, p_after, p_staked, p_net, p_limit;
end
$$;

create or replace function console.list_draws(
  p_session text, p_from timestamptz, p_to timestamptz, p_status text[], p_kind integer[], p_late text[],
  p_needs_somebody boolean, p_staked int8range, p_net int8range, p_after timestamptz, p_ascending boolean, p_limit integer
) returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listDraws');
  return query
    select * from console.find_draws(p_from, p_to, p_status, p_kind, p_late, p_needs_somebody, p_staked, p_net, p_after, p_ascending, p_limit);
end
$$;

-- One draw, now or at a moment, with all that an operator sees of it; null for an unknown one. Of a moment there are no requests and
-- no hold, which go on since.
create or replace function console.read_draw(p_session text, p_draw uuid, p_at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'getDraw');
  v_now timestamptz := coalesce(p_at, statement_timestamp());
begin
  perform console.require_moment(p_at, m.committed_at) from draw d join commitment m on m.draw_id = d.id where d.id = p_draw;
  return (
    select jsonb_build_object('id', d.id, 'drawsAt', console.instant(d.draws_at), 'opensAt', console.instant(d.opens_at),
      'closesAt', console.instant(d.closes_at), 'status', d.status, 'kind', (timetable_at(d.draws_at)).every_minutes,
      'result', console.numbers(d.result),
      'late', case when l.step is not null then jsonb_build_object('step', l.step, 'seconds', l.seconds) end,
      'rules', d.rules, 'now', console.instant(v_now),
      'life', (
        -- The steps of a void draw after its seal were never planned.
        select jsonb_agg(jsonb_build_object('step', t.step,
          'planned', case when d.status <> 'void' or t.place <= 4 then console.instant(t.planned) end, 'real', console.instant(t.real)) order by t.place)
        from (values (1, 'committed', d.opens_at, m.committed_at), (2, 'open', d.opens_at, case when d.opens_at <= v_now then d.opens_at end),
          (3, 'closed', d.closes_at, d.closed_at), (4, 'sealed', p.sealed, d.sealed_at), (5, 'round', p.round, b.stored_at),
          (6, 'drawn', p.drawn, d.drawn_at), (7, 'listed', p.listed, d.dues_listed_at), (8, 'paid', p.paid, d.finished_at)
        ) t (place, step, planned, real)
        where t.step <> 'round' or p.round is not null
      ),
      'sales', f.sales,
      'total', jsonb_build_object('tickets', f.tickets, 'staked', f.stakes, 'won', case when d.dues_listed_at is not null then f.won end,
        'paid', case when d.dues_listed_at is not null then f.payouts end),
      'players', case when p_at is null then console.count_players(d.id, f.tickets::bigint) end,
      'dues', case when d.dues_listed_at is not null then console.draw_dues(d.id, p_at) end,
      'record', jsonb_build_object('draw', encode(m.record, 'hex'), 'commitment', encode(m.commitment, 'hex'),
        'signature', encode(m.signature, 'hex'), 'operatorKey', encode(m.operator_key, 'hex')),
      'seal', case when s.number is not null then jsonb_build_object('number', s.number, 'hash', encode(s.hash, 'hex'),
        'root', encode(substring(s.record from 89 for 32), 'hex'), 'tickets', console.u64_at(s.record, 80),
        'totalStake', console.u64_at(s.record, 120)) end,
      'sealBefore', case when bs.hash is not null then
        jsonb_build_object('hash', encode(bs.hash, 'hex'), 'drawId', bs.draw_id, 'drawsAt', console.instant(bd.draws_at)) end,
      'sealAfter', case when af.hash is not null then
        jsonb_build_object('hash', encode(af.hash, 'hex'), 'drawId', af.draw_id, 'drawsAt', console.instant(ad.draws_at)) end,
      'drawBefore', (
        select jsonb_build_object('id', n.id, 'drawsAt', console.instant(n.draws_at))
        from draw n join commitment k on k.draw_id = n.id where n.draws_at < d.draws_at order by n.draws_at desc limit 1),
      'drawAfter', (
        select jsonb_build_object('id', n.id, 'drawsAt', console.instant(n.draws_at))
        from draw n join commitment k on k.draw_id = n.id where n.draws_at > d.draws_at order by n.draws_at limit 1),
      'calledOff', case when c.at is not null then
        jsonb_build_object('at', console.instant(c.at), 'reason', c.reason, 'toldEn', c.told_en, 'toldFr', c.told_fr, 'request', c.request_id) end,
      'opinions', '{"before": null, "drawn": null, "after": null}' || coalesce((
        select jsonb_object_agg(n.phase, jsonb_build_object('at', console.instant(n.at), 'late', n.phase = 'before' and n.late,
          'agrees', n.agrees, 'tickets', n.tickets, 'staked', n.stakes, 'differs', n.differs, 'program', n.program))
        from (
          select distinct on (q.phase) q.* from opinion.note q
          where q.draw_id = d.id and (p_at is null or q.at <= p_at) order by q.phase, q.id desc
        ) n), '{}'),
      'hold', (
        select jsonb_build_object('state', case when d.finished_at is null then hold_of(d.id) end, 'until', console.instant(w.until),
          'unjudgedAt', console.instant(u.at),
          'released', case when e.at is not null then
            jsonb_build_object('at', console.instant(e.at), 'reason', e.reason, 'request', e.request_id) end)
        from opinion.wait w
        left join opinion.unjudged u on u.draw_id = w.draw_id
        left join opinion.release e on e.draw_id = w.draw_id
        where w.draw_id = d.id and p_at is null
      ),
      -- Those that are or were about this draw; those of all draws while they go on.
      'stops', array(
        select jsonb_build_object('id', n.id, 'name', console.bet_name(n.bet_type), 'ofAllDraws', n.draw_id is null,
          'sentence', n.sentence, 'stoppedAt', console.instant(n.stopped_at), 'endedAt', console.instant(e.ended))
        from sales_stop n
        cross join lateral (select case when p_at is null or n.ended_at <= p_at then n.ended_at end as ended) e
        where n.stopped_at <= coalesce(p_at, n.stopped_at)
          and (n.draw_id = d.id or n.draw_id is null and d.status = 'open' and e.ended is null)
        order by n.stopped_at desc, n.id desc limit 100
      ),
      'requests', case when p_at is null then console.requests_of_draw(o, d.id) else '[]' end)
    from draw stored
    cross join lateral console.draw_as_of(stored, p_at) d
    join commitment m on m.draw_id = d.id
    left join known_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
      and (p_at is null or coalesce(b.stored_at, d.draws_at) <= p_at)
    left join seal s on s.draw_id = d.id and d.sealed_at is not null
    left join seal bs on bs.number = s.number - 1
    left join draw bd on bd.id = bs.draw_id
    left join draw ad on (p_at is null or ad.sealed_at <= p_at) and ad.id = (select af.draw_id from seal af where af.number = s.number + 1)
    left join seal af on af.draw_id = ad.id
    left join call_off c on c.draw_id = d.id and (p_at is null or c.at <= p_at)
    cross join lateral console.planned_steps(d, m.beacon_round is not null) p
    cross join lateral console.late_step(d, m.beacon_round is not null,
      coalesce(b.stored_at, case when b.round is not null then d.draws_at end), c.draw_id is not null, v_now) l
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('name', console.bet_name(g.bet_type), 'tickets', g.tickets, 'staked', g.stakes, 'won', g.won,
          'paid', g.payouts) order by g.bet_type), '[]') as sales,
        coalesce(sum(g.tickets), 0) as tickets, coalesce(sum(g.stakes), 0) as stakes, coalesce(sum(g.won), 0) as won,
        coalesce(sum(g.payouts), 0) as payouts
      from console.draw_sales(d.id, p_at) g
    ) f
    where stored.id = p_draw);
end
$$;

-- The result of the house in the last draws, in at most 97 parts: of eight hours in parts of five minutes, of today in quarters of an hour,
-- of seven days, today among them, in parts of two hours. `below`: how many draws paid more than was staked. A part without a settled draw
-- is left out.
create or replace function console.read_house_results(p_session text, p_span text, p_zone text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_now timestamptz := statement_timestamp();
  v_today timestamptz := date_trunc('day', v_now, p_zone);
  v_from timestamptz := case p_span when 'hours' then v_now - interval '8 hours' when 'day' then v_today else v_today - interval '6 days' end;
  v_part interval := case p_span when 'hours' then interval '5 min' when 'day' then interval '15 min' else interval '2 hours' end;
begin
  perform console.require_to_read(p_session, 'getHouseResults');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('at', console.instant(p.at), 'draws', p.draws, 'below', p.below, 'net', p.net) order by p.at), '[]')
    from (
      select date_bin(v_part, r.draws_at, v_today) as at, count(*) as draws, count(*) filter (where r.net < 0) as below, sum(r.net) as net
      from (
        select d.draws_at, coalesce(sum(g.stakes - g.payouts), 0) as net
        from draw d left join draw_figure g on g.draw_id = d.id
        where d.draws_at > v_from and d.draws_at <= v_now and d.status = 'settled'
        group by d.id
      ) r group by 1
    ) p
  );
end
$$;

-- Sales of a draw in its last minutes, as sums up to each counted minute, beside those of the draws of the same time in the four weeks
-- before: their mean, least and most. There are as many minutes as lie between two draws, five at least and sixty at most. Null for an
-- unknown draw.
create or replace function console.read_draw_curve(p_session text, p_draw uuid) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  d draw;
  v_from timestamptz;
begin
  perform console.require_to_read(p_session, 'getDrawCurve');
  select * into d from draw where id = p_draw;
  v_from := date_trunc('minute', d.closes_at)
    - least(60, greatest(5, (timetable_at(d.draws_at)).every_minutes)) * interval '1 minute';
  return (
    with draws as materialized (
      select w.weeks, o.id, w.weeks * interval '7 days' as earlier
      from generate_series(0, 4) w (weeks) join draw o on o.draws_at = d.draws_at - w.weeks * interval '7 days'
      where o.status <> 'void'
    ), ends (at) as (
      select t from generate_series(v_from, d.closes_at, interval '1 minute') t
      union
      select d.closes_at
    ), sold as (
      -- Each minute counts from its end on.
      select s.weeks, greatest(v_from, least(d.closes_at, m.at + s.earlier + interval '1 minute')) as at, sum(m.stakes) as stakes
      from draws s join draw_minute m on m.draw_id = s.id
      where m.at + s.earlier < d.closes_at
      group by 1, 2
    ), sums as (
      select s.weeks, e.at, coalesce(sum(o.stakes) over (partition by s.weeks order by e.at), 0)::bigint as stakes
      from draws s cross join ends e left join sold o on (o.weeks, o.at) = (s.weeks, e.at)
    )
    select jsonb_build_object('from', console.instant(v_from), 'closesAt', console.instant(d.closes_at),
      'sold', coalesce(jsonb_agg(jsonb_build_object('at', console.instant(x.at), 'stakes', x.sold) order by x.at)
        filter (where x.sold is not null), '[]'),
      'usual', coalesce(jsonb_agg(jsonb_build_object('at', console.instant(x.at), 'mean', x.mean, 'least', x.least, 'most', x.most) order by x.at)
        filter (where x.mean is not null), '[]'))
    from (
      select s.at, max(s.stakes) filter (where s.weeks = 0) as sold, round(avg(s.stakes) filter (where s.weeks > 0))::bigint as mean,
        min(s.stakes) filter (where s.weeks > 0) as least, max(s.stakes) filter (where s.weeks > 0) as most
      from sums s where s.weeks > 0 or s.at <= (select through from sales_counted) group by s.at
    ) x
    where d.id is not null having d.id is not null);
end
$$;

-- A number in the bytes of a record, as domain/fair-draw/bytes.ts reads it.
create or replace function console.u64_at(p_record bytea, p_offset integer) returns bigint language sql immutable as $$
  select ('x' || encode(substring(p_record from p_offset + 1 for 8), 'hex'))::bit(64)::bigint
$$;

-- The stored values that a draw is verified with, bytes in hex; null for an unknown one.
create or replace function console.proof_of_draw(p_session text, p_draw uuid) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'verifyDraw');
  return (
    select jsonb_build_object('draw', encode(m.record, 'hex'), 'commitment', encode(m.commitment, 'hex'),
      'commitmentSignature', encode(m.signature, 'hex'), 'operatorKey', encode(m.operator_key, 'hex'),
      'seal', encode(s.record, 'hex'), 'sealSignature', encode(s.signature, 'hex'), 'previousSeal', encode(bs.record, 'hex'),
      'seed', encode(r.seed, 'hex'), 'beaconSignature', encode(b.signature, 'hex'), 'result', d.result, 'rules', d.rules,
      'status', d.status, 'closesAt', console.instant(d.closes_at), 'drawsAt', console.instant(d.draws_at))
    from draw d
    join commitment m on m.draw_id = d.id
    left join known_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
    left join reveal r on r.draw_id = d.id
    left join seal s on s.draw_id = d.id and d.sealed_at is not null
    left join seal bs on bs.number = s.number - 1
    where d.id = p_draw);
end
$$;

-- The sales of a draw by bet type, and the payouts for them, now or at a moment: from its figures once they are written, before that from
-- the sums of its minutes and the newest tickets.
create or replace function console.draw_sales(p_draw uuid, p_at timestamptz) returns table (
  bet_type smallint, tickets bigint, stakes bigint, won bigint, payouts bigint
)
language plpgsql stable set search_path = public, pg_temp
-- For the reason that make_lanes gives.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  d draw;
begin
  select * into d from draw where id = p_draw;
  -- Nothing is sold after the close, so its figures are those of any moment since.
  if d.dues_listed_at is not null and (p_at is null or p_at >= d.closed_at) then
    return query
      select f.bet_type, f.tickets::bigint, f.stakes, case when p_at < d.dues_listed_at then null else f.won::bigint end,
        case when p_at < d.dues_listed_at then null else f.payouts end
      from draw_figure f where f.draw_id = p_draw order by f.bet_type;
  else
    -- A draw may have millions of tickets: those of minutes that are over are added up already.
    return query
      select s.bet_type, s.tickets, s.stakes, null::bigint, null::bigint from console.draw_sold_by(p_draw, coalesce(p_at, 'infinity')) s;
  end if;
end
$$;

-- The dues of a draw, to how many players (null above five thousand dues), and how much of them is paid, now or at a moment since they are
-- listed; in tickets and francs.
create or replace function console.draw_dues(p_draw uuid, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = public, pg_temp
-- For the reason that make_lanes gives.
set enable_seqscan = off
as $$
declare
  d draw;
  v_first bigint;
  v_players bigint;
begin
  select * into d from draw where id = p_draw;
  v_first := posting_from(d.dues_listed_at);
  -- A cancelled draw owes all of its tickets.
  if (select coalesce(sum(case d.status when 'void' then f.tickets else f.won end), 0) from draw_figure f where f.draw_id = p_draw) <= 5000 then
    v_players := (select count(distinct u.client_id) from due u where u.draw_id = p_draw);
  end if;
  if p_at < d.finished_at or p_at is not null and d.finished_at is null then
    -- They are paid within seconds, so the postings of that time are few pages.
    return (
      select jsonb_build_object('owed', count(*), 'owedAmount', coalesce(sum(u.to_dep + u.to_win), 0), 'paid', coalesce(max(w.paid), 0),
        'paidAmount', coalesce(max(w.paid_amount), 0), 'players', v_players)
      from due u
      cross join (
        select count(distinct (p.client_id, p.reference)) as paid, coalesce(sum(p.amount), 0)::bigint as paid_amount
        from every_posting p
        where p.at >= d.dues_listed_at and p.at <= p_at and p.id >= v_first and p.draw_id = p_draw and p.kind in ('payout', 'refund')
      ) w
      where u.draw_id = p_draw);
  end if;
  return (
    select jsonb_build_object('owed', count(*), 'owedAmount', coalesce(sum(u.to_dep + u.to_win), 0),
      'paid', count(*) filter (where d.finished_at is not null or is_lane_paid(p_draw, u.client_id)),
      'paidAmount', coalesce(sum(u.to_dep + u.to_win) filter (where d.finished_at is not null or is_lane_paid(p_draw, u.client_id)), 0),
      'players', v_players)
    from due u where u.draw_id = p_draw);
end
$$;

-- Tickets of a draw with their players: the newest first, or, where p_winners, those that are due something, the largest first. Behind the
-- one of the cursor, which says what they are ordered by and then the ticket.
create or replace function console.draw_tickets(
  p_session text, p_draw uuid, p_winners boolean, p_bet_type smallint, p_stake int8range, p_status text[], p_clients bigint[], p_tickets uuid[],
  p_place bigint, p_ticket uuid, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp
-- For the reason that make_lanes gives.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  o console.operator := console.require_to_read(p_session, 'listDrawTickets');
  d draw;
  v_ids record := ids_of_draw(p_draw);
  v_place timestamptz := case when not p_winners then console.from_micros(p_place) end;
  v_from timestamptz := '-infinity';
  v_first bigint;
begin
  select * into d from draw e where e.id = p_draw;
  if not found then
    raise exception 'there is no draw %', p_draw using errcode = 'no_data_found';
  end if;
  v_first := posting_from(d.dues_listed_at);
  if not p_winners and num_nonnulls(p_stake, p_status, p_clients, p_tickets) = 0 then
    -- A draw may have millions of tickets: only the minutes before the place are read that have enough of them.
    v_from := coalesce((
      select s.at from (
        select n.at, sum(sum(n.tickets)) over (order by n.at desc) as sold from draw_minute n
        where n.draw_id = p_draw and (p_bet_type is null or n.bet_type = p_bet_type) and (v_place is null or n.at < date_trunc('minute', v_place))
        group by n.at
      ) s
      where s.sold >= p_most order by s.at desc limit 1), v_from);
  end if;
  return query
    with page as materialized (
      select t.*, u.amount, case when p_winners then u.amount else console.micros(t.accepted_at) end as place
      from every_ticket t
      left join (
        select w.client_id, w.ticket_id, w.to_dep + w.to_win as amount from due w where w.draw_id = p_draw
      ) u on (u.client_id, u.ticket_id) = (t.client_id, t.id)
      where t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond
        and t.accepted_at >= v_from and (v_place is null or t.accepted_at <= v_place)
        and (not p_winners or u.amount is not null) and (p_bet_type is null or t.bet_type = p_bet_type)
        and (p_stake is null or p_stake @> t.stake::bigint)
        -- A settled draw has tickets that won and others that lost; before that, and in a cancelled draw, all stand alike.
        and (p_status is null
          or case d.status when 'settled' then case when u.amount is null then 'lost' else 'win' end when 'void' then 'void' else 'pending' end
            = any (p_status))
        and (p_clients is null or t.client_id = any (p_clients) or t.id = any (p_tickets))
        and (p_ticket is null
          or (case when p_winners then u.amount else console.micros(t.accepted_at) end, t.id) < (p_place, p_ticket))
      order by 10 desc, t.id desc limit p_most
    ), paid as (
      -- They are paid within seconds, so the postings of that time are few pages.
      select q.reference, max(q.at) as at from every_posting q
      where q.at >= d.dues_listed_at and q.id >= v_first and q.at <= coalesce(d.finished_at, clock_timestamp()) and q.draw_id = p_draw
        and q.kind in ('payout', 'refund') and q.reference in (select id from page)
      group by q.reference
    )
    select jsonb_build_object('id', t.id, 'serial', console.ticket_serial(t.id), 'name', console.bet_name(t.bet_type),
        'selectedNumbers', console.numbers(t.selection), 'result', console.numbers(d.result), 'clientId', t.client_id,
        'player', console.shown_name(c, not console.sees_masked(o)), 'phone', console.mask_phone(c.phone), 'acceptedAt', console.instant(t.accepted_at),
        'stake', t.stake,
        'paid', case when d.dues_listed_at is not null then coalesce(t.amount, 0) end,
        'status', case d.status when 'settled' then case when t.amount is null then 'lost' else 'win' end when 'void' then 'void' else 'pending' end,
        'paidAt', console.instant(p.at)),
      t.place || '.' || t.id
    from page t left join client c on c.id = t.client_id left join paid p on p.reference = t.id
    order by t.place desc, t.id desc;
end
$$;

-- The leaves of a draw's sealed tree, 256 in a row; for the check of a draw.
create or replace function console.draw_leaves(p_session text, p_draw uuid, p_from integer, p_chunks integer)
returns setof bytea
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'verifyDraw');
  return query
    select hashes from tree_chunk
    where draw_id = p_draw and tier = 0 and chunk >= p_from and chunk < p_from + p_chunks order by chunk;
end
$$;

-- The requests about a draw that an operator may see, the newest first: to call it off, and to start its sales again.
create or replace function console.requests_of_draw(o console.operator, p_draw uuid) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select to_jsonb(array(
    select jsonb_build_object('id', r.id, 'number', r.number, 'kind', r.kind, 'status', r.status, 'reason', r.reason,
      'askedBy', a.name, 'askedAt', console.instant(r.asked_at), 'expiresAt', console.instant(r.expires_at))
    from console.request r join console.kind k on k.kind = r.kind join console.operator a on a.id = r.asked_by
    where r.subject = 'draw ' || p_draw and (r.asked_by = o.id or console.sees_requests(o, k))
    order by r.number desc limit 20
  ))
$$;

-- Stops

-- Stops sales: of a draw and a bet type, null for all. One operator, at once. Returns the stop; null where just that is stopped
-- already, or the draw is not on sale.
create or replace function console.stop_sales(
  p_session text, p_draw uuid, p_bet_type smallint, p_sentence text, p_reason text
) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'stopSales');
  v_stop uuid := stop_sales(p_draw, p_bet_type, p_sentence, p_reason, o.id, null);
begin
  if v_stop is not null then
    perform console.write_audit(o, 'sales_stopped', coalesce('draw ' || p_draw, 'sales all'), p_reason, null,
      jsonb_build_object('stopped', false),
      jsonb_build_object('stopped', true, 'stop', v_stop, 'draw', p_draw, 'betType', p_bet_type, 'sentence', p_sentence));
  end if;
  return v_stop;
end
$$;

-- The stops, the newest first, after the one that was seen last. `asked`: the request to end it that waits. Nobody stopped what a
-- cap paused.
create or replace function console.list_stops(p_session text, p_active boolean, p_last uuid, p_limit integer)
returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'listStops');
begin
  return query
    select jsonb_build_object('id', s.id,
        'draw', case when s.draw_id is not null then jsonb_build_object('id', s.draw_id, 'drawsAt', console.instant(d.draws_at)) end,
        'name', console.bet_name(s.bet_type), 'sentence', s.sentence, 'reason', s.reason, 'cap', console.cap_of_stop(s),
        'stoppedBy', a.name,
        'own', s.stopped_by is not distinct from o.id, 'stoppedAt', console.instant(s.stopped_at), 'endedAt', console.instant(s.ended_at),
        'request', s.request_id,
        'asked', (select w.id from console.waiting_request('start_sales', coalesce('draw ' || s.draw_id, 'sales all'), s.id::text) w)),
      s.id::text
    from sales_stop s
    left join console.operator a on a.id = s.stopped_by
    left join draw d on d.id = s.draw_id
    where (p_active is null or p_active = (s.ended_at is null))
      and (p_last is null or (s.stopped_at, s.id) < (select l.stopped_at, l.id from sales_stop l where l.id = p_last))
    order by s.stopped_at desc, s.id desc limit p_limit;
end
$$;

-- The stop that a request to start sales again names; it is about its draw, or about all. None where it has ended.
create or replace function console.complete_start_sales(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_stop uuid := coalesce(r.new_values ->> 'stop', substring(r.subject from '^stop (.+)$'))::uuid;
begin
  select coalesce('draw ' || s.draw_id, 'sales all'),
    jsonb_build_object('stopped', true, 'draw', s.draw_id, 'betType', s.bet_type, 'sentence', s.sentence,
      'stoppedBy', a.name, 'stoppedAt', s.stopped_at),
    jsonb_build_object('stopped', false, 'stop', s.id)
  into r.subject, r.old_values, r.new_values
  from sales_stop s left join console.operator a on a.id = s.stopped_by
  where s.id = v_stop and s.ended_at is null;
  return case when found then r end;
end
$$;

create or replace function console.checks_of_start_sales(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select v.code, coalesce(v.met, false)
  from (select (r.new_values ->> 'stop')::uuid as id) asked
  left join sales_stop s on s.id = asked.id
  cross join lateral (values
    ('sales_stopped', s.ended_at is null and s.id is not null),
    ('not_paused_by_cap', s.cap_id is null),
    ('not_their_stop', s.stopped_by <> r.asked_by and s.stopped_by is distinct from r.approved_by)
  ) v (code, met)
$$;

-- Starts sales again. The worker calls it.
create or replace function console.execute_start_sales(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'start_sales');
begin
  perform console.require_checks(r);
  perform end_sales_stop((r.new_values ->> 'stop')::uuid, r.id);
  perform console.finish_request(r.id);
end
$$;

-- Why they were stopped.
create or replace function console.facts_of_start_sales(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('stopReason', s.reason) from sales_stop s where s.id = (r.new_values ->> 'stop')::uuid
$$;

-- Calling draws off

-- The draw that a request is about, from its subject; null for every other subject.
create or replace function console.draw_of(p_subject text) returns uuid language sql immutable as $$
  select substring(p_subject from '^draw ([\da-f-]{36})$')::uuid
$$;

create or replace function console.complete_call_off_draw(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('status', d.status, 'drawsAt', console.instant(d.draws_at), 'closesAt', console.instant(d.closes_at))
  into r.old_values from draw d where d.id = console.draw_of(r.subject);
  r.new_values := r.new_values || '{"status": "void"}';
  r.expires_at := (r.old_values ->> 'closesAt')::timestamptz - interval '60 s';
  return case when r.old_values is not null then r end;
end
$$;

-- The refunds, and the most that the draw may have had to pay.
create or replace function console.facts_of_call_off_draw(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('tickets', coalesce(sum(g.tickets), 0), 'staked', coalesce(sum(g.stakes), 0),
    'worst', (select e.worst from exposure e where e.draw_id = console.draw_of(r.subject)))
  from console.draw_sales(console.draw_of(r.subject), null) g
$$;

create or replace function console.checks_of_call_off_draw(r console.request) returns table (code text, met boolean)
language sql volatile set search_path = public, pg_temp as $$
  select v.code, coalesce(v.met, false)
  from (select console.draw_of(r.subject) as id) asked
  left join draw d on d.id = asked.id
  cross join lateral (values
    ('draw_open', d.status = 'open'),
    ('closes_in_a_minute', clock_timestamp() <= d.closes_at - interval '60 s'),
    ('player_told', trim(r.new_values ->> 'toldEn') <> '' and trim(r.new_values ->> 'toldFr') <> '')
  ) v (code, met)
$$;

-- Calls off draws that are open, and close in a minute or later. A bet on one at this moment is waited for. Players read what they are
-- told, and operators the reason.
create or replace function call_off_draws(p_draws uuid[], p_reason text, p_told_en text, p_told_fr text, p_request uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from draw where id = any (p_draws) order by id for update;
  insert into call_off (draw_id, reason, told_en, told_fr, request_id)
  select id, p_reason, p_told_en, p_told_fr, p_request from unnest(p_draws) id;
  update draw set status = 'void', closed_at = clock_timestamp() where id = any (p_draws);
end
$$;

-- Calls a draw off. The stakes go back as those of any void draw. The worker calls it.
create or replace function console.execute_call_off_draw(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'call_off_draw');
  v_draw uuid := console.draw_of(r.subject);
begin
  -- The draw is locked before the checks are computed, so that they stay met until the commit.
  perform from draw where id = v_draw for update;
  perform console.require_checks(r);
  perform call_off_draws(array[v_draw], r.reason, r.new_values ->> 'toldEn', r.new_values ->> 'toldFr', r.id);
  perform console.finish_request(r.id);
end
$$;

-- Held draws

-- The payouts of a draw as it is now. It reads all of its tickets.
create or replace function console.draw_would_pay(p_session text, p_draw uuid) returns table (amount bigint)
language plpgsql security definer set search_path = public, pg_temp
-- The reason is given in make_lanes.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_ids record := ids_of_draw(p_draw);
begin
  perform console.require_to_read(p_session, 'getDraw');
  return query
    select coalesce(sum(g.stakes * m.mult), 0)::bigint
    from draw d
    join lateral (
      select t.bet_type, t.selection, sum(t.stake) as stakes
      from every_ticket t where t.draw_id = d.id and t.id >= v_ids.first and t.id < v_ids.beyond
      group by t.bet_type, t.selection
    ) g on true
    cross join lateral (
      select case d.status when 'void' then 1 else izi_1_multiple(g.bet_type, g.selection, d.result) end as mult
    ) m
    where d.id = p_draw and (d.status = 'void' or d.result is not null);
end
$$;

-- Whether it is held, and the newest that was said of it: a request asks for what two people have seen, and a later opinion makes it
-- void. The server adds what was sold and what would be paid, which reads all tickets.
create or replace function console.complete_pay_held_draw(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('held', coalesce(d.finished_at is null and hold_of(d.id) = 'held', false), 'status', d.status,
    'note', (select max(n.id) from opinion.note n where n.draw_id = d.id))
  into r.old_values from draw d where d.id = console.draw_of(r.subject);
  r.new_values := '{"held": false}';
  return case when found then r end;
end
$$;

create or replace function console.checks_of_pay_held_draw(r console.request) returns table (code text, met boolean)
language sql volatile set search_path = public, pg_temp as $$
  select v.code, coalesce(v.met, false)
  from (select console.draw_of(r.subject) as id) asked
  left join draw d on d.id = asked.id
  left join opinion.wait w on w.draw_id = d.id
  cross join lateral (values
    ('draw_held', d.finished_at is null and d.status in ('drawn', 'void') and hold_of(d.id) = 'held'),
    ('opinion_given', d.status = 'void' or w.until <= clock_timestamp()
      or exists (select from opinion.note n where n.draw_id = d.id and n.phase = 'drawn')),
    ('opinion_unchanged',
      (select max(n.id) from opinion.note n where n.draw_id = d.id) = (r.old_values ->> 'note')::bigint)
  ) v (code, met)
$$;

-- Lets a held draw be paid as it was drawn. The settlement continues by itself. The worker calls it.
create or replace function console.execute_pay_held_draw(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'pay_held_draw');
  v_draw uuid := console.draw_of(r.subject);
begin
  perform from draw where id = v_draw for update;
  perform console.require_checks(r);
  insert into opinion.release (draw_id, reason, request_id) values (v_draw, r.reason, r.id);
  perform pg_notify('draw', 'judged ' || v_draw);
  perform console.finish_request(r.id);
end
$$;

-- The timetable

-- The versions, the newest first, which of them decides about a draw now, and until when draws are committed.
create or replace function console.read_timetable(p_session text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'getTimetable');
  return jsonb_build_object(
    'versions', array(
      select jsonb_build_object('number', t.number, 'beginsAt', console.instant(nullif(t.begins_at, '-infinity')),
        'everyMinutes', t.every_minutes, 'closeSecondsBefore', t.close_seconds_before, 'timeZone', t.time_zone,
        'madeAt', console.instant(t.made_at), 'request', t.request_id)
      from timetable_version t order by t.number desc limit 100
    ),
    'current', (select max(t.number) from timetable_version t where t.begins_at < statement_timestamp()),
    'committedUntil', (select console.instant(max(d.draws_at)) from draw d),
    'now', console.instant(statement_timestamp()));
end
$$;

-- The effect of a new timetable, if it began now as it is asked for: its beginning (where the committed draws end, with null), which of the
-- committed draws it calls off, whether they have tickets and how many close too soon.
create or replace function console.try_timetable(p_session text, p_begins_at timestamptz, p_every_minutes integer) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_begins_at timestamptz := coalesce(p_begins_at, begin_of_next_timetable());
  v_dropped uuid[];
begin
  perform console.require_to_read(p_session, 'tryTimetable');
  v_dropped := array(select id from draws_without_place(v_begins_at, p_every_minutes));
  return jsonb_build_object('beginsAt', console.instant(v_begins_at),
    'kept', (select count(*) from draw where draws_at > v_begins_at and status = 'open') - cardinality(v_dropped),
    'calledOff', cardinality(v_dropped), 'hasTickets', have_tickets(v_dropped),
    'closesTooSoon', (select count(*) from draw where id = any (v_dropped) and closes_at < clock_timestamp() + interval '60 s'));
end
$$;

create or replace function console.complete_timetable(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select coalesce(r.subject, 'timetable ' || t.number + 1),
    jsonb_build_object('number', t.number, 'everyMinutes', t.every_minutes, 'closeSecondsBefore', t.close_seconds_before)
  into r.subject, r.old_values from timetable_version t order by t.number desc limit 1;
  return case when found then r end;
end
$$;

-- The beginning of the new timetable, and its effect on the committed draws.
create or replace function console.facts_of_timetable(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('firstDrawAfter', console.instant(b.at), 'calledOff', d.called_off,
    'kept', (select count(*) from draw where draws_at > b.at and status = 'open') - d.called_off)
  from (select coalesce((r.new_values ->> 'beginsAt')::timestamptz, begin_of_next_timetable()) as at) b
  cross join lateral (select count(*) as called_off from draws_without_place(b.at, (r.new_values ->> 'everyMinutes')::integer)) d
$$;

create or replace function console.checks_of_timetable(r console.request) returns table (code text, met boolean)
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  v_begins_at timestamptz := coalesce((r.new_values ->> 'beginsAt')::timestamptz, begin_of_next_timetable());
  v_every_minutes integer := (r.new_values ->> 'everyMinutes')::integer;
  v_dropped uuid[] := array(select id from draws_without_place(v_begins_at, v_every_minutes));
begin
  return query values
    ('begins_ahead', v_begins_at > clock_timestamp()),
    ('differs_from_newest', not exists (
      select from (select * from timetable_version order by number desc limit 1) t
      where (t.every_minutes, t.close_seconds_before) = (v_every_minutes, (r.new_values ->> 'closeSecondsBefore')::integer)
    )),
    ('newest_unchanged',
      (select max(number) from timetable_version) = (r.old_values ->> 'number')::integer),
    ('called_off_in_time', not exists (
      select from draw where id = any (v_dropped) and closes_at < clock_timestamp() + interval '60 s'
    )),
    ('called_off_without_tickets', not have_tickets(v_dropped));
end
$$;

-- Makes a new version of the timetable, and calls off the draws that it has no place for. The worker calls it.
create or replace function console.execute_timetable(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'timetable');
  v_begins_at timestamptz;
  v_every_minutes integer := (r.new_values ->> 'everyMinutes')::integer;
  v_dropped uuid[];
begin
  -- No draw is made until the commit, and then by the new version.
  lock table timetable_version in exclusive mode;
  v_begins_at := coalesce((r.new_values ->> 'beginsAt')::timestamptz, begin_of_next_timetable());
  v_dropped := array(select id from draws_without_place(v_begins_at, v_every_minutes));
  -- The draws are locked before the checks are computed: a bet on one of them at this moment is waited for.
  perform from draw where id = any (v_dropped) order by id for update;
  perform console.require_checks(r);
  insert into timetable_version (number, begins_at, every_minutes, close_seconds_before, time_zone, request_id)
  select t.number + 1, v_begins_at, v_every_minutes, (r.new_values ->> 'closeSecondsBefore')::integer, t.time_zone, r.id
  from timetable_version t order by t.number desc limit 1;
  perform call_off_draws(v_dropped, r.reason, 'The timetable has changed.', 'Les horaires ont changé.', r.id);
  perform console.finish_request(r.id);
end
$$;
