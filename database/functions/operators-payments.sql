-- What operators see of payments, and do to them. See docs/decisions/0062.
--
-- Locks: the request, then the payment, then the wallet, then the head of the audit.

-- The statuses in which a payment has not ended.
create or replace function console.is_under_way(p_status payment_status) returns boolean language sql immutable as $$
  select p_status not in ('succeeded', 'paid', 'failed', 'expired')
$$;

-- The order of a queue: what needs somebody most comes first.
create or replace function console.payment_rank(p payment) returns integer language sql immutable as $$
  select case when p.mismatch is not null then 0 when p.status = 'unknown' then 1 when p.status = 'review' then 2 else 3 end
$$;

-- Whether the account of a player is known to be an operator's own.
create or replace function console.is_own_account(p_operator bigint, p_client bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from console.own_account where operator_id = p_operator and client_id = p_client)
$$;

-- Notes that an account is an operator's own: no act of that operator touches it from now on. Returns `noted`; or what is in the
-- way: `not_there`.
create or replace function console.note_own_account(p_session text, p_operator text, p_client bigint, p_reason text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{compliance}');
  v_operator bigint := (select id from console.operator where name = p_operator);
begin
  if v_operator is null or not exists (select from wallet where client_id = p_client) then
    return 'not_there';
  end if;
  insert into console.own_account (operator_id, client_id) values (v_operator, p_client) on conflict do nothing;
  perform console.write_audit(o, 'own_account_noted', 'client ' || p_client, p_reason, null, null,
    jsonb_build_object('operator', p_operator));
  return 'noted';
end
$$;

-- Those of some statuses that payments of a direction can have; null for all. Who looked for the others would read every payment.
create or replace function console.statuses_of(p_direction payment_direction, p_statuses payment_status[]) returns payment_status[]
language sql immutable as $$
  select case when p_statuses is null or p_direction is null then p_statuses else array(
    select s from unnest(p_statuses) s
    -- As the condition payment_status_of_its_direction says.
    where s in ('created', 'failed') or (p_direction = 'deposit') = (s in ('pending', 'succeeded', 'expired'))
  ) end
$$;

-- Payments as a list shows them, after the one that was seen last. Queues (`open`, `waiting`, `unknown`, `mismatched`, `held`)
-- come worst and oldest first, `all` comes newest first.
--
-- The statement is made of the filters that are set, so that each is planned for itself: all of them find their rows by an index.
create or replace function console.list_payments(
  p_session text, p_view text, p_direction text, p_provider text, p_statuses text[], p_client bigint, p_from timestamptz,
  p_to timestamptz, p_last uuid, p_most integer
) returns table (
  id uuid, created_at timestamptz, updated_at timestamptz, direction payment_direction, status payment_status, amount bigint,
  refunded bigint, country text, method text, provider text, client_id bigint, phone text, mismatch text, due_at timestamptz,
  review_reasons text[], review_until timestamptz, verdict review_verdict
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_last payment;
  v_queue boolean := p_view <> 'all';
  v_statuses payment_status[] := console.statuses_of(p_direction::payment_direction, p_statuses::payment_status[]);
  v_where text := case p_view
    when 'open' then $w$(p.status not in ('succeeded', 'paid', 'failed', 'expired') or p.mismatch is not null)$w$
    when 'waiting' then $w$p.status in ('created', 'pending', 'processing')$w$
    when 'unknown' then $w$p.status = 'unknown'$w$
    when 'mismatched' then $w$p.mismatch is not null$w$
    when 'held' then $w$p.status = 'review'$w$
    when 'all' then 'true'
  end;
begin
  perform console.look_as(p_session, '{payments,risk,compliance,auditor}');
  if v_statuses = '{}' then return; end if;
  select * into v_last from payment q where q.id = p_last;
  return query execute
    'select p.id, p.created_at, p.updated_at, p.direction, p.status, p.amount,
       (select coalesce(sum(c.amount), 0)::bigint from chargeback c where c.payment_id = p.id), p.country, p.method, p.provider,
       p.client_id, (select console.mask_phone(c.phone) from client c where c.id = p.client_id), p.mismatch, p.due_at,
       r.reasons, r.until, e.verdict
     from (select * from payment p where ' || v_where
    || case when p_direction is not null then ' and p.direction = $1' else '' end
    || case when p_provider is not null then ' and p.provider = $2' else '' end
    || case when v_statuses is not null then ' and p.status = any ($3)' else '' end
    || case when p_client is not null then ' and p.client_id = $4' else '' end
    || case when p_from is not null then ' and p.created_at >= $5' else '' end
    || case when p_to is not null then ' and p.created_at < $6' else '' end
    || case
      when v_last.id is null then ''
      when v_queue then ' and (console.payment_rank(p), p.created_at, p.id) > (console.payment_rank($7), $7.created_at, $7.id)'
      else ' and (p.created_at, p.id) < ($7.created_at, $7.id)'
    end
    || case when v_queue then ' order by console.payment_rank(p), p.created_at, p.id' else ' order by p.created_at desc, p.id desc' end
    || ' limit $8) p
     left join withdrawal_review r on r.payment_id = p.id left join withdrawal_review_end e on e.payment_id = p.id'
    || case when v_queue then ' order by console.payment_rank(p), p.created_at, p.id' else ' order by p.created_at desc, p.id desc' end
  using p_direction::payment_direction, p_provider, v_statuses, p_client, p_from, p_to, v_last, p_most;
end
$$;

-- How many payments each queue has, up to a thousand: nothing is counted that has to be counted for long.
create or replace function console.count_payments(p_session text) returns table (
  waiting bigint, unknown bigint, mismatched bigint, held bigint
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.look_as(p_session, '{payments,risk,compliance,auditor}');
  return query select
    (select count(*) from (select from payment where status in ('created', 'pending', 'processing') limit 1000) w),
    (select count(*) from (select from payment where status = 'unknown' limit 1000) w),
    (select count(*) from (select from payment p where p.mismatch is not null limit 1000) w),
    (select count(*) from (select from payment where status = 'review' limit 1000) w);
end
$$;

-- Writes down that a list of payments is taken out as a file, before it is.
create or replace function console.note_payments_export(p_session text, p_filters jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{compliance,auditor}');
begin
  return console.write_audit(o, 'payments_exported', null, null, null, null, p_filters);
end
$$;

-- What a client's withdrawals that are paid, or on their way, come to within 24 hours; a held one counts from its release.
create or replace function console.withdrawn_in_a_day(p_client bigint, p_except uuid) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(p.amount), 0)::bigint
  from payment p left join withdrawal_review_end e on e.payment_id = p.id
  where p.client_id = p_client and p.direction = 'withdrawal' and p.id <> p_except and p.status <> 'failed'
    and (p.status <> 'review' or e.verdict = 'released')
    and coalesce(e.decided_at, p.created_at) > clock_timestamp() - interval '24 hours'
$$;

-- What one operator may release of a client in a day.
create or replace function console.released_by_one() returns bigint language sql immutable as $$ select 1000000::bigint $$;

-- One payment, now or at a moment, with what its provider said last by then and why it was held. The look is written down.
create or replace function console.open_payment(p_session text, p_payment uuid, p_at timestamptz default null) returns table (
  id uuid, created_at timestamptz, updated_at timestamptz, direction payment_direction, status payment_status, amount bigint,
  from_win bigint, from_dep bigint, refunded bigint, country text, method text, provider text, provider_ref text, client_id bigint,
  phone text, failure text, mismatch text, due_at timestamptz, sent_at timestamptz, asked integer,
  asked_at timestamptz, answered_at timestamptz, said text, answer jsonb,
  review_reasons text[], review_until timestamptz, verdict review_verdict, decided_by text, decided_at timestamptz,
  decided_because text, told text, takes_two boolean, withdrawn_in_a_day bigint, payouts_wait boolean, wallet_held bigint, wallet_win bigint,
  wallet_dep bigint, wallet_owed bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_role(p_session, '{payments,risk,compliance,auditor}');
begin
  if not exists (select from payment p where p.id = p_payment) then
    return;
  end if;
  perform console.require_moment(p_at, (select q.created_at from payment q where q.id = p_payment));
  -- The screen asks again and again while it is open: that is one look.
  if not exists (
    select from console.view_log v where v.subject = 'payment ' || p_payment and v.operator_id = o.id and v.at > clock_timestamp() - interval '15 minutes'
  ) then
    perform console.write_view(o, 'payment ' || p_payment, 'payment', null);
  end if;
  return query
    select p.id, p.created_at, p.updated_at, p.direction, p.status, p.amount, p.from_win, p.from_dep,
      (select coalesce(sum(c.amount), 0)::bigint from chargeback c where c.payment_id = p.id and c.at <= coalesce(p_at, c.at)), p.country, p.method, p.provider,
      p.provider_ref, p.client_id, (select console.mask_phone(c.phone) from client c where c.id = p.client_id), p.failure, p.mismatch,
      p.due_at, p.sent_at, p.asked, a.asked_at, a.answered_at, a.said, a.detail,
      r.reasons, r.until, e.verdict, d.name, e.decided_at, e.reason, e.told,
      p_at is null and p.status = 'review' and day.sum + p.amount > console.released_by_one(), day.sum,
      p_at is null and exists (select from payouts_wait(p.client_id)), w.held, w.win, w.dep, w.owed
    from payment stored
    cross join lateral console.payment_as_of(stored, p_at) p
    cross join lateral wallet_at(p.client_id, p_at) w
    cross join lateral (select case when p_at is null then console.withdrawn_in_a_day(p.client_id, p.id) end as sum) day
    left join provider_answer a on a.payment_id = p.id and a.answered_at <= coalesce(p_at, a.answered_at)
    left join withdrawal_review r on r.payment_id = p.id
    left join withdrawal_review_end e on e.payment_id = p.id and e.decided_at <= coalesce(p_at, e.decided_at)
    left join console.operator d on d.id = e.decided_by
    where stored.id = p_payment;
end
$$;

-- What happened to a payment, in order: its events, the notices of its provider, and what operators did to it.
create or replace function console.payment_story(p_session text, p_payment uuid, p_at timestamptz default null) returns table (
  at timestamptz, source text, kind text, from_status payment_status, to_status payment_status, detail jsonb, who text, line bigint
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  p payment;
begin
  perform console.look_as(p_session, '{payments,risk,compliance,auditor}');
  select * into p from payment q where q.id = p_payment;
  return query
    select s.* from (
      select v.at, 'event', v.kind::text, v.from_status, v.to_status, v.detail, null::text, v.id
      from payment_event v where v.payment_id = p_payment
      union all
      (select n.received_at, 'notice', 'notice', null, null, jsonb_build_object('bytes', octet_length(n.body)), n.provider, null
       from webhook n where n.payment_id = p_payment and n.received_at >= p.created_at order by n.received_at limit 200)
      union all
      (select a.at, 'act', a.act, null, null,
         jsonb_build_object('reason', convert_from(a.record, 'UTF8')::jsonb -> 'reason', 'request', a.request_id),
         coalesce(w.name, 'worker'), a.number
       from console.audit a left join console.operator w on w.id = a.operator_id
       where a.subject = 'payment ' || p_payment order by a.number limit 200)
    ) s (at, source, kind, from_status, to_status, detail, who, line)
    where p_at is null or s.at <= p_at
    order by s.at, s.source, s.line;
end
$$;

-- The postings of a payment and of its refunds, in order.
create or replace function console.payment_postings(p_session text, p_payment uuid, p_at timestamptz default null) returns table (
  id bigint, at timestamptz, kind posting_kind, from_account account, to_account account, amount bigint
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.look_as(p_session, '{payments,risk,compliance,auditor}');
  return query
    select p.id, p.at, p.kind, p.from_account, p.to_account, p.amount
    from posting p
    where p.kind in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned') and p.kind not in ('bet', 'payout')
      and p.reference = p_payment and p.at <= coalesce(p_at, p.at)
    union all
    select p.id, p.at, p.kind, p.from_account, p.to_account, p.amount
    from chargeback c join posting p on p.kind = 'chargeback' and p.kind not in ('bet', 'payout') and p.reference = c.id
    where c.payment_id = p_payment and p.at <= coalesce(p_at, p.at)
    order by 2, 1;
end
$$;

-- Has the provider asked about a payment at once; the worker does it. Returns `asked`; or what is in the way: `not_there`, `paid`
-- (which is final), `held` (its provider has not heard of it).
create or replace function console.ask_provider(p_session text, p_payment uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{payments}');
  p payment;
begin
  select * into p from payment where id = p_payment for no key update;
  if p.id is null then
    return 'not_there';
  elsif p.status = 'paid' then
    return 'paid';
  elsif p.status = 'review' then
    return 'held';
  end if;
  update payment set due_at = clock_timestamp() where id = p.id;
  perform console.write_audit(o, 'provider_asked', 'payment ' || p.id, null, null, jsonb_build_object('status', p.status));
  return 'asked';
end
$$;

-- What keeps a held withdrawal from being released: `not_there`, `not_held`, `decided`, `payouts_wait`, `own`; null where nothing
-- does. The caller has locked the payment.
create or replace function console.release_in_the_way(p payment, p_operator bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when p.id is null then 'not_there'
    when exists (select from withdrawal_review_end e where e.payment_id = p.id) then 'decided'
    when p.status <> 'review' then 'not_held'
    when console.is_own_account(p_operator, p.client_id) then 'own'
    when exists (select from payouts_wait(p.client_id)) then 'payouts_wait'
  end
$$;

-- Lets a held withdrawal go: the worker sends it. Returns `released`; or what is in the way (above), or `takes_two`.
create or replace function console.release_withdrawal(p_session text, p_payment uuid, p_reason text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{payments}');
  p payment;
  v_way text;
begin
  select * into p from payment where id = p_payment for no key update;
  v_way := console.release_in_the_way(p, o.id);
  if v_way is not null then
    return v_way;
  end if;
  -- Two releases of one client run one after the other, so that each counts the other.
  perform from wallet where client_id = p.client_id for no key update;
  if console.withdrawn_in_a_day(p.client_id, p.id) + p.amount > console.released_by_one() then
    return 'takes_two';
  end if;
  perform console.end_review(p, 'released', o.id, p_reason, null, null);
  perform console.write_audit(o, 'withdrawal_released', 'payment ' || p.id, p_reason, null,
    jsonb_build_object('status', 'review'), jsonb_build_object('verdict', 'released', 'amount', p.amount));
  return 'released';
end
$$;

-- Refuses a held withdrawal: the worker gives its money back. Returns `refused`; or `not_there`, `not_held`, `decided`, `own`.
create or replace function console.refuse_withdrawal(p_session text, p_payment uuid, p_reason text, p_told text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_role(p_session, '{payments}');
  p payment;
  v_way text;
begin
  select * into p from payment where id = p_payment for no key update;
  v_way := console.release_in_the_way(p, o.id);
  if v_way is not null and v_way <> 'payouts_wait' then
    return v_way;
  end if;
  perform console.end_review(p, 'refused', o.id, p_reason, p_told, null);
  perform console.write_audit(o, 'withdrawal_refused', 'payment ' || p.id, p_reason, null,
    jsonb_build_object('status', 'review'), jsonb_build_object('verdict', 'refused', 'amount', p.amount, 'told', p_told));
  return 'refused';
end
$$;

-- Writes down what was decided, once, and has the worker carry it out at once.
create or replace function console.end_review(
  p payment, p_verdict review_verdict, p_operator bigint, p_reason text, p_told text, p_request uuid
) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into withdrawal_review_end (payment_id, verdict, decided_by, reason, told, request_id)
  values (p.id, p_verdict, p_operator, p_reason, p_told, p_request);
  update payment set due_at = clock_timestamp(), asked = 0 where id = p.id;
end
$$;

-- The payment that a request is about.
create or replace function console.payment_of(r console.request) returns uuid language sql immutable as $$
  select substring(r.subject from '^payment ([0-9a-f-]{36})$')::uuid
$$;

-- Neither whoever asked nor whoever approved is the player.
create or replace function console.is_of_others(r console.request, p_client bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not console.is_own_account(r.asked_by, p_client) and (r.approved_by is null or not console.is_own_account(r.approved_by, p_client))
$$;

create or replace function console.demands_of_release_withdrawal(r console.request) returns table (demand text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select d.*
  from (select) one
  left join payment p on p.id = console.payment_of(r)
  cross join lateral (values
    ('The withdrawal is still held', p.status = 'review' and not exists (
      select from withdrawal_review_end e where e.payment_id = p.id)),
    ('Its amount is as when it was asked', p.amount = (r.old_values ->> 'amount')::bigint),
    ('The withdrawals of this player do not wait', not exists (select from payouts_wait(p.client_id))),
    ('Neither operator is the player', console.is_of_others(r, p.client_id))
  ) d
$$;

create or replace function console.execute_release_withdrawal(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'release_withdrawal');
  p payment;
  v_unmet text;
begin
  select * into p from payment where id = console.payment_of(r) for no key update;
  perform from wallet where client_id = p.client_id for no key update;
  v_unmet := console.unmet_demand(r);
  if v_unmet is not null then
    raise exception 'Not so any more: %', v_unmet using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.end_review(p, 'released', r.asked_by, r.reason, null, r.id);
  perform console.finish_request(r.id);
end
$$;

-- What a payment can be decided to be, from a status.
create or replace function console.can_be_decided(p payment, p_outcome text) returns boolean language sql immutable as $$
  select (p.direction::text, p.status::text, p_outcome) in (
    ('withdrawal', 'created', 'paid'), ('withdrawal', 'created', 'failed'),
    ('withdrawal', 'processing', 'paid'), ('withdrawal', 'processing', 'failed'),
    ('withdrawal', 'unknown', 'paid'), ('withdrawal', 'unknown', 'failed'),
    ('withdrawal', 'failed', 'paid'),
    ('deposit', 'created', 'succeeded'), ('deposit', 'created', 'failed'),
    ('deposit', 'pending', 'succeeded'), ('deposit', 'pending', 'failed'),
    ('deposit', 'expired', 'succeeded'), ('deposit', 'expired', 'failed'),
    ('deposit', 'failed', 'succeeded'),
    ('deposit', 'succeeded', 'refunded')
  )
$$;

create or replace function console.demands_of_decide_payment(r console.request) returns table (demand text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select d.*
  from (select) one
  left join payment p on p.id = console.payment_of(r)
  cross join lateral (values
    ('The payment is still ' || (r.old_values ->> 'status'), p.status::text = r.old_values ->> 'status'
      and p.amount = (r.old_values ->> 'amount')::bigint),
    ('Its provider was asked in the last 5 minutes', exists (
      select from provider_answer a where a.payment_id = p.id and a.asked_at > clock_timestamp() - interval '5 minutes')),
    ('A line of the provider’s statement is attached', trim(r.evidence) <> ''),
    ('It can be ' || (r.new_values ->> 'status'), console.can_be_decided(p, r.new_values ->> 'status')),
    ('The amount that was given back is more than is booked, and no more than was paid',
      r.new_values ->> 'status' <> 'refunded' or (r.new_values ->> 'refunded')::bigint <= p.amount and (r.new_values ->> 'refunded')::bigint
        > (select coalesce(sum(c.amount), 0) from chargeback c where c.payment_id = p.id)),
    ('Neither operator is the player', console.is_of_others(r, p.client_id))
  ) d
$$;

-- Begins to decide a payment by hand: locks the request and the payment, and looks at everything that is demanded. The caller
-- applies the fact as any other (server/payments/transition.ts), and ends with console.finish_decision.
create or replace function console.begin_decision(p_request uuid, out payment_id uuid, out status text, out refunded bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'decide_payment');
  v_unmet text;
begin
  payment_id := console.payment_of(r);
  perform from payment p where p.id = begin_decision.payment_id for no key update;
  v_unmet := console.unmet_demand(r);
  if v_unmet is not null then
    raise exception 'Not so any more: %', v_unmet using errcode = 'object_not_in_prerequisite_state';
  end if;
  status := r.new_values ->> 'status';
  refunded := (r.new_values ->> 'refunded')::bigint;
end
$$;

-- Ends it, if the payment is now what was decided. It is not where the wallet does not hold what has to be taken from it.
create or replace function console.finish_decision(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request;
begin
  select * into r from console.request q where q.id = p_request and q.kind = 'decide_payment' and q.status = 'approved' for update;
  if not exists (
    select from payment p where p.id = console.payment_of(r) and case
      when r.new_values ->> 'status' = 'refunded' then p.status = 'succeeded' and (r.new_values ->> 'refunded')::bigint
        = (select sum(c.amount) from chargeback c where c.payment_id = p.id)
      else p.status::text = r.new_values ->> 'status'
    end
  ) then
    raise exception 'The wallet does not hold what this takes from it.' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.finish_request(r.id);
end
$$;

-- An adjustment: what it changes, and in whose wallet.
create or replace function console.demands_of_adjust(r console.request) returns table (demand text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select d.*
  from (select console.client_of(r) as client, (r.new_values ->> 'amount')::bigint as amount, r.new_values ->> 'wallet' as wallet) a
  left join wallet w on w.client_id = a.client
  cross join lateral (values
    ('The account is there', w.client_id is not null and console.client_is_there(a.client)),
    ('It gives or takes something', a.amount <> 0 and abs(a.amount) <= 100000000 and a.wallet in ('dep', 'win')),
    ('A case is named, or a payment of this player', coalesce(
      exists (select from payment p where p.id = (r.new_values ->> 'payment')::uuid and p.client_id = a.client),
      trim(r.new_values ->> 'case') <> '')
      or r.new_values ->> 'payment' is null and trim(r.new_values ->> 'case') <> ''),
    ('The wallet does not go below zero', case a.wallet when 'dep' then w.dep else w.win end + a.amount >= 0),
    ('The player reads a sentence about it', trim(r.new_values ->> 'told') <> ''),
    ('Neither operator is the player', console.is_of_others(r, a.client))
  ) d
$$;

create or replace function console.execute_adjust(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'adjust');
  v_client bigint := console.client_of(r);
  v_amount bigint := (r.new_values ->> 'amount')::bigint;
  v_account account := ('client_' || (r.new_values ->> 'wallet'))::account;
  v_outcome text;
begin
  -- The request is the reference, so that it is posted once.
  v_outcome := post_adjustment(
    v_client, r.id,
    case when v_amount > 0 then 'adjustment' else v_account end, case when v_amount > 0 then v_account else 'adjustment' end,
    abs(v_amount),
    (select name from console.operator where id = r.asked_by) || ', ' || (select name from console.operator where id = r.approved_by),
    r.reason, r.new_values ->> 'told', r.id);
  if v_outcome <> 'done' then
    raise exception '%', case v_outcome when 'insufficient_funds' then 'The wallet would go below zero.' else v_outcome end
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform console.finish_request(r.id);
end
$$;

-- Adjustments, the newest first.
create or replace function console.list_adjustments(
  p_session text, p_client bigint, p_from timestamptz, p_to timestamptz, p_last_at timestamptz, p_last uuid, p_most integer
) returns table (
  reference uuid, at timestamptz, client_id bigint, wallet text, amount bigint, author text, reason text, told text, request_id uuid
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.look_as(p_session, '{payments,risk,compliance,auditor}');
  return query
    select a.reference, a.at, a.client_id,
      case when 'client_dep' in (a.from_account, a.to_account) then 'dep' else 'win' end,
      case when a.to_account = 'adjustment' then -a.amount else a.amount end, a.author, a.reason, a.told, a.request_id
    from adjustment a
    where (p_client is null or a.client_id = p_client) and (p_from is null or a.at >= p_from) and (p_to is null or a.at < p_to)
      and (p_last is null or (a.at, a.reference) < (p_last_at, p_last))
    order by a.at desc, a.reference desc limit p_most;
end
$$;
