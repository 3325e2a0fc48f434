-- What the triggers of the tables do. This file is applied before the migrations, whose tables name these functions; the
-- other files after them.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'history never changes: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Processes cache a token's owner for a short time. These triggers invalidate the cache, by the client's id.
create or replace function tell_sessions_ended() returns trigger language plpgsql as $$
begin
  -- Open pages end with them.
  perform pg_notify('session', client_id::text), pg_notify('client', client_id || ' session')
  from (select distinct client_id from ended) each;
  return null;
end
$$;

create or replace function tell_session_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.client_id::text);
  return null;
end
$$;

create or replace function tell_client_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.id::text);
  return null;
end
$$;

-- Enforces a draw's life cycle for every writer: its terms never change, its result is set once, and its status never goes back.
create or replace function keep_draw_life() returns trigger language plpgsql as $$
begin
  if (new.id, new.draws_at, new.opens_at, new.closes_at, new.rules)
     is distinct from (old.id, old.draws_at, old.opens_at, old.closes_at, old.rules) then
    raise exception 'the terms of draw % never change', old.id using errcode = 'restrict_violation';
  end if;
  if old.result is not null and new.result is distinct from old.result then
    raise exception 'the result of draw % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if old.finished_at is not null then
    raise exception 'draw % is finished', old.id using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status then
    if (old.status, new.status) not in
       (('open', 'closed'), ('open', 'void'), ('closed', 'drawn'), ('closed', 'void'), ('drawn', 'settled')) then
      raise exception 'draw % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
    end if;
    if new.status = 'closed' and clock_timestamp() < old.closes_at
       or new.status = 'drawn' and clock_timestamp() < old.draws_at
       or new.status = 'void' and not is_draw_lost(old) and not is_draw_called_off(old) then
      raise exception 'draw % cannot be % yet', old.id, new.status using errcode = 'restrict_violation';
    end if;
    perform pg_notify('draw', new.status || ' ' || new.id);
    -- Where nothing is sold any more, nothing is stopped.
    if old.status = 'open' then
      update sales_stop set ended_at = greatest(stopped_at, clock_timestamp()) where draw_id = old.id and ended_at is null;
    end if;
  end if;
  if new.finished_at is not null then
    new.was_late := console.was_late(new);
  end if;
  return new;
end
$$;

-- The time is checked when the request is carried out, a little before the commit. Who could hold back the commit until
-- after the close could look at the tickets first.
create or replace function refuse_late_call_off() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from draw where id = new.draw_id and clock_timestamp() <= closes_at - interval '60 s') then
    raise exception 'draw % is called off too late', new.draw_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- What is stopped never changes, and a stop ends once.
create or replace function keep_sales_stop() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null
     or (new.id, new.draw_id, new.bet_type, new.sentence, new.reason, new.stopped_by, new.cap_id, new.stopped_at)
       is distinct from
       (old.id, old.draw_id, old.bet_type, old.sentence, old.reason, old.stopped_by, old.cap_id, old.stopped_at) then
    raise exception 'stop % of sales never changes', old.id using errcode = 'restrict_violation';
  end if;
  if new.request_id is not null then
    perform pg_notify('draw', 'started ' || coalesce(new.draw_id::text, 'all'));
  end if;
  return new;
end
$$;

-- What counted before a cap is not for whoever writes the cap to say.
create or replace function note_cap_before() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.before := (select c.amount from cap_of(new.draw_id, new.bet_type, new.measure) c);
  return new;
end
$$;

-- A draw's dues and what it sold are written together.
create or replace function require_figures() returns trigger language plpgsql set search_path = public, pg_temp
-- As in has_bet_type.
set enable_seqscan = off
as $$
begin
  if not exists (select from draw_figure where draw_id = new.id) and exists (select from ticket where draw_id = new.id) then
    raise exception 'draw % is listed without its figures', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function keep_draw_seal() returns trigger language plpgsql as $$
begin
  if old.sealed_at is not null or old.status <> 'closed' or new.status <> 'closed' then
    raise exception 'draw % cannot be sealed', old.id using errcode = 'restrict_violation';
  end if;
  perform pg_notify('draw', 'sealed ' || new.id);
  return new;
