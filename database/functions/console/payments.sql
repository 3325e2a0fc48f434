-- Operators' reads of payments and acts on them. See docs/decisions/0062.
--
-- Locks: the request, then the payment, then the wallet, then the head of the audit.

-- The statuses in which a payment has not ended.
create or replace function console.is_under_way(p_status payment_status) returns boolean language sql immutable as $$
  select p_status not in ('succeeded', 'paid', 'failed', 'expired')
$$;

-- The order of a queue, the most urgent first.
create or replace function console.payment_rank(p payment) returns integer language sql immutable as $$
  select case when p.mismatch is not null then 0 when p.status = 'unknown' then 1 when p.status = 'review' then 2 else 3 end
$$;

-- Whether the account of a player is known to be an operator's own.
create or replace function console.is_own_account(p_operator bigint, p_client bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from console.own_account where operator_id = p_operator and client_id = p_client)
$$;

-- Notes that an account is an operator's own: no act of that operator touches it from now on. Returns `noted`; or what is in the
-- way: `not_there`.
create or replace function console.note_own_account(p_session text, p_operator text, p_client bigint, p_reason text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'noteOwnAccount');
  v_operator bigint := (select id from console.operator where name = p_operator);
begin
  if v_operator is null or not exists (select from wallet where client_id = p_client) then
    return 'not_there';
  end if;
  insert into console.own_account (operator_id, client_id) values (v_operator, p_client) on conflict do nothing;
  perform console.write_audit(o, 'own_account_noted', 'client ' || p_client, p_reason, null, null,
    jsonb_build_object('operator', p_operator));
  return 'noted';
end
$$;

-- Those of some statuses that payments of a direction can have; null for all. A search for the others would read every payment.
create or replace function console.statuses_of(p_direction payment_direction, p_statuses payment_status[]) returns payment_status[]
language sql immutable as $$
  select case when p_statuses is null or p_direction is null then p_statuses else array(
    select s from unnest(p_statuses) s
    -- The statuses that the condition payment_status_of_its_direction allows.
    where s in ('created', 'failed') or (p_direction = 'deposit') = (s in ('pending', 'succeeded', 'expired'))
  ) end
$$;

-- The network of a payment's method: `orange` of orange-money. Providers name the same network differently.
create or replace function console.network_of(p_method text) returns text language sql immutable as $$
  select regexp_replace(p_method, '-(money|momo)$', '')
$$;

-- The methods that payments have had, with the accounts. Reads from one to the next by the index: they are few, of millions of payments.
create or replace function console.methods_used() returns table (method text, provider text)
language sql stable rows 20 set search_path = public, pg_temp as $$
  with recursive used (method, provider) as (
    (select y.method, y.provider from payment y order by y.method, y.provider limit 1)
    union all
    select n.method, n.provider
    from used u cross join lateral (
      select y.method, y.provider from payment y where (y.method, y.provider) > (u.method, u.provider) order by y.method, y.provider limit 1
    ) n
  )
  select u.method, u.provider from used u
$$;

-- Those of a network, at one account or at any.
create or replace function console.methods_of_network(p_network text, p_provider text) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select array(select distinct u.method from console.methods_used() u
    where console.network_of(u.method) = p_network and (p_provider is null or u.provider = p_provider) order by u.method)
$$;

-- The terms of a payment, without its player; `p_at` is the moment that it is seen at.
create or replace function console.payment_terms(p payment, p_at timestamptz default null) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', p.id, 'createdAt', console.instant(p.created_at), 'updatedAt', console.instant(p.updated_at),
    'direction', p.direction, 'status', p.status, 'amount', p.amount, 'refunded', refunded(p, p_at),
    'country', p.country, 'method', p.method, 'provider', p.provider, 'mismatch', p.mismatch)
$$;

-- A payment as every list shows it. Its review is null where it was never held.
create or replace function console.payment_item(
  p payment, r withdrawal_review, e withdrawal_review_end, p_at timestamptz default null, p_named boolean default false
) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select console.payment_terms(p, p_at) || jsonb_build_object('clientId', p.client_id,
    'phone', (select console.mask_phone(c.phone) from client c where c.id = p.client_id),
    'name', (select console.shown_name(c, p_named) from client c where c.id = p.client_id),
    'dueAt', console.instant(p.due_at),
    'review', case when r.payment_id is not null then
      jsonb_build_object('reasons', r.reasons, 'until', console.instant(r.until), 'verdict', e.verdict) end)
$$;

