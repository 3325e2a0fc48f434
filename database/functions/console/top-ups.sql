-- Two operators record what was transferred between the bank and a wallet at a provider. See docs/decisions/0139.

-- The balance of each account at a provider by our books, as far as they are summed by hour.
create or replace function console.held_by_books() returns table (account text, amount bigint)
language sql stable set search_path = public, pg_temp as $$
  select h.provider, sum(case h.from_account when 'clearing' then h.amount else 0 end - case h.to_account when 'clearing' then h.amount else 0 end)::bigint
  from account_hour h where h.provider <> '' group by h.provider
$$;

create or replace function console.complete_top_up(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  r.subject := 'account ' || (r.new_values ->> 'account');
  return r;
end
$$;

-- The account's balance by our books, and by the provider; each may be from before this transfer or after it.
create or replace function console.facts_of_top_up(r console.request) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'heldByBooks', (select b.amount from console.held_by_books() b where b.account = r.new_values ->> 'account'),
    'heldByProvider', (select sum(f.amount) from payment_float f where f.account = r.new_values ->> 'account')))
$$;

create or replace function console.checks_of_top_up(r console.request) returns table (code text, met boolean, params jsonb)
language sql stable set search_path = public, pg_temp as $$
  with asked as (
    select r.new_values ->> 'account' as account, r.new_values ->> 'transfer' as transfer, (r.new_values ->> 'transferredAt')::timestamptz as at
  )
  select v.code, coalesce(v.met, false), v.params
  from asked a cross join lateral (values
    ('account_used', exists (select from payment_offer o where o.account = a.account) or exists (select from payment p where p.provider = a.account),
      jsonb_build_object('account', a.account)),
    ('transfer_over', a.at between clock_timestamp() - interval '400 days' and clock_timestamp(), null::jsonb),
    ('transfer_new', not exists (select from top_up t where t.account = a.account and lower(t.transfer_ref) = lower(a.transfer)),
      jsonb_build_object('transfer', a.transfer))
  ) v (code, met, params)
$$;

-- Books a transfer once: between what the provider holds and what the operator has put in. The worker calls it.
create or replace function console.execute_top_up(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'top_up');
  v_amount bigint := (r.new_values ->> 'amount')::bigint;
begin
  lock table top_up in share row exclusive mode;
  perform console.require_checks(r);
  insert into top_up (request_id, account, amount, transfer_ref, transferred_at)
  values (r.id, r.new_values ->> 'account', v_amount, r.new_values ->> 'transfer', (r.new_values ->> 'transferredAt')::timestamptz);
  insert into posting (client_id, from_account, to_account, amount, kind, reference, at)
  values (0, case when v_amount > 0 then 'clearing'::account else 'capital' end, case when v_amount > 0 then 'capital'::account else 'clearing' end,
    abs(v_amount), 'top_up', r.id, clock_timestamp());
  perform console.finish_request(r.id);
end
$$;

-- The transfers that were recorded last, the newest first.
create or replace function console.newest_top_ups(p_most integer) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select to_jsonb(array(
    select jsonb_build_object('request', t.request_id, 'account', t.account, 'amount', t.amount, 'transfer', t.transfer_ref,
      'transferredAt', console.instant(t.transferred_at), 'recordedAt', console.instant(t.recorded_at), 'reason', r.reason,
      'by', concat_ws(', ', a.name, b.name))
    from top_up t left join console.request r on r.id = t.request_id
    left join console.operator a on a.id = r.asked_by left join console.operator b on b.id = r.approved_by
    order by t.recorded_at desc, t.request_id limit p_most
  ))
$$;
