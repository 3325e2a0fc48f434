-- A line of the audit follows the head. One that does not would keep all later ones out.
create or replace function continue_audit() returns trigger language plpgsql as $$
begin
  if not exists (
    select from console.audit_head h where new.number = h.number + 1 and new.hash = sha256(h.hash || new.record)
  ) then
    raise exception 'line % does not follow the head of the audit', new.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- The head of the audit goes from one line to the next.
create or replace function keep_audit_head() returns trigger language plpgsql as $$
begin
  if new.number <> old.number + 1 or not exists (
    select from console.audit a where a.number = new.number and a.hash = new.hash and a.hash = sha256(old.hash || a.record)
  ) then
    raise exception 'the head of the audit follows its lines' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