-- The condition of a list of payments, `p`, made of the filters that are set, so that each combination is planned for itself. A value has
-- its type before it is written into the text.
create or replace function console.payments_where(p_filters jsonb) returns text
language sql stable set search_path = public, pg_temp as $$
  select concat_ws(' and ',
    case p_filters ->> 'view'
      when 'open' then $w$(p.status not in ('succeeded', 'paid', 'failed', 'expired') or p.mismatch is not null)$w$
      when 'waiting' then $w$p.status in ('created', 'pending', 'processing')$w$
      when 'unknown' then $w$p.status = 'unknown'$w$
      when 'mismatched' then $w$p.mismatch is not null$w$
      when 'held' then $w$p.status = 'review'$w$
      when 'all' then 'true'
    end,
    'p.direction = ' || quote_literal(v.direction),
    'p.provider = ' || quote_literal(p_filters ->> 'provider'),
    case v.methods when '{}' then 'false' else 'p.method = any (' || quote_literal(v.methods::text) || '::text[])' end,
    case v.statuses when '{}' then 'false' else 'p.status = any (' || quote_literal(v.statuses::text) || '::payment_status[])' end,
    'p.amount >= ' || (p_filters ->> 'least')::bigint,
    'p.amount <= ' || (p_filters ->> 'most')::bigint,
    '(p.client_id = any (' || quote_literal(v.clients::text) || '::bigint[]) or p.id = any (' || quote_literal(v.payments::text) || '::uuid[]))',
    'p.created_at >= ' || quote_literal((p_filters ->> 'from')::timestamptz),
    'p.created_at < ' || quote_literal((p_filters ->> 'to')::timestamptz))
  from (
    select (p_filters ->> 'direction')::payment_direction as direction,
      console.statuses_of((p_filters ->> 'direction')::payment_direction, console.texts_of(p_filters -> 'status')::payment_status[]) as statuses,
      console.texts_of(p_filters -> 'clients')::bigint[] as clients, console.texts_of(p_filters -> 'payments')::uuid[] as payments,
      case when p_filters ->> 'network' is not null then console.methods_of_network(p_filters ->> 'network', p_filters ->> 'provider') end as methods
  ) v
$$;

-- Payments after the one that was seen last. Queues (`open`, `waiting`, `unknown`, `mismatched`, `held`) come worst and oldest first,
-- `all` comes newest first.
create or replace function console.find_payments(p_filters jsonb, p_last uuid, p_most integer) returns setof payment
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_last payment;
  v_queue boolean := p_filters ->> 'view' <> 'all';
begin
  select * into v_last from payment q where q.id = p_last;
  return query execute 'select p.* from payment p where ' || console.payments_where(p_filters)
    || case
      when v_last.id is null then ''
      when v_queue then ' and (console.payment_rank(p), p.created_at, p.id) > (console.payment_rank($1), $1.created_at, $1.id)'
      else ' and (p.created_at, p.id) < ($1.created_at, $1.id)'
    end
    || ' order by ' || case when v_queue then 'console.payment_rank(p), p.created_at, p.id' else 'p.created_at desc, p.id desc' end || ' limit $2'
  using v_last, p_most;
end
$$;

-- Payments as a list shows them.
create or replace function console.list_payments(p_session text, p_filters jsonb, p_last uuid, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'listOperatorPayments');
begin
  return query
    select console.payment_item(f.p, r, e, null, not console.sees_masked(o)), (f.p).id::text
    from (select p, row_number() over () as place from console.find_payments(p_filters, p_last, p_most) p) f
    left join withdrawal_review r on r.payment_id = (f.p).id left join withdrawal_review_end e on e.payment_id = (f.p).id
    order by f.place;
end
$$;

