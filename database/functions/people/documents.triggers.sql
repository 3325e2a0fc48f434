-- A client's proof of identity never changes, and neither does an operator's decision about it.
create or replace function keep_identity_check() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.type, new.country, new.last4, new.number_sealed, new.document_key, new.expires_on, new.created_at)
     is distinct from
     (old.id, old.client_id, old.type, old.country, old.last4, old.number_sealed, old.document_key, old.expires_on, old.created_at) then
    raise exception 'the subject of identity check % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (('draft', 'waiting'), ('waiting', 'accepted'), ('waiting', 'refused')) then
    raise exception 'identity check % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
