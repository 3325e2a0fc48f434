-- The first screen of operators, and the alarms. See docs/decisions/0068.

-- The problems at this moment, by kind and subject. `detail` holds what an operator needs first.
create or replace function console.what_is_wrong() returns table (kind text, subject text, detail jsonb)
language sql stable set search_path = public, pg_temp
-- A plan that was made while a table was small would keep scanning it.
set plan_cache_mode = force_custom_plan
as $$
  select 'no_seal', 'draw ' || d.id, jsonb_build_object('drawsAt', console.instant(d.draws_at), 'closedAt', console.instant(d.closes_at))
  from draw d
  where d.finished_at is null and d.status in ('open', 'closed') and d.sealed_at is null
    and d.closes_at < clock_timestamp() - interval '5 s'
  union all
  -- A round is 3 s long.
  select 'beacon_late', 'draw ' || d.id, jsonb_build_object('drawsAt', console.instant(d.draws_at), 'round', c.beacon_round)
  from draw d join commitment c on c.draw_id = d.id
  where d.finished_at is null and d.status = 'closed' and d.sealed_at is not null and c.beacon_round is not null
    and d.draws_at < clock_timestamp() - interval '30 s'
    and not exists (select from known_round b where (b.chain, b.round) = (c.beacon_chain, c.beacon_round))
  union all
  -- Somebody stored a value that the beacon did not sign. No draw has its result by it.
  select 'round_false', 'draw ' || c.draw_id,
    jsonb_build_object('round', b.round, 'storedAt', console.instant(min(b.stored_at)), 'since', console.instant(min(b.refused_at)), 'values', count(*))
  from beacon_round b join commitment c on (c.beacon_chain, c.beacon_round) = (b.chain, b.round)
  where b.refused_at > clock_timestamp() - interval '24 h'
  group by c.draw_id, b.round
  union all
  select 'dues_unpaid', 'draw ' || d.id, jsonb_build_object('drawsAt', console.instant(d.draws_at), 'status', d.status)
  from draw d
  where d.finished_at is null and d.status in ('drawn', 'void')
    and coalesce(d.drawn_at, greatest(d.closes_at, d.draws_at)) < clock_timestamp() - interval '2 min'
    -- A held draw has an alarm of its own.
    and hold_of(d.id) is null
  union all
  select 'draw_held', 'draw ' || d.id, jsonb_build_object('drawsAt', console.instant(d.draws_at), 'status', d.status)
  from draw d
  where d.finished_at is null and d.status in ('drawn', 'void') and hold_of(d.id) = 'held'
  union all
  -- One alarm for all of them: where the other machine is down, each draw is. It is over when the second opinion has judged them.
  select 'paid_unjudged', 'draws', jsonb_build_object('draws', count(*), 'since', console.instant(min(u.at)))
  from opinion.unjudged u
  where u.at > clock_timestamp() - interval '24 h'
    and not exists (select from opinion.note n where n.draw_id = u.draw_id and n.phase in ('drawn', 'after'))
  having count(*) > 0
  union all
  select 'no_pass', 'books', jsonb_build_object('lastAt', console.instant(p.finished_at))
  -- A site that never had one counts from its beginning.
  from (
    select coalesce((select max(finished_at) from reconciliation_pass), (select since from site_mode)) as finished_at
  ) p
  where p.finished_at < clock_timestamp() - interval '3 min'
  union all
  select 'mismatch', 'books', jsonb_build_object('open', count(*), 'first', (array_agg(m.check_name order by m.found_at))[1])
  from mismatch m where m.closed_at is null having count(*) > 0
  union all
  select 'payment_unknown', 'provider ' || p.provider,
    jsonb_build_object('payments', count(*), 'amount', sum(p.amount), 'since', console.instant(min(p.created_at)))
  from payment p
  where p.status = 'unknown' and p.created_at < clock_timestamp() - interval '15 min'
  group by p.provider
  union all
  select 'other_phone', 'provider ' || p.provider,
    jsonb_build_object('payments', count(*), 'since', console.instant(min(p.updated_at)), 'payment', (array_agg(p.id order by p.updated_at desc))[1])
  from payment p
  where p.failure = 'other_phone' and p.updated_at > clock_timestamp() - interval '24 h'
  group by p.provider
  union all
  select 'paid_elsewhere', 'payment ' || a.payment_id, jsonb_build_object('payment', a.payment_id, 'provider', a.account, 'since', console.instant(a.paid_at))
  from payment_attempt a
  where a.paid_at > clock_timestamp() - interval '24 h'
  union all
  -- More than half of the payments that ended, or were not answered, within 15 minutes, failed for a reason other than the payers'. Stopped
  -- payments need no alarm.
  select 'provider_failing', console.payment_stop_subject(f.account, f.country, f.method, f.direction),
    jsonb_build_object('payments', count(*) filter (where f.failed), 'of', count(*), 'since', console.instant(min(f.at) filter (where f.failed)))
  from payment_outcome f
  where f.at > clock_timestamp() - interval '15 min' and not exists (
    select from payment_stop s where s.ended_at is null and is_stopped_by(s, f.account, f.country, f.method, f.direction)
  )
  group by f.account, f.country, f.method, f.direction
  having count(*) >= 10 and count(*) filter (where f.failed) * 2 > count(*)
  union all
  -- Until a trial has ended well; an hour after its pause nobody pays that way.
  select 'provider_paused', console.payment_stop_subject(l.account, l.country, l.method, l.direction),
    jsonb_build_object('rule', l.because, 'since', console.instant(l.paused_at))
  from payment_line l
  where l.until > clock_timestamp() - interval '1 hour' and not exists (
    select from payment_stop s where s.ended_at is null and is_stopped_by(s, l.account, l.country, l.method, l.direction)
  )
  union all
  select 'float_low', concat_ws(' ', 'float', w.account, w.country, w.method),
    jsonb_build_object('amount', w.amount, 'least', w.least, 'lastsUntil', console.instant(w.lasts_until), 'since', console.instant(w.read_at))
  from payment_float w where w.amount < w.least or w.lasts_until < clock_timestamp() + interval '6 hours'
  union all
  select 'float_unread', 'account ' || w.account, jsonb_build_object('since', console.instant(min(w.read_at)))
  from payment_float w where w.read_at < clock_timestamp() - interval '10 min' group by w.account
  union all
  -- 95 % of what succeeded within the hour took three times as long as in the last seven days, and more than a minute.
  select 'provider_slow', console.payment_stop_subject(u.account, u.country, u.method, u.direction),
    jsonb_build_object('seconds', round(s.seconds), 'usual', round(u.seconds), 'payments', s.payments)
  from payment_usual u cross join lateral (
    select count(*) as payments,
      percentile_cont(0.95) within group (order by extract(epoch from p.updated_at - coalesce(p.sent_at, p.created_at)))::numeric as seconds
    from payment p
    where p.provider = u.account and p.country = u.country and p.method = u.method and p.direction = u.direction
      and p.status in ('succeeded', 'paid') and p.created_at > clock_timestamp() - interval '1 hour'
  ) s
  where s.payments >= 20 and s.seconds > greatest(u.seconds * 3, 60)
  union all
  -- Ten deposits or more succeeded within the hour, and we were told of nothing: each was found by a question.
  select 'provider_silent', 'account ' || d.account, jsonb_build_object('payments', d.payments)
  from (
    select p.provider as account, count(*) as payments from payment p
    where p.status = 'succeeded' and p.created_at > clock_timestamp() - interval '1 hour' group by p.provider having count(*) >= 10
  ) d
  where not exists (select from webhook w where w.provider = d.account and w.received_at > clock_timestamp() - interval '1 hour')
  union all
  -- Several accounts carry a network, and one is left.
  select 'route_alone', concat_ws(' ', 'network', r.country, r.method, r.direction),
    jsonb_build_object('provider', min(r.account) filter (where r.is_usable), 'of', count(*))
  from console.route_standing() r
  group by r.country, r.method, r.direction having count(*) > 1 and count(*) filter (where r.is_usable) = 1
  union all
  -- An account whose statements came day by day is expected to have the one of yesterday by noon, in the time zone of its files.
  select 'statement_missing', 'statements ' || s.account, jsonb_build_object('until', console.instant(s.until))
  from console.daily_statements() s
  where s.until < (date_trunc('day', clock_timestamp() at time zone s.zone)) at time zone s.zone
    and (clock_timestamp() at time zone s.zone)::time >= '12:00'
  union all
  select 'statement_differs', 'statements ' || d.account, jsonb_build_object('differences', d.differences, 'since', console.instant(d.since))
  from console.statement_open d
  union all
  select 'withdrawal_held', 'payments', jsonb_build_object('payments', count(*), 'since', console.instant(min(p.created_at)))
  from payment p
  where p.status not in ('succeeded', 'paid', 'failed', 'expired') and p.status::text = 'review'
    and p.created_at < clock_timestamp() - interval '24 h'
  having count(*) > 0
  union all
  -- Only stops by a cap: an operator knows of a stop that an operator has made.
  select 'exposure_over_cap', 'draw ' || d.id, jsonb_build_object('drawsAt', console.instant(d.draws_at), 'since', console.instant(min(s.stopped_at)))
  from sales_stop s join draw d on d.id = s.draw_id
  where s.ended_at is null and s.cap_id is not null and d.status = 'open'
  group by d.id
  union all
  select 'exposure_unknown', 'draws', jsonb_build_object('draws', count(*), 'since', console.instant(min(u.since)))
  from unknown_exposures() u having count(*) > 0
  union all
  -- An operator who comes in by an emergency link approves nothing for as long.
  select 'emergency_link', a.subject, jsonb_build_object('line', max(a.number), 'since', console.instant(max(a.at)))
  from console.audit a where a.act = 'emergency_link_made' and a.at > clock_timestamp() - interval '24 h'
  group by a.subject
  union all
  select 'audit_wrong', 'audit', jsonb_build_object('line', c.wrong_number, 'because', c.wrong_because)
  from console.audit_check c where c.wrong_number is not null
  union all
  -- A later opinion on the same draw counts in its place.
  select 'opinion_disagrees', 'draw ' || n.draw_id, jsonb_build_object('phase', n.phase, 'at', console.instant(n.at), 'first', left(n.differs[1], 200))
  from (select distinct draw_id from opinion.note where not agrees) w
  cross join lateral (
    select distinct on (o.phase) o.* from opinion.note o where o.draw_id = w.draw_id order by o.phase, o.id desc
  ) n
  -- Where several phases disagree, the first one is enough.
  where not n.agrees and not exists (
    select from opinion.note b
    where b.draw_id = n.draw_id and not b.agrees
      and array_position('{before,drawn,after}', b.phase) < array_position('{before,drawn,after}', n.phase)
      and not exists (select from opinion.note c where c.draw_id = b.draw_id and c.phase = b.phase and c.id > b.id)
  )
  union all
  -- A session that blocked others, within the last hour.
  select 'session_ended', 'login ' || e.login,
    jsonb_build_object('sessions', count(*), 'because', (array_agg(e.because order by e.id desc))[1], 'last', console.instant(max(e.at)))
  from console.ended_session e where e.at > clock_timestamp() - interval '1 h'
  group by e.login
  union all
  -- Once there is a second opinion, each draw gets one. Draws from before the first are not asked for, nor those of an earlier day.
  select 'no_opinion', 'draws', jsonb_build_object('draws', count(*), 'since', console.instant(min(d.dues_listed_at)))
  from draw d
  where d.finished_at > greatest((select o.at from opinion.note o order by o.id limit 1), clock_timestamp() - interval '24 h')
    and d.dues_listed_at < clock_timestamp() - interval '5 min'
    and exists (select from opinion.note)
    and not exists (select from opinion.note o where o.draw_id = d.id and o.phase = 'after')
  having count(*) > 0
  union all
  -- The payouts of thirty days, by bet type and together (0), and the band in which a fair game stays.
  select 'payouts_outside', 'bet type ' || o.bet_type,
    jsonb_build_object('draws', o.draws, 'payouts', o.payouts, 'low', b.low, 'high', b.high)
  from (
    select h.bet_type, sum(h.draws) as draws, sum(h.payouts) as payouts, sum(h.expected) as expected, sum(h.variance) as variance,
      sum(h.most) as most, max(h.above) as above, max(h.below) as below
    from figure_quarter h
    where h.begins_at > clock_timestamp() - interval '30 days' and h.status = 'settled' and h.measured group by h.bet_type
  ) o cross join lateral fair_band(o.expected, o.variance, o.most, o.above, o.below) b
  where o.payouts not between b.low and b.high
  union all
  -- The exposure does not cover the sealed tickets, or the draw did not pay what its result pays.
  select 'exposure_wrong', 'draw ' || k.draw_id, jsonb_build_object('drawsAt', console.instant(k.draws_at), 'paid', k.payout, 'due', k.expected)
  from kept_exposure k
  where (k.tickets <> k.sealed_tickets or k.stakes <> k.sealed_stakes or k.placed_digest <> k.digest or k.payout <> k.expected)
    and k.kept_at > clock_timestamp() - interval '24 h'
  union all
  -- Open until it gets something again, two operators start it again, or one stops it.
  select 'webhook_failing', 'webhook ' || e.id, jsonb_build_object('host', substring(e.url from '//([^/]*)'),
    'since', console.instant(coalesce(e.failing_since, e.stopped_at)), 'because', e.stopped_because)
  from webhook_endpoint e
  where e.stopped_because in ('gone', 'failing') or e.stopped_at is null and e.failing_since < clock_timestamp() - interval '24 h'
  union all
  select * from console.keys_used_elsewhere()
  union all
  select 'months_missing', 'months', jsonb_build_object('ahead', months_ahead()) where months_ahead() < 2
  union all
  -- A sale of eight days keeps a month open, and a day more.
  select 'month_open', 'months', jsonb_build_object('since', console.instant(n.begun_at))
  from (
    select m.begun_at from month m where m.begins_on > (select min(o.begins_on) from month o where o.closed_at is null)
    order by m.begins_on limit 1
  ) n
  where n.begun_at < clock_timestamp() - interval '10 days'
  union all
  select 'month_changed', 'month ' || name_of_month(m.begins_on),
    jsonb_build_object('what', array_to_string(m.differs, ', '), 'at', console.instant(m.checked_at))
  from month m where m.differs is not null
  union all
  -- A timer freezes them within a day, and reads each again in 28 days.
  select 'month_unkept', 'months', jsonb_build_object('month', name_of_month(min(m.begins_on)))
  from month m
  where m.closed_at < clock_timestamp() - interval '3 days'
    and (m.frozen_at is null or m.checked_at is null or m.checked_at < clock_timestamp() - interval '35 days')
  having count(*) > 0
