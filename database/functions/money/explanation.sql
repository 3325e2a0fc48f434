-- Leads what is in a wallet back to where it came from, and says what was in it at a moment. See docs/explain.md.
--
-- The rule is first in, first out: what leaves a wallet uses up the oldest of what came into it. The credits of a wallet, in the
-- order of their numbers, are a row of francs, and the debits together use up its beginning. A wallet is never below zero, so a
-- debit never takes francs that come later in the row, and the order of debits among credits changes nothing. What is left is the
-- end of the row, as long as the balance. So whoever reads credits backwards from the newest until they cover the balance finds
-- the same parts as whoever plays the whole history forwards. The oldest part may be what is left of a larger credit.

-- The number of the last posting of a client that is stamped by a moment; 0 where there is none. No index has the times of one
-- client's postings, so it is searched for by halves, in some forty steps however many there are, among the months around the moment.
-- Their times follow the order of their numbers but for the length of a statement, for which ten minutes are more than enough.
create or replace function last_posting_by(p_client bigint, p_at timestamptz) returns bigint
language plpgsql stable set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  v_first bigint := (first_ids_of_client(p_client)).posting;
  -- All postings below `v_since` are surely stamped by then, and all from `v_beyond` on later.
  v_since bigint := greatest(posting_from(p_at), v_first);
  v_beyond bigint := posting_before(p_at);
  -- Postings up to `v_low` are surely stamped by then too, and those behind `v_high` later.
  v_low bigint := greatest(v_since - 1, 0);
  v_high bigint := coalesce((
    select max(p.id) from every_posting p where p.client_id = p_client and p.id >= v_since and p.id < v_beyond), v_low);
  v_middle bigint;
  v_next record;
  v_last bigint;
begin
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    select p.id, p.at into v_next from every_posting p
    where p.client_id = p_client and p.id > v_middle and p.id <= v_high order by p.id limit 1;
    if not found or v_next.at > p_at + interval '10 minutes' then
      v_high := v_middle;
    else
      v_low := v_next.id;
    end if;
  end loop;
  v_last := (
    select p.id from every_posting p
    where p.client_id = p_client and p.id >= v_since and p.id <= v_high and p.at <= p_at order by p.id desc limit 1);
  if v_last is null then
    -- Nothing moved in the months around the moment.
    v_last := (select max(p.id) from every_posting p where p.client_id = p_client and p.id >= v_first and p.id < v_since);
  end if;
  return coalesce(v_last, 0);
end
$$;

-- The balances of a client's accounts at a moment; at null, the present ones. A moment that has postings includes them. `through` is the
-- last posting that counts, null where all do.
--
-- A bet is stamped before its wallet is locked, so a posting may be stamped some milliseconds before the one that it follows. The balance
-- at a moment is the one after the last posting, in the order in which the wallet changed, that is stamped by then.
create or replace function wallet_at(p_client bigint, p_at timestamptz) returns table (
  dep bigint, win bigint, held bigint, owed bigint, through bigint
)
language plpgsql stable set search_path = public, pg_temp
-- A plan that was made while a table was small would keep scanning it.
set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_through bigint;
  v_first bigint := (first_ids_of_client(p_client)).posting;
  v_owed bigint;
begin
  if p_at is null then
    return query
      select coalesce(w.dep, 0), coalesce(w.win, 0), coalesce(w.held, 0), coalesce(w.owed, 0), null::bigint
      from (select) one left join wallet w on w.client_id = p_client;
    return;
  end if;
  v_through := last_posting_by(p_client, p_at);
  -- Refunds that the wallet could not cover, less what was repaid since. Hardly anybody ever owed something.
  v_owed := (
    select coalesce(sum(c.from_owed), 0) from payment y join chargeback c on c.payment_id = y.id
    where y.client_id = p_client and y.direction = 'deposit' and c.at <= p_at);
  if v_owed > 0 then
    v_owed := v_owed - coalesce((
      select sum(r.amount) from every_posting r
      where r.client_id = p_client and r.id >= v_first and r.id <= v_through and r.kind = 'chargeback_repaid'), 0);
  end if;
  return query
    select coalesce(l.dep_after, 0), coalesce(l.win_after, 0),
      -- Withdrawals that were held by then, and neither paid nor given back.
      coalesce((
        select sum(case when h.to_account = 'client_held' then h.amount else -h.amount end)
        from payment y
        join posted_once h on h.kind in ('withdrawal', 'withdrawal_paid', 'withdrawal_returned')
          and h.reference = y.id and 'client_held' in (h.from_account, h.to_account) and h.posting_id <= l.id
        where y.client_id = p_client and y.direction = 'withdrawal' and y.created_at <= p_at
      ), 0)::bigint,
      v_owed,
      coalesce(l.id, 0)
    from (select) one
    left join lateral (
      select p.id, p.dep_after, p.win_after from every_posting p
      where p.client_id = p_client and p.id = v_through
    ) l on true;
