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
  -- to_regclass may answer from before the lock was free, so this reads the catalogue.
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

-- The sums of a closed month, its borders and the hash of its file never change.
create or replace function keep_closed_month() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or (new.begins_on, new.first_ticket_id, new.first_posting_id, new.begun_at, new.closed_at, new.tickets, new.stakes, new.ticket_hash,
      new.postings, new.posted, new.posting_hash, new.notes, new.noted, new.note_hash, new.dues, new.owed, new.due_hash)
    is distinct from (old.begins_on, old.first_ticket_id, old.first_posting_id, old.begun_at, old.closed_at, old.tickets, old.stakes, old.ticket_hash,
      old.postings, old.posted, old.posting_hash, old.notes, old.noted, old.note_hash, old.dues, old.owed, old.due_hash)
    or (old.file_hash is not null and (new.file_hash, new.filed_at) is distinct from (old.file_hash, old.filed_at)) then
    raise exception 'history never changes: % on a closed month is refused', tg_op using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
