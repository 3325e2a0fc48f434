-- A phone or an e-mail address belongs to who has proven it. Before that it is only claimed, by any number of clients,
-- and a claim keeps nobody from anything.

alter table client drop constraint client_phone_once;
create unique index client_phone_once on client (phone) where confirmed_at is not null;
create index client_phone on client (phone);
create index client_unconfirmed on client (created_at) where confirmed_at is null;

-- A client has one proven address at most and one that waits for its code at most: the old one stays until then.
create table client_email (
  client_id bigint not null references client,
  email text not null,
  asked_at timestamptz not null,
  verified_at timestamptz
);
create unique index client_email_proven on client_email (client_id) where verified_at is not null;
create unique index client_email_asked on client_email (client_id) where verified_at is null;
create index client_email_address on client_email (lower(email));

-- No address was ever proven so far.
insert into client_email (client_id, email, asked_at) select id, email, created_at from client where email is not null;
alter table client drop column email;
create unique index client_email_once on client_email (lower(email)) where verified_at is not null;

alter type code_purpose add value 'confirm_email';

grant select, insert, update, delete on client_email to izi_app;

-- A break is history once its client's phone is proven. What was set before that may be a stranger's doing.
create function keep_break() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from client where id = old.client_id and confirmed_at is null) then
    return old;
  end if;
  raise exception 'history never changes: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end
$$;
drop trigger play_break_is_history on play_break;
create trigger play_break_is_history before update or delete on play_break for each row execute function keep_break();

-- Takes away the limits and breaks of a client whose phone is not proven yet, for the phone's owner who takes the account
-- over. The caller has locked the client's row.
create function void_play_limits(p_client bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from wallet where client_id = p_client for no key update;
  if exists (select from client where id = p_client and confirmed_at is not null) then
    raise exception 'client % has a proven phone', p_client using errcode = 'restrict_violation';
  end if;
  delete from play_break where client_id = p_client;
  delete from play_limit where client_id = p_client;
  update wallet set stakes_left = null, stakes_left_until = null where client_id = p_client;
end
$$;

-- Removes clients who have not proven their phone, have not been here for seven days and have never had money, at most so
-- many at once; returns how many. Rows that are locked are left for the next time.
create function remove_unproven_clients(p_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before timestamptz := now() - interval '7 days';
  v_ids bigint[];
begin
  v_ids := array(
    select c.id from client c
    where c.confirmed_at is null and c.created_at < v_before
      and (c.last_sign_in_at is null or c.last_sign_in_at < v_before)
      and not exists (select from session s where s.client_id = c.id and s.last_seen_at >= v_before)
      and not exists (select from posting p where p.client_id = c.id)
      and not exists (select from ticket t where t.client_id = c.id)
      and not exists (select from payment y where y.client_id = c.id)
    order by c.created_at limit p_most
    for update of c skip locked
  );
  delete from session where client_id = any (v_ids);
  delete from code where client_id = any (v_ids);
  delete from client_email where client_id = any (v_ids);
  delete from favourite where client_id = any (v_ids);
  delete from play_break where client_id = any (v_ids);
  delete from play_limit where client_id = any (v_ids);
  delete from wallet where client_id = any (v_ids);
  delete from client where id = any (v_ids);
  return cardinality(v_ids);
end
$$;

revoke all on function void_play_limits, remove_unproven_clients from public;
grant execute on function void_play_limits, remove_unproven_clients to izi_app;