end
$$;

-- The newest credits of a wallet (`dep` or `win`) until they cover `p_left` francs, the newest first: those numbered up to
-- `p_through`, all where it is null. One call gives up to `p_most` of them, and reads 100,000 postings at most; where it ends there
-- before the next credit, the last row has only the number to continue from.
create or replace function credits_covering(p_client bigint, p_wallet text, p_through bigint, p_left bigint, p_most integer)
returns table (id bigint, at timestamptz, kind posting_kind, reference uuid, draw_id uuid, credited bigint, part bigint)
language plpgsql stable set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_wallet account := ('client_' || p_wallet)::account;
  v_first bigint := (first_ids_of_client(p_client)).posting;
  v_through bigint := coalesce(p_through, posting_before('infinity') - 1);
  v_left bigint := p_left;
  v_found integer := 0;
  v_last bigint;
  v_credit record;
begin
  if v_left <= 0 then return; end if;
  v_last := (
    select p.id from every_posting p
    where p.client_id = p_client and p.id >= v_first and p.id <= v_through order by p.id desc offset 99999 limit 1
  );
  for v_credit in
    select * from every_posting p
    where p.client_id = p_client and p.id >= greatest(v_first, v_last) and p.id <= v_through
      and p.to_account = v_wallet
    order by p.id desc
  loop
    part := least(v_credit.amount, v_left);
    id := v_credit.id;
    at := v_credit.at;
    kind := v_credit.kind;
    reference := v_credit.reference;
    draw_id := v_credit.draw_id;
    credited := v_credit.amount;
    return next;
    v_left := v_left - part;
    v_found := v_found + 1;
    exit when v_left = 0 or v_found = p_most;
  end loop;
  if v_left > 0 and v_found < p_most and v_last is not null then
    return query select v_last, null::timestamptz, null::posting_kind, null::uuid, null::uuid, null::bigint, 0::bigint;
  end if;
end
$$;

-- A page of where the francs of a wallet came from, with what each part is about. The first page begins with the balance at a
-- moment, or now; a later one continues below a posting with what was left to explain there. `balance` is null on later pages. Of a
-- wallet that is empty there is one row, which has no part.
create or replace function explained_wallet(
  p_client bigint, p_wallet text, p_at timestamptz, p_below bigint, p_left bigint, p_most integer
) returns table (
  balance bigint, id bigint, at timestamptz, kind posting_kind, reference uuid, credited bigint, part bigint,
  draw_id uuid, draws_at timestamptz, bet_type smallint, selection integer, stake integer,
  provider text, method text, paid_at timestamptz, told text, author text, reason text, request_id uuid
)
language sql stable set search_path = public, pg_temp as $$
  select b.balance, c.id, c.at, c.kind, c.reference, c.credited, c.part,
    c.draw_id, d.draws_at, t.bet_type, t.selection, t.stake,
    y.provider, y.method, y.created_at, a.told, a.author, a.reason, a.request_id
  from (
    select case p_wallet when 'dep' then w.dep else w.win end as balance, w.through,
      case p_wallet when 'dep' then w.dep else w.win end as unexplained
    from wallet_at(p_client, p_at) w where p_below is null
    union all
    select null, p_below - 1, p_left where p_below is not null
  ) b
  left join lateral credits_covering(p_client, p_wallet, b.through, b.unexplained, p_most) c on true
  -- Each part is joined to its subject by key. As plain joins, payments and adjustments were read whole.
  left join lateral (select * from draw e where e.id = c.draw_id limit 1) d on true
  left join lateral (
    select * from every_ticket k where c.kind in ('payout', 'refund') and k.client_id = p_client and k.id = c.reference limit 1
  ) t on true
  left join lateral (
    select * from payment z where c.kind in ('deposit', 'withdrawal_returned') and z.id = c.reference limit 1
  ) y on true
  left join lateral (
    select * from adjustment b where c.kind = 'adjustment' and b.reference = c.reference and b.from_account = 'adjustment'
      and b.to_account = ('client_' || p_wallet)::account limit 1
  ) a on true
  order by c.id desc
$$;
