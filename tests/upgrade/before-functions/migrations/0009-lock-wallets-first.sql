-- place_bets of 0003, which now locks the wallets before it looks at them. A bet and a payment of one client that both
-- waited for a third change of the wallet waited for each other: after a second PostgreSQL made one of them fail.
create or replace function place_bets(
  p_clients bigint[], p_draws uuid[],
  t_client bigint[], t_id uuid[], t_draw uuid[], t_bet_type smallint[], t_selection integer[], t_stake integer[]
) returns table (client_id bigint, dep bigint, win bigint, accepted_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
-- A plan made while a table was empty would scan it for ever after; these keep the plan to the indexes.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_on_sale uuid[];
  v_now timestamptz;
begin
  -- unnest would fill up a column that is too short, and a batch that is too long would hold its locks too long.
  if (cardinality(p_clients) <= cardinality(t_id) and cardinality(t_id) between 1 and 10000 and cardinality(t_id) = all (array[
    cardinality(t_client), cardinality(t_draw), cardinality(t_bet_type), cardinality(t_selection), cardinality(t_stake)
  ])) is not true then
    raise exception 'the columns of a batch do not fit each other' using errcode = 'check_violation';
  end if;
  -- Whoever closes a draw locks its row for update, and passes over a row that is locked here: a draw closes before this
  -- transaction or after it. A row that is locked for update is being closed, sealed or settled: it is not on sale, and
  -- nobody waits for it.
  v_on_sale := array(
    select id from draw
    where id = any (p_draws) and status = 'open' and closes_at > clock_timestamp()
    order by id for share skip locked
  );
  -- The clock is read once, after the lock, and is what each ticket says it was accepted at.
  v_now := date_trunc('milliseconds', clock_timestamp());

  -- In a statement of its own: the next one then sees the wallets as they were locked. One that locks a wallet which has just
  -- been changed, and then updates it as it saw it before, can wait for whoever waits for it.
  perform from wallet w where w.client_id = any (p_clients) order by w.client_id for no key update;

  return query
  with line as materialized (
    select u.*,
      (select true from draw d where d.id = u.draw_id and d.id = any (v_on_sale) and d.opens_at <= v_now and d.closes_at > v_now)
        is not null
      and (select true from ticket k where k.client_id = u.client_id and k.id = u.id) is null as good
    from unnest(t_client, t_id, t_draw, t_bet_type, t_selection, t_stake)
      with ordinality as u (client_id, id, draw_id, bet_type, selection, stake, position)
  ), basket as materialized (
    select l.client_id, sum(l.stake)::bigint as total from line l group by l.client_id having bool_and(l.good)
  ), before as materialized (
    select w.client_id, w.dep, w.win, w.stakes_left, w.stakes_left_until, b.total, least(w.dep, b.total) as from_dep
    from unnest(p_clients) with ordinality as c (client_id, position)
    join basket b on b.client_id = c.client_id
    join wallet w on w.client_id = c.client_id
    order by c.position
  ), after as (
    update wallet w set dep = b.dep - b.from_dep, win = b.win - (b.total - b.from_dep), stakes_left = b.stakes_left - b.total
    from before b
    where w.client_id = b.client_id and b.dep + b.win >= b.total
      and (b.stakes_left is null or b.stakes_left >= b.total and b.stakes_left_until > v_now)
    returning w.client_id, w.dep, w.win
  ), share as materialized (
    -- Deposits are spent first, ticket by ticket in the order of the basket, then winnings.
    select l.*, b.dep as dep_before, b.win as win_before, b.from_dep,
      least(sum(l.stake) over earlier, b.from_dep) - least(sum(l.stake) over earlier - l.stake, b.from_dep) as stake_dep,
      sum(l.stake) over earlier as spent
    from line l join before b on b.client_id = l.client_id join after a on a.client_id = l.client_id
    window earlier as (partition by l.client_id order by l.position)
  ), placed as (
    insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
    select s.client_id, s.id, s.draw_id, s.bet_type, s.selection, s.stake, s.stake - s.stake_dep, v_now
    -- in the order of ids, so that of two writers with the same ids one waits for the other and never both
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
  select a.client_id, a.dep, a.win, v_now from after a;
end
$$;
