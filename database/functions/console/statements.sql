-- Statements of payment providers: their upload, the reading of their lines, and where a line and our books differ. See docs/statements.md.
--
-- Nothing here books anything. A difference ends where both sides agree, after an act on the payment, or with a note of one operator.
--
-- Locks: the statement, then its lines and differences.

-- The accounts that a statement can be of, with the layout of the last one that was read.
create or replace function console.statement_accounts(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'getStatementAccounts');
  return query
    select jsonb_build_object('account', a.account, 'layout', s.layout, 'until', console.instant(u.until))
    from (select distinct m.provider as account from console.methods_used() m) a
    left join lateral (
      select q.layout from console.provider_statement q where q.account = a.account and q.state = 'compared' order by q.id desc limit 1
    ) s on true
    left join lateral (
      select max(upper(q.period)) as until from console.provider_statement q where q.account = a.account and q.state = 'compared'
    ) u on true
    order by a.account limit 200;
end
$$;

-- Begins an upload, or finds the one of the same file. Returns the statement and how many pieces of it are here; `refused` says why
-- there is none: `no_account`, `not_over` (the provider may still add lines to the last day).
create or replace function console.begin_statement(
  p_session text, p_account text, p_file_name text, p_sha256 bytea, p_bytes bigint, p_layout jsonb, p_from timestamptz, p_until timestamptz,
  p_key_sealed bytea
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'beginStatement');
  s console.provider_statement;
begin
  if not exists (select from payment where provider = p_account) then
    return '{"refused": "no_account"}';
  elsif p_until > clock_timestamp() - interval '1 hour' then
    return '{"refused": "not_over"}';
  end if;
  insert into console.provider_statement (account, file_name, sha256, bytes, layout, period, key_sealed, uploaded_by)
  values (p_account, p_file_name, p_sha256, p_bytes, p_layout, tstzrange(p_from, p_until), p_key_sealed, o.id)
  on conflict (sha256) where state <> 'refused' do nothing returning * into s;
  if not found then
    select * into s from console.provider_statement q where q.sha256 = p_sha256 and q.state <> 'refused' for update;
    -- The last choice counts, as long as nothing of the file was read.
    if s.state = 'uploading' then
      update console.provider_statement q
      set account = p_account, file_name = p_file_name, layout = p_layout, period = tstzrange(p_from, p_until)
      where q.id = s.id;
    end if;
  end if;
  return jsonb_build_object('id', s.id, 'state', s.state, 'pieces', s.pieces);
end
$$;

-- The key that seals the pieces of a file; null where it needs no more of them.
create or replace function console.statement_key(p_session text, p_statement bigint) returns bytea
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'putStatementPiece');
  return (select s.key_sealed from console.provider_statement s where s.id = p_statement and s.state = 'uploading');
end
$$;

-- Stores a piece of the file. A piece that is stored already changes nothing. After the last piece the worker reads the file. Null where
-- there is no such statement; `refused` where the piece does not follow the stored ones, or has a wrong length.
create or replace function console.put_statement_piece(
  p_session text, p_statement bigint, p_number integer, p_piece_bytes integer, p_bytes integer, p_sealed bytea
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'putStatementPiece');
  s console.provider_statement;
begin
  select * into s from console.provider_statement q where q.id = p_statement for update;
  if not found then
    return null;
  elsif p_number > s.pieces or p_number = s.pieces and p_bytes <> least(p_piece_bytes, s.bytes - s.received) then
    return '{"refused": true}';
  elsif p_number = s.pieces and s.state = 'uploading' then
    insert into console.provider_statement_piece (statement_id, number, sealed) values (s.id, p_number, p_sealed);
    update console.provider_statement q
    set pieces = pieces + 1, received = received + p_bytes, state = case when received + p_bytes = bytes then 'reading' else state end
    where q.id = s.id returning * into s;
    if s.state = 'reading' then
      perform console.write_audit(o, 'statement_uploaded', 'statement ' || s.id, null, null, null, jsonb_build_object(
        'account', s.account, 'sha256', encode(s.sha256, 'hex'), 'bytes', s.bytes, 'from', console.instant(lower(s.period)),
        'until', console.instant(upper(s.period)), 'layout', s.layout));
    end if;
  end if;
  return jsonb_build_object('id', s.id, 'state', s.state, 'pieces', s.pieces);
end
$$;

