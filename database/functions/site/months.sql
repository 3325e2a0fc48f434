-- Months of tickets and postings, by the database's clock.

-- Makes this month and the next three, and sets the sequence of postings forward to the month that has begun. Any number of workers may
-- do it, whenever: a sequence never goes back, so a client's postings keep the order in which the wallet changed. Where it comes late,
-- some postings lie in the month before.
create or replace function keep_months() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_this date := date_trunc('month', v_now at time zone 'UTC')::date;
  v_next date;
  m month;
begin
  for ahead in 0..3 loop
    loop
      -- One after the other, where a site did not run for longer.
      select (max(begins_on) + interval '1 month')::date into v_next from month where begins_on > '-infinity';
      exit when v_next > (v_this + ahead * interval '1 month')::date;
      begin
        perform make_month(v_next);
      exception when lock_not_available then
        -- Another process is making this month, or PostgreSQL is analysing the table. The next run finds the month or makes it.
        raise warning 'month % was not made yet', v_next;
        exit;
      end;
    end loop;
  end loop;
  lock table mutex.partitions in exclusive mode;
  select * into m from month where begins_on <= v_this order by begins_on desc limit 1;
  if m.begun_at is null then
    if (select last_value from posting_id_seq) < m.first_posting_id then
      perform setval('posting_id_seq', m.first_posting_id, false);
    end if;
    -- A process that died here left the sequence where it is now: then the first posting of the month tells since when.
    update month set begun_at = least(v_now, (select min(p.at) from posting p where p.id >= m.first_posting_id))
    where begins_on = m.begins_on;
  end if;
end
$$;

-- How many months after this one have been made.
create or replace function months_ahead() returns bigint
language sql stable set search_path = public, pg_temp as $$
  select count(*) from month where begins_on > clock_timestamp() at time zone 'UTC'
$$;

-- Each posting that is stamped at a moment or later has this id or a higher one; each that is stamped earlier has a lower id than
-- posting_before says. Both are borders of months, with a day for clocks that were put back. No posting is in a month that the sequence
-- has not come to.
create or replace function posting_from(p_at timestamptz) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(max(first_posting_id), 0) from month where begun_at <= p_at - interval '1 day'
$$;

create or replace function posting_before(p_at timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(min(first_posting_id), 9223372036854775807) from month
  where begun_at > p_at + interval '1 day' or first_posting_id > (select last_value from posting_id_seq)
$$;

-- The postings of a span have ids from `first` on and below `beyond`. See ticket-ids.sql for where to use it.
create or replace function ids_of_postings(p_from timestamptz, p_to timestamptz, out first bigint, out beyond bigint)
language sql stable set search_path = public, pg_temp as $$
  select posting_from(p_from), posting_before(p_to)
$$;

-- Each ticket and each posting of a client has these ids or higher ones: those of the month in which the account was made, since nothing is
-- older than its client, with a day for a clock that was put back.
create or replace function first_ids_of_client(p_client bigint, out ticket uuid, out posting bigint)
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
      (select max(m.first_ticket_id::text)::uuid from month m where m.first_ticket_id <= first_ticket_id(c.made_at - interval '1 day')),
      '00000000-0000-0000-0000-000000000000'),
    posting_from(c.made_at)
  from (select (select created_at from client where id = p_client) as made_at) c
$$;

-- How people name a month: 2026-10, or before.
create or replace function name_of_month(p_month date) returns text
language sql stable as $$
  select case p_month when '-infinity' then 'before' else to_char(p_month, 'YYYY-MM') end
$$;

-- The table of a month's tickets or postings.
create or replace function table_of_month(p_table text, p_month date) returns text
language sql stable as $$
  select p_table || case p_month when '-infinity' then '_before' else to_char(p_month, '_YYYY_MM') end
$$;

-- Lets nobody write to the tables of a closed month, the owner of the tables included. Only that owner may call it: it makes triggers. A
-- row of a frozen month is refused at once, whatever put it there.
create or replace function seal_month(p_month date) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  v_name text;
begin
  lock table mutex.partitions in exclusive mode;
  if (select closed_at from month where begins_on = p_month) is null then
    raise exception 'month % is not closed', p_month using errcode = 'object_not_in_prerequisite_state';
  end if;
  foreach v_name in array array[table_of_month('ticket', p_month), table_of_month('posting', p_month)] loop
    if not exists (select from pg_trigger where tgrelid = v_name::regclass and tgname = 'month_is_over') then
      execute format('create trigger month_is_over before insert or update or delete on %I for each row execute function refuse_change()', v_name);
      execute format('alter table %I enable always trigger month_is_over', v_name);
    end if;
  end loop;
end
$$;

-- Makes the views that have all tickets and all postings, whether their month is part of the table or apart. A month on its way has a branch of
-- its own, which counts from the moment on at which the table goes without it: the same snapshot decides both.
create or replace function make_views_of_months() returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_table text;
  v_columns text;
  v_sql text;
  v_part regclass;
  m record;