end
$$;

-- The time in the seal is read a little before the commit. A process that was delayed in between must not publish a seal when
-- the beacon's value may be known.
create or replace function refuse_late_seal() returns trigger language plpgsql as $$
begin
  if clock_timestamp() not between new.closes_at and new.draws_at then
    raise exception 'draw % is sealed too late', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- A draw is committed with the operator's newest key, so that nobody need accept a former one for a draw that opens after the
-- change. The lock makes a change wait for the commitments under way, and those for a change.
create or replace function refuse_former_key() returns trigger language plpgsql as $$
declare
  v_newest record;
begin
  -- Arbitrary, like the other keys of advisory locks; `prepare_operator_key` takes it alone.
  perform pg_advisory_xact_lock_shared(73252027);
  select number, public_key into v_newest from operator_key order by number desc limit 1;
  if found and v_newest.public_key is distinct from new.operator_key
      and (new.operator_key is not null or v_newest.number > 1) then
    raise exception 'draw % is not committed with the operator''s newest key', new.draw_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A tree is stored before its seal. What came later would make an honest seal look like a lie.
create or replace function refuse_late_chunk() returns trigger language plpgsql as $$
begin
  if exists (select from added join seal on seal.draw_id = added.draw_id) then
    raise exception 'a sealed tree never grows' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- Enforces a payment's life cycle for every writer: its terms never change, and a final status stays. A failed or expired
-- payment may still turn out to be paid, because the provider's word that money moved beats its word that it did not.
create or replace function keep_payment_life() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.client_id, new.direction, new.amount, new.from_win, new.from_dep, new.country, new.method,
      new.provider, new.created_at, new.idempotency_key)
     is distinct from (old.id, old.client_id, old.direction, old.amount, old.from_win, old.from_dep, old.country, old.method,
      old.provider, old.created_at, old.idempotency_key) then
    raise exception 'what payment % asked for never changes', old.id using errcode = 'restrict_violation';
  end if;
  -- The party of an earlier version's payment leaves the row once, when it is sealed.
  if (new.phone, new.first_name, new.last_name, new.email, new.request_hash)
     is distinct from (old.phone, old.first_name, old.last_name, old.email, old.request_hash)
     and not (old.phone is not null and new.phone is null and exists (select from party where payment_id = old.id)) then
    raise exception 'who payment % is about never changes', old.id using errcode = 'restrict_violation';
  end if;
  -- With another payment's reference this one would be confirmed by the other one's money.
  if old.provider_ref is not null and new.provider_ref is distinct from old.provider_ref then
    raise exception 'the reference of payment % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and (
    old.status in ('succeeded', 'paid')
    or old.status = 'failed' and new.status not in ('succeeded', 'paid')
    or old.status = 'expired' and new.status not in ('succeeded', 'failed')
    -- it is held before anything else happens to it, or never
    or new.status = 'review' and (old.status <> 'created' or exists (select from payment_event where payment_id = old.id)
      or not exists (select from withdrawal_review where payment_id = old.id))
    -- and goes on only as an operator has decided
    or old.status = 'review' and not exists (
      select from withdrawal_review_end e
      where e.payment_id = old.id and (e.verdict, new.status) in (('released', 'created'), ('refused', 'failed'))
    )
    or new.status = 'created' and old.status <> 'review'
  ) then
    raise exception 'payment % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A payment without a party in its row has a sealed one.
create or replace function require_party() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from party where payment_id = new.id) then
    raise exception 'payment % says of nobody who it is about', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- Who a payment is about never changes. It can only be forgotten, together with all other payments of its client.
create or replace function keep_party() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and not exists (
    select from payment p join party_key k on k.client_id = p.client_id where p.id = old.payment_id
  ) then
    return old;
  end if;
  raise exception 'who payment % is about never changes', old.payment_id using errcode = 'restrict_violation';
end
$$;

