-- A file of more than a thousand people takes two: functions/operators-exports.sql. See docs/decisions/0071.

insert into console.kind (kind, ask_roles, approve_roles, lasts) values ('export_people', '{compliance}', '{auditor}', '1 hour');

-- What was made, for good.
create table console.people_file (
  request_id uuid primary key references console.request,
  made_at timestamptz not null default clock_timestamp(),
  people integer not null,
  parts integer not null,
  -- over all parts, in their order
  sha256 bytea not null
);
create trigger people_file_is_history before update or delete on console.people_file for each row execute function refuse_change();
create trigger people_file_is_kept before truncate on console.people_file for each statement execute function refuse_change();

-- Its content, for 24 hours.
create table console.people_file_part (
  request_id uuid not null references console.request,
  number integer not null,
  content text not null,
  primary key (request_id, number)
);
create trigger people_file_part_stays before update on console.people_file_part for each row execute function refuse_change();
