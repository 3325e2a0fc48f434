-- The audit of what operators do, and the log of whom they looked at. See docs/decisions/0059.
--
-- One line hashes the one before it, so whoever writes one holds the head of the audit until the commit. It is the last lock
-- that an act takes: write the line at the end.

-- A moment as the audit writes it: UTC, microseconds.
create or replace function console.audit_time(p_at timestamptz) returns text language sql immutable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- Whether a line was written by a program and not by an operator. No operator can have one of these names.
create or replace function console.is_nobodys_name(p_who text) returns boolean language sql immutable as $$
  select p_who in ('worker', 'console', 'owner', 'machine')
$$;

-- Records an act, in its own transaction; returns the number of the line. Without an operator it is the worker's, or that of
-- the name that is given alone.
--
-- The record is the JSON text of jsonb, in UTF-8. Its hash is SHA-256 of the hash before it, then the record.
create or replace function console.write_audit(
  p_operator console.operator, p_act text, p_subject text, p_reason text default null, p_request uuid default null,
  p_before jsonb default null, p_after jsonb default null
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  h console.audit_head;
  v_at timestamptz;
  v_record bytea;
begin
  select * into strict h from console.audit_head for update;
  v_at := clock_timestamp();
  v_record := convert_to(jsonb_build_object(
    'at', console.audit_time(v_at),
    'who', coalesce(p_operator.name, 'worker'),
    'session', case when p_operator.id is not null then nullif(current_setting('console.session', true), '') end,
    'address', case when p_operator.id is not null then nullif(current_setting('console.address', true), '') end,
    'act', p_act, 'subject', p_subject, 'before', p_before, 'after', p_after, 'reason', p_reason, 'request', p_request
  )::text, 'UTF8');
  h.hash := sha256(h.hash || v_record);
  h.number := h.number + 1;
  insert into console.audit (number, at, operator_id, act, subject, request_id, record, hash)
  values (h.number, v_at, p_operator.id, p_act, p_subject, p_request, v_record, h.hash);
  update console.audit_head set number = h.number, hash = h.hash;
  -- The answer of the act names its line.
  perform set_config('console.line', h.number::text, true);
  return h.number;
end
$$;

-- Records that an operator looked: a player that was opened, a field that was shown unmasked.
create or replace function console.write_view(p_operator console.operator, p_subject text, p_what text, p_why text) returns void
language sql set search_path = public, pg_temp as $$
  insert into console.view_log (operator_id, session, address, subject, what, why)
  values (p_operator.id, nullif(current_setting('console.session', true), ''), nullif(current_setting('console.address', true), ''),
    p_subject, p_what, p_why)
$$;

-- SHA-256 over the looks of a day (UTC), in their order: of each, SHA-256 of a JSON array of its columns.
create or replace function console.hash_views(p_day date, out looks bigint, out hash bytea)
language sql stable set search_path = public, pg_temp as $$
  select count(*), sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(
    v.id, console.audit_time(v.at), o.name, v.session, v.address, v.subject, v.what, v.why)::text, 'UTF8')), ''::bytea order by v.id), ''))
  from console.view_log v join console.operator o on o.id = v.operator_id
  where v.at >= p_day::timestamp at time zone 'UTC' and v.at < (p_day + 1)::timestamp at time zone 'UTC'
$$;

-- Adds the looks of the first past day that is not in the audit yet to the audit, and returns whether there was one. A look has the time of
-- its statement, and its transaction may end a little later: hence the quarter of an hour.
create or replace function console.digest_views() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_day date;
  v_looks bigint;
  v_hash bytea;
