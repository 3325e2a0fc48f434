-- What else whoever asks was shown: not signed, because it changes by the second. Whoever approves sees it beside what is now.
alter table console.request add column facts jsonb not null default '{}';

-- What can never be done any more fails before anybody has approved it. See console.expire_requests.
alter table console.request
  drop constraint request_is_approved_first,
  add constraint request_is_approved_first check (status not in ('approved', 'done') or approved_by is not null);

-- Serialises asking. See docs/decisions/0100.
create table mutex.requests ();
