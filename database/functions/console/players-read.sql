-- Operators' reads of players. See docs/decisions/0063.
--
-- Each opened player and each unmasked field is a row of console.view_log. Lists are read by their key and never counted.

-- Whether an operator sees phones, e-mail addresses and names masked.
create or replace function console.sees_masked(o console.operator) returns boolean language sql immutable as $$
  select not console.may(o, 'unmasked')
$$;

-- `+225 07 ·· ·· ·· 08` of +2250700000008.
create or replace function console.mask_phone(p_phone text) returns text language sql immutable as $$
  select substr(p_phone, 1, 4) || ' ' || substr(p_phone, 5, 2) || repeat(' ··', greatest((length(p_phone) - 8) / 2, 1)) || ' ' || right(p_phone, 2)
$$;

-- `a···@example.com`: the address's server names few people.
create or replace function console.mask_email(p_email text) returns text language sql immutable as $$
  select left(p_email, 1) || '···' || substr(p_email, strpos(p_email, '@'))
$$;

-- The initials.
create or replace function console.mask_name(p_name text) returns text language sql immutable as $$
  select left(p_name, 1) || '.'
$$;

-- The name of a player, whole or as initials.
create or replace function console.shown_name(c client, p_whole boolean) returns text language sql immutable as $$
  select case when p_whole then c.first_name || ' ' || c.last_name
    else console.mask_name(c.first_name) || ' ' || console.mask_name(c.last_name) end
$$;

-- How players stand, in words of the console's list.
create or replace function console.states_of(c client, p_now timestamptz) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select array_remove(array[
    case when c.erased_at is not null then 'erased' when c.confirmed_at is null then 'unproven' end,
    (select 'closing' from closing where client_id = c.id),
    case when lock_ends_at(c.id, 'sign_in', p_now) is not null then 'sign_in_locked' end,
    case when lock_ends_at(c.id, 'play', p_now) is not null then 'play_locked' end,
    case when lock_ends_at(c.id, 'withdrawals', p_now) is not null then 'withdrawals_locked' end,
    case when break_ends_at(c.id, p_now) is not null then 'break' end,
    (select 'undone' from payout_stop where client_id = c.id and lifted_at is null limit 1),
    case when c.cooling_off_until > p_now then 'cooling_off' end,
    (select 'matched' from person_match where client_id = c.id and cleared_at is null and ends_at > p_now limit 1),
    (select 'document_waits' from identity_check where client_id = c.id and status = 'waiting'),
    (select 'test' from console.test_account where client_id = c.id),
    case when may_not_play(c.id) then 'may_not_play' end
  ], null)
$$;

-- The players of a state and of some countries, the newest first, after the last one of the page before; null where there is none.
create or replace function console.ids_of_players(
  p_state text, p_countries text[], p_before bigint, p_most integer, p_among bigint[] default null
) returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  -- Each state but the common one has few players, and is read from the table that holds it.
  v_in text := case p_state
    when 'unproven' then 'select id from client where confirmed_at is null and erased_at is null'
    when 'erased' then 'select id from client where erased_at is not null'
    when 'closing' then 'select client_id from closing'
    when 'locked' then 'select client_id from client_lock where lifted_at is null and ends_at > clock_timestamp()'
    when 'break' then 'select client_id from play_break where ends_at > clock_timestamp()'
    when 'undone' then 'select client_id from payout_stop where lifted_at is null'
    when 'matched' then 'select client_id from person_match where cleared_at is null and ends_at > clock_timestamp()'
    when 'document_waits' then 'select client_id from identity_check where status = ''waiting'''
    when 'read_first' then 'select client_id from console.note where read_first'
    when 'test' then 'select client_id from console.test_account'
  end;
  v_ids bigint[];