begin
  -- One process at a time.
  lock table console.view_digest in share row exclusive mode;
  select min((at at time zone 'UTC')::date) into v_day from console.view_log
  where at >= coalesce((select (max(day) + 1)::timestamp at time zone 'UTC' from console.view_digest), '-infinity');
  if v_day is null or (v_day + 1)::timestamp at time zone 'UTC' > clock_timestamp() - interval '15 minutes' then
    return false;
  end if;
  select d.looks, d.hash into v_looks, v_hash from console.hash_views(v_day) d;
  insert into console.view_digest (day, looks, hash, audit_number)
  values (v_day, v_looks, v_hash, console.write_audit(null, 'views_digested', 'day ' || v_day, null, null, null,
    jsonb_build_object('looks', v_looks, 'sha256', encode(v_hash, 'hex'))));
  return true;
end
$$;

-- The head that is to be signed: none where no line was written since the last one but that of its signature, or where an
-- hour has not passed.
create or replace function console.head_to_sign() returns table (number bigint, hash bytea, at_ms bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.number, h.hash, floor(extract(epoch from clock_timestamp()) * 1000)::bigint
  from console.audit_head h
  left join lateral (select s.number, s.at_ms from console.signed_head s order by s.number desc limit 1) s on true
  where h.number > coalesce(s.number + 1, 0)
    and extract(epoch from clock_timestamp()) * 1000 >= coalesce(s.at_ms + 3600000, 0)
$$;

-- Keeps a signed head. Returns whether it did: another process may have signed this one a moment ago.
create or replace function console.keep_signed_head(
  p_number bigint, p_hash bytea, p_at_ms bigint, p_operator_key bytea, p_signature bytea
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The lock of the audit serialises the processes.
  perform from console.audit_head for update;
  if not exists (select from console.audit a where a.number = p_number and a.hash = p_hash)
    or exists (
      select from console.signed_head s where s.number >= p_number or s.at_ms > p_at_ms - 3600000
    ) then
    return false;
  end if;
  insert into console.signed_head (number, hash, at_ms, operator_key, signature)
  values (p_number, p_hash, p_at_ms, p_operator_key, p_signature);
  perform console.write_audit(null, 'head_signed', 'line ' || p_number, null, null, null, jsonb_build_object(
    'hash', encode(p_hash, 'hex'), 'atMs', p_at_ms, 'key', encode(p_operator_key, 'hex'), 'signature', encode(p_signature, 'hex')));
  return true;
end
$$;

-- Records what a process runs: when it starts, once a day, and when it is something else than the last time. The digests are of
-- its code and of its settings. Returns whether it did.
create or replace function console.note_software(
  p_process text, p_started boolean, p_version text, p_code bytea, p_settings bytea
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_process console.operator;
  v_subject text := 'software ' || p_process;
  v_now jsonb := jsonb_build_object('version', p_version, 'code', encode(p_code, 'hex'), 'settings', encode(p_settings, 'hex'));
  v_last jsonb;
  v_at timestamptz;
begin
  if p_process not in ('worker', 'console') then
    raise exception 'no process of ours is called %', p_process using errcode = 'invalid_parameter_value';
  end if;
  -- One at a time, so that a line says what the one before said.
  perform from console.audit_head for update;
  select convert_from(a.record, 'UTF8')::jsonb -> 'after', a.at into v_last, v_at
  from console.audit a where a.subject = v_subject order by a.number desc limit 1;
  if not p_started and v_last = v_now and v_at > clock_timestamp() - interval '24 hours' then
    return false;
  end if;
  v_process.name := p_process;
  perform console.write_audit(v_process, case when p_started then 'software_started' else 'software_measured' end, v_subject, null, null,
    nullif(v_last, v_now), v_now);
  return true;
end
$$;

-- Keeps how a look over the whole chain ended. The first line that is wrong is null where all are right.
create or replace function console.keep_audit_check(p_lines bigint, p_took_ms integer, p_wrong_number bigint, p_wrong_because text)
returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into console.audit_check (checked_at, lines, took_ms, wrong_number, wrong_because)
  values (clock_timestamp(), p_lines, p_took_ms, p_wrong_number, p_wrong_because)
  on conflict (is_last) do update set checked_at = excluded.checked_at, lines = excluded.lines, took_ms = excluded.took_ms,
    wrong_number = excluded.wrong_number, wrong_because = excluded.wrong_because
$$;

-- Looks over a part of the chain: from the line after `p_after`, which had the hash `p_hash` when it was looked at last, at most
-- `p_most` lines. Says how many it saw, where it ended, and the first line that is wrong. One snapshot: lines that are written
-- meanwhile are not seen.
create or replace function console.check_audit(
  p_after bigint, p_hash bytea, p_most integer,
  out lines bigint, out last_number bigint, out last_hash bytea, out wrong_number bigint, out wrong_because text
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  h console.audit_head;
begin
  if p_after > 0 and not exists (select from console.audit a where a.number = p_after and a.hash = p_hash) then
    wrong_number := p_after;
    wrong_because := 'It is not what it was a while ago.';
    return;
  end if;
  with part as (
    select * from console.audit where number > p_after order by number limit p_most
  ), line as (
    select p.number, p.hash, p_after + row_number() over (order by p.number) as expected,
      case
        when p.number <> p_after + row_number() over (order by p.number) then 'It is missing.'
        when p.hash <> sha256(coalesce(lag(p.hash) over (order by p.number), p_hash) || p.record)
          then 'Its hash is not that of the line before and its record.'
        when (p.act, p.subject, p.request_id, console.audit_time(p.at), o.name) is distinct from
            (r.record ->> 'act', r.record ->> 'subject', (r.record ->> 'request')::uuid, r.record ->> 'at',
              case when not console.is_nobodys_name(r.record ->> 'who') then r.record ->> 'who' end)
          then 'Its columns say something else than its record.'
      end as because
    from part p
    left join console.operator o on o.id = p.operator_id
    cross join lateral (select convert_from(p.record, 'UTF8')::jsonb as record) r
  )
  select count(*), max(l.number), (array_agg(l.hash order by l.number desc))[1],
    min(l.expected) filter (where l.because is not null),
    (array_agg(l.because order by l.number) filter (where l.because is not null))[1]
  into lines, last_number, last_hash, wrong_number, wrong_because from line l;
  if lines = 0 then
    last_number := p_after;
    last_hash := p_hash;
  end if;
  select * into h from console.audit_head;
  if wrong_number is null and lines < p_most and (h.number, h.hash) is distinct from (last_number, last_hash) then
    wrong_number := last_number + 1;
    wrong_because := 'It is missing, and so is what followed it.';
  end if;
end
$$;

-- Where a day begins, on the wall clock of a time zone.
create or replace function console.day_begins(p_day date, p_zone text) returns timestamptz language sql stable as $$
  select p_day::timestamp at time zone p_zone
$$;

-- A line of the audit as lists show it, in the words of its record.
create or replace function console.audit_item(a console.audit) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('number', a.number, 'at', r -> 'at', 'who', r -> 'who', 'act', r -> 'act', 'subject', r -> 'subject',
    'before', r -> 'before', 'after', r -> 'after', 'reason', r -> 'reason',
    'request', (
      select jsonb_build_object('id', q.id, 'number', q.number, 'kind', q.kind) from console.request q where q.id = a.request_id
    ),
    'hash', encode(a.hash, 'hex'))
  from (select convert_from(a.record, 'UTF8')::jsonb) l (r)
$$;

-- Lines of the audit, the newest first, before the line that was seen last. `p_not_…`: all but these. A subject is one, such as
-- `client 42`, or a kind of them, such as `operator`.
create or replace function console.list_audit(
  p_session text, p_who text, p_not_who boolean, p_acts text[], p_not_acts boolean, p_subject text, p_day date, p_zone text,
  p_from timestamptz, p_to timestamptz, p_of_two boolean, p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'listAudit');
  v_who bigint := (select q.id from console.operator q where q.name = p_who);
  v_after timestamptz := greatest(p_from, console.day_begins(p_day, p_zone));
  v_until timestamptz := least(p_to, console.day_begins(p_day + 1, p_zone));
  v_own boolean;
  v_acts text[] := p_acts;
  v_first bigint;
  v_last bigint;
  -- The newest lines; those of somebody act by act, because few of their lines may be of these acts. All are of the same operator;
  -- the order says so too, because of the worker's, which have none, the index would not be known to be in order.
  v_newest text := case
    when p_acts is not null and p_who is not null and not p_not_who
      then 'select b.* from unnest($5) as e (act) cross join lateral (
        %s and a.act = e.act order by a.operator_id desc, a.number desc limit $8) b'
    when p_acts is not null then '%s and a.act = any ($5) order by a.number desc limit $8'
    else '%s order by a.number desc limit $8'
  end;
  v_lines text;
  v_page text;
begin
  -- The numbers of lines rise with their times, so a period becomes a range of numbers.
  if v_after is not null then
    select a.number into v_first from console.audit a where a.at >= v_after order by a.at, a.number limit 1;
    if v_first is null then return; end if;
  end if;
  if v_until is not null then
    select a.number into v_last from console.audit a where a.at < v_until order by a.at desc, a.number desc limit 1;
    if v_last is null then return; end if;
  end if;
  if p_who is not null and p_who <> 'worker' and v_who is null and not p_not_who then
    return;
  end if;
  -- An operator who may see only own lines and asks for another's gets none: nothing is looked up.
  v_own := p_who is null or p_not_who or v_who is not distinct from o.id and p_who <> 'worker';
  if not v_own and not console.may(o, 'allAudit') and not console.may(o, 'operatorsAudit') then
    return;
  end if;
  -- With some acts left out, few lines may remain, and a scan would read all lines to find them. So the acts that exist are read from the
  -- index, one after the other, and the lines are found by their acts.
  if p_not_acts then
    with recursive there as (
      (select a.act from console.audit a order by a.act limit 1)
      union all
      select (select a.act from console.audit a where a.act > t.act order by a.act limit 1) from there t where t.act is not null
    )
    select coalesce(array_agg(t.act) filter (where t.act <> all (p_acts)), '{}') into v_acts from there t;
  end if;
  -- Only the conditions that are asked for, so that each filter has its index.
  v_lines := concat_ws(' ',
    'select a.* from console.audit a where true',
    case when p_before is not null then 'and a.number < $1' end,
    case when v_first is not null then 'and a.number >= $2' end,
    case when v_last is not null then 'and a.number <= $3' end,
    case
      when p_who = 'worker' then case when p_not_who then 'and a.operator_id is not null' else 'and a.operator_id is null' end
      when v_who is not null then case when p_not_who then 'and a.operator_id is distinct from $4' else 'and a.operator_id = $4' end
    end,
    case when position(' ' in p_subject) > 0 then 'and a.subject = $6' when p_subject is not null then 'and split_part(a.subject, '' '', 1) = $6' end,
    case when p_of_two then 'and a.request_id is not null' end
  );
  v_page := case
    when console.may(o, 'allAudit') then format(v_newest, v_lines)
    -- Each of the two has an index; one condition of both would read all lines to the end where few match.
    when console.may(o, 'operatorsAudit') and not v_own then format(v_newest, v_lines || ' and split_part(a.subject, '' '', 1) = ''operator''')
    when console.may(o, 'operatorsAudit') then format('(%s) union (%s)', format(v_newest, v_lines || ' and a.operator_id = $7'),
      format(v_newest, v_lines || ' and split_part(a.subject, '' '', 1) = ''operator'''))
    else format(v_newest, v_lines || ' and a.operator_id = $7')
  end;
  return query execute format(
    'select console.audit_item(row(a.*)::console.audit), a.number::text from (%s) a order by a.number desc limit $8', v_page
  ) using p_before, v_first, v_last, v_who, v_acts, p_subject, o.id, p_most;
end
$$;

-- One line with the bytes of its record and the hash before it; null where there is none that this operator may see.
create or replace function console.read_audit_line(p_session text, p_number bigint) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'getAuditLine');
begin
  return (
    select console.audit_item(a) || jsonb_build_object('session', r -> 'session', 'address', r -> 'address',
      'hashBefore', coalesce((select encode(b.hash, 'hex') from console.audit b where b.number = a.number - 1), repeat('00', 32)),
      'record', encode(a.record, 'hex'))
    from console.audit a cross join lateral (select convert_from(a.record, 'UTF8')::jsonb as r) l
    where a.number = p_number
      and (console.may(o, 'allAudit') or a.operator_id = o.id or console.may(o, 'operatorsAudit') and a.subject like 'operator %'));
end
$$;

-- The head now, the last one that was signed, how the last look over the chain ended, and the line with a hash that somebody kept.
create or replace function console.read_audit_head(p_session text, p_known bytea) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'getAuditHead');
  return (
    select jsonb_build_object('number', h.number, 'hash', encode(h.hash, 'hex'),
      'signed', (
        select jsonb_build_object('number', s.number, 'hash', encode(s.hash, 'hex'), 'at', console.instant(console.from_micros(s.at_ms * 1000)),
          'key', encode(s.operator_key, 'hex'), 'signature', encode(s.signature, 'hex'))
        from console.signed_head s order by s.number desc limit 1
      ),
      'checked', (
        select jsonb_build_object('at', console.instant(c.checked_at), 'lines', c.lines, 'tookMs', c.took_ms,
          'wrong', case when c.wrong_number is not null then jsonb_build_object('number', c.wrong_number, 'because', c.wrong_because) end)
        from console.audit_check c
      ),
      'knownNumber', (select a.number from console.audit a where a.hash = p_known))
    from console.audit_head h);
end
$$;

-- The looks at players, the newest first. Auditors and compliance see all, other operators their own.
create or replace function console.list_views(
  p_session text, p_who text, p_not_who boolean, p_subject text, p_day date, p_zone text, p_before bigint, p_most integer
) returns table (item jsonb, cursor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  o console.operator := console.require_to_read(p_session, 'listViews');
  v_who bigint := (select q.id from console.operator q where q.name = p_who);
begin
  if p_who is not null and v_who is null and not p_not_who then
    return;
  end if;
  return query execute concat_ws(' ',
    $q$select jsonb_build_object('id', v.id, 'at', console.instant(v.at), 'who', q.name, 'subject', v.subject, 'what', v.what, 'why', v.why),
      v.id::text
      from console.view_log v join console.operator q on q.id = v.operator_id where true$q$,
    case when p_before is not null then 'and v.id < $1' end,
    case when v_who is not null then case when p_not_who then 'and v.operator_id <> $2' else 'and v.operator_id = $2' end end,
    case when p_subject is not null then 'and v.subject = $3' end,
    case when p_day is not null then 'and v.at >= console.day_begins($4, $5) and v.at < console.day_begins($4 + 1, $5)' end,
    case when not console.may(o, 'allViews') then 'and v.operator_id = $6' end,
    'order by v.id desc limit $7'
  ) using p_before, v_who, p_subject, p_day, p_zone, o.id, p_most;
end
$$;

-- Records the file of a frozen month, with its SHA-256, in the catalogue of months and as a line of the audit. Returns false where the month
-- has a file with another hash, which the files after it may name. Only for the owner of the tables: an operator does not write files.
create or replace function console.note_month_file(p_month date, p_hash bytea, p_bytes bigint) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  v_owner console.operator;
  m month;
begin
  select * into strict m from month where begins_on = p_month for update;
  if m.file_hash is not null then
    return m.file_hash = p_hash;
  end if;
  update month set filed_at = clock_timestamp(), file_hash = p_hash where begins_on = p_month;
  v_owner.name := 'owner';
  perform console.write_audit(v_owner, 'month_file', 'month ' || name_of_month(p_month),
    p_after => jsonb_build_object('sha256', encode(p_hash, 'hex'), 'bytes', p_bytes));
  return true;
end
$$;
