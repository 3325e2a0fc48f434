-- The payout of a ticket per franc under the rules izi-1; 0 for a lost one, and for numbers that cannot be played.
create or replace function izi_1_multiple(p_bet_type smallint, p_selection integer, p_result integer) returns integer
language sql immutable as $$
  select case p_bet_type
    when 1 then case when translate('123456789', p_selection::text, '') = '' then
      (array[0, 0, 0, 4, 10, 30, 120, 600, 0, 20000])[1
        + (p_selection / 100000000 = p_result / 100000000)::integer
        + (p_selection / 10000000 % 10 = p_result / 10000000 % 10)::integer
        + (p_selection / 1000000 % 10 = p_result / 1000000 % 10)::integer
        + (p_selection / 100000 % 10 = p_result / 100000 % 10)::integer
        + (p_selection / 10000 % 10 = p_result / 10000 % 10)::integer
        + (p_selection / 1000 % 10 = p_result / 1000 % 10)::integer
        + (p_selection / 100 % 10 = p_result / 100 % 10)::integer
        + (p_selection / 10 % 10 = p_result / 10 % 10)::integer
        + (p_selection % 10 = p_result % 10)::integer]
      else 0 end
    when 2 then case when p_selection = p_result / 100000000 then 6 else 0 end
    when 3 then case when p_selection in (p_result / 10000000, p_result / 10000000 % 10 * 10 + p_result / 100000000)
      then 24 else 0 end
    when 4 then case when p_selection in (p_result / 100000000, p_result / 10000000 % 10, p_result / 1000000 % 10)
      then 2 else 0 end
    -- Three different numbers. Those that remain after removing the result's first three did not come out.
    else case when p_selection between 111 and 999 and p_selection % 10 <> 0 and p_selection / 10 % 10 <> 0
      and p_selection / 100 <> p_selection / 10 % 10 and p_selection / 100 <> p_selection % 10
      and p_selection / 10 % 10 <> p_selection % 10
    then case length(translate(p_selection::text, (p_result / 1000000)::text, ''))
        when 0 then case p_bet_type when 5 then 3 when 6 then 56 else 0 end
        when 1 then case p_bet_type when 5 then 3 else 0 end
        else 0
      end
    else 0 end
  end
$$;

-- The sales of a closed draw by bet type: as they were added up for the seal, or from its tickets.
create or replace function sold_of(p_draw uuid) returns table (bet_type smallint, tickets bigint, stakes bigint)
language plpgsql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_ids record := ids_of_draw(p_draw);
begin
  return query select s.bet_type, s.tickets, s.stakes from draw_sold s where s.draw_id = p_draw;
  if not found then
    return query select t.bet_type, count(*), sum(t.stake) from ticket t
      where t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond group by t.bet_type;
  end if;
end
$$;

-- The tickets that win, what is won with each, and its place in the columns. It is a function of its own because PostgreSQL reads with
-- several processes where a function returns a query, but not where a statement writes.
create or replace function find_wins(p_draw uuid, w_bet_type smallint[], w_selection integer[], w_mult integer[])
returns table (client_id bigint, id uuid, amount bigint, place bigint)
language plpgsql stable set search_path = public, pg_temp
-- Hash join: the winning selections are hashed, and each ticket is looked up. Sorting a million tickets for a merge join takes
-- three times as long.
set enable_mergejoin = off set enable_nestloop = off set work_mem = '64MB'
-- The statistics may lack the newest draw. The planner would then expect few tickets and use no parallel workers.
set plan_cache_mode = force_custom_plan set parallel_setup_cost = 0 set parallel_tuple_cost = 0 set min_parallel_table_scan_size = 0
as $$
declare
  v_ids record := ids_of_draw(p_draw);
begin
  return query
    select t.client_id, t.id, t.stake::bigint * w.mult, w.place
    from ticket t
    join unnest(w_bet_type, w_selection, w_mult) with ordinality as w (bet_type, selection, mult, place)
      on w.bet_type = t.bet_type and w.selection = t.selection
    where t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond;
end
$$;