-- The sums of the payments in the same list, without those that failed or expired. Null where there are more than twenty thousand: adding
-- them up would take too long.
create or replace function console.sum_payments(p_session text, p_filters jsonb) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_sums jsonb;
begin
  perform console.require_to_read(p_session, 'sumOperatorPayments');
  execute $sum$
    select jsonb_build_object('count', least(count(*), 20000), 'hasMore', count(*) > 20000,
      'in', case when count(*) <= 20000 then coalesce(sum(p.amount) filter (where p.direction = 'deposit' and p.moves), 0) end,
      'out', case when count(*) <= 20000 then coalesce(sum(p.amount) filter (where p.direction = 'withdrawal' and p.moves), 0) end)
    from (select p.direction, p.amount, p.status not in ('failed', 'expired') as moves from payment p where $sum$
    || console.payments_where(p_filters) || ' limit 20001) p' into v_sums;
  return v_sums;
end
$$;

-- How many payments each queue has, up to a thousand: nothing is counted that has to be counted for long.
create or replace function console.count_payments(p_session text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'countOperatorPayments');
  return jsonb_build_object(
    'waiting', (select count(*) from (select from payment where status in ('created', 'pending', 'processing') limit 1000) w),
    'unknown', (select count(*) from (select from payment where status = 'unknown' limit 1000) w),
    'mismatched', (select count(*) from (select from payment p where p.mismatch is not null limit 1000) w),
    'held', (select count(*) from (select from payment where status = 'review' limit 1000) w));
end
$$;

-- The payments that ended and those that moved money, by direction, and the median and the 95th of a hundred of the seconds that it took.
create or replace function console.health_figures(
  p_deposits bigint, p_deposited bigint, p_withdrawals bigint, p_withdrawn bigint, p_seconds float8[]
) returns jsonb language sql immutable as $$
  select jsonb_build_object('deposits', p_deposits, 'deposited', p_deposited, 'withdrawals', p_withdrawals, 'withdrawn', p_withdrawn,
    'median', p_seconds[1], 'most', p_seconds[2])
$$;

-- The health of each network at each account, within a day and within 28 days, and hour by hour of the last 24. A payment that has ended
-- and moved money has succeeded; the times are those of successes, from the call to the provider. A line is one country and direction, of
-- the last 24 hours: there only what moved money, or failed for a reason of the provider, counts.
create or replace function console.network_health(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp
-- The payments of a month are sorted in memory.
set work_mem = '32MB' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
begin
  perform console.require_to_read(p_session, 'listNetworks');
  return query
    with p as materialized (
      select console.network_of(q.method) as network, q.provider, q.direction, q.amount, q.created_at, q.status in ('succeeded', 'paid') as done,
        not console.is_under_way(q.status) as ended, date_part('epoch', q.updated_at - coalesce(q.sent_at, q.created_at)) as seconds,
        q.id, q.country, q.method, q.status = 'failed' and q.provider_failed as theirs
      from payment q where q.created_at >= v_now - interval '24 hours'
    ), used as materialized (
      -- Payments are sorted by a number, and not by two names.
      select u.method, u.provider, n.network, dense_rank() over (order by n.network, u.provider) as number
      from console.methods_used() u cross join lateral (select console.network_of(u.method) as network) n
    ), span as (
      select 'day' as name, p.network, p.provider, console.health_figures(
          count(*) filter (where p.direction = 'deposit'), count(*) filter (where p.direction = 'deposit' and p.done),
          count(*) filter (where p.direction = 'withdrawal'), count(*) filter (where p.direction = 'withdrawal' and p.done),
          percentile_cont('{0.5,0.95}'::float8[]) within group (order by p.seconds) filter (where p.done)) as figures
      from p where p.ended group by 2, 3
      union all
      select 'month', u.network, u.provider, m.figures
      from (
        select r.number, console.health_figures(
          count(*) filter (where r.ended and r.deposit), count(*) filter (where r.done and r.deposit),
          count(*) filter (where r.ended and not r.deposit), count(*) filter (where r.done and not r.deposit),
          percentile_cont('{0.5,0.95}'::float8[]) within group (order by r.seconds) filter (where r.done)) as figures
        from (
          select u.number, q.direction = 'deposit' as deposit, q.status in ('succeeded', 'paid') as done, not console.is_under_way(q.status) as ended,
            date_part('epoch', q.updated_at - coalesce(q.sent_at, q.created_at)) as seconds
          from payment q join used u on (u.method, u.provider) = (q.method, q.provider) where q.created_at >= v_now - interval '28 days' offset 0
        ) r
        group by r.number
      ) m
      join (select distinct number, network, provider from used) u on u.number = m.number
    ), hour as (
      select h.network, h.provider, jsonb_agg(jsonb_build_object('at', console.instant(h.at), 'ended', h.ended, 'done', h.done, 'in', h.paid_in,
          'out', h.paid_out) order by h.at) as hours
      from (
        select p.network, p.provider, date_trunc('hour', p.created_at) as at, count(*) filter (where p.ended) as ended, count(*) filter (where p.done) as done,
          coalesce(sum(p.amount) filter (where p.done and p.direction = 'deposit'), 0) as paid_in,
          coalesce(sum(p.amount) filter (where p.done and p.direction = 'withdrawal'), 0) as paid_out
        from p where p.created_at >= date_trunc('hour', v_now) - interval '23 hours' group by 1, 2, 3
      ) h group by 1, 2
    ), open as (
      select console.network_of(q.method) as network, q.provider, q.country, q.method, q.direction,
        count(*) filter (where q.status <> 'unknown') as waiting, count(*) filter (where q.status = 'unknown') as unknown
      from payment q where q.status in ('created', 'pending', 'processing', 'unknown') group by 1, 2, 3, 4, 5
    ), waits as (
      select network, provider, sum(waiting)::bigint as waiting, sum(unknown)::bigint as unknown from open group by 1, 2
    ), tried as (
      select p.network, p.provider, p.country, p.method, p.direction, p.created_at as at, p.done, p.theirs, case when p.done then p.seconds end as seconds,
        (select max(w.received_at) from webhook w where w.payment_id = p.id) as noticed_at
      from p
      union all
      -- The payment's next account, after this one had refused it.
      select console.network_of(q.method), a.account, q.country, q.method, q.direction, a.at, false, true, null, null
      from payment_attempt a join payment q on q.id = a.payment_id
      where a.at >= v_now - interval '24 hours' and a.because not in ('stopped', 'paused')
    ), figured as (
      select t.network, t.provider, t.country, t.method, t.direction,
        jsonb_build_object('done', count(*) filter (where t.done and t.at >= v_now - interval '15 minutes'),
          'failed', count(*) filter (where t.theirs and t.at >= v_now - interval '15 minutes')) as quarter,
        jsonb_build_object('done', count(*) filter (where t.done and t.at >= v_now - interval '1 hour'),
          'failed', count(*) filter (where t.theirs and t.at >= v_now - interval '1 hour')) as hour,
        jsonb_build_object('done', count(*) filter (where t.done), 'failed', count(*) filter (where t.theirs)) as day,
        percentile_cont(0.5) within group (order by t.seconds) as median, percentile_cont(0.95) within group (order by t.seconds) as most,
        max(t.noticed_at) as noticed_at
      from tried t group by 1, 2, 3, 4, 5
    ), line as (
      select network, provider, jsonb_agg(jsonb_build_object('country', country, 'method', method, 'direction', direction,
          'quarter', coalesce(f.quarter, zero.figures), 'hour', coalesce(f.hour, zero.figures), 'day', coalesce(f.day, zero.figures),
          'median', f.median, 'most', f.most, 'noticedAt', console.instant(f.noticed_at), 'waiting', coalesce(o.waiting, 0),
          'unknown', coalesce(o.unknown, 0)) order by country, method, direction) as lines
      from figured f full join open o using (network, provider, country, method, direction)
      cross join (select '{"done": 0, "failed": 0}'::jsonb as figures) zero group by 1, 2
    ), none as (
      select '{"deposits": 0, "deposited": 0, "withdrawals": 0, "withdrawn": 0, "median": null, "most": null}'::jsonb as figures
    )
    select jsonb_build_object('network', n.network, 'provider', n.provider, 'waiting', coalesce(w.waiting, 0), 'unknown', coalesce(w.unknown, 0),
      'day', coalesce(d.figures, none.figures), 'month', coalesce(m.figures, none.figures), 'hours', coalesce(h.hours, '[]'), 'lines', coalesce(l.lines, '[]'))
    from (select network, provider from span union select network, provider from p union select network, provider from waits) n cross join none
    left join waits w using (network, provider)
    left join hour h using (network, provider)
    left join line l using (network, provider)
    left join span d on (d.network, d.provider, d.name) = (n.network, n.provider, 'day')
    left join span m on (m.network, m.provider, m.name) = (n.network, n.provider, 'month')
    order by n.network, n.provider;
end
$$;

-- The sum of a client's withdrawals within 24 hours, paid or on their way; a held one counts from its release.
create or replace function console.withdrawn_in_a_day(p_client bigint, p_except uuid) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(p.amount), 0)::bigint
  from payment p left join withdrawal_review_end e on e.payment_id = p.id
  where p.client_id = p_client and p.direction = 'withdrawal' and p.id <> p_except and p.status <> 'failed'
    and (p.status <> 'review' or e.verdict = 'released')
    and coalesce(e.decided_at, p.created_at) > clock_timestamp() - interval '24 hours'
$$;

-- The most that one operator may release of a client in a day.
create or replace function console.released_by_one() returns bigint language sql immutable as $$ select 1000000::bigint $$;

-- One payment, now or at a moment, with the provider's last answer by then, the reason for holding it, and its events. The look is
-- recorded. Null where there is none.
create or replace function console.open_payment(p_session text, p_payment uuid, p_at timestamptz default null) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'getOperatorPayment');
begin
  if not exists (select from payment p where p.id = p_payment) then
    return null;
  end if;
  perform console.require_moment(p_at, (select q.created_at from payment q where q.id = p_payment));
  -- The screen polls while it is open: that is one look.
  if not exists (
    select from console.view_log v where v.subject = 'payment ' || p_payment and v.operator_id = o.id and v.at > clock_timestamp() - interval '15 minutes'
  ) then
    perform console.write_view(o, 'payment ' || p_payment, 'payment', null);
  end if;
  return (
    select item || jsonb_build_object('fromWin', p.from_win, 'fromDep', p.from_dep, 'providerRef', p.provider_ref, 'failure', p.failure,
      'sentAt', console.instant(p.sent_at), 'asked', p.asked,
      'answer', case when a.payment_id is not null then jsonb_build_object('askedAt', console.instant(a.asked_at),
        'answeredAt', console.instant(a.answered_at), 'said', a.said, 'detail', a.detail) end,
      'review', case when r.payment_id is not null then (item -> 'review') || jsonb_build_object('decidedBy', d.name,
        'decidedAt', console.instant(e.decided_at), 'because', e.reason, 'told', e.told,
        'takesTwo', p_at is null and p.status = 'review' and day.sum + p.amount > console.released_by_one(),
        'withdrawnInADay', day.sum, 'payoutsWait', p_at is null and exists (select from payouts_wait(p.client_id))) end,
      -- Nothing is decided about what has passed.
      'canBe', array(
        select s from unnest(array['paid', 'succeeded', 'failed', 'refunded', 'reversed']) s where p_at is null and console.can_be_decided(p, s) and (s <> 'reversed' or refunded(p) = 0)),
      'wallet', jsonb_build_object('dep', w.dep, 'win', w.win, 'held', w.held, 'owed', w.owed),
      'story', console.payment_story(p_payment, p_at), 'postings', console.payment_postings(p_payment, p_at))
    from payment stored
    cross join lateral console.payment_as_of(stored, p_at) p
    cross join lateral wallet_at(p.client_id, p_at) w
    cross join lateral (select case when p_at is null then console.withdrawn_in_a_day(p.client_id, p.id) end as sum) day
    left join provider_answer a on a.payment_id = p.id and a.answered_at <= coalesce(p_at, a.answered_at)
    left join withdrawal_review r on r.payment_id = p.id
    left join withdrawal_review_end e on e.payment_id = p.id and e.decided_at <= coalesce(p_at, e.decided_at)
    left join console.operator d on d.id = e.decided_by
    cross join lateral console.payment_item(p, r, e, p_at) item
    where stored.id = p_payment
  );