-- A statement that the worker has something to do for. It is locked until the end of the transaction, so that no two read one.
create or replace function console.claim_statement() returns table (
  id bigint, state text, sha256 bytea, bytes bigint, pieces integer, read_bytes bigint, read_lines integer, lines integer, layout jsonb,
  from_at timestamptz, until_at timestamptz, key_sealed bytea
)
language sql security definer set search_path = public, pg_temp as $$
  select s.id, s.state, s.sha256, s.bytes, s.pieces, s.read_bytes, s.read_lines, s.lines, s.layout, lower(s.period), upper(s.period), s.key_sealed
  from console.provider_statement s
  where s.state in ('reading', 'comparing') order by s.id limit 1 for update skip locked
$$;

create or replace function console.read_statement_piece(p_statement bigint, p_number integer) returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select p.sealed from console.provider_statement_piece p where p.statement_id = p_statement and p.number = p_number
$$;

-- Keeps the lines of a part of the file, each with its payment where it names one: by our reference, else by theirs. The call
-- is refused as a whole where somebody else has read that part meanwhile.
create or replace function console.store_statement_lines(
  p_statement bigint, p_from bigint, p_to bigint, p_file_lines integer, p_lines jsonb
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s console.provider_statement;
  v_stored integer;
begin
  select * into strict s from console.provider_statement q
  where q.id = p_statement and q.state = 'reading' and q.read_bytes = p_from for update;
  insert into console.statement_line (statement_id, number, at, kind, amount, moved, fee, currency, status, balance, our_ref, their_ref,
    phone_end, identity, payment_id, matched_by)
  select s.id, l.number, l.at, l.kind, l.amount, l.moved, l.fee, l.currency, l.status, l.balance, l.our_ref, l.their_ref, l.phone_end,
    md5(concat_ws('|', l.kind, coalesce(l.our_ref::text, ''), coalesce(l.their_ref, ''), extract(epoch from l.at), l.amount, l.status))::uuid,
    coalesce(o.id, t.id), case when o.id is not null then 'our_ref' when t.id is not null then 'their_ref' end
  from jsonb_to_recordset(p_lines) l (
    number integer, at timestamptz, kind text, amount bigint, moved bigint, fee bigint, currency text, status text, balance bigint, our_ref uuid,
    their_ref text, phone_end text
  )
  left join payment o on o.id = l.our_ref
  left join payment t on o.id is null and t.provider = s.account and t.provider_ref = l.their_ref;
  get diagnostics v_stored = row_count;
  update console.provider_statement q
  set read_bytes = p_to, read_lines = p_file_lines, lines = lines + v_stored, state = case when p_to = bytes then 'comparing' else state end
  where q.id = s.id;
end
$$;

-- Refuses a file: because of a line, or as a whole (line 0). Its lines and pieces go.
create or replace function console.refuse_statement(p_statement bigint, p_line integer, p_code text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from console.statement_line l where l.statement_id = p_statement;
  delete from console.provider_statement_piece p where p.statement_id = p_statement;
  update console.provider_statement s
  set state = 'refused', ended_at = clock_timestamp(), lines = 0, failure = jsonb_build_object('line', p_line, 'code', p_code)
  where s.id = p_statement and s.state = 'reading';
  perform console.write_audit(null, 'statement_refused', 'statement ' || p_statement, null, null, null,
    jsonb_build_object('line', p_line, 'code', p_code));
end
$$;

-- Whether a line of this kind is what an account did for a payment, and not what it took back or charged.
create or replace function console.is_of_payment(p_kind text) returns boolean language sql immutable as $$
  select p_kind in ('deposit', 'payout', 'other')
$$;

-- A payment's status in the words of a line.
create or replace function console.status_for_statement(p payment) returns text language sql immutable as $$
  select case when p.status in ('succeeded', 'paid') then 'succeeded' when p.status in ('failed', 'expired') then 'failed' else 'pending' end
$$;

-- How many lines before this one in its file are the same.
create or replace function console.same_lines_before(l console.statement_line) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select count(*) from console.statement_line o where o.identity = l.identity and o.statement_id = l.statement_id and o.number < l.number
$$;

-- Where a line differs from our books now. `about` tells two differences of a kind apart; the same one in another file has the same.
create or replace function console.differences_of(s console.provider_statement, l console.statement_line) returns table (kind text, about text)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  p payment;
  v_here text;
  v_points integer;
begin
  -- Fees and what fills the account belong to no payment.
  if l.kind in ('fee', 'funding') then
    return;
  elsif l.payment_id is null then
    return query select 'only_there', concat_ws('|', l.identity, console.same_lines_before(l));
    return;
  end if;
  select * into strict p from payment q where q.id = l.payment_id;
  -- A payment that failed at one account may have gone to another.
  if p.provider <> s.account then
    if l.status <> 'failed' then
      return query select 'account', concat_ws('|', p.id, l.kind, l.status);
    end if;
    return;
  end if;
  if l.kind in ('refund', 'reversal') then
    if l.status = 'succeeded' and not console.is_given_back(s, p) then
      return query select 'given_back', concat_ws('|', p.id, l.identity, console.same_lines_before(l));
    end if;
    return;
  end if;
  v_here := console.status_for_statement(p);
  if l.kind <> (case p.direction when 'deposit' then 'deposit' else 'payout' end) then
    return query select 'kind', concat_ws('|', p.id, l.kind);
  end if;
  if l.currency <> 'XOF' then
    return query select 'currency', concat_ws('|', p.id, l.currency);
  elsif l.amount <> p.amount then
    return query select 'amount', concat_ws('|', p.id, l.kind, l.amount);
  end if;
  -- A file may have a line for each status that a payment had.
  if l.status <> v_here and not exists (
    select from console.statement_line o join console.provider_statement q on q.id = o.statement_id
    where o.payment_id = p.id and o.kind = l.kind and o.status = v_here and q.account = s.account
  ) then
    return query select 'status', concat_ws('|', p.id, l.kind, l.status, v_here);
  end if;
  if l.status in ('failed', 'pending') then
    return;
  end if;
  v_points := (s.layout -> 'fees' ->> l.kind)::integer;
  if l.fee is not null and abs(l.fee * 10000 - l.amount * v_points) >= 10000 then
    return query select 'fee', concat_ws('|', p.id, l.fee);
  end if;
  -- The same line in two files is one line.
  if exists (
    select from console.statement_line o join console.provider_statement q on q.id = o.statement_id
    where o.payment_id = p.id and o.kind = l.kind and o.status not in ('failed', 'pending') and q.account = s.account
      and (o.statement_id = l.statement_id and o.number < l.number or o.statement_id < l.statement_id and o.identity <> l.identity)
  ) then
    return query select 'twice', concat_ws('|', p.id, l.identity, console.same_lines_before(l));
  end if;
end
$$;

-- The sum that the account gave back of a payment, by its lines: the same line in two files counts once.
create or replace function console.given_back_there(p_account text, p_payment uuid) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(o.amount), 0)::bigint from (
    select distinct on (l.identity, console.same_lines_before(l)) l.amount
    from console.statement_line l join console.provider_statement q on q.id = l.statement_id
    where l.payment_id = p_payment and l.kind in ('refund', 'reversal') and l.status = 'succeeded' and q.account = p_account
  ) o
$$;

-- Whether our books gave back as much of a payment as the lines of its account say.
create or replace function console.is_given_back(s console.provider_statement, p payment) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case p.direction
    when 'withdrawal' then p.status = 'failed' or refunded(p) > 0
    else refunded(p) >= console.given_back_there(s.account, p.id)
  end
$$;

-- Notes the differences of some lines. A payment that only the provider has given back becomes due: the provider's answer books it where it
-- can tell, and two operators need not.
create or replace function console.note_line_differences(s console.provider_statement, p_from integer, p_to integer) returns void
language sql set search_path = public, pg_temp as $$
  with noted as (
    insert into console.statement_difference (statement_id, account, kind, number, payment_id, key, at)
    select s.id, s.account, d.kind, l.number, l.payment_id, md5(d.kind || '|' || d.about)::uuid, l.at
    from console.statement_line l cross join lateral console.differences_of(s, l) d
    where l.statement_id = s.id and l.number between p_from and p_to
    order by l.number
    on conflict (account, key) do nothing
    returning kind, payment_id
  )
  update payment p set due_at = clock_timestamp(), asked = 0
  from noted n where n.kind = 'given_back' and p.id = n.payment_id and p.status in ('succeeded', 'paid')
$$;

-- Compares the next lines of a statement, and after the last one what only we have, and the balances.
create or replace function console.compare_statement(p_statement bigint, p_most integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s console.provider_statement;
  v_to integer;
begin
  select * into strict s from console.provider_statement q where q.id = p_statement and q.state = 'comparing' for update;
  if s.compared_to < s.read_lines then
    v_to := least(s.compared_to + p_most, s.read_lines);
    perform console.note_line_differences(s, s.compared_to + 1, v_to);
    update console.provider_statement q set compared_to = v_to where q.id = s.id;
    return;
  end if;
  update console.statement_difference d set agreed_at = clock_timestamp()
  where d.account = s.account and d.kind = 'only_here' and d.closed_at is null and d.agreed_at is null
    and exists (select from console.statement_line l where l.payment_id = d.payment_id and l.statement_id = s.id and console.is_of_payment(l.kind));
  perform console.note_only_here(s);
  update console.provider_statement q
  set state = 'compared', ended_at = clock_timestamp(),
    result = jsonb_build_object('balances', console.statement_balances(s), 'days', console.statement_days(s))
  where q.id = s.id returning * into s;
  perform console.write_audit(null, 'statement_compared', 'statement ' || s.id, null, null, null, jsonb_build_object('lines', s.lines));
  perform send_out('statement.compared', jsonb_build_object('statement', s.id, 'account', s.account, 'lines', s.lines,
    'differences', (select count(*) from console.statement_difference d where d.statement_id = s.id)));
end
$$;

-- The payments that an account has confirmed to us and that no line names. A payment is judged only where statements cover it from
-- when it was sent until it was confirmed: before that, its line may be in a file that is not here.
create or replace function console.note_only_here(s console.provider_statement) returns void
language sql set search_path = public, pg_temp as $$
  with covered as (
    select range_agg(q.period) as days from console.provider_statement q where q.account = s.account and (q.state = 'compared' or q.id = s.id)
  )
  insert into console.statement_difference (statement_id, account, kind, payment_id, key, at)
  select s.id, s.account, 'only_here', p.id, md5('only_here|' || p.id)::uuid, e.at
  from covered, payment p
  cross join lateral (select min(v.at) as at from payment_event v where v.payment_id = p.id and v.to_status = p.status) e
  cross join lateral (
    select tstzrange(coalesce(p.sent_at, p.created_at) - interval '5 minutes', e.at + interval '5 minutes') as span
  ) w
  where p.provider = s.account and p.status in ('succeeded', 'paid')
    and p.created_at >= lower(s.period) - interval '31 days' and p.created_at < upper(s.period)
    and w.span && s.period and covered.days @> w.span
    and not exists (
      select from console.statement_line l join console.provider_statement q on q.id = l.statement_id
      where l.payment_id = p.id and q.account = s.account and console.is_of_payment(l.kind)
    )
  on conflict (account, key) do nothing
$$;

-- Whether the balances of the lines follow from their amounts, with or without fees: whichever fits more lines. A file may begin with its
-- newest line. Null where it has no balances. The first line that does not follow is a difference.
create or replace function console.statement_balances(s console.provider_statement) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare
  v_newest_first boolean := (
    select (array_agg(l.at order by l.number))[1] > (array_agg(l.at order by l.number desc))[1]
    from console.statement_line l where l.statement_id = s.id
  );
  b record;
begin
  with ordered as (
    select l.number, l.at, l.balance, sum(l.moved) over w as moved, sum(case l.status when 'succeeded' then coalesce(l.fee, 0) else 0 end) over w as fees
    from console.statement_line l where l.statement_id = s.id
    window w as (order by case when v_newest_first then -l.number else l.number end)
  ), opened as (
    -- The balance of the account before the first line, by each line.
    select o.*, o.balance - o.moved as plain, o.balance - o.moved + o.fees as with_fees from ordered o where o.balance is not null
  ), compared as (
    select o.*, plain <> lag(plain) over w as breaks_plain, with_fees <> lag(with_fees) over w as breaks_fees
    from opened o window w as (order by case when v_newest_first then -number else number end)
  ), chosen as (
    select count(*) filter (where breaks_fees) <= count(*) filter (where breaks_plain) as with_fees from compared
  ), placed as (
    select c.number, c.at, c.balance, c.moved - case when h.with_fees then c.fees else 0 end as moved, case when h.with_fees then breaks_fees else breaks_plain end as breaks,
      row_number() over (order by case when v_newest_first then -number else number end) as place
    from compared c, chosen h
  )
  select min(p.balance - p.moved) filter (where p.place = 1) as opening,
    (array_agg(p.balance order by p.place desc))[1] as closing, (array_agg(p.moved order by p.place desc))[1] as moved,
    (array_agg(p.number order by p.place) filter (where p.breaks))[1] as number, (array_agg(p.at order by p.place) filter (where p.breaks))[1] as at
  into b from placed p;
  if b.opening is null then
    return null;
  end if;
  if b.number is not null then
    insert into console.statement_difference (statement_id, account, kind, number, key, at)
    values (s.id, s.account, 'balance', b.number, md5('balance|' || encode(s.sha256, 'hex'))::uuid, b.at) on conflict (account, key) do nothing;
  end if;
  return jsonb_build_object('opening', b.opening, 'moved', b.moved, 'closing', b.closing, 'addsUp', b.opening + b.moved = b.closing,
    -- what the provider holds for us by our books, at the end of the days; null where the sums of hours do not go so far
    'books', case when (select k.until from account_hours_until k) >= upper(s.period) then (
      select coalesce(sum(case h.from_account when 'clearing' then h.amount else 0 end - case h.to_account when 'clearing' then h.amount else 0 end), 0)
      from account_hour h where h.provider = s.account and h.hour < upper(s.period)
    ) end);
end
$$;

-- The lines by day, and what only we have.
create or replace function console.statement_days(s console.provider_statement) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', x.day, 'both', x.both, 'onlyThere', x.only_there, 'differs', x.differs, 'onlyHere', x.only_here,
    'noPayment', x.no_payment) order by x.day), '[]')
  from (
    select u.day, sum((u.is = 'both')::integer) as both, sum((u.is = 'only_there')::integer) as only_there, sum((u.is = 'differs')::integer) as differs,
      sum((u.is = 'only_here')::integer) as only_here, sum((u.is = 'no_payment')::integer) as no_payment
    from (
      select (l.at at time zone (s.layout ->> 'offset')::interval)::date as day, case
          when l.kind in ('fee', 'funding') then 'no_payment'
          when l.payment_id is null then 'only_there'
          when exists (
            select from console.statement_difference d
            where d.payment_id = l.payment_id and d.account = s.account and d.kind <> 'only_here'
              and (d.number is null or (d.statement_id, d.number) = (l.statement_id, l.number) or d.statement_id <> l.statement_id)
          ) then 'differs'
          else 'both' end as is
      from console.statement_line l where l.statement_id = s.id
      union all
      select (d.at at time zone (s.layout ->> 'offset')::interval)::date, 'only_here' from console.statement_difference d
      where d.account = s.account and d.kind = 'only_here' and d.agreed_at is null and d.at <@ s.period
    ) u
    group by u.day
  ) x