begin
  execute format(
    'select array_agg(id) from (
       select c.id from %s c where ($1 is null or c.id < $1) %s order by c.id desc limit $3
     ) page',
    -- Each of the few is looked up. The planner would rather walk through all players until enough of them are there.
    case
      when v_in is null then 'client'
      else '(select s.id, k.country from (select distinct id from (' || v_in || ') of (id) where $1 is null or id < $1) s
        cross join lateral (select country from client where id = s.id limit 1) k)'
    end,
    concat_ws(' ', case when p_countries is not null then 'and c.country = any ($2)' end, case when p_among is not null then 'and c.id = any ($4)' end)
  ) into v_ids using p_before, p_countries, p_most, p_among;
  return v_ids;
end
$$;

-- Players as a list shows them.
create or replace function console.list_players(
  p_session text, p_state text, p_countries text[], p_among bigint[], p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'listPlayers');
  v_masked boolean := console.sees_masked(o);
  v_ids bigint[] := console.ids_of_players(p_state, p_countries, p_before, p_most, p_among);
begin
  return query
    select jsonb_build_object('id', c.id, 'phone', case when v_masked then console.mask_phone(c.phone) else c.phone end,
        'name', console.shown_name(c, not v_masked),
        'country', c.country, 'createdAt', console.instant(c.created_at), 'lastSignInAt', console.instant(c.last_sign_in_at),
        'dep', w.dep, 'win', w.win, 'held', w.held, 'states', console.states_of(c, clock_timestamp())),
      c.id::text
    from client c left join wallet w on w.client_id = c.id where c.id = any (v_ids) order by c.id desc;
end
$$;

-- Searches for the text of the console's search field: `client`, `phone` (from its beginning), `phone_end` (its last four digits), `email`,
-- `name` (from its beginning, either part first), `reference` (of a provider), or `serial` of a ticket, of the player with a phone where
-- p_of says one. A serial alone is looked for among the tickets of the last hour, since no index knows it. `id` is the id of a payment, a
-- ticket, a draw or a request, or its beginning, in hex; `request` its number; `draw` the minute that a draw is in.
create or replace function console.search(p_session text, p_how text, p_value text, p_of text, p_most integer) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp
-- With a plan for any value the planner assumes that the last hour has a third of all tickets, and reads the whole table.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  o console.operator := console.require_to_read(p_session, 'searchPlayers');
  v_masked boolean := console.sees_masked(o);
  -- Greater than all that begin with the value.
  v_end text := p_value || chr(1114111);
  v_first uuid := case when p_how = 'id' then rpad(p_value, 32, '0') end;
  v_last uuid := case when p_how = 'id' then rpad(p_value, 32, 'f') end;
  v_minute timestamptz := case when p_how = 'draw' then p_value end;
  -- The tickets of the last hour lie together.
  v_since timestamptz := clock_timestamp() - interval '1 hour';
  v_since_id uuid := first_ticket_id(v_since);
  -- How the id of a ticket ends: `xxx-xxxxxxxxxxxx`.
  v_serial text := case when p_how = 'serial' then regexp_replace(lpad(to_hex(p_value::bigint), 15, '0'), '^(...)', '\1-') end;
