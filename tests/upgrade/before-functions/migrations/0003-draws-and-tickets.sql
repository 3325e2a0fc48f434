-- Draws, tickets, and the statements that take bets and pay what a draw owes.

create type draw_status as enum ('open', 'closed', 'drawn', 'settled', 'void');

-- The draw's row is the job: whoever advances a draw locks its row, and after a crash the row says where to go on.
create table draw (
  id uuid primary key,
  draws_at timestamptz not null constraint draw_once_a_moment unique,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  rules text not null,
  status draw_status not null default 'open',
  -- the nine numbers as digits, first out first
  result integer,
  closed_at timestamptz,
  drawn_at timestamptz,
  -- when the money of a settled or void draw had all moved
  finished_at timestamptz,
  -- when what the draw owes was written to due, and the last client who was paid of it
  dues_listed_at timestamptz,
  paid_through bigint not null default 0,
  constraint draw_times_in_order check (opens_at < closes_at and closes_at < draws_at),
  constraint draw_has_its_result check ((result is not null) = (status in ('drawn', 'settled'))),
  constraint draw_result_is_an_order check (length(result::text) = 9 and translate('123456789', result::text, '') = ''),
  constraint draw_settled_is_finished check (status <> 'settled' or finished_at is not null)
) with (fillfactor = 50);

create index draw_unfinished on draw (closes_at) where finished_at is null;

-- Holds a draw to its life, whoever writes: its terms never change, its result is set once, and it never goes back.
create function keep_draw_life() returns trigger language plpgsql as $$
begin
  if (new.id, new.draws_at, new.opens_at, new.closes_at, new.rules)
     is distinct from (old.id, old.draws_at, old.opens_at, old.closes_at, old.rules) then
    raise exception 'the terms of draw % never change', old.id using errcode = 'restrict_violation';
  end if;
  if old.result is not null and new.result is distinct from old.result then
    raise exception 'the result of draw % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if old.finished_at is not null then
    raise exception 'draw % is finished', old.id using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status then
    if (old.status, new.status) not in
       (('open', 'closed'), ('open', 'void'), ('closed', 'drawn'), ('closed', 'void'), ('drawn', 'settled')) then
      raise exception 'draw % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
    end if;
    if new.status = 'closed' and clock_timestamp() < old.closes_at
       or new.status = 'drawn' and clock_timestamp() < old.draws_at then
      raise exception 'draw % cannot be % yet', old.id, new.status using errcode = 'restrict_violation';
    end if;
    perform pg_notify('draw', new.status || ' ' || new.id);
  end if;
  return new;
end
$$;
create trigger draw_life before update on draw for each row execute function keep_draw_life();
create trigger draw_is_kept before delete on draw for each row execute function refuse_change();

-- A ticket has no status of its own: it is pending while its draw is, then won where due has a row, else lost. It is
-- never written again. bet_type and selection are the codes of the domain: the numbers are the digits of selection.
create table ticket (
  client_id bigint not null,
  id uuid not null,
  draw_id uuid not null,
  bet_type smallint not null constraint ticket_bet_type_known check (bet_type between 1 and 6),
  selection integer not null constraint ticket_selection_in_digits check (selection between 1 and 987654321),
  stake integer not null constraint ticket_stake_positive check (stake > 0),
  -- how much of the stake came from winnings; the rest came from deposits
  stake_win integer not null constraint ticket_stake_win_within_stake check (stake_win between 0 and stake),
  accepted_at timestamptz not null,
  primary key (client_id, id)
);
-- Ids are made by clients, in order of time, so this index grows at its right edge; it keeps one client from using
-- another's id.
create unique index ticket_id_once on ticket (id);
-- Draws follow each other in time, so this finds the tickets of a draw, and those of the last minutes.
create index ticket_draw on ticket using brin (draw_id, accepted_at) with (pages_per_range = 32, autosummarize = on);

create trigger ticket_is_history before update or delete on ticket for each row execute function refuse_change();
create trigger ticket_is_kept before truncate on ticket for each statement execute function refuse_change();

-- What a finished draw owes, a row a ticket: winnings of a drawn draw, stakes of a void one.
create table due (
  draw_id uuid not null,
  client_id bigint not null,
  ticket_id uuid not null,
  to_dep bigint not null check (to_dep >= 0),
  to_win bigint not null check (to_win >= 0),
  primary key (draw_id, client_id, ticket_id),
  constraint due_positive check (to_dep + to_win > 0)
);
create trigger due_is_history before update or delete on due for each row execute function refuse_change();
create trigger due_is_kept before truncate on due for each statement execute function refuse_change();

