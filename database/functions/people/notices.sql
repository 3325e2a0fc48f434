-- Notices to clients. What happened is noted here, once; server/notices decides who is told how.

-- Whether anything could tell a client about a kind of thing: a browser, or a channel that was chosen for it.
create or replace function may_hear(p_client bigint, p_kind text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from push_subscription where client_id = p_client)
    or exists (select from notice_choice where client_id = p_client and kind = p_kind and wanted)
$$;

-- The clients that could be told about a kind of thing.
create or replace function hearers(p_kind text) returns table (client_id bigint)
language sql stable set search_path = public, pg_temp as $$
  select s.client_id from push_subscription s union select c.client_id from notice_choice c where c.kind = p_kind and c.wanted
$$;

-- Notes what one finished draw paid, or gave back, to each client who could be told: one notice a draw and client. Returns
-- whether there was such a draw. The draw leaves the list in the same transaction.
create or replace function note_draw_outcomes() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_draw uuid;
  d draw;
  v_kind text;
begin
  delete from draw_to_tell where draw_id = (
    select draw_id from draw_to_tell order by draw_id limit 1 for update skip locked
  ) returning draw_id into v_draw;
  if not found then
    return false;
  end if;
  select * into d from draw where id = v_draw;
  v_kind := case d.status when 'void' then 'void' else 'win' end;
  insert into notice (client_id, kind, subject, amount, happened_at)
  select u.client_id, v_kind, d.id, sum(u.to_dep + u.to_win), d.finished_at
  from hearers(v_kind) h join due u on u.client_id = h.client_id
  where u.draw_id = d.id group by u.client_id
  on conflict do nothing;
  return true;
end
$$;

-- Notes whose break from play is over, and who has nothing left to stake within a limit. An exclusion ends silently: nobody
-- is called back.
create or replace function note_limits() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  insert into notice (client_id, kind, subject, what, happened_at)
  select b.client_id, 'limit', 'break ' || b.ends_at, 'break_over', b.ends_at
  from play_break b join hearers('limit') h on h.client_id = b.client_id
  where b.ends_at between v_now - interval '1 hour' and v_now and b.kind <> 'exclusion'
    and break_ends_at(b.client_id, v_now) is null
  on conflict do nothing;

  -- 100 francs is the smallest stake. A break and a closing leave nothing to stake either.
  insert into notice (client_id, kind, subject, what, happened_at)
  select w.client_id, 'limit', 'stake ' || w.stakes_left_until, 'stakes_reached', v_now
  from hearers('limit') h join wallet w on w.client_id = h.client_id
  where w.stakes_left < 100 and w.stakes_left_until > v_now and break_ends_at(w.client_id, v_now) is null
    and not exists (select from closing c where c.client_id = w.client_id)
  on conflict do nothing;
end
$$;

-- The end of the quiet hours at a moment; null where there are none then. Both times are in the time zone, and the first may be the later
-- one: the hours then include midnight.
create or replace function quiet_until(p_from time, p_to time, p_time_zone text, p_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select case
    when p_from < p_to and l.at::time >= p_from and l.at::time < p_to then (l.at::date + p_to) at time zone p_time_zone
    when p_from > p_to and l.at::time >= p_from then (l.at::date + 1 + p_to) at time zone p_time_zone
    when p_from > p_to and l.at::time < p_to then (l.at::date + p_to) at time zone p_time_zone
  end
  from (select p_at at time zone p_time_zone as at) l
$$;
