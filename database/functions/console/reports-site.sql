-- Reports of what operators did, of what runs, and of accounts that are made and closed. See docs/decisions/0079.

-- Lines of the audit that are no event: who comes, goes and looks, and what the audit writes about itself.
create or replace function console.is_routine(p_act text) returns boolean language sql immutable as $$
  select p_act in ('signed_in', 'signed_out', 'session_idle', 'session_expired', 'session_ended', 'request_opened', 'head_signed', 'views_digested',
    'view_saved', 'view_removed', 'report_given', 'software_measured') or p_act like '%\_exported'
$$;

create or replace function console.rows_of_events(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select lpad(a.number::text, 19, '0'), jsonb_build_object('number', a.number, 'at', console.instant(a.at), 'who', r.record ->> 'who',
    'act', a.act, 'subject', a.subject, 'reason', r.record ->> 'reason', 'before', (r.record -> 'before')::text,
    'after', (r.record -> 'after')::text, 'request', (select q.number from console.request q where q.id = a.request_id))
  from (
    select l.number from (
      -- Without the offset, the planner would walk through all lines by their number, in search of the first ones of the period.
      select n.number, n.act from console.audit n where n.at >= p_from and n.at < p_to offset 0
    ) l
    where l.number > coalesce(p_after::bigint, 0) and not console.is_routine(l.act)
    order by l.number limit p_most
  ) k
  join console.audit a on a.number = k.number
  cross join lateral (select convert_from(a.record, 'UTF8')::jsonb as record) r
$$;

create or replace function console.sums_of_events(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  -- Numbers follow one another, so the first and the last one say how many lines there must be.
  select jsonb_build_object(
    'totals', jsonb_build_object(),
    'books', jsonb_build_array(
      console.held_against('lines', count(*) filter (where not r), count(*) filter (where r), max(a.number) - min(a.number) + 1),
      console.held_against('wrongLines', 0, 0, (select count(*) from console.audit_check where wrong_number is not null))))
  from console.audit a cross join lateral (select console.is_routine(a.act) as r) o
  where a.at >= p_from and a.at < p_to
$$;

create or replace function console.rows_of_variance(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select lpad(m.id::text, 19, '0'), jsonb_build_object('at', console.instant(m.found_at), 'check', m.check_name, 'subject', m.subject || ' ' || m.subject_id,
    'detail', m.detail::text, 'closedAt', console.instant(m.closed_at))
  from mismatch m
  where m.found_at >= p_from and m.found_at < p_to and m.id > coalesce(p_after::bigint, 0)
  order by m.id limit p_most
$$;

create or replace function console.sums_of_variance(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  -- The last full pass says itself how much it found.
  select jsonb_build_object(
    'totals', jsonb_build_object(),
    'books', jsonb_build_array(console.held_against('lastFullPass',
      (select count(*) from mismatch m where m.last_found_at = p.finished_at), 0, p.mismatches)))
  from (select) one left join reconciliation_pass p on p.scope = 'full'
$$;

-- One row a day, or one a month for more than a month.
create or replace function console.rows_of_accounts_made(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  with unit (name) as (
    select case when p_to <= p_from + interval '32 days' then 'day' else 'month' end
  ), event as (
    select date_trunc(u.name, c.created_at, p_zone) as unit_from, 1 as made, 0 as asked, 0 as closed
    from client c, unit u where c.created_at >= p_from and c.created_at < p_to and c.id <> all ((select console.test_clients())::bigint[])
    union all
    select date_trunc(u.name, k.asked_at, p_zone), 0, 1, 0
    from closing k, unit u where k.asked_at >= p_from and k.asked_at < p_to and k.client_id <> all ((select console.test_clients())::bigint[])
    union all
    select date_trunc(u.name, c.erased_at, p_zone), 0, 0, 1
    from client c, unit u where c.erased_at >= p_from and c.erased_at < p_to and c.id <> all ((select console.test_clients())::bigint[])
  )
  select l.day::text, jsonb_build_object('from', l.day, 'made', l.made, 'askedToClose', l.asked, 'closed', l.closed)
  from (
    select (e.unit_from at time zone p_zone)::date as day, sum(e.made) as made, sum(e.asked) as asked, sum(e.closed) as closed from event e group by 1
  ) l
$$;

create or replace function console.sums_of_accounts_made(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  -- Each account has a wallet from its first moment, also once it is closed.
  select jsonb_build_object(
    'totals', jsonb_build_object('made', count(*) filter (where c.created_at >= p_from and not t),
      'askedToClose', (select count(*) from closing k where k.asked_at >= p_from and k.asked_at < p_to and k.client_id <> all ((select console.test_clients())::bigint[])),
      'closed', (select count(*) from client e where e.erased_at >= p_from and e.erased_at < p_to and e.id <> all ((select console.test_clients())::bigint[]))),
    'books', jsonb_build_array(console.held_against('accounts', count(*) filter (where not t), count(*) filter (where t),
      (select count(*) from wallet) - (select count(*) from client l where l.created_at >= p_to))))
  from client c cross join lateral (select c.id = any ((select console.test_clients())::bigint[]) as t) o
  where c.created_at < p_to
$$;

-- Software that was started or is another one, sales and withdrawals that were stopped and started, by people and by caps, draws and timetable.
create or replace function console.rows_of_site_changes(p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer)
returns table (key text, cells jsonb)
language sql stable set search_path = public, pg_temp as $$
  select lpad(a.number::text, 19, '0'), jsonb_build_object('number', a.number, 'at', console.instant(a.at), 'what', case when a.act = 'request_done' then q.kind else a.act end,
    'subject', a.subject, 'who', r.record ->> 'who', 'reason', r.record ->> 'reason', 'before', (r.record -> 'before')::text,
    'after', (r.record -> 'after')::text, 'request', q.number)
  from (
    select l.* from console.audit l
    left join console.request k on k.id = l.request_id
    where l.at >= p_from and l.at < p_to and l.number > coalesce(p_after::bigint, 0)
      and (
        l.act in ('software_started', 'sales_stopped', 'sales_paused', 'pause_ended', 'withdrawals_stopped')
        or l.act = 'software_measured' and convert_from(l.record, 'UTF8')::jsonb -> 'before' <> 'null'
        or l.act = 'request_done' and k.kind in ('start_sales', 'let_withdrawals_go_on', 'call_off_draw', 'timetable')
      )
    order by l.number limit p_most
  ) a
  left join console.request q on q.id = a.request_id
  cross join lateral (select convert_from(a.record, 'UTF8')::jsonb as record) r
$$;

create or replace function console.sums_of_site_changes(p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  -- The lines of the audit, and the stops themselves, which no line is needed for.
  select jsonb_build_object(
    'totals', jsonb_build_object(),
    'books', jsonb_build_array(
      console.held_against('salesStopped', count(*) filter (where a.act in ('sales_stopped', 'sales_paused')), 0, (
        select count(*) from sales_stop s
        where s.stopped_at >= p_from and s.stopped_at < p_to)),
      -- A request ends all stops that it names, and is one line. Each pause of a cap ends by itself.
      console.held_against('salesStarted', count(*) filter (where a.act = 'request_done' or a.act = 'pause_ended'), 0, (
        select count(distinct s.request_id) filter (where s.cap_id is null) + count(*) filter (where s.cap_id is not null)
        from sales_stop s where s.ended_at >= p_from and s.ended_at < p_to and s.request_id is not null))))
  from console.audit a left join console.request k on k.id = a.request_id
  where a.at >= p_from and a.at < p_to
    and (a.act in ('sales_stopped', 'sales_paused', 'pause_ended') or a.act = 'request_done' and k.kind = 'start_sales')
$$;
