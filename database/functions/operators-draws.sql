-- What operators see of draws and do to them. See docs/decisions/0061.
--
-- Sales stop by one operator, at once. What takes two is carried out by the worker: the functions `execute_…` here, which take
-- the request alone.

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

-- Draws by their moment, `p_ascending` the soonest first, after one that was seen last. Tickets, stakes and payouts are null
-- until the dues are listed. p_late: `now` for what is late and not finished, `any`, or a step.
create or replace function console.list_draws(
  p_session text, p_from timestamptz, p_to timestamptz, p_status text[], p_kind integer, p_late text,
  p_after timestamptz, p_ascending boolean, p_limit integer
) returns table (
  id uuid, draws_at timestamptz, opens_at timestamptz, closes_at timestamptz, status text, result integer, kind integer,
  tickets bigint, stakes bigint, payouts bigint, late_step text, late_seconds double precision, called_off boolean,
  stops bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_role(p_session, '{support,payments,draws,risk,compliance,auditor}');
  -- Composed, so that each combination of filters has a plan of its own. Nothing of what is asked for is in the text.
  return query execute format($list$
    select d.id, d.draws_at, d.opens_at, d.closes_at, d.status::text, d.result, k.every_minutes::integer,
      f.tickets, f.stakes, f.payouts, l.step, l.seconds, c.draw_id is not null, s.stops
    from draw d
    join commitment m on m.draw_id = d.id
    left join beacon_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
    left join call_off c on c.draw_id = d.id
    cross join lateral console.late_step(d, m.beacon_round is not null, coalesce(b.stored_at, case when b.round is not null then d.draws_at end),
      c.draw_id is not null, statement_timestamp()) l
    left join lateral (
      select every_minutes from timetable_version where begins_at < d.draws_at order by number desc limit 1
    ) k on true
    left join lateral (
      select sum(g.tickets)::bigint as tickets, sum(g.stakes)::bigint as stakes, sum(g.payouts)::bigint as payouts
      from draw_figure g where g.draw_id = d.id having d.dues_listed_at is not null
    ) f on true
    left join lateral (
      select count(*) as stops from sales_stop s
      where s.ended_at is null and d.status = 'open' and coalesce(s.draw_id = d.id, true)
    ) s on true
    where %s
    order by d.draws_at %s limit $7
  $list$, concat_ws(' and ', 'true',
    case when p_from is not null then 'd.draws_at >= $1' end,
    case when p_to is not null then 'd.draws_at < $2' end,
    case when p_status is not null then 'd.status = any ($3::draw_status[])' end,
    case when p_kind is not null then 'k.every_minutes = $4' end,
    case p_late
      when 'now' then 'd.finished_at is null and l.step is not null'
      when 'any' then 'l.step is not null'
      else case when p_late is not null then 'l.step = $5' end
    end,
    case when p_after is not null then case when p_ascending then 'd.draws_at > $6' else 'd.draws_at < $6' end end
  ), case when p_ascending then 'asc' else 'desc' end)
  using p_from, p_to, p_status, p_kind, p_late, p_after, p_limit;
end
$$;

-- One draw, with its record, its seal and the seals beside it; no row for an unknown one.
create or replace function console.read_draw(p_session text, p_draw uuid) returns table (
  id uuid, draws_at timestamptz, opens_at timestamptz, closes_at timestamptz, status text, rules text, result integer,
  kind integer, closed_at timestamptz, sealed_at timestamptz, drawn_at timestamptz, dues_listed_at timestamptz,
  finished_at timestamptz, paid_through bigint,
  record bytea, commitment bytea, commitment_signature bytea, committed_at timestamptz, operator_key bytea,
  beacon_round bigint, beacon_signature bytea, round_at timestamptz, seed bytea,
  seal_number bigint, seal bytea, seal_signature bytea, seal_hash bytea,
  before_seal bytea, before_draw uuid, before_draws_at timestamptz, after_seal bytea, after_draw uuid, after_draws_at timestamptz,
  planned_sealed timestamptz, planned_round timestamptz, planned_drawn timestamptz, planned_listed timestamptz,
  planned_paid timestamptz, late_step text, late_seconds double precision,
  called_off_at timestamptz, called_off_reason text, called_off_request uuid, read_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_role(p_session, '{support,payments,draws,risk,compliance,auditor}');
  return query
    select d.id, d.draws_at, d.opens_at, d.closes_at, d.status::text, d.rules, d.result,
      (timetable_at(d.draws_at)).every_minutes::integer, d.closed_at, d.sealed_at, d.drawn_at, d.dues_listed_at,
      d.finished_at, d.paid_through,
      m.record, m.commitment, m.signature, m.committed_at,
      coalesce(m.operator_key, (select k.public_key from operator_key k where k.number = 1)),
      m.beacon_round, b.signature, b.stored_at, r.seed,
      s.number, s.record, s.signature, s.hash,
      bs.hash, bs.draw_id, bd.draws_at, af.hash, af.draw_id, ad.draws_at,
      p.sealed, p.round, p.drawn, p.listed, p.paid, l.step, l.seconds,
      c.at, c.reason, c.request_id, statement_timestamp()
    from draw d
    join commitment m on m.draw_id = d.id
    left join beacon_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
    left join reveal r on r.draw_id = d.id
    left join seal s on s.draw_id = d.id
    left join seal bs on bs.number = s.number - 1
    left join draw bd on bd.id = bs.draw_id
    left join seal af on af.number = s.number + 1
    left join draw ad on ad.id = af.draw_id
    left join call_off c on c.draw_id = d.id
    cross join lateral console.planned_steps(d, m.beacon_round is not null) p
    cross join lateral console.late_step(d, m.beacon_round is not null,
      coalesce(b.stored_at, case when b.round is not null then d.draws_at end), c.draw_id is not null, statement_timestamp()) l
    where d.id = p_draw;
end
$$;

-- What a draw sold of each bet type, and what it pays for it: from its figures once they are written, before from its tickets.
create or replace function console.draw_sales(p_session text, p_draw uuid) returns table (
  bet_type smallint, tickets bigint, stakes bigint, won bigint, payouts bigint
)
language plpgsql security definer set search_path = public, pg_temp
-- As in has_bet_type.
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  perform console.require_role(p_session, '{support,payments,draws,risk,compliance,auditor}');
  if exists (select from draw where id = p_draw and dues_listed_at is not null) then
    return query
      select f.bet_type, f.tickets::bigint, f.stakes, f.won::bigint, f.payouts
      from draw_figure f where f.draw_id = p_draw order by f.bet_type;
  else
    return query
      select t.bet_type, count(*), sum(t.stake)::bigint, null::bigint, null::bigint
      from ticket t where t.draw_id = p_draw group by t.bet_type order by t.bet_type;
  end if;
end
$$;

-- What a draw owes, and how much of it is paid; in tickets and francs.
create or replace function console.draw_dues(p_session text, p_draw uuid) returns table (
  owed bigint, owed_amount bigint, paid bigint, paid_amount bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d draw;
begin
  perform console.require_role(p_session, '{support,payments,draws,risk,compliance,auditor}');
  select * into d from draw where id = p_draw;
  return query
    select count(*), coalesce(sum(u.to_dep + u.to_win), 0)::bigint,
      count(*) filter (where d.finished_at is not null or u.client_id <= d.paid_through),
      coalesce(sum(u.to_dep + u.to_win) filter (where d.finished_at is not null or u.client_id <= d.paid_through), 0)::bigint
    from due u where u.draw_id = p_draw;
end
$$;

-- The leaves of a draw's sealed tree, 256 in a row; for the check of a draw.
create or replace function console.draw_leaves(p_session text, p_draw uuid, p_from integer, p_chunks integer)
returns setof bytea
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_role(p_session, '{support,payments,draws,risk,compliance,auditor}');
  return query
    select hashes from tree_chunk
    where draw_id = p_draw and tier = 0 and chunk >= p_from and chunk < p_from + p_chunks order by chunk;
end
$$;