-- Places many checkouts in one go, each accepted or passed over on its own; answers the accepted ones.
--
-- p_clients holds the client of each checkout, ascending and none twice, so that all writers lock wallets in one order.
-- A checkout is passed over when any of its tickets is known already, any of its draws is not open, the wallets do not
-- cover it, or it goes over what the client may still stake; the caller finds out which.
create function place_bets(
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
    for no key update of w
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

-- What a ticket pays per franc under the rules izi-1; 0 for a lost one, and for numbers that cannot be played.
create function izi_1_multiple(p_bet_type smallint, p_selection integer, p_result integer) returns integer
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
    -- Three different numbers: what is left of them without the first three of the result did not come out.
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

-- Whether any ticket of a draw is of a bet type. Reads no further than the first one.
create function has_bet_type(p_draw uuid, p_bet_type smallint) returns boolean
language sql stable set search_path = public, pg_temp
-- The whole table would be read to the first ticket of the draw.
set enable_seqscan = off
as $$
  select exists (select from ticket where draw_id = p_draw and bet_type = p_bet_type)
$$;

-- The first step of settling a drawn draw: writes what it owes, and moves its stakes to the house. Answers false where
-- it was done already. The columns hold every winning selection of the draw's result and what it pays per franc.
create function list_wins(p_draw uuid, w_bet_type smallint[], w_selection integer[], w_mult integer[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp
-- What wins is hashed, and each ticket is looked up in it: sorting a million tickets to merge the two takes three times as
-- long.
set enable_mergejoin = off set enable_nestloop = off set work_mem = '64MB'
as $$
declare
  d draw;
  v_wrong integer;
begin
  select * into d from draw where id = p_draw and status = 'drawn' and dues_listed_at is null for update;
  if not found then
    return false;
  end if;
  if d.rules <> 'izi-1' or cardinality(w_bet_type) <> cardinality(w_selection) or cardinality(w_selection) <> cardinality(w_mult) then
    raise exception 'that is not what draw % pays', p_draw using errcode = 'restrict_violation';
  end if;
  -- Found first and then sorted into the order in which they are paid: asked for in that order, the tickets would be read
  -- through an index over all tickets there are.
  with won as materialized (
    select t.client_id, t.id, t.bet_type, t.selection, t.stake, w.mult
    from ticket t
    join unnest(w_bet_type, w_selection, w_mult) as w (bet_type, selection, mult)
      on w.bet_type = t.bet_type and w.selection = t.selection
    where t.draw_id = p_draw
  ), listed as (
    insert into due (draw_id, client_id, ticket_id, to_dep, to_win)
    select p_draw, client_id, id, 0, stake::bigint * mult from won order by client_id, id
  )
  select count(*) filter (where paying.mult is distinct from izi_1_multiple(paying.bet_type, paying.selection, d.result))
  into v_wrong
  from (select distinct bet_type, selection, mult from won) paying;
  -- The rules are written down twice, and what is paid has to be right by both.
  if v_wrong > 0 then
    raise exception 'that is not what draw % pays', p_draw using errcode = 'restrict_violation';
  end if;
  insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at)
  select 0, 'draw_stakes', 'house', sum(t.stake), 'stakes_banked', p_draw, p_draw, clock_timestamp()
  from ticket t where t.draw_id = p_draw having sum(t.stake) > 0;
  update draw set dues_listed_at = clock_timestamp() where id = p_draw;
  return true;
end
$$;

-- The first step of refunding a void draw: every stake is due back to the very wallets that paid it.
create function list_refunds(p_draw uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from draw where id = p_draw and status = 'void' and dues_listed_at is null for update;
  if not found then
    return false;
  end if;
  with sold as materialized (select * from ticket where draw_id = p_draw)
  insert into due (draw_id, client_id, ticket_id, to_dep, to_win)
  select draw_id, client_id, id, stake - stake_win, stake_win from sold order by client_id, id;
  update draw set dues_listed_at = clock_timestamp() where id = p_draw;
  return true;
end
$$;

-- The second step, again and again: pays the next clients of a draw whose dues are listed, in one transaction with the
-- note of how far it came. When nobody is left the draw is finished. Answers how many clients were paid.
create function pay_dues(p_draw uuid, p_clients integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
-- As in place_bets.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  d draw;
  v_last bigint;
  v_owed integer;
  v_paid integer;
begin
  -- None paid means that none is left, so none may be asked for.
  if (p_clients > 0) is not true then
    raise exception 'a positive number of clients is paid at a time' using errcode = 'check_violation';
  end if;
  select * into d from draw
  where id = p_draw and status in ('drawn', 'void') and dues_listed_at is not null and finished_at is null for update;
  if not found then
    return 0;
  end if;
  select max(next.client_id), count(*) into v_last, v_owed from (
    select distinct u.client_id from due u
    where u.draw_id = p_draw and u.client_id > d.paid_through order by u.client_id limit p_clients
  ) next;
  if v_last is null then
    update draw set status = case when d.status = 'void' then 'void' else 'settled' end::draw_status,
      finished_at = clock_timestamp()
    where id = p_draw;
    return 0;
  end if;
  with owed as (
    -- what is owed to a client goes along as arrays, so that it is looked up once
    select u.client_id, sum(u.to_dep)::bigint as to_dep, sum(u.to_win)::bigint as to_win,
      array_agg(u.ticket_id) as tickets, array_agg(u.to_dep) as deps, array_agg(u.to_win) as wins
    from due u
    where u.draw_id = p_draw and u.client_id > d.paid_through and u.client_id <= v_last
    group by u.client_id order by u.client_id
  ), after as (
    -- in the order of clients, in which everybody locks wallets
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
  if v_paid <> v_owed then
    raise exception 'draw % owes to a client without a wallet', p_draw using errcode = 'restrict_violation';
  end if;
  update draw set paid_through = v_last where id = p_draw;
  return v_paid;
end
$$;

revoke all on function place_bets, izi_1_multiple, has_bet_type, list_wins, list_refunds, pay_dues from public;
grant execute on function place_bets, has_bet_type, list_wins, list_refunds, pay_dues to izi_app;
grant select on ticket, due to izi_app;
-- A draw begins open and without a result, whoever inserts it.
grant select, insert (id, draws_at, opens_at, closes_at, rules) on draw to izi_app;
grant update (status, result, closed_at, drawn_at) on draw to izi_app;
