-- The content of a request never changes, and it goes through its life in one direction. See docs/decisions/0059.
create or replace function keep_request_life() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.kind, new.subject, new.new_values, new.old_values, new.reason, new.evidence, new.asked_by,
      new.asked_at, new.expires_at, new.act, new.console_url, new.asked_signature, new.facts)
     is distinct from
     (old.id, old.number, old.kind, old.subject, old.new_values, old.old_values, old.reason, old.evidence, old.asked_by,
      old.asked_at, old.expires_at, old.act, old.console_url, old.asked_signature, old.facts)
    or old.unsigned is not null and new.unsigned is distinct from old.unsigned
    or old.approved_by is not null
      and (new.approved_by, new.approved_at, new.approved_signature, new.approved_because)
        is distinct from (old.approved_by, old.approved_at, old.approved_signature, old.approved_because) then
    raise exception 'the content of request % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('asked', 'approved'), ('asked', 'refused'), ('asked', 'withdrawn'), ('asked', 'expired'), ('asked', 'failed'),
    ('approved', 'done'), ('approved', 'failed'), ('approved', 'expired')
  ) then
    raise exception 'request % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
