-- Months that are over: docs/decisions/0143 says how they are closed. Those that are closed come before those that are open.

-- The first ids that lie in no closed month. A pass over the books reads rows from there on, and what closed months came to.
create or replace function first_open_posting_id() returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(min(first_posting_id), 0) from month where closed_at is null
$$;

-- A pass over everything reads single rows from here on: a day before the open months began, for bets across the border and for clocks
-- that were put back.
create or replace function first_open_moment() returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select coalesce(least(begun_at, begins_on::timestamp at time zone 'UTC'), '-infinity') - interval '1 day'
  from month where closed_at is null order by begins_on limit 1
$$;

-- Tickets of the draws that are unfinished, or finished at a moment or later, have these ids or higher ones.
create or replace function first_ticket_id_of_finished(p_since timestamptz) returns uuid
language sql stable set search_path = public, pg_temp as $$
  select first_ticket_id(least(p_since, (select min(opens_at) from draw where finished_at is null or finished_at >= p_since)))
$$;

-- The postings about tickets of draws that finished since then have ids from this one on.
create or replace function first_posting_id_of_finished(p_since timestamptz) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select posting_from(least(p_since, (select min(opens_at) from draw where finished_at is null or finished_at >= p_since)))
$$;

-- The borders of a month: its ids are `first` or higher, and below `beyond`.
create or replace function borders_of_month(
  p_month date, out first_ticket uuid, out beyond_ticket uuid, out first_posting bigint, out beyond_posting bigint
)
language sql stable set search_path = public, pg_temp as $$
  select m.first_ticket_id, n.first_ticket_id, m.first_posting_id, n.first_posting_id
  from month m, lateral (select * from month where begins_on > m.begins_on order by begins_on limit 1) n
  where m.begins_on = p_month
$$;

