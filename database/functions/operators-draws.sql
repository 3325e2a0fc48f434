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

-- Whether a step of a draw that is being finished came late.
create or replace function console.was_late(d draw) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from commitment m
    left join beacon_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
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

-- Draws by their moment, `p_ascending` the soonest first, after one that was seen last. Tickets, stakes and payouts are null
-- until the dues are listed. p_needs_somebody: what is late and not finished.
create or replace function console.list_draws(
  p_session text, p_from timestamptz, p_to timestamptz, p_status text[], p_kind integer[], p_late text[],
  p_needs_somebody boolean, p_after timestamptz, p_ascending boolean, p_limit integer
) returns table (
  id uuid, draws_at timestamptz, opens_at timestamptz, closes_at timestamptz, status text, result integer, kind integer,
  tickets bigint, stakes bigint, payouts bigint, late_step text, late_seconds double precision, called_off boolean,
  stops bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- A kind is a time, for which the draws have an index.
  v_times tstzmultirange := console.times_of_kinds(p_kind);
  v_from timestamptz := greatest(p_from, lower(v_times));
  v_to timestamptz := p_to;
begin
  perform console.look_as(p_session, '{support,payments,draws,risk,compliance,auditor}');
  if p_kind is not null then
    if v_times is null then return; end if;
    -- A range ends with the draw that the next version begins after.
    v_to := least(p_to, upper(v_times) + interval '1 microsecond');
  end if;
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
      select coalesce(sum(g.tickets), 0)::bigint as tickets, coalesce(sum(g.stakes), 0)::bigint as stakes,
        coalesce(sum(g.payouts), 0)::bigint as payouts
      from draw_figure g where g.draw_id = d.id having d.dues_listed_at is not null
    ) f on true
    left join lateral (
      select count(*) as stops from sales_stop s
      where s.ended_at is null and d.status = 'open' and coalesce(s.draw_id = d.id, true)
    ) s on true
    where %s
    order by d.draws_at %s limit $7
  $list$, concat_ws(' and ', 'true',
    case when v_from is not null then 'd.draws_at >= $1' end,
    case when v_to is not null then 'd.draws_at < $2' end,
    case when p_status is not null then 'd.status = any ($3::draw_status[])' end,
    case when p_kind is not null then '$4 @> d.draws_at' end,
    -- In the words of the index draw_late. A draw that is not closed yet is not late.
    case when p_late is not null then '(d.was_late or d.finished_at is null) and d.closes_at < statement_timestamp() and l.step = any ($5)' end,
    case when p_needs_somebody then 'd.finished_at is null and d.closes_at < statement_timestamp() and l.step is not null' end,
    case when p_after is not null then case when p_ascending then 'd.draws_at > $6' else 'd.draws_at < $6' end end
  ), case when p_ascending then 'asc' else 'desc' end)
  using v_from, v_to, p_status, v_times, p_late, p_after, p_limit;
end
$$;

