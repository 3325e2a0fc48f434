create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'history never changes: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end
$$;
