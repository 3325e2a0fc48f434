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
        -- Somebody else makes it, or analyses a table. The next run finds it or makes it.
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