$$;

-- Whether both sides of a difference agree by now.
create or replace function console.agrees_now(d console.statement_difference) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case
    when d.kind in ('only_here', 'balance') then d.agreed_at is not null
    else not exists (
      select from console.provider_statement s join console.statement_line l on l.statement_id = s.id
      cross join lateral console.differences_of(s, l) x
      where s.id = d.statement_id and l.number = d.number and x.kind = d.kind
    )
  end
$$;

-- Counts the open differences of each account, for the alarm. For the worker, each minute.
create or replace function console.count_statement_differences() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One process after the other.
  lock table console.statement_open in share row exclusive mode;
  delete from console.statement_open;
  insert into console.statement_open (account, differences, since)
  select d.account, count(*), min(d.found_at) from console.statement_difference d
  where d.closed_at is null and d.agreed_at is null and not console.agrees_now(d) group by d.account;
end
$$;

-- The accounts of the site whose last statement that was compared covers three days at most: who uploads them by day, or after a weekend.
-- `until` is the moment up to which statements cover every day, in the zone of the file.
create or replace function console.daily_statements() returns table (account text, zone interval, until timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select s.account, (s.layout ->> 'offset')::interval, (
    select upper(r.span) from (
      select unnest(range_agg(q.period)) as span from console.provider_statement q
      where q.account = s.account and q.state = 'compared' and upper(q.period) > clock_timestamp() - interval '60 days'
    ) r where r.span @> lower(s.period)
  )
  from (
    select distinct on (q.account) q.account, q.layout, q.period from console.provider_statement q
    where q.state = 'compared' order by q.account, upper(q.period) desc, q.id desc
  ) s
  where upper(s.period) - lower(s.period) <= interval '3 days' and exists (select from payment_offer o where o.account = s.account)
$$;

-- Statements, the newest first, before the one that was seen last.
create or replace function console.find_statements(p_account text, p_before bigint, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
    select jsonb_build_object('id', s.id, 'account', s.account, 'fileName', s.file_name, 'sha256', encode(s.sha256, 'hex'), 'bytes', s.bytes,
      'from', console.instant(lower(s.period)), 'until', console.instant(upper(s.period)), 'state', s.state,
      -- a third for each: arriving, reading, comparing
      'progress', round((s.received::numeric / s.bytes + s.read_bytes::numeric / s.bytes
        + case s.state when 'compared' then 1 else s.compared_to::numeric / greatest(s.read_lines, 1) end) / 3, 3)::float8,
      'lines', s.lines, 'open', (
        select count(*) from (
          select from console.statement_difference d
          where d.statement_id = s.id and d.closed_at is null and d.agreed_at is null and not console.agrees_now(d) limit 100
        ) w
      ), 'uploadedBy', o.name, 'begunAt', console.instant(s.begun_at), 'endedAt', console.instant(s.ended_at), 'failure', s.failure,
      'balances', s.result -> 'balances', 'days', coalesce(s.result -> 'days', '[]'), 'layout', s.layout), s.id::text
    from console.provider_statement s join console.operator o on o.id = s.uploaded_by
    where (p_before is null or s.id < p_before) and (p_account is null or s.account = p_account)
    order by s.id desc limit p_most;
end
$$;

create or replace function console.list_statements(p_session text, p_account text, p_before bigint, p_most integer)
returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listStatements');
  return query select * from console.find_statements(p_account, p_before, p_most);
end
$$;

-- A difference with both sides as they are now.
create or replace function console.difference_item(d console.statement_difference, p_agrees boolean) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', d.id, 'account', d.account, 'statement', d.statement_id, 'line', d.number, 'kind', d.kind, 'at', console.instant(d.at),
    'payment', coalesce(d.payment_id, l.payment_id),
    'theirs', case when l.number is not null then jsonb_build_object('ref', l.their_ref, 'kind', l.kind, 'amount', l.amount, 'fee', l.fee,
      'currency', l.currency, 'status', l.status, 'phoneEnd', l.phone_end) end,
    'ours', case when p.id is not null then jsonb_build_object('client', p.client_id, 'direction', p.direction, 'amount', p.amount, 'status', p.status,
      'account', p.provider, 'country', p.country, 'method', p.method) end,
    'state', case when d.closed_at is not null then 'closed' when p_agrees then 'agrees' else 'open' end,
    'closedAt', console.instant(d.closed_at), 'closedBy', o.name, 'note', d.note)
  from (select) one
  left join console.statement_line l on l.statement_id = d.statement_id and l.number = d.number
  left join payment p on p.id = coalesce(d.payment_id, l.payment_id)
  left join console.operator o on o.id = d.closed_by
$$;

-- Differences, the newest first, before the one that was seen last.
create or replace function console.find_statement_differences(
  p_account text, p_statement bigint, p_kinds text[], p_state text, p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
    select console.difference_item(d, w.agrees), d.id::text
    from console.statement_difference d
    cross join lateral (select d.closed_at is null and console.agrees_now(d) as agrees) w
    where (p_before is null or d.id < p_before) and (p_account is null or d.account = p_account)
      and (p_state is distinct from 'open' or d.closed_at is null and d.agreed_at is null)
      and (p_statement is null or d.statement_id = p_statement) and (p_kinds is null or d.kind = any (p_kinds))
      and (p_state is null or p_state = case when d.closed_at is not null then 'closed' when w.agrees then 'agrees' else 'open' end)
    order by d.id desc limit p_most;
end
$$;

create or replace function console.list_statement_differences(
  p_session text, p_account text, p_statement bigint, p_kinds text[], p_state text, p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'listStatementDifferences');
  return query select * from console.find_statement_differences(p_account, p_statement, p_kinds, p_state, p_before, p_most);
end
$$;

-- A difference, and for a line without a payment those that it may be about: of its account, direction and amount, named by no line,
-- the nearest in time first.
create or replace function console.statement_difference(p_session text, p_difference bigint) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  d console.statement_difference;
begin
  perform console.require_to_read(p_session, 'getStatementDifference');
  select * into d from console.statement_difference q where q.id = p_difference;
  if not found then
    return null;
  end if;
  return console.difference_item(d, d.closed_at is null and console.agrees_now(d)) || jsonb_build_object(
    'givenBack', case when d.kind = 'given_back' then console.given_back_there(d.account, d.payment_id) end,
    'suggestions', array(
      select jsonb_build_object('payment', p.id, 'client', p.client_id, 'amount', p.amount, 'at', console.instant(p.created_at),
        'status', p.status, 'method', p.method, 'country', p.country)
      from console.statement_line l join payment p on p.provider = d.account and p.amount = l.amount
        and p.direction::text = case l.kind when 'payout' then 'withdrawal' when 'deposit' then 'deposit' end
        and p.created_at between l.at - interval '24 hours' and l.at + interval '1 hour'
      where d.kind = 'only_there' and l.statement_id = d.statement_id and l.number = d.number and l.payment_id is null
        and not exists (
          select from console.statement_line o join console.provider_statement q on q.id = o.statement_id
          where o.payment_id = p.id and q.account = d.account and o.kind = l.kind
        )
      order by abs(extract(epoch from p.created_at - l.at)), p.id limit 5
    ));
end
$$;

-- Closes a difference with a note. Returns `closed`, or the reason against it: `not_there`, `closed_before`.
create or replace function console.close_statement_difference(p_session text, p_difference bigint, p_note text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'closeStatementDifference');
  d console.statement_difference;
begin
  select * into d from console.statement_difference q where q.id = p_difference for update;
  if not found then
    return 'not_there';
  elsif d.closed_at is not null or d.agreed_at is not null then
    return 'closed_before';
  end if;
  update console.statement_difference q set closed_at = clock_timestamp(), closed_by = o.id, note = p_note where q.id = d.id;
  perform console.write_audit(o, 'statement_difference_closed', 'statement ' || d.statement_id, p_note, null, null,
    jsonb_strip_nulls(jsonb_build_object('difference', d.id, 'kind', d.kind, 'line', d.number, 'payment', d.payment_id)));
  return 'closed';
end
$$;

-- Says which payment a line is about that names none, and compares it. Returns `matched`, or the reason against it: `not_there`,
-- `closed_before`, `matched_before` (the line, or the payment by another line of its kind), `other_payment` (of another account).
create or replace function console.match_statement_line(p_session text, p_difference bigint, p_payment uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'matchStatementLine');
  d console.statement_difference;
  s console.provider_statement;
  l console.statement_line;
  p payment;
begin
  select q.* into d from console.statement_difference q where q.id = p_difference and q.kind = 'only_there';
  -- Locked first, so that two operators cannot give one payment to two lines.
  select * into p from payment q where q.id = p_payment for no key update;
  if d.id is null or p.id is null then
    return 'not_there';
  end if;
  select * into strict s from console.provider_statement q where q.id = d.statement_id for update;
  select * into strict l from console.statement_line q where q.statement_id = d.statement_id and q.number = d.number for update;
  select * into strict d from console.statement_difference q where q.id = d.id for update;
  if d.closed_at is not null then
    return 'closed_before';
  elsif p.provider <> d.account then
    return 'other_payment';
  elsif l.payment_id is not null or exists (
    select from console.statement_line m join console.provider_statement q on q.id = m.statement_id
    where m.payment_id = p.id and q.account = d.account and m.kind = l.kind
  ) then
    return 'matched_before';
  end if;
  update console.statement_line q set payment_id = p.id, matched_by = 'operator' where q.statement_id = l.statement_id and q.number = l.number;
  update console.statement_difference q set agreed_at = clock_timestamp()
  where q.payment_id = p.id and q.account = d.account and q.kind = 'only_here' and q.closed_at is null and q.agreed_at is null
    and console.is_of_payment(l.kind);
  perform console.note_line_differences(s, l.number, l.number);
  perform console.write_audit(o, 'statement_line_matched', 'statement ' || s.id, null, null, null,
    jsonb_build_object('line', l.number, 'payment', p.id));
  return 'matched';
end
$$;

-- Deletes the files that were compared 90 days ago, as notices of providers: they have names and phones. Their lines and hashes stay.
create or replace function console.remove_old_statement_files() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from console.provider_statement_piece p using console.provider_statement s
  where s.id = p.statement_id and s.state = 'compared' and s.ended_at < clock_timestamp() - interval '90 days'
$$;

-- Deletes uploads that were broken off a day ago.
create or replace function console.remove_broken_uploads() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from console.provider_statement s where s.state = 'uploading' and s.begun_at < clock_timestamp() - interval '24 hours'
$$;