-- The first step of settling a drawn draw that nothing holds: stores its dues and its figures, and moves its stakes to the house. Returns false if it was done
-- already. The columns hold every winning selection of the draw's result and what it pays per franc.
create or replace function list_wins(p_draw uuid, w_bet_type smallint[], w_selection integer[], w_mult integer[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp set work_mem = '64MB'
as $$
declare
  d draw;
  v_tickets bigint;
  v_wrong integer;
begin
  select * into d from draw where id = p_draw and status = 'drawn' and dues_listed_at is null for update;
  if not found then
    return false;
  end if;
  perform refuse_held(p_draw);
  if d.rules <> 'izi-1' or cardinality(w_bet_type) <> cardinality(w_selection) or cardinality(w_selection) <> cardinality(w_mult) then
    raise exception 'that is not what draw % pays', p_draw using errcode = 'restrict_violation';
  end if;
  v_tickets := (select sum(tickets) from draw_sold where draw_id = p_draw);
  -- A second process takes longer to start than one takes to read a few tickets; more than two would take the cores from bets.
  perform set_config('max_parallel_workers_per_gather', case when v_tickets < 50000 then '0' else '1' end, true);
  with won as materialized (
    select * from find_wins(p_draw, w_bet_type, w_selection, w_mult)
  ), listed as (
    insert into due (draw_id, client_id, ticket_id, to_dep, to_win)
    select p_draw, client_id, id, 0, amount from won order by client_id, id
  ), figured as (
    insert into draw_figure (draw_id, bet_type, tickets, stakes, won, payouts)
    select p_draw, sold.bet_type, sold.tickets, sold.stakes, coalesce(paying.won, 0), coalesce(paying.payouts, 0)
    from sold_of(p_draw) sold
    left join (
      select w_bet_type[place] as bet_type, count(*) as won, sum(amount) as payouts from won group by 1
    ) paying on paying.bet_type = sold.bet_type
  )
  select count(*) filter (where w_mult[place] is distinct from izi_1_multiple(w_bet_type[place], w_selection[place], d.result))
  into v_wrong
  from (select distinct place from won) paying;
  -- The rules are implemented twice, and a payout has to be right by both.
  if v_wrong > 0 then
    raise exception 'that is not what draw % pays', p_draw using errcode = 'restrict_violation';
  end if;
  insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at)
  select 0, 'draw_stakes', 'house', sum(f.stakes), 'stakes_banked', p_draw, p_draw, clock_timestamp()
  from draw_figure f where f.draw_id = p_draw having sum(f.stakes) > 0;
  perform make_lanes(p_draw, (select sum(f.won)::bigint from draw_figure f where f.draw_id = p_draw));
  perform note_unjudged(p_draw);
  update draw set dues_listed_at = clock_timestamp() where id = p_draw;
  return true;
end
$$;

-- Divides what a draw owes into lanes of clients, about as many dues in each: one for each thousand dues, at most four. More would only
-- help where more connections pay.
create or replace function make_lanes(p_draw uuid, p_dues bigint) returns void
language sql set search_path = public, pg_temp
-- A sequential scan would read the table up to the draw's first row.
set enable_seqscan = off
as $$
  insert into due_lane (draw_id, lane, after_client, last_client, paid_through)
  select p_draw, row_number() over (order by last_client), lag(last_client, 1, 0::bigint) over (order by last_client), last_client,
    lag(last_client, 1, 0::bigint) over (order by last_client)
  from (
    -- A client with very many tickets may end two lanes, which are then one.
    select distinct cut.client_id as last_client
    from (select least(4, 1 + p_dues / 1000) as lanes where p_dues > 0) l
    cross join generate_series(1, l.lanes) as lane
    cross join lateral (
      select u.client_id from due u where u.draw_id = p_draw order by u.client_id, u.ticket_id offset p_dues * lane / l.lanes - 1 limit 1
    ) cut
  ) cuts
$$;

-- The first step of refunding a void draw: every stake is due back to the very wallets that paid it.
create or replace function list_refunds(p_draw uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_ids record := ids_of_draw(p_draw);
begin
  perform from draw where id = p_draw and status = 'void' and dues_listed_at is null for update;
  if not found then
    return false;
  end if;
  perform refuse_held(p_draw);
  with sold as materialized (
    select * from ticket where draw_id = p_draw and id >= v_ids.first and id < v_ids.beyond
  ), figured as (
    insert into draw_figure (draw_id, bet_type, tickets, stakes, won, payouts)
    select p_draw, bet_type, count(*), sum(stake), 0, sum(stake) from sold group by bet_type
  )
  insert into due (draw_id, client_id, ticket_id, to_dep, to_win)
  select draw_id, client_id, id, stake - stake_win, stake_win from sold order by client_id, id;
  perform make_lanes(p_draw, (select sum(f.tickets)::bigint from draw_figure f where f.draw_id = p_draw));
  update draw set dues_listed_at = clock_timestamp() where id = p_draw;
  return true;
end
$$;

-- Whether a client was paid what an unfinished draw owes. Of a finished draw everybody was.
create or replace function is_lane_paid(p_draw uuid, p_client bigint) returns boolean
language sql stable as $$
  select exists (
    select from due_lane l where l.draw_id = p_draw and l.after_client < p_client and p_client <= l.paid_through
  )
$$;

-- Sends out which tickets of some clients were paid, 300 to an event, so that one stays below 20 kB. It is part of their payment, so a
-- bet pays nothing for it.
create or replace function send_paid_out(d draw, p_after bigint, p_last bigint) returns void
language plpgsql set search_path = public, pg_temp
-- The reason is given in make_lanes.
set enable_seqscan = off
as $$
begin
  perform send_out('bet.settled', jsonb_build_object('draw', d.id, 'status', case d.status when 'void' then 'refunded' else 'won' end,
    'tickets', part.tickets))
  from (
    select jsonb_agg(jsonb_build_object('id', u.ticket_id, 'paid', u.to_dep + u.to_win)) as tickets
    from (
      select *, (row_number() over (order by client_id, ticket_id) - 1) / 300 as number from due
      where draw_id = d.id and client_id > p_after and client_id <= p_last
    ) u group by u.number
  ) part;
end
$$;

-- The second step, repeated, from as many connections as there are lanes: pays the next clients of a lane, and records the progress in the
-- same transaction. When nobody is left the draw is finished. Returns how many clients were paid.
--
-- Such a payment does not wait for the disk. A crash may take it back, wallets, postings and progress together, and then it is made
-- again. Nobody can have spent what it paid: a commit that waits for the disk, as all others do, puts everything there that was
-- committed before it. So does the commit that finishes the draw. See docs/decisions/0091.
create or replace function pay_dues(p_draw uuid, p_clients integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
-- The reason is given in place_checkouts.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  d draw;
  l due_lane;
  v_last bigint;
  v_owed integer;
  v_paid integer;
begin
  -- Zero paid means that nobody is left, so the batch size must not be zero.
  if (p_clients > 0) is not true then
    raise exception 'a positive number of clients is paid at a time' using errcode = 'check_violation';
  end if;
  select * into l from due_lane where draw_id = p_draw and paid_through < last_client order by lane limit 1 for update skip locked;
  if not found then
    -- Where others pay from all that is left, this waits for one of them, which may fail.
    select * into l from due_lane where draw_id = p_draw and paid_through < last_client order by lane limit 1 for update;
  end if;
  if not found then
    update draw set status = case when status = 'void' then 'void' else 'settled' end::draw_status, finished_at = clock_timestamp()
    where id = p_draw and status in ('drawn', 'void') and dues_listed_at is not null and finished_at is null;
    return 0;
  end if;
  -- A refusal that comes while a draw is being paid stops it here. The alarms name the earlier payments.
  perform refuse_held(p_draw);
  perform set_config('synchronous_commit', 'off', true);
  select * into d from draw where id = p_draw;
  select max(next.client_id), count(*) into v_last, v_owed from (
    select distinct u.client_id from due u
    where u.draw_id = p_draw and u.client_id > l.paid_through and u.client_id <= l.last_client order by u.client_id limit p_clients
  ) next;
  with owed as (
    -- a client's dues are kept as arrays, so that they are read once
    select u.client_id, sum(u.to_dep)::bigint as to_dep, sum(u.to_win)::bigint as to_win,
      array_agg(u.ticket_id) as tickets, array_agg(u.to_dep) as deps, array_agg(u.to_win) as wins
    from due u
    where u.draw_id = p_draw and u.client_id > l.paid_through and u.client_id <= v_last
    group by u.client_id order by u.client_id
  ), after as (
    -- in the order of clients, the lock order of all wallets
    update wallet w set dep = w.dep + o.to_dep, win = w.win + o.to_win
    from owed o where w.client_id = o.client_id
    returning w.client_id, w.dep - o.to_dep as dep_before, w.win - o.to_win as win_before, o.tickets, o.deps, o.wins
  ), paid as (
    select u.client_id, u.ticket_id, u.to_dep, u.to_win,
      u.dep_before + (sum(u.to_dep) over so_far)::bigint as dep_after,
      u.win_before + (sum(u.to_win) over so_far)::bigint as win_after
    from (
      select a.client_id, a.dep_before, a.win_before,
        unnest(a.tickets) as ticket_id, unnest(a.deps) as to_dep, unnest(a.wins) as to_win
      from after a
    ) u
    window so_far as (partition by u.client_id order by u.ticket_id rows unbounded preceding)
  ), posted as (
    insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
    select o.client_id,
      case when d.status = 'void' then 'draw_stakes' else 'house' end::account,
      p.to_account, p.amount,
      case when d.status = 'void' then 'refund' else 'payout' end::posting_kind,
      o.ticket_id, p_draw, clock_timestamp(), p.dep_after, p.win_after
    from paid o
    cross join lateral (values
      ('client_dep'::account, o.to_dep, o.dep_after, o.win_after - o.to_win),
      ('client_win'::account, o.to_win, o.dep_after, o.win_after)
    ) as p (to_account, amount, dep_after, win_after)
    where p.amount > 0
    order by o.client_id, o.ticket_id, p.to_account
  )
  select count(*) into v_paid from after;
  if listens_out('bet.settled') then
    perform send_paid_out(d, l.paid_through, v_last);
  end if;
  if v_paid <> v_owed then
    raise exception 'draw % owes to a client without a wallet', p_draw using errcode = 'restrict_violation';
  end if;
  update due_lane set paid_through = v_last where draw_id = p_draw and lane = l.lane;
  return v_paid;
end
$$;