begin
  return query
    with found (what, id, client_id, at, amount, number, status) as (
      select 'client', c.id::text, c.id, c.created_at, null::bigint, null::bigint, null::text from client c where c.id = case when p_how = 'client' then p_value::bigint end
      union all
      select 'client', c.id::text, c.id, c.created_at, null, null, null from (
        select * from client where p_how = 'phone' and phone ~>=~ p_value and phone ~<~ v_end order by phone using ~<~ limit p_most
      ) c
      union all
      (select 'client', c.id::text, c.id, c.created_at, null, null, null from client c
       where right(c.phone, 4) = case when p_how = 'phone_end' then p_value end order by c.id desc limit p_most)
      union all
      select 'client', c.id::text, c.id, c.created_at, null, null, null from client_email e join client c on c.id = e.client_id
      where p_how = 'email' and lower(e.email) = lower(p_value)
      union all
      select 'client', c.id::text, c.id, c.created_at, null, null, null from (
        (select * from client where p_how = 'name' and erased_at is null
           and fold_name(first_name || ' ' || last_name) ~>=~ p_value and fold_name(first_name || ' ' || last_name) ~<~ v_end
         order by fold_name(first_name || ' ' || last_name) using ~<~ limit p_most)
        union
        (select * from client where p_how = 'name' and erased_at is null
           and fold_name(last_name || ' ' || first_name) ~>=~ p_value and fold_name(last_name || ' ' || first_name) ~<~ v_end
         order by fold_name(last_name || ' ' || first_name) using ~<~ limit p_most)
      ) c
      union all
      select 'payment', p.id::text, p.client_id, p.created_at, p.amount, null, p.status::text from payment p where p_how = 'reference' and p.provider_ref = p_value
      union all
      (select 'payment', p.id::text, p.client_id, p.created_at, p.amount, null, p.status::text from payment p where p.id between v_first and v_last
       order by p.id limit p_most)
      union all
      (select 'ticket', t.id::text, t.client_id, t.accepted_at, t.stake, null, null from every_ticket t where t.id between v_first and v_last
       order by t.id limit p_most)
      union all
      (select 'draw', d.id::text, null, d.draws_at, null, null, d.status::text from draw d where d.id between v_first and v_last order by d.id limit p_most)
      union all
      select 'draw', d.id::text, null, d.draws_at, null, null, d.status::text from draw d
      where d.draws_at >= v_minute and d.draws_at < v_minute + interval '1 minute'
      union all
      (select 'request', r.id::text, null, r.asked_at, null, r.number, r.status::text from console.request r join console.kind k on k.kind = r.kind
       where (r.id between v_first and v_last or r.number = case when p_how = 'request' then p_value::bigint end)
         and (r.asked_by = o.id or console.sees_requests(o, k))
       order by r.id limit p_most)
      union all
      select 'ticket', t.id::text, t.client_id, t.accepted_at, t.stake, null, null
      from (
        select c.id, (first_ids_of_client(c.id)).ticket as first from client c where p_how = 'serial' and c.phone = p_of offset 0
      ) c
      -- The index of a player's ids says which one it is: of those who play most, thousands of pages need not be read.
      cross join lateral (
        select k.id from every_ticket k where k.client_id = c.id and k.id >= c.first and right(k.id::text, 16) = v_serial offset 0
      ) i
      join every_ticket t on (t.client_id, t.id) = (c.id, i.id)
      union all
      select 'ticket', t.id::text, t.client_id, t.accepted_at, t.stake, null, null from every_ticket t
      where p_how = 'serial' and p_of is null and t.accepted_at > v_since and t.id >= v_since_id and right(t.id::text, 16) = v_serial
    )
    select jsonb_build_object('what', f.what, 'id', f.id, 'clientId', f.client_id,
      'phone', case when v_masked then console.mask_phone(c.phone) else c.phone end,
      'name', console.shown_name(c, not v_masked),
      'at', console.instant(f.at), 'amount', f.amount, 'number', f.number, 'status', f.status,
      'kind', coalesce(pay.direction::text, console.bet_name(bought.bet_type)), 'method', pay.method,
      'drawsAt', (select console.instant(d.draws_at) from draw d where d.id = coalesce(bought.draw_id, console.draw_of(asked.subject))))
    from (select * from found order by client_id desc nulls first, id limit p_most) f
    left join client c on c.id = f.client_id
    left join payment pay on pay.id = case f.what when 'payment' then f.id::uuid end
    left join lateral (
      select t.bet_type, t.draw_id from every_ticket t
      where t.client_id = f.client_id and t.id = case f.what when 'ticket' then f.id::uuid end offset 0
    ) bought on true
    left join console.request asked on asked.id = case f.what when 'request' then f.id::uuid end
    order by f.client_id desc nulls first, f.id;
end
$$;