-- A client's key can be sealed anew. It goes only when the client was erased, and no law lets it go within a year.
create or replace function keep_party_key() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and exists (
    select from client where id = old.client_id and erased_at < clock_timestamp() - interval '1 year'
  ) then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.client_id = old.client_id and length(new.key_sealed) = length(old.key_sealed) then
    return new;
  end if;
  raise exception 'the key of client % stays', old.client_id using errcode = 'restrict_violation';
end
$$;

-- Checks each posting of a payment against the payment's terms, so that no money moves without a stored payment.
create or replace function match_payment() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  p payment;
begin
  select * into p from payment where id = new.reference;
  if (p.client_id = new.client_id and new.amount = case
        when new.kind = 'deposit' and p.direction = 'deposit' then p.amount
        when new.kind = 'withdrawal_paid' and p.direction = 'withdrawal' then p.amount
        when new.kind = 'deposit' or p.direction = 'deposit' then null
        when 'client_win' in (new.from_account, new.to_account) then p.from_win
        when 'client_dep' in (new.from_account, new.to_account) then p.from_dep
      end) is not true then
    raise exception 'no payment % asks for this %', new.reference, new.kind using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- Migration 0024 needs it; migration 0031 replaces its trigger.
create or replace function keep_webhook() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.received_at < clock_timestamp() - interval '90 days' then
    return old;
  end if;
  raise exception 'history never changes: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end
$$;

-- A new password is not the weak one.
create or replace function forget_weakness() returns trigger language plpgsql as $$
begin
  new.password_is_weak := false;
  return new;
end
$$;

-- A break is history once its client's phone is proven. What was set before that may be a stranger's doing.
create or replace function keep_break() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from client where id = old.client_id and confirmed_at is null) then
    return old;
  end if;
  raise exception 'history never changes: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end
$$;

-- What a client has shown never changes, and neither does what an operator has decided about it.
create or replace function keep_identity_check() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.type, new.country, new.last4, new.number_sealed, new.document_key, new.expires_on, new.created_at)
     is distinct from
     (old.id, old.client_id, old.type, old.country, old.last4, old.number_sealed, old.document_key, old.expires_on, old.created_at) then
    raise exception 'what identity check % is about never changes', old.id using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (('draft', 'waiting'), ('waiting', 'accepted'), ('waiting', 'refused')) then
    raise exception 'identity check % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A lane of dues is paid in one direction, and nothing else of it changes.
create or replace function keep_due_lane() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.paid_through > old.paid_through
    and (new.draw_id, new.lane, new.after_client, new.last_client) = (old.draw_id, old.lane, old.after_client, old.last_client) then
    return new;
  end if;
  raise exception 'lane % of draw % is paid once, in one direction', old.lane, old.draw_id using errcode = 'restrict_violation';
end
$$;

-- A lock is lifted once, and nothing else about it changes.
create or replace function keep_lock() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.lifted_at is null
     and (new.id, new.client_id, new.kind, new.begins_at, new.ends_at, new.locked_by, new.reason)
     is not distinct from (old.id, old.client_id, old.kind, old.begins_at, old.ends_at, old.locked_by, old.reason) then
    return new;
  end if;
  raise exception 'history never changes: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end
$$;

-- The lock was committed before, since whoever signs a client in has locked the client's row.
create or replace function refuse_locked_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from client_lock
    where client_id = new.client_id and kind = 'sign_in' and lifted_at is null and ends_at > clock_timestamp()
  ) then
    raise exception 'sign-in of client % is locked', new.client_id
      using errcode = 'restrict_violation', constraint = 'session_waits_for_lock';
  end if;
  return new;
end
$$;

