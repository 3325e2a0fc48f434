-- Operators' reads of a wallet, a draw or a payment as it was at a moment, and of where a wallet's money came from. See docs/explain.md and
-- docs/decisions/0078. At a null moment everything is as it is now.

-- Raises unless a moment has passed and lies in the life of what began at `p_began`.
create or replace function console.require_moment(p_at timestamptz, p_began timestamptz) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if p_at > clock_timestamp() then
    raise exception 'that moment is still to come' using errcode = 'check_violation', constraint = 'moment_has_passed';
  elsif p_at < p_began then
    raise exception 'it did not exist yet at that moment' using errcode = 'check_violation', constraint = 'moment_is_of_its_life';
  end if;
end
$$;

-- The balances of a player's accounts at a moment.
create or replace function console.player_wallets(p_session text, p_client bigint, p_at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_at_player(p_session, p_client, 'wallets');
  perform console.require_moment(p_at, (select c.created_at from client c where c.id = p_client));
  return (
    select jsonb_build_object('dep', w.dep, 'win', w.win, 'held', w.held, 'owed', w.owed) from wallet_at(p_client, p_at) w);
end
$$;

-- A page of where the francs of a player's wallet came from, as the player has it, with who adjusted it and why; without an item
-- where explained_wallet has no part.
create or replace function console.explain_player_wallet(
  p_session text, p_client bigint, p_wallet text, p_at timestamptz, p_below bigint, p_left bigint, p_most integer
) returns table (balance bigint, id bigint, part bigint, item jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform console.look_at_player(p_session, p_client, 'explanation');
  perform console.require_moment(p_at, (select c.created_at from client c where c.id = p_client));
  return query
    select e.balance, e.id, e.part, case when e.kind is not null then
      jsonb_build_object('id', e.id::text, 'at', console.instant(e.at), 'kind', e.kind, 'credited', e.credited, 'left', e.part,
        'reference', e.reference,
        'payment', case when e.provider is not null then
          jsonb_build_object('provider', e.provider, 'method', e.method, 'startedAt', console.instant(e.paid_at)) end,
        'ticket', case when e.bet_type is not null then
          jsonb_build_object('serial', console.ticket_serial(e.reference), 'name', console.bet_name(e.bet_type),
            'selectedNumbers', console.numbers(e.selection), 'betAmount', e.stake, 'drawId', e.draw_id,
            'fullDate', console.instant(e.draws_at)) end,
        'note', e.told,
        'adjustment', case when e.author is not null then
          jsonb_build_object('author', e.author, 'reason', e.reason, 'request', e.request_id) end) end
    from explained_wallet(p_client, p_wallet, p_at, p_below, p_left, p_most) e;
end
$$;

-- When a draw became void, which is not recorded: one that was called off was so from then on, one that was not closed in time
-- from its closing, and any other from when its refunds were listed, which follows at once. Null for a draw that is not void.
create or replace function console.void_since(d draw) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select case when d.status = 'void' then coalesce(
    (select c.at from call_off c where c.draw_id = d.id),
    case when d.closed_at >= d.draws_at then d.closed_at end, d.dues_listed_at, d.finished_at) end
$$;

-- A draw as its row was at a moment. How far its dues were paid is not in it: see console.draw_dues.
create or replace function console.draw_as_of(d draw, p_at timestamptz) returns draw
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_void_at timestamptz := console.void_since(d);
begin
  if p_at is null then
    return d;
  end if;
  d.closed_at := case when d.closed_at <= p_at then d.closed_at end;
  d.sealed_at := case when d.sealed_at <= p_at then d.sealed_at end;
  d.drawn_at := case when d.drawn_at <= p_at then d.drawn_at end;
  d.dues_listed_at := case when d.dues_listed_at <= p_at then d.dues_listed_at end;
  d.finished_at := case when d.finished_at <= p_at then d.finished_at end;
  d.status := case
    when v_void_at <= p_at then 'void'
    when d.drawn_at is not null then case when d.finished_at is not null then 'settled' else 'drawn' end
    when d.closed_at is not null then 'closed'
    else 'open'
  end;
  d.result := case when d.drawn_at is not null then d.result end;
  return d;
end
$$;

-- The sales of a draw by bet type up to a moment: whole minutes from their sums, the tickets since the last whole minute from the draw's
-- pages of that time.
create or replace function console.draw_sold_by(p_draw uuid, p_at timestamptz) returns table (bet_type smallint, tickets bigint, stakes bigint)
language plpgsql stable set search_path = public, pg_temp
-- The reason is given in make_lanes.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_from timestamptz := (select least(date_trunc('minute', p_at), c.through) from sales_counted c);
  v_ids record := ids_of_draw(p_draw);
begin
  return query
    select s.bet_type, sum(s.tickets)::bigint, sum(s.stakes)::bigint
    from (
      select m.bet_type, m.tickets::bigint as tickets, m.stakes from draw_minute m where m.draw_id = p_draw and m.at < v_from
      union all
      select t.bet_type, count(*), sum(t.stake)::bigint from every_ticket t
      where t.draw_id = p_draw and t.id >= v_ids.first and t.id < v_ids.beyond
        and t.accepted_at >= v_from and t.accepted_at <= p_at group by t.bet_type
    ) s
    group by s.bet_type order by s.bet_type;
end
$$;

-- A payment as its row was at a moment, by its events. What is only about what comes next is empty.
create or replace function console.payment_as_of(p payment, p_at timestamptz) returns payment
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_last payment_event;
begin
  if p_at is null then
    return p;
  end if;
  p.due_at := null;
  p.asked := 0;
  p.sent_at := case when p.sent_at <= p_at then p.sent_at end;
  if not exists (select from payment_event e where e.payment_id = p.id and e.at > p_at) then
    return p;
  end if;
  select * into v_last from payment_event e where e.payment_id = p.id and e.at <= p_at order by e.id desc limit 1;
  p.status := coalesce(v_last.to_status, 'created');
  p.updated_at := coalesce(v_last.at, p.created_at);
  -- Every step but an expiry ends a mismatch, and says why where it failed.
  p.mismatch := (
    select case when e.kind in ('amount_mismatch', 'paid_after_return', 'refund_unclear', 'other_payment') then e.kind::text end
    from payment_event e where e.payment_id = p.id and e.at <= p_at and e.kind <> 'expired' order by e.id desc limit 1
  );
  p.failure := (
    select e.detail ->> 'code' from payment_event e
    where e.payment_id = p.id and e.at <= p_at and e.kind not in ('amount_mismatch', 'paid_after_return', 'refund_unclear', 'other_payment')
    order by e.id desc limit 1
  );
  return p;
end
$$;
