-- Operators' reads of the money and the books, and their acts on all withdrawals. See docs/decisions/0062.
--
-- Nothing here adds up postings while somebody looks: the worker keeps sums (keep_account_hours), settlement those of draws (draw_figure),
-- and every answer says of which moment they are.

-- How the books stand: the passes, what is open, and whether withdrawals are stopped.
create or replace function console.books_state(p_session text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'getBooks');
  return (
    select jsonb_build_object(
      'stopped', case when f.name is not null then
        jsonb_build_object('because', f.reason, 'by', f.raised_by, 'at', console.instant(f.raised_at)) end,
      'mayGoOn', may_resume_withdrawals(), 'openMismatches', (select count(*) from mismatch where closed_at is null),
      'recent', case when r.scope is not null then console.pass_item(r) end, 'full', case when u.scope is not null then console.pass_item(u) end,
      'unfinished', case when t.tries is not null then jsonb_build_object('tries', t.tries, 'check', t.check_name) end,
      -- A pass that began since is the one that was wanted.
      'fullWantedAt', case when u.started_at is null or u.started_at <= w.wanted_at then console.instant(w.wanted_at) end,
      'sumsUntil', console.instant(k.until))
    from (select) one
    left join operation_flag f on f.name = 'withdrawals_stopped'
    left join reconciliation_pass r on r.scope = 'recent'
    left join reconciliation_pass u on u.scope = 'full'
    left join lateral (select * from unfinished_pass order by tries desc limit 1) t on true
    left join wanted_pass w on true
    left join account_hours_until k on true
  );
end
$$;

create or replace function console.pass_item(r reconciliation_pass) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('startedAt', console.instant(r.started_at), 'finishedAt', console.instant(r.finished_at), 'mismatches', r.mismatches)
$$;

-- The balance of every account at the end of an hour, or as far as the sums go; clearing by provider. What belongs to players is in
-- their accounts and in open stakes.
create or replace function console.accounts_at(p_session text, p_at timestamptz) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_until timestamptz := (select until from account_hours_until);
begin
  perform console.require_to_read(p_session, 'getAccounts');
  return (
    select jsonb_build_object(
      'at', case when count(*) > 0 and v_until is not null then console.instant(least(p_at, v_until)) end,
      'accounts', coalesce(jsonb_agg(jsonb_build_object('account', b.account, 'provider', nullif(b.provider, ''), 'balance', b.balance)
        order by b.account, b.provider), '[]'),
      'owedToPlayers', coalesce(sum(b.balance) filter (
        where b.account in ('client_dep', 'client_win', 'client_held', 'client_owed', 'draw_stakes')), 0),
      'atProviders', -coalesce(sum(b.balance) filter (where b.account = 'clearing'), 0))
    from (
      select m.account, m.provider, sum(m.amount)::bigint as balance
      from (
        select h.to_account, case when h.to_account = 'clearing' then h.provider else '' end, h.amount from account_hour h
        where p_at is null or h.hour < p_at
        union all
        select h.from_account, case when h.from_account = 'clearing' then h.provider else '' end, -h.amount from account_hour h
        where p_at is null or h.hour < p_at
      ) m (account, provider, amount)
      group by m.account, m.provider
    ) b);
end
$$;

-- The movements between two hours, by day of the site's zone or by hour, kind and accounts, as far as the sums go.
create or replace function console.movements(
  p_session text, p_from timestamptz, p_to timestamptz, p_unit text, p_zone text, p_account text
) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listMovements');
  return jsonb_build_object('until', (select console.instant(until) from account_hours_until), 'movements', coalesce((
    select jsonb_agg(jsonb_build_object('from', console.instant(m.unit), 'kind', m.kind, 'fromAccount', m.from_account,
        'toAccount', m.to_account, 'provider', nullif(m.provider, ''), 'amount', m.amount, 'postings', m.postings)
      order by m.unit desc, m.kind, m.from_account, m.to_account, m.provider)
    from (
      select date_trunc(p_unit, h.hour, p_zone), h.kind, h.from_account, h.to_account, h.provider, sum(h.amount)::bigint,
        sum(h.postings)::bigint
      from account_hour h
      where h.hour >= p_from and h.hour < p_to and (p_account is null or p_account::account in (h.from_account, h.to_account))
      group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3, 4, 5 limit 20000
    ) m (unit, kind, from_account, to_account, provider, amount, postings)), '[]'));
