-- The sales that are stopped, as `<draw> <bet type>`, with a star for all.
create or replace function stopped_sales() returns text[] language sql stable as $$
  select array(
    select coalesce(draw_id::text, '*') || ' ' || coalesce(bet_type::text, '*') from sales_stop where ended_at is null
  )
$$;

-- Why each ticket of a batch cannot be placed at a moment, null where it can be:
--   ticket_placed     the client has placed this very ticket already
--   ticket_conflict   the id is in use, by another client or for another ticket
--   unknown_draw, draw_not_open, draw_closed
--   sales_stopped, of its draw, of its bet type, or of all. `p_stops` are those of stopped_sales()
-- place_checkouts adds:
--   id_time           the id was made too long ago, or later than now
-- Looks for tickets with ids from `p_first` on, and below `p_beyond`.
-- Without security definer and settings, PostgreSQL inlines it into the calling statement.
create or replace function judge_tickets(
  t_client bigint[], t_id uuid[], t_draw uuid[], t_bet_type smallint[], t_selection integer[], t_stake integer[],
  p_now timestamptz, p_stops text[] default null, p_first uuid default '00000000-0000-0000-0000-000000000000',
  p_beyond uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns table (
  client_id bigint, id uuid, draw_id uuid, bet_type smallint, selection integer, stake integer, "position" bigint,
  in_the_way text
)
language sql stable as $$
  select u.client_id, u.id, u.draw_id, u.bet_type, u.selection, u.stake, u.position,
    case
      when k.id is not null then
        case when k.client_id = u.client_id and k.draw_id = u.draw_id and k.bet_type = u.bet_type
                  and k.selection = u.selection and k.stake = u.stake
          then 'ticket_placed' else 'ticket_conflict' end
      when d.id is null then 'unknown_draw'
      when d.status <> 'open' or d.closes_at <= p_now then 'draw_closed'
      when d.opens_at > p_now then 'draw_not_open'
      when cardinality(p_stops) > 0
        and p_stops && array['* *', u.draw_id || ' *', '* ' || u.bet_type, u.draw_id || ' ' || u.bet_type]
        then 'sales_stopped'
    end
  from unnest(t_client, t_id, t_draw, t_bet_type, t_selection, t_stake)
    with ordinality as u (client_id, id, draw_id, bet_type, selection, stake, position)
  -- Lateral look-ups: a cached plan of a join, made while a table was small, would keep scanning the whole table.
  left join lateral (select * from draw where draw.id = u.draw_id limit 1) d on true
  left join lateral (select * from ticket where ticket.id = u.id and ticket.id >= p_first and ticket.id < p_beyond limit 1) k on true
$$;

-- Places many checkouts in one statement, each as a whole or not at all, and returns for each of them:
--   placed              with both wallets after it and when it was accepted
--   placed_before       all of its tickets were placed already
--   in_the_way          with what is in the way of which ticket
--   limit               the client may not stake so much, as far as was counted: see renew_stakes_left
--   insufficient_funds
--   busy                another transaction has locked the wallet or a draw: to be tried again
--
-- p_clients holds the client of each checkout, ascending and none twice. No two checkouts hold the same ticket id.
create or replace function place_checkouts(
  p_clients bigint[], p_draws uuid[],
  t_client bigint[], t_id uuid[], t_draw uuid[], t_bet_type smallint[], t_selection integer[], t_stake integer[]
) returns table (client_id bigint, answer text, in_the_way jsonb, dep bigint, win bigint, accepted_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
-- A plan cached while a table was empty would keep scanning it. These settings force the indexes.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_on_sale uuid[];
  v_stops text[];
  v_clients bigint[];
  v_dep bigint[];
  v_win bigint[];
  v_left bigint[];
  v_until timestamptz[];
  v_now timestamptz;
  v_first_id uuid;
  v_end_of_ids uuid;
begin
  -- unnest would pad a short column with nulls, and a batch that is too long would hold its locks too long.
  if (cardinality(p_clients) <= cardinality(t_id) and cardinality(t_id) between 1 and 10000 and cardinality(t_id) = all (array[
    cardinality(t_client), cardinality(t_draw), cardinality(t_bet_type), cardinality(t_selection), cardinality(t_stake)
  ])) is not true then
    raise exception 'the columns of a batch do not fit each other' using errcode = 'check_violation';
  end if;
  -- An operator who stops sales waits for this lock: a bet comes before the stop, or the statements below read the stop. Bets do not wait
  -- for one another, and a mode as weak as this one needs no entry in the lock table that all processes share.
  lock table mutex.sales_stops in row share mode;
  -- The worker that closes a draw locks its row for update, and skips a row that is locked here: a draw closes before this transaction or
  -- after it. A row that is locked for update is being closed, sealed or settled: it is not on sale, and nobody waits for it.
  select array(
    select id from draw
    where id = any (p_draws) and status = 'open' and closes_at > clock_timestamp()
    order by id for share skip locked
  ), stopped_sales() into v_on_sale, v_stops;
  -- Read the clock once, after the lock: it is every ticket's accepted_at.
  v_now := date_trunc('milliseconds', clock_timestamp());
  v_first_id := first_ticket_id(v_now);
  v_end_of_ids := first_id_at(v_now + interval '10 minutes');

  -- Lock in a separate statement, so that the next one takes a fresh snapshot. A wallet that another transaction holds is
  -- skipped: otherwise the whole batch would wait for one client. The lock keeps the values that are read here.
  select array_agg(w.client_id), array_agg(w.dep), array_agg(w.win), array_agg(w.stakes_left), array_agg(w.stakes_left_until)
  into v_clients, v_dep, v_win, v_left, v_until
  from (
    select w.client_id, w.dep, w.win, w.stakes_left, w.stakes_left_until
    from wallet w where w.client_id = any (p_clients) order by w.client_id
    for no key update skip locked
  ) w;

  return query
  with line as materialized (
    select j.client_id, j.id, j.draw_id, j.bet_type, j.selection, j.stake, j.position,
      case
        when j.in_the_way is not null then j.in_the_way
        -- Otherwise a reader of the tickets of a time, or of a draw, would miss it.
        when j.id < v_first_id or j.id >= v_end_of_ids then 'id_time'
        -- An open draw that could not be locked.
        when (j.draw_id = any (v_on_sale)) is not true then 'busy'
      end as in_the_way
    from judge_tickets(t_client, t_id, t_draw, t_bet_type, t_selection, t_stake, v_now, v_stops, v_first_id, v_end_of_ids) j
  ), basket as materialized (
    select l.client_id, sum(l.stake)::bigint as total, count(*) as tickets,
      count(*) filter (where l.in_the_way is null) as good,
      count(*) filter (where l.in_the_way = 'ticket_placed') as placed,
      count(*) filter (where l.in_the_way = 'busy') as busy,
      jsonb_object_agg(l.id, l.in_the_way) filter (where l.in_the_way is not null) as in_the_way
    from line l group by l.client_id
  ), locked as materialized (
    select w.* from unnest(v_clients, v_dep, v_win, v_left, v_until)
      with ordinality as w (client_id, dep, win, stakes_left, stakes_left_until, position)
  ), taken as materialized (
    select w.client_id, w.position, b.total, w.dep, w.win, least(w.dep, b.total) as from_dep
    from locked w join basket b on b.client_id = w.client_id
    where b.good = b.tickets and w.dep + w.win >= b.total
      and (w.stakes_left is null or w.stakes_left >= b.total and w.stakes_left_until > v_now)
  ), after as (
    update wallet w set dep = w.dep - t.from_dep, win = w.win - (t.total - t.from_dep), stakes_left = w.stakes_left - t.total
    from (select * from taken order by position) t
    where w.client_id = t.client_id
  ), share as materialized (
    -- Deposits are spent first, ticket by ticket in the order of the basket, then winnings.
    select l.*, t.dep as dep_before, t.win as win_before, t.from_dep,
      least(sum(l.stake) over earlier, t.from_dep) - least(sum(l.stake) over earlier - l.stake, t.from_dep) as stake_dep,
      sum(l.stake) over earlier as spent
    from line l join taken t on t.client_id = l.client_id
    window earlier as (partition by l.client_id order by l.position)
  ), placed as (
    insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
    select s.client_id, s.id, s.draw_id, s.bet_type, s.selection, s.stake, s.stake - s.stake_dep, v_now
    -- in the order of ids, so that two writers with the same ids cannot deadlock
    from share s order by s.id
  ), posted as (
    insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
    select s.client_id, p.from_account, 'draw_stakes', p.amount, 'bet', s.id, s.draw_id, v_now, p.dep_after, p.win_after
    from share s
    cross join lateral (values
      ('client_dep'::account, s.stake_dep, s.dep_before - least(s.spent, s.from_dep), s.win_before),
      ('client_win'::account, s.stake - s.stake_dep, s.dep_before - s.from_dep, s.win_before - (s.spent - s.from_dep))
    ) as p (from_account, amount, dep_after, win_after)
    where p.amount > 0
    order by s.position, p.from_account
  )
  select b.client_id,
    case
      when t.client_id is not null then 'placed'
      -- The transaction that holds the wallet may be placing these very tickets, so their state is unknown.
      when w.client_id is null then
        case when exists (select from wallet x where x.client_id = b.client_id) then 'busy' else 'insufficient_funds' end
      when b.busy > 0 then 'busy'
      when b.placed = b.tickets then 'placed_before'
      when b.good < b.tickets then 'in_the_way'
      when w.stakes_left < b.total or w.stakes_left_until <= v_now then 'limit'
      else 'insufficient_funds'
    end,
    b.in_the_way, t.dep - t.from_dep, t.win - (t.total - t.from_dep), v_now
  from basket b left join locked w on w.client_id = b.client_id left join taken t on t.client_id = b.client_id;
end
$$;

-- Places a checkout whose wallet was locked repeatedly: waits for the wallet's lock, for three seconds at most. It locks
-- the wallet first, so that it delays no draw's closing while it waits.
create or replace function place_patiently(
  p_clients bigint[], p_draws uuid[],
  t_client bigint[], t_id uuid[], t_draw uuid[], t_bet_type smallint[], t_selection integer[], t_stake integer[]
) returns table (client_id bigint, answer text, in_the_way jsonb, dep bigint, win bigint, accepted_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s'
as $$
begin
  perform from wallet w where w.client_id = any (p_clients) order by w.client_id for no key update;
  return query
  select * from place_checkouts(p_clients, p_draws, t_client, t_id, t_draw, t_bet_type, t_selection, t_stake);
end
$$;