-- Returns the operator who looks at one player, and logs the look; `what` names what was looked at. A player that the same operator has opened within a quarter of
-- an hour is open: the lists of it are no further looks. It raises no_data_found where there is no such player.
create or replace function console.look_at_player(
  p_session text, p_client bigint, p_what text, p_right text default 'getPlayer'
) returns console.operator
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, p_right);
begin
  if not exists (select from client where id = p_client) then
    raise exception 'there is no client %', p_client using errcode = 'no_data_found';
  end if;
  if not exists (
    select from console.view_log
    where subject = 'client ' || p_client and operator_id = o.id and what = 'player' and at > clock_timestamp() - interval '15 minutes'
  ) then
    perform console.write_view(o, 'client ' || p_client, p_what, null);
  end if;
  return o;
end
$$;

-- Opens a player: all that is one figure or one line. `read_first` are the notes that this operator has not opened yet.
create or replace function console.open_player(p_session text, p_client bigint, p_why text) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'getPlayer');
  v_masked boolean := console.sees_masked(o);
  v_now timestamptz := clock_timestamp();
  c client;
  w wallet;
  e client_email;
  v_open record;
  v_paid record;
begin
  select * into c from client where id = p_client;
  if not found then
    return null;
  end if;
  perform console.write_view(o, 'client ' || p_client, 'player', p_why);
  select * into w from wallet where client_id = p_client;
  select * into e from client_email where client_id = p_client order by verified_at is null limit 1;
  -- The same pending tickets that open_in_account finds.
  select coalesce(sum(t.stake), 0) as stakes, count(*) as tickets, min(d.draws_at) as first, max(d.draws_at) as last into v_open
  from every_ticket t join draw d on d.id = t.draw_id
  where t.client_id = p_client and d.finished_at is null and t.id >= first_open_ticket_id();
  select coalesce(sum(p.amount) filter (where p.status = 'succeeded'), 0) as deposits, count(*) filter (where p.status = 'succeeded') as deposit_count,
    coalesce(sum(p.amount) filter (where p.status = 'paid'), 0) as withdrawals, count(*) filter (where p.status = 'paid') as withdrawal_count
    into v_paid from payment p where p.client_id = p_client;
  return jsonb_build_object(
    'id', c.id, 'masked', v_masked,
    'phone', case when v_masked then console.mask_phone(c.phone) else c.phone end, 'phoneProven', c.confirmed_at is not null,
    'email', case when v_masked then console.mask_email(e.email) else e.email end, 'emailProven', e.verified_at is not null,
    'firstName', case when v_masked then console.mask_name(c.first_name) else c.first_name end,
    'lastName', case when v_masked then console.mask_name(c.last_name) else c.last_name end,
    'birthDate', case when v_masked then to_char(c.birth_date, 'YYYY') else c.birth_date::text end,
    'country', c.country, 'city', case when not v_masked then c.city end, 'address', case when not v_masked then c.address end,
    'createdAt', console.instant(c.created_at), 'lastSignInAt', console.instant(c.last_sign_in_at),
    'erasedAt', console.instant(c.erased_at), 'tier', tier_of(c.id), 'states', console.states_of(c, v_now),
    'wallets', jsonb_build_object('dep', coalesce(w.dep, 0), 'win', coalesce(w.win, 0), 'held', coalesce(w.held, 0), 'owed', coalesce(w.owed, 0)),
    'openStakes', jsonb_build_object('amount', v_open.stakes, 'tickets', v_open.tickets,
      'firstDrawAt', console.instant(v_open.first), 'lastDrawAt', console.instant(v_open.last)),
    'deposits', jsonb_build_object('amount', v_paid.deposits, 'count', v_paid.deposit_count),
    'withdrawals', jsonb_build_object('amount', v_paid.withdrawals, 'count', v_paid.withdrawal_count),
    -- The player's net result of play: adjustments by hand do not count.
    'net', v_paid.withdrawals + coalesce(w.dep + w.win + w.held, 0) + v_open.stakes - v_paid.deposits - coalesce(w.owed, 0)
      - (select coalesce(sum(case when a.to_account = 'adjustment' then -a.amount else a.amount end), 0) from adjustment a where a.client_id = c.id),
    'locks', array(
      select jsonb_build_object('kind', l.kind, 'beginsAt', console.instant(l.begins_at), 'endsAt', console.instant(l.ends_at),
        'lockedBy', l.locked_by, 'reason', l.reason)
      from client_lock l where l.client_id = p_client and l.lifted_at is null and l.ends_at > v_now order by l.id),
    'payouts', (select jsonb_build_object('reason', p.reason, 'until', console.instant(p.until)) from payouts_wait(p_client) p),
    'pausedUntil', console.instant(break_ends_at(p_client, v_now)),
    'waitsFor', money_waits_for(p_client, v_now),
    'closing', (select jsonb_build_object('erasesAt', console.instant(k.erases_at), 'reason', k.reason) from closing k where k.client_id = p_client),
    'readFirst', array(
      select jsonb_build_object('id', n.id, 'at', console.instant(n.at), 'writtenBy', n.written_by, 'begins', left(n.text, 80))
      from console.unread_notes(o, p_client) n order by n.at)
  );