end
$$;

-- The story of a payment, in order: its events, the notices of its provider, and the acts of operators on it.
create or replace function console.payment_story(p_payment uuid, p_at timestamptz) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', console.instant(s.at), 'source', s.source, 'kind', s.kind, 'fromStatus', s.from_status,
    'toStatus', s.to_status, 'detail', s.detail, 'who', s.who, 'line', case when s.source = 'act' then s.number end)
    order by s.at, s.source, s.number), '[]')
  from (
    select v.at, 'event', v.kind::text, v.from_status, v.to_status, v.detail, null::text, v.id
    from payment_event v where v.payment_id = p_payment
    union all
    (select n.received_at, 'notice', 'notice', null, null, jsonb_build_object('bytes', octet_length(n.body)), n.provider, null
     from webhook n
     where n.payment_id = p_payment and n.received_at >= (select created_at from payment where id = p_payment)
     order by n.received_at limit 200)
    union all
    (select a.at, 'act', a.act, null, null,
       jsonb_build_object('reason', convert_from(a.record, 'UTF8')::jsonb -> 'reason', 'request', a.request_id),
       coalesce(w.name, 'worker'), a.number
     from console.audit a left join console.operator w on w.id = a.operator_id
     where a.subject = 'payment ' || p_payment order by a.number limit 200)
  ) s (at, source, kind, from_status, to_status, detail, who, number)
  where p_at is null or s.at <= p_at
