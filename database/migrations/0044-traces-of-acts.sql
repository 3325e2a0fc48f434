-- What only two operators may change leaves a trace, whoever changes it and however: functions/operators-traces.sql compares each with
-- its request. See docs/decisions/0072.
create table console.trace (
  number bigint generated always as identity primary key,
  kind text not null references console.kind,
  subject text not null,
  at timestamptz not null default clock_timestamp(),
  -- what became so, of operators; nothing of a player
  value jsonb,
  -- the request that asked for this. No reference: one that was made up is found, and not refused
  request_id uuid
);
create index trace_time on console.trace (kind, at);
create index trace_subject on console.trace (subject, number);
create trigger trace_is_history before update or delete on console.trace for each row execute function refuse_change();
create trigger trace_is_kept before truncate on console.trace for each statement execute function refuse_change();

-- How the operators of before stand. No trace of theirs is looked at, but whether they still stand like this.
insert into console.trace (kind, subject, at, value)
select 'operator_roles', 'operator ' || o.name, '-infinity'::timestamptz, jsonb_build_object('roles', o.roles)
from console.operator o where o.active_at is not null and not o.demo
union all
select 'operator_passkey', 'operator ' || o.name, '-infinity',
  jsonb_build_object('passkeys', jsonb_build_array(
    regexp_replace(encode(substr(sha256(p.public_key), 1, 16), 'hex'), '(....)(?=.)', '\1 ', 'g')))
from console.passkey p join console.operator o on o.id = p.operator_id
where p.active_at is not null and p.removed_at is null and not o.demo;

create trigger client_leaves_a_trace after update of phone, first_name, last_name on client
  for each row execute function trace_client();
create trigger code_leaves_a_trace after insert or update of nonce, flow on code
  for each row when (new.flow = sha256('a reset that an operator started')) execute function trace_reset();
create trigger operation_flag_leaves_a_trace after delete or update of name on operation_flag
  for each row when (old.name = 'withdrawals_stopped') execute function trace_withdrawals();
create trigger operation_flag_is_kept before truncate on operation_flag for each statement execute function refuse_change();
create trigger operator_leaves_a_trace after insert or update on console.operator for each row execute function trace_operator();
create trigger passkey_leaves_a_trace after insert or update on console.passkey for each row execute function trace_passkey();
create trigger password_leaves_a_trace after insert or update on console.password for each row execute function trace_password();

-- Also for a session that has switched triggers off for itself.
alter table client enable always trigger client_leaves_a_trace;
alter table code enable always trigger code_leaves_a_trace;
alter table operation_flag enable always trigger operation_flag_leaves_a_trace;
alter table console.operator enable always trigger operator_leaves_a_trace;
alter table console.passkey enable always trigger passkey_leaves_a_trace;
alter table console.password enable always trigger password_leaves_a_trace;
alter table console.trace enable always trigger trace_is_history;
