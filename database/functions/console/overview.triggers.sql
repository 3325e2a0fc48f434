-- An alarm is what it was when it opened; it is told once, closes once, and stays closed.
create or replace function keep_alarm() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject, new.detail, new.opened_at) is distinct from (old.id, old.kind, old.subject, old.detail, old.opened_at)
    or old.told and not new.told
    or old.closed_at is not null and (new.closed_at, new.taken_by, new.taken_at) is distinct from (old.closed_at, old.taken_by, old.taken_at)
  then
    raise exception 'alarm % cannot change like that', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
