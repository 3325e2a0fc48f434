-- The winners are looked up later, because settlement must not wait for notices.
create or replace function note_draw_to_tell() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into draw_to_tell (draw_id) values (new.id) on conflict do nothing;
  return null;
end
$$;

-- Open pages hear of each status, and the client of the end by a notice.
create or replace function tell_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('client', new.client_id || ' payment ' || new.id || ' ' || new.status);
  -- A payment that fails before its provider has accepted it needs no notice: the answer of the call says so.
  if new.status in ('succeeded', 'paid') or new.status = 'failed' and (old.status <> 'created' or new.direction = 'withdrawal') then
    insert into notice (client_id, kind, subject, what, amount, happened_at)
    select new.client_id, 'payment', new.id || ' ' || new.status,
      new.direction || case new.status when 'failed' then '_failed' else '_done' end, new.amount, clock_timestamp()
    where may_hear(new.client_id, 'payment')
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function tell_client() returns trigger language plpgsql as $$
begin
  perform pg_notify('client', new.client_id || ' ' || tg_argv[0]);
  return null;
end
$$;
