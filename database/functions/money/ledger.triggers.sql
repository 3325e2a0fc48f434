-- Notes a posting that happens once. Its key refuses a second one.
create or replace function note_posted_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into posted_once (kind, reference, from_account, to_account, client_id, posting_id, amount)
  values (new.kind, new.reference, new.from_account, new.to_account, new.client_id, new.id, new.amount);
  return null;
end
$$;
