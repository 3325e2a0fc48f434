-- Sums that the worker keeps, so that nobody who looks at the books adds up postings.

-- Takes the next postings into the sums by hour, up to where the last pass over the books has seen everything: no posting from
-- before that moment can come any more. Returns whether there is more to take in. One call takes six hours at most.
create or replace function keep_account_hours() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_all timestamptz := (select max(next_since) from reconciliation_pass);
  v_from timestamptz;
  v_until timestamptz;
begin
  -- One process at a time.
  lock table account_hours_until in share row exclusive mode;
  select until into v_from from account_hours_until;
  -- Once: the first of all postings.
  v_from := coalesce(v_from, (select date_trunc('hour', min(at)) from posting));
  if v_from is null or v_all is null or v_all <= v_from then
    return false;
  end if;
  v_until := least(v_all, date_trunc('hour', v_from) + interval '6 hours');
  insert into account_hour (hour, kind, from_account, to_account, provider, amount, postings)
  select hour, kind, from_account, to_account, provider, sum(amount), sum(postings)
  from (
    select date_trunc('hour', p.at) as hour, p.kind, p.from_account, p.to_account, '' as provider, sum(p.amount) as amount,
      count(*) as postings
    from posting p
    where p.at >= v_from and p.at < v_until and 'clearing' not in (p.from_account, p.to_account)
    group by 1, 2, 3, 4
    union all
    select date_trunc('hour', p.at), p.kind, p.from_account, p.to_account, coalesce(case
        when p.kind = 'chargeback' then (
          select y.provider from chargeback c join payment y on y.id = c.payment_id where c.id = p.reference)
        else (select y.provider from payment y where y.id = p.reference)
      end, ''), p.amount, 1
    from posting p
    where p.at >= v_from and p.at < v_until and 'clearing' in (p.from_account, p.to_account)
  ) each
  group by 1, 2, 3, 4, 5
  on conflict (hour, kind, from_account, to_account, provider) do update
    set amount = account_hour.amount + excluded.amount, postings = account_hour.postings + excluded.postings;
  insert into account_hours_until (until) values (v_until) on conflict (only_one) do update set until = excluded.until;
  return v_until < v_all;
end
$$;

-- Empties the sums, so that they are made anew: after history was written that lies in the past, as in a demonstration. Only for
-- the owner of the tables.
create or replace function forget_kept_sums() returns void
language sql set search_path = public, pg_temp as $$
  delete from account_hour;
  delete from account_hours_until
$$;
