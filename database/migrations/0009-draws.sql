-- Draws, tickets and dues, and what each draw sold and paid.

create type draw_status as enum ('open', 'closed', 'drawn', 'settled', 'void');

-- The draw's row is the job: whoever advances a draw locks its row, and after a crash the row says where to go on.
create table draw (
  id uuid primary key,
  draws_at timestamptz not null constraint draw_once_a_moment unique,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  rules text not null,
  status draw_status not null default 'open',
  -- the nine numbers as digits, first out first
  result integer,
  closed_at timestamptz,
  drawn_at timestamptz,
  -- when the money of a settled or void draw had all moved
  finished_at timestamptz,
  -- when what the draw owes was written to due
  dues_listed_at timestamptz,
  -- A closed draw is sealed, and only a sealed draw is drawn.
  sealed_at timestamptz,
  -- Whether one of its steps came late; written when it is finished. `console.late_step` says which.
  was_late boolean,
  constraint draw_times_in_order check (opens_at < closes_at and closes_at < draws_at),
  constraint draw_has_its_result check ((result is not null) = (status in ('drawn', 'settled'))),
  constraint draw_result_is_an_order check (length(result::text) = 9 and translate('123456789', result::text, '') = ''),
  constraint draw_settled_is_finished check (status <> 'settled' or finished_at is not null),
  constraint draw_drawn_was_sealed check (status not in ('drawn', 'settled') or sealed_at is not null)
) with (fillfactor = 50);
create index draw_unfinished on draw (closes_at) where finished_at is null;
-- How long before its draw a ticket can have been bought: lists by draw read the client's tickets from then on.
create index draw_longest_sale on draw ((draws_at - opens_at));
-- What draws took and paid is added up by the day on which they were settled.
create index draw_finished on draw (finished_at) where finished_at is not null;
create index draw_late on draw (draws_at) where was_late or finished_at is null;
-- There are few of them among many draws.
create index draw_void on draw (finished_at) where status = 'void' and finished_at is not null;
create trigger draw_life before update on draw for each row execute function keep_draw_life();
create trigger draw_is_kept before delete on draw for each row execute function refuse_change();
create trigger draw_seal before update on draw
  for each row when (new.sealed_at is distinct from old.sealed_at) execute function keep_draw_seal();
create constraint trigger draw_sealed_in_time after update on draw deferrable initially deferred
  for each row when (new.sealed_at is distinct from old.sealed_at) execute function refuse_late_seal();
-- A draw's dues and what it sold are written together.
create trigger draw_listed_has_figures before update on draw
  for each row when (new.dues_listed_at is not null and old.dues_listed_at is null) execute function require_figures();
create trigger draw_is_figured after insert on draw for each row
  when (new.finished_at is not null) execute function note_finished_draw();
create trigger draw_gets_figured after update of finished_at on draw for each row
  when (old.finished_at is null and new.finished_at is not null) execute function note_finished_draw();
create trigger draw_is_to_tell after update on draw for each row
  when (old.finished_at is null and new.finished_at is not null) execute function note_draw_to_tell();
create trigger draw_waits_for_opinion after update of status on draw
  for each row when (new.status <> old.status and new.status in ('drawn', 'void') and new.sealed_at is not null)
  execute function wait_for_opinion();

-- A ticket has no status of its own: it is pending while its draw is, then won where due has a row, else lost. It is
-- never written again. bet_type and selection are the codes of the domain: the numbers are the digits of selection.
create table ticket (
  client_id bigint not null,
  id uuid not null,
  draw_id uuid not null,
  bet_type smallint not null constraint ticket_bet_type_known check (bet_type between 1 and 6),
  selection integer not null constraint ticket_selection_in_digits check (selection between 1 and 987654321),
  stake integer not null constraint ticket_stake_positive check (stake > 0),
  -- how much of the stake came from winnings; the rest came from deposits
  stake_win integer not null constraint ticket_stake_win_within_stake check (stake_win between 0 and stake),
  accepted_at timestamptz not null,
  primary key (client_id, id)
);
-- Ids are made by clients, in order of time, so this index grows at its right edge; it keeps one client from using
-- another's id.
create unique index ticket_id_once on ticket (id);
-- Draws follow each other in time, so this finds the tickets of a draw, and those of the last minutes.
create index ticket_draw on ticket using brin (draw_id, accepted_at) with (pages_per_range = 32, autosummarize = on);
create trigger ticket_is_history before update or delete on ticket for each row execute function refuse_change();
create trigger ticket_is_kept before truncate on ticket for each statement execute function refuse_change();

