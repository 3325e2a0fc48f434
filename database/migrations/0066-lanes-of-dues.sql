-- What a draw owes is paid in lanes, several at the same time: docs/decisions/0091.

-- A lane has the clients after `after_client` up to `last_client`. The lanes of a draw do not overlap, and together they have every
-- client to whom it owes.
create table due_lane (
  draw_id uuid not null references draw,
  lane smallint not null,
  after_client bigint not null,
  last_client bigint not null,
  -- the last client of the lane who was paid
  paid_through bigint not null,
  primary key (draw_id, lane),
  constraint due_lane_in_order check (after_client < last_client and paid_through between after_client and last_client)
) with (fillfactor = 50);
create trigger due_lane_life before update or delete on due_lane for each row execute function keep_due_lane();
create trigger due_lane_is_kept before truncate on due_lane for each statement execute function refuse_change();

-- What was being paid goes on where it was.
insert into due_lane (draw_id, lane, after_client, last_client, paid_through)
select d.id, 1, 0, max(u.client_id), d.paid_through
from draw d join due u on u.draw_id = d.id
where d.dues_listed_at is not null and d.finished_at is null
group by d.id;

-- A process of before that looked at it would take what lanes have paid for a mistake in the books.
alter table draw drop column paid_through;

-- It returned that column: functions/operators-draws.sql.
drop function if exists console.read_draw(text, uuid, timestamptz);