end
$$;

-- The postings behind a figure, oldest first, of one hour at most: they are found by their time.
create or replace function console.list_postings(
  p_session text, p_from timestamptz, p_to timestamptz, p_kind text, p_from_account text, p_to_account text,
  p_last_micros bigint, p_last_client bigint, p_last bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp
-- The planner takes the range for small and would rather read the table from its end.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_last_at timestamptz := 'epoch'::timestamptz + p_last_micros * interval '1 microsecond';
  v_from timestamptz := greatest(p_from, v_last_at);
  v_until timestamptz := least(p_to, p_from + interval '1 hour');
  v_step interval := interval '2 seconds';
  v_to timestamptz;
  v_found integer := 0;
  v_more integer;
  v_ids record := ids_of_postings(v_from, v_until);
begin
  perform console.require_to_read(p_session, 'listPostings');
  -- Reads a few seconds at a time, and more while few postings are found: an hour may have ten million.
  while v_from < v_until and v_found < p_most loop
    v_to := least(v_from + v_step, v_until);
    return query
      select jsonb_build_object('id', p.id, 'at', console.instant(p.at), 'clientId', p.client_id, 'kind', p.kind,
        'fromAccount', p.from_account, 'toAccount', p.to_account, 'amount', p.amount, 'reference', p.reference, 'drawId', p.draw_id),
        concat_ws('.', (extract(epoch from p.at) * 1000000)::bigint, p.client_id, p.id)
      from every_posting p
      where p.at >= v_from and p.at < v_to and p.id >= v_ids.first and p.id < v_ids.beyond
        and (p_kind is null or p.kind = p_kind::posting_kind)
        and (p_from_account is null or p.from_account = p_from_account::account)
        and (p_to_account is null or p.to_account = p_to_account::account)
        and (p_last is null or (p.at, p.client_id, p.id) > (v_last_at, p_last_client, p_last))
      order by p.at, p.client_id, p.id limit p_most - v_found;
    get diagnostics v_more = row_count;
    v_found := v_found + v_more;
    v_from := v_to;
    v_step := v_step * 4;
  end loop;
end
$$;

-- Mismatches with both sides, the newest first.
create or replace function console.list_mismatches(p_session text, p_open boolean, p_last bigint, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.require_to_read(p_session, 'listMismatches');
  return query
    select jsonb_build_object('id', m.id, 'check', m.check_name, 'subject', m.subject, 'subjectId', m.subject_id, 'detail', m.detail,
      'foundAt', console.instant(m.found_at), 'lastFoundAt', console.instant(m.last_found_at), 'closedAt', console.instant(m.closed_at)),
      m.id::text
    from mismatch m
    where (p_last is null or m.id < p_last) and (not p_open or m.closed_at is null)
    order by m.id desc limit p_most;
end
$$;

-- Stakes and payouts of draws, by the day of the site's zone on which they were settled, and by bet type. Draws that were called off took
-- nothing: they are left out. The public page has the same rows. The server adds when each day ends.
create or replace function console.draw_figures(p_session text, p_from timestamptz, p_to timestamptz, p_zone text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listFigures');
  return query
    select jsonb_build_object('day', (f.day at time zone p_zone)::date, 'from', console.instant(f.day), 'betType', console.bet_name(f.bet_type),
      'draws', f.draws, 'tickets', f.tickets, 'stakes', f.stakes, 'won', f.won, 'payouts', f.payouts, 'ggr', f.stakes - f.payouts)
    from figures_by_day(p_from, p_to, p_zone) f
    where f.day is not null and f.status = 'settled' and f.bet_type > 0;
end
$$;

-- The draws behind a figure, in the order in which they were settled.
create or replace function console.draws_of_figure(
  p_session text, p_from timestamptz, p_to timestamptz, p_bet_type smallint, p_last_micros bigint, p_last uuid, p_last_bet_type smallint,
  p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listFigureDraws');
  return query
    select jsonb_build_object('drawId', f.draw_id, 'drawsAt', console.instant(d.draws_at), 'finishedAt', console.instant(d.finished_at),
        'betType', console.bet_name(f.bet_type), 'tickets', f.tickets, 'stakes', f.stakes, 'won', f.won, 'payouts', f.payouts,
        'ggr', f.stakes - f.payouts),
      concat_ws('.', console.micros(d.finished_at), f.draw_id, f.bet_type)
    from draw d join draw_figure f on f.draw_id = d.id
    where d.finished_at >= p_from and d.finished_at < p_to and d.status = 'settled'
      and (p_bet_type is null or f.bet_type = p_bet_type)
      and (p_last is null or (d.finished_at, f.draw_id, f.bet_type) > (console.from_micros(p_last_micros), p_last, p_last_bet_type))
    order by d.finished_at, f.draw_id, f.bet_type limit p_most;
end
$$;

-- Types in what the bank says an account holds at the end of a day.
create or replace function console.type_bank_figure(p_session text, p_day date, p_account text, p_amount bigint, p_note text)
returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'typeBankFigure');
  v_number bigint;
  v_before bigint;
begin
  select b.amount into v_before from console.bank_figure b where b.day = p_day and b.account = p_account order by b.number desc limit 1;
  insert into console.bank_figure (day, account, amount, note, typed_by) values (p_day, p_account, p_amount, p_note, o.id)
  returning number into v_number;
  perform console.write_audit(o, 'bank_figure_typed', 'bank ' || p_account, p_note, null,
    case when v_before is not null then jsonb_build_object('day', p_day, 'amount', v_before) end,
    jsonb_build_object('day', p_day, 'amount', p_amount));
  return v_number;
end
$$;

-- The bank figures that were typed in, the newest day first: of each day and account the last figure, and how often it was corrected.
create or replace function console.list_bank_figures(p_session text, p_before date, p_most integer) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listBankFigures');
  return query
    select distinct on (b.day, b.account)
      jsonb_build_object('day', b.day, 'account', b.account, 'amount', b.amount, 'note', b.note, 'typedBy', o.name,
        'typedAt', console.instant(b.typed_at), 'corrections', count(*) over (partition by b.day, b.account) - 1),
      b.day::text
    from console.bank_figure b join console.operator o on o.id = b.typed_by
    where b.day in (
      select distinct n.day from console.bank_figure n where p_before is null or n.day < p_before order by n.day desc limit p_most
    )
    order by b.day desc, b.account, b.number desc;
end
$$;

-- Stops all withdrawals at once. Returns whether they were taken until now.
create or replace function console.stop_withdrawals(p_session text, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'stopWithdrawals');
begin
  insert into operation_flag (name, reason, raised_by) values ('withdrawals_stopped', p_reason, o.name) on conflict (name) do nothing;
  if not found then
    return false;
  end if;
  perform console.write_audit(o, 'withdrawals_stopped', 'withdrawals', p_reason);
  return true;
end
$$;

-- Has the worker look over all the books at once.
create or replace function console.want_full_pass(p_session text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'wantFullPass');
begin
  insert into wanted_pass (wanted_at) values (clock_timestamp()) on conflict (only_one) do update set wanted_at = excluded.wanted_at;
  perform console.write_audit(o, 'full_pass_wanted', 'books');
end
$$;

create or replace function console.complete_let_withdrawals_go_on(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  r.old_values := jsonb_build_object('withdrawals',
    case when exists (select from operation_flag where name = 'withdrawals_stopped') then 'stopped' else 'taken' end);
  r.new_values := '{"withdrawals": "taken"}';
  return r;
end
$$;

create or replace function console.checks_of_let_withdrawals_go_on(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values
    ('withdrawals_stopped', exists (select from operation_flag where name = 'withdrawals_stopped')),
    ('pass_clean', may_resume_withdrawals())
$$;

create or replace function console.execute_let_withdrawals_go_on(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'let_withdrawals_go_on');
begin
  if not resume_withdrawals(r.id) then
    raise exception 'pass_clean' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.finish_request(r.id);
end
$$;
