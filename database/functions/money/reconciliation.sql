-- Records a pass and its mismatches, and stops withdrawals if there are any. Returns the mismatches.
create or replace function record_pass(
  p_scope reconciliation_scope, p_started_at timestamptz, p_next_since timestamptz, p_horizon xid8, p_found jsonb
) returns setof mismatch
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_at timestamptz := clock_timestamp();
  v_found integer := jsonb_array_length(p_found);
begin
  insert into reconciliation_pass (scope, next_since, horizon, started_at, finished_at, mismatches)
  values (p_scope, p_next_since, p_horizon, p_started_at, v_at, v_found)
  on conflict (scope) do update set next_since = excluded.next_since, horizon = excluded.horizon,
    started_at = excluded.started_at, finished_at = excluded.finished_at, mismatches = excluded.mismatches
  where reconciliation_pass.horizon <= excluded.horizon;
  -- A full pass includes the recent window.
  delete from unfinished_pass where scope = p_scope or p_scope = 'full';
  if v_found > 0 then
    insert into operation_flag (name, reason)
    values ('withdrawals_stopped', format('reconciliation: %s does not agree with the books', p_found -> 0 ->> 'subject'))
    on conflict (name) do nothing;
  end if;
  return query
  insert into mismatch (check_name, subject, subject_id, detail, found_at, last_found_at)
  select distinct on (f."check", f.subject, f.id) f."check", f.subject, f.id, f.detail, v_at, v_at
  from jsonb_to_recordset(p_found) as f ("check" text, subject text, id text, detail jsonb)
  on conflict (check_name, subject, subject_id) where closed_at is null
  do update set last_found_at = excluded.last_found_at, detail = excluded.detail
  returning *;
end
$$;

-- Whether withdrawals may resume: after a full pass that is an hour old at most, found nothing, and began after the last mismatch
-- was found, and after the second opinion last stopped them.
create or replace function may_resume_withdrawals() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from reconciliation_pass
    where scope = 'full' and mismatches = 0 and started_at > clock_timestamp() - interval '1 hour'
      and started_at > coalesce((select max(last_found_at) from mismatch where closed_at is null), '-infinity')
      and started_at > coalesce((select max(h.at) from opinion.heeded h), '-infinity')
  )
$$;

-- Resumes withdrawals where they may continue, and returns whether it did. Not granted to anybody: two operators ask for it, and
-- console.execute_let_withdrawals_go_on carries it out. Without their request the owner of the tables may in a demonstration.
create or replace function resume_withdrawals(p_request uuid default null) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  if p_request is null and exists (select from site_mode where mode = 'production') then
    raise exception 'resuming withdrawals takes two operators, in the console' using errcode = 'insufficient_privilege';
  end if;
  if not may_resume_withdrawals() then
    return false;
  end if;
  update mismatch set closed_at = clock_timestamp() where closed_at is null;
  delete from operation_flag where name = 'withdrawals_stopped';
  return true;
end
$$;

-- Records that a pass ran out of time.
create or replace function record_unfinished_pass(p_scope reconciliation_scope, p_check text) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into unfinished_pass as u (scope, tries, last_at, check_name) values (p_scope, 1, clock_timestamp(), p_check)
  on conflict (scope) do update set tries = u.tries + 1, last_at = excluded.last_at, check_name = excluded.check_name
$$;
