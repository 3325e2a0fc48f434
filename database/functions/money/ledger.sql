-- The only functions that change wallets and postings. The app's role reads the tables and calls some of these.
--
-- The functions that write run as the owner, so they set the whole search path. pg_temp stands last: otherwise a temporary
-- table of the caller could replace ours.

create or replace function open_wallet(p_client bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into wallet (client_id) values (p_client) on conflict do nothing
$$;

-- Moves money of one client between two accounts, once for each (kind, reference, from, to).
-- Returns done, already_done, insufficient_funds or unknown_client. Not for the app, which calls the functions below.
create or replace function post(
  p_client bigint, p_kind posting_kind, p_reference uuid, p_from account, p_to account, p_amount bigint
) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  w wallet;
begin
  -- Lock the wallet before any look-up, so that two calls for the same thing run one after the other.
  select * into w from wallet where client_id = p_client for no key update;
  if not found then
    return 'unknown_client';
  end if;
  if posted(p_client, p_kind, p_reference, p_from, p_to) > 0 then
    return 'already_done';
  end if;
  if (p_from = 'client_dep' and w.dep < p_amount) or (p_from = 'client_win' and w.win < p_amount)
     or (p_from = 'client_held' and w.held < p_amount) then
    return 'insufficient_funds';
  end if;
  update wallet set
    dep = dep + (case when p_to = 'client_dep' then p_amount when p_from = 'client_dep' then -p_amount else 0 end),
    win = win + (case when p_to = 'client_win' then p_amount when p_from = 'client_win' then -p_amount else 0 end),
    held = held + (case when p_to = 'client_held' then p_amount when p_from = 'client_held' then -p_amount else 0 end),
    owed = owed + (case when p_from = 'client_owed' then p_amount when p_to = 'client_owed' then -p_amount else 0 end)
  where client_id = p_client returning * into w;
  insert into posting (client_id, from_account, to_account, amount, kind, reference, at, dep_after, win_after)
  values (p_client, p_from, p_to, p_amount, p_kind, p_reference, clock_timestamp(), w.dep, w.win);
  return 'done';
end
$$;

-- How much was posted with one kind, neither bet nor payout, and reference between two accounts of a client; 0 for none.
create or replace function posted(p_client bigint, p_kind posting_kind, p_reference uuid, p_from account, p_to account) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(amount), 0)::bigint from posted_once
  where client_id = p_client and kind = p_kind and reference = p_reference and from_account = p_from and to_account = p_to
$$;

-- Posts the money of a payment, which is the reference. Only the events of a payment are allowed. Held money leaves only in
-- the name of the payment that holds it, and returns only to the wallet it came from.
create or replace function post_transfer(
  p_client bigint, p_kind posting_kind, p_reference uuid, p_from account, p_to account, p_amount bigint
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_held bigint;
begin
  if ((p_kind, p_from, p_to) in (
    ('deposit', 'clearing', 'client_dep'),
    ('withdrawal', 'client_win', 'client_held'),
    ('withdrawal', 'client_dep', 'client_held'),
    ('withdrawal_paid', 'client_held', 'clearing'),
    ('withdrawal_returned', 'client_held', 'client_win'),
    ('withdrawal_returned', 'client_held', 'client_dep'),
    -- the provider took it back after it had been paid
    ('withdrawal_returned', 'clearing', 'client_win'),
    ('withdrawal_returned', 'clearing', 'client_dep'),
    -- paid after it had been returned: taken from the wallet again
    ('withdrawal', 'client_win', 'clearing'),
    ('withdrawal', 'client_dep', 'clearing')
  )) is not true then
    raise exception 'a % never goes from % to %', p_kind, p_from, p_to using errcode = 'restrict_violation';
  end if;
  if (p_amount > 0 and p_reference is not null) is not true then
    raise exception 'a transfer has a reference and a positive amount' using errcode = 'check_violation';
  end if;

  perform from wallet where client_id = p_client for no key update;
  v_held := posted(p_client, 'withdrawal', p_reference, 'client_win', 'client_held')
    + posted(p_client, 'withdrawal', p_reference, 'client_dep', 'client_held')
    - posted(p_client, 'withdrawal_returned', p_reference, 'client_held', 'client_win')
    - posted(p_client, 'withdrawal_returned', p_reference, 'client_held', 'client_dep')
    - posted(p_client, 'withdrawal_paid', p_reference, 'client_held', 'clearing');
  if p_from = 'client_held' and v_held < p_amount and posted(p_client, p_kind, p_reference, p_from, p_to) = 0
     or p_kind = 'withdrawal_returned'
        and posted(p_client, 'withdrawal', p_reference, p_to, 'client_held') <> p_amount
     or p_kind = 'withdrawal_returned' and p_from = 'clearing'
        and posted(p_client, 'withdrawal_paid', p_reference, 'client_held', 'clearing')
          + posted(p_client, 'withdrawal', p_reference, p_to, 'clearing') = 0
     or p_kind = 'withdrawal' and p_to = 'clearing'
        and posted(p_client, 'withdrawal_returned', p_reference, 'client_held', p_from) <> p_amount then
    raise exception 'payment % does not hold that', p_reference using errcode = 'restrict_violation';
  end if;
  return post(p_client, p_kind, p_reference, p_from, p_to, p_amount);
end
$$;

-- Corrects a client's wallet by hand, and stores the operators, the reason, and the sentence for the client. Not granted to anybody: two
-- operators' requests are executed by console.execute_adjustment, and only a demonstration has adjustments without a request.
create or replace function post_adjustment(
  p_client bigint, p_reference uuid, p_from account, p_to account, p_amount bigint,
  p_author text default 'the owner of the tables', p_reason text default 'posted by hand', p_told text default null,
  p_request uuid default null
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_outcome text;
begin
  if ((p_from = 'adjustment' and p_to in ('client_dep', 'client_win'))
      or (p_to = 'adjustment' and p_from in ('client_dep', 'client_win'))) is not true then
    raise exception 'an adjustment never goes from % to %', p_from, p_to using errcode = 'restrict_violation';
  end if;
  if p_request is null and exists (select from site_mode where mode = 'production') then
    raise exception 'an adjustment takes two operators: nothing is posted without their request' using errcode = 'insufficient_privilege';
  end if;
  v_outcome := post(p_client, 'adjustment', p_reference, p_from, p_to, p_amount);
  if v_outcome = 'done' then
    insert into adjustment (reference, from_account, to_account, client_id, amount, author, reason, told, request_id)
    values (p_reference, p_from, p_to, p_client, p_amount, p_author, p_reason, p_told, p_request);
  end if;
  return v_outcome;
end
$$;

-- Every account's balance, summed from the postings: what the stored wallets are checked against.
create or replace view account_balance as
  select account, client_id, draw_id, sum(amount)::bigint as balance
  from (
    select to_account as account, client_id, draw_id, amount from every_posting as posting
    union all
    select from_account, client_id, draw_id, -amount from every_posting as posting
  ) movement (account, client_id, draw_id, amount)
  group by account, client_id, draw_id;
