-- The jobs of a worker that may be due at this moment, by name: one query in place of one for each job.
--
-- A job that is named and finds nothing has lost some milliseconds. A job that is not named waits for its own pause, up to fifteen seconds.
-- So each condition here is at least as wide as the one by which its job claims something.
create or replace function work_due() returns text[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  -- The earliest moment of each is one look into an index, however many rows there are and whatever the planner knows of them.
  return array_remove(array[
    case when (select min(closes_at) from draw where finished_at is null and status = 'open') <= statement_timestamp()
      or exists (
        select from draw where finished_at is null and status <> 'open'
          and (status <> 'closed' or sealed_at is null or draws_at <= statement_timestamp())
      ) or exists (
        select from opinion.note n
        where not n.agrees and not exists (select from opinion.heeded h where h.note_id = n.id)
      ) then 'draws' end,
    case when exists (select from exposures_to_compute()) or next_exposure_to_keep() is not null
      or exists (select from next_exposure_to_place()) then 'exposures' end,
    case when exists (select from exposure_cap) then 'caps' end,
    case when (select min(due_at) from payment) <= statement_timestamp() then 'payments' end,
    case when (select min(decides_at) from sandbox.payout where status = 'processing') <= statement_timestamp()
      or (select min(due_at) from sandbox.notice) <= statement_timestamp() then 'sandbox' end,
    case when exists (select from draw_to_tell) or (select min(due_at) from notice) <= statement_timestamp() then 'notices' end,
    case when (select min(next_try_at) from message) <= statement_timestamp() then 'messages' end,
    case when exists (select from console.request where status in ('asked', 'approved')) then 'requests' end,
    case when (select min(next_try_at) from webhook_delivery) <= statement_timestamp() then 'webhooks' end,
    case when exists (select from console.provider_statement where state in ('reading', 'comparing')) then 'statements' end
  ], null);
end
$$;