$$;

-- Opens an alarm for all that is wrong, and closes those that are over. The worker calls it every few seconds; one process at a time.
-- Returns the alarms that nobody was told of.
create or replace function console.watch() returns table (id bigint, kind text, subject text, detail jsonb, opened_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  begin
    lock table mutex.alarms in exclusive mode nowait;
  exception when lock_not_available then
    return;
  end;
  with wrong as materialized (select * from console.what_is_wrong()), over as (
    update console.alarm a set closed_at = greatest(clock_timestamp(), a.opened_at)
    where a.closed_at is null and not exists (select from wrong w where w.kind = a.kind and w.subject = a.subject)
  )
  insert into console.alarm (kind, subject, detail) select w.kind, w.subject, w.detail from wrong w
  on conflict (kind, subject) where closed_at is null do nothing;
  return query
    update console.alarm a set told = true where not a.told
    returning a.id, a.kind, a.subject, a.detail, a.opened_at;
end
$$;

-- How many alarms are open, by kind: for the metrics of workers.
create or replace function console.open_alarms() returns table (kind text, alarms bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.kind, count(*) from console.alarm a where a.closed_at is null group by a.kind
$$;

-- An alarm as lists show it.
create or replace function console.alarm_item(a console.alarm) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', a.id, 'kind', a.kind, 'subject', a.subject,
    'detail', a.detail,
    'openedAt', console.instant(a.opened_at), 'takenBy', (select o.name from console.operator o where o.id = a.taken_by),
    'takenAt', console.instant(a.taken_at), 'closedAt', console.instant(a.closed_at))
$$;

-- Alarms, the newest first, after the one that was seen last. `p_open`: only open or only closed ones.
create or replace function console.list_alarms(p_session text, p_open boolean, p_kinds text[], p_before bigint, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listAlarms');
  return query
    select console.alarm_item(a), a.id::text from console.alarm a
    where (p_open is null or (a.closed_at is null) = p_open) and (p_kinds is null or a.kind = any (p_kinds))
      and (p_before is null or a.id < p_before)
    order by a.id desc limit p_most;
end
$$;

-- Draws with a step that is late and not done, the oldest first. On a busy machine a step is often some seconds late, and nobody has
-- to look for that.
create or replace function console.late_draws() returns table (id uuid, draws_at timestamptz, closes_at timestamptz, status draw_status, step text)
language sql stable set search_path = public, pg_temp as $$
  select d.id, d.draws_at, d.closes_at, d.status, l.step
  from draw d
  join commitment c on c.draw_id = d.id
  left join known_round b on (b.chain, b.round) = (c.beacon_chain, c.beacon_round)
  cross join lateral console.late_step(d, c.beacon_round is not null,
    coalesce(b.stored_at, case when b.round is not null then d.draws_at end), false, clock_timestamp()) l
  where d.finished_at is null and d.closes_at < clock_timestamp() and l.seconds >= 10
  order by d.draws_at
$$;

-- The items that wait for this operator, by the operator's rights: at most so many of each kind, all of them with null. `place`: 1 now, 2
-- today, 3 when there is time. What an alarm is about is not listed a second time.
create or replace function console.inbox(o console.operator, p_most integer) returns table (
  what text, id text, place integer, kind text, subject text, detail jsonb, client_id bigint, amount bigint, since timestamptz,
  until timestamptz, owner text
)
language sql stable set search_path = public, pg_temp as $$
  with waits as (
    (select 'alarm' as what, a.id::text as id, 1 as place, a.kind, a.subject, a.detail, null::bigint as client_id,
      (a.detail ->> 'amount')::bigint as amount, a.opened_at as since, null::timestamptz as until,
      (select n.name from console.operator n where n.id = a.taken_by) as owner
    from console.alarm a where a.closed_at is null order by a.id limit p_most)
    union all
    (select 'draw', d.id::text, 1, d.step, null, jsonb_build_object('drawsAt', console.instant(d.draws_at)), null, null, d.closes_at, null, null
    from console.late_draws() d
    where console.may(o, 'listDraws')
      and not exists (select from console.alarm a where a.closed_at is null and a.subject = 'draw ' || d.id)
    limit p_most)
    union all
    (select 'payment', p.id::text, case when p.mismatch is null and p.status = 'review' then 2 else 1 end,
      case when p.mismatch is not null then 'mismatched' when p.status = 'review' then 'held' else 'unknown' end, null,
      jsonb_build_object('direction', p.direction, 'because', coalesce(p.mismatch, r.reasons[1])), p.client_id, p.amount, p.created_at, r.until,
      null
    from (
      (select * from payment q where q.status = 'review' and q.mismatch is null order by q.created_at limit p_most)
      union all
      (select * from payment q where q.status = 'unknown' and q.mismatch is null order by q.created_at limit p_most)
      union all
      (select * from payment q where q.mismatch is not null order by q.created_at limit p_most)
    ) p left join withdrawal_review r on r.payment_id = p.id
    where console.may(o, 'listOperatorPayments')
      -- A withdrawal that an operator has released or refused does not wait any more.
      and not exists (select from withdrawal_review_end e where e.payment_id = p.id and p.mismatch is null and p.status = 'review')
    limit p_most)
    union all
    (select 'request', q.id::text, 2, q.kind, q.subject, jsonb_build_object('number', q.number, 'askedBy', a.name),
      substring(q.subject from '^client (\d+)$')::bigint,
      case when q.new_values ->> 'amount' ~ '^-?\d{1,15}$' then (q.new_values ->> 'amount')::bigint end, q.asked_at, q.expires_at, o.name
    from console.request q join console.operator a on a.id = q.asked_by
    where q.status = 'asked' and q.expires_at > clock_timestamp() and q.asked_by <> o.id
      and exists (select from console.kind k where k.kind = q.kind and k.approve_roles && o.roles)
    order by q.expires_at limit p_most)
    union all
    (select 'care', c.id::text, 3, c.kinds[1], null, '{}', c.client_id, null, c.opened_at, null, c.assigned_to
    from console.care_case c where c.closed_at is null and console.may(o, 'listCareCases') and console.sees_case(o, c)
    order by c.id limit p_most)
    union all
    (select 'document', c.id::text, 3, c.type::text, null, jsonb_build_object('country', c.country), c.client_id, null, c.submitted_at, null, null
    from identity_check c where c.status = 'waiting' and console.may(o, 'listIdentityChecks')
    order by c.submitted_at limit p_most)
  )
  select w.what, w.id, w.place, w.kind, w.subject, w.detail, w.client_id, w.amount, w.since, w.until, coalesce(w.owner, n.name)
  from waits w
  left join console.taken t on t.what = w.what and t.subject::text = w.id
  left join console.operator n on n.id = t.taken_by
$$;

-- The tasks of the inbox, for the screen: the most urgent first. A request about a draw names its moment, and one to cancel or to pay it the
-- stakes.
create or replace function console.list_inbox(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  o console.operator := console.require_to_read(p_session, 'listInbox');
begin
  return query
    select jsonb_build_object('what', w.what, 'id', w.id, 'place', (array['now', 'today', 'later'])[w.place], 'kind', w.kind,
      'subject', w.subject,
      'detail', case when d.id is null then w.detail else w.detail || jsonb_build_object('drawsAt', console.instant(d.draws_at)) end,
      'clientId', w.client_id,
      'player', (select console.shown_name(c, not console.sees_masked(o)) from client c
        where c.id = w.client_id and console.may(o, 'listPlayers')),
      'amount', coalesce(w.amount, case when w.kind in ('call_off_draw', 'pay_held_draw') then (
        select coalesce(sum(g.stakes), 0) from console.draw_sales(d.id, null) g) end),
      'since', console.instant(w.since), 'until', console.instant(w.until), 'owner', w.owner)
    from console.inbox(o, 100) w
    left join draw d on w.what = 'request' and d.id = console.draw_of(w.subject)
    order by w.place, array_position('{alarm,draw,payment,request,care,document}', w.what), coalesce(w.until, w.since), w.id;
end
$$;

-- How much waits for me of each kind, up to a thousand, and whether sales go on: what every screen shows.
create or replace function console.count_waiting(p_session text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  o console.operator := console.require_to_read(p_session, 'countWaiting');
  v_next draw;
begin
  select * into v_next from draw n
  where n.finished_at is null and n.status = 'open' and n.closes_at > clock_timestamp() order by n.closes_at limit 1;
  return jsonb_build_object(
    'counts', (
      with waits as materialized (select w.what from console.inbox(o, 1000) w)
      select jsonb_object_agg(k.what, (select least(count(*), 1000) from waits w where w.what = k.what))
      from unnest('{alarm,draw,payment,request,care,document}'::text[]) k (what)
    ),
    'sales', jsonb_build_object(
      'next', case when v_next.id is not null then jsonb_build_object('id', v_next.id, 'drawsAt', console.instant(v_next.draws_at),
        'closesAt', console.instant(v_next.closes_at)) end,
      -- All bet types of all draws.
      'stoppedAt', (select console.instant(min(s.stopped_at)) from sales_stop s
        where s.ended_at is null and s.bet_type is null and s.draw_id is null),
      -- Something of the next draw.
      'isPartly', exists (select from sales_stop s where s.ended_at is null and coalesce(s.draw_id = v_next.id, true))
    ) || (
      select jsonb_build_object('late', count(*), 'lateAt', console.instant(min(l.draws_at))) from console.late_draws() l
    ));
end
$$;

-- The kinds of requests that take two people, and how long each waits; and the providers that have payments, with their newest payment.
create or replace function console.read_rules(p_session text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'getSettings');
  return jsonb_build_object(
    'kinds', (
      select jsonb_agg(jsonb_build_object('kind', k.kind, 'ask', k.ask_roles, 'approve', k.approve_roles,
        'minutes', (extract(epoch from k.lasts) / 60)::integer) order by k.kind)
      from console.kind k
    ),
    'providers', array(
      select jsonb_build_object('name', u.provider, 'lastAt', (select console.instant(max(p.created_at)) from payment p where p.provider = u.provider))
      from (select distinct m.provider from console.methods_used() m) u order by u.provider
    )
  );
end
$$;

-- Assigns a waiting item to the operator. Another operator may take it over. Returns `taken`, or `not_there`, `over`.
create or replace function console.take_item(p_session text, p_what text, p_id text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'takeItem');
  v_owner text;
  v_client bigint;
begin
  -- Two who take something at once do so one after the other.
  perform from console.alarm a where p_what = 'alarm' and a.id::text = p_id for update;
  select w.owner, w.client_id into v_owner, v_client from console.inbox(o, null) w where w.what = p_what and w.id = p_id and w.what <> 'request';
  if not found then
    return case when p_what = 'alarm' and exists (select from console.alarm a where a.id::text = p_id) then 'over' else 'not_there' end;
  elsif v_owner is not distinct from o.name then
    return 'taken';
  elsif p_what = 'care' then
    return case when console.assign_care_case(p_session, p_id::bigint, o.name) then 'taken' else 'not_there' end;
  elsif p_what = 'alarm' then
    update console.alarm q set taken_by = o.id, taken_at = clock_timestamp() where q.id = p_id::bigint;
    perform console.write_audit(o, 'alarm_taken', a.subject, null, null, jsonb_build_object('alarm', a.kind, 'takenBy', v_owner),
      jsonb_build_object('alarm', a.kind, 'takenBy', o.name))
    from console.alarm a where a.id = p_id::bigint;
  else
    insert into console.taken (what, subject, taken_by) values (p_what, p_id::uuid, o.id)
    on conflict (what, subject) do update set taken_by = excluded.taken_by, taken_at = excluded.taken_at;
    perform console.write_audit(o, 'item_taken', case when p_what = 'document' then 'client ' || v_client else p_what || ' ' || p_id end,
      null, null, jsonb_build_object('takenBy', v_owner), jsonb_build_object('takenBy', o.name));
  end if;
  return 'taken';
end
$$;

-- Counts what was sold in the minutes that are over, at most so many of them, and how many players came in each for the first time that
-- day, in this time zone. A ticket is committed a moment after it was accepted, so a minute is counted ten seconds after its end. Returns
-- whether there is more to count.
create or replace function count_sales(p_minutes integer, p_zone text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_from timestamptz;
  v_to timestamptz := date_trunc('minute', clock_timestamp() - interval '10 s');
  v_end timestamptz;
  v_zone text;
  v_first uuid;
  v_first_of_day uuid;
  v_beyond uuid;
begin
  select through, zone into v_from, v_zone from sales_counted for update skip locked;
  if v_from is null or v_from >= v_to then
    return false;
  end if;
  v_end := least(v_to, v_from + p_minutes * interval '1 minute');
  v_first := first_ticket_id(v_from);
  v_first_of_day := first_ticket_id(date_trunc('day', v_from, p_zone));
  v_beyond := end_of_ticket_ids(v_end);
  with bought as materialized (
    select t.draw_id, t.client_id, t.bet_type, t.stake, t.accepted_at from every_ticket t
    where t.accepted_at >= v_from and t.accepted_at < v_end and t.id >= v_first and t.id < v_beyond
  ), sold as materialized (
    select b.draw_id, date_trunc('minute', b.accepted_at) as at, b.bet_type, count(*) as tickets, sum(b.stake) as stakes from bought b group by 1, 2, 3
  ), came as (
    select date_trunc('minute', f.at) as at, count(*) as players
    from (
      select b.client_id, date_trunc('day', b.accepted_at, p_zone) as day, min(b.accepted_at) as at from bought b group by 1, 2
    ) f
    -- One look at the player's own tickets each. As an anti-join it could read the day's tickets of all.
    where (
      select true from every_ticket t
      where t.client_id = f.client_id and t.id >= v_first_of_day and t.id < v_beyond and t.accepted_at >= f.day and t.accepted_at < f.at limit 1
    ) is null group by 1
  ), of_draws as (
    insert into draw_minute (draw_id, at, bet_type, tickets, stakes) select s.draw_id, s.at, s.bet_type, s.tickets, s.stakes from sold s
  )
  insert into sale_minute (at, tickets, stakes, first_players)
  select s.at, sum(s.tickets), sum(s.stakes), coalesce(c.players, 0)
  from sold s left join came c on c.at = s.at group by s.at, c.players;
  -- With another zone, days begin at other moments from here on.
  update sales_counted set through = v_end, zone = p_zone, zone_since = case when v_zone = p_zone then zone_since else v_from end;
  return v_end < v_to;
end
$$;

-- All that the first screen shows, at one moment. Figures of sales end with the last minute that is counted. The
-- worst case of the next draw is as it was computed last, for those who see exposures; looking has it computed anew.
create or replace function console.read_overview(p_session text) returns jsonb
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  o console.operator := console.require_to_read(p_session, 'getOverview');
  v_now timestamptz := clock_timestamp();
  v_through timestamptz := (select s.through from sales_counted s);
  v_week interval := interval '7 days';
  v_next draw;
  v_sees_exposure boolean := console.may(o, 'getExposure');
  v_sees_stops boolean := console.may(o, 'listStops');
  v_overview jsonb;
begin
  select * into v_next from draw n where n.finished_at is null and n.status = 'open' and n.closes_at > v_now order by n.closes_at limit 1;
  v_overview := jsonb_build_object(
    'computedAt', console.instant(v_now),
    'sales', (
      select jsonb_build_object(
        'through', console.instant(v_through),
        'fiveMinutes', coalesce(sum(m.stakes), 0),
        'ticketsOfFiveMinutes', coalesce(sum(m.tickets), 0)
      ) from sale_minute m where m.at >= v_through - interval '5 min'
    ) || (
      select jsonb_build_object('fiveMinutesLastWeek', coalesce(sum(m.stakes), 0))
      from sale_minute m where m.at >= v_through - v_week - interval '5 min' and m.at < v_through - v_week
    ) || jsonb_build_object(
      'minutes', array(
        select jsonb_build_object('at', console.instant(m.at), 'stakes', m.stakes, 'tickets', m.tickets)
        from sale_minute m where m.at >= v_through - interval '90 min' order by m.at
      ),
      -- These hours a week ago, and the hour after them.
      'lastWeek', array(
        select jsonb_build_object('at', console.instant(m.at + v_week), 'stakes', m.stakes, 'tickets', m.tickets)
        from sale_minute m where m.at >= v_through - interval '90 min' - v_week and m.at < v_through + interval '60 min' - v_week
        order by m.at
      )
    ),
    'nextDraw', (
      select jsonb_build_object('id', v_next.id, 'drawsAt', console.instant(v_next.draws_at), 'closesAt', console.instant(v_next.closes_at),
        'status', v_next.status, 'stakes', coalesce(sum(y.stakes), 0), 'tickets', coalesce(sum(y.tickets), 0),
        -- The cap that is nearest to being reached.
        'cap', (
          select jsonb_build_object('name', console.bet_name(c.bet_type), 'measure', c.measure, 'amount', c.amount, 'figure', f.figure)
          from caps_of(v_next.id) c left join exposure_look l on l.draw_id = v_next.id
          cross join lateral (
            select case when l.figures is not null then exposure_figure(l.figures, c.bet_type, c.measure) end as figure
          ) f
          where console.may(o, 'readCaps') order by f.figure::numeric / c.amount desc nulls last, c.amount limit 1
        ),
        'worst', (
          select jsonb_build_object('payout', e.worst, 'computedAt', console.instant(e.computed_at))
          from exposure e where e.draw_id = v_next.id and v_sees_exposure
        ))
      from console.draw_sold_by(v_next.id, v_now) y having v_next.id is not null
    ),
    'stops', array(
      select jsonb_build_object('id', s.id, 'name', console.bet_name(s.bet_type),
        'draw', case when s.draw_id is not null then jsonb_build_object('id', s.draw_id, 'drawsAt', console.instant(d.draws_at)) end,
        'sentence', s.sentence, 'stoppedAt', console.instant(s.stopped_at), 'stoppedBy', case when v_sees_stops then a.name end,
        'reason', case when v_sees_stops then s.reason end, 'cap', case when v_sees_stops then console.cap_of_stop(s) end)
      from sales_stop s left join draw d on d.id = s.draw_id left join console.operator a on a.id = s.stopped_by
      where s.ended_at is null order by d.draws_at nulls first, s.bet_type nulls first, s.stopped_at limit 8
    ),
    -- The last draws with a result.
    'results', array(
      select jsonb_build_object('id', d.id, 'drawsAt', console.instant(d.draws_at), 'result', console.numbers(d.result),
        'publishedAt', console.instant(d.drawn_at), 'staked', f.stakes, 'paid', f.payouts)
      from (select * from draw r where r.result is not null and r.draws_at <= v_now order by r.draws_at desc limit 5) d
      left join lateral (
        select coalesce(sum(g.stakes), 0) as stakes, coalesce(sum(g.payouts), 0) as payouts from draw_figure g where g.draw_id = d.id
        having d.dues_listed_at is not null
      ) f on true order by d.draws_at desc
    ),
    'payments', (
      with unfinished as materialized (
        select p.amount, p.created_at,
          case p.status::text when 'unknown' then 'unknown' when 'review' then 'held' else 'waiting' end as queue
        from payment p where p.status not in ('succeeded', 'paid', 'failed', 'expired') and p.mismatch is null
        union all
        -- A mismatched payment counts even if it has ended.
        select p.amount, p.created_at, 'mismatched' from payment p where p.mismatch is not null
      )
      select jsonb_agg(jsonb_build_object('queue', n.queue, 'count', q.count, 'amount', q.amount, 'oldestAt', console.instant(q.oldest_at))
        order by n.place)
      from unnest(array['waiting', 'unknown', 'mismatched', 'held']) with ordinality as n (queue, place)
      cross join lateral (
        select count(*) as count, coalesce(sum(u.amount), 0) as amount, min(u.created_at) as oldest_at
        from unfinished u where u.queue = n.queue
      ) q
    ),
    'books', (
      select jsonb_build_object(
        'lastPassAt', (select console.instant(max(p.finished_at)) from reconciliation_pass p),
        'lastFullPassAt', (select console.instant(p.finished_at) from reconciliation_pass p where p.scope = 'full'),
        'mismatches', (select count(*) from mismatch m where m.closed_at is null),
        'withdrawalsStoppedAt', (select console.instant(f.raised_at) from operation_flag f where f.name = 'withdrawals_stopped')
      )
    )
  );
  -- The update comes last, because others who look wait for this row until the commit.
  if v_sees_exposure and v_next.id is not null then
    insert into exposure_wanted (draw_id, wanted_at) values (v_next.id, clock_timestamp())
    on conflict (draw_id) do update set wanted_at = excluded.wanted_at
    where exposure_wanted.wanted_at < excluded.wanted_at - interval '3 s';
  end if;
  return v_overview;
end
$$;

-- How many players bought tickets between two moments. From midnight on, and until the next one at the latest, it is what the worker has
-- counted minute by minute, and those who came since. To tell the players of a day apart anew takes 0.3 s for 300,000 tickets. Any other
-- span, or one that has minutes nobody counted players in, is read from its tickets.
create or replace function console.players_between(p_from timestamptz, p_to timestamptz, p_zone text) returns bigint
language plpgsql stable set search_path = public, pg_temp
-- Tickets of a span lie together: the planner would rather read all that have an id of that time.
set enable_indexscan = off set plan_cache_mode = force_custom_plan
as $$
declare
  v_counted timestamptz := (select least(date_trunc('minute', p_to), c.through) from sales_counted c
    where c.zone = p_zone and c.zone_since <= p_from and date_trunc('day', p_to - interval '1 microsecond', p_zone) = p_from);
  v_players bigint;
  v_first uuid := first_ticket_id(p_from);
  v_uncounted uuid := first_ticket_id(v_counted);
  v_beyond uuid := end_of_ticket_ids(p_to);
begin
  if v_counted > p_from then
    select coalesce(sum(m.first_players), 0) into v_players from sale_minute m where m.at >= p_from and m.at < v_counted
    having count(*) = count(m.first_players);
  end if;
  if v_players is null then
    return (select count(distinct t.client_id) from every_ticket t
      where t.accepted_at >= p_from and t.accepted_at < p_to and t.id >= v_first and t.id < v_beyond);
  end if;
  return v_players + (
    select count(*) from (
      select distinct t.client_id from every_ticket t
      where t.accepted_at >= v_counted and t.accepted_at < p_to and t.id >= v_uncounted and t.id < v_beyond
    ) c
    where (
      select true from every_ticket t
      where t.client_id = c.client_id and t.id >= v_first and t.id < v_beyond and t.accepted_at >= p_from and t.accepted_at < v_counted limit 1
    ) is null);
end
$$;

-- The business between two moments: stakes and payouts of the draws that were settled, as the report on games has them, and payments by
-- when they were asked for.
create or replace function console.business_between(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('stakes', f.stakes, 'payouts', f.payouts,
    'players', console.players_between(p_from, p_to, p_zone),
    'newPlayers', (select count(*) from client c where c.created_at >= p_from and c.created_at < p_to),
    'deposits', p.deposits, 'withdrawals', p.withdrawals)
  from (
    select coalesce(sum(g.stakes), 0) as stakes, coalesce(sum(g.payouts), 0) as payouts
    from draw d join draw_figure g on g.draw_id = d.id
    where d.finished_at >= p_from and d.finished_at < p_to and d.status = 'settled'
  ) f cross join (
    select coalesce(sum(y.amount) filter (where y.status = 'succeeded'), 0) as deposits,
      coalesce(sum(y.amount) filter (where y.status = 'paid'), 0) as withdrawals
    from payment y where y.created_at >= p_from and y.created_at < p_to
  ) p
$$;

-- Today so far, and until the same time of yesterday and of a week ago; and what fair draws would have returned, with the band that
-- payouts stay in, of the draws whose spread is known.
create or replace function console.read_business(p_session text, p_zone text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_today timestamptz := date_trunc('day', v_now, p_zone);
begin
  perform console.require_to_read(p_session, 'getBusiness');
  return jsonb_build_object(
    'computedAt', console.instant(v_now),
    'today', console.business_between(v_today, v_now, p_zone),
    'yesterday', console.business_between(v_today - interval '1 day', v_now - interval '1 day', p_zone),
    'lastWeek', console.business_between(v_today - interval '7 days', v_now - interval '7 days', p_zone),
    'fair', (
      select jsonb_build_object('stakes', d.fair_stakes, 'expected', d.fair_expected, 'low', d.fair_low, 'high', d.fair_high)
      from figures_by_day(v_today, v_now, p_zone) d
      where d.day is not null and d.bet_type = 0 and d.status = 'settled' and d.fair_stakes > 0
    ));
end
$$;
