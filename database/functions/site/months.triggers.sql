-- Months of tickets and postings: see docs/decisions/0130. The migration that makes them needs these functions.

-- The lowest id that can be made at a moment.
create or replace function first_id_at(p_at timestamptz) returns uuid
language sql stable as $$
  select case
    when p_at < 'epoch' then '00000000-0000-0000-0000-000000000000'
    when p_at >= '9999-01-01' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    else (lpad(to_hex(floor(extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  end
$$;

-- The first id of the postings of a month: a million million for each month since January 2020.
create or replace function first_posting_id(p_month date) returns bigint
language sql immutable as $$
  select ((extract(year from p_month) - 2020) * 12 + extract(month from p_month) - 1)::bigint * 1000000000000
$$;

-- Makes a partition of a table. It is attached, not created in place, so that nobody who writes or reads the table has to wait. Nobody
-- may truncate it. Does nothing where there is one of that name. The caller holds mutex.partitions.
create or replace function attach_partition(p_table text, p_name text, p_from text, p_to text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  -- Not by to_regclass, which may answer from before the lock was free.
  if exists (select from pg_class where relname = p_name and relnamespace = 'public'::regnamespace) then
    return;
  end if;
  execute format('create table %I (like %I including defaults including constraints)', p_name, p_table);
  -- Triggers on rows come with the attachment; this one does not.
  execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()',
    p_table || '_is_kept', p_name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, p_name, p_from, p_to);
end
$$;

-- Makes a month of tickets and postings, if it is missing and the month before it is there.
create or replace function make_month(p_month date) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  v_next date := (p_month + interval '1 month')::date;
begin
  lock table mutex.partitions in exclusive mode;
  if exists (select from month where begins_on >= p_month) then
    return;
  end if;
  perform attach_partition('ticket', to_char(p_month, '"ticket_"YYYY_MM'), first_id_at(p_month::timestamp at time zone 'UTC')::text,
    first_id_at(v_next::timestamp at time zone 'UTC')::text);
  perform attach_partition('posting', to_char(p_month, '"posting_"YYYY_MM'), first_posting_id(p_month)::text, first_posting_id(v_next)::text);
  insert into month (begins_on, first_ticket_id, first_posting_id)
  values (p_month, first_id_at(p_month::timestamp at time zone 'UTC'), first_posting_id(p_month));
end
$$;