-- One draw, now or at a moment, with its record, its seal and the seals beside it; no row for an unknown one.
create or replace function console.read_draw(p_session text, p_draw uuid, p_at timestamptz default null) returns table (
  id uuid, draws_at timestamptz, opens_at timestamptz, closes_at timestamptz, status text, rules text, result integer,
  kind integer, closed_at timestamptz, sealed_at timestamptz, drawn_at timestamptz, dues_listed_at timestamptz,
  finished_at timestamptz,
  record bytea, commitment bytea, commitment_signature bytea, committed_at timestamptz, operator_key bytea,
  beacon_round bigint, beacon_signature bytea, round_at timestamptz, seed bytea,
  seal_number bigint, seal bytea, seal_signature bytea, seal_hash bytea,
  before_seal bytea, before_record bytea, before_draw uuid, before_draws_at timestamptz, after_seal bytea, after_draw uuid, after_draws_at timestamptz,
  planned_sealed timestamptz, planned_round timestamptz, planned_drawn timestamptz, planned_listed timestamptz,
  planned_paid timestamptz, late_step text, late_seconds double precision,
  called_off_at timestamptz, called_off_reason text, called_off_request uuid, read_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := coalesce(p_at, statement_timestamp());
begin
  perform console.look_as(p_session, '{support,payments,draws,risk,compliance,auditor}');
  perform console.require_moment(p_at, coalesce(m.committed_at, d.opens_at)) from draw d join commitment m on m.draw_id = d.id where d.id = p_draw;
  return query
    select d.id, d.draws_at, d.opens_at, d.closes_at, d.status::text, d.rules, d.result,
      (timetable_at(d.draws_at)).every_minutes::integer, d.closed_at, d.sealed_at, d.drawn_at, d.dues_listed_at,
      d.finished_at,
      m.record, m.commitment, m.signature, m.committed_at,
      coalesce(m.operator_key, (select k.public_key from operator_key k where k.number = 1)),
      m.beacon_round, b.signature, b.stored_at, r.seed,
      s.number, s.record, s.signature, s.hash,
      bs.hash, bs.record, bs.draw_id, bd.draws_at, af.hash, af.draw_id, ad.draws_at,
      p.sealed, p.round, p.drawn, p.listed, p.paid, l.step, l.seconds,
      c.at, c.reason, c.request_id, v_now
    from draw stored
    cross join lateral console.draw_as_of(stored, p_at) d
    join commitment m on m.draw_id = d.id
    left join beacon_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
      and (p_at is null or coalesce(b.stored_at, d.draws_at) <= p_at)
    left join reveal r on r.draw_id = d.id and (p_at is null or d.drawn_at is not null)
    left join seal s on s.draw_id = d.id and d.sealed_at is not null
    left join seal bs on bs.number = s.number - 1
    left join draw bd on bd.id = bs.draw_id
    left join draw ad on (p_at is null or ad.sealed_at <= p_at) and ad.id = (select af.draw_id from seal af where af.number = s.number + 1)
    left join seal af on af.draw_id = ad.id
    left join call_off c on c.draw_id = d.id and (p_at is null or c.at <= p_at)
    cross join lateral console.planned_steps(d, m.beacon_round is not null) p
    cross join lateral console.late_step(d, m.beacon_round is not null,
      coalesce(b.stored_at, case when b.round is not null then d.draws_at end), c.draw_id is not null, v_now) l
    where stored.id = p_draw;
end
$$;

-- What a draw sold of each bet type, and what it pays for it, now or at a moment: from its figures once they are written, before
-- that from the sums of its minutes and the newest tickets.
create or replace function console.draw_sales(p_session text, p_draw uuid, p_at timestamptz default null) returns table (
  bet_type smallint, tickets bigint, stakes bigint, won bigint, payouts bigint
)
language plpgsql security definer set search_path = public, pg_temp
-- As in has_bet_type.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  d draw;
begin
  perform console.look_as(p_session, '{support,payments,draws,risk,compliance,auditor}');
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

-- What a draw owes, and how much of it is paid, now or at a moment since its dues are listed; in tickets and francs.
create or replace function console.draw_dues(p_session text, p_draw uuid, p_at timestamptz default null) returns table (
  owed bigint, owed_amount bigint, paid bigint, paid_amount bigint
)
language plpgsql security definer set search_path = public, pg_temp
-- As in has_bet_type.
set enable_seqscan = off
as $$
declare
  d draw;
begin
  perform console.look_as(p_session, '{support,payments,draws,risk,compliance,auditor}');
  select * into d from draw where id = p_draw;
  if p_at < d.finished_at or p_at is not null and d.finished_at is null then
    -- They are paid within seconds, so the postings of that time are few pages.
    return query
      select count(*), coalesce(sum(u.to_dep + u.to_win), 0)::bigint, coalesce(max(w.paid), 0), coalesce(max(w.paid_amount), 0)
      from due u
      cross join (
        select count(distinct (p.client_id, p.reference)) as paid, coalesce(sum(p.amount), 0)::bigint as paid_amount
        from posting p
        where p.at >= d.dues_listed_at and p.at <= p_at and p.draw_id = p_draw and p.kind in ('payout', 'refund')
      ) w
      where u.draw_id = p_draw;
    return;
  end if;
  return query
    select count(*), coalesce(sum(u.to_dep + u.to_win), 0)::bigint,
      count(*) filter (where d.finished_at is not null or is_lane_paid(p_draw, u.client_id)),
      coalesce(sum(u.to_dep + u.to_win) filter (where d.finished_at is not null or is_lane_paid(p_draw, u.client_id)), 0)::bigint
    from due u where u.draw_id = p_draw;
end
$$;

-- The leaves of a draw's sealed tree, 256 in a row; for the check of a draw.
create or replace function console.draw_leaves(p_session text, p_draw uuid, p_from integer, p_chunks integer)
returns setof bytea
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_as(p_session, '{support,payments,draws,risk,compliance,auditor}');
  return query
    select hashes from tree_chunk
    where draw_id = p_draw and tier = 0 and chunk >= p_from and chunk < p_from + p_chunks order by chunk;
end
$$;

-- The requests about a draw, the newest first: to call it off, and to start its sales again.
create or replace function console.draw_requests(p_session text, p_draw uuid) returns table (
  id uuid, number bigint, kind text, status text, reason text, asked_by text, asked_at timestamptz, expires_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.look_as(p_session, '{support,payments,draws,risk,compliance,auditor}');
begin
  return query
    select r.id, r.number, r.kind, r.status::text, r.reason, a.name, r.asked_at, r.expires_at
    from console.request r
    join console.kind k on k.kind = r.kind
    join console.operator a on a.id = r.asked_by
    where r.subject = 'draw ' || p_draw and (r.asked_by = o.id or console.sees_requests(o, k))
    order by r.number desc limit 20;
end
$$;

-- Stops

-- Stops sales: of a draw and a bet type, null for all. One operator, at once. Returns the stop; null where just that is stopped
-- already, or the draw is not on sale.
create or replace function console.stop_sales(
  p_session text, p_draw uuid, p_bet_type smallint, p_sentence text, p_reason text
) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{draws,risk,compliance}');
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
create or replace function console.list_stops(p_session text, p_active boolean, p_last uuid, p_limit integer) returns table (
  id uuid, draw_id uuid, draws_at timestamptz, bet_type smallint, sentence text, reason text, stopped_by text, own boolean,
  stopped_at timestamptz, ended_at timestamptz, request_id uuid, asked uuid
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.look_as(p_session, '{draws,risk,compliance,auditor}');
begin
  return query
    select s.id, s.draw_id, d.draws_at, s.bet_type, s.sentence, s.reason, a.name, s.stopped_by is not distinct from o.id,
      s.stopped_at, s.ended_at, s.request_id,
      (
        select r.id from console.request r
        where r.subject = coalesce('draw ' || s.draw_id, 'sales all') and r.kind = 'start_sales'
          and r.status in ('asked', 'approved') and r.new_values ->> 'stop' = s.id::text
          and r.expires_at > statement_timestamp()
        order by r.number desc limit 1
      )
    from sales_stop s
    left join console.operator a on a.id = s.stopped_by
    left join draw d on d.id = s.draw_id
    where (p_active is null or p_active = (s.ended_at is null))
      and (p_last is null or (s.stopped_at, s.id) < (select l.stopped_at, l.id from sales_stop l where l.id = p_last))
    order by s.stopped_at desc, s.id desc limit p_limit;
end
$$;

-- The stops that are or were about a draw, those of all draws while they go on; the newest first.
create or replace function console.stops_of_draw(p_session text, p_draw uuid, p_at timestamptz default null) returns table (
  id uuid, draw_id uuid, bet_type smallint, sentence text, stopped_at timestamptz, ended_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_as(p_session, '{support,payments,draws,risk,compliance,auditor}');
  return query
    select s.id, s.draw_id, s.bet_type, s.sentence, s.stopped_at, e.ended_at
    from draw stored
    cross join lateral console.draw_as_of(stored, p_at) d
    join sales_stop s on s.stopped_at <= coalesce(p_at, s.stopped_at)
    cross join lateral (select case when p_at is null or s.ended_at <= p_at then s.ended_at end as ended_at) e
    where stored.id = p_draw and (s.draw_id = p_draw or s.draw_id is null and d.status = 'open' and e.ended_at is null)
    order by s.stopped_at desc, s.id desc limit 100;
end
$$;

-- A stop that goes on, as a request to end it stores it; no row where it has ended, and for the pause of a cap, which ends when the
-- cap is raised.
create or replace function console.stop_to_end(p_session text, p_stop uuid) returns table (subject text, old_values jsonb, new_values jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.require_role(p_session, '{draws,risk}');
  return query
    select coalesce('draw ' || s.draw_id, 'sales all'),
      jsonb_build_object('stopped', true, 'draw', s.draw_id, 'betType', s.bet_type, 'sentence', s.sentence,
        'stoppedBy', a.name, 'stoppedAt', s.stopped_at),
      jsonb_build_object('stopped', false, 'stop', s.id)
    from sales_stop s join console.operator a on a.id = s.stopped_by
    where s.id = p_stop and s.ended_at is null;
end
$$;

create or replace function console.demands_of_start_sales(r console.request) returns table (demand text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select v.demand, coalesce(v.met, false)
  from (select (r.new_values ->> 'stop')::uuid as id) asked
  left join sales_stop s on s.id = asked.id
  cross join lateral (values
    ('Sales are still stopped by it', s.ended_at is null and s.id is not null),
    ('It is no pause of a cap, which ends when the cap is raised', s.cap_id is null),
    ('Nobody of the two stopped them', s.stopped_by <> r.asked_by and s.stopped_by is distinct from r.approved_by)
  ) v (demand, met)
$$;

-- The demands once more, after what they are about is locked.
create or replace function console.require_demands(r console.request) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_unmet text := console.unmet_demand(r);
begin
  if v_unmet is not null then
    raise exception 'Not so any more: %', v_unmet using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;

-- Starts sales again. For the worker.
create or replace function console.execute_start_sales(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'start_sales');
begin
  perform console.require_demands(r);
  perform end_sales_stop((r.new_values ->> 'stop')::uuid, r.id);
  perform console.finish_request(r.id);
end
$$;

-- Calling draws off

create or replace function console.demands_of_call_off_draw(r console.request) returns table (demand text, met boolean)
language sql volatile set search_path = public, pg_temp as $$
  select v.demand, coalesce(v.met, false)
  from (select substring(r.subject from '^draw (.+)$')::uuid as id) asked
  left join draw d on d.id = asked.id
  cross join lateral (values
    ('The draw is open', d.status = 'open'),
    ('Its sales close in a minute or later', clock_timestamp() <= d.closes_at - interval '60 s')
  ) v (demand, met)
$$;

-- Calls off draws that are open, and close in a minute or later. Whoever bets on one at this moment is waited for.
create or replace function call_off_draws(p_draws uuid[], p_reason text, p_request uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from draw where id = any (p_draws) order by id for update;
  insert into call_off (draw_id, reason, request_id) select id, p_reason, p_request from unnest(p_draws) id;
  update draw set status = 'void', closed_at = clock_timestamp() where id = any (p_draws);
end
$$;

-- Calls a draw off. The stakes go back as those of any void draw. For the worker.
create or replace function console.execute_call_off_draw(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'call_off_draw');
  v_draw uuid := substring(r.subject from '^draw (.+)$')::uuid;
begin
  -- Before the demands are looked at, so that they are met until the commit.
  perform from draw where id = v_draw for update;
  perform console.require_demands(r);
  perform call_off_draws(array[v_draw], r.reason, r.id);
  perform console.finish_request(r.id);
end
$$;

-- The timetable

-- The versions, the newest first.
create or replace function console.list_timetables(p_session text) returns table (
  number integer, begins_at timestamptz, every_minutes integer, close_seconds_before integer, time_zone text,
  made_at timestamptz, request_id uuid, committed_until timestamptz, read_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_as(p_session, '{draws,risk,compliance,auditor}');
  return query
    select t.number, nullif(t.begins_at, '-infinity'), t.every_minutes::integer, t.close_seconds_before, t.time_zone, t.made_at,
      t.request_id, (select max(draws_at) from draw), statement_timestamp()
    from timetable_version t order by t.number desc limit 100;
end
$$;

-- What a new timetable would do, if it began now as it is asked for: from where on it counts (where the committed draws end,
-- with null), which of the committed draws it calls off, how many of them have tickets and how many close too soon.
create or replace function console.try_timetable(p_session text, p_begins_at timestamptz, p_every_minutes integer)
returns table (begins_at timestamptz, kept bigint, called_off bigint, with_tickets boolean, too_soon bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_begins_at timestamptz := coalesce(p_begins_at, begin_of_next_timetable());
  v_dropped uuid[];
begin
  perform console.look_as(p_session, '{draws,risk,compliance,auditor}');
  v_dropped := array(select id from draws_without_place(v_begins_at, p_every_minutes));
  return query select v_begins_at,
    (select count(*) from draw where draws_at > v_begins_at and status = 'open') - cardinality(v_dropped),
    cardinality(v_dropped)::bigint, have_tickets(v_dropped),
    (select count(*) from draw where id = any (v_dropped) and closes_at < clock_timestamp() + interval '60 s');
end
$$;

create or replace function console.demands_of_timetable(r console.request) returns table (demand text, met boolean)
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  v_begins_at timestamptz := coalesce((r.new_values ->> 'beginsAt')::timestamptz, begin_of_next_timetable());
  v_every_minutes integer := (r.new_values ->> 'everyMinutes')::integer;
  v_dropped uuid[] := array(select id from draws_without_place(v_begins_at, v_every_minutes));
begin
  return query values
    ('It begins at a moment that lies ahead', v_begins_at > clock_timestamp()),
    ('It is another one than the newest', not exists (
      select from (select * from timetable_version order by number desc limit 1) t
      where (t.every_minutes, t.close_seconds_before) = (v_every_minutes, (r.new_values ->> 'closeSecondsBefore')::integer)
    )),
    ('The newest is still the one that it was asked against',
      (select max(number) from timetable_version) = (r.old_values ->> 'number')::integer),
    ('Every draw that it calls off closes in a minute or later', not exists (
      select from draw where id = any (v_dropped) and closes_at < clock_timestamp() + interval '60 s'
    )),
    ('No draw that it calls off has a ticket', not have_tickets(v_dropped));
end
$$;

-- Makes a new version of the timetable, and calls off the draws that it has no place for. For the worker.
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
  -- Before the demands are looked at: who bets on one of them at this moment is waited for.
  perform from draw where id = any (v_dropped) order by id for update;
  perform console.require_demands(r);
  insert into timetable_version (number, begins_at, every_minutes, close_seconds_before, time_zone, request_id)
  select t.number + 1, v_begins_at, v_every_minutes, (r.new_values ->> 'closeSecondsBefore')::integer, t.time_zone, r.id
  from timetable_version t order by t.number desc limit 1;
  perform call_off_draws(v_dropped, r.reason, r.id);
  perform console.finish_request(r.id);
end
$$;
