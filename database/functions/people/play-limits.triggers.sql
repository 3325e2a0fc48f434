-- A break is history once its client's phone is proven. What was set before that may be a stranger's doing.
create or replace function keep_break() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from client where id = old.client_id and confirmed_at is null) then
    return old;
  end if;
  raise exception 'history never changes: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end
$$;