end
$$;

-- Shows one field as it is, with a reason. Null where there is nothing to show.
create or replace function console.unmask(p_session text, p_client bigint, p_field text, p_reason text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.look_at_player(p_session, p_client, 'player');
  c client;
begin
  select * into c from client where id = p_client;
  perform console.write_view(o, 'client ' || p_client, 'unmasked_' || p_field, p_reason);
  return case p_field
    when 'phone' then c.phone
    when 'email' then (select email from client_email where client_id = p_client order by verified_at is null limit 1)
    when 'name' then c.first_name || ' ' || c.last_name
    when 'birth_date' then c.birth_date::text
    when 'address' then concat_ws(', ', c.address, c.city)
  end;
end
$$;

-- Tickets, the newest first, as the player has them; the server adds which of their numbers hit.
create or replace function console.player_tickets(
  p_session text, p_client bigint, p_draw uuid, p_from timestamptz, p_to timestamptz, p_before uuid, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.look_at_player(p_session, p_client, 'tickets');
  return query
    select jsonb_build_object('id', t.id, 'serial', console.ticket_serial(t.id), 'name', console.bet_name(t.bet_type), 'drawId', t.draw_id,
        'fullDate', console.instant(t.draws_at), 'selectedNumbers', console.numbers(t.selection), 'betAmount', t.stake,
        'status', ticket_status(t.draw_status, t.due),
        'payout', case t.draw_status when 'settled' then coalesce(t.due, 0) when 'void' then t.stake end,
        'result', console.numbers(t.result), 'acceptedAt', console.instant(t.accepted_at)),
      t.id::text
    from client_tickets(p_client, null, p_draw, p_from, p_to, p_before, p_most) t
    order by t.id desc;
end
$$;

-- Postings that changed a wallet, the newest first, each with its sign, as the player's own statement has them.
create or replace function console.player_statement(
  p_session text, p_client bigint, p_kinds posting_kind[], p_from timestamptz, p_to timestamptz, p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.look_at_player(p_session, p_client, 'statement');
  return query
    select jsonb_build_object('id', l.id::text, 'at', console.instant(l.at), 'kind', l.kind, 'wallet', l.wallet, 'amount', l.amount,
        'dep', l.dep_after, 'win', l.win_after, 'reference', l.reference, 'drawId', l.draw_id,
        'ticket', case when l.bet_type is not null then jsonb_build_object('name', console.bet_name(l.bet_type),
          'selectedNumbers', console.numbers(l.selection), 'betAmount', l.stake) end),
      l.id::text
    from statement_lines(p_client, p_kinds, p_from, p_to, p_before, p_most) l
    order by l.id desc;
end
$$;

-- Payments, the newest first.
create or replace function console.player_payments(
  p_session text, p_client bigint, p_directions payment_direction[], p_before uuid, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.look_at_player(p_session, p_client, 'payments');
  return query
    select jsonb_build_object('id', p.id, 'direction', p.direction, 'amount', p.amount, 'provider', p.provider, 'method', p.method,
      'providerRef', p.provider_ref, 'status', p.status, 'failure', p.failure, 'createdAt', console.instant(p.created_at),
      'updatedAt', console.instant(p.updated_at)),
      p.id::text
    from payment p
    where p.client_id = p_client and (p_directions is null or p.direction = any (p_directions))
      and (p_before is null or (p.created_at, p.id) < (select b.created_at, b.id from payment b where b.id = p_before))
    order by p.created_at desc, p.id desc limit p_most;
end
$$;

-- All limits: what holds, the player's own, and what operators have set last. And the locks that were and are, the newest first.
create or replace function console.player_limits(p_session text, p_client bigint, p_time_zone text) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_at_player(p_session, p_client, 'limits');
  return jsonb_build_object(
    'limits', array(
      select jsonb_build_object('kind', l.kind, 'period', l.period, 'amount', l.amount,
        'own', case when own.next_at <= clock_timestamp() then own.next_amount else own.amount end,
        'tightened', case when t.amount is not null then
          jsonb_build_object('amount', t.amount, 'setBy', t.set_by, 'setAt', console.instant(t.set_at), 'reason', t.reason) end,
        'used', l.used, 'resetsAt', console.instant(l.resets_at),
        'next', case when l.next_at is not null then jsonb_build_object('amount', l.next_amount, 'at', console.instant(l.next_at)) end)
      from play_limits_at(p_client, p_time_zone, clock_timestamp()) l
      left join play_limit own on own.client_id = p_client and own.kind = l.kind and own.period = l.period
      left join lateral (
        select * from operator_limit o
        where o.client_id = p_client and o.kind = l.kind and o.period = l.period and (o.ends_at is null or o.ends_at > clock_timestamp())
        order by o.amount, o.id desc limit 1
      ) t on true
      order by l.kind, l.period
    ),
    'locks', array(
      select jsonb_build_object('kind', l.kind, 'beginsAt', console.instant(l.begins_at), 'endsAt', console.instant(l.ends_at),
        'lockedBy', l.locked_by, 'reason', l.reason, 'liftedAt', console.instant(l.lifted_at), 'liftedBy', l.lifted_by)
      from client_lock l where l.client_id = p_client order by l.id desc limit 100
    ));
end
$$;

-- The balance at the end of each of the last 90 days on which it changed, from the sums by day. Sums of another zone are none.
create or replace function console.player_balance(p_session text, p_client bigint, p_zone text) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_first date := (clock_timestamp() at time zone p_zone)::date - 90;
begin
  perform console.look_at_player(p_session, p_client, 'balance');
  return (
    select jsonb_build_object('from', v_first,
      'before', coalesce((array_agg(d.balance order by d.day desc) filter (where d.day < v_first))[1], 0),
      'days', coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'balance', d.balance) order by d.day) filter (where d.day >= v_first), '[]'))
    from account_days_until u
    left join lateral (
      select k.day, k.balance from account_day k where k.client_id = p_client and k.day >= v_first
      union all
      (select k.day, k.balance from account_day k where k.client_id = p_client and k.day < v_first order by k.day desc limit 1)
    ) d on u.zone = p_zone);
end
$$;

-- The sessions of the player, each with the known browser where it is in one; and the browsers that are known, with the other players
-- who are known in the same one.
create or replace function console.player_sessions(p_session text, p_client bigint) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_at_player(p_session, p_client, 'sessions');
  return jsonb_build_object(
    'sessions', to_jsonb(array(
      select jsonb_build_object('id', s.id, 'device', s.device, 'known', s.device_id is not null, 'remember', s.remember,
        'createdAt', console.instant(s.created_at), 'lastSeenAt', console.instant(s.last_seen_at), 'expiresAt', console.instant(s.expires_at),
        'provenBy', s.proven_by)
      from session s where s.client_id = p_client and s.expires_at > clock_timestamp() order by s.last_seen_at desc, s.id
    )),
    'devices', to_jsonb(array(
      select jsonb_build_object('name', d.name, 'firstSeenAt', console.instant(d.first_seen_at), 'lastSeenAt', console.instant(d.last_seen_at),
        'sharedWith', array(select distinct s.client_id from device s where s.browser = d.browser and s.client_id <> p_client order by 1 limit 20))
      from device d where d.client_id = p_client order by d.last_seen_at desc
    )));
end
$$;

-- The documents of a player and the persons who the player was taken for, the newest first.
create or replace function console.player_identity(p_session text, p_client bigint) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_at_player(p_session, p_client, 'identity', 'getPlayerIdentity');
  return jsonb_build_object(
    'documents', to_jsonb(array(
      select jsonb_build_object('id', i.id, 'type', i.type, 'country', i.country, 'last4', i.last4, 'expiresOn', i.expires_on,
        'status', i.status, 'submittedAt', console.instant(i.submitted_at), 'decidedAt', console.instant(i.decided_at),
        'decidedBy', i.decided_by, 'reason', i.reason)
      from identity_check i where i.client_id = p_client and i.status <> 'draft' order by i.submitted_at desc limit 100
    )),
    'matches', to_jsonb(array(
      select jsonb_build_object('source', m.source, 'matchedAt', console.instant(m.matched_at), 'endsAt', console.instant(m.ends_at),
        'clearedAt', console.instant(m.cleared_at), 'clearedBy', m.cleared_by, 'reason', m.reason)
      from person_match m where m.client_id = p_client order by m.matched_at desc limit 100
    )));
end
$$;

-- Notes, the newest first.
create or replace function console.player_notes(p_session text, p_client bigint, p_before uuid, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.look_at_player(p_session, p_client, 'notes');
begin
  return query
    select jsonb_build_object('id', n.id, 'at', console.instant(n.at), 'writtenBy', n.written_by, 'text', n.text, 'readFirst', n.read_first,
      'opened', n.written_by = o.name or exists (select from console.note_opened p where p.note_id = n.id and p.operator = o.name)),
      n.id::text
    from console.note n
    where n.client_id = p_client
      and (p_before is null or (n.at, n.id) < (select b.at, b.id from console.note b where b.id = p_before))
    order by n.at desc, n.id desc limit p_most;
end
$$;

-- The looks at one player, the newest first. Compliance and auditors see all, other operators their own.
create or replace function console.player_looks(p_session text, p_client bigint, p_before bigint, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.look_at_player(p_session, p_client, 'looks');
begin
  return query
    select jsonb_build_object('id', v.id::text, 'at', console.instant(v.at), 'who', w.name, 'what', v.what, 'why', v.why),
      v.id::text
    from console.view_log v join console.operator w on w.id = v.operator_id
    where v.subject = 'client ' || p_client and (p_before is null or v.id < p_before)
      and (console.may(o, 'allViews') or v.operator_id = o.id)
    order by v.id desc limit p_most;
end
$$;

-- Staff, their households and suppliers, the newest first.
create or replace function console.list_may_not_play(p_session text, p_before bigint, p_most integer) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_to_read(p_session, 'listMayNotPlay');
begin
  return query
    select jsonb_build_object('id', m.id::text, 'relation', m.relation, 'name', m.name,
      'phone', case when console.sees_masked(o) then console.mask_phone(m.phone) else m.phone end, 'clientId', m.client_id,
      'reason', m.reason, 'addedAt', console.instant(m.added_at), 'addedBy', m.added_by, 'endedAt', console.instant(m.ended_at)),
      m.id::text
    from console.may_not_play m where p_before is null or m.id < p_before order by m.id desc limit p_most;
end
$$;
