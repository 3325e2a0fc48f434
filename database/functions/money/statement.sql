-- A client's postings that changed a wallet, the newest first, each with its sign and with the ticket that it is about. It is a function
-- for the reason that ticket-lists.sql has. p_before is the id that the page before ended with; null for what is not asked for.
create or replace function statement_lines(
  p_client bigint, p_kinds posting_kind[], p_from timestamptz, p_to timestamptz, p_before bigint, p_most integer
) returns table (
  id bigint, at timestamptz, kind posting_kind, wallet text, amount bigint, dep_after bigint, win_after bigint, reference uuid, draw_id uuid,
  bet_type smallint, selection integer, stake integer
)
language plpgsql stable rows 25 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
-- A plan made while a table was small would sort all that a client has.
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  v_beyond bigint := least(p_before, posting_before(coalesce(p_to, clock_timestamp())));
  v_floor bigint := posting_from(p_from);
  v_month month;
  v_first bigint;
  v_lines every_posting[] := '{}';
  -- Then an index serves that has few of a client's postings.
  v_without_bets boolean := not coalesce(p_kinds && '{bet,payout}', true);
  v_tickets uuid[];
begin
  for v_month in select * from months_to_read(null, v_beyond) loop
    v_first := greatest(v_month.first_posting_id, v_floor);
    if v_without_bets then
      v_lines := v_lines || array(
        select p from every_posting p
        where p.client_id = p_client and p.id >= v_first and p.id < v_beyond and p.kind not in ('bet', 'payout') and p.kind = any (p_kinds)
          and (p.from_account in ('client_dep', 'client_win') or p.to_account in ('client_dep', 'client_win'))
          and (p_from is null or p.at >= p_from) and (p_to is null or p.at < p_to)
        order by p.id desc limit p_most - cardinality(v_lines)
      );
    else
      v_lines := v_lines || array(
        select p from every_posting p
        where p.client_id = p_client and p.id >= v_first and p.id < v_beyond and (p_kinds is null or p.kind = any (p_kinds))
          and (p.from_account in ('client_dep', 'client_win') or p.to_account in ('client_dep', 'client_win'))
          and (p_from is null or p.at >= p_from) and (p_to is null or p.at < p_to)
        order by p.id desc limit p_most - cardinality(v_lines)
      );
    end if;
    exit when cardinality(v_lines) = p_most;
    v_floor := greatest(v_floor, (first_ids_of_client(p_client)).posting);
    exit when v_first <= v_floor;
    v_beyond := v_first;
  end loop;
  -- Their range, known before the statement begins, keeps it from opening the months of no ticket of these.
  v_tickets := array(select p.reference from unnest(v_lines) p where p.kind in ('bet', 'payout', 'refund') order by p.reference);
  return query
    select p.id, p.at, p.kind, case when 'client_dep' in (p.from_account, p.to_account) then 'dep' else 'win' end,
      case when p.from_account in ('client_dep', 'client_win') then -p.amount else p.amount end, p.dep_after, p.win_after, p.reference,
      p.draw_id, t.bet_type, t.selection, t.stake
    from unnest(v_lines) p
    left join lateral (
      select * from every_ticket as ticket
      where p.kind in ('bet', 'payout', 'refund') and ticket.client_id = p_client and ticket.id = p.reference
        and ticket.id >= v_tickets[1] and ticket.id <= v_tickets[cardinality(v_tickets)]
      limit 1
    ) t on true
    order by p.id desc;
end
$$;