begin
  foreach v_table in array array['ticket', 'posting'] loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into v_columns
    from pg_attribute where attrelid = v_table::regclass and attnum > 0 and not attisdropped;
    v_sql := format('select %s from %I', v_columns, v_table);
    for m in select table_of_month(v_table, begins_on) as name from month where apart_at is not null order by begins_on loop
      v_part := coalesce(to_regclass('years.' || m.name), to_regclass('public.' || m.name));
      v_sql := v_sql || format(' union all select %s from %s where not exists (
        select from pg_inherits i where i.inhrelid = %L::regclass and not i.inhdetachpending)', v_columns, v_part, v_part);
    end loop;
    execute format('create or replace view %I as %s', 'every_' || v_table, v_sql);
  end loop;
end
$$;

select make_views_of_months();

-- Notes that a month goes apart, or is part of the tables again, and has the views follow. Does nothing where it is noted.
create or replace function note_month_apart(p_month date, p_apart boolean) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
begin
  update month set apart_at = case when p_apart then clock_timestamp() end where begins_on = p_month and (apart_at is not null) <> p_apart;
  perform make_views_of_months();
end
$$;

-- Where a month's table is: `part` of its parent, `leaving` where that was broken off, `loose` in this schema, or `apart` in the schema years.
create or replace function place_of_month(p_table text, p_month date) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when to_regclass('years.' || table_of_month(p_table, p_month)) is not null then 'apart'
    else coalesce((
      select case when i.inhdetachpending then 'leaving' else 'part' end
      from pg_inherits i where i.inhrelid = to_regclass('public.' || table_of_month(p_table, p_month))
    ), 'loose') end
$$;

-- The border of a month's table, as its attachment names it.
create or replace function bounds_of_month(p_table text, p_month date) returns text
language sql stable set search_path = public, pg_temp as $$
  select format('for values from (%s) to (%L)',
    case p_month when '-infinity' then 'minvalue' else quote_literal(case p_table when 'ticket' then m.first_ticket_id::text else m.first_posting_id::text end) end,
    case p_table when 'ticket' then n.first_ticket_id::text else n.first_posting_id::text end)
  from month m, lateral (select * from month where begins_on > m.begins_on order by begins_on limit 1) n
  where m.begins_on = p_month
$$;

-- Makes the table of a month that was apart part of its parent again. Its CHECK says that its rows are of the month, so none is read.
create or replace function attach_month(p_table text, p_month date) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  v_name text := table_of_month(p_table, p_month);
begin
  if place_of_month(p_table, p_month) = 'apart' then
    execute format('alter table years.%I set schema public', v_name);
  end if;
  execute format('alter table %I attach partition %I %s', p_table, v_name, bounds_of_month(p_table, p_month));
end
$$;

-- Puts the table of a month that is apart into another tablespace. ALTER TABLE would have everybody wait who reads a bet or a statement,
-- since the views name it. So its rows are copied, beside those who read, and the copy takes its name at the end.
create or replace function move_month(p_table text, p_month date, p_tablespace text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_name text := table_of_month(p_table, p_month);
  v_rows bigint;
  v_triggers text[];
  v_index regclass;
begin
  if place_of_month(p_table, p_month) <> 'apart' then
    raise exception 'month % is not apart', name_of_month(p_month) using errcode = 'object_not_in_prerequisite_state';
  end if;
  -- It is not moved twice at once, nor attached meanwhile.
  execute format('lock table years.%I in share update exclusive mode', v_name);
  v_triggers := array(
    select pg_get_triggerdef(oid) || case tgenabled when 'A' then format('; alter table years.%I enable always trigger %I', v_name, tgname) else '' end
    from pg_trigger where tgrelid = ('years.' || v_name)::regclass and not tgisinternal);
  execute format('create table years.%I (like years.%I including all) tablespace %I', v_name || '_copy', v_name, p_tablespace);
  -- An index is made where the one lies that it is like.
  for v_index in select indexrelid from pg_index where indrelid = ('years.' || v_name || '_copy')::regclass loop
    execute format('alter index %s set tablespace %I', v_index, p_tablespace);
  end loop;
  execute format('insert into years.%I select * from years.%I', v_name || '_copy', v_name);
  get diagnostics v_rows = row_count;
  if v_rows is distinct from (select case p_table when 'ticket' then tickets else postings end from month where begins_on = p_month) then
    raise exception 'month % had another number of rows when it was closed', name_of_month(p_month);
  end if;
  -- Others queue up behind a lock that waits, so it waits for a moment only.
  perform set_config('lock_timeout', '1s', true);
  loop
    begin
      execute format('alter table years.%I rename to %I', v_name, v_name || '_left');
      execute format('alter table years.%I rename to %I', v_name || '_copy', v_name);
      perform make_views_of_months();
      execute format('drop table years.%I', v_name || '_left');
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  execute array_to_string(v_triggers, '; ');
end
$$;

-- Where a list of a client's tickets or postings below an id is read in steps: it begins anew at each of these months, which are the third
-- and the fifteenth that it may reach, and the first of all. Most pages are full after the first step, and each month that a step reaches
-- costs a look into its index. One of the two ids is null.
create or replace function months_to_read(p_beyond_ticket uuid, p_beyond_posting bigint) returns setof month
language sql stable rows 3 set search_path = public, pg_temp as $$
  select (n.m).* from (
    select m, row_number() over (order by m.begins_on desc) as place from month m
    where m.first_ticket_id < p_beyond_ticket or m.first_posting_id < p_beyond_posting
  ) n
  where n.place in (3, 15) or (n.m).begins_on = '-infinity' order by (n.m).begins_on desc
$$;
