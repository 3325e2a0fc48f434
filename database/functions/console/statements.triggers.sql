-- A statement stays as it was uploaded. One whose file never came whole, or that was refused, may be deleted.
create or replace function keep_provider_statement() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state not in ('uploading', 'refused') then
      raise exception 'a statement that was read is kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if old.state in ('compared', 'refused') and to_jsonb(new) - 'key_sealed' <> to_jsonb(old) - 'key_sealed'
    or (new.id, new.sha256, new.bytes, new.uploaded_by, new.begun_at) is distinct from (old.id, old.sha256, old.bytes, old.uploaded_by, old.begun_at)
    or old.state <> 'uploading' and (new.account, new.layout, new.period) is distinct from (old.account, old.layout, old.period) then
    raise exception 'a statement stays as it was uploaded' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- An operator says once which payment a line is about.
create or replace function keep_statement_line() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if old.payment_id is not null or to_jsonb(new) - '{payment_id,matched_by}'::text[] <> to_jsonb(old) - '{payment_id,matched_by}'::text[] then
    raise exception 'a line of a statement stays as it was read' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A difference is closed once. A later file may have what was only here.
create or replace function keep_statement_difference() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null or old.agreed_at is not null
    or to_jsonb(new) - '{agreed_at,closed_at,closed_by,note}'::text[] <> to_jsonb(old) - '{agreed_at,closed_at,closed_by,note}'::text[] then
    raise exception 'a difference is closed once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
