-- Operators' acts on players. See docs/decisions/0063.
--
-- Stopping takes one operator and holds at once: the client's row and then the wallet are locked, so a bet or a withdrawal at the same
-- moment comes either before or after. The way back takes two. Each act is a line of the audit, the player sees in the security log that
-- there was one, and is told.

-- Tells a client by every proven contact. A stranger's phone or address gets nothing.
create or replace function console.tell(p_client bigint, p_template text) returns void
language sql set search_path = public, pg_temp as $$
  insert into message (recipient, channel, template)
  select phone, 'sms'::message_channel, p_template from client where id = p_client and confirmed_at is not null
  union all
  select email, 'email', p_template from client_email where client_id = p_client and verified_at is not null
$$;

-- The notes to be read first that an operator has neither written nor opened.
create or replace function console.unread_notes(o console.operator, p_client bigint) returns setof console.note
language sql stable set search_path = public, pg_temp as $$
  select n.* from console.note n
  where n.client_id = p_client and n.read_first and n.written_by <> o.name
    and not exists (select from console.note_opened p where p.note_id = n.id and p.operator = o.name)
$$;

-- Every act on a player begins with this: it raises where notes have to be read first.
create or replace function console.require_read(o console.operator, p_client bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from console.unread_notes(o, p_client)) then
    raise exception 'notes on client % have to be read first', p_client using errcode = 'restrict_violation', constraint = 'note_is_read_first';
  end if;
end
$$;

-- Returns the operator who acts on a player, and locks the player's row. It raises no_data_found where there is none.
create or replace function console.act_on_player(p_session text, p_client bigint, p_right text default 'lockClient')
returns console.operator
language plpgsql set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, p_right);
begin
  perform from client where id = p_client and erased_at is null for no key update;
  if not found then
    raise exception 'there is no client %', p_client using errcode = 'no_data_found';
  end if;
  perform console.require_read(o, p_client);
  return o;
end
$$;