-- What a finished draw owes, a row a ticket: winnings of a drawn draw, stakes of a void one.
create table due (
  draw_id uuid not null,
  client_id bigint not null,
  ticket_id uuid not null,
  to_dep bigint not null check (to_dep >= 0),
  to_win bigint not null check (to_win >= 0),
  primary key (draw_id, client_id, ticket_id),
  constraint due_positive check (to_dep + to_win > 0)
);
create trigger due_is_history before update or delete on due for each row execute function refuse_change();
create trigger due_is_kept before truncate on due for each statement execute function refuse_change();

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

-- What a sealed draw sold, by bet type; no row for a bet type that nobody played.
create table draw_sold (
  draw_id uuid not null references draw,
  bet_type smallint not null,
  tickets bigint not null,
  stakes bigint not null,
  primary key (draw_id, bet_type),
  constraint draw_sold_something check (tickets > 0 and stakes > 0)
);
create trigger draw_sold_is_history before update or delete on draw_sold for each row execute function refuse_change();
create trigger draw_sold_is_kept before truncate on draw_sold for each statement execute function refuse_change();

-- What was sold in each minute that is over, and through which minute that was counted. Sums over tickets would take seconds.
create table sale_minute (
  at timestamptz primary key constraint sale_minute_is_whole check (at = date_trunc('minute', at)),
  tickets integer not null constraint sale_minute_has_tickets check (tickets > 0),
  stakes bigint not null constraint sale_minute_has_stakes check (stakes > 0)
);

create table sales_counted (
  is_one boolean primary key default true constraint sales_counted_is_one check (is_one),
  -- the beginning of the first minute that is not counted
  through timestamptz not null
);
insert into sales_counted (through) values (date_trunc('minute', clock_timestamp()) - interval '1 minute');

-- What was sold of each bet type of each draw in each minute that is over, up to `sales_counted`. Written with `sale_minute`.
create table draw_minute (
  draw_id uuid not null references draw,
  at timestamptz not null constraint draw_minute_is_whole check (at = date_trunc('minute', at)),
  bet_type smallint not null,
  tickets integer not null constraint draw_minute_has_tickets check (tickets > 0),
  stakes bigint not null constraint draw_minute_has_stakes check (stakes > 0),
  primary key (draw_id, at, bet_type)
);

-- A draw that two people called off while it was on sale. The reason is public.
create table call_off (
  draw_id uuid primary key references draw,
  at timestamptz not null default clock_timestamp(),
  reason text not null constraint call_off_has_a_reason check (reason <> ''),
  request_id uuid not null
);
create trigger call_off_is_history before update or delete on call_off for each row execute function refuse_change();
create trigger call_off_is_kept before truncate on call_off for each statement execute function refuse_change();
create constraint trigger call_off_in_time after insert on call_off deferrable initially deferred
  for each row execute function refuse_late_call_off();

-- How often there is a draw. The version with the highest number among those that began before a moment decides about it.
-- Draws that are committed stay as they are.
create table timetable_version (
  number integer primary key constraint timetable_number_positive check (number > 0),
  -- of the draws after this moment
  begins_at timestamptz not null,
  every_minutes smallint not null
    constraint timetable_divides_an_hour check (every_minutes in (1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60)),
  close_seconds_before integer not null constraint timetable_closes_between_draws
    check (close_seconds_before > 0 and close_seconds_before < every_minutes * 60),
  -- whose hours the minutes divide
  time_zone text not null,
  made_at timestamptz not null default clock_timestamp(),
  -- null: the first version, which is made from the settings
  request_id uuid,
  constraint timetable_is_asked_for check ((number = 1) = (request_id is null)),
  constraint timetable_first_is_for_ever check ((number = 1) = (begins_at = '-infinity'))
);
create trigger timetable_version_is_history before update or delete on timetable_version
  for each row execute function refuse_change();
create trigger timetable_version_is_kept before truncate on timetable_version
  for each statement execute function refuse_change();

-- What a draw sold of each bet type and what it pays for it, winnings of a drawn draw, stakes of a void one. Written with the
-- dues. Sums over many draws are made of these rows: a row of `ticket` is never read for them.
create table draw_figure (
  draw_id uuid not null references draw,
  bet_type smallint not null,
  tickets integer not null constraint draw_figure_has_tickets check (tickets > 0),
  stakes bigint not null constraint draw_figure_has_stakes check (stakes > 0),
  won integer not null constraint draw_figure_won_some check (won between 0 and tickets),
  payouts bigint not null constraint draw_figure_payouts_not_negative check (payouts >= 0),
  primary key (draw_id, bet_type)
);
create trigger draw_figure_is_history before update or delete on draw_figure for each row execute function refuse_change();
create trigger draw_figure_is_kept before truncate on draw_figure for each statement execute function refuse_change();
