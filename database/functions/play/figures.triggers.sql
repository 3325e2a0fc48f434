-- Notes that a finished draw or payment has no figures yet. It runs with the owner's rights, because logins that settle or pay may not write
-- figures.
create or replace function note_finished_draw() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into figure_due (draw_id) values (new.id);
  return null;
end
$$;

create or replace function note_paid_withdrawal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into withdrawal_due (payment_id, asked_at, paid_at) values (new.id, new.created_at, new.updated_at) on conflict do nothing;
  return null;
end
$$;