-- Writes an act down: a line of the audit, and an event that the player sees.
create or replace function console.note_act(
  o console.operator, p_client bigint, p_act text, p_reason text, p_before jsonb default null, p_after jsonb default null
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
begin
  perform record_security_event(p_client, 'operator_acted', null, null, null, jsonb_build_object('operator', o.name, 'act', p_act));
  return console.write_audit(o, p_act, 'client ' || p_client, p_reason, null, p_before, p_after);
end
$$;

-- Ends all sessions of a client, and the sign-ins that wait; returns how many sessions.
create or replace function console.end_all_sessions(p_client bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  v_ended integer;
begin
  delete from challenge where client_id = p_client;
  delete from session where client_id = p_client;
  get diagnostics v_ended = row_count;
  return v_ended;
end
$$;

-- Signs a client out everywhere; returns how many sessions ended.
create or replace function console.end_sessions(p_session text, p_client bigint, p_reason text) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.act_on_player(p_session, p_client);
  v_ended integer := console.end_all_sessions(p_client);
begin
  perform console.note_act(o, p_client, 'sessions_ended', p_reason, null, jsonb_build_object('sessions', v_ended));
  return v_ended;
end
$$;

-- Writes a note on a player; returns its id. The audit has its id, not its words: these go with the account.
create or replace function console.add_note(p_session text, p_client bigint, p_text text, p_read_first boolean) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.act_on_player(p_session, p_client);
  v_id uuid;
begin
  insert into console.note (client_id, written_by, text, read_first) values (p_client, o.name, p_text, p_read_first) returning id into v_id;
  perform console.write_audit(o, 'note_written', 'client ' || p_client, null, null, null, jsonb_build_object('note', v_id, 'readFirst', p_read_first));
  return v_id;
end
$$;

-- Opens a note, so that this operator may act on the player. Null where there is none.
create or replace function console.open_note(p_session text, p_note uuid) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'openNote');
  n console.note;
begin
  select * into n from console.note q where q.id = p_note;
  if not found then
    return null;
  end if;
  insert into console.note_opened (note_id, operator) values (n.id, o.name) on conflict do nothing;
  if found then
    perform console.write_audit(o, 'note_opened', 'client ' || n.client_id, null, null, null, jsonb_build_object('note', n.id));
  end if;
  return jsonb_build_object('id', n.id, 'clientId', n.client_id, 'at', console.instant(n.at), 'writtenBy', n.written_by, 'text', n.text,
    'readFirst', n.read_first);
end
$$;

-- Tightens a limit: the lower of this and the player's own counts from now on, and nobody takes it back. Returns the amount that
-- operators allow now: a lower one that was set before stays.
create or replace function console.tighten_limit(
  p_session text, p_client bigint, p_kind limit_kind, p_period limit_period, p_amount bigint, p_reason text
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.act_on_player(p_session, p_client);
  v_before bigint;
begin
  perform from wallet where client_id = p_client for no key update;
  -- A lock that ends by itself does not prevent this one.
  v_before := (
    select min(amount) from operator_limit where client_id = p_client and kind = p_kind and period = p_period and ends_at is null);
  if v_before <= p_amount then
    return v_before;
  end if;
  insert into operator_limit (client_id, kind, period, amount, set_by, reason) values (p_client, p_kind, p_period, p_amount, o.name, p_reason);
  -- The next bet computes the remaining stake again.
  if p_kind = 'stake' then
    perform stop_stakes(p_client);
  end if;
  perform console.tell(p_client, 'limit_tightened');
  perform console.note_act(o, p_client, 'limit_tightened', p_reason,
    jsonb_build_object('limit', p_kind, 'period', p_period, 'amount', v_before),
    jsonb_build_object('limit', p_kind, 'period', p_period, 'amount', p_amount));
  return p_amount;
end
$$;

-- Starts a break, which nobody can end early. Returns until when play is paused: a longer one that runs stays.
create or replace function console.start_break(
  p_session text, p_client bigint, p_kind break_kind, p_reason text, p_time_zone text
) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.act_on_player(p_session, p_client);
  v_before timestamptz := break_ends_at(p_client, clock_timestamp());
  v_after timestamptz;
begin
  perform take_break(p_client, p_kind, p_time_zone);
  v_after := break_ends_at(p_client, clock_timestamp());
  if v_after is distinct from v_before then
    if p_kind = 'exclusion' then
      perform console.end_all_sessions(p_client);
    end if;
    perform console.tell(p_client, 'break_begun');
    perform console.note_act(o, p_client, 'break_started', p_reason,
      jsonb_build_object('pausedUntil', console.instant(v_before)), jsonb_build_object('break', p_kind, 'pausedUntil', console.instant(v_after)));
  end if;
  return v_after;
end
$$;

-- Locks sign-in, play or withdrawals for 72 hours, at once. Locked sign-in ends all sessions. Returns until when; where the same is
-- locked already, from now on again.
create or replace function console.lock_player(p_session text, p_client bigint, p_kind lock_kind, p_reason text) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.act_on_player(p_session, p_client);
  v_before timestamptz;
  v_until timestamptz;
begin
  -- A bet or a withdrawal that holds it comes before.
  perform from wallet where client_id = p_client for no key update;
  v_before := lock_ends_at(p_client, p_kind, clock_timestamp());
  insert into client_lock (client_id, kind, locked_by, reason) values (p_client, p_kind, o.name, p_reason) returning ends_at into v_until;
  if p_kind = 'sign_in' then
    perform console.end_all_sessions(p_client);
  elsif p_kind = 'play' then
    perform stop_stakes(p_client);
  end if;
  perform console.tell(p_client, p_kind || '_locked');
  perform console.note_act(o, p_client, p_kind || '_locked', p_reason,
    jsonb_build_object('until', console.instant(v_before)), jsonb_build_object('until', console.instant(v_until)));
  return v_until;
end
$$;

-- Marks an account as one of ours, which reports leave out, or takes the mark back. Returns whether that changed anything.
create or replace function console.mark_test(p_session text, p_client bigint, p_on boolean, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.act_on_player(p_session, p_client, 'markTest');
begin
  if p_on then
    insert into console.test_account (client_id, marked_by, reason) values (p_client, o.name, p_reason) on conflict do nothing;
  else
    delete from console.test_account where client_id = p_client;
  end if;
  if not found then
    return false;
  end if;
  perform console.write_audit(o, case when p_on then 'test_marked' else 'test_unmarked' end, 'client ' || p_client, p_reason);
  return true;
end
$$;

-- Puts somebody on the list of those who may not play, by phone or by number. Returns the entry; null where it is there already.
create or replace function console.forbid_play(
  p_session text, p_relation text, p_name text, p_phone text, p_client bigint, p_reason text
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'forbidPlay');
  v_id bigint;
begin
  if p_client is not null and not console.client_is_there(p_client) then
    raise exception 'there is no client %', p_client using errcode = 'no_data_found';
  end if;
  insert into console.may_not_play (relation, name, phone, client_id, reason, added_by)
  values (p_relation, p_name, p_phone, p_client, p_reason, o.name) on conflict do nothing returning id into v_id;
  if v_id is null then
    return null;
  end if;
  perform from wallet w where w.client_id in (select id from client where id = p_client or phone = p_phone) order by w.client_id for no key update;
  perform stop_stakes(c.id) from client c where c.id = p_client or c.phone = p_phone;
  perform console.write_audit(o, 'play_forbidden', coalesce('client ' || p_client, 'person ' || v_id), p_reason, null, null,
    jsonb_build_object('entry', v_id, 'relation', p_relation));
  return v_id;
end
$$;

-- The preconditions of requests about a player. Neither of them has locked the account, and no document waits.
create or replace function console.checks_about_player(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  with locker as (
    select distinct o.id from client_lock l join console.operator o on o.name = l.locked_by
    where l.client_id = console.client_of(r) and l.lifted_at is null and l.ends_at > clock_timestamp()
  )
  values ('account_exists', console.client_is_there(console.client_of(r))),
    ('asker_has_not_locked', r.asked_by not in (select id from locker)),
    ('approver_has_not_locked', r.approved_by is null or r.approved_by not in (select id from locker)),
    ('no_document_waits', not exists (
      select from identity_check where client_id = console.client_of(r) and status = 'waiting'))
$$;

create or replace function console.complete_unlock(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select coalesce(jsonb_object_agg(l.kind, console.instant(l.ends_at)), '{}') into r.old_values from (
    select kind, max(ends_at) as ends_at from client_lock
    where client_id = console.client_of(r) and lifted_at is null and ends_at > clock_timestamp() group by kind
  ) l;
  return r;
end
$$;

-- The phone, as the asker sees it.
create or replace function console.complete_change_phone(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('phone', case when console.sees_masked(o) then console.mask_phone(c.phone) else c.phone end) into r.old_values
  from client c, console.operator o where c.id = console.client_of(r) and o.id = r.asked_by;
  return r;
end
$$;

-- The name, as the asker sees it.
create or replace function console.complete_change_name(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('name', case when console.sees_masked(o)
      then console.mask_name(c.first_name) || ' ' || console.mask_name(c.last_name) else c.first_name || ' ' || c.last_name end) into r.old_values
  from client c, console.operator o where c.id = console.client_of(r) and o.id = r.asked_by;
  return r;
end
$$;

create or replace function console.complete_let_play(r console.request) returns console.request
language plpgsql stable set search_path = public, pg_temp as $$
begin
  r.new_values := jsonb_build_object('entry', substring(r.subject from '^person (.+)$'));
  return r;
end
$$;

create or replace function console.checks_of_unlock(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select * from console.checks_about_player(r)
  union all
  values ('locked', exists (
    select from client_lock l
    where l.client_id = console.client_of(r) and l.kind::text = r.new_values ->> 'lock' and l.lifted_at is null and l.ends_at > clock_timestamp()))
$$;

create or replace function console.checks_of_change_phone(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select * from console.checks_about_player(r)
  union all
  values ('phone_differs', not exists (
      select from client where id = console.client_of(r) and phone = r.new_values ->> 'phone' and confirmed_at is not null)),
    ('phone_free', not exists (
      select from client where phone = r.new_values ->> 'phone' and confirmed_at is not null and id <> console.client_of(r)))
$$;

create or replace function console.checks_of_change_name(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  select * from console.checks_about_player(r)
  union all
  values ('name_differs', not exists (
    select from client where id = console.client_of(r) and first_name = r.new_values ->> 'firstName' and last_name = r.new_values ->> 'lastName'))
$$;

create or replace function console.checks_of_let_play(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values ('entry_exists', exists (
    select from console.may_not_play where id = (r.new_values ->> 'entry')::bigint and ended_at is null))
$$;

-- Lifts a lock before its time.
create or replace function console.execute_unlock(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'unlock');
  v_client bigint := console.client_of(r);
begin
  perform from client where id = v_client for no key update;
  perform from wallet where client_id = v_client for no key update;
  -- Somebody may have locked it again, and may be one of the two.
  r := console.require_approved(p_request, 'unlock');
  update client_lock set lifted_at = clock_timestamp(), lifted_by = r.id
  where client_id = v_client and kind::text = r.new_values ->> 'lock' and lifted_at is null and ends_at > clock_timestamp();
  perform console.tell(v_client, 'account_unlocked');
  perform console.finish_request(r.id);
end
$$;

-- Makes another phone the account's, proven by the word of two. Everybody is signed out, and withdrawals wait for 48 hours. The caller
-- tells the former contacts.
create or replace function console.execute_change_phone(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'change_phone');
  v_client bigint := console.client_of(r);
  v_old text;
begin
  select phone into v_old from client where id = v_client for no key update;
  r := console.require_approved(p_request, 'change_phone');
  perform replace_phone(v_client, v_old, r.new_values ->> 'phone');
  perform console.end_all_sessions(v_client);
  perform start_cooling_off(v_client, 48, 'phone_changed');
  perform console.finish_request(r.id);
end
$$;

-- Changes the client's name. Withdrawals wait for 48 hours. The caller has keyed the person by the new name: exclusions are locked
-- before wallets.
create or replace function console.execute_change_name(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'change_name');
  v_client bigint := console.client_of(r);
begin
  perform from client where id = v_client for no key update;
  r := console.require_approved(p_request, 'change_name');
  perform replace_name(v_client, r.new_values ->> 'firstName', r.new_values ->> 'lastName');
  perform start_cooling_off(v_client, 48, 'name_changed');
  perform console.tell(v_client, 'name_changed');
  perform console.finish_request(r.id);
end
$$;

-- Takes somebody off the list of those who may not play.
create or replace function console.execute_let_play(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'let_play');
begin
  update console.may_not_play set ended_at = clock_timestamp(), ended_by = r.id
  where id = (r.new_values ->> 'entry')::bigint and ended_at is null;
  perform console.finish_request(r.id);
end
$$;
