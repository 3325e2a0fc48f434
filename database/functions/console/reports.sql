-- Reports: the functions that all kinds share. See docs/decisions/0079.
--
-- A report of a kind is two functions: rows_of_<kind>, its rows, and sums_of_<kind>, its totals and what they are held against. The page is
-- cut from the rows here; a kind with many rows is told of the page, and leaves out what cannot be in it. Each row is a JSON object of
-- cells by the names of the columns; to games and returns the server adds what follows from the rules of the game. What a day's report
-- reads is bounded by the day, by a client or by sums that the worker keeps.

-- A page of a report, in the order of its keys.
create or replace function console.find_report_rows(
  p_kind text, p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query execute format('select cells, key from console.rows_of_%I($1, $2, $3, $4, $5)
    where $4 is null or key collate "C" > $4 order by key collate "C" limit $5', p_kind)
    using p_from, p_to, p_zone, p_after, p_most;
end
$$;

create or replace function console.report_rows(
  p_session text, p_kind text, p_from timestamptz, p_to timestamptz, p_zone text, p_after text, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, console.right_to_report(p_kind));
  return query select * from console.find_report_rows(p_kind, p_from, p_to, p_zone, p_after, p_most);
end
$$;

-- The `totals` by column, and `books`, the comparisons: each with the figure of the report, the amount that it leaves out, and the figure
-- of the books.
create or replace function console.find_report_sums(p_kind text, p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_sums jsonb;
begin
  execute format('select console.sums_of_%I($1, $2, $3)', p_kind) into v_sums using p_from, p_to, p_zone;
  return v_sums || jsonb_build_object('testAccounts', (select count(*) from console.test_account));
end
$$;

create or replace function console.report_sums(p_session text, p_kind text, p_from timestamptz, p_to timestamptz, p_zone text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, console.right_to_report(p_kind));
  return console.find_report_sums(p_kind, p_from, p_to, p_zone);
end
$$;

-- Records what is given out: the kind, the period and the SHA-256 of its bytes. Returns the number of the line.
create or replace function console.note_report(p_session text, p_kind text, p_given jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, console.right_to_report(p_kind));
begin
  return console.write_audit(o, 'report_given', 'report ' || p_kind, null, null, null, p_given);
end
$$;

-- One comparison of a report with the books. `books` is computed in another way than `report` and `left_out`.
create or replace function console.held_against(p_what text, p_report numeric, p_left_out numeric, p_books numeric) returns jsonb
language sql immutable as $$
  select jsonb_build_object('what', p_what, 'report', coalesce(p_report, 0), 'leftOut', coalesce(p_left_out, 0),
    'books', coalesce(p_books, 0), 'difference', coalesce(p_books, 0) - coalesce(p_report, 0) - coalesce(p_left_out, 0))
$$;

create or replace function console.is_test(p_client bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from console.test_account where client_id = p_client)
$$;

create or replace function console.test_clients() returns bigint[]
language sql stable set search_path = public, pg_temp as $$
  select array(select client_id from console.test_account)
$$;

-- A key that texts sort as the moments and numbers themselves.
create or replace function console.key_of(p_at timestamptz, p_id text) returns text language sql immutable as $$
  select to_char(p_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || '.' || p_id
$$;

-- The moment in such a key, as a bound for an index: nothing before it comes after the key.
create or replace function console.moment_of_key(p_key text, p_else timestamptz) returns timestamptz language sql stable as $$
  select coalesce(to_timestamp(substr(p_key, 1, 14), 'YYYYMMDDHH24MISS') + substr(p_key, 15, 6)::integer * interval '1 microsecond', p_else)
$$;

-- The movements of a period, by the postings and the sums by hour.
create or replace function console.books_between(
  p_from timestamptz, p_to timestamptz, out deposited bigint, out staked bigint, out won bigint, out returned bigint, out adjusted bigint,
  out withdrawn bigint, out charged_back bigint, out held bigint, out net bigint, out banked bigint, out draw_stakes bigint, out others bigint
)
language sql stable set search_path = public, pg_temp as $$
  select
    coalesce(sum(amount) filter (where kind = 'deposit'), 0)::bigint,
    coalesce(sum(amount) filter (where kind = 'bet'), 0)::bigint,
    coalesce(sum(amount) filter (where kind = 'payout'), 0)::bigint,
    coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint,
    coalesce(sum(case when from_account = 'adjustment' then amount else -amount end) filter (where kind = 'adjustment'), 0)::bigint,
    coalesce(sum(case when to_account = 'clearing' then amount when from_account = 'clearing' then -amount end)
      filter (where kind in ('withdrawal', 'withdrawal_paid', 'withdrawal_returned')), 0)::bigint,
    coalesce(sum(amount) filter (where kind::text = 'chargeback'), 0)::bigint,
    coalesce(sum(case when to_account = 'client_held' then amount when from_account = 'client_held' then -amount end), 0)::bigint,
    coalesce(sum(case when to_account::text like 'client\_%' then amount else 0 end
      - case when from_account::text like 'client\_%' then amount else 0 end), 0)::bigint,
    coalesce(sum(amount) filter (where kind = 'stakes_banked'), 0)::bigint,
    coalesce(sum(case when to_account = 'draw_stakes' then amount when from_account = 'draw_stakes' then -amount end), 0)::bigint,
    coalesce(sum(case when to_account::text in ('house', 'clearing', 'adjustment', 'capital') then amount else 0 end
      - case when from_account::text in ('house', 'clearing', 'adjustment', 'capital') then amount else 0 end), 0)::bigint
  from moved_between(p_from, p_to)
$$;

-- The postings before a moment for the draws that were being paid then. A draw belongs to the day on which it is finished, and its postings
-- may lie on both sides of midnight.
create or replace function console.posted_before(p_at timestamptz, out banked bigint, out won bigint, out returned bigint)
language sql stable set search_path = public, pg_temp
set enable_seqscan = off
as $$
  with being_paid as materialized (
    select d.id, d.dues_listed_at from draw d where d.finished_at is null and d.dues_listed_at < p_at + interval '1 minute'
    union all
    select d.id, d.dues_listed_at from draw d where d.finished_at >= p_at and d.dues_listed_at < p_at + interval '1 minute'
  )
  select coalesce(sum(p.amount) filter (where p.kind = 'stakes_banked'), 0)::bigint,
    coalesce(sum(p.amount) filter (where p.kind = 'payout'), 0)::bigint, coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0)::bigint
  from every_posting p join being_paid d on d.id = p.draw_id
  -- The posting of the stakes reads the clock a little before the draw does. The first bound is known before the postings are read, so
  -- that only those of the last minutes are.
  where p.at >= (select min(dues_listed_at) from being_paid) - interval '1 minute' and p.at >= d.dues_listed_at - interval '1 minute'
    and p.at < p_at and p.kind in ('stakes_banked', 'payout', 'refund')
$$;

-- The postings for the draws that were finished in a period, whenever they were made.
create or replace function console.posted_for_draws(
  p_from timestamptz, p_to timestamptz, out banked bigint, out won bigint, out returned bigint
)
language sql stable set search_path = public, pg_temp as $$
  select m.banked + b.banked - e.banked, m.won + b.won - e.won, m.returned + b.returned - e.returned
  from console.books_between(p_from, p_to) m cross join console.posted_before(p_from) b cross join console.posted_before(p_to) e
$$;

-- The business of yesterday, a day of p_zone, and of the day a week before it: one row in the first call after six in the morning, and
-- no row in any other. Whoever calls it keeps the row in the same transaction.
create or replace function console.morning_report(p_zone text) returns table (day date, business jsonb, week_before jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_today date := (clock_timestamp() at time zone p_zone)::date;
begin
  if (clock_timestamp() at time zone p_zone)::time < '06:00' then
    return;
  end if;
  insert into console.morning_report (day) values (v_today - 1) on conflict do nothing;
  if found then
    return query select v_today - 1,
      console.business_between((v_today - 1)::timestamp at time zone p_zone, v_today::timestamp at time zone p_zone, p_zone),
      console.business_between((v_today - 8)::timestamp at time zone p_zone, (v_today - 7)::timestamp at time zone p_zone, p_zone);
  end if;
end
$$;