-- The first month that is not closed, and what keeps it from being closed: `not_over` until 25 hours after the sequence of postings has
-- left it, since tickets are taken that long; `transactions` while one is under way that began before; `draws` while one with tickets
-- of the month is not finished; `sums` until the sums by hour have all of it.
create or replace function month_to_close(out begins_on date, out refusal text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_next month;
  b record;
begin
  select m.begins_on into begins_on from month m where m.closed_at is null order by m.begins_on limit 1;
  select n.* into v_next from month n where n.begins_on > month_to_close.begins_on order by n.begins_on limit 1;
  -- Mostly so. A look at tickets and postings would wait for whoever changes their tables.
  if coalesce(v_next.begun_at > clock_timestamp() - interval '25 hours', true) then
    refusal := 'not_over';
    return;
  end if;
  b := borders_of_month(begins_on);
  refusal := case
    -- The row was written when the sequence was set forward, or later.
    when exists (
      select from month n where n.begins_on = v_next.begins_on and age(n.xmin) <= age(pg_snapshot_xmin(pg_current_snapshot())::xid)
    ) then 'transactions'
    when exists (
      select from every_ticket t join draw d on d.id = t.draw_id
      where t.id >= greatest(b.first_ticket, first_open_ticket_id()) and t.id < b.beyond_ticket and d.finished_at is null
    ) then 'draws'
    when exists (
      select from every_posting p where p.id >= b.first_posting and p.id < b.beyond_posting
        and p.at >= coalesce((select until from account_hours_until), '-infinity')
    ) then 'sums'
  end;
end
$$;

-- The balance of each account of a client at the end of a month, and the client's last posting of it: the balance before the month, plus
-- its postings. Only clients who have any in it.
create or replace function balances_of_month(p_month date) returns table (
  client_id bigint, dep bigint, win bigint, held bigint, owed bigint, last_id bigint
)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  b record := borders_of_month(p_month);
begin
  return query
  select s.client_id, (coalesce(o.dep, 0) + s.dep)::bigint, (coalesce(o.win, 0) + s.win)::bigint, (coalesce(o.held, 0) + s.held)::bigint,
    (coalesce(o.owed, 0) + s.owed)::bigint, s.last_id
  from (
    select p.client_id, max(p.id) as last_id,
      sum(case 'client_dep'::account when p.to_account then p.amount when p.from_account then -p.amount else 0 end) as dep,
      sum(case 'client_win'::account when p.to_account then p.amount when p.from_account then -p.amount else 0 end) as win,
      sum(case 'client_held'::account when p.to_account then p.amount when p.from_account then -p.amount else 0 end) as held,
      sum(case 'client_owed'::account when p.to_account then -p.amount when p.from_account then p.amount else 0 end) as owed
    from every_posting p where p.id >= b.first_posting and p.id < b.beyond_posting and p.client_id <> 0 group by p.client_id
  ) s
  left join lateral (
    select m.* from month_balance m where m.client_id = s.client_id and m.month < p_month order by m.month desc limit 1
  ) o on true;
end
$$;

create or replace function sums_of_month(p_month date) returns table (
  kind posting_kind, from_account account, to_account account, postings bigint, amount bigint
)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  b record := borders_of_month(p_month);
begin
  return query
  select p.kind, p.from_account, p.to_account, count(*), sum(p.amount)::bigint
  from every_posting p where p.id >= b.first_posting and p.id < b.beyond_posting group by 1, 2, 3;
end
$$;

create or replace function stakes_at_end_of_month(p_month date) returns table (draw_id uuid, amount bigint)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  b record := borders_of_month(p_month);
begin
  return query
  select s.draw_id, sum(s.amount)::bigint
  from (
    select p.draw_id, case when p.to_account = 'draw_stakes' then p.amount else -p.amount end as amount
    from every_posting p where p.id >= b.first_posting and p.id < b.beyond_posting and 'draw_stakes' in (p.from_account, p.to_account)
    union all
    select m.draw_id, m.amount from month_stake m where m.month = (select max(begins_on) from month where begins_on < p_month)
  ) s
  group by 1 having sum(s.amount) <> 0;
end
$$;

-- Closes the first open month with the sums that a pass over all books has found. Returns null, or the reason why the month cannot be
-- closed; closing a closed month changes nothing.
create or replace function close_month(
  p_month date, p_tickets bigint, p_stakes bigint, p_ticket_hash bytea, p_postings bigint, p_posted bigint, p_posting_hash bytea,
  p_notes bigint, p_noted bigint, p_note_hash bytea, p_dues bigint, p_owed bigint, p_due_hash bytea
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_next record;
  b record := borders_of_month(p_month);
begin
  -- One at a time, also beside the making of months.
  lock table mutex.partitions in exclusive mode;
  if (select closed_at from month where begins_on = p_month) is not null then
    return null;
  end if;
  v_next := month_to_close();
  if v_next.begins_on <> p_month then
    return 'not_next';
  elsif v_next.refusal is not null then
    return v_next.refusal;
  end if;
  if not exists (
    select from
      (select count(*) as tickets, coalesce(sum(stake), 0) as stakes from every_ticket as ticket where id >= b.first_ticket and id < b.beyond_ticket) t,
      (select count(*) as postings, coalesce(sum(amount), 0) as posted from every_posting as posting where id >= b.first_posting and id < b.beyond_posting) p
    where (t.tickets, t.stakes, p.postings, p.posted) = (p_tickets, p_stakes, p_postings, p_posted)
  ) then
    return 'changed';
  end if;
  insert into month_stake (month, draw_id, amount) select p_month, s.draw_id, s.amount from stakes_at_end_of_month(p_month) s;
  insert into month_balance (month, client_id, dep, win, held, owed, last_id)
  select p_month, s.client_id, s.dep, s.win, s.held, s.owed, s.last_id from balances_of_month(p_month) s;
  insert into month_sum (month, kind, from_account, to_account, postings, amount)
  select p_month, s.kind, s.from_account, s.to_account, s.postings, s.amount from sums_of_month(p_month) s;
  update month set closed_at = clock_timestamp(), tickets = p_tickets, stakes = p_stakes, ticket_hash = p_ticket_hash, postings = p_postings,
    posted = p_posted, posting_hash = p_posting_hash, notes = p_notes, noted = p_noted, note_hash = p_note_hash, dues = p_dues, owed = p_owed,
    due_hash = p_due_hash
  where begins_on = p_month;
  return null;
end
$$;

-- The reason why a month cannot leave the tables: it is not `frozen`; or the `next` month, of which a pass reads a day, is not closed; or a
-- pass still reads `draws` of it. Null for nothing.
create or replace function keeps_month(p_month date) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when m.frozen_at is null then 'frozen'
    when not exists (select from month n where n.begins_on > p_month and n.closed_at is not null) then 'next'
    when exists (
      select from every_ticket t join draw d on d.id = t.draw_id
      where t.id >= greatest((borders_of_month(p_month)).first_ticket, first_ticket_id_of_finished(first_open_moment()))
        and t.id < (borders_of_month(p_month)).beyond_ticket and (d.finished_at is null or d.finished_at >= first_open_moment())
    ) then 'draws' end
  from month m where m.begins_on = p_month
$$;
