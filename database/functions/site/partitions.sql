-- Tables whose rows all go when they are old: a partition for each week or month in UTC, dropped whole.

-- Makes the partition of a moment, if it is missing.
create or replace function make_partition(p_table text, p_unit text, p_at timestamptz) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  v_start timestamp := date_trunc(p_unit, p_at at time zone 'UTC');
  v_name text := p_table || to_char(v_start, case p_unit when 'month' then '_YYYY_MM' else '_YYYY_MM_DD' end);
begin
  lock table mutex.partitions in exclusive mode;
  perform attach_partition(p_table, v_name, (v_start at time zone 'UTC')::text,
    ((v_start + ('1 ' || p_unit)::interval) at time zone 'UTC')::text);
end
$$;

-- Makes the partition of this moment and p_ahead further ones, and drops those that ended longer ago than p_keep.
create or replace function rotate_partitions(p_table text, p_unit text, p_ahead integer, p_keep interval, p_now timestamptz)
returns void language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  v_now timestamp := p_now at time zone 'UTC';
  v_unit interval := ('1 ' || p_unit)::interval;
  v_old record;
begin
  for ahead in 0..p_ahead loop
    begin
      perform make_partition(p_table, p_unit, (date_trunc(p_unit, v_now) + ahead * v_unit) at time zone 'UTC');
    exception when lock_not_available then
      -- Somebody else makes it, or analyses the table. The next run finds it or makes it.
      raise warning 'a % of % was not made yet', p_unit, p_table;
    end;
  end loop;
  for v_old in
    select c.relname as name,
      to_date(substring(c.relname from length(p_table) + 2), case p_unit when 'month' then 'YYYY_MM' else 'YYYY_MM_DD' end) as starts_on
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = p_table::regclass and c.relname ~ ('^' || p_table || '(_\d+)+$')
    order by c.relname
  loop
    continue when v_old.starts_on + v_unit > v_now - p_keep;
    begin
      execute format('drop table %I', v_old.name);
    exception when lock_not_available then
      -- Somebody reads or writes for longer than a second. The next run drops it.
      raise warning '% is in use and was not dropped', v_old.name;
    end;
  end loop;
end
$$;