$$;

-- The postings of a payment and of its refunds, in order.
create or replace function console.payment_postings(p_payment uuid, p_at timestamptz) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'at', console.instant(l.at), 'kind', l.kind, 'from', l.from_account,
    'to', l.to_account, 'amount', l.amount) order by l.at, l.id), '[]')
  from (
    select o.client_id, o.posting_id
    from posted_once o
    where o.kind in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned') and o.reference = p_payment
    union all
    select o.client_id, o.posting_id
    from chargeback c join posted_once o on o.kind = 'chargeback' and o.reference = c.id
    where c.payment_id = p_payment
  ) o
  cross join lateral (select * from every_posting p where p.client_id = o.client_id and p.id = o.posting_id limit 1) l
  where l.at <= coalesce(p_at, l.at)
$$;

-- Has the provider asked about a payment at once; the worker does it. Returns `asked`; or the reason against it: `not_there`, `paid`
-- (which is final, once its provider can no longer take it back), `held` (its provider has not heard of it).
create or replace function console.ask_provider(p_session text, p_payment uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'askProvider');
  p payment;
begin
  select * into p from payment where id = p_payment for no key update;
  if p.id is null then
    return 'not_there';
  elsif p.status = 'paid' and p.due_at is null then
    return 'paid';
  elsif p.status = 'review' then
    return 'held';
  end if;
  update payment set due_at = clock_timestamp() where id = p.id;
  perform console.write_audit(o, 'provider_asked', 'payment ' || p.id, null, null, jsonb_build_object('status', p.status));
  return 'asked';
