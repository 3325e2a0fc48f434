-- A player's day and the life of a draw, replayed from the stored rows: nothing is stored for the replay itself. See docs/explain.md and
-- docs/decisions/0092.
--
-- Every line has a place: a moment in microseconds, what it is, and a key. A page continues after the place of the last line.

-- Microseconds since 1970, and back: to the last digit, as a double would not have them.
create or replace function console.micros(p_at timestamptz) returns bigint language sql immutable as $$
  select (extract(epoch from p_at) * 1000000)::bigint
$$;
create or replace function console.from_micros(p_micros bigint) returns timestamptz language sql immutable as $$
  select timestamptz 'epoch' + p_micros * interval '1 microsecond'
$$;

-- Raises unless a day has begun and the player was there before it ended.
create or replace function console.require_day(p_client bigint, p_from timestamptz, p_to timestamptz) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  perform console.require_moment(p_from, p_from);
  perform console.require_moment(least(p_to, clock_timestamp()), c.created_at) from client c where c.id = p_client;
end
$$;

-- The balances of a player's wallets when a day began and when it ended (now, for a day that goes on), and the changes of deposits and
-- winnings between, by kind. The sums lead from the one to the other, to the franc.
create or replace function console.player_day(p_session text, p_client bigint, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  v_before timestamptz := p_from - interval '1 microsecond';
  v_until timestamptz := least(p_to - interval '1 microsecond', clock_timestamp());
begin
  perform console.look_at_player(p_session, p_client, 'replay');
  perform console.require_day(p_client, p_from, p_to);
  return jsonb_build_object(
    'opening', (select jsonb_build_object('dep', w.dep, 'win', w.win, 'held', w.held, 'owed', w.owed) from wallet_at(p_client, v_before) w),
    'closing', (select jsonb_build_object('dep', w.dep, 'win', w.win, 'held', w.held, 'owed', w.owed) from wallet_at(p_client, v_until) w),
    'sums', array(
      select jsonb_build_object('kind', s.kind, 'count', s.many, 'amount', s.amount)
      from (
        select p.kind, count(distinct p.reference) as many,
          sum(case when p.from_account in ('client_dep', 'client_win') then -p.amount else p.amount end) as amount
        from every_posting p
        where p.client_id = p_client and p.id > last_posting_by(p_client, v_before) and p.id <= last_posting_by(p_client, v_until)
          and (p.from_account in ('client_dep', 'client_win') or p.to_account in ('client_dep', 'client_win'))
        group by p.kind
      ) s order by s.kind));
end
$$;

-- A page of a player's day, in order of time. Postings stand in the order in which they changed the wallet, each not before the one
-- it follows; so each balance follows from the one above. `dep` and `win` of any other line are what the wallets held then. What a
-- role does not see elsewhere is not in it: what became of identity documents.
create or replace function console.replay_player(
  p_session text, p_client bigint, p_from timestamptz, p_to timestamptz, p_micros bigint, p_what integer, p_key text, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp
-- A plan that was made while a table was small would keep scanning it.
set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  o console.operator := console.look_at_player(p_session, p_client, 'replay');
  v_until timestamptz := least(p_to - interval '1 microsecond', clock_timestamp());
  v_after bigint;
  v_through bigint;
  v_dep bigint;
  v_win bigint;
  v_draws uuid[];
  v_opens timestamptz;
begin
  perform console.require_day(p_client, p_from, p_to);
  v_after := last_posting_by(p_client, p_from - interval '1 microsecond');
  v_through := last_posting_by(p_client, v_until);
  select p.dep_after, p.win_after into v_dep, v_win from every_posting p where p.client_id = p_client and p.id = v_after;
  -- The draws that ended on that day. Each is paid soon after; one that is not waits among the few that are unfinished.
  select array_agg(d.id), min(d.opens_at) into v_draws, v_opens
  from draw d
  where (d.finished_at >= p_from and d.finished_at < p_to + interval '30 days' or d.finished_at is null and d.status <> 'open')
    -- Only of a void draw has the moment to be looked for.
    and (d.status = 'void' or d.drawn_at between p_from and v_until)
    and coalesce(console.void_since(d), d.drawn_at) between p_from and v_until;
  return query
    with money as materialized (
      select p.*, max(p.at) over (order by p.id) as place from every_posting p
      where p.client_id = p_client and p.id > v_after and p.id <= v_through
    ), mine as materialized (
      -- The tickets are read by the player's key alone: the index by draw would be read for every draw of the day. Ids begin with their
      -- creation time.
      select t.draw_id, t.stake from every_ticket t
      where t.client_id = p_client and t.id >= first_ticket_id(v_opens) and t.id < first_ticket_id(p_to + interval '50 hours')
    ), played as materialized (
      select t.draw_id, count(*) as tickets, sum(t.stake)::bigint as staked from mine t where t.draw_id = any (v_draws) group by t.draw_id
    ), line as (
      select m.place, m.at, 1 as what, lpad(m.id::text, 19, '0') as key, m.kind::text as kind,
        case when 'client_dep' in (m.from_account, m.to_account) then 'dep' else 'win' end as wallet,
        case when m.from_account in ('client_dep', 'client_win') then -m.amount else m.amount end as amount,
        m.dep_after as dep, m.win_after as win, m.reference, m.draw_id, null::text as who, null::jsonb as detail
      from money m
      where m.from_account in ('client_dep', 'client_win') or m.to_account in ('client_dep', 'client_win')
      union all
      select e.at, e.at, 2, lpad(e.id::text, 19, '0'), e.kind::text, null, null, null, null, e.payment_id, null, null,
        jsonb_build_object('status', e.to_status)
      from payment y join payment_event e on e.payment_id = y.id
      where y.client_id = p_client and y.created_at <= v_until and y.updated_at >= p_from - interval '1 hour'
        and e.at >= p_from and e.at <= v_until
      union all
      select coalesce(v.at, d.drawn_at), coalesce(v.at, d.drawn_at), 3, d.id::text,
        case when v.at is null then 'drawn' else 'void' end, null, null, null, null, null, d.id, null, null
      from played l join draw d on d.id = l.draw_id cross join lateral console.void_since(d) as v (at)
      union all
      select s.at, s.at, 4, s.id::text, s.kind, null, null, null, null, null, null, s.detail ->> 'operator',
        jsonb_strip_nulls(jsonb_build_object('factor', s.factor, 'device', s.detail ->> 'device', 'act', s.detail ->> 'act',
          'limit', s.detail ->> 'limit', 'period', s.detail ->> 'period'))
      from security_event s
      where s.client_id = p_client and s.at >= p_from and s.at <= v_until
        -- Those that have lines of their own below, which say more.
        and s.kind <> 'break_started'
        and not (s.kind = 'operator_acted'
          and s.detail ->> 'act' in ('limit_tightened', 'break_started', 'sign_in_locked', 'play_locked', 'withdrawals_locked'))
        and (s.kind not like 'identity\_%' or console.may(o, 'getPlayerIdentity'))
      union all
      select x.at, x.at, 5, lpad(l.id::text, 19, '0'), x.kind, null, null, null, null, null, null, l.set_by,
        jsonb_strip_nulls(jsonb_build_object('limit', l.kind, 'period', l.period, 'amount', l.amount, 'until', console.instant(l.ends_at),
          'reason', l.reason))
      from operator_limit l cross join lateral (values (l.set_at, 'limit_set'), (l.ends_at, 'limit_ended')) x (at, kind)
      where l.client_id = p_client and x.at >= p_from and x.at <= v_until
      union all
      select x.at, x.at, 6, console.micros(b.starts_at)::text, x.kind, null, null, null, null, null, null, null,
        jsonb_build_object('break', b.kind, 'until', console.instant(b.ends_at))
      from play_break b cross join lateral (values (b.starts_at, 'break_begun'), (b.ends_at, 'break_ended')) x (at, kind)
      where b.client_id = p_client and x.at >= p_from and x.at <= v_until
      union all
      select x.at, x.at, 7, lpad(k.id::text, 19, '0'), x.kind, null, null, null, null, null, null,
        case x.kind when 'lock_begun' then k.locked_by end,
        jsonb_build_object('lock', k.kind, 'until', console.instant(k.ends_at), 'reason', k.reason)
      from client_lock k
      cross join lateral (values (k.begins_at, 'lock_begun'), (k.lifted_at, 'lock_lifted'),
        (case when k.lifted_at is null then k.ends_at end, 'lock_ended')) x (at, kind)
      where k.client_id = p_client and x.at >= p_from and x.at <= v_until
      union all
      select n.told_at, n.told_at, 8, lpad(n.id::text, 19, '0'), coalesce(n.what, n.kind), null, null, null, null,
        case when n.kind = 'payment' then split_part(n.subject, ' ', 1)::uuid end,
        case when n.kind in ('win', 'void') then n.subject::uuid end, null,
        jsonb_strip_nulls(jsonb_build_object('amount', n.amount))
      from notice n
      where n.client_id = p_client and n.told_at >= p_from and n.told_at <= v_until
    ), counted as (
      select l.*, count(l.dep) over (order by l.place, l.what, l.key collate "C") as moved from line l
    ), balanced as (
      -- All lines up to the next posting have the balance of the last one.
      select c.place, c.at, c.what, c.key, c.kind, c.wallet, c.amount, c.reference, c.draw_id, c.who, c.detail,
        coalesce(max(c.dep) over (partition by c.moved), v_dep, 0) as dep,
        coalesce(max(c.win) over (partition by c.moved), v_win, 0) as win
      from counted c
    ), page as (
      select * from balanced b
      where p_micros is null
        or (b.place, b.what, b.key collate "C") > (console.from_micros(p_micros), p_what, p_key collate "C")
      order by b.place, b.what, b.key collate "C" limit p_most
    )
    select jsonb_build_object('id', c.place, 'at', console.instant(l.at),
        'what', ('{money,payment,draw,account,limit,break,lock,notice}'::text[])[l.what],
        'kind', l.kind, 'wallet', l.wallet, 'amount', l.amount, 'dep', l.dep, 'win', l.win,
        'ticket', case when t.id is not null then jsonb_build_object('serial', console.ticket_serial(t.id),
          'name', console.bet_name(t.bet_type), 'selectedNumbers', console.numbers(t.selection), 'betAmount', t.stake) end,
        'draw', case when d.id is not null then jsonb_build_object('id', d.id, 'drawsAt', console.instant(d.draws_at),
          'result', case when l.what = 3 then console.numbers(d.result) end, 'tickets', u.tickets, 'staked', u.staked, 'won', u.won) end,
        'payment', case when y.id is not null then jsonb_build_object('id', y.id, 'direction', y.direction, 'amount', y.amount,
          'status', case when l.what = 2 then l.detail ->> 'status' end) end,
        'who', coalesce(l.who, a.author),
        'detail', case l.what
          when 1 then case when a.reference is not null then jsonb_strip_nulls(jsonb_build_object('reason', a.reason, 'told', a.told, 'request', a.request_id)) end
          when 2 then null
          else l.detail
        end),
      c.place
    from page l
    cross join lateral (select concat_ws('.', console.micros(l.place), l.what, l.key) as place) c
    -- Each line is joined to its subject by key.
    left join lateral (select * from draw e where e.id = l.draw_id limit 1) d on true
    left join lateral (
      select * from every_ticket k where l.what = 1 and l.kind in ('bet', 'payout', 'refund') and k.client_id = p_client and k.id = l.reference limit 1
    ) t on true
    left join lateral (
      select b.payment_id from chargeback b where l.what = 1 and l.kind in ('chargeback', 'chargeback_repaid') and b.id = l.reference limit 1
    ) k on true
    left join lateral (
      select * from payment z
      where (l.what in (2, 8) or l.kind in ('deposit', 'withdrawal', 'withdrawal_returned', 'chargeback', 'chargeback_repaid'))
        and z.id = coalesce(k.payment_id, l.reference) limit 1
    ) y on true
    left join lateral (
      select * from adjustment b where l.what = 1 and l.kind = 'adjustment' and b.reference = l.reference limit 1
    ) a on true
    left join lateral (
      select p.tickets, p.staked, (
        select coalesce(sum(x.to_dep + x.to_win), 0)::bigint from due x where x.draw_id = p.draw_id and x.client_id = p_client) as won
      from played p where l.what = 3 and p.draw_id = l.draw_id
    ) u on true
    order by l.place, l.what, l.key collate "C";
end
$$;

-- A page of a draw's life, in order of time: its steps, its stops and caps, what it sold in each minute or each of its tickets, the
-- second opinions, and what it paid in each second or for each ticket. Whose a ticket is, is for those who see players; caps are for
-- those who see them elsewhere. The cursor of a line ends with what was staked and paid up to it, which the next page begins with.
create or replace function console.replay_draw(
  p_session text, p_draw uuid, p_by_ticket boolean, p_micros bigint, p_what integer, p_key text, p_staked bigint, p_paid bigint,
  p_most integer
) returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp
-- The reason is given in make_lanes.
set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  o console.operator := console.require_to_read(p_session, 'replayDraw');
  v_sees_players boolean := console.may(o, 'getPlayer');
  v_sees_caps boolean := console.may(o, 'readCaps');
  v_now timestamptz := clock_timestamp();
  v_place timestamptz := console.from_micros(p_micros);
  -- Tickets and payouts whose place is later are on the following pages.
  v_sold_by timestamptz;
  v_paid_by timestamptz;
  v_counted timestamptz;
  v_from timestamptz;
  v_last timestamptz;
  v_width interval := interval '1 second';
  v_found bigint;
  d draw;
  m commitment;
  v_ids record := ids_of_draw(p_draw);
  v_paid record;
begin
  select * into d from draw e where e.id = p_draw;
  if not found then
    raise exception 'there is no draw %', p_draw using errcode = 'no_data_found';
  end if;
  v_paid := ids_of_postings(d.dues_listed_at, coalesce(d.finished_at, v_now));
  select * into m from commitment c where c.draw_id = p_draw;
  -- Minutes that are not added up yet are read from the tickets themselves.
  v_counted := (select least(date_trunc('minute', v_now), c.through) from sales_counted c);
  v_sold_by := coalesce(d.closed_at, v_now);
  v_paid_by := coalesce(d.finished_at, v_now);
  if p_by_ticket then
    -- Through the first minute by which there are enough. Those of the minute of the place are read besides.
    v_sold_by := coalesce((
      select s.at + interval '1 minute' - interval '1 microsecond'
      from (
        select n.at, sum(sum(n.tickets)) over (order by n.at) as sold from draw_minute n
        where n.draw_id = p_draw and (v_place is null or n.at > v_place) group by n.at
      ) s
      where s.sold >= p_most order by s.at limit 1), v_sold_by);
    -- A minute with very many tickets is read by seconds until there are enough: the span grows while few are found.
    select coalesce(v_place, min(n.at)), v_sold_by into v_from, v_last
    from draw_minute n
    where n.draw_id = p_draw and (v_place is null or n.at >= date_trunc('minute', v_place)) and n.at <= v_sold_by
    having sum(n.tickets) > 10000;
    while v_from is not null loop
      v_sold_by := least(v_from + v_width, v_last);
      v_found := (
        select count(*) from (
          select from every_ticket t
          where t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond
            and t.accepted_at >= coalesce(v_place, '-infinity') and t.accepted_at <= v_sold_by
            and (v_place is null or (t.accepted_at, 2, t.id::text collate "C") > (v_place, p_what, p_key collate "C"))
          limit p_most
        ) f);
      exit when v_found = p_most or v_sold_by = v_last;
      v_width := v_width * 4;
    end loop;
    -- Then come the payouts, through the second by which enough was paid; none where the page ends before.
    v_width := interval '1 second';
    if v_sold_by < coalesce(d.closed_at, v_now) then
      v_paid_by := '-infinity';
    end if;
    while d.dues_listed_at is not null and v_paid_by > d.dues_listed_at loop
      v_paid_by := least(greatest(v_place, d.dues_listed_at) + v_width, coalesce(d.finished_at, v_now));
      v_found := (
        select count(*) from (
          select from every_posting p
          where p.at >= greatest(v_place, d.dues_listed_at) and p.at <= v_paid_by
            and p.id >= v_paid.first and p.id < v_paid.beyond and p.draw_id = p_draw and p.kind in ('payout', 'refund')
            and (v_place is null or (p.at, 6, lpad(p.id::text, 19, '0') collate "C") > (v_place, p_what, p_key collate "C"))
          limit p_most
        ) f);
      exit when v_found = p_most or v_paid_by = coalesce(d.finished_at, v_now);
      v_width := v_width * 4;
    end loop;
  end if;
  return query
    with line as (
      select s.at, 1 as what, s.key, s.kind, null::smallint as bet_type, null::bigint as tickets, null::bigint as staked, null::bigint as paid,
        null::uuid as ticket_id, null::bigint as client_id, null::integer as selection,
        case when s.kind = 'drawn' then d.result end as result,
        case when s.kind = 'called_off' then jsonb_build_object('reason', s.says) end as detail
      from (
        values ('1', 'committed', m.committed_at, null::text), ('2', 'open', d.opens_at, null),
          ('3', 'called_off', (select c.at from call_off c where c.draw_id = p_draw), (select c.reason from call_off c where c.draw_id = p_draw)),
          ('4', 'closed', d.closed_at, null), ('5', 'sealed', d.sealed_at, null),
          ('6', 'round', (
            select coalesce(b.stored_at, d.draws_at) from known_round b where (b.chain, b.round) = (m.beacon_chain, m.beacon_round)), null),
          ('7', 'drawn', d.drawn_at, null),
          ('8', 'void', console.void_since(d), null), ('9', 'listed', d.dues_listed_at, null), ('a', 'paid', d.finished_at, null)
      ) s (key, kind, at, says)
      where s.at <= v_now
      union all
      select greatest(n.at, d.opens_at), 2, '0', 'sold', null, sum(n.tickets)::bigint, sum(n.stakes)::bigint, null, null, null, null, null, null
      from draw_minute n where not p_by_ticket and n.draw_id = p_draw and n.at < v_counted group by n.at
      union all
      select greatest(date_trunc('minute', t.accepted_at), d.opens_at), 2, '0', 'sold', null, count(*), sum(t.stake)::bigint, null, null, null, null,
        null, null
      from every_ticket t
      where not p_by_ticket and t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond
        and t.accepted_at >= v_counted and t.accepted_at <= v_sold_by
      group by date_trunc('minute', t.accepted_at)
      union all
      select t.accepted_at, 2, t.id::text, 'ticket', t.bet_type, 1, t.stake, null, t.id, t.client_id, t.selection, null, null
      from every_ticket t
      where p_by_ticket and t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond
        and t.accepted_at >= coalesce(v_place, '-infinity') and t.accepted_at <= v_sold_by
      union all
      select x.at, 3, s.id::text, x.kind, s.bet_type, null, null, null, null, null, null, null,
        jsonb_build_object('sentence', s.sentence, 'all', s.draw_id is null, 'cap', s.cap_id is not null)
      from sales_stop s cross join lateral (values (s.stopped_at, 'stop_begun'), (s.ended_at, 'stop_ended')) x (at, kind)
      where s.draw_id = p_draw and x.at is not null
        -- One of all draws is part of the life of a draw that was on sale then.
        or s.draw_id is null and x.at >= d.opens_at and x.at <= coalesce(d.closed_at, v_now)
      union all
      select c.set_at, 4, lpad(c.id::text, 19, '0'), 'cap_set', c.bet_type, null, null, null, null, null, null, null,
        jsonb_build_object('measure', c.measure, 'amount', c.amount, 'reason', c.reason)
      from exposure_cap c where v_sees_caps and c.draw_id = p_draw
      union all
      select n.at, 5, lpad(n.id::text, 19, '0'), 'opinion_' || n.phase, null, n.tickets, null, null, null, null, null, null,
        jsonb_build_object('agrees', n.agrees)
      from opinion.note n where n.draw_id = p_draw
      union all
      select min(p.at), 6, '0', case when d.status = 'void' then 'refunds' else 'payouts' end, null, count(distinct p.reference), null,
        sum(p.amount)::bigint, null, null, null, null, null
      from every_posting p
      where not p_by_ticket and p.at >= d.dues_listed_at and p.at <= v_paid_by
        and p.id >= v_paid.first and p.id < v_paid.beyond and p.draw_id = p_draw and p.kind in ('payout', 'refund')
      group by date_trunc('second', p.at)
      union all
      select p.at, 6, lpad(p.id::text, 19, '0'), p.kind::text, null, null, null, p.amount, p.reference, p.client_id, null, null, null
      from every_posting p
      where p_by_ticket and p.at >= greatest(v_place, d.dues_listed_at) and p.at <= v_paid_by
        and p.id >= v_paid.first and p.id < v_paid.beyond and p.draw_id = p_draw
        and p.kind in ('payout', 'refund')
    ), page as (
      select * from line l
      where v_place is null or (l.at, l.what, l.key collate "C") > (v_place, p_what, p_key collate "C")
      order by l.at, l.what, l.key collate "C" limit p_most
    )
    select jsonb_build_object('id', c.place, 'at', console.instant(l.at), 'what', ('{step,sales,stop,cap,opinion,payouts}'::text[])[l.what],
        'kind', l.kind, 'name', console.bet_name(coalesce(l.bet_type, t.bet_type)), 'tickets', l.tickets, 'amount', coalesce(l.staked, l.paid),
        'ticket', case when l.ticket_id is not null then jsonb_build_object('serial', console.ticket_serial(l.ticket_id),
          'selectedNumbers', console.numbers(coalesce(l.selection, t.selection)),
          'clientId', case when v_sees_players then l.client_id end) end,
        'result', console.numbers(l.result), 'staked', l.all_staked, 'paid', l.all_paid, 'detail', l.detail),
      concat_ws('.', c.place, l.all_staked, l.all_paid)
    from (
      select g.*, p_staked + coalesce(sum(g.staked) over so_far, 0) as all_staked, p_paid + coalesce(sum(g.paid) over so_far, 0) as all_paid
      from page g window so_far as (order by g.at, g.what, g.key collate "C" rows unbounded preceding)
    ) l
    cross join lateral (select concat_ws('.', console.micros(l.at), l.what, l.key) as place) c
    left join lateral (
      select * from every_ticket k where l.kind in ('payout', 'refund') and k.client_id = l.client_id and k.id = l.ticket_id limit 1
    ) t on true
    order by l.at, l.what, l.key collate "C";
end
$$;