-- What a request asks for never changes, and it goes through its life in one direction. See docs/decisions/0059.
create or replace function keep_request_life() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.kind, new.subject, new.new_values, new.old_values, new.reason, new.evidence, new.asked_by,
      new.asked_at, new.expires_at, new.act, new.console_url, new.asked_signature)
     is distinct from
     (old.id, old.number, old.kind, old.subject, old.new_values, old.old_values, old.reason, old.evidence, old.asked_by,
      old.asked_at, old.expires_at, old.act, old.console_url, old.asked_signature)
    or old.unsigned is not null and new.unsigned is distinct from old.unsigned
    or old.approved_by is not null
      and (new.approved_by, new.approved_at, new.approved_signature, new.approved_because)
        is distinct from (old.approved_by, old.approved_at, old.approved_signature, old.approved_because) then
    raise exception 'what request % asks for never changes', old.id using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('asked', 'approved'), ('asked', 'refused'), ('asked', 'withdrawn'), ('asked', 'expired'),
    ('approved', 'done'), ('approved', 'failed'), ('approved', 'expired')
  ) then
    raise exception 'request % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A line of the audit follows the head. One that does not would keep all later ones out.
create or replace function continue_audit() returns trigger language plpgsql as $$
begin
  if not exists (
    select from console.audit_head h where new.number = h.number + 1 and new.hash = sha256(h.hash || new.record)
  ) then
    raise exception 'line % does not follow the head of the audit', new.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- The head of the audit goes from one line to the next.
create or replace function keep_audit_head() returns trigger language plpgsql as $$
begin
  if new.number <> old.number + 1 or not exists (
    select from console.audit a where a.number = new.number and a.hash = new.hash and a.hash = sha256(old.hash || a.record)
  ) then
    raise exception 'the head of the audit follows its lines' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- An alarm is what it was when it opened; it is told once, closes once, and stays closed.
create or replace function keep_alarm() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject, new.detail, new.opened_at) is distinct from (old.id, old.kind, old.subject, old.detail, old.opened_at)
    or old.told and not new.told
    or old.closed_at is not null and (new.closed_at, new.taken_by, new.taken_at) is distinct from (old.closed_at, old.taken_by, old.taken_at)
  then
    raise exception 'alarm % never changes so', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- What is finished waits for its figures. With the rights of the owner, since whoever settles or pays writes no figures.
create or replace function note_finished_draw() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into figure_due (draw_id) values (new.id);
  return null;
end
$$;

create or replace function note_paid_withdrawal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into withdrawal_due (payment_id, asked_at, paid_at) values (new.id, new.created_at, new.updated_at) on conflict do nothing;
  return null;
end
$$;

-- What a draw may have had to pay is kept once, and its payout gets its place in that once.
create or replace function keep_kept_exposure() returns trigger language plpgsql as $$
begin
  if old.placed_at is not null or to_jsonb(new) - '{placed_at,payout,expected,placed_digest,below,equal,place,band}'::text[]
    is distinct from to_jsonb(old) - '{placed_at,payout,expected,placed_digest,below,equal,place,band}'::text[]
  then
    raise exception 'the kept exposure of draw % never changes so', old.draw_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- Traces of what only two operators may change. Each cites the request that is being carried out in this transaction, where that
-- asked for this; the check `act` finds those that do not. See docs/decisions/0072.

-- The request that is being carried out, see console.require_approved; null where none is.
create or replace function request_of_now() returns uuid language sql stable as $$
  select nullif(current_setting('console.request', true), '')::uuid
$$;

create or replace function leave_trace(p_kind text, p_subject text, p_value jsonb, p_request uuid) returns void
language sql set search_path = public, pg_temp as $$
  insert into console.trace (kind, subject, value, request_id) values (p_kind, p_subject, p_value, p_request)
$$;

-- Another phone or name. What players do themselves says so (own_change) and takes nobody. Erasing leaves neither phone nor name.
create or replace function trace_client() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new jsonb := (select r.new_values from console.request r where r.id = request_of_now());
begin
  if current_setting('izi.own_change', true) = new.id::text then
    return null;
  end if;
  if new.phone <> old.phone or new.phone is not null and old.phone is null then
    perform leave_trace('change_phone', 'client ' || new.id, null, case when v_new ->> 'phone' = new.phone then request_of_now() end);
  end if;
  if (new.first_name, new.last_name) is distinct from (old.first_name, old.last_name) and num_nonnulls(new.first_name, new.last_name) > 0 then
    perform leave_trace('change_name', 'client ' || new.id, null,
      case when (v_new ->> 'firstName', v_new ->> 'lastName') = (new.first_name, new.last_name) then request_of_now() end);
  end if;
  return null;