end
$$;

-- The reason why a held withdrawal cannot be released: `not_there`, `not_held`, `decided`, `payouts_wait`, `own`; null where it can. The
-- caller has locked the payment.
create or replace function console.release_in_the_way(p payment, p_operator bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when p.id is null then 'not_there'
    when exists (select from withdrawal_review_end e where e.payment_id = p.id) then 'decided'
    when p.status <> 'review' then 'not_held'
    when console.is_own_account(p_operator, p.client_id) then 'own'
    when exists (select from payouts_wait(p.client_id)) then 'payouts_wait'
  end
$$;

-- Lets a held withdrawal go: the worker sends it. Returns `released`; or the reason against it (above), or `takes_two`.
create or replace function console.release_withdrawal(p_session text, p_payment uuid, p_reason text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'releaseWithdrawal');
  p payment;
  v_way text;
begin
  select * into p from payment where id = p_payment for no key update;
  v_way := console.release_in_the_way(p, o.id);
  if v_way is not null then
    return v_way;
  end if;
  -- Two releases of one client run one after the other, so that each counts the other.
  perform from wallet where client_id = p.client_id for no key update;
  if console.withdrawn_in_a_day(p.client_id, p.id) + p.amount > console.released_by_one() then
    return 'takes_two';
  end if;
  perform console.end_review(p, 'released', o.id, p_reason, null, null);
  perform console.write_audit(o, 'withdrawal_released', 'payment ' || p.id, p_reason, null,
    jsonb_build_object('status', 'review'), jsonb_build_object('verdict', 'released', 'amount', p.amount));
  return 'released';
end
$$;

-- Refuses a held withdrawal: the worker gives its money back. Returns `refused`; or `not_there`, `not_held`, `decided`, `own`.
create or replace function console.refuse_withdrawal(p_session text, p_payment uuid, p_reason text, p_told text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'refuseWithdrawal');
  p payment;
  v_way text;
begin
  select * into p from payment where id = p_payment for no key update;
  v_way := console.release_in_the_way(p, o.id);
  if v_way is not null and v_way <> 'payouts_wait' then
    return v_way;
  end if;
  perform console.end_review(p, 'refused', o.id, p_reason, p_told, null);
  perform console.write_audit(o, 'withdrawal_refused', 'payment ' || p.id, p_reason, null,
    jsonb_build_object('status', 'review'), jsonb_build_object('verdict', 'refused', 'amount', p.amount, 'told', p_told));
  return 'refused';
end
$$;

-- Records the decision once, and has the worker carry it out immediately.
create or replace function console.end_review(
  p payment, p_verdict review_verdict, p_operator bigint, p_reason text, p_told text, p_request uuid
) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into withdrawal_review_end (payment_id, verdict, decided_by, reason, told, request_id)
  values (p.id, p_verdict, p_operator, p_reason, p_told, p_request);
  update payment set due_at = clock_timestamp(), asked = 0 where id = p.id;
end
$$;

-- The payment that a request is about.
create or replace function console.payment_of(r console.request) returns uuid language sql immutable as $$
  select substring(r.subject from '^payment ([0-9a-f-]{36})$')::uuid
$$;

-- Neither the asker nor the approver is the player.
create or replace function console.is_of_others(r console.request, p_client bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not console.is_own_account(r.asked_by, p_client) and (r.approved_by is null or not console.is_own_account(r.approved_by, p_client))
$$;

create or replace function console.complete_release_withdrawal(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('status', p.status, 'amount', p.amount, 'client', p.client_id,
    'withdrawnInADay', console.withdrawn_in_a_day(p.client_id, p.id))
  into r.old_values from payment p where p.id = console.payment_of(r);
  r.new_values := '{"verdict": "released"}';
  return case when found then r end;
end
$$;

create or replace function console.checks_of_release_withdrawal(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select d.*
  from (select) one
  left join payment p on p.id = console.payment_of(r)
  cross join lateral (values
    ('withdrawal_held', p.status = 'review' and not exists (
      select from withdrawal_review_end e where e.payment_id = p.id)),
    ('amount_unchanged', p.amount = (r.old_values ->> 'amount')::bigint),
    ('withdrawals_go', not exists (select from payouts_wait(p.client_id))),
    ('not_their_account', console.is_of_others(r, p.client_id))
  ) d
$$;

create or replace function console.execute_release_withdrawal(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'release_withdrawal');
  p payment;
begin
  select * into p from payment where id = console.payment_of(r) for no key update;
  perform from wallet where client_id = p.client_id for no key update;
  perform console.require_checks(r);
  perform console.end_review(p, 'released', r.asked_by, r.reason, null, r.id);
  perform console.finish_request(r.id);
end
$$;

-- The decisions that are possible from a status of a payment.
create or replace function console.can_be_decided(p payment, p_outcome text) returns boolean language sql immutable as $$
  select (p.direction::text, p.status::text, p_outcome) in (
    ('withdrawal', 'created', 'paid'), ('withdrawal', 'created', 'failed'),
    ('withdrawal', 'processing', 'paid'), ('withdrawal', 'processing', 'failed'),
    ('withdrawal', 'unknown', 'paid'), ('withdrawal', 'unknown', 'failed'),
    ('withdrawal', 'failed', 'paid'),
    ('deposit', 'created', 'succeeded'), ('deposit', 'created', 'failed'),
    ('deposit', 'pending', 'succeeded'), ('deposit', 'pending', 'failed'),
    ('deposit', 'expired', 'succeeded'), ('deposit', 'expired', 'failed'),
    ('deposit', 'failed', 'succeeded'),
    ('deposit', 'succeeded', 'refunded'),
    ('withdrawal', 'paid', 'reversed')
  )
$$;

-- The status is the one that the asker has seen, until the request is stored.
create or replace function console.complete_decide_payment(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('status', coalesce(r.new_values ->> 'seen', p.status::text), 'amount', p.amount, 'client', p.client_id),
    r.new_values - 'seen' || case when r.new_values ->> 'status' = 'refunded'
      then jsonb_build_object('refunded', coalesce((r.new_values ->> 'refunded')::bigint, p.amount)) else '{}' end
  into r.old_values, r.new_values from payment p where p.id = console.payment_of(r);
  return case when found then r end;
end
$$;

create or replace function console.checks_of_decide_payment(r console.request) returns table (code text, met boolean, params jsonb)
language sql stable set search_path = public, pg_temp as $$
  select d.*
  from (select) one
  left join payment p on p.id = console.payment_of(r)
  cross join lateral (values
    ('payment_still', p.status::text = r.old_values ->> 'status' and p.amount = (r.old_values ->> 'amount')::bigint,
      jsonb_build_object('status', r.old_values ->> 'status')),
    ('provider_asked', exists (
      select from provider_answer a where a.payment_id = p.id and a.asked_at > clock_timestamp() - interval '5 minutes'), null),
    ('statement_attached', trim(r.evidence) <> '', null),
    ('payment_can_be', console.can_be_decided(p, r.new_values ->> 'status') and (r.new_values ->> 'status' <> 'reversed' or refunded(p) = 0), jsonb_build_object('status', r.new_values ->> 'status')),
    ('refund_in_range',
      r.new_values ->> 'status' <> 'refunded' or (r.new_values ->> 'refunded')::bigint <= p.amount and (r.new_values ->> 'refunded')::bigint
        > (select coalesce(sum(c.amount), 0) from chargeback c where c.payment_id = p.id), null),
    ('not_their_account', console.is_of_others(r, p.client_id), null)
  ) d
$$;

-- Begins to decide a payment by hand: locks the request and the payment, and looks at all checks. The caller
-- applies the fact as any other (server/payments/transition.ts), and ends with console.finish_decision.
create or replace function console.begin_decision(p_request uuid, out payment_id uuid, out status text, out refunded bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'decide_payment');
begin
  payment_id := console.payment_of(r);
  perform from payment p where p.id = begin_decision.payment_id for no key update;
  perform console.require_checks(r);
  status := r.new_values ->> 'status';
  refunded := (r.new_values ->> 'refunded')::bigint;
end
$$;

-- Ends it, if the payment is now what was decided. It is not where the wallet does not hold what has to be taken from it.
create or replace function console.finish_decision(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request;
begin
  select * into r from console.request q where q.id = p_request and q.kind = 'decide_payment' and q.status = 'approved' for update;
  if not exists (
    select from payment p where p.id = console.payment_of(r) and case
      when r.new_values ->> 'status' = 'refunded' then p.status = 'succeeded' and (r.new_values ->> 'refunded')::bigint
        = (select sum(c.amount) from chargeback c where c.payment_id = p.id)
      when r.new_values ->> 'status' = 'reversed' then refunded(p) = p.amount
      else p.status::text = r.new_values ->> 'status'
    end
  ) then
    raise exception 'wallet_not_negative' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.finish_request(r.id);
end
$$;

-- The balance of the wallet that an adjustment changes.
create or replace function console.complete_adjust(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('wallet', r.new_values ->> 'wallet', 'balance', case r.new_values ->> 'wallet' when 'dep' then w.dep else w.win end)
  into r.old_values from wallet w where w.client_id = console.client_of(r);
  return case when found then r end;
end
$$;

-- Both wallets, what would be in the one that it changes, and the payment that it names.
create or replace function console.facts_of_adjust(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('dep', w.dep, 'win', w.win,
      'balanceAfter', case r.new_values ->> 'wallet' when 'dep' then w.dep else w.win end + (r.new_values ->> 'amount')::bigint)
    || coalesce((
      select jsonb_build_object('direction', p.direction, 'paymentAmount', p.amount, 'status', p.status, 'at', console.instant(p.created_at))
      from payment p where p.id = (r.new_values ->> 'payment')::uuid and p.client_id = w.client_id), '{}')
  from wallet w where w.client_id = console.client_of(r)
$$;

-- An adjustment: what it changes, and in whose wallet. A payment that may still be paid would be made up for twice.
create or replace function console.checks_of_adjust(r console.request) returns table (code text, met boolean, params jsonb)
language sql stable set search_path = public, pg_temp as $$
  select d.*
  from (select console.client_of(r) as client, (r.new_values ->> 'amount')::bigint as amount, r.new_values ->> 'wallet' as wallet) a
  left join wallet w on w.client_id = a.client
  left join payment p on p.id = (r.new_values ->> 'payment')::uuid and p.client_id = a.client
  cross join lateral (select case a.wallet when 'dep' then w.dep else w.win end as balance) b
  cross join lateral (values
    ('account_exists', w.client_id is not null and console.client_is_there(a.client), null::jsonb),
    ('changes_something', a.amount <> 0 and abs(a.amount) <= 100000000 and a.wallet in ('dep', 'win'), null),
    ('case_named', case when r.new_values ->> 'payment' is null then trim(r.new_values ->> 'case') <> '' else p.id is not null end, null),
    ('payment_over', coalesce(p.status in ('succeeded', 'paid', 'failed', 'expired'), true),
      case when p.id is not null then jsonb_build_object('status', p.status) end),
    ('wallet_not_negative', b.balance + a.amount >= 0, jsonb_build_object('balance', b.balance, 'amount', a.amount)),
    ('player_told', trim(r.new_values ->> 'told') <> '', null),
    ('not_their_account', console.is_of_others(r, a.client), null)
  ) d
$$;

create or replace function console.execute_adjust(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'adjust');
  v_client bigint := console.client_of(r);
  v_amount bigint := (r.new_values ->> 'amount')::bigint;
  v_account account := ('client_' || (r.new_values ->> 'wallet'))::account;
  v_outcome text;
begin
  -- The request is the reference, so that it is posted once.
  v_outcome := post_adjustment(
    v_client, r.id,
    case when v_amount > 0 then 'adjustment' else v_account end, case when v_amount > 0 then v_account else 'adjustment' end,
    abs(v_amount),
    (select name from console.operator where id = r.asked_by) || ', ' || (select name from console.operator where id = r.approved_by),
    r.reason, r.new_values ->> 'told', r.id);
  if v_outcome <> 'done' then
    raise exception '%', case v_outcome when 'insufficient_funds' then 'wallet_not_negative' else v_outcome end
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.finish_request(r.id);
end
$$;

-- Adjustments, the newest first.
create or replace function console.list_adjustments(
  p_session text, p_client bigint, p_from timestamptz, p_to timestamptz, p_last_micros bigint, p_last uuid, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.require_to_read(p_session, 'listAdjustments');
  return query
    select jsonb_build_object('reference', a.reference, 'at', console.instant(a.at), 'clientId', a.client_id,
      'wallet', case when 'client_dep' in (a.from_account, a.to_account) then 'dep' else 'win' end,
      'amount', case when a.to_account = 'adjustment' then -a.amount else a.amount end, 'author', a.author, 'reason', a.reason,
      'told', a.told, 'request', a.request_id),
      (extract(epoch from a.at) * 1000000)::bigint || '.' || a.reference
    from adjustment a
    where (p_client is null or a.client_id = p_client) and (p_from is null or a.at >= p_from) and (p_to is null or a.at < p_to)
      and (p_last is null or (a.at, a.reference) < ('epoch'::timestamptz + p_last_micros * interval '1 microsecond', p_last))
    order by a.at desc, a.reference desc limit p_most;
end
$$;