end
$$;

-- A code that sets a new password and that no browser has asked for.
create or replace function trace_reset() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform leave_trace('start_reset', 'client ' || new.client_id, null, request_of_now());
  return null;
end
$$;

-- Withdrawals go on. In a demonstration the owner of the tables lets them alone.
create or replace function trace_withdrawals() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if request_of_now() is not null or exists (select from site_mode where mode = 'production') then
    perform leave_trace('let_withdrawals_go_on', 'site withdrawals', null, request_of_now());
  end if;
  return null;
end
$$;

-- Operators of a demonstration are let in without anybody. Production does not start beside one.
create or replace function is_demo_operator(p_demo boolean) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select p_demo and not exists (select from site_mode where mode = 'production')
$$;

-- An operator who is in, in again, somebody else or may approve earlier than before; or has other roles.
create or replace function trace_operator() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_subject text := 'operator ' || new.name;
  v_value jsonb := jsonb_build_object('roles', new.roles);
  o console.operator;
begin
  if tg_op = 'UPDATE' then
    o := old;
  end if;
  if new.active_at is null or is_demo_operator(new.demo) then
    return null;
  end if;
  if o.active_at is null or new.disabled_at is null and o.disabled_at is not null or new.approves_from < o.approves_from
    or new.name <> o.name or new.handle <> o.handle or new.demo <> o.demo then
    perform leave_trace('operator_add', v_subject, v_value, request_of_now());
  elsif new.roles <> o.roles then
    perform leave_trace('operator_roles', v_subject, v_value, request_of_now());
  end if;
  return null;
end
$$;

-- A passkey that counts from now on, or is another one.
create or replace function trace_passkey() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.active_at is not null and new.removed_at is null and (tg_op = 'INSERT' or old.active_at is null or old.removed_at is not null
      or (new.operator_id, new.credential_id, new.public_key) is distinct from (old.operator_id, old.credential_id, old.public_key)) then
    perform trace_way_in(new.operator_id, jsonb_build_object('passkeys', jsonb_build_array(console.fingerprint(new.public_key))));
  end if;
  return null;
end
$$;

-- A password that counts from now on, or is another one. Its app's secret is sealed anew now and then, and lets nobody in alone.
create or replace function trace_password() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.active_at is not null
    and (tg_op = 'INSERT' or old.active_at is null or (new.operator_id, new.hash) is distinct from (old.operator_id, old.hash)) then
    perform trace_way_in(new.operator_id, '{"password": true}');
  end if;
  return null;
end
$$;

-- A new operator comes in with what is set, an operator who is in may set more.
create or replace function trace_way_in(p_operator bigint, p_value jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator;
begin
  select * into o from console.operator where id = p_operator;
  if not is_demo_operator(o.demo) then
    perform leave_trace(coalesce((select r.kind from console.request r where r.id = request_of_now() and r.kind = 'operator_add'), 'operator_passkey'),
      'operator ' || o.name, p_value, request_of_now());
  end if;
end
$$;

-- Who has won is looked up later: the settlement waits for nobody's notices.
create or replace function note_draw_to_tell() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into draw_to_tell (draw_id) values (new.id) on conflict do nothing;
  return null;
end
$$;

-- Open pages hear of each status, and the client of the end by a notice.
create or replace function tell_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('client', new.client_id || ' payment ' || new.id || ' ' || new.status);
  -- What fails before its provider has accepted it is told in the answer of the call that asked for it.
  if new.status in ('succeeded', 'paid') or new.status = 'failed' and (old.status <> 'created' or new.direction = 'withdrawal') then
    insert into notice (client_id, kind, subject, what, amount, happened_at)
    select new.client_id, 'payment', new.id || ' ' || new.status,
      new.direction || case new.status when 'failed' then '_failed' else '_done' end, new.amount, clock_timestamp()
    where may_hear(new.client_id, 'payment')
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function tell_client() returns trigger language plpgsql as $$
begin
  perform pg_notify('client', new.client_id || ' ' || tg_argv[0]);
  return null;
end
$$;
